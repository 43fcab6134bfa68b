"""When an evening is to end, as the table agreed, and how near that is. Pure: whoever asks says what time it is.

An evening never ends by itself: somebody closes it. offline/standing.js tells the same without a network.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from rules import State
from rules.bavarian.rounds import RoundKind
from rules.problems import ProblemList
from scorebook.core.budgets import HANDS_PER_EVENING
from scorebook.play.rounds import RoundPlace

ROUNDS_MAX = 99
POINTS_MAX = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedEnd:
    """One of the four.

    rounds: after so many rounds. deals: after so many deals, as a last round that has begun counts them.
    points: as soon as somebody has so many on the sheet. at: at this time.
    """

    rounds: int | None = None
    deals: int | None = None
    points: int | None = None
    at: datetime | None = None

    def check(self, problems: ProblemList) -> None:
        numbers = (
            ("rounds", self.rounds, ROUNDS_MAX),
            ("deals", self.deals, HANDS_PER_EVENING),
            ("points", self.points, POINTS_MAX),
        )
        if sum(value is not None for value in (*(value for _name, value, _most in numbers), self.at)) != 1:
            problems.add("end_not_one", "end")
        for name, value, most in numbers:
            if value is not None and not 1 <= value <= most:
                problems.add("end_out_of_range", f"end.{name}", least=1, most=most)

    def to_json(self) -> dict[str, object]:
        at = self.at and self.at.astimezone(UTC).isoformat()
        found = {"rounds": self.rounds, "deals": self.deals, "points": self.points, "at": at}
        return {name: value for name, value in found.items() if value is not None}


def read_end(raw: Mapping[str, object] | None) -> AgreedEnd | None:
    """What `AgreedEnd.to_json` wrote."""
    if not raw:
        return None
    at = raw.get("at")
    return AgreedEnd(**{**raw, "at": datetime.fromisoformat(str(at)) if at else None})  # type: ignore[arg-type]


class Phase(StrEnum):
    """LAST: the round that begins is the last one. RUNNING: the last round is being played."""

    AGREED = "agreed"
    LAST = "last"
    REACHED = "reached"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How far an evening has come.

    hand_count: the highest hand number. deals: how often the deal has passed on. place: of the next hand.
    most:       what whoever has most has on the sheet: of its tally where it holds one, else of its points.
    state:      what the next hand starts from. was_last_round: the last deal was of a last round.
    """

    hand_count: int
    deals: int
    most: int
    place: RoundPlace
    state: State
    was_last_round: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EndStanding:
    """after_hand: the last hand of a last round that is being played."""

    phase: Phase
    after_hand: int | None = None


def end_standing(end: AgreedEnd | None, course: Course, *, now: datetime) -> EndStanding | None:
    """None where nothing was agreed and no last round announced."""
    if course.state.round is not None and is_last_round(course.state.round.kind):
        return _running_end(course, hands=course.state.round.left)
    if course.was_last_round:
        return EndStanding(phase=Phase.OVER)
    if end is None:
        return None
    if end.deals is not None:
        return _running_end(course, hands=end.deals - course.deals)
    if end.rounds is not None:
        return _end_after_rounds(end.rounds, course)
    if end.points is not None:
        return EndStanding(phase=Phase.REACHED if course.most >= end.points else Phase.AGREED)
    return EndStanding(phase=Phase.REACHED if is_time_reached(end, now=now) else Phase.AGREED)


def is_time_reached(end: AgreedEnd | None, *, now: datetime) -> bool:
    return end is not None and end.at is not None and now >= end.at


def is_last_round(kind: str | None) -> bool:
    """kind: of the special round that is being played."""
    return kind == RoundKind.LAST


def _end_after_rounds(rounds: int, course: Course) -> EndStanding:
    place = course.place
    if place.round < rounds:
        return EndStanding(phase=Phase.AGREED)
    if place.round == rounds and place.hand == 1:
        return EndStanding(phase=Phase.LAST)
    return _running_end(course, hands=place.of - place.hand + 1 if place.round == rounds else 0)


def _running_end(course: Course, *, hands: int) -> EndStanding:
    """hands: how many are still to be dealt."""
    if hands <= 0:
        return EndStanding(phase=Phase.OVER)
    return EndStanding(phase=Phase.RUNNING, after_hand=course.hand_count + hands)
