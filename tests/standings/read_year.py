"""The year's report beside a plain recount: every year in which the club played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rules import GAMES
from scorebook.clubs.club_groups import club_group
from scorebook.play.models import EveningResult
from scorebook.play.services import POINTS
from scorebook.standings.records import year_report as reports
from scorebook.standings.records.year_report import BestDeclarer, Most, PersonSums, YearReport
from tests.standings.figures import Compared, Figure
from tests.standings.plain_recount import Person, PlainClub, PlainEvening
from tests.standings.read_hall import any_day_after, plain_holdings, plain_memorable, shown_memorable

# People, sorted, and how many of what they have; None for nobody.
Named = tuple[list[Person], int] | None
# What is added up by game, and by unit.
KINDS = ("points", "amounts")


def year_reports(club: PlainClub) -> Iterator[Figure]:
    """The best declarer is sought among those who declared so often; few here declare twenty hands in a year."""
    group, dice = club_group(club.id), Random(str(club.id))
    for year in sorted({evening.day.year for evening in club.evenings}):
        least, today = dice.choice([1, 3, 20]), any_day_after(club, dice)
        with pytest.MonkeyPatch.context() as bounds:
            bounds.setattr(reports, "MIN_DECLARED", least)
            report = reports.year_report(group, year=year, today=today)
        must = _plain_report(_Year(club, year), least) | {"holders": _plain_holders(club, year, today)}
        yield Figure(of=f"report of {year}, {least} declared, on {today}", must=must, does=_shown_report(club, report))


class _Year:
    """evenings: those that are closed."""

    def __init__(self, club: PlainClub, year: int) -> None:
        self.club = club
        self.evenings = [evening for evening in club.closed if evening.day.year == year]
        self.hands = [(evening, hand) for evening in self.evenings for hand in evening.hands]
        self.people = self._people()

    def _people(self) -> Mapping[Person, Counter[Any]]:
        """Of everybody who was there each sum, by its name; points by game, and amounts by unit."""
        found: dict[Person, Counter[Any]] = {}
        for evening in self.evenings:
            points = self.club.points(evening)
            for player, tally in evening.tallies.items():
                one = found.setdefault(self.club.person(player), Counter())
                one["evenings"] += 1
                one["evenings_won"] += points[self.club.person(player)] == max(points.values())
                for name in ("hands", "declared", "declared_won", "schneider_given", "schneider_taken"):
                    one[name] += getattr(tally, name)
                one["points", evening.opened.game] += tally.points
                one["amounts", evening.opened.unit] += evening.amount(player)
        return found

    def most(self, of: Any) -> Named:
        return _most({person: one[of] for person, one in self.people.items()})


def _plain_report(year: _Year, least: int) -> dict[str, Any]:
    games, units = ({place[1] for one in year.people.values() for place in one if place[0] == of} for of in KINDS)
    return {
        "evenings": len(year.evenings),
        "hands": len(year.hands),
        "games": [_plain_game(year, game) for game in GAMES if game in games],
        "money": {unit: most for unit in units if unit != POINTS and (most := year.most(("amounts", unit)))},
        "runs": _best_results(year, year.evenings, "run", least=2),
        "feats": {
            feat: [plain_memorable(year.club, *one) for one in year.hands if one[1].feat == feat]
            for feat in {hand.feat for _, hand in year.hands if hand.feat}
        },
        "faithful": year.most("evenings"),
        "declarer": _best_declarer(year.people, least),
        "contract": _popular_contract(year.evenings),
        "ramsch_loser": _ramsch_loser(year),
        "schneider_taken": year.most("schneider_taken"),
        "people": sorted(year.people.items()),
    }


def _plain_game(year: _Year, game: str) -> tuple[Any, ...]:
    evenings = [evening for evening in year.evenings if evening.opened.game == game]
    hands = [(evening, hand) for evening in evenings for hand in evening.hands if hand.gain > 0]
    highest = [one for one in hands if one[1].gain == max(hand.gain for _, hand in hands)]
    return (
        game,
        len(evenings),
        year.most(("points", game)),
        _best_results(year, evenings, "points", least=1),
        [plain_memorable(year.club, *one) for one in highest],
    )


def _best_results(year: _Year, evenings: Iterable[PlainEvening], of: str, *, least: int) -> Any:
    """All who are level."""
    found = [
        (evening.id, year.club.person(player), getattr(tally, of))
        for evening in evenings
        for player, tally in sorted(evening.tallies.items())
        if getattr(tally, of) >= least
    ]
    return [one for one in found if one[2] == max(value for _, _, value in found)]


def _best_declarer(people: Mapping[Person, Counter[Any]], least: int) -> tuple[list[Person], int, int] | None:
    """Of equal shares the one of more hands."""
    often = {person: one for person, one in people.items() if one["declared"] >= least}
    if not often:
        return None
    shares = {
        person: (Fraction(one["declared_won"], one["declared"]), one["declared"]) for person, one in often.items()
    }
    share, declared = max(shares.values())
    return sorted(person for person in often if shares[person] == (share, declared)), int(share * declared), declared


def _popular_contract(evenings: Iterable[PlainEvening]) -> tuple[str, str, int] | None:
    """Of equals the last one by its name."""
    counts = Counter(
        (evening.opened.game, hand.contract) for evening in evenings for hand in evening.hands if hand.declarer
    )
    return max(((*place, count) for place, count in counts.items()), key=lambda one: (one[2], one), default=None)


def _ramsch_loser(year: _Year) -> Named:
    hands = [hand for evening in year.evenings for hand in evening.hands if hand.contract == "ramsch"]
    return _most(Counter(year.club.person(one) for hand in hands for one in hand.cards if hand.points[one] < 0))


def _most(counts: Mapping[Person, int]) -> Named:
    most = max(counts.values(), default=0)
    return (sorted(person for person, count in counts.items() if count == most), most) if most > 0 else None


def _plain_holders(club: PlainClub, year: int, today: date) -> list[Any]:
    """Whoever took it in the year, or had taken it before and still had it when the year began."""
    return [
        one
        for one in plain_holdings(club, today)
        if one.first_on.year == year or (one.first_on.year < year and (not one.until or one.until > date(year, 1, 1)))
    ]


def _shown_report(club: PlainClub, report: YearReport) -> dict[str, Any]:
    def results(rows: Sequence[EveningResult], of: str) -> Any:
        return [(row.evening.pk, club.person(row.player_id), getattr(row, of)) for row in rows]

    return {
        "evenings": report.evenings,
        "hands": report.hands,
        "games": [
            (
                one.game, one.evenings, _named(one.winners), results(one.best, "points"),
                [*map(shown_memorable, one.highest)],
            )
            for one in report.games
        ],
        "money": {unit: _named(most) for unit, most in report.money.items()},
        "runs": results(report.runs, "run"),
        "feats": {feat: [*map(shown_memorable, hands)] for feat, hands in report.feats.items()},
        "holders": [*report.holders],
        "faithful": _named(report.faithful),
        "declarer": report.declarer and _declarer(report.declarer),
        "contract": report.contract and tuple(getattr(report.contract, one.name) for one in fields(report.contract)),
        "ramsch_loser": _named(report.ramsch_loser),
        "schneider_taken": _named(report.schneider_taken),
        "people": [(one.person, _columns(one)) for one in report.people],
    }  # fmt: skip


def _columns(one: PersonSums) -> Counter[Any]:
    sums: dict[Any, int] = {each.name: getattr(one, each.name) for each in fields(one) if each.type is int}
    return Counter(sums | {(of, place): count for of in KINDS for place, count in getattr(one, of).items()})


def _named(most: Most | None) -> Named:
    return (sorted(most.people), most.count) if most else None


def _declarer(found: BestDeclarer) -> tuple[list[Person], int, int]:
    return sorted(found.people), found.won, found.declared


YEARS: Sequence[Compared] = (year_reports,)
