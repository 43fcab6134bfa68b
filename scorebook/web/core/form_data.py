"""What a person typed into a form, before anybody judges it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid4

from django.http import QueryDict


class FormData:
    """The fields of one form as text. Nothing is refused here, so that everything can be shown again."""

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        self._fields = {name: [text.replace("\x00", "") for text in texts] for name, texts in fields.items()}

    @classmethod
    def of(cls, data: QueryDict) -> FormData:
        return cls({name: [str(text) for text in texts] for name, texts in data.lists()})

    def one(self, name: str, default: str = "") -> str:
        texts = self._fields.get(name)
        return texts[-1].strip() if texts else default

    def with_fields(self, **fields: Sequence[str]) -> FormData:
        return FormData({**self._fields, **fields})

    def all(self, name: str) -> list[str]:
        return list(self._fields.get(name, ()))

    def has(self, name: str) -> bool:
        """Whether the form had this field at all; an empty field is there too."""
        return name in self._fields

    def whole(self, name: str) -> int | str | None:
        """A whole number where it is one, else the text as it stands for the rules to refuse; None where empty."""
        return whole_number(self.one(name))

    def key(self, name: str = "key") -> UUID:
        """The form's one-time key; a form without one gets a new one and so is no repeat of anything."""
        return uuid_of(self.one(name)) or uuid4()


def whole_number(text: str) -> int | str | None:
    bare = text.replace("\u2212", "-").removeprefix("+")
    if bare.removeprefix("-").isdecimal() and len(bare) <= 12:
        return int(bare)
    return text or None


def uuid_of(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
