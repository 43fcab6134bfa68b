"""Evenings of other programs are imported into a club: its books are those of evenings recorded here."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorebook.clubs.joining import link_club
from scorebook.clubs.models import Player
from scorebook.exchange.imports.import_draft import Money
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.exchange.models import Import
from scorebook.ledger import queries as books
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import EveningResult, HandEvent
from scorebook.play.queries.evening_sheets import evening_sheet
from scorebook.play.services import KeyReused
from scorebook.standings.boards import board_queries as standings
from tests.exchange.shared_evenings import FILES, IDS, shared_case, sheet_of, terms_of
from tests.support.imported import (
    NOW,
    balances,
    choices,
    evenings_of,
    imported,
    new_club,
    previewed,
)
from tests.support.played_evening import new_evening

pytestmark = pytest.mark.django_db


@pytest.fixture(params=FILES, ids=IDS)
def case(request: pytest.FixtureRequest) -> Mapping[str, Any]:
    return shared_case(request.param)


def test_the_six_evenings_come_in_as_a_sheet_of_hands(case: Mapping[str, Any]) -> None:
    """Points, cents and payments of an independent reading; and hand by hand what was recorded here would say."""
    club, names = new_club(*case["players"]), case["players"]
    imported(club, sheet_of(case), choices(terms=terms_of(case)))
    [evening] = evenings_of(club)
    found = balances(club, evening)
    assert [found.get(name, 0) for name in names] == case["final_minor"]
    assert len(books.plan_lines(club=club, unit="EUR", evening_id=evening.pk)) == case["payments"]
    lines = evening_sheet(evening).lines
    by_name = {str(player.pk): player.name for player in Player.objects.filter(club=club)}
    points_by_hand = [{by_name[id]: points for id, points in line.points.items()} for line in lines]
    assert [[one[name] for name in names] for one in points_by_hand] == [row["points"] for row in case["hands"]]
    assert audit_club(club) is None

    table = new_evening(
        *names, ruleset=terms_of(case).ruleset, stake_minor=case["stake_minor"], first_dealer=case["first_dealer"]
    )
    for row in case["hands"]:
        table.record(row["hand"], dealer=row["dealer"])
    table.close()
    ids = {str(player.pk): name for name, player in table.players.items()}
    here = {str(player.pk): player.name for player in Player.objects.filter(club=club)}
    assert reports(evening, here) == reports(table.fresh(), ids)


def reports(evening: Any, names: dict[str, str]) -> list[str]:
    """What stands of each hand, with names for ids."""
    events = HandEvent.objects.filter(club=evening.club_id, evening=evening).order_by("no")
    texts = [json.dumps([one.report, one.score, one.table], sort_keys=True) for one in events]
    return [_named(text, names) for text in texts]


def _named(text: str, names: dict[str, str]) -> str:
    for id, name in names.items():
        text = text.replace(id, name)
    return json.dumps(json.loads(text), sort_keys=True)


TABLE = """Datum;Anna;Beppo;Cilli;Done;Emil
13.11.2025;1,20;-0,40;-0,40;-0,40;
20.11.2025;-2,00;+3;;-0,50;-0,50
"""


def test_a_table_of_results_is_an_evening_a_row() -> None:
    club = new_club("Anna", "Beppo")
    imported(club, TABLE)
    first, second = evenings_of(club)
    assert balances(club, first) == {"Anna": 120, "Beppo": -40, "Cilli": -40, "Done": -40}
    assert balances(club, second) == {"Anna": -200, "Beppo": 300, "Done": -50, "Emil": -50}
    assert [f"{one.started_at:%Y-%m-%d %H:%M}" for one in (first, second)] == ["2025-11-13 19:00", "2025-11-20 19:00"]
    assert all(one.is_closed for one in (first, second))
    assert [(one.unit, one.stake_minor) for one in (first, second)] == [("EUR", 1)] * 2  # a point is a cent
    assert Player.objects.filter(club=club).count() == 5
    assert audit_club(club) is None


def test_what_was_paid_then_leaves_nothing_open() -> None:
    club = new_club()
    imported(club, TABLE, choices(money=Money.PAID))
    first, second = evenings_of(club)
    assert balances(club, first) == balances(club, second) == balances(club) == {}
    assert EveningResult.objects.get(club=club, evening=first, player__name="Anna").amount_minor == 120
    assert audit_club(club) is None


@pytest.mark.parametrize("money", [Money.PAID, Money.TAB])
def test_nothing_is_settled_before_its_evening_is_closed(money: Money) -> None:
    club = new_club()
    imported(club, TABLE, choices(money=money))
    for evening in evenings_of(club):
        settled = books.ledger_entries(club=club, evening_id=evening.pk).exclude(kind="result")
        assert evening.closed_at and settled
        assert all(entry.recorded_at >= evening.closed_at for entry in settled)


def test_what_was_not_paid_goes_on_the_tab() -> None:
    club = new_club()
    imported(club, TABLE, choices(money=Money.TAB))
    # 1,20 - 2,00; -0,40 + 3; -0,40; -0,40 - 0,50; -0,50
    assert balances(club) == {"Anna": -80, "Beppo": 260, "Cilli": -40, "Done": -90, "Emil": -50}
    assert [balances(club, one) for one in evenings_of(club)] == [{}, {}]
    assert audit_club(club) is None


def test_nothing_is_written_twice() -> None:
    club, key = new_club(), uuid4()
    first = imported(club, TABLE, key=key)
    assert imported(club, TABLE, key=key) == first
    with pytest.raises(ImportRefused, match="nothing_new"):
        imported(club, TABLE)
    with pytest.raises(KeyReused):
        imported(club, TABLE.replace("1,20", "1,30").replace("-0,40;-0,40;-0,40", "-0,50;-0,40;-0,40"), key=key)
    draft = previewed(club, TABLE + "27.11.2025;0,30;-0,10;-0,10;-0,10;\n".replace("2025", "2024"))
    assert [one.number for one in draft.evenings] == [None, 1, 2]
    assert Import.objects.filter(club=club).count() == 1


@pytest.mark.parametrize("names", [(), ("Anna", "Beppo", "Cilli", "Done", "Emil")])
def test_a_key_of_another_club_is_refused(names: tuple[str, ...]) -> None:
    """Its people, evenings and payments would have the ids of those."""
    club, other, key = new_club(), new_club(*names), uuid4()
    imported(club, TABLE, key=key)
    with pytest.raises(KeyReused):
        imported(other, TABLE, key=key)
    with pytest.raises(KeyReused):
        imported(other, TABLE.replace("13.11", "14.11"), key=key)
    assert evenings_of(other) == [] and Player.objects.filter(club=other).count() == len(names)


def test_a_preview_writes_nothing_and_tells_what_the_services_refuse() -> None:
    club = new_club("Anna")
    draft = previewed(club, TABLE)
    assert [(one.name, one.is_new) for one in draft.people] == [
        ("Anna", False), ("Beppo", True), ("Cilli", True), ("Done", True), ("Emil", True),
    ]  # fmt: skip
    assert not draft.problems
    assert evenings_of(club) == []
    assert Player.objects.filter(club=club).count() == 1
    assert Import.objects.count() == 0


def test_people_are_whom_somebody_says_they_are() -> None:
    club = new_club("Anna Huber", "Beppo")
    anna = Player.objects.get(name="Anna Huber")
    [first, *_others] = previewed(club, TABLE).people
    assert (first.is_new, [one.name for one in first.near]) == (True, ["Anna Huber"])
    imported(club, TABLE, choices(names={"anna": anna.pk, "cilli": None}))
    assert balances(club, evenings_of(club)[0])["Anna Huber"] == 120
    assert not Player.objects.filter(club=club, name="Anna").exists()


def test_two_names_of_an_evening_cannot_be_one_person() -> None:
    club = new_club("Anna")
    anna = Player.objects.get(name="Anna")
    draft = previewed(club, TABLE, choices(names={"beppo": anna.pk}))
    assert [(one.code, one.line) for one in draft.problems] == [
        ("two_names_one_person", 2), ("two_names_one_person", 3),
    ]  # fmt: skip


def test_two_people_or_eight_are_no_table() -> None:
    names = ["Anna", "Beppo", "Cilli", "Done", "Emil", "Fanny", "Gustl", "Hias"]
    text = (
        f"date;{';'.join(names)}\n2025-11-13;1,00;-1,00\n2025-11-14;7,00{';-1,00' * 7}\n2025-11-15;6,00{';-1,00' * 6}\n"
    )
    draft = previewed(new_club(), text)
    assert [(one.code, one.line, one.args["people"]) for one in draft.problems] == [
        ("no_table", 2, 2), ("no_table", 3, 8),
    ]  # fmt: skip


def test_a_day_to_come_is_refused() -> None:
    draft = previewed(new_club(), "date;Anna;Beppo;Cilli;Done\n2026-11-20;1,00;-1,00;0;0\n2026-11-21;1,00;-1,00;0;0\n")
    assert [(one.code, one.line) for one in draft.problems] == [("date_in_future", 3)]


def test_an_evening_of_the_club_on_the_same_day_is_noticed() -> None:
    """No matter what others played on that day, and what the club played on a day in between."""
    club, other = new_club(), new_club()
    imported(club, TABLE.replace("20.11", "16.11"))
    imported(other, TABLE)
    text = "date;Anna;Beppo;Cilli;Done\n2025-11-13;0,60;-0,20;-0,20;-0,20\n2025-11-20;0,60;-0,20;-0,20;-0,20\n"
    assert [(one.code, one.args) for one in previewed(club, text).notices] == [
        ("evening_that_day", {"number": 1, "day": "2025-11-13"}),
    ]  # fmt: skip


def test_evenings_of_then_stand_behind_those_of_now() -> None:
    """Whatever their numbers are, and page by page each once."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.close()
    imported(table.club, TABLE)
    order = [one.number for one in standings.latest_evenings(table.club)]
    assert order == [1, 3, 2]
    pages = [[one.number for one in standings.latest_evenings(table.club, before=no, count=1)] for no in (None, *order)]
    assert pages == [[1], [3], [2], []]


@pytest.mark.postgresql_only(reason="SQLite locks the whole database")
def test_new_people_lock_linked_clubs_in_the_order_of_all_others() -> None:
    """Else an import and a new name in the other club could wait for each other."""
    first, second = sorted((new_club("Anna"), new_club("Beppo")), key=lambda club: club.pk)
    link_club(club=first, other=second, key=uuid4(), by="club link", at=NOW)
    for club in (first, second):
        with CaptureQueriesContext(connection) as queries:
            imported(club, TABLE)
        sent = [one["sql"] or "" for one in queries]
        locks = [sql for sql in sent if 'FROM "clubs_club"' in sql and "FOR NO KEY UPDATE" in sql]
        assert first.pk.hex in locks[0] and second.pk.hex in locks[1]
