"""What people typed: kept beside the books, which hold a salted commitment to it and nothing else."""

from uuid import UUID

from scorebook.clubs.models import TypedText
from scorebook.core import canonical_hash


def typed_text(text: str, *, club_id: UUID) -> TypedText:
    """A row that is not stored yet; its id is what goes into a chain."""
    salt = canonical_hash.new_salt()
    return TypedText(id=canonical_hash.salted_commitment(salt=salt, text=text), club_id=club_id, text=text, salt=salt)


def typed_text_matches(row: TypedText | None, text: str) -> bool:
    """Whether this was typed; "" is nothing. What was erased is not compared: nobody knows any more."""
    if row is None:
        return not text
    return row.is_erased if row.is_erased else row.text == text


def typed_text_fault(row: TypedText | None, *, club_id: UUID) -> str | None:
    """What is wrong with a text that a chain refers to: text_missing, text_changed."""
    if row is None:
        return "text_missing"
    is_whole = row.is_erased or canonical_hash.salted_commitment(salt=row.salt, text=row.text) == row.pk
    return None if is_whole and row.club_id == club_id else "text_changed"
