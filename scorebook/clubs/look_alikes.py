"""Names that look the same although their letters differ, by Unicode's table of confusable characters (UTS 39).

Letters of a German keyboard stand for themselves: Erna is not Ema, though rn looks like m, and Müller is not Muller.
Any other character counts as what it looks like: a Cyrillic or full-width A as A, an invisible character as nothing.
Persian words and emoji can thus keep their joiners, and joiners do not make a second Anna possible.
Decision: docs/decisions/209-names-that-look-alike-are-one-name.md.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

# Default_Ignorable_Code_Point of DerivedCoreProperties.txt, which Python's unicodedata leaves out. Unicode adds none
# outside these ranges, which include reserved code points.
_IGNORABLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
# Blank glyphs without a Unicode property for it: BRAILLE PATTERN BLANK, MUSICAL SYMBOL NULL NOTEHEAD.
_BLANK = "\u2800\U0001d159"
# General categories that are invisible on their own: marks, separators, controls.
_NO_INK = "MZC"
SOFT_HYPHEN = "\u00ad"
_TYPED = 0x100  # characters of a German keyboard are below it
_FILE = "confusables.json"


def is_blank_text(text: str) -> bool:
    """Return whether the text shows no visible character."""
    return not any(
        unicodedata.category(char)[0] not in _NO_INK and not _is_ignorable_character(char) and char not in _BLANK
        for char in text
    )


@lru_cache(maxsize=8192)
def looks_of_name(name: str) -> frozenset[str]:
    """Return the looks of a name; two names look the same if they share a look.

    A name has two looks, because capitals and small letters look like different ones: В like B, в like ʙ.
    """
    return frozenset(name_skeletons(name))


def name_skeletons(text: str) -> set[str]:
    """Return the same as `looks_of_name`, uncached, for long texts."""
    return {_confusable_skeleton(one).lower() for one in (text, text.lower())}


def is_plain_text(text: str) -> bool:
    """Return whether the text consists of keyboard characters that are all visible."""
    return all(ord(char) < _TYPED and char != SOFT_HYPHEN for char in text)


def _confusable_skeleton(text: str) -> str:
    visible = (char for char in unicodedata.normalize("NFD", text) if not _is_ignorable_character(char))
    return unicodedata.normalize(
        "NFC", "".join(char if ord(char) < _TYPED else _look_of_character(char) for char in visible)
    )


def _look_of_character(char: str) -> str:
    plain = unicodedata.normalize("NFKC", char)  # most full-width letters are not in the table
    return "".join(one if ord(one) < _TYPED else _confusable_characters().get(one, one) for one in plain)


def _is_ignorable_character(char: str) -> bool:
    point = ord(char)
    return any(first <= point <= last for first, last in _IGNORABLE)


@lru_cache(maxsize=1)
def _confusable_characters() -> Mapping[str, str]:
    """Map each character to the representative of all that look like it. Loaded on first use, which takes 0.2 s."""
    from confusable_homoglyphs import utils  # it imports Python's client for the web, which no request needs

    neighbours: Mapping[str, Iterable[Mapping[str, str]]] = utils.load(_FILE)
    found: dict[str, str] = {}
    for char in neighbours:
        if char not in found:
            alike = _characters_alike(char, neighbours)
            found |= {
                one: _representative_character(one, alike) for one in alike if len(one) == 1 and ord(one) >= _TYPED
            }
    return found


def _characters_alike(char: str, neighbours: Mapping[str, Iterable[Mapping[str, str]]]) -> set[str]:
    alike, waiting = {char}, [char]
    while waiting:
        # Right-to-left characters stand between invisible marks.
        more = {other["c"].strip("\u200e") for other in neighbours.get(waiting.pop(), ())} - alike
        alike |= more
        waiting += more
    return alike


def _representative_character(char: str, alike: Iterable[str]) -> str:
    """Return the representative of characters that look alike, if possible a keyboard letter of the same case."""
    by_kind: dict[bool, list[str]] = defaultdict(list)
    for one in alike:
        if len(one) == 1:
            by_kind[ord(one) < _TYPED].append(one)
    typed = by_kind[True]
    same_case = [one for one in typed if one.isalpha() and one.isupper() == char.isupper()]
    return min(same_case or typed or by_kind[False])
