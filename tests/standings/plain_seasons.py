"""Seasons computed evening by evening from the facts of `plain_recount`, without the product's sums."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any
from uuid import UUID

from scorebook.standings.models import SeasonEvent
from tests.standings.plain_recount import Person, PlainClub, PlainEvening

# What was agreed on, as it was written down.
Facts = Mapping[str, Any]
LONGEST = timedelta(days=399)


@dataclass(frozen=True, kw_only=True)
class PlainSeason:
    """name, agreed: of the last agreement. events: all of its own, in their order."""

    id: UUID
    name: str
    agreed: Facts
    events: Sequence[SeasonEvent]

    @property
    def newest(self) -> SeasonEvent:
        return self.events[-1]

    @property
    def is_closed(self) -> bool:
        return self.newest.kind == "closed"

    @property
    def first_on(self) -> date:
        return date.fromisoformat(self.agreed["first_on"])

    def includes(self, day: date) -> bool:
        return self.first_on <= day <= last_day(self.agreed)

    def until(self, event: SeasonEvent) -> PlainSeason:
        """As it was right after that event."""
        return plain_season(self.events[: self.events.index(event) + 1])


def plain_seasons(club: PlainClub) -> list[PlainSeason]:
    """The one that begins last first; of those of one day, the one that was agreed on last."""
    by_season: dict[UUID, list[SeasonEvent]] = defaultdict(list)
    for event in SeasonEvent.objects.filter(club=club.id).order_by("seq").select_related("text"):
        by_season[event.season].append(event)
    found = [plain_season(events) for events in by_season.values()]
    return sorted(found, key=lambda season: (season.first_on, season.events[0].seq), reverse=True)


def plain_season(events: Sequence[SeasonEvent]) -> PlainSeason:
    *_, agreed = [event for event in events if event.kind in ("agreed", "changed")]
    assert agreed.text is not None
    return PlainSeason(id=events[0].pk, name=agreed.text.text, agreed=agreed.facts, events=events)


def last_day(agreed: Facts) -> date:
    first_on, last_on = date.fromisoformat(agreed["first_on"]), agreed["last_on"]
    return date.fromisoformat(last_on) if last_on else first_on + LONGEST


# -- its table -------------------------------------------------------------------------------------------------------


@dataclass(kw_only=True)
class EveningGain:
    """What a person gained at an evening."""

    evening: PlainEvening
    points: int = 0
    undealt_points: int = 0
    amount: int = 0
    hands: int = 0
    place: int = 0
    people: int = 0


@dataclass(frozen=True, kw_only=True)
class PlainLine:
    """evenings: all of theirs, with what each is worth by itself and whether it counts."""

    rank: int | None
    value: int | Fraction
    evenings: Sequence[tuple[UUID, int | Fraction, bool]]
    movement: int | None


def evenings_of(club: PlainClub, agreed: Facts) -> list[PlainEvening]:
    """Those that count, the first one first."""
    return [
        evening
        for evening in club.closed
        if date.fromisoformat(agreed["first_on"]) <= evening.day <= last_day(agreed)
        and agreed["game"] in (None, evening.opened.game)
        and agreed["unit"] in (None, evening.opened.unit)
        and agreed["ruleset"] in ("", evening.ruleset)
        and str(evening.id) not in agreed["left_out"]
    ]


def plain_table(club: PlainClub, agreed: Facts) -> Mapping[Person, PlainLine]:
    """In its order: by ranks, then who has none, all by what they have, and who is level by their ids."""
    evenings = evenings_of(club, agreed)
    before = _lines(club, evenings[:-1], agreed)
    found = {
        person: PlainLine(
            rank=line.rank,
            value=line.value,
            evenings=line.evenings,
            movement=_gained(before[person].rank, line.rank) if person in before else None,
        )
        for person, line in _lines(club, evenings, agreed).items()
    }
    order = sorted(found, key=lambda person: (found[person].rank or len(found) + 1, -found[person].value, person))
    return {person: found[person] for person in order}


def _gained(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else before - now


def _lines(club: PlainClub, evenings: Sequence[PlainEvening], agreed: Facts) -> Mapping[Person, PlainLine]:
    """Without movements."""
    own: dict[Person, list[EveningGain]] = defaultdict(list)
    for evening in evenings:
        for person, gain in _gains(club, evening).items():
            own[person].append(gain)
    best = {person: _best(attended, agreed) for person, attended in own.items()}
    values = {person: _together(counting, agreed) for person, counting in best.items()}
    keys = {person: (values[person], *_countback(best[person], agreed)) for person in own}
    enough = [person for person in own if _is_enough(len(own[person]), len(evenings), agreed)]
    return {
        person: PlainLine(
            rank=1 + sum(keys[other] > keys[person] for other in enough) if person in enough else None,
            value=values[person],
            evenings=[(one.evening.id, _alone(one, agreed), one in best[person]) for one in own[person]],
            movement=None,
        )
        for person in own
    }


def _countback(counting: Sequence[EveningGain], agreed: Facts) -> tuple[int, list[Fraction]]:
    """What parts people who are level: evenings won, then the best evening, the second best and so on."""
    return sum(one.place == 1 for one in counting), sorted((_alone(one, agreed) for one in counting), reverse=True)


def _gains(club: PlainClub, evening: PlainEvening) -> Mapping[Person, EveningGain]:
    """Who was written under two names has what both have."""
    found: dict[Person, EveningGain] = {}
    for player, tally in evening.tallies.items():
        one = found.setdefault(club.person(player), EveningGain(evening=evening))
        one.points += tally.points
        one.undealt_points += tally.undealt_points
        one.amount += evening.amount(player)
        one.hands += tally.hands
    for one in found.values():
        one.place = 1 + sum(other.points > one.points for other in found.values())
        one.people = len(found)
    return found


def _best(attended: Sequence[EveningGain], agreed: Facts) -> Sequence[EveningGain]:
    """Of those that are worth the same, the earlier one."""
    ordered = sorted(attended, key=lambda one: -_alone(one, agreed))
    return ordered if agreed["best"] is None else ordered[: agreed["best"]]


def _alone(one: EveningGain, agreed: Facts) -> Fraction:
    """What an evening is worth by itself."""
    match agreed["measure"]:
        case "money":
            return Fraction(one.amount)
        case "per_hand":
            return Fraction(one.points - one.undealt_points, one.hands or 1)
        case "place_points":
            return Fraction(_place_points(one, agreed["scheme"]))
        case _:
            return Fraction(one.points)


def _together(counting: Sequence[EveningGain], agreed: Facts) -> Fraction:
    points = sum(one.points for one in counting)
    match agreed["measure"]:
        case "per_hand":
            written = sum(one.undealt_points for one in counting)
            return Fraction(points - written, sum(one.hands for one in counting) or 1)
        case "per_evening":
            return Fraction(points, len(counting))
        case _:
            return sum((_alone(one, agreed) for one in counting), start=Fraction(0))


def _place_points(one: EveningGain, scheme: Mapping[str, Sequence[int]]) -> int:
    """By the row for so many people, else by the nearest, of two the longer; who comes in behind it gets nothing."""
    rows = sorted(scheme.values(), key=len, reverse=True)
    row = min(rows, key=lambda row: abs(len(row) - one.people))
    return [*row, *[0] * one.people][one.place - 1]


def _is_enough(attended: int, of: int, agreed: Facts) -> bool:
    percent = Fraction(100 * attended, of)
    return attended >= int(agreed["least_evenings"]) and percent >= int(agreed["least_percent"])
