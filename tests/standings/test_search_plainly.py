"""Search finds what a plain look through all hands finds, in the same order, however it is leafed through."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from rules import Level
from scorebook.clubs.circle import Circle, append_club_event, circle_of
from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.play.models import HandEvent
from scorebook.standings import search as searching
from scorebook.standings.search import Counted, Feat, Found, Result, Wanted, search
from tests.standings.any_hands import play
from tests.support.played_evening import NINE_O_CLOCK, new_evening

Kind = ClubEvent.Kind
FRIDAY = datetime(2025, 1, 3, 19, 0, tzinfo=UTC)
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")


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
