"""The standings of the demo club stay short on a phone: answers first, everything else folded."""

from __future__ import annotations

import pytest
from django.utils import timezone, translation

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.operations import demo
from scorebook.standings.records.club_records import hall_years
from scorebook.standings.seasons.season_queries import seasons_of
from tests.support.browser import OpenPage

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


@pytest.fixture
def club(transactional_db: None) -> Club:
    with translation.override("de"):
        return demo.fill_demo_club(now=timezone.now())


def test_every_season_is_short(club: Club, open_page: OpenPage) -> None:
    paths = [f"/c/{club.keeper_token}/seasons/{season.id}/" for season in seasons_of(club_group(club.pk))]
    assert _heights(open_page, paths, most=1800) == {}


def test_the_hall_is_short(club: Club, open_page: OpenPage) -> None:
    assert _heights(open_page, [f"/c/{club.keeper_token}/hall"], most=2500) == {}


def test_every_year_is_short(club: Club, open_page: OpenPage) -> None:
    years = [f"/c/{club.keeper_token}/years/{year}/" for year in hall_years(club_group(club.pk))]
    assert _heights(open_page, years, most=2200) == {}


def test_the_tab_is_short(club: Club, open_page: OpenPage) -> None:
    assert _heights(open_page, [f"/c/{club.keeper_token}/tab"], most=1800) == {}


def _heights(open_page: OpenPage, paths: list[str], *, most: int) -> dict[tuple[str, str], int]:
    """Return the heights above the most, by language and path."""
    found = {}
    for language in ("de-DE", "en-GB"):
        page = open_page("/", locale=language)
        page.set_viewport_size({"width": 360, "height": 740})
        for path in paths:
            page.goto(path)
            found[language, path] = page.evaluate("document.documentElement.scrollHeight")
    return {place: height for place, height in found.items() if height > most}
