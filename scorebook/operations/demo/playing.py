"""A planned evening, played from the first hand to the last, with its corrections."""

import random
from collections.abc import Mapping
from datetime import timedelta

from rules import Player as RulesPlayer
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import enrol_players
from scorebook.operations.demo.demo_evening import BY, DemoEvening, write_keys
from scorebook.operations.demo.demo_hands import simulated_hand, simulated_hands
from scorebook.operations.demo.demo_people import DemoPeople, DemoPerson, draw_percent
from scorebook.operations.demo.plan import PlannedEvening
from scorebook.play.codec import read_table

PACE = timedelta(minutes=4)
CORRECTED, VOIDED = 10, 6  # percent of the evenings

People = Mapping[DemoPerson, Player]


def play_evening(club: Club, dice: random.Random, planned: PlannedEvening) -> DemoEvening:
    """Play an evening without closing it, and enrol newcomers."""
    players = _enrol_planned_people(club, planned)
    group = DemoPeople(people={RulesPlayer(str(player.pk)): person for person, player in players.items()})
    seated = [player for person, player in players.items() if person is not planned.late]
    evening = DemoEvening.open_demo_evening(club, seated, planned.terms, at=planned.at, pace=PACE)
    _play_hands(evening, dice, planned, players, group)
    if not planned.terms.ruleset.HAS_TALLY:
        _correct_drawn_hand(evening, dice, planned, group)
    return evening


def _enrol_planned_people(club: Club, planned: PlannedEvening) -> People:
    before = planned.at - timedelta(minutes=1)
    keys = write_keys(club, before)
    names, ids = [one.name for one in planned.people], [next(keys) for _one in planned.people]
    return dict(zip(planned.people, enrol_players(club=club, names=names, keys=ids, by=BY, at=before), strict=True))


def _play_hands(
    evening: DemoEvening, dice: random.Random, planned: PlannedEvening, players: People, group: DemoPeople
) -> None:
    last = len(planned.kinds) - 1
    for row, kinds in enumerate(planned.kinds):
        if planned.late and row == 1:
            evening.join_evening(players[planned.late], place=len(players))
        if planned.early and row == last:
            evening.leave_evening(players[planned.early])
        evening.record_hands(simulated_hands(dice, planned.terms.ruleset, evening.next_table(), group, kinds=kinds))


def _correct_drawn_hand(evening: DemoEvening, dice: random.Random, planned: PlannedEvening, group: DemoPeople) -> None:
    """Correct or void a drawn hand on some evenings."""
    kinds = [kind for row in planned.kinds for kind in row]
    event = dice.choice([event for event, kind in zip(evening.events, kinds, strict=True) if kind is None])
    if draw_percent(dice, CORRECTED):
        evening.correct_hand(event, simulated_hand(dice, planned.terms.ruleset, read_table(event.table), group))
    elif draw_percent(dice, VOIDED):
        evening.void_hand(event)
