"""Every figure of random clubs is a plain recount of their events; what is damaged is found and put right.

Each of the clubs is gone through once: what is stored and what is read is held against the recount, the audit finds
nothing and there is nothing to rebuild; then somebody writes past Scorebook into one row, the audit names it, and
`manage.py rebuild` brings everything back to what was recounted.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection

from scorebook.clubs.models import Club
from scorebook.operations.audit.full_audit import audit_club
from scorebook.operations.rebuild import Rebuilt, rebuild_club
from tests.standings.damages import DAMAGES, derived_rows
from tests.standings.figure_pairs import SAME
from tests.standings.figures import differences
from tests.standings.plain_recount import plain_club
from tests.standings.random_clubs import Past, random_club
from tests.standings.read_evening import ENDS
from tests.standings.read_figures import READ
from tests.standings.read_hall import HALL
from tests.standings.read_pairs import PAIRS
from tests.standings.read_people import PEOPLE
from tests.standings.read_search import SEARCHED
from tests.standings.read_seasons import SEASONS
from tests.standings.read_year import YEARS
from tests.standings.stored_figures import STORED
from tests.support.extent import in_ci

pytestmark = pytest.mark.sampled

FIGURES = (*STORED, *READ, *PEOPLE, *PAIRS, *SEASONS, *HALL, *YEARS, *SEARCHED, *ENDS, *SAME)
# Few in a whole run, and fewer on PostgreSQL, where what thousands of tests rolled back makes each take half a minute.
# For two hundred: RECOUNT_CLUBS=200 python -m tests tests/standings/test_recount.py
USUAL = in_ci(30, otherwise=10) if connection.vendor == "sqlite" else 4
CLUBS = int(os.environ.get("RECOUNT_CLUBS", USUAL))
# So many in a test, which is what the workers share.
AT_ONCE = 10 if CLUBS > 10 else 1


@pytest.mark.parametrize("first", range(0, CLUBS, AT_ONCE))
def test_every_figure_is_a_plain_recount(db: None, first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        past = random_club(seed)
        _bring_statistics()
        _check_figures(past)
        _check_that_all_is_right(past.clubs)
        _damage_and_rebuild(past.clubs, seed)


def _bring_statistics() -> None:
    """As PostgreSQL would have collected them by itself by now: without them the audit of the books takes a minute.

    What thousands of tests have rolled back still lies in the tables, and makes loops within loops slow all the same.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE ledger_entry, ledger_transfer, play_evening, play_handevent, play_seat")
            cursor.execute("SET LOCAL enable_nestloop = off")


def _check_figures(past: Past) -> None:
    for club in past.clubs:
        plain = plain_club(club.pk, past.seasons.closings)
        found = list(differences(plain, FIGURES)) if plain else []
        assert not found, "\n".join(found)


def _check_that_all_is_right(clubs: Sequence[Club]) -> None:
    for club in clubs:
        assert audit_club(club) is None
        assert rebuild_club(club) == Rebuilt()


def _damage_and_rebuild(clubs: Sequence[Club], seed: int) -> None:
    """Each kind of row in turn, and each way to damage it."""
    dice, before = Random(seed), derived_rows(clubs)
    turn = seed % len(DAMAGES)
    attempts = (damage.do(clubs[0], dice) for damage in [*DAMAGES[turn:], *DAMAGES[:turn]])
    damaged = next(filter(None, attempts), None)
    if damaged is None:  # nobody has played there
        return
    found = audit_club(clubs[0])
    assert found is not None and damaged.is_named_by(found), f"{damaged}: {found}"
    call_command("rebuild", "--club", str(clubs[0].pk), stdout=io.StringIO())
    assert derived_rows(clubs) == before, damaged
