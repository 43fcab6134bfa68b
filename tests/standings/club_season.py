"""A club with a season in the tests' hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.seasons.season_queries import Season
from scorebook.standings.seasons.season_results import closed_standings, season_standings
from scorebook.standings.seasons.season_standings import SeasonLine, SeasonStandings
from scorebook.standings.services.season_services import agree_season, change_season, close_season, reopen_season
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
FRIDAY = datetime(2026, 11, 13, 19, 0, tzinfo=UTC)
WEEK = timedelta(weeks=1)
YEAR = Agreement(first_on=date(2026, 1, 1), last_on=date(2026, 12, 31), game="bavarian")


@dataclass(kw_only=True)
class Club2026:
    """The club, its season in the tests' hand, and the clock."""

    club: Club
    evenings: list[PlayedEvening]
    clock: datetime = field(default=FRIDAY + 2 * WEEK)
    season: Season | None = None

    def agree(self, agreement: Agreement = YEAR, *, name: str = "2026", key: UUID | None = None) -> Season:
        self.season = agree_season(name=name, agreement=agreement, **self._stamp(key))
        return self.season

    def change(self, agreement: Agreement, *, name: str = "2026", **more: Any) -> Season:
        return self._write(change_season, more, name=name, agreement=agreement)

    def close(self, **more: Any) -> Season:
        return self._write(close_season, more)

    def reopen(self, reason: str = "a slip of the pen", **more: Any) -> Season:
        return self._write(reopen_season, more, reason=reason)

    def _write(self, verb: Any, more: dict[str, Any], **facts: object) -> Season:
        known = self.known
        arguments = {"season_id": known.id, "seen": known.newest.pk} | self._stamp(more.pop("key", None)) | more
        self.season = verb(**facts, **arguments)
        return self.known

    def _stamp(self, key: UUID | None) -> dict[str, Any]:
        self.clock += timedelta(minutes=1)
        return {"club": self.club, "key": key or uuid4(), "by": "club link", "at": self.clock}

    @property
    def known(self) -> Season:
        assert self.season is not None
        return self.season

    def standings(self, agreement: Agreement | None = None) -> dict[str, tuple[int | None, object]]:
        return self.named(season_standings(club_group(self.club.pk), agreement or self.known.agreement))

    def kept(self, season: Season) -> SeasonStandings:
        return closed_standings(club_group(self.club.pk), season)

    def named(self, found: SeasonStandings) -> dict[str, tuple[int | None, object]]:
        names = {player.pk: player.name for player in self.club.players.all()}
        return {names[line.person]: (line.rank, line.value) for line in found.table.lines}


@dataclass(frozen=True, slots=True, kw_only=True)
class WideLine(SeasonLine):
    """A row with a column that somebody invents tomorrow."""

    beers: int | None = None


def two_evenings() -> Club2026:
    """Two closed evenings. 13 November: Anna and Beppo 20 each from Cilli and Done; a week later Cilli 50 from each."""
    first = new_evening(*PEOPLE, at=FRIDAY)
    first.record(rufer("Anna", "Beppo"))
    first.close()
    second = new_evening(*PEOPLE, club=first.club, at=FRIDAY + WEEK)
    second.record(solo("Cilli"))
    second.close()
    return Club2026(club=first.club, evenings=[first, second])
