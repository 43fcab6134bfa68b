"""The builder of model rows from the rows of a file, with the columns that follow from their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Model

from scorebook.clubs import names as naming
from scorebook.clubs.chain_ends import folded_hash, summed_hash
from scorebook.clubs.models import ChainEnd, Club, TypedText
from scorebook.exchange.club_file import schema
from scorebook.exchange.club_file.file_reader import FileClub, FileEvening, FileRow
from scorebook.ledger.accounts import account_id
from scorebook.ledger.chain import Leg, transfer_id
from scorebook.ledger.models import Account, Chain, Transfer
from scorebook.play.models import Evening, EveningEvent, HandEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedRow:
    """A row of a table, with its place in the file."""

    place: str
    row: Any


Placed = Iterator[PlacedRow]


class ClubRows:
    """The rows of one club of the file; evenings are built one by one."""

    def __init__(self, told: FileClub, *, imported_at: datetime) -> None:
        self._told, self.club = told, _club(told, imported_at)

    def people(self) -> Placed:
        enrolled: dict[UUID, Any] = {}
        for name in self._told.lists["names"]:
            enrolled.setdefault(name.values["player_id"], name.values["recorded_at"])
        for told in self._told.lists["people"]:
            folded = naming.folded_name(told.values["name"])
            yield self._row(told, name_folded=folded, created_at=enrolled[told.values["id"]])

    def listed(self, name: str, *, is_chain: bool = False) -> Placed:
        """Yield the rows of one list. is_chain: each has the hash of the one before."""
        previous = ""
        for told in self._told.lists[name]:
            yield self._row(told, **({"previous_hash": previous} if is_chain else {}))
            previous = told.values.get("hash", "")

    def chain_ends(self) -> Placed:
        """Yield chain ends calculated from the rows: the file has none of these, or one that is checked last."""
        seasons = self._told.lists["seasons"]
        imports = [placed.row for placed in self.listed("imports")]
        sayings = [placed.row for placed in self.listed("sayings")]
        ends = {
            ChainEnd.Name.CLUB_EVENTS: (sayings[-1].seq if sayings else 0, folded_hash(sayings)),
            ChainEnd.Name.SEASONS: (len(seasons), seasons[-1].values["hash"] if seasons else ""),
            ChainEnd.Name.IMPORTS: (len(imports), summed_hash(imports)),
        }
        for name, (length, hash) in ends.items():
            if length:
                row = ChainEnd(club_id=self.club.pk, name=name, length=length, hash=hash)
                yield PlacedRow(place=self._told.row.place, row=row)

    def accounts(self) -> Placed:
        for told in self._told.lists["accounts"]:
            values = told.values
            owner_id = values["player_id"] or values["evening_id"]
            yield self._row(told, id=self._account_id(values["unit"], values["kind"], owner_id))

    def chain(self) -> Placed:
        """Yield the row of the chain, which exists from the first account on."""
        entries = self._told.lists["entries"]
        if self._told.lists["accounts"] or entries:
            head = entries[-1].values["hash"] if entries else ""
            row = Chain(club_id=self.club.pk, length=len(entries), head_hash=head)
            yield PlacedRow(place=f"{self._told.row.place}.books", row=row)

    def payments(self) -> Placed:
        for plan in self._told.lists["plans"]:
            for told in plan.parts["payments"]:
                yield self._row(told, plan_id=plan.values["id"])

    def transfers(self) -> Placed:
        for entry in self._told.lists["entries"]:
            for position, told in enumerate(entry.parts["transfers"], start=1):
                source, target = (
                    self._account_of(entry.values, told.values[name]) for name in ("source_id", "target_id")
                )
                leg = Leg(source_id=source, target_id=target, amount_minor=told.values["amount_minor"])
                own_id = transfer_id(entry_id=entry.values["id"], position=position, leg=leg)
                row = Transfer(
                    id=own_id, club_id=self.club.pk, entry_id=entry.values["id"], position=position, **leg._asdict()
                )
                yield PlacedRow(place=told.place, row=row)

    def evening(self, told: FileEvening) -> Evening:
        evening = Evening(**told.row.values)
        evening.club = self.club
        return evening

    def shelved(self) -> Placed:
        for evening in self._told.evenings:
            if evening.shelved:
                yield self._row(evening.shelved, evening_id=evening.row.values["id"])

    def events(self, told: FileEvening, texts: Mapping[str, TypedText]) -> Sequence[HandEvent | EveningEvent]:
        """Return the events, hands with their notes loaded."""
        found: list[Any] = []
        for event in told.events:
            row = self._row(event, evening_id=told.row.values["id"]).row
            if isinstance(row, HandEvent) and row.note_id:
                row.note = texts[row.note_id]
            found.append(row)
        return found

    def _row(self, told: FileRow, **more: Any) -> PlacedRow:
        model: type[Model] = told.form.model
        return PlacedRow(place=told.place, row=model(club_id=self.club.pk, **told.values, **more))

    def _account_of(self, entry: Mapping[str, Any], owner: UUID | str) -> UUID:
        if isinstance(owner, UUID):
            return self._account_id(entry["unit"], Account.Kind.PLAYER, owner)
        return self._account_id(entry["unit"], owner, entry["evening_id"] if owner in schema.OF_EVENING else None)

    def _account_id(self, unit: str, kind: str, owner_id: UUID | None) -> UUID:
        return account_id(club_id=self.club.pk, unit=unit, kind=kind, owner_id=owner_id)


def _club(told: FileClub, imported_at: datetime) -> Club:
    names = [name.values for name in told.lists["names"]]
    founded = next(name for name in names if name["player_id"] is None)
    return Club(
        **told.row.values,
        created_at=founded["recorded_at"],
        imported_at=imported_at,
        names_length=len(names),
        names_head=names[-1]["hash"],
    )
