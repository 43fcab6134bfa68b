"""A newcomer with nothing but the screen: plays an evening, settles it, and finds what a club argues about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

from scorebook.clubs.models import Club
from scorebook.operations import demo
from scorebook.play.models import Evening
from tests.conftest import Figure
from tests.support.browser import OpenPage
from tests.support.newcomer import Newcomer

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

# What is tapped for each hand, before it is recorded.
TWELVE_HANDS = [
    ["Resi", "Sepp"], ["Vroni", "Xaver"], ["Solo", "Resi", "Eichel"], ["Sepp", "Xaver", "Schneider"],
    ["Wenz", "Vroni", "verloren"], ["Resi", "Vroni", "Laufende"], ["Ramsch", "Xaver"], ["zusammengeworfen"],
    ["Xaver", "Resi", "Stoß"], ["Sepp", "Vroni"], ["Solo", "Sepp", "Herz"], ["Vroni", "Resi", "verloren"],
]  # fmt: skip


def test_an_evening_of_twelve_hands_is_played_corrected_and_settled(open_page: OpenPage, figure: Figure) -> None:
    who = Newcomer(page=open_page("/", locale="de-DE"))
    who.taps_on("Name auf Platz 1")
    who.types("Resi", "Sepp", "Vroni", "Xaver")
    who.follows("Abend anfangen")
    start = who.counted()
    for hand in TWELVE_HANDS:
        *chips, last = hand if hand == ["zusammengeworfen"] else [*hand, "Eintragen"]
        for chip in chips:
            who.taps_on(chip)
        who.follows(last)
    hands = who.counted()
    who.follows("ändern")
    who.taps_on("gewonnen")
    who.follows("Spiel ändern")
    who.sees("Vroni mit Resi: Rufer, gewonnen")
    correction = who.counted()
    who.taps_on("Menü")
    who.follows("Abend abschließen")
    who.follows("Abend abschließen")
    who.sees("Wer zahlt wem")
    while who.reads("Als bezahlt abhaken", tappable=True):
        who.follows("Als bezahlt abhaken")
    who.sees("Alles bezahlt.")
    figure(f"A newcomer's evening: start {start}; twelve hands {hands}; correction {correction}; end {who.counted()}")
    assert who.taps <= 52 and who.scrolled_px <= 500


@pytest.fixture
def club(transactional_db: None) -> Iterator[Club]:
    with translation.override("de"):
        yield demo.fill_demo_club(now=timezone.now())


def test_what_a_club_argues_about_is_found(club: Club, open_page: OpenPage, figure: Figure) -> None:
    home = f"/c/{club.keeper_token}/"
    who = Newcomer(page=open_page(home, locale="de-DE"))
    last = Evening.objects.filter(club=club, closed_at__isnull=False).latest("number").started_at
    last_year = str(timezone.localdate().year - 1)
    ways: dict[str, tuple[list[str], list[str]]] = {  # what is tapped, then what is read
        "who leads, by which rule": ([], ["Resi", "beste 20 von"]),
        "what Beppo owes": (["Beppo", "Kontoauszug"], ["schuldet noch"]),
        "Beppo's best partner": (["Beppo"], ["Bester Partner"]),
        "does Beppo beat Resi": (["Beppo", "Resi"], ["gemeinsamen Abenden"]),
        "the report of last year": (["Jahr", last_year], [f"Stammtisch Goldener Hirsch {last_year}"]),
        "the Sie of the house": (["Ruhmeshalle"], ["Jedes Sie"]),
        "the calendar": (["Kalender"], ["Abonniere diese Adresse in deinem Kalender"]),
        "the import": (["Import"], ["Datei"]),
        "the picture of an evening": ([date_format(timezone.localtime(last), "j. F Y")], ["Bild teilen"]),
    }
    counted = {}
    for goal, (taps, read) in ways.items():
        who.page.goto(home)
        for text in taps:
            who.follows(text)
        for text in read:
            who.sees(text)
        counted[goal] = who.counted()
    figure("What a newcomer finds: " + "; ".join(f"{goal} {count}" for goal, count in counted.items()))
    assert who.taps <= 11 and who.scrolled_px <= 6000
