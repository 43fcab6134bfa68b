"""What a person typed into a form, before anybody judges it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from scorebook.core.keys import new_key

NOBODY = UUID(int=0)


class FormData(MultiValueDict[str, str]):
    """The fields of one form as text, for us and for Django's forms: the last of a repeated field, stripped.

    Nothing is refused here, so that everything can be shown again; a missing field is an empty one.
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
        """Whether the form had this field at all; an empty field is there too."""
        return name in self

    def whole(self, name: str) -> int | str | None:
        """A whole number where it is one, else the text as it stands for the rules to refuse; None where empty."""
        return whole_number(self.one(name))

    def number(self, name: str) -> int | None:
        """A number of something, from 1; None where there is none that can be one."""
        found = self.whole(name)
        return found if isinstance(found, int) and found > 0 else None

    def id(self, name: str) -> UUID:
        """An id to look up; where there is none that can be read, nobody's."""
        return typed_uuid(self.one(name)) or NOBODY

    def key(self, name: str = "key") -> UUID:
        """The form's one-time key; a form without one gets a new one and so is no repeat of anything."""
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
