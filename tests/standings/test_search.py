"""Search finds what a plain look through all hands finds, in the same order, however it is leafed through."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rules import Level
from scorebook.clubs.circle import Circle, append_club_event, circle_of
from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.play.models import HandEvent
from scorebook.standings import search as searching
from scorebook.standings.search import (
    Counted,
    Feat,
    Found,
    Place,
    Result,
    Wanted,
    contracts_played,
    has_open_evening,
    search,
)
from tests.support.played_evening import (
    NINE_O_CLOCK,
    THROWN_IN,
    Hand,
    PlayedEvening,
    new_evening,
    ramsch,
    rufer,
    solo,
)

Kind = ClubEvent.Kind
Names = Sequence[str]
FRIDAY = datetime(2025, 1, 3, 19, 0, tzinfo=UTC)
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")


# -- a table that plays anything -----------------------------------------------------------------------------------


def any_hand(dice: random.Random, names: Names) -> Hand:
    one, other, third, fourth = dice.sample(names, 4)
    won, level = dice.random() < 0.6, dice.choice(["plain", "plain", "schneider", "schwarz"])
    kontra = dice.choice([0, 0, 0, 1])
    told: list[Hand] = [
        rufer(one, other, won=won, level=level, kontra=kontra, note=dice.choice(["", "", "Mit der Blauen!"])),
        rufer(one, other, won=won, level=level, kontra=kontra),
        solo(one, dice.choice(["hearts", "bells"]), won=won, level=level, kontra=kontra),
        {"contract": "wenz", "declarer": one, "won": won, "level": level},
        {"contract": "solo_tout", "declarer": one, "trump_suit": "hearts", "won": won},
        {"contract": "sie", "declarer": one},
        ramsch(one),
        {"contract": "ramsch", "march_by": one},
        {"contract": "agreed", "points": {one: 30, other: -30, third: 0, fourth: 0}, "why": "ÄRGER um die Sau"},
        {"contract": "agreed", "points": {one: -10, other: 10, third: 0, fourth: 0}, "why": "Sau vergessen"},
        THROWN_IN,
    ]
    return dice.choice(told)


def play(evening: PlayedEvening, dice: random.Random, hands: int) -> None:
    names = list(evening.players)
    for no in range(1, hands + 1):
        evening.record(any_hand(dice, names))
        if dice.random() < 0.2:
            evening.correct(no, any_hand(dice, names))
        if dice.random() < 0.1:
            evening.void(no)


@pytest.fixture
def circle(db: None) -> Circle:
    """Seven evenings, two of which began at the same moment, and one of a club that is part of this one.

    The last but one was closed, reopened and closed again, the last one is open. Toni is another entry of Beppo, and
    Anna of the other club is Anna.
    """
    dice, club = random.Random(4), None
    for week, people in enumerate([PEOPLE, PEOPLE, ("Anna", "Toni", "Cilli", "Elis"), PEOPLE, PEOPLE, PEOPLE]):
        evening = new_evening(*people, club=club, at=FRIDAY + timedelta(weeks=week // 2 * 2))
        club = evening.club
        play(evening, dice, 12)
        if week < 5:
            evening.close()
        if week == 4:
            evening.reopen()
            evening.void(2)
            evening.close()
    assert club
    other = new_evening("Anna", "Ferdl", "Gretl", "Hias", at=FRIDAY + timedelta(weeks=2, hours=1))
    play(other, dice, 8)
    other.close()
    event(club, Kind.CLUB_LINKED, other_club=other.club)
    event(other.club, Kind.CLUB_JOINED, other_club=club)
    link_person(club, player(club, "Toni"), player(club, "Beppo"))
    link_person(club, player(other.club, "Anna"), player(club, "Anna"))
    return circle_of(club.pk)


def event(club: Club, kind: Kind, **about: Any) -> None:
    append_club_event(club, kind=kind, key=uuid4(), by="club link", at=NINE_O_CLOCK, **about)


def link_person(club: Club, one: Player, person: Player) -> None:
    event(club, Kind.PERSON_LINKED, player=one, other_player=person)


def player(club: Club, name: str) -> Player:
    return Player.objects.get(club=club, name=name)


# -- the same by looking at every hand -----------------------------------------------------------------------------


def all_hands(circle: Circle) -> list[HandEvent]:
    """Those that count of closed evenings, the newest first."""
    events = HandEvent.objects.filter(club__in=circle.clubs, replaced_by=None, evening__closed_at__isnull=False)
    standing = [one for one in events.select_related("evening", "note") if one.kind != "voided"]
    return sorted(standing, key=lambda one: (one.evening.started_at, one.evening_id, one.no), reverse=True)


def is_wanted(hand: HandEvent, wanted: Wanted, circle: Circle) -> bool:
    """Written again without the search: it reads the events alone."""
    score, report = hand.score, hand.report
    side = [circle.person(UUID(one)) for one in score["declarer_side"]]
    typed = f"{hand.note.text if hand.note else ''} {report.get('note', '')}".lower()
    day = timezone.localtime(hand.evening.started_at).date()
    feat = ""
    if any(reason["code"] == "march" for reason in score["reasons"]):
        feat = "march"
    elif score["declarer_won"] and report["contract"] in ("sie", "solo_tout"):
        feat = "sie" if report["contract"] == "sie" else "tout"
    played_by = [one for one in (wanted.declarer, wanted.partner) if one]
    return all((
        sorted(side) == sorted(played_by) if len(played_by) == 2 else True,
        side[:1] == [wanted.declarer] if wanted.declarer and not wanted.partner else True,
        side[1:] == [wanted.partner] if wanted.partner and not wanted.declarer else True,
        wanted.contract in ("", report["contract"]),
        wanted.result is None or score["declarer_won"] is {"won": True, "lost": False, "nobody": None}[wanted.result],
        wanted.level is None
        or score["level"] in {"plain": ["plain", "schneider", "schwarz"], "schneider": ["schneider", "schwarz"],
                              "schwarz": ["schwarz"]}[wanted.level],
        not wanted.is_doubled or report.get("kontra"),
        wanted.feat in (None, feat),
        wanted.least_value is None or score["value"] >= wanted.least_value,
        wanted.first_on is None or day >= wanted.first_on,
        wanted.last_on is None or day <= wanted.last_on,
        all(word in typed for word in wanted.note.lower().split()),
    ))  # fmt: skip


def plainly(circle: Circle, wanted: Wanted) -> list[UUID]:
    return [hand.pk for hand in all_hands(circle) if is_wanted(hand, wanted, circle)]


def leafed_through(circle: Circle, wanted: Wanted) -> list[UUID]:
    """Page by page to the end."""
    found: list[UUID] = []
    page = search(circle, wanted)
    for _ in range(200):
        found += ids(page)
        if page.older is None:
            return found
        page = search(circle, wanted, before=page.older)
    raise AssertionError("there is no end to it")


def ids(page: Found) -> list[UUID]:
    return [hand.event.pk for hand in page.hands]


def any_wanted(dice: random.Random, people: Sequence[UUID]) -> Wanted:
    days = [FRIDAY.date() + timedelta(days=days) for days in (-1, 0, 1, 14, 15, 40)]
    choices: Mapping[str, Callable[[], object]] = {
        "declarer": lambda: dice.choice(people),
        "partner": lambda: dice.choice(people),
        "contract": lambda: dice.choice(["rufer", "solo", "wenz", "ramsch", "agreed", "sie", "thrown_in", "none"]),
        "result": lambda: dice.choice(list(Result)),
        "level": lambda: dice.choice(list(Level)),
        "is_doubled": lambda: True,
        "feat": lambda: dice.choice([Feat.SIE, Feat.TOUT, Feat.MARCH]),
        "least_value": lambda: dice.choice([1, 20, 50, 51, 100, 10**12]),
        "first_on": lambda: dice.choice(days),
        "last_on": lambda: dice.choice(days),
        "note": lambda: dice.choice(["sau", "ärger SAU", "blauen", "Äußerst", "!"]),
    }
    names = dice.sample(list(choices), dice.choice([1, 1, 1, 2, 2, 3]))
    return replace(Wanted(), **{name: choices[name]() for name in names})  # type: ignore[arg-type]


def people_of(circle: Circle) -> list[UUID]:
    players = Player.objects.filter(club__in=circle.clubs).values_list("pk", flat=True)
    return sorted({circle.person(one) for one in players})


def test_search_finds_what_a_plain_look_finds(circle: Circle) -> None:
    dice, people, found = random.Random(11), people_of(circle), 0
    assert leafed_through(circle, Wanted()) == plainly(circle, Wanted())
    for _ in range(150):
        wanted = any_wanted(dice, people)
        assert leafed_through(circle, wanted) == plainly(circle, wanted), wanted
        found += bool(plainly(circle, wanted))
    assert found > 60  # most of them find something


@pytest.mark.parametrize(("evenings", "page", "notes"), [(1, 20, 20), (2, 3, 5), (6, 5, 1), (7, 1, 4)])
def test_every_hand_comes_once_however_short_the_pages_are(
    circle: Circle, monkeypatch: pytest.MonkeyPatch, evenings: int, page: int, notes: int
) -> None:
    """Two evenings that began together are the end of a page too."""
    monkeypatch.setattr(searching, "EVENINGS_LOOKED_AT", evenings)
    monkeypatch.setattr(searching, "PAGE", page)
    monkeypatch.setattr(searching, "NOTES_LOOKED_AT", notes)
    anna = player(Club.objects.get(pk=circle.club_id), "Anna").pk
    for wanted in (
        Wanted(),
        Wanted(note="sau"),
        Wanted(declarer=anna),
        Wanted(contract="sie"),
        Wanted(last_on=FRIDAY.date() + timedelta(days=20)),
    ):
        assert leafed_through(circle, wanted) == plainly(circle, wanted)


def test_a_page_that_looked_back_no_further_says_so(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    assert search(circle, Wanted(contract="none")) == Found(
        hands=(), counted=Counted(hands=0, won=0, lost=0, is_more=False), older=None, looked_back_to=None
    )
    monkeypatch.setattr(searching, "EVENINGS_LOOKED_AT", 3)
    page = search(circle, Wanted(contract="none"))
    # The open evening and the fifth began together, and the fourth and the third before the other club's.
    assert page.looked_back_to == FRIDAY + timedelta(weeks=2, hours=1)
    assert page.older and search(circle, Wanted(contract="none"), before=page.older).counted is None


# -- one evening, told hand by hand --------------------------------------------------------------------------------


@pytest.fixture
def friday(db: None) -> PlayedEvening:
    evening = new_evening(*PEOPLE, at=FRIDAY)
    evening.record(rufer("Anna", "Beppo"))
    evening.record(rufer("Beppo", "Anna", won=False, kontra=1))
    evening.record(solo("Cilli", level="schwarz", note="Der Wirt gab aus"))
    evening.record({"contract": "agreed", "points": {"Anna": 10, "Done": -10}, "why": "Säue vergeben"})
    evening.record(THROWN_IN)
    evening.close()
    return evening


def found(evening: PlayedEvening, **wanted: Any) -> list[int]:
    named: dict[str, Any] = {
        name: evening.players[told].pk if told in PEOPLE else told for name, told in wanted.items()
    }
    page = search(circle_of(evening.club.pk), Wanted(**named))
    return [hand.event.no for hand in page.hands]


@pytest.mark.parametrize(
    ("wanted", "hands"),
    [
        ({}, [5, 4, 3, 2, 1]),
        ({"declarer": "Anna"}, [1]),
        ({"partner": "Anna"}, [2]),
        ({"declarer": "Anna", "partner": "Beppo"}, [2, 1]),
        ({"declarer": "Beppo", "partner": "Anna"}, [2, 1]),
        ({"declarer": "Anna", "partner": "Anna"}, []),
        ({"contract": "solo"}, [3]),
        ({"result": Result.WON}, [3, 1]),
        ({"result": Result.LOST}, [2]),
        ({"result": Result.NOBODY}, [5, 4]),
        ({"level": Level.SCHNEIDER}, [3]),
        ({"is_doubled": True}, [2]),
        ({"least_value": 40}, [3, 2]),
        ({"least_value": 41}, [3]),
        ({"note": "säue"}, [4]),
        ({"note": "SÄUE  VER"}, [4]),
        ({"note": "wirt AUS"}, [3]),
        ({"note": "wirt säue"}, []),
        ({"first_on": date(2025, 1, 3), "last_on": date(2025, 1, 3)}, [5, 4, 3, 2, 1]),
        ({"first_on": date(2025, 1, 4)}, []),
        ({"last_on": date(2025, 1, 2)}, []),
        ({"first_on": date.max, "last_on": date.min}, []),
    ],
)
def test_a_hand_is_found_by(friday: PlayedEvening, wanted: dict[str, Any], hands: list[int]) -> None:
    assert found(friday, **wanted) == hands


def test_what_is_found_comes_with_its_reason(friday: PlayedEvening) -> None:
    [hand] = search(circle_of(friday.club.pk), Wanted(note="säue")).hands
    assert (hand.evening, hand.score.reasons[0].args) == (friday.fresh(), {"why": "Säue vergeben"})


def test_an_erased_note_is_found_by_no_word(friday: PlayedEvening) -> None:
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_typedtext SET text = '', salt = '' WHERE text = %s", ["Säue vergeben"])
    assert found(friday, note="säue") == []
    assert found(friday, note="note") == []
    assert found(friday, contract="agreed") == [4]


def test_it_is_counted_who_won(friday: PlayedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    circle = circle_of(friday.club.pk)
    assert search(circle, Wanted()).counted == Counted(hands=5, won=2, lost=1, is_more=False)
    monkeypatch.setattr(searching, "PAGE", 1)
    monkeypatch.setattr(searching, "COUNTED", 4)
    first = search(circle, Wanted())
    assert first.counted == Counted(hands=4, won=1, lost=1, is_more=True)
    assert [hand.event.no for hand in first.hands] == [5]
    assert first.older and search(circle, Wanted(), before=first.older).counted is None


def test_an_open_evening_is_not_searched(friday: PlayedEvening) -> None:
    circle = circle_of(friday.club.pk)
    assert not has_open_evening(circle)
    friday.reopen()
    assert has_open_evening(circle)
    assert found(friday) == []


def test_a_place_of_nowhere_is_the_beginning(friday: PlayedEvening) -> None:
    elsewhere = new_evening(*PEOPLE)
    elsewhere.record(solo("Anna"))
    elsewhere.close()
    circle = circle_of(friday.club.pk)
    for evening in (uuid4(), elsewhere.stored.pk):
        assert search(circle, Wanted(), before=Place(evening=evening, no=2)) == search(circle, Wanted())
    assert search(circle, Wanted(), before=Place(evening=friday.stored.pk, no=-(10**11))).hands == ()
    assert len(search(circle, Wanted(), before=Place(evening=friday.stored.pk, no=10**11)).hands) == 5


def test_the_contracts_that_can_be_chosen_were_played(friday: PlayedEvening) -> None:
    assert contracts_played(circle_of(friday.club.pk)) == ["agreed", "rufer", "solo", "thrown_in"]


def test_a_search_takes_as_many_statements_for_a_full_page(friday: PlayedEvening) -> None:
    circle, taken = circle_of(friday.club.pk), []
    for _ in range(2):
        with CaptureQueriesContext(connection) as statements:
            search(circle, Wanted())
            search(circle, Wanted(note="säue"))
        taken.append(len(statements))
        for _ in range(3):
            evening = new_evening(*PEOPLE, club=friday.club)
            play(evening, random.Random(2), 10)
            evening.close()
    assert taken == [8, 8]
