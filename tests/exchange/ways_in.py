"""The ways in which a worked evening comes into the books of a club whose people are there already."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from rules import Player as RulesPlayer
from rules import State, Table, read_report, score
from rules.hand_tags import tag_hand
from rules.notation import write_hand_line
from scorebook.clubs.models import Club, Player
from scorebook.clubs.roles import Role
from scorebook.clubs.services import create_club, enrol_players
from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_draft import Choices, Money
from scorebook.exchange.imports.import_writing import ImportWriting
from scorebook.exchange.models import Import
from scorebook.play import services as play
from scorebook.play.models import Evening, EveningEvent, HandEvent
from scorebook.standings.services import closing as standings
from tests.exchange.shared_evenings import sheet_of, terms_of
from tests.support.api_phone import Phone
from tests.support.played_evening import PlayedEvening

FOUNDED = datetime(2025, 11, 13, 18, 0, tzinfo=UTC)
BEGAN = datetime(2025, 11, 13, 19, 0, tzinfo=UTC)  # as an import has it of an evening of that day
IMPORTED = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
CLUB, OPENING, LINES, CLOSING, IMPORT = (UUID(int=number, version=4) for number in range(1, 6))


# Those that any way has used so far: no row has them.
KEYS_OF_OPENINGS = {OPENING}


def key_of_hand(place: int) -> UUID:
    """The keys that the API gives typed lines, so that hands of every way may have the same."""
    return uuid5(LINES, f"line {place}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedTable:
    """The people of a worked evening and their club, before they play."""

    case: Mapping[str, Any]
    club: Club
    players: dict[str, Player]

    def opened(self, *, key: UUID = OPENING, at: datetime = BEGAN, by: str = Role.SCRIBE.writer) -> PlayedEvening:
        evening = play.open_evening(
            club=self.club,
            key=key,
            terms=terms_of(self.case),
            players=list(self.players.values()),
            first_dealer=self.players[self.case["first_dealer"]],
            at=at,
            by=by,
        )
        return PlayedEvening(club=self.club, players=self.players, stored=evening, clock=at)


Way = Callable[[SharedTable], None]


def shared_table(case: Mapping[str, Any]) -> SharedTable:
    club = create_club(key=CLUB, name="Stammtisch Linde", at=FOUNDED, by=Role.KEEPER.writer)
    people = enrol_players(club=club, names=case["players"], at=FOUNDED, by=Role.KEEPER.writer)
    return SharedTable(case=case, club=club, players={player.name: player for player in people})


# -- by hand and from other programs, at the clock's own time --------------------------------------------------------


def hand_by_hand(table: SharedTable) -> None:
    evening = table.opened()
    for place, hand in enumerate(_hands_by_id(evening, table)):
        _send(evening, "hands", id=str(key_of_hand(place)), known_hands=place, hand=hand)
    _send(evening, "close", id=str(CLOSING))


def as_batch(table: SharedTable) -> None:
    evening = table.opened()
    hands = [{"id": str(key_of_hand(place)), "hand": hand} for place, hand in enumerate(_hands_by_id(evening, table))]
    _send(evening, "hands/batch", known_hands=0, hands=hands)
    _send(evening, "close", id=str(CLOSING))


def as_lines(table: SharedTable) -> None:
    evening = table.opened()
    _send(evening, "hands/lines", id=str(LINES), known_hands=0, lines="\n".join(_written_lines(table.case)))
    _send(evening, "close", id=str(CLOSING))


def as_import(table: SharedTable) -> None:
    ImportWriting(
        club=table.club,
        imported=read_evenings(sheet_of(table.case)),
        choices=Choices(terms=terms_of(table.case), money=Money.OPEN, names={}),
        key=IMPORT,
        most=None,
        by=Role.KEEPER.writer,
        at=IMPORTED,
    ).write_all()


def _hands_by_id(evening: PlayedEvening, table: SharedTable) -> Sequence[Mapping[str, object]]:
    return [tag_hand(evening.by_id(row["hand"]), evening.stored.game) for row in table.case["hands"]]


def _send(evening: PlayedEvening, what: str, **body: object) -> None:
    answer = Phone().post(f"evenings/{evening.stored.scribe_token}/{what}", body)
    assert answer.status in (200, 201), answer.json


def _written_lines(case: Mapping[str, Any]) -> Iterator[str]:
    """On paper people go by their names."""
    ruleset, state = terms_of(case).ruleset, State()
    for row in case["hands"]:
        table = Table(players=tuple(case["players"]), dealer=RulesPlayer(row["dealer"]))
        report = read_report(row["hand"], ruleset=ruleset, table=table, state=state)
        state = score(report, ruleset, state).state
        yield write_hand_line(report)


# -- once more, as it stands there ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamps:
    """Under which keys, when and by whom an evening was written: what its hashes cover beyond the case."""

    key: UUID  # of the opening; no row has it
    opening: EveningEvent
    hands: Sequence[HandEvent]
    closing: EveningEvent

    def one_by_one(self, table: SharedTable) -> None:
        evening = self._opened(table)
        for place, (hand, stamp) in enumerate(zip(_hands_by_id(evening, table), self.hands, strict=True)):
            play.record_hand(
                evening=evening.stored, key=stamp.pk, known_hands=place, hand=hand, at=stamp.recorded_at,
                by=stamp.recorded_by,
            )  # fmt: skip
        self._close(evening)

    def at_once(self, table: SharedTable) -> None:
        """Only of hands that were written at one time."""
        evening = self._opened(table)
        [(at, by)] = {(stamp.recorded_at, stamp.recorded_by) for stamp in self.hands}
        hands = [
            play.NewHand(key=stamp.pk, hand=hand, dealer=None)
            for hand, stamp in zip(_hands_by_id(evening, table), self.hands, strict=True)
        ]
        play.record_hands(
            club_id=evening.stored.club_id, link=evening.stored.scribe_token, known_hands=0, hands=hands, at=at, by=by
        )
        self._close(evening)

    def _opened(self, table: SharedTable) -> PlayedEvening:
        stamp = self.opening
        return table.opened(key=self.key, at=stamp.recorded_at, by=stamp.recorded_by)

    def _close(self, evening: PlayedEvening) -> None:
        stamp = self.closing
        standings.close_evening(evening=evening.stored, key=stamp.pk, at=stamp.recorded_at, by=stamp.recorded_by)


def stamps_of(evening: Evening) -> Stamps:
    opening, closing = EveningEvent.objects.filter(club=evening.club_id, evening=evening).order_by("seq")
    hands = HandEvent.objects.filter(club=evening.club_id, evening=evening).order_by("seq")
    imports = Import.objects.filter(club=evening.club_id, kind=Import.Kind.IMPORTED)
    KEYS_OF_OPENINGS.update(uuid5(IMPORT, digest) for one in imports for digest in one.facts["evenings"].values())
    key = next(key for key in KEYS_OF_OPENINGS if play.opening_event_id(key) == opening.pk)
    return Stamps(key=key, opening=opening, hands=tuple(hands), closing=closing)
