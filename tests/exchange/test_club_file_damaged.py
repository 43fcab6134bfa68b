"""Files that are not as they went out: each is refused with the place, and nothing is written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest

from scorebook.clubs.models import Club, Player
from scorebook.exchange.club_file import ClubFileRefused, import_club
from scorebook.ledger.models import Entry
from scorebook.ledger.services import mark_paid
from scorebook.play.models import HandEvent
from tests.exchange.club_with_everything import club_with_everything, file_of, undone
from tests.exchange.file_changes import CHANGES
from tests.support.extent import in_ci
from tests.support.played_evening import new_evening, rufer, solo


@pytest.fixture
def file(db: None) -> bytes:
    with undone():
        return file_of(club_with_everything().pk)


@pytest.fixture
def small(db: None) -> bytes:
    """Two hands, one of them corrected, and a payment."""
    with undone():
        evening = new_evening("Anna", "Beppo", "Cilli", "Done")
        evening.record(rufer("Anna", "Beppo", note="gegen die Uhr"))
        evening.record(solo("Cilli"))
        evening.correct(2, solo("Cilli", won=False))
        evening.close()
        mark_paid(planned=evening.plan()[0].planned, key=uuid4(), by="scribe", at=evening.now())
        return file_of(evening.club.pk)


@contextmanager
def refused(place: str = "", what: str = "") -> Iterator[None]:
    before = [model._base_manager.count() for model in (Club, Player, HandEvent, Entry)]
    with pytest.raises(ClubFileRefused) as raised:
        yield
    said = [(problem.place, problem.what) for problem in raised.value.problems]
    assert any(one.startswith(place) and what in other for one, other in said), said
    assert [model._base_manager.count() for model in (Club, Player, HandEvent, Entry)] == before


def text(told: object) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode()


# -- what is no club file ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"", "no JSON"),
        (b"PK\x03\x04 a spreadsheet", "no JSON"),
        (b"\xff\xfe{", "not UTF-8"),
        (b"[]", "no club file"),
        (b"null", "no club file"),
        (b'{"format": "scorebook backup", "version": 1}', "no club file"),
        (b'{"format": "scorebook club"}', "never was such a version"),
        (b'{"format": "scorebook club", "version": 0}', "never was such a version"),
        (b'{"format": "scorebook club", "version": true}', "never was such a version"),
        (b'{"format": "scorebook club", "version": 2}', "a newer Scorebook wrote this file"),
        (b'{"format": "scorebook club", "version": 1}', "is missing"),
        (b'{"format": "scorebook club", "version": 1, "clubs": {}}', "is no list"),
        (b'{"format": "scorebook club", "version": 1, "clubs": []}', "holds no club"),
        (b'{"format": "scorebook club", "version": 1, "clubs": [7]}', "is no object"),
        (b'{"format": "scorebook club", "version": 1, "version": 1}', "two members of the name version"),
        (b'{"format": "scorebook club", "version": 1, "clubs": [1.5]}', "all numbers are whole"),
        (b'{"format": "scorebook club", "version": 1, "clubs": [NaN]}', "all numbers are whole"),
        (b"[" * 100_000, ""),
        (b'{"format": "scorebook club", "version": ' + b"9" * 5000 + b"}", ""),
    ],
)
def test_what_is_no_club_file_is_refused(db: None, raw: bytes, what: str) -> None:
    with refused(what=what):
        import_club(raw)


def test_a_file_that_was_cut_off_is_refused_wherever_it_was_cut(small: bytes) -> None:
    whole = len(small.rstrip())
    for end in range(0, whole, in_ci(1, elsewhere=7)):
        with pytest.raises(ClubFileRefused):
            import_club(small[:end])
    assert not Club.objects.exists()
    import_club(small[:whole])


# -- what was changed in it ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_file_is_refused_and_the_place_named(file: bytes, name: str) -> None:
    change, place, what = CHANGES[name]
    told = json.loads(file)
    change(told)
    raw = json.dumps(told).encode()
    with refused(place, what):
        import_club(raw)


def test_all_that_is_wrong_is_told_at_once(file: bytes) -> None:
    told = json.loads(file)
    told["clubs"][0]["name"] = 7
    told["clubs"][1]["evenings"][0]["events"][1]["score"] = 7
    with pytest.raises(ClubFileRefused) as raised:
        import_club(text(told))
    assert str(raised.value).splitlines() == [
        "clubs[0].name: is no text",
        "clubs[1].evenings[0].events[1].score: is no object",
    ]
