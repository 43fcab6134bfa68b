"""What stands in the books of a club with one evening: its figures, all its rows, and those in words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import DateTimeField

from scorebook.clubs.models import ChainEnd, Club
from scorebook.exchange.models import Import
from scorebook.ledger import queries as books
from scorebook.ledger.models import Account, Entry, MonthMovement
from scorebook.play.models import Evening
from scorebook.play.queries.evening_sheets import evening_sheet
from tests.exchange.stored_rows import FACTS, Tables, stored
from tests.exchange.ways_in import Stamps, stamps_of

# Drawn by chance whenever a plan is made; no hash holds it before somebody pays.
DRAWN = {("Plan", "id"), ("PlannedPayment", "id"), ("PlannedPayment", "plan_id")}
STAMPED = {"recorded_by", "hash", "previous_hash", "head_hash", "last_hash"}
# That something came in by an import stands in the books of no other way.
COMPARED = [model for model in FACTS if model not in (Import, ChainEnd)]
MODELS_BY_NAME = {model.__name__: model for model in COMPARED}
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Row = dict[str, Any]
ByName = Mapping[str, int]
Moved = tuple[str, str, int]  # from, to, minor units


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What people ask about, by their names.

    points, minor: of the sheet. balances: of the ledger. hands: points of each. entries: what each moved, in order.
    payments: of the plan.
    """

    points: ByName
    minor: ByName
    balances: ByName
    hands: Sequence[ByName]
    entries: Sequence[Sequence[Moved]]
    payments: Sequence[Moved]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """The last hash of each chain, which ties all before it."""

    names: str
    ledger: str
    evening: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """rows: of all tables, as they are."""

    figures: Figures
    rows: Tables
    heads: Heads
    receipt: books.Receipt
    stamps: Stamps


def written(club: Club) -> Written:
    evening = Evening.objects.get(club=club)
    rows = stored(*COMPARED, of=[club.pk])
    return Written(
        figures=_figures(evening),
        rows={model: _in_order([_not_drawn(model, row) for row in found]) for model, found in rows.items()},
        heads=Heads(
            names=rows["Club"][0]["names_head"], ledger=rows["Chain"][0]["head_hash"], evening=evening.last_hash
        ),
        receipt=books.chain_receipt(club),
        stamps=stamps_of(evening),
    )


def _not_drawn(model: str, row: Row) -> Row:
    return {name: value for name, value in row.items() if (model, name) not in DRAWN}


def _in_order(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: json.dumps(row, default=str, sort_keys=True))


def _figures(evening: Evening) -> Figures:
    names = dict(evening.club.players.values_list("pk", "name"))
    sheet = evening_sheet(evening)
    balances = books.balances(club=evening.club, unit=evening.unit, evening_id=evening.pk)
    plan = books.plan_lines(club=evening.club, unit=evening.unit, evening_id=evening.pk)
    return Figures(
        points={line.player.name: line.points for line in sheet.players},
        minor={line.player.name: line.amount_minor for line in sheet.players},
        balances={name: balances.get(player, 0) for player, name in names.items()},
        hands=[{names[UUID(player)]: points for player, points in line.points.items()} for line in sheet.lines],
        entries=[_transfers(entry, names) for entry in books.ledger_entries(club=evening.club)],
        payments=[(one.planned.payer_name, one.planned.payee_name, one.planned.amount_minor) for one in plan],
    )


def _transfers(entry: Entry, names: Mapping[UUID, str]) -> list[Moved]:
    return [
        (_owner(transfer.source, names), _owner(transfer.target, names), transfer.amount_minor)
        for transfer in entry.transfers.all()
    ]


def _owner(account: Account, names: Mapping[UUID, str]) -> str:
    return names[account.player_id] if account.player_id else account.kind


# -- in words ------------------------------------------------------------------------------------------------------


def in_words(rows: Tables) -> Tables:
    """The content, whenever and under whatever keys: ids by their place, without times, writers and hashes.

    When the evening began stays: its points and money count in that month. Sums of the months in which entries were
    written go with the times; the audit holds them to the entries.
    """
    words = _words(rows)
    unstamped = {
        model: [_without_stamps(model, row) for row in found]
        for model, found in rows.items()
        if model != MonthMovement.__name__
    }
    text = json.dumps(unstamped, default=str)
    by_model: Tables = json.loads(ID.sub(lambda id: words.get(id[0], id[0]), text))
    return {model: _in_order(found) for model, found in by_model.items()}


def _without_stamps(model: str, row: Row) -> Row:
    kinds = {field.attname: field for field in MODELS_BY_NAME[model]._meta.concrete_fields}
    return {
        name: value
        for name, value in row.items()
        if name not in STAMPED and (name == "started_at" or not isinstance(kinds[name], DateTimeField))
    }


def _words(rows: Tables) -> dict[str, str]:
    """An id -> what it stands for, of all that is made from the keys of the evening and its hands."""
    places = [
        *((row["id"], f"transfer {row['position']}") for row in rows["Transfer"]),
        *((row["id"], row["kind"]) for row in rows["Account"] if row["evening_id"]),
        *((row["id"], f"evening {row['number']}") for row in rows["Evening"]),
        *((row["id"], f"event {row['seq']}") for model in ("EveningEvent", "HandEvent") for row in rows[model]),
    ]
    return {str(id): word for id, word in places}
