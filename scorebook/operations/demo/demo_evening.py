"""An evening of the demo club, written by the services of the product."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from rules import Table, read_state
from scorebook.clubs.models import Club, Player
from scorebook.core.keys import CHANCE_BITS, key_at_time
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.play import seating, services
from scorebook.play.models import Evening, HandEvent
from scorebook.standings.services import closing as standings

BY, UNIT = "demo", "EUR"


@dataclass(kw_only=True)
class DemoEvening:
    evening: Evening
    clock: datetime
    pace: timedelta  # time of a hand, and of every other write
    keys: Iterator[UUID]
    events: list[HandEvent] = field(default_factory=list)

    @classmethod
    def open_demo_evening(
        cls,
        club: Club,
        people: Sequence[Player],
        terms: services.Terms,
        *,
        at: datetime,
        pace: timedelta,
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
            link=self.evening.scribe_token,
            known_hands=len(self.events),
            hands=[services.NewHand(key=next(self.keys), hand=hand) for hand in hands],
            at=self._advance_clock(len(hands)),
            by=BY,
        )
        self.evening = recorded.evening
        self.events += recorded.events
        return list(recorded.events)

    def correct_hand(self, event: HandEvent, hand: Mapping[str, object]) -> None:
        services.correct_hand(
            evening=self.evening,
            key=next(self.keys),
            no=event.no,
            replaces=event.pk,
            hand=hand,
            at=self._advance_clock(),
            by=BY,
        )

    def void_hand(self, event: HandEvent) -> None:
        services.void_hand(
            evening=self.evening, key=next(self.keys), no=event.no, replaces=event.pk, at=self._advance_clock(), by=BY
        )

    def join_evening(self, player: Player, *, place: int) -> None:
        self.evening = services.join_evening(
            evening=self.evening, key=next(self.keys), player=player, place=place, at=self._advance_clock(), by=BY
        )

    def leave_evening(self, player: Player) -> None:
        self.evening = services.leave_evening(
            evening=self.evening, key=next(self.keys), player=player, at=self._advance_clock(), by=BY
        )

    def close_evening(self) -> None:
        self.evening = standings.close_evening(
            evening=self.evening, key=next(self.keys), at=self._advance_clock(), by=BY
        )

    @property
    def has_payments(self) -> bool:
        return bool(self._plan_lines())

    def pay_plan(self) -> None:
        for line in self._plan_lines():
            ledger.mark_paid(planned=line.planned, key=next(self.keys), by=BY, at=self._advance_clock())

    def carry_over(self) -> None:
        services.carry_over_evening(evening=self.evening, key=next(self.keys), by=BY, at=self._advance_clock())

    def _plan_lines(self) -> list[books.PlanLine]:
        evening = self.evening
        return books.plan_lines(club=evening.club, unit=evening.unit, evening_id=evening.pk)

    def _advance_clock(self, times: int = 1) -> datetime:
        self.clock += self.pace * times
        return self.clock


def write_keys(club: Club, at: datetime) -> Iterator[UUID]:
    """Yield the keys of all writes from that time on, the same for the same club and time."""
    dice, at_ms = random.Random(f"{club.pk} {at.isoformat()}"), int(at.timestamp() * 1000)
    while True:
        yield key_at_time(at_ms=at_ms, chance=dice.getrandbits(CHANCE_BITS))
