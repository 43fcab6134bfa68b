"""Search for a person's names in typed text, apart from longer names of other people that contain them.

Decision: docs/decisions/210-forgetting-a-name-removes-it-from-the-files.md.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from scorebook.clubs.look_alikes import is_plain_text, looks_of_name, name_skeletons
from scorebook.clubs.names import folded_name, tidied_name

# A name of at most this many letters may be part of any word ("al" in "alles"), so it only matches as a whole word.
SHORT = 3
_LETTER = r"[^\W\d_]"
_POSSESSIVE = r"(?:['\u2019]?s)?"


class NamesInText:
    """A matcher for the forgotten names of one person.

    forgotten: every name that the person had. others: the names of all other people in the same clubs.
    A forgotten name matches in any case and as a part of words: Anna matches in Annas and in Annabell. If another
    person is called Annabell, that word belongs to them and a forgotten Ann does not match in it.
    """

    def __init__(self, forgotten: Collection[str], others: Iterable[str]) -> None:
        own = {look for name in forgotten for look in _spellings_of_name(name)}
        containing = {look for name in others for look in _spellings_of_name(name) if _contains_shorter_name(look, own)}
        self._words = _names_pattern(own, containing)

    def found_in(self, text: str) -> bool:
        if not self._words:
            return False
        folded = folded_name(text)
        texts = (folded,) if is_plain_text(folded) else (folded, *name_skeletons(text))
        return any(match["own"] for one in texts for match in self._words.finditer(one))

    def text_without_names(self, text: str, *, instead: str) -> str:
        """Replace each word that holds a name; replace the whole text if a name remains."""
        if not self._words:
            return text
        changed = self._words.sub(lambda match: instead if match["own"] else match[0], tidied_name(text))
        return instead if self.found_in(changed.replace(instead, "")) else changed


def _spellings_of_name(name: str) -> set[str]:
    return {folded_name(name), *looks_of_name(tidied_name(name))}


def _contains_shorter_name(name: str, own: Iterable[str]) -> bool:
    return any(one in name and one != name for one in own)


def _names_pattern(own: Collection[str], containing: Collection[str]) -> re.Pattern[str] | None:
    """Build one pattern, longer names first, so that the name of another person matches before a part of it."""
    if not own:
        return None
    others = "|".join(_whole_word_pattern(name) for name in _longest_names_first(containing)) or r"(?!)"
    parts = "|".join(
        _whole_word_pattern(name) if len(name) <= SHORT else _part_of_word_pattern(name)
        for name in _longest_names_first(own)
    )
    return re.compile(f"(?P<other>{others})|(?P<own>{parts})", re.IGNORECASE)


def _whole_word_pattern(name: str) -> str:
    return f"(?<!{_LETTER}){re.escape(name)}{_POSSESSIVE}(?!{_LETTER})"


def _part_of_word_pattern(name: str) -> str:
    return f"{_LETTER}*?{re.escape(name)}{_LETTER}*"


def _longest_names_first(names: Collection[str]) -> list[str]:
    return sorted(names, key=lambda name: (-len(name), name))
