"""The text that a person typed into a form, before validation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from scorebook.core.keys import new_key

NOBODY = UUID(int=0)


class FormData(MultiValueDict[str, str]):
    """The fields of one form as stripped text, for our code and Django's forms; of a repeated field the last.

    Nothing is refused here, so that the page can show everything again; a missing field reads as an empty one.
    """

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        super().__init__({name: [text.replace("\x00", "") for text in texts] for name, texts in fields.items()})

    @classmethod
    def of(cls, data: QueryDict) -> FormData:
        return cls({name: [str(text) for text in texts] for name, texts in data.lists()})

    def __getitem__(self, name: str) -> str:
        return self.one(name)

    def one(self, name: str, default: str = "") -> str:
        texts = self.getlist(name)
        return texts[-1].strip() if texts else default

    def with_fields(self, **fields: Sequence[str]) -> FormData:
        return FormData({**dict(self.lists()), **fields})

    def all(self, name: str) -> list[str]:
        return self.getlist(name)

    def has(self, name: str) -> bool:
        """Return whether the form had this field, empty or not."""
        return name in self

    def whole(self, name: str) -> int | str | None:
        """Return a whole number if it is one, else the text, for the rules to refuse; None if empty."""
        return whole_number(self.one(name))

    def number(self, name: str) -> int | None:
        """Return a whole number of at least 1, else None."""
        found = self.whole(name)
        return found if isinstance(found, int) and found > 0 else None

    def id(self, name: str) -> UUID:
        """Return an id to look up; the nil UUID if the text is not one."""
        return typed_uuid(self.one(name)) or NOBODY

    def key(self, name: str = "key") -> UUID:
        """Return the form's one-time key; a new one if it has none, so that the request repeats nothing."""
        return typed_uuid(self.one(name)) or new_key()


def whole_number(text: str) -> int | str | None:
    bare = text.replace("\u2212", "-").removeprefix("+")
    if bare.removeprefix("-").isdecimal() and len(bare) <= 12:
        return int(bare)
    return text or None


def typed_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
