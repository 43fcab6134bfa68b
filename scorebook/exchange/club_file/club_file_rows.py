"""The builder of model rows from the rows of a file, with the columns that follow from their place.

An evening is replayed from its events, which gives its row, seats and results.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model

from rules.scoring_memo import ScoringMemo
from scorebook.clubs import names as naming
from scorebook.clubs.chain_ends import folded_hash, summed_hash
from scorebook.clubs.models import ChainEnd, Club, TypedText
from scorebook.exchange.club_file import club_file_schema
from scorebook.exchange.club_file.club_file_ends import CHAINS
from scorebook.exchange.club_file.file_reader import FileClub, FileRow
from scorebook.exchange.club_file.problems import file_refused
from scorebook.ledger.accounts import account_id
from scorebook.ledger.chain import Leg, transfer_id
from scorebook.ledger.models import Chain, Transfer
from scorebook.operations.audit.audit_replay import AuditedEvening
from scorebook.operations.audit.evening_audit import UNREADABLE
from scorebook.play.evening_results import results_of
from scorebook.play.models import Evening, EveningEvent, HandEvent


class PlacedRow(NamedTuple):
    place: str  # in the file
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
                yield PlacedRow(self.file_club.row.place, row)

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
            yield PlacedRow(f"{self.file_club.row.place}.books", row)

    def payment_rows(self) -> Placed:
        return self._part_rows("plans", "payments", "plan_id")

    def shelved_rows(self) -> Placed:
        return self._part_rows("evenings", "shelved", "evening_id")

    def transfer_rows(self) -> Placed:
        for entry in self.file_club.lists["entries"]:
            entry_id, unit, evening_id = (entry.values[name] for name in ("id", "unit", "evening_id"))
            for position, file_row in enumerate(entry.parts["transfers"], start=1):
                source, target = (
                    self._account_row_id(unit, *club_file_schema.account_key(file_row.values[side], evening_id))
                    for side in ("source_id", "target_id")
                )
                leg = Leg(source_id=source, target_id=target, amount_minor=file_row.values["amount_minor"])
                id = transfer_id(entry_id=entry_id, position=position, leg=leg)
                own = {"id": id, "club_id": self.club.pk, "entry_id": entry_id, "position": position}
                yield PlacedRow(file_row.place, Transfer(**own, **leg._asdict()))

    def evening_tables(
        self, file_row: FileRow, texts: Mapping[str, TypedText], memo: ScoringMemo
    ) -> Sequence[Sequence[PlacedRow]]:
        """Score every hand of the evening again. Return its rows by tables, each after those that it refers to.

        Raises: ClubFileRefused at the first event that differs.
        """
        place, events = file_row.place, list(self._event_rows(file_row, texts))
        evening = Evening(club=self.club, **file_row.values)
        audited = _replay_file_evening(place, evening, events, memo)
        people = {person.values["id"] for person in self.file_club.lists["people"]}
        for seat in audited.seats:
            seat.club_id = evening.club_id
            if seat.player_id not in people:
                raise file_refused(f"there is no person {seat.player_id} in the club", place=f"{place}.events")
        evening.hand_count, evening.revision = len(audited.hands), audited.revision
        evening.state, evening.agreed_end = audited.state.to_json(), audited.agreed_end
        evening.closed_at, evening.last_hash = audited.closed_at, audited.last_hash
        results = results_of(evening, audited.seats, audited.hands)
        return [
            [PlacedRow(place, evening)],
            [one for one in events if isinstance(one.row, EveningEvent)],
            [one for one in events if isinstance(one.row, HandEvent)],
            *([PlacedRow(place, row) for row in table] for table in (audited.seats, results.people, results.hands)),
        ]

    def _event_rows(self, file_row: FileRow, texts: Mapping[str, TypedText]) -> Placed:
        """Yield the events, hands with their notes loaded."""
        for event in file_row.parts["events"]:
            placed = self._model_row(event, evening_id=file_row.values["id"])
            if isinstance(placed.row, HandEvent) and placed.row.note_id:
                placed.row.note = texts[placed.row.note_id]
            yield placed

    def _part_rows(self, name: str, part: str, key: str) -> Placed:
        """Yield the rows in the rows of a list. key: column of the id of the row that they are in."""
        for holder in self.file_club.lists[name]:
            for file_row in holder.parts.get(part, ()):
                yield self._model_row(file_row, **{key: holder.values["id"]})

    def _model_row(self, file_row: FileRow, **more: Any) -> PlacedRow:
        model: type[Model] = file_row.form.model
        return PlacedRow(file_row.place, model(club_id=self.club.pk, **file_row.values, **more))

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


def _replay_file_evening(
    place: str, evening: Evening, events: Sequence[PlacedRow], memo: ScoringMemo
) -> AuditedEvening:
    try:
        ruleset = evening.rules
    except UNREADABLE as error:
        raise file_refused(f"cannot be read: {error}", place=f"{place}.ruleset") from error
    audited = AuditedEvening(evening=evening, ruleset=ruleset, memo=memo)
    try:
        for difference in audited.replay_events([event.row for event in events]):
            raise file_refused(str(difference), place=events[audited.revision - 1].place)
        audited.add_seat_totals()
    except (*UNREADABLE, AssertionError) as error:  # normally a score that does not sum to 0 is a bug
        where = events[audited.revision - 1].place
        raise file_refused(f"cannot be read: {type(error).__name__}: {error}", place=where) from error
    return audited
