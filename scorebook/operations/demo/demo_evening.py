"""An evening of the demo club, written by the services of the product from the first hand to the last."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from rules import Player as RulesPlayer
from rules import Table, read_state
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import enrol_players
from scorebook.core.keys import CHANCE_BITS, uuid_at_time
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.operations.demo.demo_hands import simulated_hand, simulated_hands
from scorebook.operations.demo.demo_plan import BY, DemoPeople, DemoPerson, PlannedEvening, draw_percent
from scorebook.play import seating, services
from scorebook.play.hand_event_codec import read_table
from scorebook.play.models import Evening, HandEvent

PACE = timedelta(minutes=4)
CORRECTED, VOIDED = 10, 6  # percent of the evenings
People = Mapping[DemoPerson, Player]


@dataclass(kw_only=True)
class DemoEvening:
    evening: Evening
    clock: datetime
    pace: timedelta  # time of a hand, and of every other write
    keys: Iterator[UUID]
    events: list[HandEvent] = field(default_factory=list)

    @classmethod
    def open_demo_evening(
        cls, club: Club, people: Sequence[Player], terms: services.Terms, *, at: datetime, pace: timedelta
    ) -> "DemoEvening":
        keys = write_keys(club, at)
        evening = services.open_evening(
            club=club, key=next(keys), terms=terms, players=people, first_dealer=None, at=at, by=BY
        )
        return cls(evening=evening, clock=at, pace=pace, keys=keys)

    def next_table(self) -> Table:
        return seating.next_table(self.evening, list(self.evening.all_seats()), read_state(self.evening.state))

    def record_hands(self, hands: Sequence[Mapping[str, object]]) -> list[HandEvent]:
        """Record the next hands together, at the end of the last."""
        recorded = services.record_hands(
            club_id=self.evening.club_id,
            link=self.evening.scribe_token,
            known_hands=len(self.events),
            hands=[services.NewHand(key=next(self.keys), hand=hand) for hand in hands],
            at=self._advance_clock(len(hands)),
            by=BY,
        )
        self.evening = recorded.evening
        self.events += recorded.events
        return list(recorded.events)

    def write_to_evening(self, verb: Callable[..., object], **facts: object) -> None:
        verb(evening=self.evening, key=next(self.keys), by=BY, at=self._advance_clock(), **facts)

    def plan_lines(self) -> list[books.PlanLine]:
        evening = self.evening
        return books.plan_lines(club=evening.club, unit=evening.unit, evening_id=evening.pk)

    def pay_plan(self) -> None:
        for line in self.plan_lines():
            ledger.mark_paid(planned=line.planned, key=next(self.keys), by=BY, at=self._advance_clock())

    def _advance_clock(self, times: int = 1) -> datetime:
        self.clock += self.pace * times
        return self.clock


def write_keys(club: Club, at: datetime) -> Iterator[UUID]:
    """Yield the keys of all writes from that time on, the same for the same club and time."""
    dice, at_ms = random.Random(f"{club.pk} {at.isoformat()}"), int(at.timestamp() * 1000)
    while True:
        yield uuid_at_time(at_ms=at_ms, chance=dice.getrandbits(CHANCE_BITS))


def play_demo_evening(club: Club, dice: random.Random, planned: PlannedEvening) -> DemoEvening:
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
            evening.write_to_evening(services.join_evening, player=players[planned.late], place=len(players))
        if planned.early and row == last:
            evening.write_to_evening(services.leave_evening, player=players[planned.early])
        evening.record_hands(simulated_hands(dice, planned.terms.ruleset, evening.next_table(), group, kinds=kinds))


def _correct_drawn_hand(evening: DemoEvening, dice: random.Random, planned: PlannedEvening, group: DemoPeople) -> None:
    """Correct or void a drawn hand on some evenings."""
    kinds = [kind for row in planned.kinds for kind in row]
    event = dice.choice([event for event, kind in zip(evening.events, kinds, strict=True) if kind is None])
    if draw_percent(dice, CORRECTED):
        hand = simulated_hand(dice, planned.terms.ruleset, read_table(event.table), group)
        evening.write_to_evening(services.correct_hand, no=event.no, replaces=event.pk, hand=hand)
    elif draw_percent(dice, VOIDED):
        evening.write_to_evening(services.void_hand, no=event.no, replaces=event.pk)
