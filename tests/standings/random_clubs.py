"""Small clubs with a past, each from a seed: a few evenings over two years, through the services that everybody uses.

What happens to clubs happens to these: somebody comes late, a hand is corrected or struck out, an evening goes on after
it was closed or is never closed, one person is typed under two names, two clubs turn out to be one.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from rules import PRESETS, ReportError, Ruleset, State, Table, read_report, read_state, score
from rules import Player as RulesPlayer
from rules.report import RamschHand
from scorebook.clubs import identities
from scorebook.clubs.club_groups import CupRule
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import ClubError, create_club, enrol_players
from scorebook.play import evening_totals, services
from scorebook.play.models import Evening
from scorebook.play.seating import next_table
from scorebook.standings.services import closing as standings
from scorebook.standings.services import linking
from scorebook.standings.services.cup_agreement import agree_cup
from tests.books.random_hands import Hand, any_hand, numbers_at_table, takes_table
from tests.standings.random_seasons import RandomSeasons

FIRST_DAY, DAYS = date(2025, 1, 1), 2 * 365
# Evenings that begin in one month in Munich and in another in Greenwich, or on the last day of a year and the first.
EDGES = [
    datetime(2025, 1, 31, 23, 30, tzinfo=UTC),
    datetime(2025, 6, 30, 22, 30, tzinfo=UTC),
    datetime(2025, 12, 31, 22, 30, tzinfo=UTC),
    datetime(2025, 12, 31, 23, 30, tzinfo=UTC),
    datetime(2026, 2, 28, 19, 0, tzinfo=UTC),
    datetime(2026, 3, 1, 19, 0, tzinfo=UTC),
]
BAVARIAN = PRESETS["bavarian"]
RULESETS = [
    *[BAVARIAN["pub_10_20_50"]] * 3,
    *[BAVARIAN["pub_everything"]] * 3,
    PRESETS["palatinate"]["palatinate"],
    PRESETS["asserufen"]["asserufen"],
    PRESETS["sasku"]["sasku"],
    PRESETS["schafskopf24"]["schafskopf24"],
    PRESETS["bierkopf"]["bierkopf"],
]
UNITS = ["EUR", "EUR", "EUR", "beer", services.POINTS]
NAMES = ["Anna", "Beppo", "Cilli", "Done", "Emmi", "Fritz"]
# One person, typed in two ways.
SEPP, TYPED_WRONGLY = "Sepp", "Sepp H."
# What a table may try and the services refuse.
REFUSALS = (ReportError, services.PlayError, services.EveningProblems, ClubError)
# Of so many clubs, one that has met more often than ten times: there somebody's rating is no longer provisional.
OLD_CLUB = 16


def random_club(seed: int) -> Past:
    past = Past(seed)
    past.live()
    return past


class Past:
    """clubs: the club, and another one that is or was a part of it, where there is one."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(f"club {seed}")
        self.is_old = seed % OLD_CLUB == 0
        self.rulesets = self.dice.choices(RULESETS, k=1 if self.is_old else 2)
        self.moments: set[datetime] = set()
        self.evenings: list[Evening] = []
        self.seasons = RandomSeasons(seed)
        self.steps = 0
        self.people: dict[UUID, dict[str, Player]] = {}  # club -> as they were called first -> who that is
        self.clubs = [self.found("Stammtisch Linde")]
        if self.dice.randrange(3) == 0:
            self.clubs.append(self.found("Abend vom 3."))

    def live(self) -> None:
        evenings = self.dice.randrange(11, 14) if self.is_old else self.dice.randrange(2, 6)
        extras = [
            self.link_two_names, self.unlink_names, self.hide, self.forget, self.leave_ratings,
            *[self.agree_on_cup] * 2, *[self.agree_on_season] * 2, *[self.go_on_with_an_evening] * 2,
        ]  # fmt: skip
        later = [*[self.hold_evening] * (evenings - 1), *self.dice.sample(extras, self.dice.randrange(3, 8))]
        self.dice.shuffle(later)
        if self.clubs[1:]:
            first, then = sorted(self.dice.choices(range(len(later) + 1), k=2))
            unlinking = self.dice.choice([[], [self.unlink_clubs]])
            later = [*later[:first], self.link_clubs, *later[first:then], *unlinking, *later[then:]]
        self.hold_evening()
        for step in later:
            step()
            self.seasons.go_on(self.clubs)

    # -- evenings ----------------------------------------------------------------------------------------------------

    def hold_evening(self) -> None:
        club, ruleset = self.dice.choice([*self.clubs, self.clubs[0]]), self.dice.choice(self.rulesets)
        evening = services.open_evening(
            club=club,
            key=self.key(),
            terms=services.Terms(ruleset=ruleset, unit=self.dice.choice(UNITS), stake_minor=self.dice.choice([1, 5])),
            players=self.some_people(club, self.dice.choice(numbers_at_table(ruleset)[:4])),
            first_dealer=None,
            at=self.moment(),
            by="scribe",
        )
        self.evenings.append(evening)
        for _ in range(1 if self.is_old else self.dice.randrange(1, 4)):
            self.record(evening)
            self.change_something(evening)
        if self.is_old or self.dice.randrange(5):
            self.close(evening)

    def go_on_with_an_evening(self) -> None:
        """Open as it was left, or open again after it was closed; closed then, or not."""
        evening = self.dice.choice(self.evenings)
        if _fresh(evening).is_closed:
            standings.reopen_evening(**self.written(evening))
        self.change_something(evening)
        self.record(evening)
        if self.dice.randrange(4):
            self.close(evening)

    def change_something(self, evening: Evening) -> None:
        self.dice.choice([self.come, self.come, self.go, *[self.correct] * 3, *[self.void] * 2])(evening)

    def record(self, evening: Evening) -> None:
        """Some hands at once."""
        evening = _fresh(evening)
        seats, state, hands = list(evening.all_seats()), read_state(evening.state), []
        for _ in range(self.dice.randrange(0, 9)):
            table = next_table(evening, seats, state)
            hand = self.possible_hand(evening.rules, table, state) if takes_table(evening.rules, table) else None
            if hand is None:  # too many have left, or something is due that nobody guessed
                break
            hands.append(services.NewHand(key=self.key(), hand=hand))
            state = score(
                read_report(hand, ruleset=evening.rules, table=table, state=state), evening.rules, state
            ).state
        if hands:
            known, at = evening.hand_count, self.later(evening)
            services.record_hands(
                club_id=evening.club_id, link=evening.scribe_token, known_hands=known, hands=hands, at=at, by="scribe"
            )

    def possible_hand(self, ruleset: Ruleset, table: Table, state: State) -> Hand | None:
        for _ in range(20):
            hand = self.hand(ruleset, table)
            try:
                score(read_report(hand, ruleset=ruleset, table=table, state=state), ruleset, state)
            except ReportError:
                continue
            return hand
        return None

    def hand(self, ruleset: Ruleset, table: Table) -> Hand:
        """With Laufende, Stoss and Re, now and then all tricks in a Ramsch, a fine, or a note."""
        hand = any_hand(self.dice, ruleset, table)
        contract = ruleset.contract(hand["contract"], len(table.players))
        if contract and contract.has_top_trumps and self.dice.randrange(3) == 0:
            side = self.dice.choice(["declarer_side", "opponents"])
            hand["top_trumps"] = {"count": self.dice.randrange(1, 7), "side": side}
        if self.dice.randrange(8) == 0:
            hand["note"] = f"{self.dice.choice(NAMES)} hat gelacht"
        if hand.get("kontra") and self.dice.randrange(3) == 0:
            hand["kontra"] = [*hand["kontra"], hand["declarer"]]
        if contract and issubclass(contract.report, RamschHand) and self.dice.randrange(3) == 0:
            [hand["march_by"]] = hand.pop("losers")
        if hand["contract"] == "agreed" and self.dice.randrange(3) == 0:
            hand["was_dealt"] = False
        return hand

    def correct(self, evening: Evening) -> None:
        if hands := evening_totals.current_evening_hands(evening):
            old = self.dice.choice(hands)
            table = Table(players=tuple(map(RulesPlayer, old.table["players"])), dealer=old.table["dealer"])
            hand = self.hand(evening.rules, table)
            self.tries(services.correct_hand, no=old.no, replaces=old.pk, hand=hand, **self.written(evening))

    def void(self, evening: Evening) -> None:
        if hands := evening_totals.current_evening_hands(evening):
            old = self.dice.choice(hands)
            self.tries(services.void_hand, no=old.no, replaces=old.pk, **self.written(evening))

    def come(self, evening: Evening) -> None:
        """Nobody who sits there, or sat there, under the other of two names: the two are one person."""
        names = set(evening.all_seats().values_list("player__name", flat=True))
        taken = {SEPP: TYPED_WRONGLY, TYPED_WRONGLY: SEPP}
        free = [name for name in self.people[evening.club_id] if taken.get(name) not in names]
        player = self.people[evening.club_id][self.dice.choice(free)]
        self.tries(services.join_evening, player=player, place=self.dice.randrange(1, 4), **self.written(evening))

    def go(self, evening: Evening) -> None:
        player = self.dice.choice(list(evening.all_seats().select_related("player"))).player
        self.tries(services.leave_evening, player=player, **self.written(evening))

    def close(self, evening: Evening) -> None:
        self.tries(standings.close_evening, **self.written(evening))

    # -- people and clubs in order -----------------------------------------------------------------------------------

    def link_two_names(self) -> None:
        club = self.dice.choice(self.clubs)
        own = self.people[club.pk]
        self.tries(linking.link_players, player=own[TYPED_WRONGLY], other=own[SEPP], **self.stamp())

    def link_clubs(self) -> None:
        self.tries(linking.link_club, club=self.clubs[0], other=self.clubs[1], **self.stamp())

    def unlink_names(self) -> None:
        own = self.people[self.dice.choice(self.clubs).pk]
        self.tries(linking.unlink_player, player=own[TYPED_WRONGLY], **self.stamp())

    def unlink_clubs(self) -> None:
        self.tries(linking.unlink_club, club=self.clubs[0], other=self.clubs[1], **self.stamp())

    def hide(self) -> None:
        self.tries(identities.hide_name, player=self.any_player(), **self.stamp())

    def forget(self) -> None:
        self.tries(identities.forget_person, player=self.any_player(), **self.stamp())

    def leave_ratings(self) -> None:
        self.tries(identities.leave_ratings, player=self.any_player(), **self.stamp())

    def agree_on_cup(self) -> None:
        rule, day = self.dice.choice(list(CupRule)), self.some_day()
        agree_cup(club=self.dice.choice(self.clubs), rule=rule, first_on=day, **self.stamp())

    def agree_on_season(self) -> None:
        """Whoever comes back after its first day is known less well."""
        self.seasons.agree(self.dice.choice(self.clubs))

    def some_day(self) -> date:
        """Mostly one on which they met, where it matters whether it is in."""
        met = [timezone.localdate(evening.started_at) for evening in self.evenings]
        return self.dice.choice([*met, FIRST_DAY + timedelta(days=self.dice.randrange(DAYS))])

    # -- words -------------------------------------------------------------------------------------------------------

    def found(self, name: str) -> Club:
        club = create_club(key=self.key(), name=name, at=EDGES[0], by="club link")
        names = [*NAMES, SEPP, TYPED_WRONGLY]
        found = enrol_players(club=club, names=names, keys=[self.key() for _ in names], at=EDGES[0], by="club link")
        self.people[club.pk] = dict(zip(names, found, strict=True))
        return club

    def some_people(self, club: Club, count: int) -> list[Player]:
        """Sepp under one of his names, where he comes; in the old club always the same."""
        own = self.people[club.pk]
        names = NAMES[:count] if self.is_old else [*NAMES, self.dice.choice([SEPP, SEPP, TYPED_WRONGLY])]
        return [own[name] for name in self.dice.sample(names, count)]

    def any_player(self) -> Player:
        player = self.dice.choice(list(self.people[self.dice.choice(self.clubs).pk].values()))
        player.refresh_from_db()
        return player

    def moment(self) -> datetime:
        """When an evening begins: no two at once, but now and then two on one day."""
        day = datetime(FIRST_DAY.year, 1, 1, 17, tzinfo=UTC) + timedelta(days=self.dice.randrange(DAYS))
        found = self.dice.choice([*EDGES, *sorted(self.moments)[:1], *[day] * 6])
        while found in self.moments:
            found += timedelta(minutes=90)
        self.moments.add(found)
        return found

    def later(self, evening: Evening) -> datetime:
        self.steps += 1
        return evening.started_at + timedelta(minutes=self.steps)

    def written(self, evening: Evening) -> dict[str, Any]:
        return {"evening": evening, "key": self.key(), "at": self.later(evening), "by": "scribe"}

    def stamp(self) -> dict[str, Any]:
        return {"key": self.key(), "by": "club link", "at": EDGES[-1]}

    def key(self) -> UUID:
        return UUID(int=self.dice.getrandbits(128), version=4)

    def tries(self, verb: Callable[..., object], **arguments: Any) -> None:
        try:
            with transaction.atomic():
                verb(**arguments)
        except REFUSALS:
            pass


def _fresh(evening: Evening) -> Evening:
    return Evening.objects.get(pk=evening.pk)
