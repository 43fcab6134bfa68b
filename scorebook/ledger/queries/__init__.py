"""Reading the books. Every amount is a sum of transfers."""

from scorebook.ledger.queries.plans import PlanLine as PlanLine
from scorebook.ledger.queries.plans import current_plan as current_plan
from scorebook.ledger.queries.plans import other_entries as other_entries
from scorebook.ledger.queries.plans import paid_by as paid_by
from scorebook.ledger.queries.plans import plan as plan
from scorebook.ledger.queries.plans import plan_line as plan_line
from scorebook.ledger.queries.statements import Receipt as Receipt
from scorebook.ledger.queries.statements import StatementLine as StatementLine
from scorebook.ledger.queries.statements import entries as entries
from scorebook.ledger.queries.statements import moved_by_evening as moved_by_evening
from scorebook.ledger.queries.statements import note_of as note_of
from scorebook.ledger.queries.statements import receipt as receipt
from scorebook.ledger.queries.statements import statement as statement
from scorebook.ledger.queries.statements import tab_entries as tab_entries
from scorebook.ledger.queries.statements import tab_statement as tab_statement
from scorebook.ledger.queries.sums import balances as balances
from scorebook.ledger.queries.sums import kitty_balance as kitty_balance
from scorebook.ledger.queries.sums import moved_by_entry as moved_by_entry
from scorebook.ledger.queries.sums import moved_for_people as moved_for_people
from scorebook.ledger.queries.sums import pot_balance as pot_balance
from scorebook.ledger.queries.sums import tab_balances as tab_balances
from scorebook.ledger.queries.sums import till_balance as till_balance
from scorebook.ledger.queries.sums import units as units
from scorebook.ledger.verification import Difference as Difference
from scorebook.ledger.verification import verify_chain as verify_chain
from scorebook.ledger.verification import verify_receipt as verify_receipt
