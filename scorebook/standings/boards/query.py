"""The query of a board: what is compared, over which evenings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.core.spans import ALL, Span


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

    @property
    def is_of_results(self) -> bool:
        """Return whether the board reads the results of evenings."""
        return self.measure in _OF_RESULTS


_OF_RESULTS = (
    BoardMeasure.PLACES, BoardMeasure.SCHNEIDER, BoardMeasure.SCHNEIDER_TAKEN, BoardMeasure.MATADORS,
    BoardMeasure.DOUBLED, BoardMeasure.RUN, BoardMeasure.HIGHEST,
)  # fmt: skip
