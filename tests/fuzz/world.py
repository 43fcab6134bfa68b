"""What requests may name: links, people, events of evenings that the fuzz has opened itself."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

from django.test import Client

from rules import PRESETS, Player, read_ruleset
from rules.hand_tags import tag_hand
from scorebook.clubs.models import Club
from scorebook.clubs.models import Player as Person
from scorebook.ledger.models import PlannedPayment
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries import evening_sheets
from tests.books.random_hands import any_hand
from tests.fuzz import nasty

NAMES = ("Anna", "Beppo", "Cilli", "Done", "Evi", "Franz", "Gusti")
# Few, so that each comes back at another club, another evening, another verb.
KEYS = 12
RECENT = 30


@dataclass(kw_only=True)
class World:
    dice: random.Random
    evening_sheets: list[Evening] = field(default_factory=list)
    clubs: list[Club] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    payments: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def open_evenings(self, client: Client) -> None:
        """One of every game, with as few and as many people as it takes."""
        self.keys = [nasty.key(self.dice) for _ in range(KEYS)]
        for game, presets in PRESETS.items():
            preset, ruleset = self.dice.choice(sorted(presets.items()))
            for count in {ruleset.LEAST_PLAYERS, min(ruleset.MOST_PLAYERS, len(NAMES))}:
                body = {"id": nasty.key(self.dice), "game": game, "preset": preset, "unit": "EUR", "stake_minor": 10}
                answer = client.post(
                    "/api/v1/evenings", {**body, "people": NAMES[:count]}, content_type="application/json"
                )
                assert answer.status_code in (201, 400), answer.content
        self.look()

    def look(self) -> None:
        """What there is by now: the newest, and some of the others."""
        self.evenings = list(Evening.objects.select_related("club").order_by("-started_at")[:RECENT])
        self.clubs = [one.club for one in self.evenings]
        self.people = [str(one) for one in Person.objects.order_by("?").values_list("pk", flat=True)[:RECENT]]
        self.events = [
            str(one) for one in HandEvent.objects.order_by("-recorded_at").values_list("pk", flat=True)[:RECENT]
        ]
        self.payments = [str(one) for one in PlannedPayment.objects.order_by("?").values_list("pk", flat=True)[:RECENT]]

    def key(self) -> str:
        return self.dice.choice(self.keys) if self.dice.randrange(3) == 0 else nasty.key(self.dice)

    def id(self) -> str:
        """Of a person, a payment or an event."""
        return self.dice.choice([*self.people, *self.payments, *self.events] or [nasty.key(self.dice)])

    def player_of(self, evening: Evening) -> str:
        return self._one_of(evening.club.players.values_list("pk", flat=True))

    def event_of(self, evening: Evening) -> str:
        return self._one_of(HandEvent.objects.filter(evening=evening).values_list("pk", flat=True))

    def payment_of(self, evening: Evening) -> str:
        return self._one_of(PlannedPayment.objects.filter(plan__evening_id=evening.pk).values_list("pk", flat=True))

    def _one_of(self, found: Iterable[UUID]) -> str:
        """Now and then somebody else's."""
        texts = [str(one) for one in found]
        return self.dice.choice(texts) if texts and self.dice.randrange(12) else self.id()

    def hand(self, evening: Evening) -> object:
        """What might have been played there, if its table can play at all."""
        try:
            table = evening_sheets.next_table(Evening.objects.get(pk=evening.pk))
            hand = any_hand(self.dice, read_ruleset(evening.ruleset), table)
        except (ValueError, AssertionError, IndexError, Evening.DoesNotExist):
            hand = {"contract": "rufer", "declarer": Player(self.id())}
        return tag_hand(hand, evening.game)
