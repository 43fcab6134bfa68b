"""The figures of a person, computed from the evenings of `plain_recount`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.time_spans import Span
from scorebook.standings.standings_scope import FigureScope
from tests.standings.plain_memory import cup_line
from tests.standings.plain_recount import MUNICH, Person, PlainClub, PlainEvening, PlainHand


@dataclass(frozen=True, kw_only=True)
class PeopleFilter:
    """What is chosen above a page of people."""

    game: str
    months: Span

    def evenings(self, club: PlainClub) -> list[PlainEvening]:
        """Those that are closed."""
        first, end = self.months.first, self.months.end
        return [one for one in club.closed if one.opened.game == self.game and first <= one.day < end]

    def scope(self, group: ClubGroup) -> FigureScope:
        return FigureScope(group=group, game=self.game, span=self.months)


def of_contract(hand: PlainHand, player: Person) -> Counter[str]:
    """What the hand adds to somebody who held cards."""
    points, has_sides, has_declared = hand.points[player], hand.won is not None, player == hand.declarer
    has_won, defends = hand.has_won(player), has_sides and player not in hand.side
    is_partner = has_sides and player in hand.side and not has_declared
    return Counter(
        {
            "hands": 1,
            "won": has_won,
            "lost": hand.has_lost(player),
            "points": points,
            "declared": has_declared,
            "declared_won": has_declared and has_won,
            "defended": defends,
            "defended_won": defends and has_won,
            "schneider_given": has_sides and hand.is_schneider and has_won,
            "schneider_taken": has_sides and hand.is_schneider and not has_won,
            "partnered": is_partner,
            "partnered_won": is_partner and has_won,
            "declared_points": points * has_declared,
            "defended_points": points * defends,
            "partnered_points": points * is_partner,
        }
    )


def points_without_cards(evening: PlainEvening) -> Counter[Person]:
    """What they got or paid while they sat out, of amounts that were written down, and of the pot at the end."""
    found: Counter[Person] = Counter()
    for hand in evening.results:
        found.update({player: points for player, points in hand.points.items() if player not in hand.cards})
    found.update(evening.shares)
    return found


def was_there(club: PlainClub, person: Person, evening: PlainEvening) -> bool:
    return person in club.points(evening)


def played_games(evenings: Iterable[PlainEvening]) -> list[tuple[str, date, date]]:
    """With the months in which each was played first and last; what was played last first, of equals by name."""
    found: dict[str, list[date]] = defaultdict(list)
    for evening in evenings:
        found[evening.opened.game].append(evening.month)
    games = [(game, min(months), max(months)) for game, months in sorted(found.items())]
    return sorted(games, key=lambda one: one[2], reverse=True)


def sums_of(club: PlainClub, person: Person, evenings: Iterable[PlainEvening]) -> Counter[str]:
    """Of all units each for itself."""
    found: Counter[str] = Counter()
    for evening in evenings:
        for player, tally in evening.tallies.items():
            if club.person(player) == person:
                columns = {name: getattr(tally, name) for name in ("points", "hands", "declared", "declared_won")}
                found.update({"evenings": 1, f"in {evening.opened.unit}": evening.amount(player), **columns})
    return found


def contracts(club: PlainClub, person: Person, evenings: Iterable[PlainEvening]) -> Mapping[str, Counter[str]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for evening in evenings:
        for hand in evening.hands:
            for player in hand.cards:
                if club.person(player) == person:
                    found[hand.contract].update(of_contract(hand, player))
        for player, points in points_without_cards(evening).items():
            if club.person(player) == person and points:
                found["without_cards"].update({"points": points})
    return {contract: sums for contract, sums in found.items() if sums["hands"] or sums["points"]}


def steps(
    club: PlainClub, person: Person, evenings: Iterable[PlainEvening], unit: str | None
) -> list[tuple[date, int]]:
    """The result of each, by its day: points, or what was played for that unit."""
    worth = {evening.id: 1 if unit is None else evening.opened.stake_minor for evening in evenings}
    return [
        (evening.day, club.points(evening)[person] * worth[evening.id])
        for evening in evenings
        if unit in (None, evening.opened.unit)
    ]


def stands(steps: Sequence[tuple[date, int]]) -> list[tuple[date, int]]:
    return [(on, sum(value for _on, value in steps[: place + 1])) for place, (on, _value) in enumerate(steps)]


def stands_of_months(steps: Sequence[tuple[date, int]]) -> list[tuple[date, int]]:
    """steps: by the days of their evenings. Of each month from the first to the last, also where nobody played."""
    months = [day.replace(day=1) for day, _value in steps]
    every = [date(year, month, 1) for year in range(2025, 2028) for month in range(1, 13)]
    return [
        (month, sum(value for day, value in steps if day.replace(day=1) <= month))
        for month in every
        if months and min(months) <= month <= max(months)
    ]


def last_evenings(club: PlainClub, person: Person, chosen: PeopleFilter) -> list[dict[str, Any]]:
    """The newest first, and of them ten."""
    own = [one for one in chosen.evenings(club) if was_there(club, person, one)]
    found = []
    for evening in own[::-1][:10]:
        points = club.points(evening)
        found.append(
            {
                "evening_id": evening.id,
                "started_at": evening.opened.started_at,
                "unit": evening.opened.unit,
                "points": points[person],
                "amount_minor": points[person] * evening.opened.stake_minor,
                "place": 1 + sum(other > points[person] for other in points.values()),
                "people": len(points),
            }
        )
    return found


def meetings(club: PlainClub, person: Person, other: Person, chosen: PeopleFilter) -> list[tuple[Any, str]]:
    """Of each evening of both, the newest first: who had more points, `=` for nobody."""
    found = []
    for evening in chosen.evenings(club)[::-1]:
        points = club.points(evening)
        if person in points and other in points:
            lead = points[person] - points[other]
            found.append((evening.id, "+" if lead > 0 else "-" if lead < 0 else "="))
    return found


def places(club: PlainClub, person: Person, chosen: PeopleFilter) -> Counter[int]:
    found: Counter[int] = Counter()
    for evening in chosen.evenings(club):
        points = club.points(evening)
        if person in points:
            found[1 + sum(other > points[person] for other in points.values())] += 1
    return found


def milestones(club: PlainClub, person: Person, chosen: PeopleFilter) -> set[tuple[str, int, Any]]:
    """The first evening and the first won, and the evenings and hands with a round number."""
    found, hands = set(), 0
    own = [one for one in chosen.evenings(club) if was_there(club, person, one)]
    for no, evening in enumerate(own, start=1):
        if no in (1, 10, 25, 50, 100, 200, 300):
            found.add(("evening", no, evening.id))
        has_won = club.points(evening)[person] == max(club.points(evening).values())
        if has_won and not any(kind == "win" for kind, _no, _id in found):
            found.add(("win", 1, evening.id))
        played = sum(tally.hands for player, tally in evening.tallies.items() if club.person(player) == person)
        found |= {("hand", no, evening.id) for no in (500, 1000, 2000) if hands < no <= hands + played}
        hands += played
    return found


def bests(club: PlainClub, person: Person, chosen: PeopleFilter) -> Mapping[str, Any]:
    """Of equals the first. A best: what it is worth, the evening, and the hand where it is one."""
    own = [one for one in chosen.evenings(club) if was_there(club, person, one)]
    signs_now = signs(club, person, chosen)
    return {
        "evening": _first_best((club.points(one)[person], one, None) for one in own),
        "hand": _first_best(best for one in own for best in _hands_won(club, person, one)),
        "run": _first_best(run for one in own for run in _runs(club, person, one)),
        "evenings": len(own),
        "evenings_won": sum(club.points(one)[person] == max(club.points(one).values()) for one in own),
        "streak": _row_at_the_end(signs_now, "+") - _row_at_the_end(signs_now, "-"),
        "longest_streak": longest_row(signs_now),
    }


def _first_best(found: Iterable[tuple[int, PlainEvening, int | None]]) -> tuple[Any, ...] | None:
    value, evening, no = max(found, key=lambda one: one[0], default=(0, None, None))
    return (value, evening.id, evening.opened.started_at, no) if evening else None


def _hands_won(club: PlainClub, person: Person, evening: PlainEvening) -> Iterator[tuple[int, PlainEvening, int]]:
    for hand in evening.hands:
        for player in hand.cards:
            if club.person(player) == person and hand.points[player] > 0:
                yield hand.points[player], evening, hand.event.no


def _runs(club: PlainClub, person: Person, evening: PlainEvening) -> Iterator[tuple[int, PlainEvening, None]]:
    for player, tally in evening.tallies.items():
        if club.person(player) == person and tally.run:
            yield tally.run, evening, None


def signs(club: PlainClub, person: Person, chosen: PeopleFilter) -> str:
    """For each chosen evening, whether the person won, lost, or neither."""
    own = [club.points(one)[person] for one in chosen.evenings(club) if was_there(club, person, one)]
    return "".join("+" if points > 0 else "-" if points < 0 else "0" for points in own)


def longest_row(signs_in_order: str) -> int:
    return max(map(len, signs_in_order.replace("-", "0").split("0")))


def _row_at_the_end(signs_in_order: str, sign: str) -> int:
    return len(signs_in_order) - len(signs_in_order.rstrip(sign))


def records_held(club: PlainClub, person: Person, chosen: PeopleFilter) -> list[str]:
    own, evenings = bests(club, person, chosen), chosen.evenings(club)
    people = {club.person(player) for one in evenings for player in one.tallies}
    hands = [hand for one in evenings for hand in one.hands]
    runs = [tally.run for one in evenings for tally in one.tallies.values()]
    streaks = [longest_row(signs(club, other, chosen)) for other in people]
    held = {
        "run": own["run"] is not None and own["run"][0] == max(runs),
        "hand": own["hand"] is not None and own["hand"][0] == max(max(hand.points.values()) for hand in hands),
        "streak": 0 < own["longest_streak"] == max(streaks, default=0),
    }
    return [record for record, is_held in held.items() if is_held]


def cup_holder(club: PlainClub, today: date) -> Person | None:
    """Whoever took it last, unless something was agreed since then, or that there is none."""
    agreed_on = max((day for day in club.cups if day <= today), default=date.min)
    taken = [one for one in cup_line(club) if one.at.astimezone(MUNICH).date() >= agreed_on]
    return taken[-1].holder if taken and club.cups.get(agreed_on) != "no_cup" else None
