"""The club's books over HTTP: a player's statement, the tab."""

from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.clubs.models import Player
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.play import services as play
from scorebook.play.models import Evening
from tests.support.api_phone import ApiEvening, Phone, key

RUFER = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True, "level": "schneider"}


@pytest.fixture
def carried(evening: ApiEvening) -> ApiEvening:
    """Beppo and Cilli have won a Rufer with Schneider; it stands on the tab, and Anna put 5 euro into the till."""
    evening.record(RUFER, known=0)
    evening.phone.post(f"{evening.scribe}/close", key())
    stored = Evening.objects.get(pk=evening.opened["id"])
    play.carry_over_evening(evening=stored, key=uuid4(), by="club link", at=timezone.now())
    ledger.deposit(
        club=stored.club, unit="EUR", key=uuid4(), player=Player.objects.get(pk=evening.id("Anna")), amount_minor=500,
        note="autumn", by="club link", at=timezone.now(),
    )  # fmt: skip
    return evening


def test_a_statement_names_evening_hand_and_reason(carried: ApiEvening) -> None:
    statement = carried.phone.get(f"{carried.club}/people/{carried.id('Anna')}/statement").json
    assert (statement["name"], statement["unit"], statement["balance_minor"]) == ("Anna", "EUR", 470)
    page = carried.phone.get(f"{carried.club}/people/{carried.id('Anna')}/statement/lines").json
    lines = page["results"]
    assert [(line["code"], line["evening_number"], line["amount_minor"], line["balance_minor"]) for line in lines] == [
        ("deposit", None, 500, 470),
        ("from_evening", 1, -30, -30),
        ("carried_over", 1, 30, 0),
        ("hand", 1, -30, -30),
    ]
    assert (page["unit"], page["opening_minor"], page["next"]) == ("EUR", 0, None)
    assert lines[-1]["hand"] == {
        "no": 1,
        "kind": "recorded",
        "text": "Beppo with Cilli: Rufer, won with Schneider",
        "sum": "Rufer\u00a020 +\u00a0Schneider\u00a010 =\u00a030",
    }
    assert (lines[2]["hand"], lines[0]["note"]) == (None, "autumn")
    [evening] = carried.phone.get(f"{carried.club}/people/{carried.id('Anna')}/statement/evenings").json["results"]
    assert (evening["won_minor"], evening["carried_minor"], evening["open_minor"]) == (-30, 30, 0)
    receipt = books.chain_receipt(Evening.objects.get(pk=carried.opened["id"]).club)
    assert statement["receipt"] == {"entries": receipt.entries, "hash": receipt.hash}


def test_the_tab(carried: ApiEvening) -> None:
    tab = carried.phone.get(f"{carried.club}/tab").json
    balances = {tab["names"][player]: amount for player, amount in tab["balances"].items()}
    assert balances == {"Anna": 470, "Beppo": 30, "Cilli": 30, "Done": -30}
    assert (tab["till_minor"], tab["kitty_minor"], tab["payments"]) == (500, 0, [])
    deposit, evening = carried.phone.get(f"{carried.club}/tab/entries").json["results"]
    assert (deposit["code"], deposit["amounts"], deposit["note"]) == ("deposit", {carried.id("Anna"): 500}, "autumn")
    assert (evening["code"], evening["evening_number"], evening["undone_at"]) == ("from_evening", 1, None)
    assert (evening["evening"], deposit["evening"]) == (carried.opened["id"], None)
    club = Evening.objects.get(pk=carried.opened["id"]).club
    ledger.make_plan(club=club, unit="EUR", evening_id=None, at=timezone.now())
    payments = carried.phone.get(f"{carried.club}/tab").json["payments"]
    assert sum(one["open_minor"] for one in payments if one["payee"] == carried.id("Anna")) == 470


def test_another_unit_has_other_books(carried: ApiEvening) -> None:
    statement = f"people/{carried.id('Anna')}/statement"
    assert carried.phone.get(f"{carried.club}/{statement}?unit=beer").json["balance_minor"] == 0
    lists = ("tab/entries", f"{statement}/lines", f"{statement}/evenings")
    for path in lists:
        found = carried.phone.get(f"{carried.club}/{path}?unit=beer").json
        assert (found["unit"], found["results"], found["next"]) == ("beer", [], None)
    for path in ("tab", statement, *lists):
        answer = carried.phone.get(f"{carried.club}/{path}?currency=EUR")
        assert (answer.status, answer.problems) == (400, [("field_unexpected", "currency")])


def test_a_player_of_another_club_is_not_there(carried: ApiEvening, phone: Phone) -> None:
    for player in (uuid4(), UUID(int=0)):
        for part in ("", "/lines", "/evenings"):
            assert phone.get(f"{carried.club}/people/{player}/statement{part}").status == 404


def test_a_page_of_lines_opens_with_the_balance_before_it(carried: ApiEvening) -> None:
    path = f"{carried.club}/people/{carried.id('Anna')}/statement/lines?limit=2"
    first = carried.phone.get(path).json
    second = carried.phone.get(f"{path}&cursor={first['next']}").json
    assert [line["code"] for line in (*first["results"], *second["results"])] == [
        "deposit", "from_evening", "carried_over", "hand",
    ]  # fmt: skip
    for page in (first, second):
        moved = sum(line["amount_minor"] for line in page["results"])
        assert page["opening_minor"] == page["results"][0]["balance_minor"] - moved == 0


def test_the_balance_of_a_statement_is_that_at_the_end_of_its_period(carried: ApiEvening) -> None:
    path = f"{carried.club}/people/{carried.id('Anna')}/statement"
    assert carried.phone.get(f"{path}?period=2020").json["balance_minor"] == 0
    assert carried.phone.get(f"{path}?period=year").json["balance_minor"] == 470


@pytest.mark.usefixtures("still_clock")
def test_the_books_cost_the_same_after_many_hands(
    evening: ApiEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    anna = evening.id("Anna")
    for known in range(12):
        evening.record(RUFER, known=known)
        if known in (1, 11):
            statement = f"{evening.club}/people/{anna}/statement"
            with django_assert_num_queries(6):
                assert evening.phone.get(statement).status == 200
            with django_assert_num_queries(9):
                assert len(evening.phone.get(f"{statement}/lines").json["results"]) == known + 1
            with django_assert_num_queries(4):
                assert len(evening.phone.get(f"{statement}/evenings").json["results"]) == 1
