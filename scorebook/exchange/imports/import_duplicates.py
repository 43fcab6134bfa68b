"""The imports of a club that were written and not undone, to find duplicates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scorebook.clubs.models import Club
from scorebook.core.canonical_hash import canonical_digest
from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.models import Import
from scorebook.play.models import Evening


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

    def __init__(self, club: Club) -> None:
        evenings, self.payments = dict[str, UUID](), set[str]()
        for one in standing_imports(club):
            evenings |= {digest: UUID(id) for id, digest in one.evenings.items()}
            self.payments |= set(one.payments.values())
        numbers = dict(Evening.objects.filter(club=club).order_by().values_list("pk", "number")) if evenings else {}
        self.evenings = {digest: numbers[id] for digest, id in evenings.items()}  # digest -> number of the evening


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
