"""The stored rows of a club that cannot be derived, by attributes of the models, each list in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any
from uuid import UUID

from scorebook.clubs.chain_ends import chain_end
from scorebook.clubs.groups import ClubGroup
from scorebook.clubs.models import ChainEnd, Club, Player
from scorebook.exchange.club_file import schema
from scorebook.exchange.club_file.schema import RowSchema
from scorebook.ledger.accounts import account_id
from scorebook.ledger.models import Account, Chain

# Batch sizes.
EVENINGS, ENTRIES = 20, 500
Row = dict[str, Any]


class ClubUnsound(Exception):
    """Stored data that is inconsistent; the audit has the details."""


class StoredClub:
    """The rows of one club; `group` has all clubs of the file."""

    def __init__(self, club_id: UUID, *, group: ClubGroup) -> None:
        self._id, self._group = club_id, group

    def list_rows(self, form: RowSchema, *order: str) -> Iterator[Row]:
        found = form.model._default_manager.filter(club=self._id).order_by(*order)
        return found.values(*form.columns.values()).iterator(chunk_size=ENTRIES)

    @property
    def club_row(self) -> Row:
        row: Row = Club.objects.values(*schema.CLUB.columns.values()).get(pk=self._id)
        return row

    def chain_heads(self) -> dict[str, str]:
        """Return the heads of the chains of names, seasons and entries, from the rows that hold them."""
        names = Club.objects.values_list("names_head", flat=True).get(pk=self._id)
        entries = Chain.objects.filter(club=self._id).values_list("head_hash", flat=True).first() or ""
        return {"names": names, "entries": entries, "seasons": chain_end(self._id, ChainEnd.Name.SEASONS).hash}

    def person_rows(self) -> Iterator[Row]:
        found = Player.objects.filter(club=self._id).values("created_at", *schema.PERSON.columns.values())
        yield from sorted(found, key=itemgetter("created_at", "id"))

    def text_rows(self) -> Iterator[Row]:
        # Not in the database's order, which depends on its collation.
        yield from sorted(self.list_rows(schema.TEXT), key=lambda row: str(row["id"]))

    def club_event_rows(self) -> Iterator[Row]:
        """Yield club events, without those about clubs that are no longer linked, and about their people.

        They lost their effect with the link, and would require those clubs with their books in the file.
        """
        people = set(Player.objects.filter(club__in=self._group.clubs).values_list("pk", flat=True))
        known: Mapping[str, object] = {"other_player_id": people, "other_club_id": {*self._group.clubs}}
        for row in self.list_rows(schema.CLUB_EVENT, "seq"):
            if all(row[name] is None or row[name] in ids for name, ids in known.items()):  # type: ignore[operator]
                yield row

    def evening_rows(self) -> Iterator[Row]:
        """Yield evenings, each with `shelved`, a row or None, and `events`."""
        for evenings in _row_batches(self.list_rows(schema.EVENING, "number"), EVENINGS):
            of_these = {"club": self._id, "evening__in": [evening["id"] for evening in evenings]}
            shelved = _group_rows_by("evening_id", schema.SHELVED, **of_these)
            hands = _group_rows_by("evening_id", schema.HAND_EVENT, **of_these)
            others = _group_rows_by("evening_id", schema.EVENING_EVENT, **of_these)
            for evening in evenings:
                id = evening["id"]
                events = sorted([*hands.get(id, ()), *others.get(id, ())], key=itemgetter("seq"))
                yield {**evening, "shelved": next(iter(shelved.get(id, ())), None), "events": events}

    def account_rows(self) -> Iterator[Row]:
        def account_order(row: Row) -> tuple[str, ...]:
            return row["unit"], row["kind"], str(row["player_id"] or ""), str(row["evening_id"] or "")

        yield from sorted(self.list_rows(schema.ACCOUNT), key=account_order)

    def plan_rows(self) -> Iterator[Row]:
        """Yield plans in the order in which they were made, each with its `payments`."""
        payments = _group_rows_by("plan_id", schema.PAYMENT, "position", club=self._id)
        for plan in sorted(self.list_rows(schema.PLAN), key=itemgetter("made_at", "number", "id")):
            yield {**plan, "payments": payments.get(plan["id"], ())}

    def entry_rows(self) -> Iterator[Row]:
        """Yield entries, each with its `transfers`."""
        found = Account.objects.filter(club=self._id).values_list("pk", "kind", "player_id")
        owners = {pk: (kind, player_id) for pk, kind, player_id in found}
        for entries in _row_batches(self.list_rows(schema.ENTRY, "seq"), ENTRIES):
            of_these = {"club": self._id, "entry__in": [entry["id"] for entry in entries]}
            transfers = _group_rows_by("entry_id", schema.TRANSFER, "entry", "position", **of_these)
            for entry in entries:
                legs = transfers.get(entry["id"], [])
                for leg in legs:
                    for side in ("source_id", "target_id"):
                        leg[side] = self._transfer_account_owner(leg[side], owners, entry)
                yield {**entry, "transfers": legs}

    def _transfer_account_owner(self, account: UUID, owners: Mapping[UUID, tuple[str, UUID | None]], entry: Row) -> str:
        """Return the player's id or the kind of an account of the entry's unit and evening. Raises: ClubUnsound."""
        kind, player_id = owners[account]
        owner_id = entry["evening_id"] if kind in schema.OF_EVENING else player_id
        if account != account_id(club_id=self._id, unit=entry["unit"], kind=kind, owner_id=owner_id):
            raise ClubUnsound(f"entry {entry['seq']} moves money of an account that is not of its unit or its evening")
        return str(player_id or kind)


def _row_batches(rows: Iterator[Row], size: int) -> Iterator[Sequence[Row]]:
    while batch := list(islice(rows, size)):
        yield batch


def _group_rows_by(key: str, form: RowSchema, *order: str, **filters: Any) -> dict[UUID, list[Row]]:
    """Return the rows by the id of the row that they belong to. key: column of this id."""
    rows = form.model._default_manager.filter(**filters).order_by(*order)
    found: dict[UUID, list[Row]] = {}
    for row in rows.values(*dict.fromkeys([key, *form.columns.values()])):
        found.setdefault(row[key], []).append(row)
    return found
