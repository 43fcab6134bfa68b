"""The rows of a moving club: read on either side, and compared by a digest of each row."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any
from uuid import UUID

import orjson
from django.db.models import Field, Model, QuerySet

from scorebook.clubs.club_tables import models_of_clubs
from scorebook.clubs.models import Club
from scorebook.core.append_only import AppendOnlyModel
from scorebook.core.row_values import codec_of
from scorebook.operations.club_rows import rows_of_club

BATCH = 500
_CHUNK = 2000
_DIGEST_BYTES = 16
# Each side has its own.
_NOT_MOVED: Mapping[type[Model], Sequence[str]] = {Club: ("arriving_from",)}
Line = list[Any]  # a row, or its primary key, as JSON values


@dataclass(frozen=True, slots=True)
class MovedTable:
    """One table, with the form of its rows as lines."""

    model: type[Model]
    fields: Sequence[Field[Any, Any]]
    key_places: Sequence[int]  # of the primary key in a line

    @property
    def name(self) -> str:
        return self.model._meta.db_table

    @property
    def is_only_added_to(self) -> bool:
        return issubclass(self.model, AppendOnlyModel) and not self.model.ERASABLE

    def lines_to_compare(self, club_id: UUID, known: Collection[bytes]) -> Iterator[Line]:
        """Yield the rows that may differ from those with these keys, which were read before: all, or the added ones."""
        rows = rows_of_club(self.model, club_id)
        if not (known and self.is_only_added_to):
            yield from self.lines(rows)
        elif rows.count() != len(known):
            writers = [codec_of(self.fields[place]).write for place in self.key_places]
            names = [self.fields[place].attname for place in self.key_places]
            found = rows.order_by().values_list(*names).iterator(chunk_size=_CHUNK)
            keys = ([write(value) for write, value in zip(writers, key, strict=True)] for key in found)
            added = [key for key in keys if key_text(key) not in known]
            for start in range(0, len(added), BATCH):
                yield from self.lines(self.rows_with_keys(club_id, added[start : start + BATCH]))

    def lines(self, rows: QuerySet[Any]) -> Iterator[Line]:
        writers = [codec_of(one).write for one in self.fields]
        for row in rows.order_by().values_list(*(one.attname for one in self.fields)).iterator(chunk_size=_CHUNK):
            yield [None if value is None else write(value) for write, value in zip(writers, row, strict=True)]

    def values(self, line: Line) -> dict[str, Any]:
        """Return the values of a line by their columns. Raises: UnfitValue."""
        return {
            one.attname: None if value is None else codec_of(one).read(value)
            for one, value in zip(self.fields, line, strict=True)
        }

    def key(self, line: Line) -> Line:
        return [line[place] for place in self.key_places]

    def rows_with_keys(self, club_id: UUID, keys: Sequence[Line]) -> QuerySet[Any]:
        is_single = len(self.key_places) == 1
        return rows_of_club(self.model, club_id).filter(pk__in=[key[0] if is_single else tuple(key) for key in keys])


def moved_tables() -> list[MovedTable]:
    """Return the tables whose rows move, that of the clubs first."""
    tables = list[MovedTable]()
    models: list[type[Model]] = [Club, *models_of_clubs()]
    for model in models:
        left_out = _NOT_MOVED.get(model, ())
        fields = [one for one in model._meta.concrete_fields if one.attname not in left_out]
        places = [fields.index(one) for one in model._meta.pk_fields]
        tables.append(MovedTable(model=model, fields=fields, key_places=places))
    return tables


def key_text(key: Line) -> bytes:
    return orjson.dumps(key)


def digest_of(line: Line) -> bytes:
    """Return the same for the same row of any engine; PostgreSQL sorts the names in a column of JSON."""
    return blake2b(orjson.dumps(line, option=orjson.OPT_SORT_KEYS), digest_size=_DIGEST_BYTES).digest()


@dataclass
class RowDigests:
    """The digests of the rows of one table and club, by `key_text`."""

    by_key: dict[bytes, bytes] = field(default_factory=dict)

    def summary(self) -> list[Any]:
        """Return the number of rows, and a digest of all of them in any order."""
        total = sum(int.from_bytes(one) for one in self.by_key.values())
        return [len(self.by_key), f"{total % (1 << 8 * _DIGEST_BYTES):x}"]
