"""Every board, page and endpoint that takes a span counts the same evenings: those inside its borders."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, Player
from scorebook.core.time_spans import Span
from scorebook.standings.boards.leaderboards import compute_board
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.standings.people import bests, pairs, profiles
from scorebook.standings.standings_scope import FigureScope
from tests.support.played_evening import PlayedEvening, new_evening, ramsch, rufer

MUNICH = ZoneInfo("Europe/Berlin")
LAST_MOMENT = time(23, 59, 59)
# The last moment before each border and the first one after it, and 29 February between two of them.
BORDERS = [date(2024, 1, 1), date(2024, 2, 29), date(2024, 3, 1), date(2025, 1, 1)]
BEGUN = sorted(
    moment
    for day in BORDERS
    for moment in (
        datetime.combine(day - timedelta(days=1), LAST_MOMENT, MUNICH),
        datetime.combine(day, time.min, MUNICH),
    )
)
SPANS = {
    "2024": (date(2024, 1, 1), date(2024, 12, 31)),
    "2025": (date(2025, 1, 1), date(2025, 12, 31)),
    "first_on=2024-02-29&last_on=2024-02-29": (date(2024, 2, 29), date(2024, 2, 29)),
    "first_on=2024-01-01&last_on=2024-02-28": (date(2024, 1, 1), date(2024, 2, 28)),
    "first_on=2024-03-01&last_on=": (date(2024, 3, 1), date.max),
    "first_on=&last_on=2023-12-31": (date.min, date(2023, 12, 31)),
}


@pytest.fixture
def club(db: None) -> Club:
    """At each of the moments an evening with a Rufer of Anna and a Ramsch that she lost; one more is still open."""
    first: PlayedEvening | None = None
    for moment in BEGUN:
        evening = new_evening("Anna", "Beppo", "Cilli", "Done", club=first.club if first else None, at=moment)
        evening.record(rufer("Anna", "Beppo"))
        evening.record(ramsch("Anna"))
        evening.close()
        first = first or evening
    assert first is not None
    still_open = new_evening("Anna", "Beppo", "Cilli", "Done", club=first.club, at=BEGUN[3])
    still_open.record(rufer("Anna", "Beppo"))
    return first.club


def inside(query: str) -> int:
    """How many evenings began on the days, counted one by one."""
    first, last = SPANS[query]
    return sum(first <= moment.astimezone(MUNICH).date() <= last for moment in BEGUN)


def span_of(query: str) -> Span:
    first, last = SPANS[query]
    return Span.of_days(None if first == date.min else first, None if last == date.max else last)


@pytest.mark.parametrize("query", SPANS)
def test_every_figure_counts_the_evenings_inside(club: Club, client: Client, query: str) -> None:
    group, span, wanted = club_group(club.pk), span_of(query), inside(query)
    anna = Player.objects.get(club=club, name="Anna")
    counted = {"plain": wanted}
    for measure, each in (
        (BoardMeasure.POINTS, -40), (BoardMeasure.HANDS, 2), (BoardMeasure.DECLARED, 1), (BoardMeasure.RAMSCH, 1),
        (BoardMeasure.PLACES, 1),
    ):  # fmt: skip
        found = [
            one
            for one in compute_board(group, BoardQuery(measure=measure, span=span)).lines
            if one.person_id == anna.pk
        ]
        counted[measure] = sum(int(one.part or 0) for one in found) // each
        counted[f"{measure}, evenings"] = sum(one.sums.evenings for one in found)
    solo = compute_board(group, BoardQuery(measure=BoardMeasure.DECLARED, contract="rufer", span=span)).lines
    counted["one contract"] = sum(one.of or 0 for one in solo)
    address = f"/api/v1/clubs/{club.keeper_token}"
    body = client.get(f"{address}/boards/ramsch?{as_period(query)}").json()
    counted["endpoint of a board"] = sum(line["part"] for line in body["lines"])
    if span.is_whole_months:
        scope = FigureScope(group=group, game="bavarian", span=span)
        months = profiles.months_in_scope(profiles.played_months(group, anna.pk), scope)
        counted["person"] = profiles.totals_of_months(months).evenings
        counted["course"] = len(profiles.point_history_of_person(scope, anna.pk, played=months).steps)
        counted["bests"] = bests.personal_bests(scope, anna.pk).evenings
        counted["contracts"] = sum(one.declared for one in profiles.contract_figures_of_person(scope, anna.pk))
        counted["pairs"] = sum(one.together for one in pairs.common_hands_of_person(scope, anna.pk).values())
        counted["year"] = figure_of_year(client, address, query, wanted)
    assert set(counted.values()) == {wanted}, counted


def as_period(query: str) -> str:
    days = query.replace("first_on=&", "").removesuffix("&last_on=")
    return days if "=" in days else f"period={days}"


def figure_of_year(client: Client, address: str, query: str, usual: int) -> int:
    return int(client.get(f"{address}/years/{query}").json()["evenings"]) if query.isdigit() else usual


def test_a_club_that_has_not_played_lately_shows_all_years(club: Club, client: Client) -> None:
    assert timezone.localdate() > date(2026, 1, 31)
    for page in ("board", "partners"):
        shown = client.get(f"/c/{club.keeper_token}/{page}", headers={"accept-language": "en"}).content.decode()
        assert "this page shows all years" in shown and "all time" in shown
    board_page = client.get(f"/c/{club.keeper_token}/board?period=twelve", headers={"accept-language": "en"})
    assert "this page shows all years" not in board_page.content.decode()
