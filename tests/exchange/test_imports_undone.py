"""An import is taken back as one: balances, boards and tab as before, and nothing is erased."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, Player
from scorebook.exchange.imports.import_draft import Money
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.exchange.models import Import
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import services as play
from scorebook.play.models import EveningResult, HandResult, MonthTotal
from scorebook.play.months import PLACE, SUMS
from scorebook.standings.boards import board_queries as standings
from scorebook.standings.boards.leaderboards import compute_board
from scorebook.standings.boards.query import BoardQuery
from scorebook.standings.models import Rating
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.seasons.season_queries import seasons_of
from scorebook.standings.services.closing import close_evening, reopen_evening
from scorebook.standings.services.season_services import agree_season, close_season
from tests.support.imported import NOW, balances, choices, evenings_of, imported, new_club, undone
from tests.support.played_evening import new_evening, rufer

pytestmark = pytest.mark.django_db

TABLE = """date;Anna;Beppo;Cilli;Done
2025-11-13;1,20;-0,40;-0,40;-0,40
2025-11-20;-0,90;0,30;0,30;0,30
"""
SPLITWISE = """Date,Description,Category,Cost,Currency,Anna,Beppo,Cilli,Done
2025-11-13,Schafkopf,Games,2.00,EUR,1.20,-0.40,-0.40,-0.40
2025-11-14,Beppo paid Anna,Payment,0.40,EUR,-0.40,0.40,0.00,0.00
"""


@pytest.fixture
def club() -> Club:
    """Anna and the others have played an evening here, of which a part is on the tab."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record(rufer("Anna", "Beppo"))
    table.close()
    play.carry_over_evening(evening=table.fresh(), key=uuid4(), by="scribe", at=table.now())
    return table.club


def figures(club: Club) -> object:
    """What boards, ratings and balances say."""
    people = {player.pk: player.name for player in Player.objects.filter(club=club)}
    totals = MonthTotal.objects.filter(club=club)
    return (
        balances(club),
        sorted(row for row in totals.values_list(*PLACE[MonthTotal], *SUMS[MonthTotal]) if any(row[4:])),
        sorted(EveningResult.objects.filter(club=club).values_list("evening", "player", "points")),
        HandResult.objects.filter(club=club).count(),
        sorted(Rating.objects.filter(club=club).values_list("player", "mu_thousandths", "streak")),
        [one.number for one in standings.latest_evenings(club)],
        {people[line.person_id]: line.part for line in compute_board(club_group(club.pk), BoardQuery()).lines},
    )


@pytest.mark.parametrize("money", Money)
@pytest.mark.parametrize("text", [TABLE, SPLITWISE], ids=["results", "splitwise"])
def test_everything_is_as_before(club: Club, text: str, money: Money) -> None:
    before = figures(club)
    found = imported(club, text, choices(money=money))
    assert figures(club) != before
    assert audit_club(club) is None
    entries = Entry.objects.filter(club=club).count()
    undone(club, found)
    assert figures(club) == before
    assert [balances(club, one) for one in evenings_of(club)] == [{}] * len(evenings_of(club))
    assert Entry.objects.filter(club=club).count() > entries
    assert audit_club(club) is None


def test_what_is_undone_may_come_in_again(club: Club) -> None:
    found = imported(club, TABLE)
    undone(club, found)
    imported(club, TABLE)
    assert len(EveningResult.objects.filter(club=club).values("evening").distinct()) == 3
    assert audit_club(club) is None


def test_undoing_twice_undoes_once(club: Club) -> None:
    found, key = imported(club, TABLE), uuid4()
    first = undone(club, found, key=key)
    assert undone(club, found, key=key) == first
    with pytest.raises(ImportRefused, match="already_undone"):
        undone(club, found)
    assert Import.objects.filter(club=club).count() == 2


def test_a_key_of_another_club_is_refused_and_nothing_undone(club: Club) -> None:
    other, key = new_club(), uuid4()
    theirs, found = imported(other, TABLE), imported(club, TABLE)
    undone(other, theirs, key=key)
    before = figures(club)
    with pytest.raises(play.KeyReused):
        undone(club, found, key=key)
    assert figures(club) == before and audit_club(club) is None


def test_of_another_club_there_is_no_such_import(club: Club) -> None:
    found = imported(club, TABLE)
    with pytest.raises(ImportRefused, match="import_unknown"):
        undone(new_club(), found)


def _pays(club: Club) -> None:
    evening = evenings_of(club)[-1]
    [line, *_rest] = books.plan_lines(club=club, unit="EUR", evening_id=evening.pk)
    ledger.mark_paid(planned=line.planned, key=uuid4(), by="scribe", at=NOW)


def _corrects(club: Club) -> None:
    evening = reopen_evening(evening=evenings_of(club)[-1], key=uuid4(), at=NOW, by="scribe")
    close_evening(evening=evening, key=uuid4(), at=NOW, by="scribe")


def _agrees_season(club: Club, at: datetime = NOW) -> None:
    agreed = Agreement(first_on=date(2025, 11, 1), last_on=date(2025, 11, 30), game="bavarian")
    agree_season(club=club, key=uuid4(), name="Winter", agreement=agreed, by="club link", at=at)


def _closes_season(club: Club, at: datetime = NOW) -> None:
    _agrees_season(club, at)
    [season] = seasons_of(club_group(club.pk))
    close_season(club=club, season_id=season.id, seen=season.newest.pk, key=uuid4(), by="club link", at=at)


@pytest.mark.parametrize(
    ("builds_on_it", "code"),
    [(_pays, "evening_touched"), (_corrects, "evening_touched"), (_closes_season, "season_closed")],
)
def test_it_is_refused_where_somebody_has_built_on_it(
    club: Club, builds_on_it: Callable[[Club], None], code: str
) -> None:
    found = imported(club, TABLE)
    builds_on_it(club)
    before = figures(club)
    with pytest.raises(ImportRefused) as refused:
        undone(club, found)
    assert {one.code for one in refused.value.problems} == {code}
    assert figures(club) == before


def test_a_season_that_was_closed_before_it_or_is_open_is_no_hindrance(club: Club) -> None:
    _closes_season(club, at=NOW - timedelta(seconds=1))
    found = imported(club, TABLE)
    _agrees_season(club)
    undone(club, found)
    assert audit_club(club) is None


def test_a_payment_on_the_tab_before_it_is_no_hindrance(club: Club) -> None:
    beppo = Player.objects.get(club=club, name="Beppo")
    ledger.deposit(club=club, unit="EUR", key=uuid4(), player=beppo, amount_minor=20, by="club link", at=NOW)
    before = balances(club)
    undone(club, imported(club, SPLITWISE))
    assert balances(club) == before


def test_it_is_refused_where_somebody_has_paid_on_the_tab(club: Club) -> None:
    found = imported(club, SPLITWISE)
    beppo = Player.objects.get(club=club, name="Beppo")
    paid = ledger.deposit(club=club, unit="EUR", key=uuid4(), player=beppo, amount_minor=20, by="club link", at=NOW)
    with pytest.raises(ImportRefused, match="tab_moved"):
        undone(club, found)
    play.undo_on_tab(club=club, entry=paid, key=uuid4(), by="club link", at=NOW)
    undone(club, found)
    assert audit_club(club) is None


def test_it_is_refused_where_a_payment_of_it_was_taken_back(club: Club) -> None:
    found = imported(club, SPLITWISE)
    entry = Entry.objects.get(club=club, pk=next(iter(found.payments)))
    play.undo_on_tab(club=club, entry=entry, key=uuid4(), by="club link", at=NOW)
    with pytest.raises(ImportRefused, match="tab_touched"):
        undone(club, found)
