"""The rows of the club's page: evenings with their results, and what is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from scorebook.play.queries.open_balances import OpenBook
from scorebook.standings.boards.board_queries import EveningResults
from scorebook.web.core.person_names import People

# An evening that nobody closed does not offer itself for longer.
RUNNING = timedelta(hours=24)
# Names in the line of what is open, those with most to pay.
NAMES_SHOWN = 3


def running_evening(found: Iterable[EveningResults], *, at: datetime) -> EveningResults | None:
    is_open = (one for one in found if not one.evening.is_closed)
    return next((one for one in is_open if at - one.evening.started_at < RUNNING), None)


def usual_game(found: Iterable[EveningResults]) -> str | None:
    """Return the game of most evenings, which their list need not name; None without evenings."""
    games = Counter(one.evening.game for one in found)
    return max(games, key=lambda game: games[game], default=None)


def leading_lines(table: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return the table with its first lines only: the ranked ones, or the others if nobody is ranked yet."""
    ranked = table["ranked"][:count]
    return {**table, "ranked": ranked, "others": [] if ranked else table["others"][:count]}


def open_sums(book: OpenBook, persons: People) -> list[tuple[str, int, str]]:
    """Return unit, amount and people of what is open; no row where everyone's evenings and tab offset each other.

    The amount is the sum of all debts; if only the kitty owes, of what it owes.
    """
    found = []
    for unit in book.units:
        nets = [(book.balance_in_unit(person, unit).net_minor, persons[str(person)].name) for person in book.people]
        owing = sorted((net, name) for net, name in nets if net < 0)
        owed = sorted((-net, name) for net, name in nets if net > 0)
        if owing or owed:
            text = _("from %(names)s") if owing else _("for %(names)s")
            names = _first_names([name for _net, name in owing or owed])
            found.append((unit, -sum(net for net, _name in owing or owed), text % {"names": names}))
    return found


def _first_names(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMES_SHOWN]) + (" …" if len(names) > NAMES_SHOWN else "")
