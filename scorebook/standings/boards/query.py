"""The query of a board: what is compared, over which evenings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.core.time_spans import ALL, Span
from scorebook.standings.standings_scope import FigureScope


class BoardMeasure(StrEnum):
    POINTS = "points"
    MONEY = "money"
    PER_HAND = "per_hand"
    PER_EVENING = "per_evening"
    PLACES = "places"
    HANDS = "hands"
    DECLARED = "declared"
    DEFENDED = "defended"
    SCHNEIDER = "schneider"
    SCHNEIDER_TAKEN = "schneider_taken"
    MATADORS = "matadors"
    DOUBLED = "doubled"
    RAMSCH = "ramsch"
    RUN = "run"
    HIGHEST = "highest"


# Measure -> the columns of evening results that its board reads; place points are computed from places.
RESULT_COLUMNS: Mapping[BoardMeasure, Sequence[str]] = {
    BoardMeasure.PLACES: (),
    BoardMeasure.SCHNEIDER: ("schneider_given",),
    BoardMeasure.SCHNEIDER_TAKEN: ("schneider_taken",),
    BoardMeasure.MATADORS: ("matadors",),
    BoardMeasure.DOUBLED: ("doubled", "doubled_won"),
    BoardMeasure.RUN: ("run",),
    BoardMeasure.HIGHEST: ("best_points",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardQuery:
    """The board to compute.

    A board of money counts only evenings in its unit; all others count evenings in any unit.
    """

    measure: BoardMeasure = BoardMeasure.POINTS
    span: Span = ALL
    game: str | None = None  # None is all
    unit: str = USUAL_CURRENCY  # of the money compared
    contract: str | None = None  # of DECLARED and DEFENDED; None is all

    @property
    def only_unit(self) -> str | None:
        """Return the unit whose evenings alone count; None where all do."""
        return self.unit if self.measure is BoardMeasure.MONEY else None

    @property
    def is_of_contracts(self) -> bool:
        """Return whether the board reads the sums of contracts."""
        of_one = self.measure is BoardMeasure.DECLARED and self.contract is not None
        return of_one or self.measure in (BoardMeasure.DEFENDED, BoardMeasure.RAMSCH)

    def figure_scope(self, group: ClubGroup) -> FigureScope:
        return FigureScope(group=group, game=self.game, span=self.span)
