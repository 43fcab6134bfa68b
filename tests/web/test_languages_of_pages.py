"""A page speaks one language: British dates and the 24-hour clock in English, no English on German pages."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.support.played_evening import PlayedEvening
from tests.web.test_button_texts import pages_in_turn, table

pytestmark = [pytest.mark.django_db, pytest.mark.once]
__all__ = ["table"]  # a fixture

AMERICAN_DATE = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan\.|Feb\.|Aug\.|Sept\.|Oct\.|Nov\.|Dec\.) \d{1,2}, \d{4}|\d\d/\d\d/\d{4}, \d{1,2}:\d\d [ap]m"
)
TWELVE_HOURS = re.compile(r"\d (?:[ap]\.m\.|[AP]M\b|noon|midnight)")
# Frequent English words that are no German ones ("in", "an" and "will" are both).
ENGLISH = re.compile(
    r"\b(?:and|are|been|by|can|club|evenings?|every|for|from|hands|has|have|is|it|its|of|on|or|paid|points|season"
    r"|that|the|their|there|this|to|what|which|with|won|you|your)\b",
    re.IGNORECASE,
)
# Sections of English sources keep their titles, and the people of this club have named a season.
ENGLISH_NAMES = re.compile(r"(?:Enzyklopädie|Pfalz, englisch): .*|^Points\b|Firefox on Android|Tout auf der Hand")
UNREAD = {"script", "style", "template"}


class _VisibleTexts(HTMLParser):
    """texts: those between the tags and in attributes that are read aloud, without parts marked as English."""

    VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        is_other = tag in UNREAD or (tag != "html" and values.get("lang") == "en")
        if not is_other and not any(other for _tag, other in self._open):
            self.texts += [text for name in ("aria-label", "alt", "placeholder", "title") if (text := values.get(name))]
        if tag not in self.VOID:
            self._open.append((tag, is_other))

    def handle_endtag(self, tag: str) -> None:
        while any(opened == tag for opened, _other in self._open):
            if self._open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(other for _tag, other in self._open):
            self.texts.append(" ".join(data.split()))


def visible_texts(client: Client, path: str, language: str) -> list[str]:
    found = _VisibleTexts()
    found.feed(client.get(path, headers={"accept-language": language}).content.decode())
    return found.texts


def english_words(texts: list[str]) -> list[str]:
    return [text for text in texts if ENGLISH.search(ENGLISH_NAMES.sub("", text))]


def test_every_page_speaks_one_language(table: PlayedEvening, client: Client) -> None:
    american: set[tuple[str, str]] = set()
    english: set[tuple[str, str]] = set()
    dates = 0
    for path in pages_in_turn(table):
        for text in visible_texts(client, path, "en"):
            dates += bool(re.search(r"\d{1,2} [A-Z][a-z]+ 20\d\d|\d\d/\d\d/20\d\d", text))
            if AMERICAN_DATE.search(text) or TWELVE_HOURS.search(text):
                american.add((path, text))
        if not path.startswith("/api/"):
            english |= {(path, text) for text in english_words(visible_texts(client, path, "de"))}
    assert american == set()
    assert english == set()
    assert dates > 20


def test_the_words_that_betray_english_are_on_english_pages(table: PlayedEvening, client: Client) -> None:
    assert len(english_words(visible_texts(client, f"/c/{table.club.keeper_token}/", "en"))) > 10


def test_the_language_of_the_page_names_the_country_of_its_dates(client: Client) -> None:
    assert '<html lang="en-GB">' in client.get("/", headers={"accept-language": "en"}).content.decode()
    assert '<html lang="de">' in client.get("/", headers={"accept-language": "de"}).content.decode()
