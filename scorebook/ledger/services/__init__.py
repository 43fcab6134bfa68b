"""The verbs of the books: open accounts, post results and reversals, pay, plan who pays whom, keep the tab."""

from scorebook.ledger.accounts import open_accounts as open_accounts
from scorebook.ledger.drafts import Draft as Draft
from scorebook.ledger.drafts import PaymentDraft as PaymentDraft
from scorebook.ledger.drafts import ResultDraft as ResultDraft
from scorebook.ledger.drafts import ReversalDraft as ReversalDraft
from scorebook.ledger.errors import EntryRefused as EntryRefused
from scorebook.ledger.errors import KeyConflict as KeyConflict
from scorebook.ledger.errors import LedgerError as LedgerError
from scorebook.ledger.services.hands import post as post
from scorebook.ledger.services.payments import pay as pay
from scorebook.ledger.services.payments import undo as undo
from scorebook.ledger.services.plans import make_plan as make_plan
from scorebook.ledger.services.plans import mark_paid as mark_paid
from scorebook.ledger.services.plans import mark_unpaid as mark_unpaid
from scorebook.ledger.services.plans import replan as replan
from scorebook.ledger.services.plans import withdraw_plan as withdraw_plan
from scorebook.ledger.services.tab import carry_over as carry_over
from scorebook.ledger.services.tab import charge as charge
from scorebook.ledger.services.tab import deposit as deposit
from scorebook.ledger.services.tab import grant_from_kitty as grant_from_kitty
from scorebook.ledger.services.tab import pay_out as pay_out
from scorebook.ledger.services.tab import round_off as round_off
from scorebook.ledger.services.tab import spend_from_kitty as spend_from_kitty
from scorebook.ledger.settlement import Rounding as Rounding
from scorebook.ledger.settlement import SettlementMethod as SettlementMethod
