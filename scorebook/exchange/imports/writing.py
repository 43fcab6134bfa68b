"""The service that writes an import in parts, each a transaction, which together are one import.

Every key derives from the import's own, so that a repeated request is written once, and an interrupted one continues.
An evening is written with its own times, as if it had been recorded then; the import has the real time.
Decision: docs/decisions/310-a-long-import-is-written-in-parts.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs import services as clubs
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import locked_club
from scorebook.clubs.texts import typed_text
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.chain import append_import
from scorebook.exchange.imports.draft import Choices, Draft, DraftEvening, DraftPayment, draft_import
from scorebook.exchange.imports.draft_scoring import WHY
from scorebook.exchange.imports.duplicates import WrittenImport, content_digest, written_import
from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.imports.matching import MatchedName
from scorebook.exchange.imports.records import ImportProblem, ImportRefused, import_refused
from scorebook.exchange.models import Import
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Chain, Entry
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.standings.services import closing as standings

MAX_FILE_NAME = 100
PACE = timedelta(minutes=5)
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
        """Return the import, once a part is written."""
        assert self._written is not None
        return self._written

    @property
    def done(self) -> int:
        """Return the number of evenings and payments written."""
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
                limits.let_others_write()
        return self.written

    def write_next_part(self) -> None:
        while not self._write_import_part():
            self._plan_import_parts()  # another import or undoing came between
            if self.is_finished:
                return

    def _plan_import_parts(self) -> None:
        """Read the parts that are written, and plan those to come."""
        self._parts: list[list[DraftEvening | DraftPayment]] = []
        self._imports = _count_club_imports(self.club)
        self._written = self._import_of_key()
        if self._written and not self._written.rest:
            return
        self._draft = draft_import(
            club=self.club, imported=self.imported, choices=self.choices, key=self.key, now=self.at
        )
        if self._written and self._draft.is_nothing_new and not self._draft.problems:
            return  # the rest of the same file was imported meanwhile
        if self._draft.problems:
            raise ImportRefused(self._draft.problems)
        moved: list[DraftEvening | DraftPayment] = [*self._draft.new_payments, *self._draft.new_evenings]
        limits.check_import_size(len(moved), most=self.most)
        if not moved:
            raise import_refused("nothing_new")
        self._parts = list(limits.split_by_weight(sorted(moved, key=lambda one: one.at), _import_weight))

    def _import_of_key(self) -> WrittenImport | None:
        if not Import.objects.filter(pk=self.key).exists():
            return None
        found = written_import(self.club, self.key)
        if found is None or found.content != self._content:
            raise play.KeyReused(self.key)
        return found

    def _write_import_part(self) -> bool:
        """Write the next part. Return False if another import or undoing was written since the draft."""
        part, new_people = _PartRows(self, self._draft, self._parts[0]), self._draft.new_people
        with _translate_service_errors():
            before = None if new_people else play.basis_of_club(Club.objects.get(pk=self.club.pk), holds=False)
            prepared = part.prepare_rows(before) if before else None
            with transaction.atomic():
                # Of two concurrent imports of the same file, the second finds the rows of the first.
                held = locked_club(self.club.pk)
                if _count_club_imports(held) != self._imports:
                    return False
                if new_people:
                    held = self._enrol_new_people(held, new_people)
                part.write_rows(held, prepared)
                row = self._record_import_part(part)
        self._imports += 1
        self._written = WrittenImport(parts=(*(self._written.parts if self._written else ()), row))
        self._draft = self._draft.without_new_people()
        del self._parts[0]
        return True

    def _enrol_new_people(self, held: Club, people: Iterable[MatchedName]) -> Club:
        """Enrol all new people of the import, and return the club."""
        names: dict[UUID, str] = {}
        for one in people:
            names.setdefault(one.id, one.name)  # two names that look the same have one id
        clubs.enrol_players(club=held, names=[*names.values()], keys=[*names], by=self.recorded_by, at=self.at)
        return locked_club(held.pk)

    def _record_import_part(self, part: _PartRows) -> Import:
        first = self._written
        rest = sum(len(one) for one in self._parts[1:])
        number = len(first.parts) + 1 if first else 1
        text = None
        if self.file_name and not first:
            text = typed_text(self.file_name[:MAX_FILE_NAME], club_id=self.club.pk)
            text.save()
        facts = {
            "content": self._content,
            "evenings": {str(part.row_id(one)): one.digest for one in part.evenings},
            "payments": {str(part.row_id(one)): one.digest for one in part.payments},
            "stands": evening_write_counts(self.club, [part.row_id(one) for one in part.evenings]),
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


def _import_weight(one: DraftEvening | DraftPayment) -> int:
    return limits.EVENING_WEIGHT + (len(one.scored.hands) if isinstance(one, DraftEvening) else 0)


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


class _PartRows:
    """The rows of a part. moved: its evenings and payments in the order of their days."""

    def __init__(self, whole: ImportWriting, draft: Draft, moved: Sequence[DraftEvening | DraftPayment]) -> None:
        self._whole, self._draft = whole, draft
        self.evenings = [one for one in moved if isinstance(one, DraftEvening)]
        self.payments = [one for one in moved if isinstance(one, DraftPayment)]
        self._people: Mapping[UUID, Player] = {}

    def row_id(self, one: DraftEvening | DraftPayment) -> UUID:
        return uuid5(self._whole.key, one.digest)

    def prepare_rows(self, basis: play.Basis) -> play.PreparedEvenings:
        """Prepare the rows. basis: the books that they follow."""
        club, ids = self._whole.club, {id for one in self.evenings for id in one.people}
        ids |= {id for one in self.payments for id in (one.payer, one.payee)}
        self._people = {player.pk: player for player in Player.objects.filter(club=club, pk__in=ids)}
        return play.prepare_evenings(
            club=club,
            basis=basis,
            finished=[self._finished_evening(one) for one in self.evenings],
            payments=[self._tab_payment(one) for one in self.payments],
            settled=self._draft.money,
            by=self._whole.recorded_by,
        )

    def write_rows(self, held: Club, prepared: play.PreparedEvenings | None) -> None:
        """Write the rows. prepared: used only if the books are unchanged since; None prepares them now."""
        basis = play.basis_of_club(held, holds=True)
        if prepared is None or basis != prepared.basis:
            prepared = self.prepare_rows(basis)
        with ExitStack() as replanned:
            ledger.open_needed_accounts(club=held, needed=prepared.accounts)
            for unit in self._units_on_tab():
                replanned.enter_context(ledger.replanned_tab(club=held, unit=unit, at=self._whole.at))
            standings.write_finished(prepared)

    def _units_on_tab(self) -> list[str]:
        units = {one.source.unit for one in self.payments}
        if self._draft.money is ledger.SettledHow.TAB:
            units |= {one.terms.unit for one in self.evenings if one.terms.unit != play.POINTS}
        return sorted(units)

    def _finished_evening(self, one: DraftEvening) -> play.FinishedEvening:
        id, hands = self.row_id(one), one.scored.hands
        return play.FinishedEvening(
            key=id,
            terms=one.terms,
            players=[self._people[id] for id in one.people],
            first_dealer=self._people[UUID(one.scored.first_dealer)],
            hands=[
                play.NewHand(key=uuid5(id, f"hand {no}"), hand=hand.hand, dealer=hand.dealer)
                for no, hand in enumerate(hands, start=1)
            ],
            started_at=one.at,
            recorded_at=self._time_after_hands(one, len(hands)),
            closed_at=self._time_after_hands(one, len(hands) + 1),
        )

    def _tab_payment(self, one: DraftPayment) -> ledger.TabPayment:
        draft = ledger.PaymentDraft(
            key=self.row_id(one),
            payer_id=one.payer,
            payee_id=one.payee,
            amount_minor=one.source.amount_minor,
            note=one.source.note,
        )
        return ledger.TabPayment(
            unit=one.source.unit,
            draft=draft,
            payer=self._people[one.payer],
            payee=self._people[one.payee],
            at=min(one.at, self._whole.at),
        )

    def _time_after_hands(self, one: DraftEvening, count: int) -> datetime:
        return max(one.at, min(one.at + PACE * count, self._whole.at))


def evening_write_counts(club: Club, evenings: Sequence[UUID]) -> Mapping[str, list[int]]:
    """Return evening -> numbers of its events and entries, which change with everything written there."""
    revisions = dict(Evening.objects.filter(club=club, pk__in=evenings).order_by().values_list("pk", "revision"))
    entries = Entry.objects.filter(club=club, evening_id__in=evenings).order_by()
    counts = Counter(entries.values_list("evening_id", flat=True))
    return {str(pk): [revisions[pk], counts[pk]] for pk in evenings if pk in revisions}
