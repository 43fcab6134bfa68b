"""A table in its own words, for stories about an evening."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from rules import PRESETS, Ruleset, Score
from rules import Player as RulesPlayer
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import create_club, enrol_players
from scorebook.ledger import queries as ledger
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import evening_totals, services
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries import evening_sheets
from scorebook.standings.services import closing as standings

NINE_O_CLOCK = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
PUB = PRESETS["bavarian"]["pub_10_20_50"]

Hand = Mapping[str, object]
Change = Callable[[], object]


def rufer(declarer: str, partner: str, *, won: bool = True, **more: object) -> Hand:
    return {"contract": "rufer", "declarer": declarer, "partner": partner, "won": won, **more}


def solo(declarer: str, suit: str = "hearts", *, won: bool = True, **more: object) -> Hand:
    return {"contract": "solo", "declarer": declarer, "trump_suit": suit, "won": won, **more}


def ramsch(*losers: str, **more: object) -> Hand:
    return {"contract": "ramsch", "losers": list(losers), **more}


THROWN_IN: Hand = {"contract": "thrown_in"}


@dataclass(kw_only=True)
class PlayedEvening:
    """Names in, names out; the scribe always knows how many hands there are unless the test says otherwise."""

    club: Club
    players: dict[str, Player]
    stored: Evening
    clock: datetime = field(default=NINE_O_CLOCK)

    @property
    def link(self) -> str:
        """The members' token of the evening: these are closed long ago, and the scribe's has expired."""
        return f"{self.club.member_token}.{self.stored.pk}"

    def now(self) -> datetime:
        self.clock += timedelta(minutes=5)
        return self.clock

    def record(
        self, hand: Hand, *, key: UUID | None = None, known: int | None = None, dealer: str | None = None
    ) -> HandEvent:
        return services.record_hand(
            evening=self.fresh(),
            key=key or uuid4(),
            known_hands=self.fresh().hand_count if known is None else known,
            hand=self.by_id(hand),
            at=self.now(),
            by="scribe",
            dealer=RulesPlayer(str(self.players[dealer].pk)) if dealer else None,
        )

    def correct(self, no: int, hand: Hand, *, key: UUID | None = None, replaces: UUID | None = None) -> HandEvent:
        return services.correct_hand(
            evening=self.stored,
            key=key or uuid4(),
            no=no,
            replaces=replaces or self.standing(no).pk,
            hand=self.by_id(hand),
            at=self.now(),
            by="scribe",
        )

    def void(self, no: int, *, key: UUID | None = None, replaces: UUID | None = None) -> HandEvent:
        return services.void_hand(
            evening=self.stored,
            key=key or uuid4(),
            no=no,
            replaces=replaces or self.standing(no).pk,
            at=self.now(),
            by="scribe",
        )

    def preview(self, hand: Hand) -> dict[str, int]:
        return self._points(services.preview_hand(evening=self.fresh(), hand=self.by_id(hand)))

    def join(self, name: str, *, place: int | None = None, key: UUID | None = None) -> Evening:
        if name not in self.players:
            self.players |= {name: enrol_players(club=self.club, names=[name], at=self.now(), by="club link")[0]}
        return services.join_evening(
            evening=self.stored, key=key or uuid4(), player=self.players[name], place=place, at=self.now(), by="scribe"
        )

    def leave(self, name: str, *, key: UUID | None = None) -> Evening:
        return services.leave_evening(
            evening=self.stored, key=key or uuid4(), player=self.players[name], at=self.now(), by="scribe"
        )

    def close(self, *, key: UUID | None = None) -> Evening:
        return standings.close_evening(evening=self.stored, key=key or uuid4(), at=self.now(), by="scribe")

    def reopen(self, *, key: UUID | None = None) -> Evening:
        return standings.reopen_evening(evening=self.stored, key=key or uuid4(), at=self.now(), by="scribe")

    def fresh(self) -> Evening:
        return Evening.objects.get(pk=self.stored.pk)

    def standing(self, no: int) -> HandEvent:
        return evening_totals.current_evening_hands(self.stored)[no - 1]

    def sheet(self) -> evening_sheets.Sheet:
        return evening_sheets.evening_sheet(self.fresh())

    def points(self) -> dict[str, int]:
        return {line.player.name: line.points for line in self.sheet().players}

    def hand_points(self, no: int) -> dict[str, int]:
        return self._named(self.sheet().lines[no - 1].points)

    def balances(self) -> dict[str, int]:
        """Minor units by the ledger; who never moved any is 0."""
        found = ledger.balances(club=self.club, unit=self.stored.unit, evening_id=self.stored.pk)
        return {name: found.get(player.pk, 0) for name, player in self.players.items()}

    def pot(self) -> int:
        return ledger.pot_balance(club=self.club, unit=self.stored.unit, evening_id=self.stored.pk)

    def plan(self) -> list[ledger.PlanLine]:
        return ledger.plan_lines(club=self.club, unit=self.stored.unit, evening_id=self.stored.pk)

    def dealer(self) -> str:
        return self.sheet().next_dealer.name

    def check(self) -> None:
        """What must hold after whatever happened: hands, seats and ledger say the same."""
        evening, sheet = self.fresh(), self.sheet()
        assert evening_totals.rebuild_seats(evening) == []
        assert audit_club(self.club) is None
        assert self.balances() | {line.player.name: line.amount_minor for line in sheet.players} == self.balances()
        assert all(line.amount_minor == line.points * evening.stake_minor for line in sheet.players)
        assert sum(self.balances().values()) + self.pot() + sheet.pot_to_kitty * evening.stake_minor == 0
        if not evening.is_closed:
            assert self.pot() == sheet.state.pot * evening.stake_minor
        last = range(max(1, evening.hand_count - 1), evening.hand_count + 1)
        part = evening_sheets.evening_sheet(evening, last)
        assert part == replace(sheet, lines=sheet.lines[-len(last) :])

    def by_id(self, fields: Hand) -> dict[str, object]:
        ids = {name: str(player.pk) for name, player in self.players.items()}

        def replaced(value: object) -> object:
            if isinstance(value, Mapping):
                return {ids.get(name, name): replaced(one) for name, one in value.items()}
            if isinstance(value, list):
                return [replaced(one) for one in value]
            return ids.get(value, value) if isinstance(value, str) else value

        return {name: replaced(value) for name, value in fields.items()}

    def _points(self, score: Score) -> dict[str, int]:
        return self._named(score.points)

    def _named(self, points: Mapping[RulesPlayer, int]) -> dict[str, int]:
        names = {RulesPlayer(str(player.pk)): name for name, player in self.players.items()}
        return {names[player]: gain for player, gain in points.items()}


def new_evening(
    *names: str,
    ruleset: Ruleset = PUB,
    stake_minor: int = 1,
    unit: str = "EUR",
    first_dealer: str | None = None,
    club: Club | None = None,
    at: datetime = NINE_O_CLOCK,
) -> PlayedEvening:
    club = club or create_club(key=uuid4(), name="Stammtisch Linde", at=at, by="club link")
    players = dict(zip(names, enrol_players(club=club, names=names, at=at, by="club link"), strict=True))
    evening = services.open_evening(
        club=club,
        key=uuid4(),
        terms=services.Terms(ruleset=ruleset, unit=unit, stake_minor=stake_minor),
        players=list(players.values()),
        first_dealer=players[first_dealer] if first_dealer else None,
        at=at,
        by="scribe",
    )
    return PlayedEvening(club=club, players=players, stored=evening, clock=at)


def names_of(players: Sequence[Player]) -> list[str]:
    return [player.name for player in players]
