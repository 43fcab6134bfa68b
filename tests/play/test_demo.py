"""The demo club is believable, harmless and made by the same verbs as everything else."""

from io import StringIO

import pytest
from django.core.management import call_command

from scorebook.clubs.models import Club
from scorebook.ledger import queries as ledger
from scorebook.play import totals
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries import evenings as queries


def _run() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@pytest.fixture
def printed(db: None) -> str:
    return _run()


def test_the_links_of_the_evenings_are_printed(printed: str) -> None:
    first, *evenings = printed.splitlines()
    assert Club.objects.get().link_token in first
    assert len(evenings) == 3
    for line, evening in zip(evenings, Evening.objects.order_by("number"), strict=True):
        assert evening.scribe_token in line


def test_a_second_run_changes_nothing(printed: str) -> None:
    written = HandEvent.objects.count()
    assert _run() == printed
    assert (HandEvent.objects.count(), Evening.objects.count()) == (written, 3)


def test_two_evenings_are_closed_and_one_of_them_is_paid(printed: str) -> None:
    paid = []
    for evening in Evening.objects.filter(closed_at__isnull=False).order_by("number"):
        plan = ledger.plan_lines(club=evening.club, unit=evening.unit, evening_id=evening.pk)
        assert plan
        paid.append(all(line.is_paid for line in plan))
    assert paid == [True, False]


def test_the_open_evening_shows_what_there_is_to_see(printed: str) -> None:
    sheet = queries.evening_sheet(Evening.objects.get(closed_at__isnull=True))
    assert len(sheet.lines) == 12
    assert {"rufer", "solo", "wenz", "ramsch", "thrown_in"} == {line.report.contract for line in sheet.lines}
    assert ([line.no for line in sheet.lines if line.corrected], [line.no for line in sheet.lines if line.is_void]) == (
        [5, 11],
        [11],
    )


def test_the_tab_shows_a_kitty_and_somebody_who_still_owes_it(printed: str) -> None:
    club = Club.objects.get()
    names = {player.pk: player.name for player in club.players.all()}
    on_tab = {names[player]: amount for player, amount in ledger.tab_balances(club=club, unit="EUR").items() if amount}
    assert on_tab == {"Resi": 400, "Xaver": -100}
    assert (ledger.till_balance(club=club, unit="EUR"), ledger.kitty_balance(club=club, unit="EUR")) == (310, 10)


def test_the_books_of_the_demo_are_right(printed: str) -> None:
    assert ledger.verify_chain(club=Club.objects.get()) is None
    for evening in Evening.objects.all():
        assert totals.rebuild_seats(evening) == []
        balances = ledger.balances(club=evening.club, unit=evening.unit, evening_id=evening.pk)
        assert sum(balances.values()) == 0
