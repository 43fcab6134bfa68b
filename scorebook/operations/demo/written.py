"""Three evenings written by hand: two finished ones, and tonight's, which has all that a table page can display."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from rules import PRESETS
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import enrol_players
from scorebook.ledger import services as ledger
from scorebook.operations.demo.demo_evening import BY, UNIT, DemoEvening, write_keys
from scorebook.play.models import HandEvent
from scorebook.play.services import Terms

NAMES = ("Resi", "Sepp", "Vroni", "Xaver")
PACE = timedelta(minutes=6)

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


def play_written_evenings(club: Club, *, at: datetime, week_later: datetime, now: datetime) -> None:
    """Play the evenings: one that is paid, one closed in `week_later`, and one that is open."""
    people = dict(zip(NAMES, enrol_players(club=club, names=NAMES, by=BY, at=at), strict=True))
    first = _open_written_evening(club, people, "bavarian", "pub_10_20_50", stake_minor=1, at=at)
    _record_written_hands(first, people, BAVARIAN)
    first.close_evening()
    first.pay_plan()
    _collect_card_money(club, people, at=at + timedelta(hours=4))
    palatinate = _open_written_evening(club, people, "palatinate", "palatinate", stake_minor=10, at=week_later)
    _record_written_hands(palatinate, people, PALATINATE)
    palatinate.close_evening()
    tonight = _open_written_evening(
        club, people, "bavarian", "pub_10_20_50", stake_minor=1, at=now - timedelta(hours=2)
    )
    events = _record_written_hands(tonight, people, TONIGHT)
    # Hand 5 was recorded with the wrong partner, and hand 11 was a misdeal.
    tonight.correct_hand(
        events[4], _replace_names_by_ids(_counted_demo_hand("rufer", "Xaver", "Resi", card_points=57), people)
    )
    tonight.void_hand(events[10])


def _collect_card_money(club: Club, people: Mapping[str, Player], *, at: datetime) -> None:
    """Charge everyone a euro for the kitty, pay it for three, and spend some on a pack of cards."""
    keys = write_keys(club, at)
    fee = {player.pk: 100 for player in people.values()}
    note = _("Card money")
    ledger.charge(club=club, unit=UNIT, evening_id=None, key=next(keys), amounts=fee, note=note, by=BY, at=at)
    for name, amount_minor in (("Resi", 500), ("Sepp", 100), ("Vroni", 100)):
        at += timedelta(minutes=1)
        ledger.deposit(
            club=club,
            unit=UNIT,
            key=next(keys),
            player=people[name],
            amount_minor=amount_minor,
            note=note,
            by=BY,
            at=at,
        )
    at += timedelta(minutes=1)
    ledger.spend_from_kitty(club=club, unit=UNIT, key=next(keys), amount_minor=390, note=_("New cards"), by=BY, at=at)


def _open_written_evening(
    club: Club, people: Mapping[str, Player], game: str, preset: str, *, stake_minor: int, at: datetime
) -> DemoEvening:
    return DemoEvening.open_demo_evening(
        club,
        list(people.values()),
        Terms(ruleset=PRESETS[game][preset], unit=UNIT, stake_minor=stake_minor),
        at=at,
        pace=PACE,
    )


def _record_written_hands(evening: DemoEvening, people: Mapping[str, Player], hands: Sequence[Hand]) -> list[HandEvent]:
    return [event for hand in hands for event in evening.record_hands([_replace_names_by_ids(hand, people)])]


def _replace_names_by_ids(hand: Hand, people: Mapping[str, Player]) -> dict[str, object]:
    return {name: _player_id_of_name(value, people) for name, value in hand.items()}


def _player_id_of_name(value: object, people: Mapping[str, Player]) -> object:
    if isinstance(value, list):
        return [_player_id_of_name(one, people) for one in value]
    return str(people[value].pk) if isinstance(value, str) and value in people else value
