"""The scope of all figures of a page: one game or all, in one span.

Every query of a person, of pairs, of the hall and of a year takes a scope and reads through it, so that all figures
of a page cover the same evenings.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Sum

from rules import GAMES
from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.time_spans import ALL, Span
from scorebook.play.models import EveningResult, HandResult, MonthContract, MonthPair, MonthTotal
from scorebook.standings.models import Rating


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureScope:
    """The closed evenings of a club group that began in the span."""

    group: ClubGroup
    game: str | None = None  # None is all games
    span: Span = ALL

    @property
    def clubs(self) -> list[UUID]:
        return list(self.group.clubs)

    def results(self, *, club: UUID | None = None) -> QuerySet[EveningResult]:
        """Return the results. club: only its own, for lists that an index holds club by club."""
        return EveningResult.objects.filter(**self._filter_by_start(club))

    def hands(self, *, club: UUID | None = None) -> QuerySet[HandResult]:
        """Return the hands. club: as in `results`."""
        return HandResult.objects.filter(**self._filter_by_start(club))

    def ratings(self) -> QuerySet[Rating]:
        """Return a row for each person and evening, whichever of their entries played."""
        # All games are listed, because the indexes by `started_at` begin with the game.
        games = [self.game] if self.game else list(GAMES)
        return Rating.objects.filter(club=self.group.club_id, game__in=games, **self.span.begun()).order_by()

    def month_totals(self) -> QuerySet[MonthTotal]:
        """Return the totals. Raises, as the next two: AssertionError where the span is not made of whole months."""
        return MonthTotal.objects.filter(**self._filter_by_month).order_by()

    def month_contracts(self) -> QuerySet[MonthContract]:
        return MonthContract.objects.filter(**self._filter_by_month).order_by()

    def month_pairs(self) -> QuerySet[MonthPair]:
        return MonthPair.objects.filter(**self._filter_by_month).order_by()

    def _filter_by_start(self, club: UUID | None) -> dict[str, Any]:
        clubs = {"club__in": self.clubs} if club is None else {"club": club}
        return {**clubs, **self._filter_by_game, **self.span.begun()}

    @property
    def _filter_by_month(self) -> dict[str, Any]:
        return {"club__in": self.clubs, **self._filter_by_game, **self.span.of_months()}

    @property
    def _filter_by_game(self) -> dict[str, str]:
        return {"game": self.game} if self.game else {}


def sum_columns(
    rows: QuerySet[Any], *, by: Sequence[str], names: Sequence[str]
) -> Iterator[tuple[Any, dict[str, int]]]:
    """Yield for each group of rows its values of the columns `by`, and the sums of the others. One statement."""
    summed: Any = rows.values_list(*by).annotate(*map(Sum, names))
    for row in summed:
        yield row[: len(by)], dict(zip(names, row[len(by) :], strict=True))
