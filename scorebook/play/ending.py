"""The agreed end of an evening and how near it is. Pure; the caller passes the time.

An evening never closes by itself. offline/standing.js implements the same for pages without a network.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from rules import State
from rules.games.bavarian.rounds import RoundKind
from rules.problems import ProblemList
from scorebook.core.budgets import HANDS_PER_EVENING
from scorebook.play.rounds import RoundPlace

MAX_ROUNDS = 99
MAX_POINTS = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedEnd:
    """The agreed end of an evening; exactly one field is set."""

    rounds: int | None = None  # after this many rounds
    deals: int | None = None  # after this many deals, counted as for a last round that has begun
    points: int | None = None  # when a player has this many on the sheet
    at: datetime | None = None

    def check(self, problems: ProblemList) -> None:
        numbers = (
            ("rounds", self.rounds, MAX_ROUNDS),
            ("deals", self.deals, HANDS_PER_EVENING),
            ("points", self.points, MAX_POINTS),
        )
        if sum(value is not None for value in (*(value for _name, value, _most in numbers), self.at)) != 1:
            problems.add("end_not_one", "end")
        for name, value, most in numbers:
            if value is not None and not 1 <= value <= most:
                problems.add("end_out_of_range", f"end.{name}", least=1, most=most)

    @property
    def limits(self) -> Mapping[str, int | str]:
        """Return the fields that are set, with the time as text in UTC."""
        at = self.at.astimezone(UTC).isoformat() if self.at else None
        found = {"rounds": self.rounds, "deals": self.deals, "points": self.points, "at": at}
        return {name: value for name, value in found.items() if value is not None}


# The record of an agreed end is in hashed events and in club files, so a written one never changes. A further field
# needs a further version, with a member `version` that version 1 does not have.
END_VERSION = 1
FIELDS_OF_VERSION_1 = ("rounds", "deals", "points", "at")


def write_agreed_end(end: AgreedEnd | None) -> dict[str, object] | None:
    """Return the record to store. The end may be one that `check` refuses."""
    return {name: end.limits[name] for name in FIELDS_OF_VERSION_1 if name in end.limits} if end else None


def read_agreed_end(record: Mapping[str, Any] | None) -> AgreedEnd | None:
    """Read what `write_agreed_end` wrote. Raises: ValueError for another version."""
    if not record:
        return None
    if not record.keys() <= {*FIELDS_OF_VERSION_1}:
        raise ValueError(f"no agreed end of version {END_VERSION}: {dict(record)}")
    at = record.get("at")
    return AgreedEnd(
        rounds=record.get("rounds"),
        deals=record.get("deals"),
        points=record.get("points"),
        at=datetime.fromisoformat(at) if at else None,
    )


class Phase(StrEnum):
    """The phase of an evening relative to its agreed end."""

    AGREED = "agreed"
    LAST = "last"  # the next round is the last one
    REACHED = "reached"  # the points or the time are reached
    RUNNING = "running"  # the last round is being played
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningCourse:
    hand_count: int  # highest hand number
    deals: int  # number of times the deal passed on
    most: int  # highest tally on the sheet if the ruleset has one, else highest points
    place: RoundPlace  # of the next hand
    state: State  # before the next hand
    was_last_round: bool  # the last deal was of a last round


@dataclass(frozen=True, slots=True, kw_only=True)
class EndStanding:
    phase: Phase
    after_hand: int | None = None  # number of the last hand of a running last round


def evening_end_progress(end: AgreedEnd | None, course: EveningCourse, *, now: datetime) -> EndStanding | None:
    """Return the phase; None without an agreed end or an announced last round."""
    if course.state.round is not None and is_last_round(course.state.round.kind):
        return _evening_end_in_last_round(course, hands=course.state.round.left)
    if course.was_last_round:
        return EndStanding(phase=Phase.OVER)
    if end is None:
        return None
    if end.deals is not None:
        return _evening_end_in_last_round(course, hands=end.deals - course.deals)
    if end.rounds is not None:
        return _evening_end_after_rounds(end.rounds, course)
    if end.points is not None:
        return EndStanding(phase=Phase.REACHED if course.most >= end.points else Phase.AGREED)
    return EndStanding(phase=Phase.REACHED if is_time_reached(end, now=now) else Phase.AGREED)


def is_time_reached(end: AgreedEnd | None, *, now: datetime) -> bool:
    return end is not None and end.at is not None and now >= end.at


def is_last_round(kind: str | None) -> bool:
    return kind == RoundKind.LAST


def _evening_end_after_rounds(rounds: int, course: EveningCourse) -> EndStanding:
    place = course.place
    if place.round < rounds:
        return EndStanding(phase=Phase.AGREED)
    if place.round == rounds and place.hand == 1:
        return EndStanding(phase=Phase.LAST)
    return _evening_end_in_last_round(course, hands=place.of - place.hand + 1 if place.round == rounds else 0)


def _evening_end_in_last_round(course: EveningCourse, *, hands: int) -> EndStanding:
    """Return the phase of a last round. hands: number still to be dealt."""
    if hands <= 0:
        return EndStanding(phase=Phase.OVER)
    return EndStanding(phase=Phase.RUNNING, after_hand=course.hand_count + hands)
