"""The verbs of the books: open accounts, post results and reversals, pay, plan who pays whom, keep the tab."""

from scorebook.ledger.accounts import open_accounts
from scorebook.ledger.drafts import Draft, ResultDraft, ReversalDraft
from scorebook.ledger.errors import EntryRefused, KeyConflict, LedgerError
from scorebook.ledger.services.hands import post
from scorebook.ledger.services.payments import make_plan, mark_paid, mark_unpaid, pay, undo, withdraw_plan
from scorebook.ledger.services.tab import carry_over, charge, deposit, grant, pay_out, round_off, spend
from scorebook.ledger.settlement import Rounding, SettlementMethod

__all__ = [
    "Draft",
    "EntryRefused",
    "KeyConflict",
    "LedgerError",
    "ResultDraft",
    "ReversalDraft",
    "Rounding",
    "SettlementMethod",
    "carry_over",
    "charge",
    "deposit",
    "grant",
    "make_plan",
    "open_accounts",
    "pay",
    "pay_out",
    "post",
    "round_off",
    "spend",
    "mark_paid",
    "undo",
    "mark_unpaid",
    "withdraw_plan",
]
