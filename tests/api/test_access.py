"""Links are keys: the scribe's writes, the watchers' reads, the club's opens all its evenings; others find nothing."""

import pytest
from django.core.cache import cache
from django.db import transaction

from scorebook.clubs.models import Club
from tests.support.api_document import api_document
from tests.support.api_phone import Answer, ApiEvening, Phone, key, opening, rows, unchanged

RUFER = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True}
SEASON = {"name": "Winter", "first_on": "2026-01-01", "game": "bavarian"}
NOT_FOUND = (404, [("not_found", "path")])

OPERATIONS = [(method.upper(), path) for path, methods in api_document()["paths"].items() for method in methods]


def _below(start: str, *, reads: bool) -> list[tuple[str, str]]:
    """Method and path below the token; every operation of the document is in one of four lists."""
    return [
        (method, path.removeprefix(start))
        for method, path in OPERATIONS
        if path.startswith(start) and (method == "GET") is reads
    ]


READS = [path for _, path in _below("/evenings/{token}", reads=True)]
WRITES = _below("/evenings/{token}", reads=False)
CLUB_READS = [path for _, path in _below("/clubs/{token}", reads=True)]
CLUB_WRITES = _below("/clubs/{token}", reads=False)


# Of an evening, but not for its scribe.
OF_MEMBERS = ("POST", "/links/scribe")


def member_path(evening: ApiEvening) -> str:
    return f"evenings/{evening.opened['links']['club']['token']}.{evening.opened['id']}"


@pytest.fixture
def played(evening: ApiEvening) -> ApiEvening:
    """An evening with a hand, a plan and a fee; a tab with a fee and a plan."""
    evening.record(RUFER, known=0)
    evening.phone.post(f"{evening.scribe}/close", key())
    fee = {"people": [evening.id("Anna")], "amount_minor": 100}
    evening.phone.post(f"{evening.scribe}/charges", {**key(), **fee})
    evening.phone.post(f"{evening.club}/tab/entries", {**key(), **fee, "verb": "charge"})
    evening.phone.post(f"{evening.club}/tab/settle", key())
    evening.phone.post(f"{evening.club}/seasons", SEASON | key())
    return evening


class Asking:
    """Requests of every operation, each with what stands in the evening; what one writes is gone before the next."""

    def __init__(self, evening: ApiEvening) -> None:
        phone = self._phone = evening.phone
        self._beside, self._tab = phone.get(f"{evening.scribe}/payments").json, phone.get(f"{evening.club}/tab").json
        self._tab |= {"entries": phone.get(f"{evening.club}/tab/entries").json["results"]}
        self._places = {
            "person": evening.id("Anna"),
            "no": 1,
            "evening": evening.opened["id"],
            "other": Club.objects.get().pk,
            "season": phone.get(f"{evening.club}/seasons").json["results"][0]["id"],
            "board": "money",
            "feat": "sie",
            "year": 2026,
        }
        # A body that every one of them could take its own fields from.
        first = evening.sheet()["hands"][0]["id"]
        self._body = {"known_hands": 1, "hand": evening.by_id(RUFER), "replaces": first, **SEASON}

    def status(self, method: str, path: str) -> int:
        with transaction.atomic():
            status = self.send(method, path).status
            transaction.set_rollback(True)
        return status

    def finds_nothing(self, method: str, path: str) -> bool:
        """Nor writes anything."""
        with transaction.atomic():
            before = rows()
            answer = self.send(method, path)
            is_unchanged = rows() == before
            transaction.set_rollback(True)
        return is_unchanged and answer.status == 404 and answer.problems == [("not_found", "path")]

    def send(self, method: str, path: str) -> Answer:
        cache.clear()
        seen, beside = (self._tab, "entries") if "/tab/" in path else (self._beside, "beside")
        path = path.format(payment=seen["payments"][0]["id"], entry=seen[beside][0]["id"], **self._places)
        if method == "GET":
            return self._phone.get(path)
        return (self._phone.put if method == "PUT" else self._phone.post)(path, self._body | key())


@pytest.fixture
def asking(played: ApiEvening) -> Asking:
    return Asking(played)


def test_scribe_and_watchers_read(played: ApiEvening, asking: Asking) -> None:
    paths = [link + path for path in READS for link in (played.scribe, played.watch)]
    assert [path for path in paths if asking.status("GET", path) != 200] == []


def test_outsiders_read_nothing(played: ApiEvening, asking: Asking) -> None:
    tokens = ("nobody", played.token("club"), played.opened["id"], "%00", "ä")
    paths = [f"evenings/{token}{path}" for path in READS for token in tokens]
    assert [path for path in paths if not asking.finds_nothing("GET", path)] == []


def test_only_the_scribe_writes(played: ApiEvening, asking: Asking) -> None:
    tokens = (played.token("watch"), played.token("club"), "nobody")
    others = [(method, f"evenings/{token}{path}") for method, path in WRITES for token in tokens]
    assert [one for one in others if not asking.finds_nothing(*one)] == []
    assert [one for one in WRITES if asking.status(one[0], played.scribe + one[1]) == 404] == [OF_MEMBERS]
    assert [one for one in WRITES if asking.status(one[0], member_path(played) + one[1]) == 404] == []


def test_a_broken_body_tells_outsiders_nothing_either(played: ApiEvening) -> None:
    answer = played.phone.post(f"{played.watch}/hands", b"{")
    assert (answer.status, answer.problems) == NOT_FOUND


def test_only_the_club_link_reads_and_writes_in_the_club(played: ApiEvening, asking: Asking) -> None:
    operations = [*(("GET", path) for path in CLUB_READS), *CLUB_WRITES]
    tokens = (played.token("scribe"), played.token("watch"), "nobody")
    others = [(method, f"clubs/{token}{path}") for method, path in operations for token in tokens]
    assert [one for one in others if not asking.finds_nothing(*one)] == []
    assert [path for path in CLUB_READS if asking.status("GET", played.club + path) != 200] == []
    assert [one for one in CLUB_WRITES if asking.status(one[0], played.club + one[1]) == 404] == []


def test_watchers_learn_no_other_link(played: ApiEvening, asking: Asking) -> None:
    learnt = []
    for path in READS:
        answer = asking.send("GET", played.watch + path)
        received = answer.text + "".join(f"{name}{value}" for name, value in answer.headers.items())
        learnt += [(path, link) for link in ("scribe", "club") if played.token(link) in received]
    assert learnt == []
    sheet = asking.send("GET", played.watch).json
    assert (sheet["links"].keys(), sheet["may_write"]) == ({"watch"}, False)


def test_the_club_link_writes_in_its_evenings_as_on_the_page(played: ApiEvening) -> None:
    [listed] = played.phone.get(f"{played.club}/evenings").json["results"]
    assert {name: link["token"] for name, link in listed["links"].items()} == {
        name: played.token(name) for name in ("scribe", "watch", "club")
    }


def test_what_watchers_may_not_know_is_in_no_refusal(played: ApiEvening) -> None:
    for answer in (played.phone.post(played.watch), played.phone.put(f"{played.watch}/hands/1")):
        assert played.token("scribe") not in answer.text


def test_answers_are_kept_by_nobody_in_between(played: ApiEvening, phone: Phone) -> None:
    for path in ("games", played.club, f"{played.watch}/payments"):
        assert phone.get(path).headers["Cache-Control"] == "private, no-cache"
    for answer in (phone.get("evenings/nobody"), phone.post(f"{played.scribe}/close/undo", key())):
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_new_watch_link_ends_the_old_one(evening: ApiEvening) -> None:
    old = evening.token("watch")
    body = {**key(), "replaces": old}
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
    seen = evening.phone.get(f"clubs/{first.json['links']['club']['token']}/evenings").json
    new = seen["results"][0]["links"]
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
    answers = [phone.post(f"{one.scribe}/links/watch", body) for one in (evening, other)]
    assert [answer.status for answer in answers] == [200, 200]
    assert len({answer.json["links"]["watch"]["token"] for answer in answers}) == 2


@pytest.mark.parametrize("path", ["tab", "tab/entries", "people/{player}/statement", "people/{player}/statement/lines"])
def test_a_nul_in_a_query_is_named(played: ApiEvening, path: str) -> None:
    answer = played.phone.get(f"{played.club}/{path.format(player=played.id('Anna'))}?unit=a%00")
    assert (answer.status, answer.problems) == (400, [("text_unstorable", "unit")])
