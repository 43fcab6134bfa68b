"""The story of an evening beside a plain recount: who won it, the best hand, the longest run, what turned it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any
from uuid import UUID

from scorebook.play.evening_story import EveningStory
from scorebook.play.queries.evening_ends import evening_end
from scorebook.play.queries.evening_sheets import evening_sheet
from tests.standings.figures import Compared, Figure
from tests.standings.plain_recount import Person, PlainClub, PlainEvening, PlainHand

Counts = Mapping[Person, int]


def ends_of_evenings(club: PlainClub) -> Iterator[Figure]:
    """Of a few evenings; of one that is open, how it stands."""
    for evening in Random(str(club.id)).sample(club.evenings, min(len(club.evenings), 3)):
        end = evening_end(evening_sheet(evening.opened, range(0)))
        of = f"end of {evening.opened}"
        yield Figure(of=of, must=_plain_story(evening), does=_shown_story(end.story))
        numbers = {no for no in (end.story.best and end.story.best.no, end.story.turn) if no}
        events = {hand.event.no: hand.event.pk for hand in evening.results if hand.event.no in numbers}
        yield Figure(
            of=f"hands named at the {of}", must=events, does={no: one.event_id for no, one in end.hands.items()}
        )


def _plain_story(evening: PlainEvening) -> dict[str, Any]:
    moved = [hand.points for hand in evening.results]
    has_moved = any(any(counts.values()) for counts in [*moved, evening.shares])
    gains = moved if has_moved else [_written(hand) for hand in evening.results]
    dealt = evening.hands
    people = {
        player for hand in evening.results for player in hand.points if player in hand.cards or hand.points[player]
    }
    people |= {*evening.shares}
    after = [_sums(people, gains[:count]) for count in range(1, len(gains) + 1)]
    last = _sums(people, [*gains, evening.shares])
    first = _best(last)
    story = {
        "hands": len(dealt),
        "places": {
            player: (1 + sum(other > count for other in last.values()), count) for player, count in last.items()
        },
        "best": _best_hand(dealt),
        "runs": _longest_runs(dealt, people),
        "won together": bool(first)
        and all(len({counts.get(player, 0) for player in first}) == 1 for counts in [*gains, evening.shares]),
    }
    return story | {"turn": _turn(evening, after, first) if first < people else (None, None)}  # fmt: skip


def _turn(evening: PlainEvening, after: Sequence[Counts], winners: set[Person]) -> tuple[str, int | None]:
    """after: what everybody had after each hand."""
    led = [_best(counts) == winners for counts in after]
    if not led or not led[-1]:
        return "by_pot", None
    turn = next(place for place in range(len(led)) if all(led[place:]))
    if not any(any(counts.values()) for counts in after[:turn]):
        return "from_start", None
    return "taken", evening.results[turn].event.no


def _written(hand: PlainHand) -> Counts:
    """Strokes where the game has some, else points."""
    if not hand.ruleset.HAS_TALLY:
        return hand.points
    return {UUID(player): count for player, count in hand.event.score.get("tally", {}).items()}


def _sums(people: set[Person], gains: Sequence[Counts]) -> Counts:
    return {person: sum(counts.get(person, 0) for counts in gains) for person in people}


def _best(counts: Counts) -> set[Person]:
    return {person for person, count in counts.items() if count == max(counts.values())}


def _best_hand(dealt: Sequence[PlainHand]) -> tuple[int, set[Person], set[Person], int] | None:
    """The first with the highest gain."""
    most = max((count for hand in dealt for count in _written(hand).values()), default=0)
    if most <= 0:
        return None
    best = next(hand for hand in dealt if most in _written(hand).values())
    level = {person for hand in dealt for person, count in _written(hand).items() if count == most}
    return best.event.no, _best(_written(best)), level - _best(_written(best)), most


def _longest_runs(dealt: Sequence[PlainHand], people: set[Person]) -> set[tuple[Person, int, int, int]]:
    """Each person's first one; nobody's where none is longer than a hand, or where all have one."""
    runs: dict[Person, list[list[int]]] = {}
    for person in people:
        own = [(hand.has_won(person), hand.event.no) for hand in dealt if person in hand.cards]
        runs[person] = [[no for _, no in group] for won, group in groupby(own, key=lambda one: one[0]) if won]
    most = max((len(run) for own in runs.values() for run in own), default=0)
    first = {person: next((run for run in own if len(run) == most), None) for person, own in runs.items()}
    found = {(person, most, run[0], run[-1]) for person, run in first.items() if run}
    return found if most > 1 and len(found) < len(people) else set()


def _shown_story(story: EveningStory) -> dict[str, Any]:
    best = story.best
    return {
        "hands": story.hands,
        "places": {UUID(one.player): (one.rank, one.count) for one in story.places},
        "best": best and (best.no, {*map(UUID, best.players)}, {*map(UUID, best.others)}, best.count),
        "runs": {(UUID(one.player), one.length, one.first, one.last) for one in story.runs},
        "won together": story.won_together,
        "turn": (story.lead and story.lead.value, story.turn),
    }


ENDS: Sequence[Compared] = (ends_of_evenings,)
