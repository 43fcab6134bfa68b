"""What one hand leaves for the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.problems import Complaints, RulesetError
from rules.reading import read_fields, read_int, read_list, read_player, told, write_fields
from rules.table import Player

MOST_BOCK = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Frozen and small; every field's default is the state before the first hand.

    dealer: who deals the next hand; None before the first.
    pot:    points in the pot (B85).
    bock:   one number for each Bock hand still to come: how often that hand is doubled (B89).
    """

    dealer: Player | None = told(read_player)
    pot: int = told(read_int, default=0)
    bock: tuple[int, ...] = told(read_list(read_int), default=())

    def to_json(self) -> dict[str, object]:
        """Only what differs from the state before the first hand."""
        return write_fields(self)


def read_state(raw: Mapping[str, object]) -> State:
    """A state from its JSON form. Raises: RulesetError naming every field that cannot be."""
    complaints = Complaints()
    state = State(**dict(read_fields(State, raw, complaints, prefix="state.")))  # type: ignore[arg-type]
    if not complaints.about("state.pot") and state.pot < 0:
        complaints.add("pot_below_zero", "state.pot")
    if not complaints.about("state.bock") and not all(0 <= times <= MOST_BOCK for times in state.bock):
        complaints.add("calls_out_of_range", "state.bock", most=MOST_BOCK)
    if complaints:
        raise RulesetError(complaints.all)
    return state
