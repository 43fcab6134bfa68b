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
from scorebook.exchange.club_file.ends import CHAINS
from scorebook.exchange.club_file.file_reader import FileClub, FileEvening, FileRow
from scorebook.ledger.accounts import account_id
from scorebook.ledger.chain import Leg, transfer_id
from scorebook.ledger.models import Chain, Transfer
from scorebook.play.models import EveningEvent, HandEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedRow:
    """A row of a table, with its place in the file."""

    place: str
    row: Any


Placed = Iterator[PlacedRow]


class ClubRows:
    """The rows of one club of the file; evenings are built one by one."""

    def __init__(self, file_club: FileClub, *, imported_at: datetime) -> None:
        self.file_club, self.club = file_club, _club_row(file_club, imported_at)

    def person_rows(self) -> Placed:
        enrolled: dict[UUID, Any] = {}
        for name in self.file_club.lists["names"]:
            enrolled.setdefault(name.values["player_id"], name.values["recorded_at"])
        for file_row in self.file_club.lists["people"]:
            folded = naming.folded_name(file_row.values["name"])
            yield self._model_row(file_row, name_folded=folded, created_at=enrolled[file_row.values["id"]])

    def rows_of_list(self, name: str) -> Placed:
        """Yield the rows of one list; those of a chain have the hash of the one before."""
        previous = ""
        for file_row in self.file_club.lists[name]:
            yield self._model_row(file_row, **({"previous_hash": previous} if name in CHAINS else {}))
            previous = file_row.values.get("hash", "")

    def chain_end_rows(self) -> Placed:
        """Yield chain ends calculated from the rows: the file has none of these, or one that is checked last."""
        seasons = self.file_club.lists["seasons"]
        imports = [placed.row for placed in self.rows_of_list("imports")]
        club_events = [placed.row for placed in self.rows_of_list("sayings")]
        ends = {
            ChainEnd.Name.CLUB_EVENTS: (club_events[-1].seq if club_events else 0, folded_hash(club_events)),
            ChainEnd.Name.SEASONS: (len(seasons), seasons[-1].values["hash"] if seasons else ""),
            ChainEnd.Name.IMPORTS: (len(imports), summed_hash(imports)),
        }
        for name, (length, hash) in ends.items():
            if length:
                row = ChainEnd(club_id=self.club.pk, name=name, length=length, hash=hash)
                yield PlacedRow(place=self.file_club.row.place, row=row)

    def account_rows(self) -> Placed:
        for file_row in self.file_club.lists["accounts"]:
            keys = (file_row.values[name] for name in ("unit", "kind", "player_id", "evening_id"))
            yield self._model_row(file_row, id=self._account_row_id(*keys))

    def chain_rows(self) -> Placed:
        """Yield the row of the chain, which exists from the first account on."""
        entries = self.file_club.lists["entries"]
        if self.file_club.lists["accounts"] or entries:
            head = entries[-1].values["hash"] if entries else ""
            row = Chain(club_id=self.club.pk, length=len(entries), head_hash=head)
            yield PlacedRow(place=f"{self.file_club.row.place}.books", row=row)

    def payment_rows(self) -> Placed:
        for plan in self.file_club.lists["plans"]:
            for file_row in plan.parts["payments"]:
                yield self._model_row(file_row, plan_id=plan.values["id"])

    def transfer_rows(self) -> Placed:
        for entry in self.file_club.lists["entries"]:
            entry_id, unit, evening_id = (entry.values[name] for name in ("id", "unit", "evening_id"))
            for position, file_row in enumerate(entry.parts["transfers"], start=1):
                source, target = (
                    self._account_row_id(unit, *schema.account_key(file_row.values[side], evening_id))
                    for side in ("source_id", "target_id")
                )
                leg = Leg(source_id=source, target_id=target, amount_minor=file_row.values["amount_minor"])
                id = transfer_id(entry_id=entry_id, position=position, leg=leg)
                own = {"id": id, "club_id": self.club.pk, "entry_id": entry_id, "position": position}
                yield PlacedRow(place=file_row.place, row=Transfer(**own, **leg._asdict()))

    def shelved_rows(self) -> Placed:
        for evening in self.file_club.evenings:
            if evening.shelved:
                yield self._model_row(evening.shelved, evening_id=evening.row.values["id"])

    def event_rows(self, file_row: FileEvening, texts: Mapping[str, TypedText]) -> Sequence[HandEvent | EveningEvent]:
        """Return the events, hands with their notes loaded."""
        found: list[Any] = []
        for event in file_row.events:
            row = self._model_row(event, evening_id=file_row.row.values["id"]).row
            if isinstance(row, HandEvent) and row.note_id:
                row.note = texts[row.note_id]
            found.append(row)
        return found

    def _model_row(self, file_row: FileRow, **more: Any) -> PlacedRow:
        model: type[Model] = file_row.form.model
        return PlacedRow(place=file_row.place, row=model(club_id=self.club.pk, **file_row.values, **more))

    def _account_row_id(self, unit: str, kind: str, player_id: UUID | None, evening_id: UUID | None) -> UUID:
        return account_id(club_id=self.club.pk, unit=unit, kind=kind, owner_id=player_id or evening_id)


def _club_row(file_row: FileClub, imported_at: datetime) -> Club:
    names = [name.values for name in file_row.lists["names"]]
    founded = next(name for name in names if name["player_id"] is None)
    return Club(
        **file_row.row.values,
        created_at=founded["recorded_at"],
        imported_at=imported_at,
        names_length=len(names),
        names_head=names[-1]["hash"],
    )
