"""The rows of the club's page: evenings with their results, and what is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scorebook.clubs.models import Club
from scorebook.play.models import Evening
from scorebook.play.queries.hand_counts import hands_played
from scorebook.play.queries.open_balances import OpenBook
from scorebook.standings.boards.board_queries import PlayerResult, evenings_with_results
from scorebook.web.core.person_names import People

# An evening that nobody closed does not offer itself for longer.
RUNNING = timedelta(hours=24)
# Names in the line of what is open, those with most to pay.
NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRow:
    evening: Evening
    hands: int
    results: tuple[PlayerResult, ...]  # best first

    @property
    def names(self) -> str:
        return ", ".join(one.player.name for one in self.results)

    @property
    def best_points(self) -> int | None:
        """Return the points of the winners; None while the evening is open, and if all are tied."""
        points = [one.points for one in self.results]
        return max(points) if self.evening.is_closed and len(set(points)) > 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSum:
    unit: str
    amount_minor: int  # sum of the debts; if only the kitty owes, of what it owes
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A link to another page of the club."""

    address: str
    name: str
    teaser: str  # one short line on what is there


def look_up_rooms(club: Club, *, year: int | None) -> list[Room]:
    """Return the rooms with the club's figures. year: of the newest evening."""
    rooms = [
        _room(club, "board", _("Leaderboards"), _("Who wins how often?")),
        _room(club, "seasons", _("Seasons"), _("Play for a title")),
        _room(club, "hall", _("Hall of fame"), _("Sie, Tout, records")),
        _room(club, "cup", _("Travelling cup"), _("Who has it now?")),
        _room(club, "partners", _("Partners"), _("Who suits whom?")),
        _room(club, "ratings", _("Ratings"), _("Who is stronger?")),
        _room(club, "search", _("Search"), _("Find any hand")),
    ]
    if year:
        report = _room(club, "year", _("Year %(year)s") % {"year": year}, _("The year in figures"), year)
        rooms.insert(4, report)
    return rooms


def office_rooms(club: Club) -> list[Room]:
    """Return the rooms of money and management that the link in use opens."""
    rooms = [
        _room(club, "tab", _("Tab and kitty"), _("Deposits and fines")),
        _room(club, "check_receipt", _("Check a receipt"), _("Is it unchanged?")),
        _room(club, "club_links", _("Links"), _("Invite people")),
    ]
    if club.is_opened_by_keeper:
        rooms += [
            _room(club, "order", _("Manage club"), _("People and evenings")),
            _room(club, "import", _("Import"), _("Evenings from files")),
            _room(club, "order", _("Calendar"), _("Evenings to come"), anchor="#calendar"),
        ]
    return rooms


def _room(club: Club, page: str, name: str, teaser: str, *place: int, anchor: str = "") -> Room:
    return Room(address=reverse(f"web:{page}", args=[club.link, *place]) + anchor, name=name, teaser=teaser)


def evening_rows(club: Club, *, before: int | None, count: int) -> list[EveningRow]:
    """Return the evenings as `evenings_with_results` does. Four statements."""
    found = evenings_with_results(club, before=before, count=count)
    hands = hands_played(club, [one.evening for one in found])
    return [EveningRow(evening=one.evening, hands=hands.get(one.evening.pk, 0), results=one.results) for one in found]


def usual_game(rows: Sequence[EveningRow]) -> str | None:
    """Return the game of most rows, which the list need not name; None without rows."""
    games = Counter(row.evening.game for row in rows)
    return max(games, key=lambda game: games[game], default=None)


def running_evening(rows: Sequence[EveningRow], *, at: datetime) -> EveningRow | None:
    open_rows = (row for row in rows if not row.evening.is_closed)
    return next((row for row in open_rows if at - row.evening.started_at < RUNNING), None)


def leading_lines(table: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return the table with its first lines only: the ranked ones, or the others if nobody is ranked yet."""
    ranked = table["ranked"][:count]
    return {**table, "ranked": ranked, "others": [] if ranked else table["others"][:count]}


def open_sums(book: OpenBook, persons: People) -> list[OpenSum]:
    """Return what is open in each unit; a unit is left out if everyone's evenings and tab offset each other."""
    found = []
    for unit in book.units:
        nets = [(book.balance_in_unit(person, unit).net_minor, persons[str(person)].name) for person in book.people]
        owing = sorted((net, name) for net, name in nets if net < 0)
        owed = sorted((-net, name) for net, name in nets if net > 0)
        if owing or owed:
            text = _("from %(names)s") if owing else _("for %(names)s")
            names = _first_names([name for _net, name in owing or owed])
            amount_minor = -sum(net for net, _name in owing or owed)
            found.append(OpenSum(unit=unit, amount_minor=amount_minor, who=text % {"names": names}))
    return found


def _first_names(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMES_SHOWN]) + (" …" if len(names) > NAMES_SHOWN else "")
