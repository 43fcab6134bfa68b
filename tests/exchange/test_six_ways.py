"""The six worked evenings by every way into the books: the same books to the cent, and the same hashes.

A hash holds what was played, and its stamps: under which keys, when and by whom it was written. The API takes its own
clock for every request, and an import has keys, times and a writer of its own; so the hashes of two ways differ, as
they should. Everything else that they hold is the same, and with the stamps of a way the same hands, given to the
services one by one or all at once, make its hashes. Only a club file brings its stamps along.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.exchange.club_file import import_club
from scorebook.ledger.ledger_verification import verify_receipt
from scorebook.operations.audit.full_audit import audit_club
from tests.exchange.club_with_everything import file_of, undone
from tests.exchange.shared_evenings import FILES, IDS, shared_case
from tests.exchange.ways_in import (
    SharedTable,
    Way,
    as_batch,
    as_import,
    as_lines,
    hand_by_hand,
    key_of_hand,
    shared_table,
)
from tests.exchange.written_books import Figures, Moved, Written, in_words, written
from tests.support.extent import in_ci

pytestmark = pytest.mark.django_db
# Each of the six asks a database for the same; what differs is their rules.
EACH = in_ci(1 if connection.vendor == "sqlite" else 3, otherwise=3)

OVER_THE_API: Mapping[str, Way] = {"hand by hand": hand_by_hand, "batch": as_batch, "lines": as_lines}
FILLED = {
    "Account", "Chain", "Entry", "Evening", "EveningEvent", "EveningResult", "HandEvent", "HandResult", "MonthContract",
    "MonthPair", "MonthTotal", "Plan", "PlannedPayment", "Seat", "Transfer",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CameIn:
    """An evening by one way. again: the same hands with the same stamps, given to the services. file: the club's."""

    books: Written
    difference: AuditDifference | None
    again: Sequence[Written]
    file: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class SixWays:
    """ways: over the API and as an import. restored: the file of the hands one by one, in an empty database."""

    case: Mapping[str, Any]
    ways: Mapping[str, CameIn]
    restored: CameIn
    receipt_differs: str | None

    def books(self) -> Mapping[str, Written]:
        return {name: way.books for name, way in self.ways.items()}


@pytest.fixture(scope="module", params=FILES[::EACH], ids=IDS[::EACH])
def evening(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> SixWays:
    """Each way begins with the same club, and nothing of it stays."""
    case = shared_case(request.param)
    with django_db_blocker.unblock(), undone():
        with undone():
            table = shared_table(case)
            ways = {name: came_in(way, table) for name, way in OVER_THE_API.items()}
            ways["import"] = came_in(as_import, table)
        went = ways["hand by hand"]
        [club] = import_club(went.file).clubs
        receipt = went.books.receipt
        return SixWays(
            case=case,
            ways=ways,
            restored=CameIn(books=written(club), difference=audit_club(club), again=(), file=file_of(club.pk)),
            receipt_differs=verify_receipt(club=club, entries=receipt.entries, hash_start=receipt.hash),
        )


def came_in(way: Way, table: SharedTable) -> CameIn:
    with undone():
        way(table)
        books, difference, file = written(table.club), audit_club(table.club), file_of(table.club.pk)
    stamps = books.stamps
    # Of hands that were written at one time; over the API each that is sent alone has its own.
    again = [stamps.one_by_one, *([stamps.at_once] if way is not hand_by_hand else [])]
    return CameIn(books=books, difference=difference, again=[after(one, table) for one in again], file=file)


def after(way: Way, table: SharedTable) -> Written:
    with undone():
        way(table)
        return written(table.club)


# -- to the cent ---------------------------------------------------------------------------------------------------


def test_every_way_comes_to_the_figures_of_the_case(evening: SixWays) -> None:
    """Points of each hand, points and cents of the evening, and as few payments, by an independent reading."""
    for name, way in {**evening.ways, "file": evening.restored}.items():
        assert way.difference is None, name
        assert_figures(way.books.figures, evening.case)


def assert_figures(figures: Figures, case: Mapping[str, Any]) -> None:
    names, stake = case["players"], case["stake_minor"]
    assert figures.points == dict(zip(names, case["final_points"], strict=True))
    assert figures.minor == figures.balances == dict(zip(names, case["final_minor"], strict=True))
    hands = [dict(zip(names, row["points"], strict=True)) for row in case["hands"]]
    assert figures.hands == hands
    moved = [{name: points * stake for name, points in hand.items()} for hand in hands]
    assert [sums(entry, names) for entry in figures.entries] == moved
    assert len(figures.payments) == case["payments"]
    assert sums(figures.payments, names) == figures.minor


def sums(moved: Iterable[Moved], names: Iterable[str]) -> dict[str, int]:
    """What came to each, less what went."""
    found: Counter[str] = Counter()
    for source, target, minor in moved:
        found[source] -= minor
        found[target] += minor
    return {name: found[name] for name in names}


def test_every_way_says_the_same_in_every_row(evening: SixWays) -> None:
    """All tables, with every transfer, payment, state, report and score; but for stamps, and with places for ids."""
    first, *others = (in_words(books.rows) for books in evening.books().values())
    assert {model for model, rows in first.items() if rows} >= FILLED
    for other in others:
        assert other == first


# -- the same hashes -----------------------------------------------------------------------------------------------


def test_over_the_api_only_the_clock_makes_other_hashes(evening: SixWays) -> None:
    """The keys are the same by all three ways: those that follow from that of typed lines."""
    keys = [key_of_hand(place) for place in range(len(evening.case["hands"]))]
    for name in OVER_THE_API:
        stamps = evening.ways[name].books.stamps
        assert [hand.pk for hand in stamps.hands] == keys
        assert {event.recorded_by for event in stamps.hands} == {stamps.closing.recorded_by} == {"scribe link"}
    heads = {books.heads for books in evening.books().values()}
    assert len(heads) == len(evening.ways), "hashes that hold no times"


def test_the_same_hands_with_the_same_stamps_make_the_same_hashes(evening: SixWays) -> None:
    """Of each way its keys, times and writers: every row of every table the same, those of all hashes among them."""
    for name, way in evening.ways.items():
        assert len(way.again) == (1 if name == "hand by hand" else 2)
        for again in way.again:
            assert (again.heads, again.receipt) == (way.books.heads, way.books.receipt)
            assert again.rows == way.books.rows


def test_a_club_file_brings_the_hashes_along(evening: SixWays) -> None:
    went, came = evening.ways["hand by hand"], evening.restored
    assert (came.books.heads, came.books.receipt) == (went.books.heads, went.books.receipt)
    assert came.books.rows == went.books.rows
    assert came.file == went.file
    assert evening.receipt_differs is None
