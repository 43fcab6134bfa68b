"""What is stored of a club and follows from its events: each row, column by column, beside a plain recount."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from django.db.models import Model

from scorebook.play.models import EveningResult, HandResult, MonthContract, MonthPair, MonthTotal
from scorebook.standings.models import CupPassing
from scorebook.standings.models import Rating as RatingRow
from tests.standings.figures import Compared, Figure, games_of
from tests.standings.plain_memory import cup_line, rated_evenings
from tests.standings.plain_pairs import of_pair
from tests.standings.plain_people import of_contract, points_without_cards
from tests.standings.plain_recount import PlainClub

Rows = dict[tuple[Any, ...], dict[str, Any]]


def evening_results(club: PlainClub) -> Iterator[Figure]:
    must: Rows = {}
    for evening in club.closed:
        for player, tally in evening.tallies.items():
            figures = {name: value for name, value in vars(tally).items() if name != "wins"}
            must[evening.id, player] = figures | {
                "club_id": evening.opened.club_id,
                "evening_id": evening.id,
                "player_id": player,
                "started_at": evening.opened.started_at,
                "game": evening.opened.game,
                "unit": evening.opened.unit,
                "ruleset": evening.ruleset,
                "people": len(evening.tallies),
                "place": evening.place(player),
                "amount_minor": evening.amount(player),
            }
    yield Figure(of="results", must=must, does=stored(EveningResult, club, "evening_id", "player_id"))


def hand_results(club: PlainClub) -> Iterator[Figure]:
    must: Rows = {}
    for evening in club.evenings:
        for hand in evening.hands if evening.is_closed else ():
            must[evening.id, hand.event.no] = {
                "club_id": evening.opened.club_id,
                "evening_id": evening.id,
                "no": hand.event.no,
                "event_id": hand.event.pk,
                "started_at": evening.opened.started_at,
                "game": evening.opened.game,
                "unit": evening.opened.unit,
                "contract": hand.contract,
                "declarer_id": hand.declarer,
                "partner_id": hand.side[1] if len(hand.side) > 1 else None,
                "value": hand.event.score["value"],
                "gain": max(hand.points.values()),
                "won": hand.won,
                "level": hand.level,
                "matadors": hand.matadors,
                "doublings": hand.doublings,
                "feat": hand.feat,
                "has_note": hand.has_note,
            }
    yield Figure(of="hands", must=must, does=stored(HandResult, club, "evening_id", "no"))


def month_totals(club: PlainClub) -> Iterator[Figure]:
    must: Rows = {}
    for evening in club.closed:
        for player, tally in evening.tallies.items():
            _add(must, (player, evening.month, evening.opened.game, evening.opened.unit), {
                "evenings": 1, "points": tally.points, "amount_minor": evening.amount(player), "hands": tally.hands,
                "declared": tally.declared, "declared_won": tally.declared_won,
                "undealt_points": tally.undealt_points,
            })  # fmt: skip
    yield _months(MonthTotal, club, must, "player_id", "month", "game", "unit")


def month_contracts(club: PlainClub) -> Iterator[Figure]:
    must: Rows = {}
    for evening in club.closed:
        for hand in evening.hands:
            for player in hand.cards:
                place = (player, evening.month, evening.opened.game, evening.opened.unit, hand.contract)
                _add(must, place, of_contract(hand, player))
        for player, points in points_without_cards(evening).items():
            place = (player, evening.month, evening.opened.game, evening.opened.unit, "without_cards")
            _add(must, place, {"points": points})
    yield _months(MonthContract, club, must, "player_id", "month", "game", "unit", "contract")


def month_pairs(club: PlainClub) -> Iterator[Figure]:
    must: Rows = {}
    for evening in club.closed:
        for hand in evening.hands:
            for one, other in combinations(sorted(hand.cards, key=str), 2) if hand.won is not None else ():
                place = (one, other, evening.month, evening.opened.game, evening.opened.unit)
                _add(must, place, of_pair(hand, one, other))
    yield _months(MonthPair, club, must, "player_id", "other_id", "month", "game", "unit")


def _add(rows: Rows, place: tuple[Any, ...], counted: Mapping[str, int]) -> None:
    old = rows.get(place, {})
    rows[place] = {name: old.get(name, 0) + counted.get(name, 0) for name in {**old, **counted}}


def _months(model: type[Model], club: PlainClub, must: Rows, *place: str) -> Figure:
    """What is 0 is left out: a row that came to nothing again is as good as none."""
    sums = {
        key: {name: value for name, value in row.items() if name not in (*place, "club_id") and value}
        for key, row in stored(model, club, *place).items()
    }
    wanted = {key: {name: value for name, value in row.items() if value} for key, row in must.items()}
    return Figure(of=model.__name__, must=_some(wanted), does=_some(sums))


def _some(rows: Rows) -> Rows:
    return {key: row for key, row in rows.items() if row}


def ratings(club: PlainClub) -> Iterator[Figure]:
    must = {
        (one.evening.id, one.person): {
            "club_id": club.id,
            "evening_id": one.evening.id,
            "player_id": one.person,
            "game": game,
            "started_at": one.evening.opened.started_at,
            "mu_thousandths": round(one.rating.mu * 1000),
            "sigma_thousandths": round(one.rating.sigma * 1000),
            "evenings": one.rating.evenings,
            "people": one.people,
            "expected_place_hundredths": round(one.expected * 100),
            "place": one.place,
            "streak": one.streak,
        }
        for game in games_of(club)
        for one in rated_evenings(club, game)
    }
    yield Figure(of="ratings", must=must, does=stored(RatingRow, club, "evening_id", "player_id"))


def cup(club: PlainClub) -> Iterator[Figure]:
    must = {
        (one.evening,): {
            "club_id": club.id,
            "evening_id": one.evening,
            "player_id": one.holder,
            "from_player_id": one.before,
            "started_at": one.at,
        }
        for one in cup_line(club)
    }
    yield Figure(of="the cup", must=must, does=stored(CupPassing, club, "evening_id"))


def stored(model: type[Model], club: PlainClub, *key: str) -> Rows:
    found = model._default_manager.filter(club__in=club.clubs).values()
    return {tuple(row[name] for name in key): row for row in found}


STORED: Sequence[Compared] = (
    evening_results, hand_results, month_totals, month_contracts, month_pairs, ratings, cup,
)  # fmt: skip
