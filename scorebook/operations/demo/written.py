"""Three evenings written by hand: two finished ones, and tonight's, which has all that a table page can display."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from rules import Player as RulesPlayer
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import enrol_players
from scorebook.ledger import services as ledger
from scorebook.operations.demo import demo_plan
from scorebook.operations.demo.demo_evening import DemoEvening, write_keys
from scorebook.play import services
from scorebook.play.models import HandEvent
from scorebook.play.notation import read_evening_lines
from scorebook.standings.services.closing import close_evening

NAMES = ("Resi", "Sepp", "Vroni", "Xaver")
PACE = timedelta(minutes=6)

# In the notation of docs/notation.md.
BAVARIAN = """\
Resi+Vroni Rufer gewonnen
Sepp+Xaver Rufer 94 L3
Xaver+Resi Rufer verloren K=Sepp
zusammengeworfen
Vroni Wenz 71 L2
Sepp+Resi Rufer verloren
Ramsch Xaver
Resi+Xaver Rufer 63
"""
PALATINATE = """\
Sepp Kreuz 74
Xaver Herz 92 L3
Resi Pik gewonnen Aufgabe=angenommen
Vroni Solo Karo 58 K=Resi
Xaver Kreuz 60
Vroni Solo-Du Herz gewonnen L4
Resi Herz 81 L-4
"""
TONIGHT = """\
Vroni+Sepp Rufer gewonnen
Resi+Xaver Rufer 96 L4
Sepp Solo Eichel verloren K=Vroni
Ramsch Vroni Jungfrau=Resi
Xaver+Sepp Rufer 57
Resi Wenz 84 L2
Sepp+Vroni Rufer gewonnen gelegt=Xaver
Vroni+Resi Rufer verloren
zusammengeworfen
Xaver Solo Herz 93 L5 K=Sepp,Xaver
Resi+Sepp Rufer gewonnen
Sepp+Resi Rufer 68 L-3
"""


def play_written_demo_evenings(club: Club, *, at: datetime, week_later: datetime, now: datetime) -> None:
    """Play the evenings: one that is paid, one closed in `week_later`, and one that is open."""
    people = dict(zip(NAMES, enrol_players(club=club, names=NAMES, by=demo_plan.BY, at=at), strict=True))
    seated = list(people.values())
    first = DemoEvening.open_demo_evening(club, seated, demo_plan.PUB, at=at, pace=PACE)
    _record_written_hands(first, people, BAVARIAN)
    first.write_to_evening(close_evening)
    first.pay_plan()
    _collect_written_demo_money(club, people, at=at + timedelta(hours=4))
    palatinate = DemoEvening.open_demo_evening(club, seated, demo_plan.PALATINATE, at=week_later, pace=PACE)
    _record_written_hands(palatinate, people, PALATINATE)
    palatinate.write_to_evening(close_evening)
    tonight = DemoEvening.open_demo_evening(club, seated, demo_plan.PUB, at=now - timedelta(hours=2), pace=PACE)
    events = _record_written_hands(tonight, people, TONIGHT)
    # Hand 5 was recorded with the wrong partner, and hand 11 was a misdeal.
    [corrected] = _written_hands(tonight, people, "Xaver+Resi Rufer 57")
    tonight.write_to_evening(services.correct_hand, no=5, replaces=events[4].pk, hand=corrected)
    tonight.write_to_evening(services.void_hand, no=11, replaces=events[10].pk)


def _collect_written_demo_money(club: Club, people: Mapping[str, Player], *, at: datetime) -> None:
    """Charge everyone a euro for the kitty, pay it for three, and spend some on a pack of cards."""
    keys = write_keys(club, at)
    own: dict[str, Any] = {"club": club, "unit": demo_plan.UNIT, "by": demo_plan.BY}
    fee, note = {player.pk: 100 for player in people.values()}, demo_plan.CARD_MONEY_NOTE
    ledger.charge(evening_id=None, key=next(keys), amounts=fee, note=note, at=at, **own)
    for name, amount_minor in (("Resi", 500), ("Sepp", 100), ("Vroni", 100)):
        at += timedelta(minutes=1)
        ledger.deposit(key=next(keys), player=people[name], amount_minor=amount_minor, note=note, at=at, **own)
    at += timedelta(minutes=1)
    ledger.spend_from_kitty(key=next(keys), amount_minor=390, note=demo_plan.NEW_CARDS_NOTE, at=at, **own)


def _record_written_hands(evening: DemoEvening, people: Mapping[str, Player], lines: str) -> list[HandEvent]:
    return [event for hand in _written_hands(evening, people, lines) for event in evening.record_hands([hand])]


def _written_hands(evening: DemoEvening, people: Mapping[str, Player], lines: str) -> list[Mapping[str, object]]:
    names = {RulesPlayer(str(player.pk)): name for name, player in people.items()}
    found = read_evening_lines(evening.evening, lines, names, known_hands=0)
    assert not found.problems, found.problems
    return [step.report.to_json() for step in found.hands]
