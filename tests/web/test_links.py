"""A link in the wrong hands is made to open nothing, and nobody locks themselves out on the way."""

from uuid import uuid4

import pytest
from django.test import Client, override_settings

from scorebook.clubs.models import Club
from scorebook.core import network
from scorebook.play.models import Evening
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start


def test_a_new_link_for_looking_on_ends_the_old_one_only(evening: PagedEvening, client: Client) -> None:
    old = evening.stored
    answer = client.post(f"/t/{old.scribe_token}/links", {"key": uuid4(), "watch": "1"})
    new = Evening.objects.get()
    assert answer["Location"] == f"/t/{old.scribe_token}/links"
    assert client.get(f"/w/{old.watch_token}/").status_code == 404
    assert client.get(f"/w/{old.watch_token}/sheet").status_code == 404
    assert client.get(f"/w/{new.watch_token}/").status_code == 200
    assert (new.scribe_token, new.club.link_token) == (old.scribe_token, evening.club_token)


def test_new_links_for_writing_end_those_of_the_club_and_of_all_its_evenings(
    evening: PagedEvening, client: Client
) -> None:
    other = start(client, "Anna", "Beppo", "Cilli", "Done")  # another club
    second = client.post(f"/c/{evening.club_token}/start", evening_fields())["Location"]
    old = evening.stored
    answer = client.post(f"/t/{old.scribe_token}/links", {"key": uuid4(), "evening": 1, "all": "1"})
    new = Evening.objects.get(pk=old.pk)
    assert answer["Location"] == f"/t/{new.scribe_token}/links?was={old.scribe_token}"
    for path in (f"/t/{old.scribe_token}/", f"/c/{evening.club_token}/", second):
        assert client.get(path).status_code == 404
    assert client.get(f"/c/{new.club.link_token}/").status_code == 200
    assert client.get(f"/w/{old.watch_token}/").status_code == 200
    assert client.get(f"/t/{other.stored.scribe_token}/").status_code == 200
    page = markup(client.get(f"/t/{new.scribe_token}/links"))
    assert new.scribe_token in page and old.scribe_token not in page


def test_who_never_got_the_answer_sends_again_and_finds_the_new_link(evening: PagedEvening, client: Client) -> None:
    old, form = evening.stored, {"key": uuid4(), "evening": 1, "all": "1"}
    first = client.post(f"/t/{old.scribe_token}/links", form)
    again = client.post(f"/t/{old.scribe_token}/links", form)
    assert first["Location"] == again["Location"]
    key = {"key": uuid4()}
    club_token = Club.objects.get().link_token
    first = client.post(f"/c/{club_token}/links", key)
    assert client.post(f"/c/{club_token}/links", key)["Location"] == first["Location"]
    assert client.get(first["Location"]).status_code == 200


def test_table_and_club_lead_to_new_links(evening: PagedEvening, client: Client) -> None:
    for page in (f"/t/{evening.stored.scribe_token}/", f"/c/{evening.club_token}/"):
        assert f'href="{page}links"' in markup(client.get(page))


def test_only_the_right_link_makes_new_ones(evening: PagedEvening, client: Client) -> None:
    tokens = (evening.stored.watch_token, "guessed", str(evening.stored.pk))
    for wanted in ({"watch": "1"}, {"all": "1"}):
        for token in (*tokens, evening.club_token):
            assert client.post(f"/t/{token}/links", {"key": uuid4(), "evening": 1, **wanted}).status_code == 404
    for token in (*tokens, evening.stored.scribe_token):
        assert client.post(f"/c/{token}/links", {"key": uuid4()}).status_code == 404
    assert client.get(f"/t/{evening.stored.scribe_token}/").status_code == 200


@pytest.mark.parametrize(
    ("host", "lan_url", "begins"),
    [
        ("localhost:8000", "http://192.0.2.7:8000/", "http://192.0.2.7:8000/w/"),
        ("[::1]:8000", "http://192.0.2.7:8000/", "http://192.0.2.7:8000/w/"),
        ("localhost", None, "http://localhost/w/"),
        ("testserver", "http://192.0.2.7:8000/", "http://testserver/w/"),
    ],
)
def test_links_to_pass_on_work_on_other_phones(
    evening: PagedEvening, client: Client, monkeypatch: pytest.MonkeyPatch, host: str, lan_url: str | None, begins: str
) -> None:
    monkeypatch.setattr(network.Served, "lan_url", lan_url)
    page = markup(client.get(f"/t/{evening.stored.scribe_token}/links", headers={"host": host}))
    assert f'href="{begins}{evening.stored.watch_token}/"' in page
    assert f"{begins[:-2]}t/{evening.stored.scribe_token}/" in page


SECURE, OWN_MACHINE, PLAIN = (
    "Was hier einmal offen war, geht auf jedem Handy auch ohne Netz auf",
    "Auf diesem Rechner geht, was hier einmal offen war, auch ohne Netz auf",
    "Ohne Netz neu öffnen lässt sie sich nicht: Browser erlauben das nur bei einer Adresse mit https",
)
FORWARDED = {"x-forwarded-proto": "https"}


@pytest.mark.parametrize(
    ("host", "is_behind_proxy", "headers", "expected"),
    [
        ("scorebook.example", True, FORWARDED, SECURE),
        ("localhost", True, FORWARDED, SECURE),
        ("192.0.2.7:8000", False, {}, PLAIN),
        ("laptop.local:8000", False, {}, PLAIN),
        ("192.0.2.7:8000", False, FORWARDED, PLAIN),  # only our own proxy is believed
        ("localhost.example", False, {}, PLAIN),
        ("localhost:8000", False, {}, OWN_MACHINE),
        ("127.0.0.1", False, {}, OWN_MACHINE),
        ("[::1]:8000", False, {}, OWN_MACHINE),
        ("[::1]", False, {}, OWN_MACHINE),
        ("laptop.localhost:8000", False, {}, OWN_MACHINE),
    ],
)
def test_the_page_of_links_says_what_this_address_can_do_without_a_network(
    evening: PagedEvening,
    client: Client,
    host: str,
    is_behind_proxy: bool,
    headers: dict[str, str],
    expected: str,
) -> None:
    header = ("HTTP_X_FORWARDED_PROTO", "https") if is_behind_proxy else None
    with override_settings(ALLOWED_HOSTS=["*"], SECURE_PROXY_SSL_HEADER=header):
        answer = client.get(f"/t/{evening.stored.scribe_token}/links", headers={"host": host, **headers})
    text = " ".join(answer.content.decode().split())
    assert [one for one in (SECURE, OWN_MACHINE, PLAIN) if one in text] == [expected]
    assert ("docs/https.md" in text) is (expected is not SECURE)


def evening_fields() -> dict[str, object]:
    names = ["Anna", "Beppo", "Cilli", "Done"]
    return {"key": uuid4(), "game": "bavarian", "stake_bavarian": "school", "names": names, "first_dealer": "0"}


def test_a_key_that_renewed_one_club_gives_another_club_links_of_its_own(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    form = {"key": uuid4()}
    first = client.post(f"/c/{evening.club_token}/links", form)["Location"]
    second = client.post(f"/c/{other.club_token}/links", form)["Location"]
    assert first != second
    shown, other_shown = (markup(client.get(f"{link}order")) for link in (second, first))
    assert "Fanny" in shown and "Fanny" not in other_shown
    assert client.get(f"/c/{other.club_token}/").status_code == 404


def test_a_key_that_renewed_one_evening_finds_nothing_of_it_from_another(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    form = {"key": uuid4(), "evening": 1, "all": "1"}
    client.post(f"/t/{evening.stored.scribe_token}/links", form)
    answer = client.post(f"/t/{other.stored.scribe_token}/links", form)
    assert answer["Location"] == f"/t/{other.now().scribe_token}/links?was={other.stored.scribe_token}"
    assert other.now().scribe_token != other.stored.scribe_token
    assert client.post("/t/guessed/links", form).status_code == 404
    assert client.post("/c/guessed/links", form).status_code == 404


def test_one_key_makes_each_evening_a_watch_link_of_its_own(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    form = {"key": uuid4(), "watch": "1"}
    for one in (evening, other):
        assert client.post(f"/t/{one.stored.scribe_token}/links", form).status_code == 302
    assert len({evening.now().watch_token, other.now().watch_token, other.stored.watch_token}) == 3
