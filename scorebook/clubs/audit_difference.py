"""The findings of the audit, of names, books, evenings and standings alike."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditDifference:
    """A contradiction within the stored data of a club. The function that yields it names its codes."""

    code: str
    club: str = ""
    place: str = ""  # below the club, such as `evening 3, hand 7`
    what: str = ""  # the field, the person or the entry
    expected: str = ""
    found: str = ""

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.club, self.place, self.what) if part)
        return f"{where}: {self.code}, expected {self.expected or 'nothing'}, found {self.found or 'nothing'}"


def difference_of_values(code: str, place: str, what: str, *, expected: object, found: object) -> AuditDifference:
    """Return a difference with both values as texts, "" for None."""
    texts = ("" if value is None else str(value) for value in (expected, found))
    return AuditDifference(code=code, place=place, what=what, expected=next(texts), found=next(texts))
