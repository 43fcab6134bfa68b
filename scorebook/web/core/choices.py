"""The choices of a list: links to the same page with one thing changed, or the options of a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.utils.functional import Promise

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    text: str | Promise
    value: str  # the query of a link, or the value of an option
    is_chosen: bool = False


Select = tuple[str, str, tuple[Choice, ...]]  # parameter of the address, label, options


def selects(*found: Select) -> tuple[Select, ...]:
    """Return those that offer a choice."""
    return tuple(one for one in found if one[2])


def choices(
    texts: Mapping[Key, str | Promise], *, chosen: object, value: Callable[[Key], str] = str
) -> tuple[Choice, ...]:
    """Return a choice for each key, in order. chosen: one of the keys, or none of them."""
    return tuple(Choice(text=text, value=value(key), is_chosen=key == chosen) for key, text in texts.items())
