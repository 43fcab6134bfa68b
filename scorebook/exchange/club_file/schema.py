"""The schema of the club file: the columns of each model with their names, and the reasons to omit all others.

A test compares it with every field of every model, so that a new field fails until it has its place here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Field, JSONField, Model

from scorebook.clubs.models import ChainEnd, Club, ClubEvent, EndedClub, NameEvent, Player, TypedText
from scorebook.core.row_values import UnfitValue, codec_of, read_id, read_json, unchanged_value
from scorebook.exchange.models import Import
from scorebook.ledger.models import Account, Chain, Entry, MonthMovement, Plan, PlannedPayment, Transfer
from scorebook.play.models import (
    Evening,
    EveningEvent,
    EveningResult,
    HandEvent,
    HandResult,
    MonthContract,
    MonthPair,
    MonthTotal,
    Seat,
    ShelvedEvening,
)
from scorebook.standings.models import CupPassing, Rating, SeasonEvent, StandingsLock

if TYPE_CHECKING:
    Column = Field[Any, Any]

PLACE = "where it stands in the file"
BEFORE = "the hash of the one before"
A_KEY = (
    "a key that opens the club or an evening; whoever is given the file gets no key with it, the import makes new ones"
)
OF_INSTALLATION = "it says how long the club has been unused in this installation, and not what it is"
# Members sorted by name: PostgreSQL keeps them in an order of its own.
sorted_json = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode


@dataclass(frozen=True, slots=True, kw_only=True)
class RowField:
    """One value of a row."""

    name: str  # in the file
    attname: str  # of the model
    field: Column
    may_be_left_out: bool
    nothing: Any  # the value that is left out of a row
    write: Callable[[Any], str]  # a value, other than None, as JSON
    read: Callable[[Any], Any]  # raises Unfit


@dataclass(frozen=True, kw_only=True, eq=False)
class RowSchema:
    """The schema of a model's rows in the file."""

    model: type[Model]
    columns: Mapping[str, str]  # name in the file -> attribute of the model, in the order of the file
    optional: Sequence[str] = ()  # names that are left out of a row if they are empty
    follows: Mapping[str, str] = field(default_factory=dict)  # attribute -> what it is derived from
    left_behind: Mapping[str, str] = field(default_factory=dict)  # attribute -> why it is not in the file
    parts: Mapping[str, RowSchema] = field(default_factory=dict)  # lists in the row, with their schemas
    reads: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)  # names not read by their column's reader

    @cached_property
    def cells(self) -> tuple[RowField, ...]:
        fields = {column.attname: column for column in self.model._meta.concrete_fields}
        return tuple(
            RowField(
                name=name,
                attname=attname,
                field=fields[attname],
                may_be_left_out=name in self.optional,
                nothing=_empty_field_value(fields[attname]),
                write=_field_json_writer(fields[attname]),
                read=self.reads.get(name) or _field_json_reader(fields[attname]),
            )
            for name, attname in self.columns.items()
        )

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset([*self.columns, *self.parts])


def _empty_field_value(field: Column) -> Any:
    if field.null:
        return None
    return {} if isinstance(field, JSONField) else ""


def _field_json_writer(field: Column) -> Callable[[Any], str]:
    write = codec_of(field).write
    return sorted_json if write is unchanged_value else lambda value: sorted_json(write(value))


def _field_json_reader(field: Column) -> Callable[[Any], Any]:
    return _read_json_object if isinstance(field, JSONField) else codec_of(field).read


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


def _same_names(*names: str) -> dict[str, str]:
    return {name: name for name in names}


WRITTEN = {"by": "recorded_by", "at": "recorded_at"}

CLUB = RowSchema(
    model=Club,
    columns=_same_names("id", "name"),
    follows={"created_at": "names: its founding", "names_length": "names", "names_head": "names"},
    left_behind={"link_token": A_KEY, "imported_at": OF_INSTALLATION},
)
PERSON = RowSchema(
    model=Player,
    columns=_same_names("id", "name"),
    follows={"club_id": PLACE, "name_folded": "its name", "created_at": "names: when they were enrolled"},
)
TEXT = RowSchema(
    model=TypedText, columns=_same_names("id", "text", "salt"), optional=("text", "salt"), follows={"club_id": PLACE}
)
NAME = RowSchema(
    model=NameEvent,
    columns={
        **_same_names("seq", "kind"),
        "player": "player_id",
        "text": "text_id",
        **WRITTEN,
        **_same_names("id", "hash"),
    },
    optional=("player",),
    follows={"club_id": PLACE, "previous_hash": BEFORE},
)
CLUB_EVENT = RowSchema(
    model=ClubEvent,
    columns={
        **_same_names("seq", "kind"),
        "player": "player_id",
        "other_player": "other_player_id",
        "other_club": "other_club_id",
        "facts": "facts",
        **WRITTEN,
        "id": "id",
    },
    optional=("player", "other_player", "other_club", "facts"),
    follows={"club_id": PLACE},
)
SEASON = RowSchema(
    model=SeasonEvent,
    columns={
        **_same_names("seq", "season", "kind", "facts"),
        "text": "text_id",
        **WRITTEN,
        **_same_names("id", "hash"),
    },
    optional=("facts", "text"),
    follows={"club_id": PLACE, "previous_hash": BEFORE},
)
SHELVED = RowSchema(
    model=ShelvedEvening,
    columns={"kind": "kind", "by": "shelved_by", "at": "shelved_at"},
    follows={"evening_id": PLACE, "club_id": PLACE},
)
EVENING = RowSchema(
    model=Evening,
    columns={
        **_same_names("number", "id", "game", "unit", "stake_minor"),
        "first_dealer": "first_dealer_id",
        **_same_names("started_at", "names_head", "ruleset"),
    },
    optional=("names_head",),
    follows={
        "club_id": PLACE,
        "closed_at": "events",
        "hand_count": "events",
        "revision": "events",
        "state": "events",
        "agreed_end": "events",
        "last_hash": "events",
    },
    left_behind={"scribe_token": A_KEY, "watch_token": A_KEY},
)
EVENING_EVENT = RowSchema(
    model=EveningEvent,
    columns={
        **_same_names("seq", "kind", "after_hand"),
        **WRITTEN,
        **_same_names("facts", "shares"),
        "entry": "entry_id",
        **_same_names("id", "hash"),
    },
    optional=("facts", "shares", "entry"),
    follows={"club_id": PLACE, "evening_id": PLACE},
)
HAND_EVENT = RowSchema(
    model=HandEvent,
    columns={
        "seq": "seq",
        "hand": "no",
        "kind": "kind",
        **WRITTEN,
        **_same_names("table", "report", "score", "state_after"),
        "note": "note_id",
        "entry": "entry_id",
        "replaces": "replaces_id",
        "cause": "cause_id",
        **_same_names("id", "hash"),
    },
    optional=("state_after", "note", "entry", "replaces", "cause"),
    follows={"club_id": PLACE, "evening_id": PLACE},
)
ACCOUNT = RowSchema(
    model=Account,
    columns={**_same_names("unit", "kind"), "player": "player_id", "evening": "evening_id"},
    optional=("player", "evening"),
    follows={"id": "all the others", "club_id": PLACE},
)
PAYMENT = RowSchema(
    model=PlannedPayment,
    columns={
        "position": "position",
        "payer": "payer_id",
        "payee": "payee_id",
        **_same_names("amount_minor", "superseded_at", "id"),
    },
    optional=("payer", "payee", "superseded_at"),
    follows={"club_id": PLACE, "plan_id": PLACE},
)
PLAN = RowSchema(
    model=Plan,
    columns={
        "unit": "unit",
        "evening": "evening_id",
        **_same_names("number", "method"),
        "treasurer": "treasurer_id",
        **_same_names("is_proven", "made_at", "superseded_at", "id"),
    },
    optional=("evening", "treasurer", "is_proven", "superseded_at"),
    follows={"club_id": PLACE},
    parts={"payments": PAYMENT},
)
TRANSFER = RowSchema(
    model=Transfer,
    columns={"from": "source_id", "to": "target_id", "amount_minor": "amount_minor"},
    follows={"id": "the entry and all the others", "club_id": PLACE, "entry_id": PLACE, "position": PLACE},
    reads={"from": _read_account_owner, "to": _read_account_owner},
)
ENTRY = RowSchema(
    model=Entry,
    columns={
        **_same_names("seq", "kind", "unit"),
        "evening": "evening_id",
        **_same_names("why", "cause"),
        "reverses": "reverses_id",
        "planned": "planned_id",
        "carried_from": "carried_from",
        "note": "note_id",
        **WRITTEN,
        **_same_names("id", "hash"),
    },
    optional=("evening", "cause", "reverses", "planned", "carried_from", "note"),
    follows={"club_id": PLACE, "previous_hash": BEFORE},
    parts={"transfers": TRANSFER},
)
IMPORT = RowSchema(
    model=Import,
    columns={
        **_same_names("kind", "format"),
        "file_name": "file_name_id",
        "undoes": "undoes_id",
        "facts": "facts",
        **WRITTEN,
        "id": "id",
    },
    optional=("format", "file_name", "undoes", "facts"),
    follows={"club_id": PLACE},
)
FORMS = (
    CLUB, PERSON, TEXT, NAME, CLUB_EVENT, SEASON, SHELVED, EVENING, EVENING_EVENT, HAND_EVENT, ACCOUNT, PAYMENT, PLAN,
    TRANSFER, ENTRY, IMPORT,
)  # fmt: skip
# Tables that are not in the file -> what they are derived from.
FOLLOWS: Mapping[type[Model], str] = {
    Chain: "the entries",
    ChainEnd: "the club events, the seasons' events and the imports",
    Seat: "the events of the evening",
    MonthTotal: "the results",
    MonthContract: "the hands",
    MonthPair: "the hands",
    MonthMovement: "the transfers",
    EveningResult: "the events of the evening",
    HandResult: "the events of the evening",
    Rating: "the results",
    CupPassing: "the results",
    StandingsLock: "nothing: it is only held",
    EndedClub: "nothing: it is of clubs that are no longer here",
}
