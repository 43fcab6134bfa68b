"""The steps of an evening as a scribe records them, with results calculated by hand: the rows of the modules beside.

Figures stand in the order of the seats, Anna, Beppo, Cilli, Done, as on a sheet of paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")

Row = tuple[int, int, int, int]
EVEN: Row = (0, 0, 0, 0)


class Network(Enum):
    GOES = "goes"
    RETURNS = "returns"


@dataclass(frozen=True, kw_only=True)
class Taps:
    """who: role -> name, in the order of the taps. chips: field -> the value of its button. details: the fields under
    "More about this hand". counts: of a Ramsch, name -> card points and tricks. agreed: what everybody gets by hand.
    """

    who: Mapping[str, str] = field(default_factory=dict)
    card_points: int | None = None
    chips: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    agreed: Row | None = None


@dataclass(frozen=True, kw_only=True)
class Step:
    """text, value: the hand in the table's words, and what it counts.

    shows: what else a person sees then, selector -> text.
    """

    text: str
    value: str
    shows: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Hand(Step):
    """won: what everybody wins or loses. tally: what they write down, where that is something else. taps: None where
    everybody passed and the cards were thrown in.
    """

    won: Row
    tally: Row | None = None
    taps: Taps | None


@dataclass(frozen=True, kw_only=True)
class Correction(Step):
    """won, tally: what it makes of each hand that changes, and not only of hand `no`."""

    no: int
    taps: Taps
    won: Mapping[int, Row] = field(default_factory=dict)
    tally: Mapping[int, Row] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class StruckOut(Step):
    no: int


@dataclass(frozen=True, kw_only=True)
class WholeEvening:
    """agreed: house rule -> the answer that is tapped or typed on the start page, several for a list.

    owed: what everybody gets or owes at the end, in the smallest unit. payments: the fewest that settle it.
    """

    game: str
    stake: str
    agreed: Mapping[str, str | tuple[str, ...]]
    unit_words: tuple[str, str] | None = None
    events: tuple[Hand | Correction | StruckOut | Network, ...]
    owed: Row
    payments: int


def taps(
    *who: str,
    roles: tuple[str, ...] = ("declarer", "partner"),
    card_points: int | None = None,
    details: Mapping[str, tuple[str, ...]] | None = None,
    counts: Mapping[str, tuple[int, int]] | None = None,
    agreed: Row | None = None,
    **chips: object,
) -> Taps:
    """who: by their roles. chips: contract="rufer", kontra=1."""
    return Taps(
        who=dict(zip(roles, who, strict=False)),
        card_points=card_points,
        chips={name: str(value) for name, value in chips.items()},
        details=details or {},
        counts=counts or {},
        agreed=agreed,
    )
