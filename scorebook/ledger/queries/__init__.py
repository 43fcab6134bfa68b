"""Reading the books. Every amount is a sum of transfers."""

from scorebook.ledger.queries.plans import PlanLine as PlanLine
from scorebook.ledger.queries.plans import current_plan as current_plan
from scorebook.ledger.queries.plans import paid_by as paid_by
from scorebook.ledger.queries.plans import plan_line as plan_line
from scorebook.ledger.queries.plans import plan_lines as plan_lines
from scorebook.ledger.queries.plans import unplanned_entries as unplanned_entries
from scorebook.ledger.queries.statements import Receipt as Receipt
from scorebook.ledger.queries.statements import StatementLine as StatementLine
from scorebook.ledger.queries.statements import account_statement as account_statement
from scorebook.ledger.queries.statements import account_tab_statement as account_tab_statement
from scorebook.ledger.queries.statements import chain_receipt as chain_receipt
from scorebook.ledger.queries.statements import ledger_entries as ledger_entries
from scorebook.ledger.queries.statements import moved_by_evening as moved_by_evening
from scorebook.ledger.queries.statements import note_of as note_of
from scorebook.ledger.queries.statements import tab_entries as tab_entries
from scorebook.ledger.queries.sums import balances as balances
from scorebook.ledger.queries.sums import kitty_balance as kitty_balance
from scorebook.ledger.queries.sums import moved_by_entry as moved_by_entry
from scorebook.ledger.queries.sums import moved_for_people as moved_for_people
from scorebook.ledger.queries.sums import pot_balance as pot_balance
from scorebook.ledger.queries.sums import tab_balances as tab_balances
from scorebook.ledger.queries.sums import till_balance as till_balance
from scorebook.ledger.queries.sums import units_in_books as units_in_books
from scorebook.ledger.verification import Difference as Difference
from scorebook.ledger.verification import verify_chain as verify_chain
from scorebook.ledger.verification import verify_receipt as verify_receipt
