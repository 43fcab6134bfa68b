"""Two who renew a link at the same moment: one of them gets new links that open, the other learns it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from scorebook.clubs.models import Club
from scorebook.play.models import Evening
from tests.support.api_phone import ApiEvening, Phone, key, opening

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 6
Act = Callable[[], Any]


@pytest.fixture
def evening() -> ApiEvening:
    phone = Phone()
    return ApiEvening(phone=phone, opened=phone.post("evenings", opening()).json)


def _at_once(*acts: Act) -> list[Any]:
    start = Barrier(len(acts))

    def run(act: Act) -> Any:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def _open(path: str) -> bool:
    return Client().get(path).status_code == 200


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_of_two_who_renew_a_club_over_its_page_one_finds_nothing(evening: ApiEvening, _round: int) -> None:
    path = f"/c/{evening.token('club')}/links/all"
    answers = _at_once(*[lambda: Client().post(path, {"key": uuid4()})] * 2)
    assert sorted(answer.status_code for answer in answers) == [302, 404]
    assert all(_open(answer["Location"]) for answer in answers if answer.status_code == 302)


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_of_two_who_renew_a_club_over_the_api_one_finds_nothing(evening: ApiEvening, _round: int) -> None:
    path = f"clubs/{evening.token('club')}/links"
    answers = _at_once(*[lambda: Phone().post(path, key())] * 2)
    assert sorted(answer.status for answer in answers) == [200, 404]
    [won] = [answer.json["links"]["club"]["token"] for answer in answers if answer.status == 200]
    assert evening.phone.get(f"clubs/{won}").status == 200


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_of_a_new_link_for_members_and_new_links_for_all_the_last_ones_open(evening: ApiEvening, _round: int) -> None:
    path = f"/c/{evening.token('club')}/links"
    for_members, for_all = _at_once(
        lambda: Client().post(f"{path}/member", {"key": uuid4()}),
        lambda: Client().post(f"{path}/all", {"key": uuid4()}),
    )
    assert for_all.status_code == 302 and for_members.status_code in (302, 404)
    assert _open(for_all["Location"]) and _open(f"/c/{Club.objects.get().member_token}/")


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_of_two_new_watch_links_the_last_one_returned_opens(evening: ApiEvening, _round: int) -> None:
    """Who comes second while the first is at it has to look again; afterwards it is a renewal like any other."""
    answers = _at_once(*[lambda: Phone().post(f"{evening.scribe}/links/watch", key())] * 2)
    statuses = sorted(answer.status for answer in answers)
    assert statuses in ([200, 409], [200, 200])  # one after the other both may
    watch = Evening.objects.get().watch_token
    tokens = [answer.json["links"]["watch"]["token"] for answer in answers if answer.status == 200]
    assert watch in tokens
    if statuses == [200, 409]:
        assert tokens == [watch]


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_one_request_that_arrives_twice_at_once_has_one_answer(evening: ApiEvening, _round: int) -> None:
    club, scribe = {"key": uuid4()}, key()
    answers = _at_once(*[lambda: Client().post(f"/c/{evening.token('club')}/links/all", club)] * 2)
    assert len({answer["Location"] for answer in answers}) == 1 and _open(answers[0]["Location"])
    stored = Evening.objects.select_related("club").get()
    path = f"evenings/{stored.club.member_token}.{stored.pk}/links/scribe"
    scribe["replaces"] = stored.scribe_token
    found = _at_once(*[lambda: Phone().post(path, scribe)] * 2)
    tokens = {answer.json["links"]["scribe"]["token"] for answer in found if answer.status == 200}
    assert tokens == {Evening.objects.get().scribe_token} and tokens != {stored.scribe_token}
