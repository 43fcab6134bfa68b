"""An evening costs the same on SQLite however many evenings its club has played.

SQLite's own steps are counted, not the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from uuid import uuid4

import pytest
from django.test import Client

from scorebook.clubs.models import Club
from scorebook.exchange.imports.import_duplicates import written_import
from scorebook.play.models import Evening
from tests.support.imported import imported, new_club, undone
from tests.support.large_club import NAMES, results_table
from tests.support.paged_evening import RUFER, PagedEvening, start_fields, token_in_address
from tests.support.sqlite_steps import counted_steps

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only(reason="counts the steps of SQLite's machine")]
FIRST, DAYS = date(2020, 1, 1), 330
EVERY = 11
# An import writes 33 evenings of one hand in a part.
TWO_PARTS = 40
GROWTH, STEPS_OF_A_LOOK_UP = 1.2, 20


def started(client: Client, club: Club) -> PagedEvening:
    answer = client.post(f"/c/{club.keeper_token}/start", start_fields(*NAMES))
    assert answer.status_code == 302
    stored = Evening.objects.select_related("club").get(scribe_token=token_in_address(answer))
    ids = {player.name: str(player.pk) for player in club.players.all()}
    return PagedEvening(client=client, stored=stored, ids=ids)


def story(client: Client, club: Club) -> Mapping[str, int]:
    """The steps of each thing that is done in an evening and after it."""
    evening, found = started(client, club), dict[str, int]()

    def post(name: str, page: str, /, *args: object, **fields: object) -> None:
        def send() -> None:
            assert evening.post(page, *args, **fields).status_code in (200, 302)

        found[name] = counted_steps(send)

    def get(name: str, url: str) -> None:
        found[name] = counted_steps(lambda: client.get(url))

    def pages(*names: str) -> None:
        for name in names:
            get(f"page {name}", evening.url(name))

    evening.record()
    found["hand"] = counted_steps(evening.record)
    corrected = evening.by_id({**RUFER, "declarer": "Cilli", "partner": "Done"})
    post("correct", "hand", 1, **corrected, replaces=evening.event(1))
    post("void", "void", 2, replaces=evening.event(2))
    pages("table", "written_sheet", "hands", "seats", "close", "links", "paper")
    post("close", "close")
    pages("settle", "ways", "extras")
    post("settle", "ways", way="direct")
    post("pay", "extras", form="pay", payer=evening.ids["Anna"], payee=evening.ids["Beppo"], amount="1,00")
    post("carry over", "ways", way="tab")
    post("reopen", "settle", reopen="1")
    anna = evening.ids["Anna"]
    # Not those that go through the history of a person or the club: person, hall, cup, search. Nor the ratings, which
    # compare the results of up to 400 evenings with what was expected.
    for path in ("", "tab", "board", f"players/{anna}/tab", "seasons"):
        get(f"club {path.replace(anna, 'anna')}", f"/c/{club.keeper_token}/{path}")
    return found


def grown(few: Mapping[str, int], many: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    return {
        name: (steps, many[name]) for name, steps in few.items() if many[name] > GROWTH * steps + STEPS_OF_A_LOOK_UP
    }


def test_an_evening_takes_the_same_steps_after_few_evenings_and_after_many(client: Client) -> None:
    """Of the same months, for pages read the sums of months."""
    club = new_club(*NAMES)
    head, *evenings = results_table(FIRST, DAYS).splitlines()
    imported(club, "\n".join([head, *evenings[::EVERY]]))
    story(client, club)  # the first one also makes the views
    few = story(client, club)
    del evenings[::EVERY]
    imported(club, "\n".join([head, *evenings]))
    assert grown(few, story(client, club)) == {}


def test_an_import_takes_the_same_steps_after_few_evenings_and_after_many() -> None:
    club = new_club(*NAMES)

    def import_and_undo(first: date) -> Mapping[str, int]:
        keys = [uuid4()]
        importing = counted_steps(lambda: imported(club, results_table(first, TWO_PARTS), key=keys[0]))
        found = written_import(club, keys[0])
        assert found
        return {"import": importing, "undo": counted_steps(lambda: undone(club, found))}

    imported(club, results_table(date(2000, 1, 1), TWO_PARTS))
    import_and_undo(date(2001, 1, 1))  # the first one also makes the views
    few = import_and_undo(date(2002, 1, 1))
    imported(club, results_table(date(2003, 1, 1), DAYS))
    assert grown(few, import_and_undo(date(2010, 1, 1))) == {}
