"""Whatever a table does, in whatever order: after every step the books hold together."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid5

import pytest
from django.db import connection, transaction
from django.db.models import Sum
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rules import GAMES, PRESETS, ReportError, Table, read_ruleset
from scorebook.clubs.services import create_club, enrol_players
from scorebook.ledger import queries as ledger
from scorebook.ledger.accounts import TILL
from scorebook.ledger.models import Account, Entry, Transfer
from scorebook.ledger.services import EntryRefused, PaymentDraft, Rounding, SettlementMethod, mark_paid, mark_unpaid
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import evening_totals, services
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries import evening_sheets
from scorebook.standings.services import closing as standings
from tests.books.random_hands import any_hand, numbers_at_table, takes_table
from tests.support.extent import in_ci
from tests.support.played_evening import NINE_O_CLOCK

pytestmark = pytest.mark.sampled

NAMES = ("Anna", "Beppo", "Cilli", "Done", "Emmi", "Fritz", "Gustl", "Heini")
# What a table may try and the services refuse.
REFUSALS = (ReportError, services.PlayError, services.EveningProblems, EntryRefused)
ROOT = UUID("5c0eb00c-0000-4000-8000-0000000000ff")
CLUBS = iter(range(10**9))

Dice = st.randoms(use_true_random=False)


# As often as they stand here.
AT_THE_TABLE = [
    *["play"] * 6,
    *["correct"] * 4,
    *["void"] * 2,
    *["send_the_last_hand_again"],
    *["join"] * 2,
    *["leave"] * 2,
    *["close"] * 2,
    *["fine", "pay_beside_the_plan", "take_back_what_was_paid"],
]
AFTERWARDS = [
    *["pay_by_plan"] * 6,
    *["not_paid_after_all"] * 2,
    *["settle_another_way"] * 3,
    *["fine", "pay_beside_the_plan"],
    *["take_back_what_was_paid"] * 2,
    *["round_off"] * 2,
    *["carry_over"] * 2,
    *["reopen"] * 2,
    *["begin_another_evening"] * 2,
]


class AnyEvening(RuleBasedStateMachine):
    """One club, one evening at a time. Every rule may be refused; a refusal must leave nothing behind."""

    game: str
    # Steps of all examples of one run, for the figure at the end.
    steps = 0
    refused = 0

    @initialize(dice=Dice)
    def sit_down(self, dice: Random) -> None:
        self.key_space = uuid5(ROOT, f"{self.game} {next(CLUBS)}")
        self.keys = 0
        self.clock = NINE_O_CLOCK
        self.club = create_club(key=self.key(), name="Stammtisch Linde", at=self.clock, by="club link")
        keys = [self.key() for _ in NAMES]
        self.people = enrol_players(club=self.club, names=NAMES, keys=keys, at=self.clock, by="club link")
        self.last: tuple[UUID, int, dict[str, Any]] | None = None
        self.open(dice)

    def open(self, dice: Random) -> None:
        ruleset = dice.choice(list(PRESETS[self.game].values()))
        if "pot_sweetener" in ruleset.to_json()["house_rules"] and dice.randrange(2):  # type: ignore[operator]
            ruleset = ruleset.with_house_rules({"pot_sweetener": 10})
        self.evening = services.open_evening(
            club=self.club,
            key=self.key(),
            terms=services.Terms(ruleset=ruleset, unit="EUR", stake_minor=dice.choice([1, 5, 10, 37])),
            players=dice.sample(self.people, dice.choice(numbers_at_table(ruleset))),
            first_dealer=None,
            at=self.now(),
            by="scribe",
        )
        self.last = None
        self.look()

    # -- what a table does -------------------------------------------------------------------------------------

    @precondition(lambda self: not self.evening.is_closed)
    @rule(what=st.sampled_from(AT_THE_TABLE), dice=Dice)
    def go_on(self, what: str, dice: Random) -> None:
        getattr(self, what)(dice)

    @precondition(lambda self: self.evening.is_closed)
    @rule(what=st.sampled_from(AFTERWARDS), dice=Dice)
    def settle(self, what: str, dice: Random) -> None:
        getattr(self, what)(dice)

    def play(self, dice: Random) -> None:
        for place in range(dice.randrange(1, 5)):
            if place:  # after the last the invariant does
                self.check()
            self.record(dice)

    def record(self, dice: Random) -> None:
        ruleset, table = read_ruleset(self.evening.ruleset), evening_sheets.next_table(self.evening)
        if not takes_table(ruleset, table):  # too many have left
            return
        hand, key, known_hands = any_hand(dice, ruleset, table), self.key(), self.evening.hand_count
        if self.tries(
            lambda: services.record_hand(
                evening=self.evening, key=key, known_hands=known_hands, hand=hand, at=self.now(), by="scribe"
            )
        ):
            self.last = key, known_hands, hand

    def send_the_last_hand_again(self, dice: Random) -> None:
        if self.last is None:
            return
        key, known_hands, hand = self.last
        again = services.record_hand(
            evening=self.evening, key=key, known_hands=known_hands, hand=hand, at=self.now(), by="another phone"
        )
        assert (again.pk, again.recorded_by) == (key, "scribe")

    def correct(self, dice: Random) -> None:
        if self.evening.hand_count == 0:
            return
        event = self.a_hand(dice)
        table = Table(players=tuple(event.table["players"]), dealer=event.table["dealer"])
        hand = any_hand(dice, read_ruleset(self.evening.ruleset), table)
        self.tries(
            lambda: services.correct_hand(
                evening=self.evening,
                key=self.key(),
                no=event.no,
                replaces=event.pk,
                hand=hand,
                at=self.now(),
                by="scribe",
            )
        )

    def void(self, dice: Random) -> None:
        if self.evening.hand_count == 0:
            return
        event = self.a_hand(dice)
        self.tries(
            lambda: services.void_hand(
                evening=self.evening, key=self.key(), no=event.no, replaces=event.pk, at=self.now(), by="scribe"
            )
        )

    def join(self, dice: Random) -> None:
        self.tries(
            lambda: services.join_evening(
                evening=self.evening,
                key=self.key(),
                player=dice.choice(self.people),
                place=dice.randrange(1, 6),
                at=self.now(),
                by="scribe",
            )
        )

    def leave(self, dice: Random) -> None:
        self.tries(
            lambda: services.leave_evening(
                evening=self.evening, key=self.key(), player=dice.choice(self.people), at=self.now(), by="scribe"
            )
        )

    def close(self, dice: Random) -> None:
        self.tries(lambda: standings.close_evening(evening=self.evening, key=self.key(), at=self.now(), by="scribe"))

    def reopen(self, dice: Random) -> None:
        assert self.tries(
            lambda: standings.reopen_evening(evening=self.evening, key=self.key(), at=self.now(), by="scribe")
        )

    def begin_another_evening(self, dice: Random) -> None:
        self.open(dice)

    # -- money -------------------------------------------------------------------------------------------------

    def pay_by_plan(self, dice: Random) -> None:
        if not self.plan():
            return
        line = dice.choice(self.plan())
        part = dice.randrange(1, line.planned.amount_minor + 1) if dice.randrange(2) else None
        self.tries(
            lambda: mark_paid(planned=line.planned, key=self.key(), by="scribe", at=self.now(), amount_minor=part)
        )

    def not_paid_after_all(self, dice: Random) -> None:
        if not self.plan():
            return
        line = dice.choice(self.plan())
        self.tries(lambda: mark_unpaid(planned=line.planned, key=self.key(), by="scribe", at=self.now()))

    def settle_another_way(self, dice: Random) -> None:
        way, treasurer = dice.choice(list(SettlementMethod)), dice.choice([*self.people, None])
        self.tries(
            lambda: services.settle_evening(evening=self.evening, at=self.now(), method=way, treasurer=treasurer)
        )

    def pay_beside_the_plan(self, dice: Random) -> None:
        payer, payee = (dice.choice(self.people) for _ in range(2))
        self.tries(
            lambda: services.pay_in_evening(
                evening=self.evening,
                draft=PaymentDraft(
                    key=self.key(),
                    payer_id=payer.pk,
                    payee_id=payee.pk,
                    amount_minor=dice.randrange(1, 500),
                    note="in cash",
                ),
                by="scribe",
                at=self.now(),
            )
        )

    def fine(self, dice: Random) -> None:
        seat = dice.choice(list(self.evening.seats.all()))
        self.tries(
            lambda: services.charge_in_evening(
                evening=self.evening,
                key=self.key(),
                amounts={seat.player_id: dice.randrange(1, 300)},
                note="fine",
                by="scribe",
                at=self.now(),
            )
        )

    def round_off(self, dice: Random) -> None:
        coin, to = dice.choice([5, 10, 50]), dice.choice(list(Rounding))
        self.tries(
            lambda: services.round_off_evening(
                evening=self.evening, key=self.key(), coin=coin, to=to, by="scribe", at=self.now()
            )
        )

    def carry_over(self, dice: Random) -> None:
        if self.tries(
            lambda: services.carry_over_evening(evening=self.evening, key=self.key(), by="scribe", at=self.now())
        ):
            assert not any(self.balances().values())

    def take_back_what_was_paid(self, dice: Random) -> None:
        entries = Entry.objects.filter(evening_id=self.evening.pk).exclude(kind=Entry.Kind.RESULT)
        if entries:
            entry = dice.choice(list(entries))
            self.tries(
                lambda: services.undo_in_evening(
                    evening=self.evening, entry=entry, key=self.key(), by="scribe", at=self.now()
                )
            )

    # -- what holds --------------------------------------------------------------------------------------------

    @invariant()
    def check(self) -> None:
        type(self).steps += 1
        assert audit_club(self.club) is None
        self.every_sum_is_what_it_must_be()
        if self.evening.is_closed:
            self.the_plan_brings_everybody_to_zero()

    def every_sum_is_what_it_must_be(self) -> None:
        """Counted here once more, from nothing but transfers and seats."""
        sums = self.sums()
        assert sum(sums.values()) == 0
        assert {amount for (kind, _), amount in sums.items() if kind == Account.Kind.TABLE} <= {0}
        seats = {player: (points, minor) for player, points, minor in self.seat_totals()}
        assert {player: minor for player, (_, minor) in seats.items() if minor} == self.booked_by_hands()
        assert all(minor == points * self.evening.stake_minor for points, minor in seats.values())
        assert evening_totals.rebuild_seats(self.evening) == []

    def the_plan_brings_everybody_to_zero(self) -> None:
        left = self.balances()
        for line in self.plan():
            left[line.payer_id] = left.get(line.payer_id, 0) + line.open_minor
            left[line.payee_id] = left.get(line.payee_id, 0) - line.open_minor
        assert not any(amount for player, amount in left.items() if player != TILL)

    # -- words -------------------------------------------------------------------------------------------------

    def tries(self, verb: Callable[[], object]) -> bool:
        try:
            with transaction.atomic():
                verb()
        except REFUSALS:
            type(self).refused += 1
            return False
        self.look()
        return True

    def look(self) -> None:
        self.evening = Evening.objects.get(pk=self.evening.pk)

    def key(self) -> UUID:
        self.keys += 1
        return uuid5(self.key_space, str(self.keys))

    def now(self) -> Any:
        self.clock += timedelta(minutes=1)
        return self.clock

    def a_hand(self, dice: Random) -> HandEvent:
        return dice.choice(evening_totals.current_evening_hands(self.evening))

    def plan(self) -> list[ledger.PlanLine]:
        return ledger.plan_lines(club=self.club, unit="EUR", evening_id=self.evening.pk)

    def balances(self) -> dict[UUID, int]:
        return ledger.balances(club=self.club, unit="EUR", evening_id=self.evening.pk)

    def sums(self) -> dict[tuple[str, UUID], int]:
        """(kind, account) -> balance."""
        sums: dict[tuple[str, UUID], int] = {}
        transfers = Transfer.objects.filter(club=self.club).order_by()
        for side, sign in (("target", 1), ("source", -1)):
            for kind, account, amount in transfers.values_list(f"{side}__kind", side).annotate(Sum("amount_minor")):
                sums[kind, account] = sums.get((kind, account), 0) + sign * amount
        return sums

    def seat_totals(self) -> list[tuple[UUID, int, int]]:
        seats = self.evening.seats.order_by().values_list("player_id").annotate(Sum("points"), Sum("amount_minor"))
        return list(seats)

    def booked_by_hands(self) -> dict[UUID, int]:
        """What results and their reversals moved for each player, without those who are even."""
        booked: dict[UUID, int] = {}
        counting = Transfer.objects.filter(entry__evening_id=self.evening.pk, entry__reversed_by__isnull=True)
        for transfer in counting.filter(entry__kind=Entry.Kind.RESULT).select_related("source", "target"):
            for account, sign in ((transfer.target, 1), (transfer.source, -1)):
                if account.player_id:
                    booked[account.player_id] = booked.get(account.player_id, 0) + sign * transfer.amount_minor
        return {player: amount for player, amount in booked.items() if amount}


def _hypothesis_settings() -> settings:
    """In CI some hundreds of steps, of all games, where a statement costs nothing; half of them over a socket."""
    is_near = connection.vendor == "sqlite"
    return settings(
        max_examples=in_ci(2 if is_near else 1, otherwise=1),
        stateful_step_count=30 if is_near else 25,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@pytest.mark.parametrize("game", GAMES)
def test_after_every_step_the_books_hold_together(db: None, game: str) -> None:
    class AnyEveningOfThisGame(AnyEvening):
        pass

    AnyEveningOfThisGame.game = game
    run_state_machine_as_test(AnyEveningOfThisGame, settings=_hypothesis_settings())
    kinds = [*HandEvent.objects.values_list("kind", flat=True), *Entry.objects.values_list("kind", flat=True)]
    done = f"{AnyEveningOfThisGame.steps} steps, {AnyEveningOfThisGame.refused} refused"
    print(f"{game}: {done}; wrote {dict(Counter(kinds))}")
    assert AnyEveningOfThisGame.steps >= in_ci(50 if connection.vendor == "sqlite" else 15, otherwise=15)
