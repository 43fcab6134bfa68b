"""A button names its action; what something is stands beside it, as a tag."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.test import Client

from rules import PRESETS
from rules.wording import words
from scorebook.standings.services import closing as standings
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo
from tests.web.test_axe import (
    books_kept,
    closed_evening_pages,
    open_pages,
    seasons_agreed,
    settled_in_part,
)

pytestmark = [pytest.mark.django_db, pytest.mark.once]
LANGUAGES = ("de", "en")
# Of payments, evenings, seasons, hands and people, beside all that the pages' own tags say.
STATES = {
    "de": {
        "abgeschlossen", "abgerechnet", "archiviert", "ausgeglichen", "beendet", "beglichen", "bezahlt", "erledigt",
        "eingetragen", "fertig", "gelöscht", "geschlossen", "gespeichert", "gestrichen", "geteilt", "geändert",
        "heimgegangen", "kopiert", "nicht bezahlt", "offen", "verbucht", "vergessen", "verborgen", "verworfen",
    },
    "en": {
        "archived", "closed", "copied", "deleted", "discarded", "done", "finished", "forgotten", "gone", "hidden",
        "left", "paid", "recorded", "reopened", "saved", "settled", "shared", "struck out", "taken back", "undone",
        "unpaid", "written",
    },
}  # fmt: skip
# In English a command is spelled like a state.
COMMANDS = {"open"}
VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


class _Texts(HTMLParser):
    """buttons, tags: what each of them says to somebody who sees it."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons: set[str] = set()
        self.tags: set[str] = set()
        self._open: list[tuple[str, set[str] | None, list[str]]] = []
        self._is_unseen: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        classes = (dict(attrs).get("class") or "").split()
        is_button = tag == "button" or (tag == "a" and "button" in classes)
        kind = self.buttons if is_button else self.tags if "tag" in classes else None
        self._open.append((tag, kind, []))
        self._is_unseen.append("unseen" in classes)

    def handle_data(self, data: str) -> None:
        if not any(self._is_unseen):
            for _tag, _kind, texts in self._open:
                texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        while tag in (opened for opened, _kind, _texts in self._open):
            opened, kind, texts = self._open.pop()
            self._is_unseen.pop()
            if kind is not None:
                kind.add(" ".join("".join(texts).split()).casefold())
            if opened == tag:
                return


@pytest.fixture
def table() -> PlayedEvening:
    evening = new_evening("Anna", "Beppo", "Cilli", "Vroni")
    evening.record(rufer("Beppo", "Vroni"))
    evening.record(solo("Cilli", won=False, kontra=1))
    evening.correct(1, rufer("Beppo", "Vroni", won=False))
    evening.void(2)
    evening.record(rufer("Anna", "Beppo", level="schneider"))
    return evening


def pages_in_turn(table: PlayedEvening) -> Iterator[str]:
    """The addresses of all pages, while the evening is open and once it is closed."""
    yield from {**open_pages(table), **books_kept(table)}.values()
    standings.close_evening(evening=table.fresh(), key=uuid4(), at=table.now(), by="scribe")
    yield from seasons_agreed(table).values()
    yield from (f"/t/{table.link}/{name}" for name in ("", "settle/ways", *settled_in_part(table)))
    yield from (f"/c/{table.club.keeper_token}/{name}" for name in closed_evening_pages(table))
    yield f"/w/{table.stored.watch_token}/"


def texts_of(client: Client, path: str, language: str) -> _Texts:
    found = _Texts()
    found.feed(client.get(path, headers={"accept-language": language}).content.decode())
    return found


def contracts(language: str) -> set[str]:
    """What a table calls its hands: somebody who taps one says what was played, such as "thrown in"."""
    return {
        words.contract_name(contract.id, language).casefold()
        for presets in PRESETS.values()
        for ruleset in presets.values()
        for contract in ruleset.contracts(4)
    }


def test_no_button_says_what_something_is(table: PlayedEvening, client: Client) -> None:
    buttons: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    states = {language: set(STATES[language]) for language in LANGUAGES}
    for path in pages_in_turn(table):
        for language in LANGUAGES:
            found = texts_of(client, path, language)
            buttons[language] |= dict.fromkeys(found.buttons, path)
            states[language] |= found.tags
    wrong = {
        (text, path)
        for language in LANGUAGES
        for text, path in buttons[language].items()
        if text in states[language] - COMMANDS - contracts(language)
    }
    assert wrong == set()
    assert {"als bezahlt abhaken", "mark as paid"} <= {*buttons["de"], *buttons["en"]}
    assert {"bezahlt", "paid", "läuft", "closed"} <= states["de"] | states["en"]
    assert min(map(len, buttons.values())) > 80
