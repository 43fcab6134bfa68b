"""Links are keys: the scribe's writes, the watchers' reads, the club's opens all its evenings; others find nothing."""

import re
from functools import partial
from uuid import uuid4

import pytest

from scorebook.api.urls import urlpatterns
from tests.support.api_phone import Answer, ApiEvening, Phone, key, opening, unchanged

RUFER = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True}
SEASON = {"name": "Winter", "first_on": "2026-01-01", "game": "bavarian"}
NOT_FOUND = (404, [("not_found", "path")])

# Below evenings/<token>; {player} and {payment} are Anna's and the first of the plan.
READS = ["", "/payments", "/hands/1"]
READS += ["/course", "/rules"]
WRITES = [
    ("POST", "/hands"),
    ("POST", "/hands/batch"),
    ("POST", "/hands/preview"),
    ("PUT", "/hands/1"),
    ("POST", "/hands/1/void"),
    ("POST", "/close"),
    ("POST", "/reopen"),
    ("POST", "/seats"),
    ("POST", "/seats/{player}/leave"),
    ("POST", "/payments/{payment}/tick"),
    ("POST", "/payments/{payment}/untick"),
    ("POST", "/settle"),
    ("POST", "/end"),
    ("POST", "/links/watch"),
]
CLUB_READS = ["", "/leaderboard", "/statements/{player}", "/tab"]
CLUB_WRITES = ["/links"]
# What the club remembers; {season} is its first.
CLUB_READS += ["/seasons", "/seasons/{season}"]
CLUB_READS += ["/boards", "/boards/{board}", "/ratings", "/ratings/calibration"]
CLUB_READS += ["/people/{player}", "/partners"]
CLUB_READS += ["/hall", "/hall/{feat}", "/cup", "/years/{year}", "/search", "/anchor"]
AGREEMENTS = [
    ("POST", "/cup"),
    ("POST", "/seasons"),
    ("PUT", "/seasons/{season}"),
    ("POST", "/seasons/{season}/close"),
    ("POST", "/seasons/{season}/reopen"),
]


@pytest.fixture
def played(evening: ApiEvening) -> ApiEvening:
    """An evening with a hand and a plan, in a club with a season."""
    evening.record(RUFER, known=0)
    evening.phone.post(f"{evening.scribe}/close", key())
    evening.phone.post(f"{evening.club}/seasons", SEASON | key())
    return evening


def _asked(evening: ApiEvening, method: str, path: str) -> Answer:
    payment = evening.phone.get(f"{evening.scribe}/payments").json["payments"][0]["id"]
    season = evening.phone.get(f"{evening.club}/seasons").json["seasons"][0]["id"]
    path = path.format(player=evening.id("Anna"), payment=payment, season=season, board="money", feat="sie", year=2026)
    # A body that every one of them could take its own fields from.
    first = evening.sheet()["hands"][0]["id"]
    body = {"id": str(uuid4()), "known_hands": 1, "hand": evening.by_id(RUFER), "replaces": first, **SEASON}
    if method == "GET":
        return evening.phone.get(path)
    return (evening.phone.put if method == "PUT" else evening.phone.post)(path, body)


def test_every_endpoint_is_in_these_lists() -> None:
    listed = {path for _, path in WRITES} | set(READS)
    routes = {str(route.pattern) for route in urlpatterns}
    below = {route.removeprefix("evenings/<token:token>") for route in routes if route.startswith("evenings/<")}
    written = {
        route.replace("<int:no>", "1").replace("<uuid:player>", "{player}").replace("<uuid:payment>", "{payment}")
        for route in below
    }
    assert written == listed
    below = {route.removeprefix("clubs/<token:token>") for route in routes if route.startswith("clubs/")}
    clubs = {re.sub(r"<\w+:(\w+)>", r"{\1}", route) for route in below}
    assert clubs == {*CLUB_READS, *CLUB_WRITES, *(path for _, path in AGREEMENTS)}


@pytest.mark.parametrize("path", READS)
def test_scribe_and_watchers_read(played: ApiEvening, path: str) -> None:
    assert _asked(played, "GET", played.scribe + path).status == 200
    assert _asked(played, "GET", played.watch + path).status == 200


@pytest.mark.parametrize("path", READS)
def test_outsiders_read_nothing(played: ApiEvening, path: str) -> None:
    for token in ("nobody", played.token("club"), played.opened["id"], "%00", "ä"):
        answer = _asked(played, "GET", f"evenings/{token}{path}")
        assert (answer.status, answer.problems) == NOT_FOUND


@pytest.mark.parametrize(("method", "path"), WRITES, ids=[path for _, path in WRITES])
def test_only_the_scribe_writes(played: ApiEvening, method: str, path: str) -> None:
    for token in (played.token("watch"), played.token("club"), "nobody"):
        answer = unchanged(partial(_asked, played, method, f"evenings/{token}{path}"))
        assert (answer.status, answer.problems) == NOT_FOUND
    assert _asked(played, method, played.scribe + path).status != 404


def test_a_broken_body_tells_outsiders_nothing_either(played: ApiEvening) -> None:
    answer = played.phone.post(f"{played.watch}/hands", b"{")
    assert (answer.status, answer.problems) == NOT_FOUND


@pytest.mark.parametrize("path", CLUB_READS)
def test_only_the_club_link_reads_the_club(played: ApiEvening, path: str) -> None:
    assert _asked(played, "GET", played.club + path).status == 200
    for token in (played.token("scribe"), played.token("watch"), "nobody"):
        answer = _asked(played, "GET", f"clubs/{token}{path}")
        assert (answer.status, answer.problems) == NOT_FOUND


@pytest.mark.parametrize(("method", "path"), AGREEMENTS, ids=[f"{method} {path}" for method, path in AGREEMENTS])
def test_only_the_club_link_agrees_on_seasons_and_the_cup(played: ApiEvening, method: str, path: str) -> None:
    for token in (played.token("scribe"), played.token("watch"), "nobody"):
        answer = unchanged(partial(_asked, played, method, f"clubs/{token}{path}"))
        assert (answer.status, answer.problems) == NOT_FOUND
    assert _asked(played, method, played.club + path).status != 404


@pytest.mark.parametrize("path", READS)
def test_watchers_learn_no_other_link(played: ApiEvening, path: str) -> None:
    answer = _asked(played, "GET", played.watch + path)
    told = answer.text + "".join(f"{name}{value}" for name, value in answer.headers.items())
    assert played.token("scribe") not in told
    assert played.token("club") not in told
    if path == "":
        assert answer.json["links"].keys() == {"watch"}
        assert answer.json["may_write"] is False


def test_the_club_link_writes_in_its_evenings_as_on_the_page(played: ApiEvening) -> None:
    [told] = played.phone.get(played.club).json["evenings"]
    assert {name: link["token"] for name, link in told["links"].items()} == {
        name: played.token(name) for name in ("scribe", "watch", "club")
    }


def test_what_watchers_may_not_know_is_in_no_refusal(played: ApiEvening) -> None:
    for answer in (played.phone.post(played.watch), played.phone.put(f"{played.watch}/hands/1")):
        assert played.token("scribe") not in answer.text


def test_answers_are_kept_by_nobody_in_between(played: ApiEvening, phone: Phone) -> None:
    for path in ("games", played.club, f"{played.watch}/payments"):
        assert phone.get(path).headers["Cache-Control"] == "private, no-cache"
    for answer in (phone.get("evenings/nobody"), phone.post(f"{played.scribe}/reopen", key())):
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_new_watch_link_ends_the_old_one(evening: ApiEvening) -> None:
    old, body = evening.token("watch"), key()
    first = evening.phone.post(f"{evening.scribe}/links/watch", body)
    again = evening.phone.post(f"{evening.scribe}/links/watch", body)
    new = first.json["links"]["watch"]["token"]
    assert again.json["links"] == first.json["links"]
    assert (evening.phone.get(f"evenings/{old}").status, evening.phone.get(f"evenings/{new}").status) == (404, 200)
    assert unchanged(lambda: evening.phone.post(f"evenings/{new}/links/watch", key())).status == 404


def test_new_links_of_a_club_end_those_of_its_scribes(evening: ApiEvening) -> None:
    club, body = evening.token("club"), key()
    first, again = (evening.phone.post(f"clubs/{club}/links", body) for _ in range(2))
    assert first.json == again.json
    assert evening.phone.get(f"clubs/{club}").status == evening.phone.get(evening.scribe).status == 404
    seen = evening.phone.get(f"clubs/{first.json['links']['club']['token']}").json
    new = seen["evenings"][0]["links"]
    assert new["watch"]["token"] == evening.token("watch")
    assert evening.phone.get(f"evenings/{new['scribe']['token']}").status == 200
    assert evening.phone.post(f"clubs/{evening.token('watch')}/links", key()).status == 404


def test_a_key_that_renewed_one_club_finds_nothing_of_it_from_another(evening: ApiEvening, phone: Phone) -> None:
    opened = phone.post("evenings", opening("Emil", "Fanny", "Gustl", "Hans")).json
    other, body = ApiEvening(phone=phone, opened=opened), key()
    first = phone.post(f"{evening.club}/links", body).json["links"]["club"]["token"]
    second = phone.post(f"{other.club}/links", body).json["links"]["club"]["token"]
    assert first != second
    assert "Fanny" in phone.get(f"clubs/{second}").text and "Fanny" not in phone.get(f"clubs/{first}").text
    assert phone.get(other.club).status == phone.post("clubs/guessed/links", body).status == 404


def test_one_key_makes_each_evening_a_watch_link_of_its_own(evening: ApiEvening, phone: Phone) -> None:
    other, body = ApiEvening(phone=phone, opened=phone.post("evenings", opening()).json), key()
    told = [phone.post(f"{one.scribe}/links/watch", body) for one in (evening, other)]
    assert [answer.status for answer in told] == [200, 200]
    assert len({answer.json["links"]["watch"]["token"] for answer in told}) == 2


@pytest.mark.parametrize("path", ["tab", "leaderboard", "statements/{player}"])
def test_a_nul_in_a_query_is_named(played: ApiEvening, path: str) -> None:
    answer = played.phone.get(f"{played.club}/{path.format(player=played.id('Anna'))}?unit=a%00")
    assert (answer.status, answer.problems) == (400, [("text_unstorable", "unit")])
