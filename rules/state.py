"""What one hand leaves for the next."""

from __future__ import annotations

from dataclasses import dataclass, fields

from rules.table import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Frozen and small; every field's default is the state before the first hand.

    dealer: who deals the next hand; None before the first.
    pot:    points in the pot (B85).
    bock:   one number for each Bock hand still to come: how often that hand is doubled (B89).
    """

    dealer: Player | None = None
    pot: int = 0
    bock: tuple[int, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Only what differs from the state before the first hand."""
        out: dict[str, object] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                out[field.name] = list(value) if isinstance(value, tuple) else value
        return out
