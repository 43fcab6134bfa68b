"""A club counted again by somebody who knows only what was written down, and no figure that Scorebook keeps.

They read the newest event of each hand (who sat there, what happened, what it was worth), what happened around the
hands, and the events of the club. Whatever is counted is counted from the beginning, in the plainest way there
is: no months, no rows of results, nothing that is carried on. Only for who held cards they take the rules' word.
`plain_memory` computes ratings and the cup from that, `plain_boards` the boards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import groupby
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from rules import Player as RulesPlayer
from rules import Ruleset, Table, read_ruleset
from rules.base_ruleset import Aim
from scorebook.clubs.models import ClubEvent
from scorebook.core.canonical_hash import canonical_digest
from scorebook.play.models import Evening, EveningEvent, HandEvent

MUNICH = ZoneInfo("Europe/Berlin")
Person = UUID


# -- what was written down -------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PlainHand:
    """A hand that counts, or an amount that was written down.

    points: of all at the table. cards: who held some. side: the declarer, then the partner.
    """

    event: HandEvent
    ruleset: Ruleset

    @cached_property
    def table(self) -> Table:
        players = tuple(RulesPlayer(player) for player in self.event.table["players"])
        return Table(players=players, dealer=self.event.table["dealer"])

    @cached_property
    def points(self) -> Mapping[Person, int]:
        return {UUID(player): points for player, points in self.event.score["points"].items()}

    @property
    def gain(self) -> int:
        return max(self.points.values())

    @property
    def is_amount(self) -> bool:
        """A result, a fine, a correction: the table says how much, and that no cards were dealt for it."""
        return self.event.report.get("was_dealt", True) is False

    @property
    def is_dealt(self) -> bool:
        """Nor are there any for a round that was called."""
        return not self.is_amount and self.contract != "round"

    @cached_property
    def cards(self) -> Sequence[Person]:
        return [UUID(player) for player in self.ruleset.active(self.table)] if self.is_dealt else []

    @cached_property
    def side(self) -> Sequence[Person]:
        return [UUID(player) for player in self.event.score["declarer_side"]]

    @property
    def declarer(self) -> Person | None:
        return self.side[0] if self.side else None

    @property
    def won(self) -> bool | None:
        """By the declarer; None where there were no two sides."""
        found: bool | None = self.event.score["declarer_won"]
        return found

    @cached_property
    def written(self) -> Mapping[Person, int]:
        """What stands on the sheet for it: strokes, or points of the sheet's own, and where there are none, points."""
        own = {UUID(player): count for player, count in self.event.score.get("tally", {}).items()}
        return own if any(own.values()) else self.points

    def has_won(self, person: Person) -> bool:
        """Of two sides one wins; else it is who has something for it."""
        if self.won is not None:
            return (person in self.side) == self.won
        shown_by = self.event.report.get("roof_shown_by")
        if shown_by and self.written[UUID(shown_by)] > 0:  # the others have some for that roof alone
            seats = self.table.players
            return (seats.index(shown_by) - seats.index(RulesPlayer(str(person)))) % 2 == 0
        return self.written.get(person, 0) > 0

    def has_lost(self, person: Person) -> bool:
        """Of two sides the other one loses; else who pays, or who has nothing of a sheet on which losers write none."""
        if self.won is not None:
            return not self.has_won(person)
        if self.written is self.points:
            return self.points[person] < 0
        return not self.has_won(person) and any(map(self.has_won, self.cards))

    @property
    def contract(self) -> str:
        return str(self.event.report["contract"])

    @property
    def level(self) -> str:
        return self.event.score["level"] or ""

    @property
    def is_schneider(self) -> bool:
        return self.level in ("schneider", "schwarz")

    @property
    def doublings(self) -> int:
        return len(self.event.report.get("kontra", []))

    @property
    def has_note(self) -> bool:
        return self.event.note is not None or "note" in self.event.report

    @property
    def matadors(self) -> int:
        runs = ("matadors", "matadors_with", "matadors_without", "hoch", "hoch_with", "hoch_without")
        return sum(reason["args"]["count"] for reason in self.event.score["reasons"] if reason["code"] in runs)

    @property
    def feat(self) -> str:
        if "march" in [reason["code"] for reason in self.event.score["reasons"]]:
            return "march"
        if self.won and self.contract == "sie":
            return "sie"
        contract = self.ruleset.contract(self.contract, len(self.table.players))
        return "tout" if self.won and contract and contract.aim is Aim.ALL_TRICKS else ""


@dataclass(frozen=True, kw_only=True)
class PlainEvening:
    """opened:    what was agreed on before the first hand.
    results:   all that counts, also without cards.
    shares:    of the pot.
    last_hash: of whatever happened last.
    """

    opened: Evening
    results: Sequence[PlainHand]
    is_closed: bool
    shares: Mapping[Person, int]
    last_hash: str

    @property
    def id(self) -> UUID:
        return self.opened.pk

    @cached_property
    def hands(self) -> Sequence[PlainHand]:
        """Those for which cards were dealt."""
        return [hand for hand in self.results if hand.is_dealt]

    @property
    def day(self) -> date:
        return self.opened.started_at.astimezone(MUNICH).date()

    @property
    def month(self) -> date:
        return self.day.replace(day=1)

    @property
    def ruleset(self) -> str:
        return canonical_digest(self.opened.ruleset)[:16]

    @cached_property
    def tallies(self) -> Mapping[Person, Tally]:
        """Of everybody who held cards, or sat out and won or lost something, or sat there when it was written down."""
        found: dict[Person, Tally] = defaultdict(Tally)
        for hand in self.results:
            for person, points in hand.points.items():
                found[person].count(person, hand, points)
        for person, points in self.shares.items():
            found[person].points += points
        sat_there = {person for hand in self.results if hand.is_amount for person in hand.points}
        return {person: one for person, one in found.items() if one.hands or one.points or person in sat_there}

    def amount(self, person: Person) -> int:
        return self.tallies[person].points * self.opened.stake_minor

    def place(self, person: Person) -> int:
        return 1 + sum(one.points > self.tallies[person].points for one in self.tallies.values())


@dataclass(kw_only=True)
class Tally:
    """What somebody who counts along on paper has of a person at the end of an evening."""

    points: int = 0
    undealt_points: int = 0
    hands: int = 0
    won: int = 0
    lost: int = 0
    declared: int = 0
    declared_won: int = 0
    schneider_given: int = 0
    schneider_taken: int = 0
    matadors: int = 0
    doubled: int = 0
    doubled_won: int = 0
    best_points: int = 0
    best_no: int = 0
    run: int = 0
    wins: list[bool] = field(default_factory=list)

    def count(self, person: Person, hand: PlainHand, points: int) -> None:
        self.points += points
        self.undealt_points += points if hand.is_amount else 0
        if person not in hand.cards:
            return
        self.hands += 1
        self.won += hand.has_won(person)
        self.lost += hand.has_lost(person)
        self.declared += person == hand.declarer
        self.declared_won += person == hand.declarer and hand.won is True
        self.wins.append(hand.has_won(person))
        runs = [len(list(group)) for has_won, group in groupby(self.wins) if has_won]
        self.run = max(runs, default=0)
        if points > self.best_points:
            self.best_points, self.best_no = points, hand.event.no
        if hand.won is not None:
            has_won = hand.has_won(person)
            self.schneider_given += hand.is_schneider and has_won
            self.schneider_taken += hand.is_schneider and not has_won
            self.matadors += hand.matadors if has_won else 0
            self.doubled += hand.doublings > 0
            self.doubled_won += hand.doublings > 0 and has_won


def plain_evenings(clubs: Iterable[UUID]) -> list[PlainEvening]:
    """In the order in which they began."""
    found = [_plain_evening(evening) for evening in Evening.objects.filter(club__in=clubs)]
    return sorted(found, key=lambda one: (one.opened.started_at, one.id.hex))


def _plain_evening(opened: Evening) -> PlainEvening:
    ruleset = read_ruleset(opened.ruleset)
    events: list[Any] = list(HandEvent.objects.filter(evening=opened).select_related("note").order_by("seq"))
    newest = {event.no: event for event in events}
    counting = [newest[no] for no in sorted(newest) if newest[no].kind != "voided"]
    around: list[Any] = list(EveningEvent.objects.filter(evening=opened).order_by("seq"))
    ended = [event for event in around if event.kind in ("closed", "reopened")]
    is_closed = bool(ended) and ended[-1].kind == "closed"
    shares = ended[-1].shares if is_closed else {}
    return PlainEvening(
        opened=opened,
        results=[PlainHand(event=event, ruleset=ruleset) for event in counting],
        is_closed=is_closed,
        shares={UUID(player): points for player, points in shares.items()},
        last_hash=max([*events, *around], key=lambda event: event.seq).hash,
    )


# -- events of the club ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PlainClub:
    """A club with those that are a part of it.

    same:     another entry -> whose; maybe of somebody who is one, too.
    closings: the event that closed a season -> the club until then.
    """

    id: UUID
    clubs: Sequence[UUID]
    evenings: Sequence[PlainEvening]
    same: Mapping[UUID, UUID]
    unrated: frozenset[Person]
    cups: Mapping[date, str]
    closings: Mapping[UUID, Closing]

    def person(self, player: UUID) -> Person:
        while player in self.same:
            player = self.same[player]
        return player

    @property
    def closed(self) -> Sequence[PlainEvening]:
        """Those at which somebody was."""
        return [evening for evening in self.evenings if evening.is_closed and evening.tallies]

    @property
    def played(self) -> Sequence[tuple[PlainEvening, PlainHand]]:
        """Each hand of an evening that is closed, the oldest first."""
        return [(evening, hand) for evening in self.closed for hand in evening.hands]

    def points(self, evening: PlainEvening) -> Mapping[Person, int]:
        found: dict[Person, int] = defaultdict(int)
        for player, tally in evening.tallies.items():
            found[self.person(player)] += tally.points
        return found


@dataclass(frozen=True, kw_only=True)
class Closing:
    """The club as it was when a season was closed, and what it was given for it."""

    club: PlainClub
    receipt: str


def plain_club(club: UUID, closings: Mapping[UUID, Closing]) -> PlainClub | None:
    """None of a club that is a part of another one: it is counted there."""
    own = list(ClubEvent.objects.filter(club=club).order_by("seq"))
    if _last_of(own, "club_joined", "club_left", "other_club_id"):
        return None
    parts = list(_last_of(own, "club_linked", "club_unlinked", "other_club_id"))
    events = [*own, *ClubEvent.objects.filter(club__in=parts).order_by("club", "seq")]
    return PlainClub(
        id=club,
        clubs=[club, *parts],
        evenings=plain_evenings([club, *parts]),
        same={player: event.other_player_id for player, event in _people(events, "person_linked", "person_unlinked")},
        unrated=frozenset(player for player, _event in _people(events, "left_ratings", "joined_ratings")),
        cups={date.fromisoformat(one.facts["first_on"]): one.facts["rule"] for one in own if one.kind == "cup_agreed"},
        closings=closings,
    )


def _people(events: Iterable[ClubEvent], on: str, off: str) -> Iterable[tuple[UUID, Any]]:
    return _last_of(events, on, off, "player_id").items()


def _last_of(events: Iterable[ClubEvent], on: str, off: str, column: str) -> dict[Any, ClubEvent]:
    """What holds now, and since which event."""
    last = {getattr(event, column): event for event in events if event.kind in (on, off)}
    return {what: event for what, event in last.items() if event.kind == on}
