"""The specification of the rules as pages: an entry per rule, and the ways from the rules book to it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from rules.wording import words
from scorebook.web.rule_book import specification
from scorebook.web.rule_book.specification import CHAPTERS, RULE_ID, chapters, entries
from tests.support.page import markup
from tests.support.paged_evening import text_of


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {name: markup(Client().get(reverse("web:specification", args=[name]))) for name in CHAPTERS}


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_rule_of_a_file_is_on_its_page(pages: dict[str, str], name: str) -> None:
    ids = [entry.id for entry in chapters()[name].entries]
    assert re.findall(r'<section class="entry" id="(\w+)">', pages[name]) == ids


def test_every_link_of_a_rule_leads_to_its_entry(pages: dict[str, str]) -> None:
    links = {
        (name, address, id)
        for name, page in pages.items()
        for address, id in re.findall(rf'href="([^"]*)#({RULE_ID.pattern})"', page)
    }
    wrong = [
        (name, id) for name, address, id in links
        if address != ("" if entries()[id].chapter == name else f"/rules/{entries()[id].chapter}/specification/")
    ]  # fmt: skip
    assert wrong == [] and len(links) > len(entries())


LANGUAGE_TAGS = {"de": "de", "en": "en-GB"}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_page_is_english_within_the_readers_language(client: Client, language: str) -> None:
    answer = client.get(reverse("web:specification", args=["palatinate"]), headers={"accept-language": language})
    html, text = markup(answer), text_of(answer)
    assert f'<html lang="{LANGUAGE_TAGS[language]}">' in html and '<div lang="en">' in html
    assert words.game_name("palatinate", language) in text
    assert entries()["P17"].statement in text
    assert ("Der Text ist auf Englisch." in text) is (language == "de")


def test_an_unknown_file_is_not_found(client: Client) -> None:
    for name in ("poker", "README", ".."):
        assert client.get(f"/rules/{name}/specification/").status_code == 404


def test_the_rules_book_and_the_calculator_lead_to_the_entries(client: Client) -> None:
    """The marks of a page lead to its own list of sources, which leads on."""
    book = markup(client.get("/rules/bavarian/school_10_50/"))
    assert 'href="#B50"' in book
    assert '<a id="B50" href="/rules/bavarian/specification/#B50">B50</a>' in book
    assert '<a id="G1" href="/rules/general/specification/#G1">G1</a>' in book
    hand = {"rules": "palatinate/palatinate", "contract": "solo", "declarer": "Anna", "trump_suit": "hearts"}
    calculated = markup(client.get("/calculator/", {**hand, "card_points": "94"}))
    assert 'href="/rules/palatinate/specification/#P44"' in calculated
    assert reverse("web:specification", args=[specification.GENERAL]) in markup(client.get("/rules/"))
