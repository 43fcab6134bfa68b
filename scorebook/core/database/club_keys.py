"""References between rows of one club. Their joins and look-ups name the club of both rows.

So no statement reads a row of another club by mistake, and rows of a club can be stored together on one of several
servers. The models on both sides have a field `club`.
"""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import UUID

from django.db import models
from django.db.models.lookups import Exact
from django.db.models.sql.where import WhereNode

_ST = TypeVar("_ST")
_GT = TypeVar("_GT")


class _WithinClub:
    """The parts of a foreign key that name the club."""

    model: type[models.Model]
    remote_field: Any

    def get_extra_restriction(self, alias: str | None, related_alias: str) -> WhereNode | None:
        """Return the condition that a join adds. alias: of the table referred to. related_alias: of the other."""
        if alias is None:  # a subquery without the table; its own conditions name the club
            return None
        there: Any = self.remote_field.model._meta.get_field("club")
        here: Any = self.model._meta.get_field("club")
        same: Any = Exact(there.get_col(alias), here.get_col(related_alias))
        return WhereNode([same])

    def get_extra_descriptor_filter(self, instance: Any) -> dict[str, object]:
        """Return the condition by which the row referred to is read."""
        return {"club": instance.club_id}

    def get_forward_related_filter(self, obj: Any) -> dict[str, int | UUID]:
        """Return the condition by which the rows that refer to one are read."""
        found: dict[str, int | UUID] = super().get_forward_related_filter(obj)  # type: ignore[misc]
        return found | {"club": obj.club_id}


class _PlainInMigrations:
    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Return an ordinary foreign key for migrations: the table is the same."""
        name, _, args, kwargs = super().deconstruct()  # type: ignore[misc]
        return name, "django.db.models.ForeignKey", args, kwargs


class ClubForeignKey(_WithinClub, _PlainInMigrations, models.ForeignKey[_ST, _GT]):
    """A reference to a row of the same club."""


class DerivedForeignKey(_PlainInMigrations, models.ForeignKey[_ST, _GT]):
    """A reference of a derived row, which the audit compares with what it is derived from.

    The database does not check it. The table has no index that begins with the reference, so the check would search the
    rows of all clubs for each row that is deleted.
    """

    def __init__(self, to: Any, on_delete: Any = models.PROTECT, **options: Any) -> None:
        unchecked: dict[str, Any] = {"related_name": "+", "db_index": False, "db_constraint": False}
        super().__init__(to, on_delete, **(unchecked | options))


class DerivedClubForeignKey(_WithinClub, DerivedForeignKey[_ST, _GT]):
    """A reference of a derived row to a row of the same club."""


class ClubOneToOneField(_WithinClub, models.OneToOneField[_ST, _GT]):
    """A reference to a row of the same club that no other row has. The model has a unique constraint with the club."""

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Return a foreign key without an index for migrations, unless it is the primary key."""
        name, _, args, kwargs = super().deconstruct()
        if self.primary_key:
            return name, "django.db.models.OneToOneField", args, kwargs
        return name, "django.db.models.ForeignKey", args, {**kwargs, "db_index": False}


def stays_in_club(field: models.Field[Any, Any]) -> bool:
    """Return whether a field refers to the club itself, or to a row of the same club by a key with the club."""
    return isinstance(field, _WithinClub) or (field.is_relation and field.name == "club")
