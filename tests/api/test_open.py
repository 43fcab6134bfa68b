"""What is open over the API: the net of evenings and tab by person and unit, wherever somebody is to pay."""

from uuid import uuid4

import pytest

from scorebook.clubs.identities import link_players
from scorebook.clubs.models import Player
from scorebook.play.models import Evening
from tests.support.api_phone import ApiEvening, Json, key, opening

RUFER = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True, "level": "schneider"}


@pytest.fixture
def closed(evening: ApiEvening) -> ApiEvening:
    """Anna has lost 30 of an evening and put 50 into the till."""
    evening.record(RUFER, known=0)
    evening.phone.post(f"{evening.scribe}/close", key())
    body = {**key(), "verb": "deposit", "amount_minor": 50, "person": evening.id("Anna")}
    assert evening.phone.post(f"{evening.club}/tab/entries", body).status == 200
    return evening


def line(person: str, *, evenings: int, tab: int, unit: str = "EUR") -> Json:
    parts = {"evenings_minor": evenings, "tab_minor": tab, "linked_minor": 0}
    return {"person": person, "unit": unit, "net_minor": evenings + tab, **parts}


@pytest.mark.parametrize(
    "path", ["{club}", "{club}/people", "{club}/tab", "{club}/people/{anna}/statement", "{scribe}/payments"]
)
def test_each_answer_with_payments_has_the_net_and_its_parts(closed: ApiEvening, path: str) -> None:
    anna = closed.id("Anna")
    open_lines = closed.phone.get(path.format(club=closed.club, scribe=closed.scribe, anna=anna)).json["open"]
    assert {one["person"]: one for one in open_lines}[anna] == line(anna, evenings=-30, tab=50)


def test_a_statement_shows_it_of_its_person_alone(closed: ApiEvening) -> None:
    anna = closed.id("Anna")
    assert closed.phone.get(f"{closed.club}/people/{anna}/statement").json["open"] == [line(anna, evenings=-30, tab=50)]
    assert closed.phone.get(f"{closed.club}/people/{anna}/statement?unit=beer").json["open"] == []


def test_a_watch_link_shows_nothing_of_other_evenings_and_of_the_tab(closed: ApiEvening) -> None:
    body = closed.phone.get(f"{closed.watch}/payments").json
    assert body["payments"] and body["open"] == []


def test_entries_of_one_person_are_one_line(closed: ApiEvening) -> None:
    token = closed.club.split("/")[-1]
    other = closed.phone.post("evenings", opening(club_token=token, people=["Anni", "Emil", "Fritz", "Gustl"])).json
    assert Evening.objects.count() == 2 and other
    body = {**key(), "verb": "deposit", "amount_minor": 5}
    anni, anna = (Player.objects.get(name=name) for name in ("Anni", "Anna"))
    assert closed.phone.post(f"{closed.club}/tab/entries", {**body, "person": str(anni.pk)}).status == 200
    link_players(player=anni, other=anna, key=uuid4(), by="club link", at=anna.created_at)
    open_lines = closed.phone.get(f"{closed.club}/tab").json["open"]
    assert [one for one in open_lines if one["person"] in (str(anni.pk), str(anna.pk))] == [
        line(str(anna.pk), evenings=-30, tab=55)
    ]


def test_who_comes_back_without_a_place_sits_in_the_old_chair(evening: ApiEvening) -> None:
    def row() -> list[str]:
        sheet = evening.phone.get(evening.scribe).json
        return [sheet["names"][id] for id in sheet["next"]["players"]]

    before = row()
    left = f"{evening.scribe}/people/{evening.id(before[1])}/leave"
    assert evening.phone.post(left, key()).status == 200
    again = {**key(), "name": before[1]}
    for _ in range(2):
        assert evening.phone.post(f"{evening.scribe}/people", again).status == 200
    assert row() == before
