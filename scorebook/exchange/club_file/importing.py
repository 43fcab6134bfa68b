"""Import of a club file into the database, complete and audited, or not at all.

The file has only data that cannot be derived. Evenings, seats and results are replayed from the events, sums are
rebuilt from those, and finally the audit checks everything, in the same transaction.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, OperationalError, transaction
from django.utils import timezone

from rules.scoring_memo import ScoringMemo
from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.club_groups import club_group, direct_links
from scorebook.clubs.link_routes import site_moved_to
from scorebook.clubs.models import Club, TypedText
from scorebook.core.database import outage
from scorebook.core.database.taken_ids import is_taken_id
from scorebook.exchange.club_file.club_file_references import check_references
from scorebook.exchange.club_file.club_file_rows import ClubRows, PlacedRow
from scorebook.exchange.club_file.club_file_schema import BOOKS
from scorebook.exchange.club_file.file_reader import FileClub, read_club_file
from scorebook.exchange.club_file.problems import file_refused
from scorebook.ledger.balances import rebuild_movements
from scorebook.operations.audit.audit_parts import ClubToAudit, check_audit_parts
from scorebook.operations.audit.audit_replay import Checked
from scorebook.operations.audit.evening_audit import UNREADABLE
from scorebook.operations.garbage import reduce_garbage_collection
from scorebook.play.club_links import rebuild_link_routes
from scorebook.play.months import rebuild_hand_sums, rebuild_months
from scorebook.standings.standings_updates import rebuild_standings

BATCH = 500
# Errors that another program's file can cause in spite of all checks; with our own files each would be a bug.
UNFIT = (DatabaseError, ValidationError, AssertionError, OverflowError, RecursionError, *UNREADABLE)
# Pattern of an audit difference -> the list in the club that its number counts in.
COUNTED = (
    (re.compile(r"\bentry (\d+)"), "books.entries"),
    (re.compile(r"^name (\d+)"), "names"),
    (re.compile(r"^season event (\d+)"), "seasons"),
    (re.compile(r"^evening (\d+)"), "evenings"),
    (re.compile(r"^import (\d+)"), "imports"),
)
StepCallback = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedClubs:
    clubs: Sequence[Club]  # the club of the file, then the clubs linked with it
    checked: Checked  # by the audit


def import_club(
    text: bytes, *, keeps: bool = True, at: datetime | None = None, on_progress: StepCallback = lambda _: None
) -> ImportedClubs:
    """Write the clubs of a file, under new links, and audit them.

    keeps: False rolls everything back. at: time of the import; None for now. on_progress: called with the current step.
    Raises: ClubFileRefused; then nothing was written.
    """
    on_progress("reading")
    clubs = read_club_file(text)
    del text  # freed as soon as possible, here and below: a club is large
    check_references(clubs)
    try:
        with transaction.atomic(), reduce_garbage_collection():
            done = _ClubFileImport(clubs, on_progress, at or timezone.now()).write_and_audit()
            transaction.set_rollback(not keeps)
    except UNFIT as error:
        if isinstance(error, OperationalError) and outage.is_outage(error):
            raise
        raise file_refused(f"it cannot stand in this database: {_first_error_line(error)}") from error
    return done


class _ClubFileImport:
    def __init__(self, file_clubs: Sequence[FileClub], on_progress: StepCallback, at: datetime) -> None:
        self._on_progress, self._memo = on_progress, ScoringMemo()
        self._rows = [ClubRows(club, imported_at=at) for club in file_clubs]
        self._clubs = [rows.club for rows in self._rows]

    def write_and_audit(self) -> ImportedClubs:
        for rows in self._rows:
            place = rows.file_club.row.place
            # Ids are never changed, so that receipts and chains hold.
            if there := Club.objects.filter(pk=rows.club.pk).first():
                raise file_refused(f"the club {there} is in this database already", place=place)
            if site := site_moved_to(rows.club.pk):
                raise file_refused(f"the club has moved to {site}, and two sites cannot have it", place=place)
            _insert_file_rows([PlacedRow(place, rows.club)])
        for rows in self._rows:
            _insert_file_rows(rows.person_rows())
        for rows in self._rows:
            for name in ("texts", "names", "sayings", "seasons"):
                _insert_file_rows(rows.rows_of_list(name))
            _insert_file_rows(rows.chain_end_rows())
        self._check_club_group()
        for rows in self._rows:
            self._import_books(rows)
            rows.file_club.lists["entries"].clear()
            self._import_file_evenings(rows)
            _insert_file_rows(rows.rows_of_list("imports"))
        # The results of the club group are derived from those of each club, and stored with the first one.
        for club in reversed(self._clubs):
            self._on_progress(f"{club}: sums")
            for rebuild in (rebuild_months, rebuild_hand_sums, rebuild_movements, rebuild_link_routes):
                rebuild(club)
            rebuild_standings(club.pk)
        return ImportedClubs(clubs=self._clubs, checked=self._audit_clubs())

    def _check_club_group(self) -> None:
        """Check that the clubs of the file are one club group, and that no links of people form a ring."""
        ids = tuple(club.pk for club in self._clubs)
        links = direct_links(ids)
        for player in links:
            seen: set[UUID] = set()
            while player in links:
                if player in seen:
                    raise file_refused(f"{player} is linked in a ring", place="clubs")
                seen.add(player)
                player = links[player]
        for number, club in enumerate(self._clubs):
            if club_group(club.pk).clubs != ids:
                raise file_refused("is not one club with the others of the file", place=f"clubs[{number}]")

    def _import_books(self, rows: ClubRows) -> None:
        self._on_progress(f"{rows.club}: books")
        _insert_file_rows(rows.account_rows())
        _insert_file_rows(rows.chain_rows())
        _insert_file_rows(rows.rows_of_list("plans"))
        _insert_file_rows(rows.payment_rows())
        _insert_file_rows(rows.rows_of_list("entries"))
        _insert_file_rows(rows.transfer_rows())

    def _import_file_evenings(self, rows: ClubRows) -> None:
        texts = {text.pk: text for text in TypedText.objects.filter(club=rows.club)}
        evenings = rows.file_club.lists["evenings"]
        for number, evening in enumerate(evenings, start=1):
            self._on_progress(f"{rows.club}: evening {number} of {len(evenings)}")
            for table in rows.evening_tables(evening, texts, self._memo):
                _insert_file_rows(table)
            evening.parts["events"].clear()
        _insert_file_rows(rows.shelved_rows())

    def _audit_clubs(self) -> Checked:
        checked = Checked()
        for number, club in enumerate(self._clubs):
            self._on_progress(f"{club}: audit")
            for found in check_audit_parts(ClubToAudit(club_id=club.pk).audit_parts(), self._memo):
                if isinstance(found, AuditDifference):
                    raise file_refused(str(found), place=_audit_place_in_file(number, found))
                checked += found
        # Last, because the audit reports every other contradiction more precisely.
        for number, rows in enumerate(self._rows):
            for name in rows.file_club.cut:
                what = "something was cut off: the list does not end as `ends` says"
                place = f"books.{name}" if name in BOOKS else name
                raise file_refused(what, place=f"clubs[{number}].{place}")
        return checked


def _insert_file_rows(rows: Iterable[PlacedRow]) -> None:
    waiting = iter(rows)
    while batch := list(islice(waiting, BATCH)):
        model = type(batch[0].row)
        try:
            model._base_manager.bulk_create([placed.row for placed in batch])
        except OperationalError:
            raise
        except (DatabaseError, ValueError, OverflowError) as error:
            place, last = batch[0].place, batch[-1].place
            what = f"what stands from here to {last} cannot stand in this database: {_first_error_line(error)}"
            if isinstance(error, IntegrityError) and is_taken_id(error):
                what = f"something from here to {last} is in this database already"
            raise file_refused(what, place=place) from error


def _audit_place_in_file(number: int, difference: AuditDifference) -> str:
    place = ", ".join(filter(None, (difference.place, difference.what)))
    for pattern, name in COUNTED:
        if counted := pattern.search(place):
            return f"clubs[{number}].{name}[{int(counted[1]) - 1}]"
    return f"clubs[{number}]"


def _first_error_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
