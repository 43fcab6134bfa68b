"""Those who look on: what they ask costs next to nothing, and misses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorebook.ledger.accounts import TILL
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer


def ask(evening: PagedEvening, etag: str = "", **headers: str) -> Answer:
    known = {"if-none-match": etag} if etag else {}
    sheet = reverse("web:watched_sheet", args=[evening.stored.watch_token])
    return evening.client.get(sheet, headers=known | headers)


def test_an_unchanged_sheet_takes_one_statement(evening: PagedEvening) -> None:
    evening.record()
    etag = ask(evening)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert ask(evening, etag).status_code == 304
    assert len(asked) == 1
    assert ask(evening, f"W/{etag}").status_code == 304  # as it comes back compressed


def ask_as_scribe(evening: PagedEvening, etag: str = "") -> Answer:
    return evening.client.get(evening.url("written_sheet"), headers={"if-none-match": etag} if etag else {})


def test_the_other_scribe_asks_as_cheaply_as_a_watcher(evening: PagedEvening) -> None:
    evening.record()
    etag = ask_as_scribe(evening)["ETag"]
    assert f"{etag[1:-1]}" in markup(evening.get("table"))  # an open page asks with the version it has
    with CaptureQueriesContext(connection) as asked:
        assert ask_as_scribe(evening, etag).status_code == 304
    assert len(asked) == 1
    evening.record()
    assert "Spiel 3" in markup(ask_as_scribe(evening, etag))


def test_neither_link_answers_at_the_address_of_the_other(evening: PagedEvening) -> None:
    etag = ask_as_scribe(evening)["ETag"]
    scribe, watch = evening.stored.scribe_token, evening.stored.watch_token
    for path in (f"/t/{watch}/sheet", f"/w/{scribe}/sheet"):
        assert evening.client.get(path, headers={"if-none-match": etag}).status_code == 404
    assert 'name="key"' not in markup(ask(evening))


def test_hands_names_and_payments_make_a_new_one(evening: PagedEvening) -> None:
    evening.record()
    etags = [ask(evening)["ETag"]]
    evening.record()
    assert ask(evening, etags[-1]).status_code == 200
    etags.append(ask(evening)["ETag"])
    player = evening.stored.club.players.get(name="Anna")
    evening.client.post(reverse("web:rename", args=[evening.club_token]), {"player": str(player.pk), "name": "Anni"})
    assert "Anni" in markup(ask(evening, etags[-1]))
    evening.post("close")
    etags.append(ask(evening)["ETag"])
    payment = markup(evening.get("settle")).partition('name="payment" value="')[2][:36]
    evening.post("settle", payment=payment, tick="1")
    assert ask(evening, etags[-1]).status_code == 200
    assert len({*etags, ask(evening)["ETag"]}) == 4


def test_a_part_and_another_way_make_a_new_one(evening: PagedEvening) -> None:
    evening.record()
    evening.post("close")
    etags = [ask(evening)["ETag"]]
    payment = markup(evening.get("settle")).partition('name="payment" value="')[2][:36]
    evening.post("settle", payment=payment, part="1", amount="0,05")
    part = ask(evening, etags[-1])
    assert "0,05\u00a0€ von 0,20\u00a0€ bezahlt" in markup(part)
    etags.append(part["ETag"])
    evening.post("ways", way=f"one_for_all:{TILL}")
    assert "Kasse" in markup(ask(evening, etags[-1]))
    etags.append(ask(evening)["ETag"])
    with CaptureQueriesContext(connection) as asked:
        assert ask(evening, etags[-1]).status_code == 304
    assert len(set(etags)) == 3 and len(asked) == 2


def test_another_language_is_another_sheet(evening: PagedEvening) -> None:
    german, english = ask(evening), ask(evening, **{"accept-language": "en"})
    assert german["ETag"] != english["ETag"]


@pytest.mark.django_db
def test_a_version_opens_nothing_without_the_link(evening: PagedEvening) -> None:
    etag = ask(evening)["ETag"]
    for token in (evening.stored.scribe_token, "nothing"):
        sheet = reverse("web:watched_sheet", args=[token])
        assert evening.client.get(sheet, headers={"if-none-match": etag}).status_code == 404
