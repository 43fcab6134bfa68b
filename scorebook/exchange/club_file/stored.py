"""The stored rows of a club that cannot be derived, by attributes of the models, each list in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from scorebook.clubs.chain_ends import chain_end
from scorebook.clubs.groups import ClubGroup
from scorebook.clubs.models import ChainEnd, Club, ClubEvent, NameEvent, Player, TypedText
from scorebook.exchange.club_file import schema
from scorebook.exchange.club_file.schema import RowSchema
from scorebook.exchange.models import Import
from scorebook.ledger.accounts import account_id
from scorebook.ledger.models import Account, Chain, Entry, Plan, PlannedPayment, Transfer
from scorebook.play.models import Evening, EveningEvent, HandEvent, ShelvedEvening
from scorebook.standings.models import SeasonEvent

# Batch sizes.
EVENINGS, ENTRIES = 20, 500
Row = dict[str, Any]


class ClubUnsound(Exception):
    """Stored data that is inconsistent; the audit has the details."""


class StoredClub:
    """The rows of one club; `group` has all clubs of the file."""

    def __init__(self, club_id: UUID, *, group: ClubGroup) -> None:
        self._id, self._group = club_id, group

    @property
    def club_row(self) -> Row:
        [row] = _stored_rows(schema.CLUB, Club.objects.filter(pk=self._id))
        return row

    def chain_heads(self) -> dict[str, str]:
        """Return the heads of the chains of names, seasons and entries, from the rows that hold them."""
        names = Club.objects.values_list("names_head", flat=True).get(pk=self._id)
        entries = Chain.objects.filter(club=self._id).values_list("head_hash", flat=True).first() or ""
        return {"names": names, "entries": entries, "seasons": chain_end(self._id, ChainEnd.Name.SEASONS).hash}

    def person_rows(self) -> Iterator[Row]:
        found = Player.objects.filter(club=self._id).values("created_at", *schema.PERSON.columns.values())
        yield from sorted(found, key=lambda row: (row["created_at"], row["id"]))

    def text_rows(self) -> Iterator[Row]:
        # Not in the database's order, which depends on its collation.
        yield from sorted(
            _stored_rows(schema.TEXT, TypedText.objects.filter(club=self._id)), key=lambda row: str(row["id"])
        )

    def name_rows(self) -> Iterator[Row]:
        yield from _stored_rows(schema.NAME, NameEvent.objects.filter(club=self._id).order_by("seq"))

    def club_event_rows(self) -> Iterator[Row]:
        """Yield club events, without those about clubs that are no longer linked, and about their people.

        They lost their effect with the link, and would require those clubs with their books in the file.
        """
        people = set(Player.objects.filter(club__in=self._group.clubs).values_list("pk", flat=True))
        known: Mapping[str, object] = {"other_player_id": people, "other_club_id": {*self._group.clubs}}
        for row in _stored_rows(schema.CLUB_EVENT, ClubEvent.objects.filter(club=self._id).order_by("seq")):
            if all(row[name] is None or row[name] in ids for name, ids in known.items()):  # type: ignore[operator]
                yield row

    def season_rows(self) -> Iterator[Row]:
        yield from _stored_rows(schema.SEASON, SeasonEvent.objects.filter(club=self._id).order_by("seq"))

    def evening_rows(self) -> Iterator[Row]:
        """Yield evenings, each with `shelved`, a row or None, and `events`, pairs of schema and row."""
        found = _stored_rows(schema.EVENING, Evening.objects.filter(club=self._id).order_by("number"))
        for evenings in _row_batches(found, EVENINGS):
            ids = [evening["id"] for evening in evenings]
            shelved = self._rows_by_evening(schema.SHELVED, ShelvedEvening.objects.filter(evening__in=ids))
            hands = self._rows_by_evening(schema.HAND_EVENT, HandEvent.objects.filter(evening__in=ids))
            others = self._rows_by_evening(schema.EVENING_EVENT, EveningEvent.objects.filter(evening__in=ids))
            for evening in evenings:
                events = [(schema.HAND_EVENT, row) for row in hands.get(evening["id"], ())]
                events += [(schema.EVENING_EVENT, row) for row in others.get(evening["id"], ())]
                events.sort(key=lambda event: event[1]["seq"])
                yield {**evening, "shelved": next(iter(shelved.get(evening["id"], ())), None), "events": events}

    def account_rows(self) -> Iterator[Row]:
        def account_order(row: Row) -> tuple[str, ...]:
            return row["unit"], row["kind"], str(row["player_id"] or ""), str(row["evening_id"] or "")

        yield from sorted(_stored_rows(schema.ACCOUNT, Account.objects.filter(club=self._id)), key=account_order)

    def plan_rows(self) -> Iterator[Row]:
        """Yield plans in the order in which they were made, each with its `payments`."""
        payments: dict[UUID, list[Row]] = {}
        columns = ["plan_id", *schema.PAYMENT.columns.values()]
        for payment in PlannedPayment.objects.filter(club=self._id).order_by("position").values(*columns):
            payments.setdefault(payment["plan_id"], []).append(payment)
        plans = sorted(
            _stored_rows(schema.PLAN, Plan.objects.filter(club=self._id)),
            key=lambda row: (row["made_at"], row["number"], row["id"]),
        )
        for plan in plans:
            yield {**plan, "payments": payments.get(plan["id"], ())}

    def entry_rows(self) -> Iterator[Row]:
        """Yield entries, each with its `transfers`."""
        found = Account.objects.filter(club=self._id).values_list("pk", "kind", "player_id")
        owners = {pk: (kind, player_id) for pk, kind, player_id in found}
        columns = ["entry_id", *schema.TRANSFER.columns.values()]
        for entries in _row_batches(
            _stored_rows(schema.ENTRY, Entry.objects.filter(club=self._id).order_by("seq")), ENTRIES
        ):
            own = Transfer.objects.filter(club=self._id, entry__in=[entry["id"] for entry in entries])
            transfers: dict[UUID, list[Row]] = {}
            for transfer in own.order_by("entry", "position").values(*columns):
                transfers.setdefault(transfer["entry_id"], []).append(transfer)
            for entry in entries:
                legs = transfers.get(entry["id"], [])
                for leg in legs:
                    for side in ("source_id", "target_id"):
                        leg[side] = self._transfer_account_owner(leg[side], owners, entry)
                yield {**entry, "transfers": legs}

    def import_rows(self) -> Iterator[Row]:
        yield from _stored_rows(schema.IMPORT, Import.objects.filter(club=self._id).order_by("recorded_at", "pk"))

    def _transfer_account_owner(self, account: UUID, owners: Mapping[UUID, tuple[str, UUID | None]], entry: Row) -> str:
        """Return the player's id or the kind of an account of the entry's unit and evening. Raises: ClubUnsound."""
        kind, player_id = owners[account]
        owner_id = entry["evening_id"] if kind in schema.OF_EVENING else player_id
        if account != account_id(club_id=self._id, unit=entry["unit"], kind=kind, owner_id=owner_id):
            raise ClubUnsound(f"entry {entry['seq']} moves money of an account that is not of its unit or its evening")
        return str(player_id or kind)

    def _rows_by_evening(self, form: RowSchema, rows: QuerySet[Any]) -> dict[UUID, list[Row]]:
        found: dict[UUID, list[Row]] = {}
        columns = dict.fromkeys(["evening_id", *form.columns.values()])
        for row in rows.filter(club=self._id).order_by().values(*columns):
            found.setdefault(row["evening_id"], []).append(row)
        return found


def _stored_rows(form: RowSchema, rows: QuerySet[Any]) -> Iterator[Row]:
    return rows.values(*form.columns.values()).iterator(chunk_size=ENTRIES)


def _row_batches(rows: Iterator[Row], size: int) -> Iterator[Sequence[Row]]:
    while batch := list(islice(rows, size)):
        yield batch
