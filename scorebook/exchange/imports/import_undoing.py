"""The service that undoes an import as a whole, in transactions that others do not wait for too long.

The books are never erased: the evenings are reopened, payments and carry-overs in them are reversed, every hand is
voided, and the evenings are archived. Then they count nowhere. People enrolled by the import stay: names are part of
the books, and can be forgotten.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from operator import attrgetter
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.clubs.services import locked_club
from scorebook.core.months import day_of
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.chain import append_import, reused_key_reported
from scorebook.exchange.imports.import_duplicates import WrittenImport, is_begun, standing_imports
from scorebook.exchange.imports.import_records import ImportProblems, import_refused
from scorebook.exchange.imports.import_writing import ProgressCallback, import_write_counts
from scorebook.exchange.models import Import
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Account, Entry, Transfer
from scorebook.play import services as play
from scorebook.play.models import Evening, EveningEvent
from scorebook.standings.seasons.season_queries import seasons_of
from scorebook.standings.services import closing as standings

Kind = Entry.Kind
# Entries that people make on the tab because of its balances.
ANSWERS = (Kind.PAYMENT, Kind.DEPOSIT, Kind.PAYOUT, Kind.ROUNDING)


@dataclass(kw_only=True)
class ImportUndoing:
    """The undoing of all parts of an import, with its progress. The first part, which has its id, is undone last.

    The same key is the first undoing again. If something is built on the import during the undoing, the parts undone so
    far stay undone, and the same call goes on with the rest.
    Raises: ImportRefused import_unknown, already_undone, too_many_at_once; evening_touched, tab_touched, tab_moved,
    season_closed, with everything that was built on any part of it; play.KeyReused.
    """

    club: Club
    import_id: UUID
    key: UUID
    by: str
    at: datetime
    most: int | None  # evenings and payments, such as `limits.MAX_AT_ONCE`; None is no limit

    def __post_init__(self) -> None:
        self._undone = _undoing_of_key(self.club, self.import_id, self.key)
        whole = None if self._undone else _undoable_import(self.club, self.import_id)
        self._parts = [_PartLeft(self.club, part) for part in whole.parts] if whole else []
        self.total = whole.count + whole.undone_count if whole else 0
        self.was_begun = whole is None or self.done > 0  # under any key
        limits.check_import_size(whole.count if whole else 0, most=self.most)
        problems = ImportProblems()
        for part in self._parts:
            _check_undoable(_ImportedRows(self.club, part.found, part.left), problems)
        problems.raise_import_problems()

    @property
    def is_finished(self) -> bool:
        return self._undone is not None

    @property
    def done(self) -> int:
        return self.total - sum(len(part.left) for part in self._parts)

    def undo_all(self, on_progress: ProgressCallback = lambda _done, _all: None) -> Import:
        """Undo the rest. on_progress: called after each transaction."""
        while self._undone is None:
            self.undo_more()
            on_progress(self.done, self.total)
            if not self.is_finished:
                limits.pause_between_import_parts()
        return self._undone

    def undo_more(self) -> None:
        """Undo as much of the last part as fits one transaction."""
        part = self._parts[-1]
        is_first = part.found.pk == self.import_id
        ids = part.ids_at_once()
        with reused_key_reported(self.key), transaction.atomic():
            held = locked_club(self.club.pk)
            if first := _undoing_of_key(held, self.import_id, self.key):
                self._undone, self._parts = first, []
                return
            if is_first and len(whole := _undoable_import(held, self.import_id).parts) > 1:
                self._parts = [_PartLeft(held, one) for one in whole]  # the import was continued meanwhile
                return
            evenings = Evening.objects.select_for_update(no_key=True).filter(club=held, pk__in=ids)
            list(evenings.order_by("pk").values_list("pk"))
            written, problems = _ImportedRows(held, part.found, ids), ImportProblems()
            _check_undoable(written, problems)
            problems.raise_import_problems()
            _undo_imported_rows(written, by=self.by, at=self.at)
            if len(ids) == len(part.left):
                key = self.key if is_first else uuid5(self.key, str(part.found.pk))
                row = self._record_undoing(held, part.found, key=key)
                self._undone = row if is_first else None
        del part.left[len(part.left) - len(ids) :]
        if not part.left:
            del self._parts[-1]

    def _record_undoing(self, club: Club, part: Import, *, key: UUID) -> Import:
        if first := Import.objects.filter(club=club, undoes=part).first():
            return first  # undone by a concurrent call
        return append_import(
            Import(id=key, club=club, kind=Import.Kind.UNDONE, undoes=part, recorded_by=self.by, recorded_at=self.at)
        )


def _undoing_of_key(club: Club, import_id: UUID, key: UUID) -> Import | None:
    """Return the undoing that this key finished. Raises: play.KeyReused."""
    first = Import.objects.filter(club=club, pk=key).first()
    if first and first.undoes_id != import_id:
        raise play.KeyReused(key)
    return first


def _undoable_import(club: Club, import_id: UUID) -> WrittenImport:
    """Raises: ImportRefused import_unknown, already_undone."""
    found = next((one for one in standing_imports(club) if one.pk == import_id), None)
    if found is None:
        raise import_refused("already_undone" if is_begun(club, import_id) else "import_unknown")
    return found


class _PartLeft:
    """A part of an import that is being undone. left: evenings and payments not undone, in the order of writing."""

    def __init__(self, club: Club, found: Import) -> None:
        self.found = found
        evenings = Evening.objects.filter(club=club, pk__in=list(found.facts["evenings"]))
        payments = Entry.objects.filter(club=club, pk__in=list(found.facts["payments"]))
        # Of each; one transaction undoes `limits.UNDONE_WEIGHT`.
        self._weights = {
            pk: limits.UNDONE_EVENING_WEIGHT + hands
            for _, pk, hands in sorted(evenings.values_list("number", "pk", "hand_count"))
        }
        self._weights |= {pk: limits.UNDONE_PAYMENT_WEIGHT for _, pk in sorted(payments.values_list("seq", "pk"))}
        keys = {key(found, pk): pk for key in (_reopening_key, _undoing_key) for pk in self._weights}
        used = {*EveningEvent.objects.filter(club=club, pk__in=[*keys]).values_list("pk", flat=True)}
        used |= {*Entry.objects.filter(club=club, pk__in=[*keys]).values_list("pk", flat=True)}
        undone = {keys[key] for key in used}
        self.left = [pk for pk in self._weights if pk not in undone]

    def ids_at_once(self) -> list[UUID]:
        """Return the last ones that fit one transaction, at least one."""
        sums = accumulate(self._weights[pk] for pk in reversed(self.left))
        count = max(sum(weight <= limits.UNDONE_WEIGHT for weight in sums), 1)
        return self.left[-count:]


def _reopening_key(part: Import, evening: UUID) -> UUID:
    """Derive the key from the import alone, so that a continued undoing finds what is undone."""
    return uuid5(part.pk, f"reopened {evening}")


def _undoing_key(part: Import, entry: UUID) -> UUID:
    return uuid5(part.pk, f"undone {entry}")


class _ImportedRows:
    """Rows that an import wrote: evenings by number, and payments on the tab. ids: all of them, or some."""

    def __init__(self, club: Club, found: Import, ids: Sequence[UUID]) -> None:
        self.club, self.found = club, found
        evenings = Evening.objects.filter(club=club, pk__in=ids).select_related("club")
        payments = Entry.objects.filter(club=club, pk__in=[id for id in ids if str(id) in found.facts["payments"]])
        self.evenings = sorted(evenings, key=attrgetter("number"))
        self.payments = sorted(payments.select_related("club"), key=attrgetter("seq"))


def _check_undoable(written: _ImportedRows, problems: ImportProblems) -> None:
    """Add a problem for everything that was built on these rows since."""
    now = import_write_counts(written.club, [evening.pk for evening in written.evenings])
    for evening in written.evenings:
        if now[str(evening.pk)] != written.found.facts["stands"][str(evening.pk)]:
            day = day_of(evening.started_at).isoformat()
            problems.add("evening_touched", number=evening.number, day=day)
    _check_seasons_open(written, problems)
    on_tab = _imported_tab_entries(written)
    if Entry.objects.filter(club=written.club, reverses__in=on_tab).exists():
        problems.add("tab_touched")
    elif on_tab and _later_tab_entries(written, on_tab).exists():
        problems.add("tab_moved")


def _check_seasons_open(written: _ImportedRows, problems: ImportProblems) -> None:
    for season in seasons_of(club_group(written.club.pk)):
        if not season.is_closed or season.newest.recorded_at < written.found.recorded_at:
            continue
        games = {one.game for one in written.evenings if season.includes(day_of(one.started_at))}
        if games and season.agreement.game in (None, *games):
            problems.add("season_closed", name=season.name)


def _imported_tab_entries(written: _ImportedRows) -> list[Entry]:
    """Return its payments, and the amounts that its evenings carried over."""
    carried = Entry.objects.filter(
        club=written.club, evening_id__isnull=True, carried_from__in=[evening.pk for evening in written.evenings]
    )
    return [*written.payments, *carried]


def _later_tab_entries(written: _ImportedRows, on_tab: Sequence[Entry]) -> QuerySet[Entry]:
    """Return entries on the tab made since by people whose balances it changed, and not reversed."""
    accounts = Account.objects.filter(
        Q(given__entry__in=on_tab) | Q(received__entry__in=on_tab), club=written.club, kind=Account.Kind.PLAYER
    )
    moved = Transfer.objects.filter(
        Q(source__in=accounts.values("pk")) | Q(target__in=accounts.values("pk")),
        club=written.club,
        entry=OuterRef("pk"),
    )
    imported = [id for one in Import.objects.filter(club=written.club) for id in one.facts.get("payments", {})]
    return Entry.objects.filter(
        Exists(moved),
        club=written.club,
        evening_id__isnull=True,
        kind__in=ANSWERS,
        seq__gt=written.found.facts["last_entry"],
        reversed_by__isnull=True,
    ).exclude(pk__in=imported)


def _undo_imported_rows(written: _ImportedRows, *, by: str, at: datetime) -> None:
    part = written.found
    reopening = {_reopening_key(part, evening.pk): evening for evening in reversed(written.evenings)}
    for evening in standings.reopen_evenings(reopening, by=by, at=at):
        booked = Entry.objects.filter(club=written.club, evening_id=evening.pk, kind__in=(Kind.PAYMENT, Kind.CARRIED))
        for entry in booked.select_related("club").order_by("-seq"):
            play.undo_in_evening(evening=evening, entry=entry, key=_undoing_key(part, entry.pk), by=by, at=at)
        play.void_all_hands(evening=evening, key=uuid5(part.pk, f"hands of {evening.pk}"), by=by, at=at)
        play.archive_evening(evening=evening, by=by, at=at)
    for entry in reversed(written.payments):
        ledger.undo_entry(entry=entry, key=_undoing_key(part, entry.pk), by=by, at=at)
