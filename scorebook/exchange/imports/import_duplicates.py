"""The imports of a club that were written and not undone, to find duplicates."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from scorebook.clubs.models import Club
from scorebook.clubs.names import folded_name
from scorebook.core.canonical_hash import canonical_digest
from scorebook.core.months import day_of
from scorebook.exchange.imports.formats.expenses import expense_payments
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat
from scorebook.exchange.imports.import_records import ImportedEvening, ImportedHand
from scorebook.exchange.models import Import
from scorebook.play.models import Evening, HandEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenImport:
    """An import as a whole, in one or several parts."""

    parts: tuple[Import, ...]  # not undone, in the order of writing; the first has the id of the whole
    is_undone: bool = False  # in part or completely; it cannot be continued
    undone_count: int = 0  # evenings and payments of the parts undone

    @property
    def first(self) -> Import:
        return self.parts[0]

    @property
    def pk(self) -> UUID:
        return self.first.pk

    @property
    def content(self) -> str:
        return str(self.first.facts["content"])

    @property
    def evenings(self) -> Mapping[str, str]:
        """Return id of each evening written -> digest of its data in the file."""
        return {id: digest for part in self.parts for id, digest in part.facts["evenings"].items()}

    @property
    def payments(self) -> Mapping[str, str]:
        return {id: digest for part in self.parts for id, digest in part.facts["payments"].items()}

    @property
    def count(self) -> int:
        """Return the number of evenings and payments written."""
        return _count_written_rows(self.parts)

    @property
    def rest(self) -> int:
        """Return the number of evenings and payments that were left when its last part was written."""
        return 0 if self.is_undone else int(self.parts[-1].facts.get("rest", 0))


def standing_imports(club: Club) -> list[WrittenImport]:
    """Return the imports not undone, newest first; one that is undone in part is listed with its other parts."""
    found = Import.objects.filter(club=club, kind=Import.Kind.IMPORTED).select_related("file_name")
    undone = set[UUID | None](Import.objects.filter(club=club, undoes__isnull=False).values_list("undoes", flat=True))
    parts: dict[str, list[Import]] = {}
    for one in sorted(found, key=lambda part: int(part.facts.get("part", 1))):
        parts.setdefault(one.facts.get("part_of", str(one.pk)), []).append(one)
    whole = []
    for own in parts.values():
        if left := tuple(part for part in own if part.pk not in undone):
            count = _count_written_rows(own) - _count_written_rows(left)
            whole.append(WrittenImport(parts=left, is_undone=len(left) < len(own), undone_count=count))
    return sorted(whole, key=lambda one: (one.first.recorded_at, one.pk), reverse=True)


def written_import(club: Club, id: UUID) -> WrittenImport | None:
    """Return an import; if it was undone, with its first part only."""
    if whole := next((one for one in standing_imports(club) if one.pk == id), None):
        return whole
    first = Import.objects.filter(club=club, pk=id, kind=Import.Kind.IMPORTED).first()
    return WrittenImport(parts=(first,), is_undone=True) if first else None


def is_begun(club: Club, id: UUID) -> bool:
    """Return whether a part of the import was written, even if it is undone by now."""
    return Import.objects.filter(club=club, pk=id, kind=Import.Kind.IMPORTED).exists()


def unfinished_import(club: Club, imported: Imported) -> WrittenImport | None:
    content = content_digest(imported)
    return next((one for one in standing_imports(club) if one.rest and one.content == content), None)


class ImportedBefore:
    """The evenings and payments that were imported and not undone, by the digests of their data in the files."""

    def __init__(self, club: Club, format: ImportFormat) -> None:
        self._club = club
        evenings, self.payments, of_format = dict[str, UUID](), set[str](), set[UUID]()
        for one in standing_imports(club):
            evenings |= {digest: UUID(id) for id, digest in one.evenings.items()}
            self.payments |= set(one.payments.values())
            if format.keeps_tab and one.first.format == format.id:
                of_format.update(map(UUID, one.evenings))
        stored = Evening.objects.filter(club=club).order_by().values_list("pk", "number", "unit", "started_at")
        numbers = dict[UUID, int]()
        self._days: dict[tuple[date, str], list[tuple[int, UUID]]] = {}  # of expenses: the evenings of a day and a unit
        for id, number, unit, started_at in stored if evenings else ():
            numbers[id] = number
            if id in of_format:
                self._days.setdefault((day_of(started_at), unit), []).append((number, id))
        self.evenings = {digest: numbers[id] for digest, id in evenings.items()}  # digest -> number of the evening

    def find_new_expenses(
        self, source: ImportedEvening, ids: Mapping[str, UUID]
    ) -> tuple[int | None, tuple[ImportedHand, ...]]:
        """Return the last evening of this day, None without one, and the expenses that none of them has.

        Expenses are compared by their amounts: a title may be changed or erased. ids: folded name -> player.
        """
        evenings = self._days.get((source.day, source.unit or ""), [])
        recorded = HandEvent.objects.filter(
            club=self._club, evening__in=[id for _number, id in evenings], kind=HandEvent.Kind.RECORDED
        )
        there = Counter(_nonzero(report.get("points", {})) for report in recorded.values_list("report", flat=True))
        new, seen = [], Counter[str]()
        for hand in source.hands:
            amounts = _nonzero({str(ids[folded_name(name)]): one for name, one in (hand.amounts or {}).items()})
            there[amounts] -= 1
            if there[amounts] < 0 and not self._is_paid_on_tab(hand, source, seen):
                new.append(hand)
        return max((number for number, _id in evenings), default=None), tuple(new)

    def _is_paid_on_tab(self, hand: ImportedHand, source: ImportedEvening, seen: Counter[str]) -> bool:
        """Return whether the expense is on the tab as payments, because the people of its day formed no table then."""
        payments = expense_payments(hand, source)
        digests = [one.occurrence_digest(1) for one in payments]
        seen.update(digests)
        return bool(payments) and all(
            one.occurrence_digest(seen[digest]) in self.payments for one, digest in zip(payments, digests, strict=True)
        )


def _nonzero(amounts: Mapping[str, int]) -> frozenset[tuple[str, int]]:
    return frozenset((id, amount) for id, amount in amounts.items() if amount)


def content_digest(imported: Imported) -> str:
    return canonical_digest(
        {
            "format": imported.format.id,
            "evenings": [one.occurrence_digest(1) for one in imported.evenings],
            "payments": [one.occurrence_digest(1) for one in imported.payments],
        }
    )


def _count_written_rows(parts: Sequence[Import]) -> int:
    return sum(len(part.facts["evenings"]) + len(part.facts["payments"]) for part in parts)
