import re

import pytest
from django.test import Client
from django.urls import reverse

from scorebook.play.models import HandEvent
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start, text_of

SCRIBE_PAGES = ["table", "lines", "seats", "close", "settle"]


@pytest.mark.parametrize("name", SCRIBE_PAGES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_outsiders_find_no_evening(evening: PagedEvening, client: Client, name: str, method: str) -> None:
    for token in ("guessed", evening.stored.watch_token, evening.club_token, str(evening.stored.pk)):
        assert getattr(client, method)(reverse(f"web:{name}", args=[token])).status_code == 404


@pytest.mark.parametrize("name", ["hand", "void", "preview_correction"])
def test_outsiders_find_no_hand(evening: PagedEvening, client: Client, name: str) -> None:
    evening.record()
    for token in ("guessed", evening.stored.watch_token):
        assert client.post(reverse(f"web:{name}", args=[token, 1])).status_code == 404
    assert evening.post(name, 7).status_code == 404


@pytest.mark.parametrize("path", ["", "start", "order", "order/clubs", "order/evenings", "order/file"])
def test_outsiders_find_no_club(evening: PagedEvening, client: Client, path: str) -> None:
    for token in ("guessed", evening.stored.scribe_token, evening.stored.watch_token):
        assert client.post(f"/c/{token}/{path}").status_code in (404, 405)
        assert client.get(f"/c/{token}/{path}").status_code in (404, 405)
    assert client.get("/c/guessed/").status_code == 404


def test_watch_link_shows_the_sheet_and_leaks_no_other_link(evening: PagedEvening, client: Client) -> None:
    evening.record(level="schneider")
    for path in ("", "sheet"):
        page = client.get(f"/w/{evening.stored.watch_token}/{path}")
        html = markup(page)
        assert page.status_code == 200
        assert "Anna mit Beppo: Rufer, Schneider gewonnen" in text_of(page)
        for secret in (evening.stored.scribe_token, evening.club_token, str(evening.stored.pk)):
            assert secret not in html
        assert "/t/" not in html and "/c/" not in html


def test_watch_link_only_reads(evening: PagedEvening, client: Client) -> None:
    watch = f"/w/{evening.stored.watch_token}/"
    for path in (watch, f"{watch}sheet"):
        assert client.post(path, {"contract": "rufer"}).status_code == 405
    assert client.get(f"/w/{evening.stored.scribe_token}/").status_code == 404
    assert not HandEvent.objects.exists()


def test_watchers_may_read_what_is_played(evening: PagedEvening, client: Client) -> None:
    watch = f"/w/{evening.stored.watch_token}/"
    assert f'href="{watch}rules"' in markup(client.get(watch))
    page = client.get(f"{watch}rules")
    html = markup(page)
    assert "Regeln dieses Abends" in text_of(page) and f'href="{watch}"' in html
    for secret in (evening.stored.scribe_token, evening.club_token, str(evening.stored.pk)):
        assert secret not in html
    assert "/t/" not in html and "/c/" not in html
    assert client.post(f"{watch}rules").status_code == 405
    for token in ("guessed", evening.stored.scribe_token, evening.club_token):
        assert client.get(f"/w/{token}/rules").status_code == 404


def test_watchers_pay_for_a_change_only(evening: PagedEvening, client: Client) -> None:
    path = f"/w/{evening.stored.watch_token}/sheet"
    tag = client.get(path)["ETag"]
    assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    evening.record()
    changed = client.get(path, headers={"if-none-match": tag})
    assert changed.status_code == 200
    player = evening.stored.club.players.first()
    assert player is not None
    client.post(f"/c/{evening.club_token}/order/people/{player.pk}/", {"name": "Neu"})
    assert client.get(path, headers={"if-none-match": changed["ETag"]}).status_code == 200


def test_watchers_see_who_pays_whom(evening: PagedEvening, client: Client) -> None:
    evening.record()
    evening.post("close")
    text = text_of(client.get(f"/w/{evening.stored.watch_token}/"))
    assert re.search(r"(Cilli|Done) → zahlt an (Anna|Beppo) 0,20 €", text) and "bezahlt" not in text


def test_one_evening_cannot_write_into_another(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    answer = evening.record(declarer=other.ids["Emil"], partner="Beppo")
    assert answer.status_code == 422
    assert evening.now().hand_count == 0


@pytest.mark.django_db
def test_unknown_pages_speak_our_language(client: Client) -> None:
    page = client.get("/nirgends/")
    assert page.status_code == 404
    assert "Seite nicht gefunden" in text_of(page)


def test_pages_carry_no_inline_script_or_style(evening: PagedEvening) -> None:
    evening.record()
    for name, args in (("table", ()), ("hand", (1,)), ("seats", ()), ("close", ())):
        page = evening.get(name, *args)
        html = markup(page)
        assert "style=" not in html and "<style" not in html and " onclick" not in html
        assert all("src=" in part.split(">")[0] for part in html.split("<script")[1:])
        assert "'unsafe-inline'" not in page["Content-Security-Policy"]
