"""Typed texts, kept outside the books; the books hold a salted commitment only."""

from uuid import UUID

from scorebook.clubs.models import TypedText
from scorebook.core import canonical_hash


def typed_text(text: str, *, club_id: UUID) -> TypedText:
    """Return an unsaved row; its id goes into a chain."""
    salt = canonical_hash.new_salt()
    return TypedText(id=canonical_hash.salted_commitment(salt=salt, text=text), club_id=club_id, text=text, salt=salt)


def typed_text_matches(row: TypedText | None, text: str) -> bool:
    """Return whether this text was typed; None stands for "". An erased text matches any."""
    if row is None:
        return not text
    return row.is_erased if row.is_erased else row.text == text


def typed_text_fault(row: TypedText | None, *, club_id: UUID) -> str | None:
    """Return the error code of a text that a chain refers to: text_missing, text_changed, or None."""
    if row is None:
        return "text_missing"
    is_whole = row.is_erased or canonical_hash.salted_commitment(salt=row.salt, text=row.text) == row.pk
    return None if is_whole and row.club_id == club_id else "text_changed"
