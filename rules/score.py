"""The result of a hand: the points it moved, and the reasons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from rules.state import State
from rules.table import Player


class Side(StrEnum):
    DECLARERS = "declarer_side"
    OPPONENTS = "opponents"


class Level(StrEnum):
    """The margin by which a hand was decided; each level includes the ones before it (P20)."""

    PLAIN = "plain"
    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One step on the way to the value, in the order in which a player would count it.

    Carried out one after the other from 0, the steps of a score give its value. A reason without amount and factor
    explains without changing the figure.
    """

    code: str  # of a message in `rules.wording.words`
    rule: str  # id in docs/rules
    # Added, or taken off below 0; half points are possible where matadors count half a unit (X56).
    amount: int | Fraction | None = None
    factor: int | None = None  # multiplies everything added before
    args: Mapping[str, str | int] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {"code": self.code, "rule": self.rule}
        if self.amount is not None:
            out["amount"] = self.amount if isinstance(self.amount, int) else str(self.amount)
        if self.factor is not None:
            out["factor"] = self.factor
        if self.args:
            out["args"] = dict(self.args)
        return out


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The points that one hand moved between the players and the pot."""

    points: Mapping[Player, int]  # + won, - lost; everybody at the table, also those who sit out
    pot: int = 0  # + the pot grew, - it paid out; players and pot together sum to 0 (B47)
    value: int  # points that one loser pays to one winner; where there is a tally, what a winner is credited
    declarer_side: tuple[Player, ...] = ()  # declarer first; empty without a declarer
    declarer_won: bool | None = None  # None without a declarer
    level: Level | None = None
    reasons: tuple[Reason, ...]
    # Strokes or individual points on the sheet, in games whose sheet differs from the points moved; else empty.
    # A field of its own, so that points stay zero-sum: a reader of a score need not know the game.
    tally: Mapping[Player, int] = field(default_factory=dict)
    state: State  # the start of the next hand

    def __post_init__(self) -> None:
        leak = sum(self.points.values()) + self.pot
        if leak != 0:
            raise AssertionError(f"the hand leaks {leak} points")  # raised, not asserted: -O must keep it

    @property
    def declarer(self) -> Player | None:
        return self.declarer_side[0] if self.declarer_side else None

    def to_json(self) -> dict[str, object]:
        return {
            "points": dict(self.points),
            "pot": self.pot,
            "value": self.value,
            "declarer_side": list(self.declarer_side),
            "declarer_won": self.declarer_won,
            "level": self.level.value if self.level else None,
            "reasons": [reason.to_json() for reason in self.reasons],
            **({"tally": dict(self.tally)} if self.tally else {}),
            "state": self.state.to_json(),
        }
