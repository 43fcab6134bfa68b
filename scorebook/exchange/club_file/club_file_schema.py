"""The schema of the club file: the columns of each model with their names.

`tests/exchange/columns_left_out.py` has the reason for every other column. A new one fails a test until it has a place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Field, JSONField, Model

from scorebook.clubs.models import Club, ClubEvent, NameEvent, Player, TypedText
from scorebook.core.row_values import UnfitValue, ValueCodec, codec_of, read_id, read_json
from scorebook.exchange.models import Import
from scorebook.ledger.models import Account, Entry, Plan, PlannedPayment, Transfer
from scorebook.play.models import Evening, EveningEvent, HandEvent, ShelvedEvening
from scorebook.standings.models import SeasonEvent

if TYPE_CHECKING:
    Column = Field[Any, Any]

# Members sorted by name: PostgreSQL keeps them in an order of its own.
sorted_json = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode


@dataclass(frozen=True, slots=True, kw_only=True)
class RowField:
    name: str  # in the file
    attname: str  # of the model
    field: Column
    may_be_left_out: bool
    nothing: Any  # the value that is left out of a row
    codec: ValueCodec
    read: Callable[[Any], Any]  # raises UnfitValue

    def to_json(self, value: Any) -> str:
        """Return a value, other than None, as JSON."""
        return sorted_json(self.codec.write(value))


@dataclass(frozen=True, kw_only=True, eq=False)
class RowSchema:
    """The schema of a model's rows in the file.

    row: names in the file, in their order. `name=field` if the field of the model has another name; `?` at the end of
         what is left out of a row while it is empty.
    """

    model: type[Model]
    row: str
    parts: Mapping[str, RowSchema] = field(default_factory=dict)  # lists in the row, with their schemas
    reads: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)  # names not read by their column's reader

    @cached_property
    def cells(self) -> tuple[RowField, ...]:
        fields = {column.name: column for column in self.model._meta.concrete_fields}
        return tuple(self._schema_field(word, fields) for word in self.row.split())

    @cached_property
    def columns(self) -> Mapping[str, str]:
        """Return name in the file -> attribute of the model."""
        return {cell.name: cell.attname for cell in self.cells}

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset([*self.columns, *self.parts])

    def _schema_field(self, word: str, fields: Mapping[str, Column]) -> RowField:
        name, _, field_name = word.removesuffix("?").partition("=")
        column = fields[field_name or name]
        codec, is_json = codec_of(column), isinstance(column, JSONField)
        return RowField(
            name=name,
            attname=column.attname,
            field=column,
            may_be_left_out=word.endswith("?"),
            nothing=None if column.null else {} if is_json else "",
            codec=codec,
            read=self.reads.get(name) or (_read_json_object if is_json else codec.read),
        )


def _read_json_object(value: Any) -> Any:
    if not isinstance(value, dict):
        raise UnfitValue("is no object")
    return read_json(value)


# Kinds of accounts: one for each evening, and all that have no owner.
OF_EVENING = (Account.Kind.TABLE, Account.Kind.POT)
OF_NOBODY = (*OF_EVENING, Account.Kind.KITTY, Account.Kind.CASH)


def _read_account_owner(value: Any) -> UUID | str:
    """Read an account of the entry's unit and evening: the id of a player, or the kind of another account."""
    return value if isinstance(value, str) and value in OF_NOBODY else read_id(value)


def account_key(owner: UUID | str, evening_id: UUID | None) -> tuple[str, UUID | None, UUID | None]:
    """Return kind, player and evening of an account as in `accounts`. owner: as in a transfer."""
    if isinstance(owner, UUID):
        return Account.Kind.PLAYER, owner, None
    return owner, None, evening_id if owner in OF_EVENING else None


WRITTEN = "by=recorded_by at=recorded_at"

CLUB = RowSchema(model=Club, row="id name")
PERSON = RowSchema(model=Player, row="id name")
TEXT = RowSchema(model=TypedText, row="id text? salt?")
NAME = RowSchema(model=NameEvent, row=f"seq kind player? text {WRITTEN} id hash")
CLUB_EVENT = RowSchema(model=ClubEvent, row=f"seq kind player? other_player? other_club? facts? {WRITTEN} id")
SEASON = RowSchema(model=SeasonEvent, row=f"seq season kind facts? text? {WRITTEN} id hash")
SHELVED = RowSchema(model=ShelvedEvening, row="kind by=shelved_by at=shelved_at")
EVENING = RowSchema(model=Evening, row="number id game unit stake_minor first_dealer started_at names_head? ruleset")
EVENING_EVENT = RowSchema(model=EveningEvent, row=f"seq kind after_hand {WRITTEN} facts? shares? entry? id hash")
HAND_EVENT = RowSchema(
    model=HandEvent,
    row=f"seq hand=no kind {WRITTEN} table report score state_after? note? entry? replaces? cause? id hash",
)
ACCOUNT = RowSchema(model=Account, row="unit kind player? evening=evening_id?")
PAYMENT = RowSchema(model=PlannedPayment, row="position payer? payee? amount_minor superseded_at? id")
PLAN = RowSchema(
    model=Plan,
    row="unit evening=evening_id? number method treasurer? is_proven? made_at superseded_at? id",
    parts={"payments": PAYMENT},
)
TRANSFER = RowSchema(
    model=Transfer,
    row="from=source to=target amount_minor",
    reads={"from": _read_account_owner, "to": _read_account_owner},
)
ENTRY = RowSchema(
    model=Entry,
    row=f"seq kind unit evening=evening_id? why cause? reverses? planned? carried_from? note? {WRITTEN} id hash",
    parts={"transfers": TRANSFER},
)
IMPORT = RowSchema(model=Import, row=f"kind format? file_name? undoes? facts? {WRITTEN} id")
HAND_KINDS = frozenset(HandEvent.Kind.values)


def event_schema(kind: object) -> RowSchema:
    """Return the schema of an event of an evening; an unknown kind is refused by that of all other events."""
    return HAND_EVENT if isinstance(kind, str) and kind in HAND_KINDS else EVENING_EVENT


# Lists of a club, and of its books: name -> schema.
LISTS = {
    "people": PERSON,
    "texts": TEXT,
    "names": NAME,
    "sayings": CLUB_EVENT,
    "seasons": SEASON,
    "imports": IMPORT,
}
BOOKS = {"accounts": ACCOUNT, "plans": PLAN, "entries": ENTRY}
