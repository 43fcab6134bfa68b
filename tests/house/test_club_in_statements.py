"""Every statement about a club's rows names the club: the clubs are to be spread over several servers one day."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from tests.support.paged_evening import PagedEvening, start

# A link is all that is known at first; what it opens says which club it is.
BY_LINK = re.compile(r'\b(scribe_token|watch_token|keeper_token)"? (=|IN)')
# Whether a key that somebody brings was used anywhere before: keys are unique over all clubs.
BY_KEY = re.compile(
    r'"(play_eveningevent|ledger_entry|clubs_clubevent|standings_seasonevent|exchange_import)"."id" (=|IN) \(?%s'
    r'|"ledger_transfer"."entry_id" IN'
)
NAMES_CLUB = re.compile(r'"club_id" (=|IN)')
CLUB_TABLES = [model._meta.db_table for model in apps.get_models() if any(f.name == "club" for f in model._meta.fields)]


def about_a_club(sql: str) -> bool:
    # PostgreSQL writes rows of several tables by one statement; where all of it inserts, the rows name their club.
    inserts = sql.startswith(("INSERT", "WITH w0 AS (INSERT")) and not re.search(r'AS \((?!INSERT)| FROM "', sql)
    return not inserts and any(f'"{table}"' in sql for table in CLUB_TABLES)


@contextmanager
def statements() -> Iterator[list[str]]:
    found: list[str] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield found


@pytest.fixture
def evening(db: None, client: Client) -> PagedEvening:
    return start(client, **{"keep_club": "on"})


def walk(evening: PagedEvening) -> None:
    """An evening on the pages and by the API, and the club after it."""
    client, scribe, watch = evening.client, evening.stored.scribe_token, evening.stored.watch_token
    api = f"/api/v1/evenings/{scribe}"
    hand = evening.by_id({"kind": "bavarian.rufer", "declarer": "Anna", "partner": "Beppo", "won": True})

    def send(path: str, **body: object) -> None:
        answer = client.post(path, json.dumps(body), content_type="application/json")
        assert answer.status_code in (200, 201), answer.content

    evening.record()
    send(f"{api}/hands", id=str(uuid4()), known_hands=1, hand=hand)
    send(f"{api}/hands/batch", known_hands=2, hands=[{"id": str(uuid4()), "hand": hand}])
    send(f"{api}/hands/preview", hand=hand)
    evening.post("hand", 1, **evening.by_id({"declarer": "Cilli", "partner": "Done"}), replaces=evening.event(1))
    evening.post("void", 2, replaces=evening.event(2))
    evening.record(contract="sie", declarer="Anna", partner="")
    for page in ("table", "written_sheet", "hands", "seats", "end", "close", "links", "rules_of_evening"):
        assert evening.get(page).status_code == 200
    assert evening.get("hand", 1).status_code == 200
    for path in (api, f"{api}/hands/1", f"/w/{watch}/", f"/w/{watch}/sheet", f"/w/{watch}/hands"):
        assert client.get(path).status_code == 200, path
    evening.post("close")
    assert evening.get("settle").status_code == 200
    assert evening.get("ways").status_code == 200
    for path in (
        evening.url("paper"),
        f"/w/{watch}/paper",
        f"{evening.url('settle')}?as=xlsx",
        f"/w/{watch}/hands?as=csv",
    ):
        assert client.get(path).status_code == 200, path
    calendar = re.search(r"/calendar/\S+\.ics", client.get(f"/c/{evening.club_token}/order").content.decode())
    assert calendar and client.get(calendar[0]).status_code == 200
    club, anna = evening.club_token, evening.ids["Anna"]
    for path in ("/order", f"/order/people/{anna}/?other={evening.ids['Beppo']}", f"/order/people/{anna}/forget"):
        assert client.get(f"/c/{club}{path}").status_code == 200, path
    for path in ("/order/clubs", "/order/evenings", "/order/file", "/import"):
        assert client.get(f"/c/{club}{path}").status_code == 200, path
    for verb in ("leave_ratings", "join_ratings", "hide", "show"):
        fields = {verb: "1", "key": str(uuid4()), "accept_balance": "1"}
        assert client.post(f"/c/{club}/order/people/{anna}/", fields).status_code == 302
    assert client.post(f"/c/{club}/order/evenings", {"number": 1, "archive": "1"}).status_code == 302
    assert client.post(f"/c/{club}/order/evenings", {"number": 1, "take_back": "1"}).status_code == 302
    for path in (
        "",
        "/search",
        f"/search?person={anna}&note=x&value=1&first_on=2020-01-01",
        "/tab",
        "/tab?as=xlsx",
        f"/players/{anna}/?as=csv",
        f"/players/{anna}/tab?as=csv",
        f"/players/{anna}/evenings/1/?as=csv",
        "/board?as=csv",
        f"/players/{anna}/",
        f"/players/{anna}/tab",
        f"/players/{anna}/evenings/1/",
        f"/people/{anna}/",
        "/partners",
        "/board",
        "/ratings",
        "/hall",
        "/hall?feat=sie",
        "/cup",
        f"/years/{evening.stored.started_at.year}/",
    ):
        assert client.get(f"/c/{club}{path or '/'}").status_code == 200, path
    agreed = {"name": "2026", "first_on": "2026-01-01", "game": "bavarian", "measure": "points", "same_rules_as": "1"}
    places = {"places_4": "4 3 2 1", "places_5": "5 4 3 2 1", "places_6": "6 5 4 3 2 1", "places_7": "7 6 5 4 3 2 1"}
    season = client.post(f"/c/{club}/seasons", {**agreed, **places})["Location"]
    for path in (f"/c/{club}/seasons", season, f"{season}?as=xlsx", f"{season}edit"):
        assert client.get(path).status_code == 200, path
    assert client.post(f"{season}edit", {**agreed, **places, "left_out": "1"})["Location"] == season
    for change in ({"close": "1"}, {"reopen": "1", "reason": "a slip"}, {"close": "1"}):
        assert client.post(season, change)["Location"] == season
        assert client.get(season).status_code == 200
    for path in ("", "/evenings", "/people", "/tab", *_paths_of_club_pages(anna, season.split("/")[-2])):
        assert client.get(f"/api/v1/clubs/{club}{path}").status_code == 200, path
    for path in ("/course", "/rules"):
        assert client.get(api + path).status_code == 200, path
    assert client.get(f"{api}/payments").status_code == 200


def _paths_of_club_pages(anna: str, season: str) -> list[str]:
    search, statement = f"/hands?person={anna}&note=x&value=1&first_on=2020-01-01", f"/people/{anna}/statement"
    return [
        "/seasons", f"/seasons/{season}", "/boards", "/boards/points", "/boards/declared?contract=rufer",
        "/boards/places?first_on=2020-01-02", "/ratings", "/ratings/calibration", f"/people/{anna}", "/partners",
        "/hall", "/hall/sie", "/cup", "/cup/holdings", "/years/2026", search, "/anchor",
        "/tab/entries", statement, f"{statement}/lines", f"{statement}/evenings", "/evenings/archived", "/imports",
    ]  # fmt: skip


def test_every_statement_names_its_club(evening: PagedEvening) -> None:
    with statements() as found:
        walk(evening)
    about = {sql for sql in found if about_a_club(sql)}
    assert len(about) > 50
    allowed = (NAMES_CLUB, BY_LINK, BY_KEY)
    nameless = {sql for sql in about if not any(pattern.search(sql) for pattern in allowed)}
    assert nameless == set()
