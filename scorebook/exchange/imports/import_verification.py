"""The audit of imports: everything that they wrote exists, and each undoing is of an import."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.scoring_memo import ScoringMemo
from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.chain_ends import ChainPlace, chain_end_differences, summed_hash
from scorebook.clubs.models import ChainEnd, Club
from scorebook.clubs.texts import typed_text_fault
from scorebook.exchange.models import Import
from scorebook.ledger.models import Entry
from scorebook.play.models import Evening

FACTS = {"content", "evenings", "payments", "stands", "last_entry"}
# Of an import in several parts: of the first, and of all others.
FACTS_OF_FIRST, FACTS_OF_PART = FACTS | {"rest"}, FACTS | {"rest", "part", "part_of"}
_DIGEST = re.compile("[0-9a-f]{64}")


def import_findings(club: Club, memo: ScoringMemo) -> Iterator[AuditDifference]:
    """Check imports against the evenings and payments of the club, which are audited before.

    Imports are numbered in the order of writing. The number of SQL statements is constant.

    code: import_unreadable, import_unknown, evening_missing, payment_missing, text_missing, text_changed, chain_end.
    """
    found = Import.objects.filter(club=club).order_by("recorded_at", "pk")
    imports = list(found.select_related("undoes", "file_name"))
    written: _ImportedIds | None = None
    for number, one in enumerate(imports, start=1):
        written = written or _ImportedIds(club, imports)
        faults = written.faults_in_import(one) if one.kind == Import.Kind.IMPORTED else _undoing_faults(one)
        for code, expected in faults:
            yield AuditDifference(code=code, place=f"import {number}", expected=expected)
    last = ChainPlace(length=len(imports), hash=summed_hash(imports))
    yield from chain_end_differences(club, ChainEnd.Name.IMPORTS, last)


class _ImportedIds:
    """The rows of the club that imports may refer to, with ids as in their facts."""

    def __init__(self, club: Club, imports: Iterable[Import]) -> None:
        entries = Entry.objects.filter(club=club)
        payments = entries.filter(evening_id__isnull=True, kind=Entry.Kind.PAYMENT)
        self._evenings = set(map(str, Evening.objects.filter(club=club).values_list("pk", flat=True)))
        self._payments = set(map(str, payments.values_list("pk", flat=True)))
        self._books_length = entries.count()
        self._parts = {_import_part_key(one) for one in imports}

    def faults_in_import(self, one: Import) -> Iterator[tuple[str, str]]:
        """Yield codes, each with the expected value."""
        facts: Any = one.facts
        if not _are_import_facts_readable(facts) or facts["last_entry"] > self._books_length:
            yield "import_unreadable", "what it wrote, and how far the books went"
            return
        for code, ids, there in (
            ("evening_missing", facts["evenings"], self._evenings),
            ("payment_missing", facts["payments"], self._payments),
        ):
            yield from ((code, id) for id in sorted(ids.keys() - there))
        if (part := _import_part_key(one)) and part[1] > 1 and (part[0], part[1] - 1) not in self._parts:
            yield "import_unknown", part[0]
        if one.file_name_id and (fault := typed_text_fault(one.file_name, club_id=one.club_id)):
            yield fault, one.file_name_id


def _import_part_key(one: Import) -> tuple[str, int] | None:
    """Return the id of the whole import and the number of this part; None if the facts are unreadable."""
    facts: Any = one.facts
    if one.kind != Import.Kind.IMPORTED or not _are_import_facts_readable(facts):
        return None
    return (facts["part_of"], facts["part"]) if "part_of" in facts else (str(one.pk), 1)


def _undoing_faults(one: Import) -> Iterator[tuple[str, str]]:
    if one.facts or one.format or one.file_name_id:
        yield "import_unreadable", "nothing but what was undone"
    if not one.undoes or (one.undoes.club_id, one.undoes.kind) != (one.club_id, Import.Kind.IMPORTED):
        yield "import_unknown", str(one.undoes_id)


def _are_import_facts_readable(facts: Any) -> bool:
    """Return whether the facts have the form that `import_writing` gives them."""
    if not isinstance(facts, Mapping) or facts.keys() not in (FACTS, FACTS_OF_FIRST, FACTS_OF_PART):
        return False
    if not all(_is_import_count(facts.get(name, 0)) for name in ("rest", "part")):
        return False
    if not isinstance(facts.get("part_of", ""), str):
        return False
    evenings, payments, stands, last_entry = (facts[name] for name in ("evenings", "payments", "stands", "last_entry"))
    return (
        _is_import_digest(facts["content"])
        and all(isinstance(one, Mapping) and all(map(_is_import_digest, one.values())) for one in (evenings, payments))
        and isinstance(stands, Mapping)
        and stands.keys() == evenings.keys()
        and all(isinstance(one, list) and len(one) == 2 and all(map(_is_import_count, one)) for one in stands.values())
        and _is_import_count(last_entry)
    )


def _is_import_digest(value: object) -> bool:
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _is_import_count(value: object) -> bool:
    return type(value) is int and value >= 0
