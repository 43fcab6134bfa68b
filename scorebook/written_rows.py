"""All changes of rows that `scorebook.core.rows` writes.

Where one is new or a model gets a column, PostgreSQL's function changes: a migration creates it
(`scorebook.core.rows.write_function`).
"""

from scorebook.clubs.models import TypedText
from scorebook.core.rows import Insert, Shape, Update
from scorebook.ledger.models import Chain, Entry, MonthMovement, Plan, PlannedPayment, Transfer
from scorebook.play.evening_totals import TOTALS
from scorebook.play.models import Evening, EveningEvent, EveningResult, HandEvent, HandResult, Seat
from scorebook.play.months import SUMS
from scorebook.standings.models import CupPassing, Rating

# First the rows that decide on all others, in the order in which all writers lock them. Then each after those that it
# refers to: as long as any row refers to a missing one, SQLite looks for rows that refer to each new row, and reads the
# whole table if that column has no index. 2,000 hands read the results of all hands of all clubs 2,000 times.
WRITTEN_ROWS = (
    Shape(Update, Evening, sets=Evening.CHANGED_BY_EVENTS, was=("last_hash", "scribe_token")),
    Shape(Update, Chain, sets=("length", "head_hash"), was=("head_hash",)),
    Shape(Update, Evening, sets=Evening.CHANGED_BY_EVENTS),
    Shape(Update, Seat, adds=TOTALS),
    *(Shape(Insert, model) for model in (TypedText, Evening, Seat, Plan, PlannedPayment, Entry, Transfer)),
    Shape(Insert, MonthMovement, adds=("amount_minor",)),
    *(Shape(Insert, model) for model in (HandEvent, EveningEvent, EveningResult, HandResult, Rating, CupPassing)),
    *(Shape(Insert, model, adds=tuple(sums)) for model, sums in SUMS.items()),
)
