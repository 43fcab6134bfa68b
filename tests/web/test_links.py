"""A link in the wrong hands is made to open nothing, and nobody locks themselves out on the way."""

from uuid import uuid4

import pytest
from django.test import Client, override_settings

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
    assert (new.scribe_token, new.club.keeper_token) == (old.scribe_token, evening.club_token)


def test_new_links_for_all_end_those_of_the_club_and_of_all_its_evenings(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Anna", "Beppo", "Cilli", "Done")  # another club
    second = client.post(f"/c/{evening.club_token}/start", evening_fields())["Location"]
    old = evening.stored
    answer = client.post(f"/c/{evening.club_token}/links/all", {"key": uuid4()})
    new = Evening.objects.get(pk=old.pk)
    assert answer["Location"] == f"/c/{new.club.keeper_token}/links"
    for path in (f"/t/{old.scribe_token}/", f"/c/{evening.club_token}/", f"/c/{old.club.member_token}/", second):
        assert client.get(path).status_code == 404
    for token in (new.club.keeper_token, new.club.member_token):
        assert client.get(f"/c/{token}/").status_code == 200
    assert client.get(f"/w/{old.watch_token}/").status_code == 200
    assert client.get(f"/t/{other.stored.scribe_token}/").status_code == 200


def test_a_new_link_for_members_leaves_the_keepers(evening: PagedEvening, client: Client) -> None:
    old = evening.stored
    answer = client.post(f"/c/{evening.club_token}/links/member", {"key": uuid4()})
    new = Evening.objects.get()
    assert answer["Location"] == f"/c/{evening.club_token}/links"
    assert [client.get(path).status_code for path in (f"/c/{old.club.member_token}/", f"/t/{old.scribe_token}/")] == [
        404
    ] * 2
    for path in (
        f"/c/{evening.club_token}/",
        f"/c/{new.club.member_token}/",
        f"/t/{new.scribe_token}/",
        f"/w/{old.watch_token}/",
    ):
        assert client.get(path).status_code == 200
    page = markup(client.get(f"/c/{evening.club_token}/links"))
    assert new.club.member_token in page and old.club.member_token not in page


def test_members_replace_the_link_for_writing_of_one_evening(evening: PagedEvening, client: Client) -> None:
    old, link = evening.stored, f"/t/{evening.member_link}/links"
    page = markup(client.get(link))
    assert old.scribe_token in page and 'name="scribe"' in page
    answer = client.post(link, {"key": uuid4(), "scribe": "1"})
    new = Evening.objects.get()
    assert answer["Location"].startswith(f"{link}?was={old.scribe_token}")
    assert client.get(f"/t/{old.scribe_token}/").status_code == 404
    assert client.get(f"/t/{new.scribe_token}/").status_code == 200
    assert f'data-was="{old.scribe_token}" data-is="{new.scribe_token}"' in " ".join(
        markup(client.get(answer["Location"])).split()
    )
    assert (new.club.keeper_token, new.club.member_token) == (old.club.keeper_token, old.club.member_token)


def test_who_never_got_the_answer_sends_again_and_finds_the_new_link(evening: PagedEvening, client: Client) -> None:
    form = {"key": uuid4(), "scribe": "1", "replaces": evening.stored.scribe_token}
    tokens = []
    for _twice in range(2):
        assert client.post(f"/t/{evening.member_link}/links", form).status_code == 302
        tokens.append(evening.now().scribe_token)
    assert tokens[0] == tokens[1] != evening.stored.scribe_token
    form = {"key": uuid4()}
    first = client.post(f"/c/{evening.club_token}/links/all", form)
    assert client.post(f"/c/{evening.club_token}/links/all", form)["Location"] == first["Location"]
    assert client.get(first["Location"]).status_code == 200


def test_table_and_club_lead_to_new_links(evening: PagedEvening, client: Client) -> None:
    for page in (f"/t/{evening.stored.scribe_token}/", f"/c/{evening.club_token}/"):
        assert f'href="{page}links"' in markup(client.get(page))


def test_only_the_right_link_makes_new_ones(evening: PagedEvening, client: Client) -> None:
    stored = evening.stored
    weaker = (stored.watch_token, "guessed", str(stored.pk), evening.club_token, stored.club.member_token)
    for token in weaker:
        assert client.post(f"/t/{token}/links", {"key": uuid4(), "watch": "1"}).status_code == 404
    for token in (*weaker, stored.scribe_token):
        assert client.post(f"/t/{token}/links", {"key": uuid4(), "scribe": "1"}).status_code == 404
    for token in (*(one for one in weaker if one != evening.club_token), stored.scribe_token):
        for path in ("", "/member", "/all"):
            assert client.post(f"/c/{token}/links{path}", {"key": uuid4()}).status_code == 404
    assert client.get(f"/t/{stored.scribe_token}/").status_code == 200


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
    "Einmal geöffnete Seiten gehen auf jedem Handy auch ohne Netz auf",
    "Auf diesem Rechner gehen einmal geöffnete Seiten auch ohne Netz auf",
    "Ohne Netz neu öffnen lässt sie sich nur bei einer Adresse mit https",
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
    first = client.post(f"/c/{evening.club_token}/links/all", form)["Location"]
    second = client.post(f"/c/{other.club_token}/links/all", form)["Location"]
    assert first != second
    shown, other_shown = (markup(client.get(link.replace("links", "order"))) for link in (second, first))
    assert "Fanny" in shown and "Fanny" not in other_shown
    assert client.get(f"/c/{other.club_token}/").status_code == 404
    assert client.post("/c/guessed/links/all", form).status_code == 404


def test_one_key_makes_each_evening_a_link_for_writing_of_its_own(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    form = {"key": uuid4(), "scribe": "1"}
    for one in (evening, other):
        assert client.post(f"/t/{one.member_link}/links", form).status_code == 302
    assert len({evening.now().scribe_token, other.now().scribe_token, other.stored.scribe_token}) == 3
    assert client.post("/t/guessed/links", form).status_code == 404


def test_one_key_makes_each_evening_a_watch_link_of_its_own(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    form = {"key": uuid4(), "watch": "1"}
    for one in (evening, other):
        assert client.post(f"/t/{one.stored.scribe_token}/links", form).status_code == 302
    assert len({evening.now().watch_token, other.now().watch_token, other.stored.watch_token}) == 3
