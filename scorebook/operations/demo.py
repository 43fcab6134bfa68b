"""A small club to look at: two evenings behind it, a third one going on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from rules import PRESETS
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import create_club, enrol_players
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.play import services
from scorebook.play.models import Evening, HandEvent
from scorebook.standings import services as standings

CLUB = UUID("5c0eb00c-0000-4000-8000-000000000001")
NAMES = ("Resi", "Sepp", "Vroni", "Xaver")
BY = "demo"

Hand = Mapping[str, object]


def _demo_hand(contract: str, declarer: str, partner: str | None = None, *, won: bool = True, **more: object) -> Hand:
    return {"contract": contract, "declarer": declarer, "partner": partner, "won": won, **more}


def _counted_demo_hand(
    contract: str, declarer: str, partner: str | None = None, *, card_points: int, **more: object
) -> Hand:
    return {"contract": contract, "declarer": declarer, "partner": partner, "card_points": card_points, **more}


def _demo_top_trumps(count: int, side: str = "declarer_side") -> Mapping[str, object]:
    return {"count": count, "side": side}


BAVARIAN: tuple[Hand, ...] = (
    _demo_hand("rufer", "Resi", "Vroni"),
    _counted_demo_hand("rufer", "Sepp", "Xaver", card_points=94, top_trumps=_demo_top_trumps(3)),
    _demo_hand("rufer", "Xaver", "Resi", won=False, kontra=["Sepp"]),
    {"contract": "thrown_in"},
    _counted_demo_hand("wenz", "Vroni", card_points=71, top_trumps=_demo_top_trumps(2)),
    _demo_hand("rufer", "Sepp", "Resi", won=False),
    {"contract": "ramsch", "losers": ["Xaver"]},
    _counted_demo_hand("rufer", "Resi", "Xaver", card_points=63),
)
PALATINATE: tuple[Hand, ...] = (
    _counted_demo_hand("simple", "Sepp", trump_suit="clubs", card_points=74),
    _counted_demo_hand("simple", "Xaver", trump_suit="hearts", card_points=92, top_trumps=_demo_top_trumps(3)),
    _demo_hand("simple", "Resi", trump_suit="spades", surrender="accepted"),
    _counted_demo_hand("solo", "Vroni", trump_suit="diamonds", card_points=58, kontra=["Resi"]),
    _counted_demo_hand("simple", "Xaver", trump_suit="clubs", card_points=60),
    _demo_hand("solo_du", "Vroni", trump_suit="hearts", top_trumps=_demo_top_trumps(4)),
    _counted_demo_hand(
        "simple", "Resi", trump_suit="hearts", card_points=81, top_trumps=_demo_top_trumps(4, "opponents")
    ),
)
TONIGHT: tuple[Hand, ...] = (
    _demo_hand("rufer", "Vroni", "Sepp"),
    _counted_demo_hand("rufer", "Resi", "Xaver", card_points=96, top_trumps=_demo_top_trumps(4)),
    _demo_hand("solo", "Sepp", trump_suit="acorns", won=False, kontra=["Vroni"]),
    {"contract": "ramsch", "losers": ["Vroni"], "maidens": ["Resi"]},
    _counted_demo_hand("rufer", "Xaver", "Sepp", card_points=57),
    _counted_demo_hand("wenz", "Resi", card_points=84, top_trumps=_demo_top_trumps(2)),
    _demo_hand("rufer", "Sepp", "Vroni", laid=["Xaver"]),
    _demo_hand("rufer", "Vroni", "Resi", won=False),
    {"contract": "thrown_in"},
    _counted_demo_hand(
        "solo", "Xaver", trump_suit="hearts", card_points=93, top_trumps=_demo_top_trumps(5), kontra=["Sepp", "Xaver"]
    ),
    _demo_hand("rufer", "Resi", "Sepp"),
    _counted_demo_hand("rufer", "Sepp", "Resi", card_points=68, top_trumps=_demo_top_trumps(3, "opponents")),
)


def fill_demo_club(*, now: datetime) -> Club:
    """The demo club, made if it is not there yet."""
    with transaction.atomic():
        club = Club.objects.filter(pk=CLUB).first()
        return club or _make_demo_club(now)


def _make_demo_club(now: datetime) -> Club:
    begins = now - timedelta(days=21)
    club = create_club(key=CLUB, name="Stammtisch Goldener Hirsch", by=BY, at=begins)
    people = dict(zip(NAMES, enrol_players(club=club, names=NAMES, by=BY, at=begins), strict=True))
    _settle_demo_evening(
        _DemoEvening.opened(club, people, "bavarian", "pub_10_20_50", stake_minor=1, at=begins), BAVARIAN
    )
    _demo_tab(club, people, at=begins + timedelta(hours=4))
    week_later = begins + timedelta(days=14)
    palatinate = _DemoEvening.opened(club, people, "palatinate", "palatinate", stake_minor=10, at=week_later)
    palatinate.play(PALATINATE)
    palatinate.close()
    two_hours_ago = now - timedelta(hours=2)
    tonight = _DemoEvening.opened(club, people, "bavarian", "pub_10_20_50", stake_minor=1, at=two_hours_ago)
    events = tonight.play(TONIGHT)
    # Hand 5 was written with the wrong partner, and hand 11 was a misdeal.
    tonight.correct(events[4], _counted_demo_hand("rufer", "Xaver", "Resi", card_points=57))
    tonight.void(events[10])
    return club


def _demo_tab(club: Club, people: Mapping[str, Player], *, at: datetime) -> None:
    """Everybody owes the kitty a euro, three have paid it, and a pack of cards was bought."""
    keys = (uuid5(CLUB, f"tab {place}") for place in range(10))
    fee = {player.pk: 100 for player in people.values()}
    note = _("Card money")
    ledger.charge(club=club, unit="EUR", evening_id=None, key=next(keys), amounts=fee, note=note, by=BY, at=at)
    for name, amount_minor in (("Resi", 500), ("Sepp", 100), ("Vroni", 100)):
        at += timedelta(minutes=1)
        player = people[name]
        ledger.deposit(
            club=club,
            unit="EUR",
            key=next(keys),
            player=player,
            amount_minor=amount_minor,
            note=note,
            by=BY,
            at=at,
        )
    at += timedelta(minutes=1)
    ledger.spend_from_kitty(club=club, unit="EUR", key=next(keys), amount_minor=390, note=_("New cards"), by=BY, at=at)


@dataclass(kw_only=True)
class _DemoEvening:
    evening: Evening
    people: Mapping[str, Player]
    clock: datetime
    keys: Iterator[UUID]

    @classmethod
    def opened(
        cls, club: Club, people: Mapping[str, Player], game: str, preset: str, *, stake_minor: int, at: datetime
    ) -> "_DemoEvening":
        keys = (uuid5(CLUB, f"{game} {at.isoformat()} {place}") for place in range(1000))
        evening = services.open_evening(
            club=club,
            key=next(keys),
            terms=services.Terms(ruleset=PRESETS[game][preset], unit="EUR", stake_minor=stake_minor),
            players=list(people.values()),
            first_dealer=None,
            at=at,
            by=BY,
        )
        return cls(evening=evening, people=people, clock=at, keys=keys)

    def play(self, hands: Sequence[Hand]) -> list[HandEvent]:
        return [
            services.record_hand(
                evening=self.evening,
                key=next(self.keys),
                known_hands=known,
                hand=self._demo_hand_by_id(hand),
                at=self._demo_clock_later(),
                by=BY,
            )
            for known, hand in enumerate(hands)
        ]

    def correct(self, event: HandEvent, hand: Hand) -> None:
        services.correct_hand(
            evening=self.evening,
            key=next(self.keys),
            no=event.no,
            replaces=event.pk,
            hand=self._demo_hand_by_id(hand),
            at=self._demo_clock_later(),
            by=BY,
        )

    def void(self, event: HandEvent) -> None:
        services.void_hand(
            evening=self.evening,
            key=next(self.keys),
            no=event.no,
            replaces=event.pk,
            at=self._demo_clock_later(),
            by=BY,
        )

    def close(self) -> None:
        standings.close_evening(evening=self.evening, key=next(self.keys), at=self._demo_clock_later(), by=BY)

    def pay(self) -> None:
        evening = self.evening
        for line in books.plan_lines(club=evening.club, unit=evening.unit, evening_id=evening.pk):
            ledger.mark_paid(planned=line.planned, key=next(self.keys), by=BY, at=self._demo_clock_later())

    def _demo_clock_later(self) -> datetime:
        self.clock += timedelta(minutes=6)
        return self.clock

    def _demo_hand_by_id(self, hand: Hand) -> dict[str, object]:
        return {name: self._demo_player_id(value) for name, value in hand.items()}

    def _demo_player_id(self, value: object) -> object:
        if isinstance(value, list):
            return [self._demo_player_id(one) for one in value]
        return str(self.people[value].pk) if isinstance(value, str) and value in self.people else value


def _settle_demo_evening(evening: _DemoEvening, hands: Sequence[Hand]) -> None:
    evening.play(hands)
    evening.close()
    evening.pay()
