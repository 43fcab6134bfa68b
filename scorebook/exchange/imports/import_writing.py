"""The service that writes an import in parts, each a transaction, which together are one import.

Every key derives from the import's own, so that a repeated request is written once, and an interrupted one continues.
An evening is written with its own times, as if it had been recorded then; the import has the real time.
Decision: docs/decisions/310-a-long-import-is-written-in-parts.md.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs import services as clubs
from scorebook.clubs.club_groups import lock_club_group
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import locked_club
from scorebook.clubs.texts import typed_text
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.chain import append_import, reused_key_reported
from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.imports.import_draft import Choices, DraftEvening, DraftPayment, draft_import
from scorebook.exchange.imports.import_duplicates import WrittenImport, content_digest, written_import
from scorebook.exchange.imports.import_records import ImportProblem, ImportRefused, import_refused
from scorebook.exchange.imports.import_scoring import WHY
from scorebook.exchange.models import Import
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Chain, Entry
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.standings.services import closing as standings

MAX_FILE_NAME = 100
PACE = timedelta(minutes=5)
ImportPart = list[DraftEvening | DraftPayment]  # in the order of their days
# Called with the number of evenings and payments written, and their total.
ProgressCallback = Callable[[int, int], None]


@dataclass(kw_only=True)
class ImportWriting:
    """An import that is being written, with its progress. The same key and content are the first import again.

    Raises: ImportRefused with every problem; play.LinkGone, play.KeyReused. If a long import is refused after its first
    part, the parts before stay.
    """

    club: Club
    imported: Imported
    choices: Choices
    key: UUID
    file_name: str = ""
    by: str
    at: datetime
    most: int | None  # evenings and payments, such as `limits.MAX_AT_ONCE`; None is no limit

    def __post_init__(self) -> None:
        self.recorded_by = f"{WHY}, {self.by}"
        self._content = content_digest(self.imported)
        self._plan_import_parts()

    @property
    def is_finished(self) -> bool:
        return not self._parts

    @property
    def written(self) -> WrittenImport:
        assert self._written is not None, "no part is written yet"
        return self._written

    @property
    def done(self) -> int:
        return self._written.count if self._written else 0

    @property
    def total(self) -> int:
        return self.done + sum(len(part) for part in self._parts)

    def write_all(self, on_progress: ProgressCallback = lambda _done, _all: None) -> WrittenImport:
        """Write the rest. on_progress: called after each part."""
        while not self.is_finished:
            self.write_next_part()
            on_progress(self.done, self.total)
            if not self.is_finished:
                limits.pause_between_import_parts()
        return self.written

    def write_next_part(self) -> None:
        while not self._write_import_part():
            self._plan_import_parts()  # another import or undoing came between
            if self.is_finished:
                return

    def _plan_import_parts(self) -> None:
        """Read the parts that are written, and plan those to come."""
        self._parts: list[ImportPart] = []
        self._imports = _count_club_imports(self.club)
        self._written = self._import_of_key()
        if self._written and not self._written.rest:
            return
        draft = draft_import(club=self.club, imported=self.imported, choices=self.choices, key=self.key, now=self.at)
        if draft.problems:
            raise ImportRefused(draft.problems)
        moved: ImportPart = [*draft.new_payments, *draft.new_evenings]
        if self._written and not moved:
            return  # the rest of the same file was imported meanwhile
        limits.check_import_size(len(moved), most=self.most)
        if not moved:
            raise import_refused("nothing_new")
        self._parts = list(_split_by_weight(sorted(moved, key=lambda one: one.at)))
        self._money, self._new_people = draft.money, draft.new_people

    def _import_of_key(self) -> WrittenImport | None:
        if not Import.objects.filter(club=self.club, pk=self.key).exists():
            return None
        found = written_import(self.club, self.key)
        if found is None or found.content != self._content:
            raise play.KeyReused(self.key)
        return found

    def _write_import_part(self) -> bool:
        """Write the next part. Return False if another import or undoing was written since the draft."""
        part = self._parts[0]
        with _translate_service_errors(), reused_key_reported(self.key):
            stored = Club.objects.get(pk=self.club.pk)
            before = None if self._new_people else play.basis_of_club_evenings(stored, holds=False)
            prepared = self._prepare_rows(part, before) if before else None
            with transaction.atomic():
                if self._new_people:
                    lock_club_group(self.club.pk)  # new names lock it; its own club first would be another order
                # Of two concurrent imports of the same file, the second finds the rows of the first.
                held = locked_club(self.club.pk)
                if _count_club_imports(held) != self._imports:
                    return False
                if self._new_people:
                    held = self._enrol_new_people(held)
                self._write_rows(part, held, prepared)
                row = self._record_import_part(part)
        self._imports += 1
        self._written = WrittenImport(parts=(*(self._written.parts if self._written else ()), row))
        self._new_people = ()
        del self._parts[0]
        return True

    def _enrol_new_people(self, held: Club) -> Club:
        """Enrol all new people of the import, and return the club."""
        names: dict[UUID, str] = {}
        for one in self._new_people:
            names.setdefault(one.id, one.name)  # two names that look the same have one id
        clubs.enrol_players(club=held, names=[*names.values()], keys=[*names], by=self.recorded_by, at=self.at)
        return locked_club(held.pk)

    def _prepare_rows(self, part: ImportPart, basis: play.Basis) -> play.PreparedEvenings:
        """Prepare the rows of a part. basis: the books that they follow."""
        evenings, payments = _split_by_kind(part)
        ids = {id for one in evenings for id in one.people}
        ids |= {id for one in payments for id in (one.payer, one.payee)}
        people = {player.pk: player for player in Player.objects.filter(club=self.club, pk__in=ids)}
        return play.prepare_evenings(
            club=self.club,
            basis=basis,
            finished=[_imported_finished_evening(one, people, self.at) for one in evenings],
            payments=[_tab_payment(one, people, self.at) for one in payments],
            settled=self._money,
            by=self.recorded_by,
        )

    def _write_rows(self, part: ImportPart, held: Club, prepared: play.PreparedEvenings | None) -> None:
        """Write the rows. prepared: used only if the books are unchanged since; None prepares them now."""
        basis = play.basis_of_club_evenings(held, holds=True)
        if prepared is None or basis != prepared.basis:
            prepared = self._prepare_rows(part, basis)
        with ExitStack() as replanned:
            ledger.open_needed_accounts(club=held, needed=prepared.accounts)
            for unit in self._units_on_tab(part):
                replanned.enter_context(ledger.replanned_tab(club=held, unit=unit, at=self.at))
            standings.write_finished(prepared)

    def _units_on_tab(self, part: ImportPart) -> list[str]:
        evenings, payments = _split_by_kind(part)
        units = {one.source.unit for one in payments}
        if self._money is ledger.SettledHow.TAB:
            units |= {one.terms.unit for one in evenings if one.terms.unit != play.POINTS}
        return sorted(units)

    def _record_import_part(self, part: ImportPart) -> Import:
        evenings, payments = _split_by_kind(part)
        first = self._written
        rest = sum(len(one) for one in self._parts[1:])
        number = len(first.parts) + 1 if first else 1
        text = None
        if self.file_name and not first:
            text = typed_text(self.file_name[:MAX_FILE_NAME], club_id=self.club.pk)
            text.save()
        facts = {
            "content": self._content,
            "evenings": {str(one.id): one.digest for one in evenings},
            "payments": {str(one.id): one.digest for one in payments},
            "stands": import_write_counts(self.club, [one.id for one in evenings]),
            "last_entry": Chain.objects.values_list("length", flat=True).get(pk=self.club.pk),
            **({"rest": rest} if rest or first else {}),
            **({"part": number, "part_of": str(self.key)} if first else {}),
        }
        return append_import(
            Import(
                id=uuid5(self.key, f"part {number}") if first else self.key,
                club=self.club,
                kind=Import.Kind.IMPORTED,
                format=self.imported.format.id,
                file_name=text,
                facts=facts,
                recorded_by=self.recorded_by,
                recorded_at=self.at,
            )
        )


def _count_club_imports(club: Club) -> int:
    return Import.objects.filter(club=club).count()


def _split_by_weight(moved: Iterable[DraftEvening | DraftPayment]) -> Iterator[ImportPart]:
    """Yield parts of at most `limits.PART_WEIGHT`, in order; an evening that weighs more is a part of its own."""
    part: ImportPart = []
    sum_ = 0
    for one in moved:
        own = limits.EVENING_WEIGHT + (len(one.scored.hands) if isinstance(one, DraftEvening) else 0)
        if part and sum_ + own > limits.PART_WEIGHT:
            yield part
            part, sum_ = [], 0
        part.append(one)
        sum_ += own
    if part:
        yield part


def _split_by_kind(part: ImportPart) -> tuple[list[DraftEvening], list[DraftPayment]]:
    evenings = [one for one in part if isinstance(one, DraftEvening)]
    return evenings, [one for one in part if isinstance(one, DraftPayment)]


@contextmanager
def _translate_service_errors() -> Iterator[None]:
    try:
        yield
    except (clubs.ClubError, play.EveningProblems) as error:
        raise ImportRefused([ImportProblem(code=one.code, where=one.field) for one in error.problems]) from error
    except play.HandRefused as error:
        raise ImportRefused(
            [ImportProblem(code=f"rules.{one.code}", where=one.field, args=one.args) for one in error.problems]
        ) from error
    except (play.CeilingReached, ledger.EntryRefused) as error:
        raise import_refused(error.code) from error


def _imported_finished_evening(one: DraftEvening, people: Mapping[UUID, Player], now: datetime) -> play.FinishedEvening:
    hands = one.scored.hands
    return play.FinishedEvening(
        key=one.key,
        terms=one.terms,
        players=[people[id] for id in one.people],
        first_dealer=people[UUID(one.scored.first_dealer)],
        hands=[
            play.NewHand(key=uuid5(one.id, f"hand {no}"), hand=hand.hand, dealer=hand.dealer)
            for no, hand in enumerate(hands, start=1)
        ],
        started_at=one.at,
        recorded_at=_time_after_hands(one, len(hands), now),
        closed_at=_time_after_hands(one, len(hands) + 1, now),
    )


def _time_after_hands(one: DraftEvening, count: int, now: datetime) -> datetime:
    return max(one.at, min(one.at + PACE * count, now))


def _tab_payment(one: DraftPayment, people: Mapping[UUID, Player], now: datetime) -> ledger.TabPayment:
    draft = ledger.PaymentDraft(
        key=one.id,
        payer_id=one.payer,
        payee_id=one.payee,
        amount_minor=one.source.amount_minor,
        note=one.source.note,
    )
    return ledger.TabPayment(
        unit=one.source.unit,
        draft=draft,
        payer=people[one.payer],
        payee=people[one.payee],
        at=min(one.at, now),
    )


def import_write_counts(club: Club, evenings: Sequence[UUID]) -> Mapping[str, list[int]]:
    """Return evening -> numbers of its events and entries, which change with everything written there."""
    revisions = dict(Evening.objects.filter(club=club, pk__in=evenings).order_by().values_list("pk", "revision"))
    entries = Entry.objects.filter(club=club, evening_id__in=evenings).order_by()
    counts = Counter(entries.values_list("evening_id", flat=True))
    return {str(pk): [revisions[pk], counts[pk]] for pk in evenings if pk in revisions}
