"""The pages of a club that its own page links to, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorebook.clubs.models import Club


class ClubPage(NamedTuple):
    address: str
    icon: str
    name: str
    teaser: str


def club_pages(club: Club, *, year: int | None) -> Mapping[str, list[ClubPage]]:
    """Return headings with the pages that the link in use opens. year: the one to show, if any."""
    return {_("Look up"): [*_result_pages(club, year)], _("Money and management"): [*_management_pages(club)]}


def _result_pages(club: Club, year: int | None) -> Iterator[ClubPage]:
    yield ClubPage(_address("board", club), "list-ordered", _("Leaderboards"), _("Who wins?"))
    yield ClubPage(_address("seasons", club), "trophy", _("Seasons"), _("For the title"))
    yield ClubPage(_address("hall", club), "landmark", _("Hall of fame"), _("Sie, Tout, records"))
    yield ClubPage(_address("cup", club), "award", _("Travelling cup"), _("Who has it?"))
    if year:
        name = _("Year %(year)s") % {"year": year}
        yield ClubPage(_address("year", club, year), "calendar-days", name, _("In figures"))
    yield ClubPage(_address("partners", club), "handshake", _("Partners"), _("The best pairs"))
    yield ClubPage(_address("ratings", club), "gauge", _("Ratings"), _("Who is stronger?"))
    yield ClubPage(_address("search", club), "search", pgettext("noun", "Search"), _("Find any hand"))


def _management_pages(club: Club) -> Iterator[ClubPage]:
    yield ClubPage(_address("tab", club), "wallet", _("Tab and kitty"), _("Deposits and fines"))
    yield ClubPage(_address("check_receipt", club), "receipt-text", _("Check a receipt"), _("Still valid?"))
    yield ClubPage(_address("club_links", club), "link", _("Links"), _("Invite people"))
    if club.is_opened_by_keeper:
        order = _address("order", club)
        yield ClubPage(order, "settings", _("Manage club"), _("People, evenings"))
        yield ClubPage(_address("import", club), "file-up", _("Import"), _("From a file"))
        yield ClubPage(f"{order}#calendar", "calendar", _("Calendar"), _("For your phone"))


def _address(view: str, club: Club, *parts: int) -> str:
    return reverse(f"web:{view}", args=[club.link, *parts])
