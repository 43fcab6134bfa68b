"""A statement of years: page by page, of any time, always with the balance that it had."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import cycle, product
from random import Random
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorebook.ledger import queries as books
from scorebook.ledger import services
from scorebook.ledger.models import Entry
from scorebook.ledger.queries import Extract, Scope, Statement
from tests.support.booked_evening import BookedEvening, new_evening

PAGES = (1, 3, 7, 100)


@dataclass(kw_only=True)
class Years:
    """Eight months of evenings with gaps, results, payments and what was carried to the tab."""

    evening: BookedEvening
    times: list[datetime]

    def statement(self, scope: Scope = Scope.CLUB, **extract: object) -> Statement:
        return books.account_statement(
            club=self.evening.club,
            unit="EUR",
            player_id=self.evening.players["Anna"].pk,
            scope=scope,
            extract=Extract(**extract),  # type: ignore[arg-type]
        )

    def pages(self, count: int, scope: Scope = Scope.CLUB, **extract: object) -> Iterator[Statement]:
        """From the newest on, each page from where the one before it begins."""
        page = self.statement(scope, count=count, **extract)
        yield page
        while page.older is not None:
            page = self.statement(scope, count=count, before=page.older, **extract)
            yield page


@pytest.fixture
def years(db: None) -> Years:
    dice = Random(23)
    first = new_evening("Anna", "Beppo", "Cilli", "Dani")
    at, times = datetime(2025, 9, 28, 20, 0, tzinfo=UTC), []
    for number in range(14):
        evening = first if number == 0 else first.next()
        for hand in range(dice.randrange(1, 5)):
            at += timedelta(minutes=dice.choice((3, 7, 90, 170)))
            times.append(at)
            amount = dice.choice((-20, -10, 10, 30))
            evening.post(evening.result(f"hand {hand + 1}", Anna=amount, Beppo=-amount), at=at)
        if number % 3 == 0:
            evening.post(evening.result("without her", Beppo=5, Cilli=-5), at=at)
        if number % 4 == 1:
            services.carry_over(
                club=evening.club, unit="EUR", evening_id=evening.evening_id, key=uuid4(), by="Anna", at=at
            )
        at += timedelta(days=dice.choice((1, 3, 20, 62)))
    # Two who wrote at once around midnight: the number is a later one, the time an earlier.
    midnight = datetime(2027, 2, 28, 23, 0, tzinfo=UTC)
    for moment in (midnight + timedelta(seconds=1), midnight - timedelta(seconds=1)):
        times.append(moment)
        first.post(first.result("late", Anna=7, Beppo=-7), at=moment)
    return Years(evening=first, times=times)


@pytest.mark.parametrize("scope", Scope)
def test_the_pages_together_are_the_whole_statement(years: Years, scope: Scope) -> None:
    whole = years.statement(scope)
    for count in PAGES:
        pages = list(years.pages(count, scope))
        assert [line for page in reversed(pages) for line in page.lines] == whole.lines, count
        for newer, older in zip(pages, pages[1:], strict=False):
            assert newer.opening_minor == older.closing_minor, count
        assert (pages[-1].opening_minor, whole.opening_minor) == (None, None)
        assert pages[0].closing_minor == whole.closing_minor == whole.lines[-1].balance_minor


def test_each_balance_is_the_sum_of_what_was_before(years: Years) -> None:
    for scope in Scope:
        balance = 0
        for line in years.statement(scope).lines:
            balance += line.amount_minor
            assert line.balance_minor == balance
    balances = {scope: years.statement(scope).closing_minor for scope in Scope}
    anna = years.evening.players["Anna"].pk
    assert balances[Scope.CLUB] == books.balances(club=years.evening.club, unit="EUR")[anna]
    assert balances[Scope.TAB] == books.tab_balances(club=years.evening.club, unit="EUR")[anna]


def test_any_time_of_it_stands_as_it_stood(years: Years) -> None:
    whole = years.statement().lines
    edges = [None, *(years.times[place] for place in (0, 4, 9, -3, -1)), datetime(2030, 1, 1, tzinfo=UTC)]
    # Each period in pages of one size, and each edge with every size.
    for (first_at, until_at), count in zip(product(edges, edges), cycle(PAGES), strict=False):
        case = f"{first_at} to {until_at} by {count}"
        within = [
            line
            for line in whole
            if (not first_at or line.entry.recorded_at >= first_at)
            and (not until_at or line.entry.recorded_at < until_at)
        ]
        pages = list(years.pages(count, first_at=first_at, until_at=until_at))
        assert [line for page in reversed(pages) for line in page.lines] == within, case
        if within:
            assert pages[0].closing_minor == within[-1].balance_minor, case
            begins = within[0].balance_minor - within[0].amount_minor
            assert (pages[-1].opening_minor or 0) == begins, case


def test_where_nothing_lies_in_a_period_it_says_what_was_brought_forward(years: Years) -> None:
    [page] = years.pages(3, first_at=datetime(2029, 1, 1, tzinfo=UTC))
    assert (page.lines, page.older) == ([], None)
    assert page.opening_minor == page.closing_minor == years.statement().closing_minor


def test_a_page_before_an_entry_that_is_not_there_is_empty(years: Years) -> None:
    assert years.statement(before=99_999, count=3).lines == []


def test_a_page_costs_hardly_more_after_years(years: Years) -> None:
    """It reads as many months as it has to, several at once."""
    at = Entry.objects.latest("recorded_at").recorded_at
    for days in range(30, 1500, 40):
        years.evening.post(years.evening.result("x", Anna=1, Beppo=-1), at=at + timedelta(days=days))
    with CaptureQueriesContext(connection) as queries:
        assert len(years.statement(count=30).lines) == 30
    assert len(queries) <= 8
