"""What somebody may do to derived rows who writes past Scorebook: change one, take one away, put one there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any
from uuid import UUID

from django.db.models import IntegerField, Model

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.models import Club, Player
from scorebook.ledger.models import MonthMovement
from scorebook.play.models import Evening, EveningResult, HandResult, MonthContract, MonthPair, MonthTotal, Seat
from scorebook.standings.models import CupPassing, Rating

DERIVED: Sequence[type[Model]] = (
    Seat, MonthTotal, MonthContract, MonthPair, MonthMovement, EveningResult, HandResult, Rating, CupPassing,
)  # fmt: skip
SUMS = (MonthTotal, MonthContract, MonthPair, MonthMovement)
# By which code the audit says what is wrong.
CODES: Mapping[type[Model], str] = {
    Seat: "seat_changed",
    MonthTotal: "month_changed",
    MonthContract: "month_changed",
    MonthPair: "month_changed",
    MonthMovement: "balance_changed",
    EveningResult: "result_changed",
    HandResult: "result_changed",
    Rating: "memory_changed",
    CupPassing: "memory_changed",
}
# Facts of a stay, and what the database itself holds to.
UNTOUCHED = ("id", "place", "from_hand", "until_hand", "declared_won")
LONG_AGO = date(1999, 1, 1)


@dataclass(frozen=True, kw_only=True)
class Damaged:
    what: str
    row: Model

    def is_named_by(self, found: AuditDifference) -> bool:
        """By its kind, and by the hand or the person that it is about."""
        text = f"{found.place} {found.what}"
        return found.code == CODES[type(self.row)] and any(name in text for name in _names_of(self.row))


def _names_of(row: Any) -> Iterable[str]:
    if isinstance(row, HandResult):
        return [f"hand {row.no}"]
    if isinstance(row, CupPassing):
        return [str(row.evening)]
    if isinstance(row, MonthMovement):
        return [f"{row.month:%Y-%m}"]
    return [str(row.player_id), row.player.name]


@dataclass(frozen=True, kw_only=True)
class Damage:
    model: type[Model]
    way: str

    def do(self, club: Club, dice: Random) -> Damaged | None:
        """None where the club has no such row, or no place for another one."""
        stored = self.model._default_manager.filter(club=club)
        rows = sorted((row for row in stored if _says_something(row)), key=lambda row: str(row.pk))
        if not rows:
            return None
        row = getattr(self, f"_{self.way}")(dice.choice(rows), club, dice)
        return Damaged(what=f"{self.way} {self.model.__name__} {row.pk}", row=row) if row else None

    def _changed(self, row: Any, club: Club, dice: Random) -> Any:
        if isinstance(row, CupPassing):
            changes: dict[str, Any] = {
                "from_player": _others(club, row.player_id, row.from_player_id or row.player_id)[0]
            }
        else:
            name = dice.choice(_figures(self.model))
            changes = {name: getattr(row, name) + 7}
        self.model._default_manager.filter(pk=row.pk).update(**changes)
        return row

    def _deleted(self, row: Any, club: Club, dice: Random) -> Any:
        self.model._default_manager.filter(pk=row.pk).delete()
        return row

    def _inserted(self, row: Any, club: Club, dice: Random) -> Any:
        """Another one, like it but for where it stands."""
        place = _free_place(row, club)
        if place is None:
            return None
        values = {
            field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.name != "pk"
        }
        return self.model._default_manager.create(**{**values, **place})


def _figures(model: type[Model]) -> list[str]:
    fields = [field for field in model._meta.concrete_fields if isinstance(field, IntegerField)]
    return [field.name for field in fields if field.name not in (*UNTOUCHED, "no")]


def _free_place(row: Any, club: Club) -> dict[str, Any] | None:
    if isinstance(row, HandResult):
        return {"no": 99}
    if isinstance(row, EveningResult | Rating):
        there = type(row)._default_manager.filter(club=club, evening=row.evening_id).values_list("player", flat=True)
        other_player = next(iter(_others(club, *there)), None)
        return {"player_id": other_player.pk} if other_player else None
    if isinstance(row, CupPassing):
        passed = CupPassing.objects.filter(club=club).values("evening")
        other = Evening.objects.filter(club=club).exclude(pk__in=passed).order_by("number").first()
        return {"evening_id": other.pk} if other else None
    return {"month": LONG_AGO}


def _others(club: Club, *players: UUID) -> list[Player]:
    return list(Player.objects.filter(club=club).exclude(pk__in=players).order_by("pk"))


# Seats are not put there by a rebuilding: they are facts but for their totals.
DAMAGES = [
    Damage(model=model, way=way)
    for model in DERIVED
    for way in ("changed", "deleted", "inserted")
    if model is not Seat or way == "changed"
]


def derived_rows(clubs: Iterable[Club]) -> Mapping[str, Any]:
    """Without rows that came to nothing, which are as good as none."""
    found: dict[str, Any] = {}
    for model in DERIVED:
        rows = model._default_manager.filter(club__in=list(clubs))
        filled = [
            {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
            for row in rows
            if _says_something(row)
        ]
        found[model.__name__] = sorted(filled, key=str)
    return found


def _says_something(row: Model) -> bool:
    return not isinstance(row, SUMS) or any(getattr(row, name) for name in _figures(type(row)))
