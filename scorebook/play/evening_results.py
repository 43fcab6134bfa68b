"""Results of closed evenings: a row per person, a row per hand with cards, and the changes of the monthly sums.

They are written on closing and deleted on reopening: a closed evening does not change, and recording a hand costs
nothing extra. An open evening counts in no figure of the club, because it has no results.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db import transaction

from rules import Player
from rules.base_ruleset import Aim
from scorebook.clubs.models import Club
from scorebook.core import rows
from scorebook.core.canonical_hash import canonical_digest
from scorebook.core.rows import Change, Insert
from scorebook.play import evening_totals
from scorebook.play.counted_hands import CountedHand, counted_event
from scorebook.play.hand_event_codec import player_key
from scorebook.play.models import RULESET_LENGTH, Evening, EveningResult, HandEvent, HandResult, Seat
from scorebook.play.months import sum_changes
from scorebook.play.seating import stays_by_player

Feat = HandResult.Feat

# Reason codes of paid Laufende, which differ between games.
_MATADORS = {f"{word}{ending}" for word in ("matadors", "hoch") for ending in ("", "_with", "_without")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    people: Sequence[EveningResult]
    hands: Sequence[HandResult]


NO_RESULTS = Results(people=(), hands=())


def write_results(evening: Evening) -> None:
    """Write the results of an evening that was just closed and is locked. Three statements."""
    hands = evening_totals.current_evening_hands(evening)
    found = results_of(evening, list(evening.all_seats()), hands)
    sums = sum_changes(found.people, [(evening, hands)], club_id=evening.club_id, times=1)
    rows.write_rows([*insert_results([found]), *sums], club_id=evening.club_id)


def remove_results(evening: Evening) -> None:
    """Delete the results of an evening that is about to be reopened and is locked. Five statements."""
    people = list(EveningResult.objects.filter(club=evening.club_id, evening=evening))
    hands = evening_totals.current_evening_hands(evening)
    rows.write_rows(sum_changes(people, [(evening, hands)], club_id=evening.club_id, times=-1), club_id=evening.club_id)
    _delete_results(evening)


def insert_results(found: Collection[Results]) -> Sequence[Change]:
    return [
        Insert(rows=[row for one in found for row in one.people]),
        Insert(rows=[row for one in found for row in one.hands]),
    ]


def _delete_results(evening: Evening) -> None:
    EveningResult.objects.filter(club=evening.club_id, evening=evening).delete()
    HandResult.objects.filter(club=evening.club_id, evening=evening).delete()


def results_of(evening: Evening, seats: Iterable[Seat], hands: Iterable[HandEvent]) -> Results:
    """Compute the results of an evening from its seats with totals and the newest event of each hand, by number."""
    if not evening.is_closed:
        return NO_RESULTS
    counting = [(hand, counted_event(hand, evening.rules)) for hand in hands if not hand.is_void]
    people = _results_of_people(evening, seats, [counted for _hand, counted in counting])
    dealt: list[HandResult] = []
    for hand, counted in counting:
        if counted.had_cards:
            result = _hand_result(evening, hand, counted)
            _count_dealt_hand(people, counted, result)
            dealt.append(result)
        else:
            _count_points_without_cards(people, counted)
    best_first = sorted(people.values(), key=lambda row: -row.points)
    for row in best_first:
        row.place = 1 + sum(other.points > row.points for other in best_first)
    return Results(people=best_first, hands=dealt)


def stored_results(club_id: UUID, evenings: Collection[UUID]) -> Mapping[UUID, Results]:
    """Return evening -> stored results, where there are any. Two statements."""
    people = _group_by_evening(EveningResult.objects.filter(club=club_id, evening__in=evenings))
    hands = _group_by_evening(HandResult.objects.filter(club=club_id, evening__in=evenings))
    return {
        evening: Results(people=people.get(evening, ()), hands=hands.get(evening, ()))
        for evening in people.keys() | hands.keys()
    }


def wrong_results(must: Results, stored: Results) -> Sequence[str]:
    """Return the keys of wrong rows: `hand 3`, or `result of` and a player's id."""
    expected, found = _row_values_by_key(must), _row_values_by_key(stored)
    return sorted(key for key in found.keys() | expected.keys() if found.get(key) != expected.get(key))


def rebuild_results(club: Club) -> int:
    """Recompute the results of all evenings; return how many rows were wrong, missing or extra."""
    return sum(
        _rebuild_evening_results(evening) for evening in Evening.objects.filter(club=club).order_by("number").iterator()
    )


def _rebuild_evening_results(evening: Evening) -> int:
    with transaction.atomic():
        held = Evening.objects.select_for_update(no_key=True).get(club=evening.club_id, pk=evening.pk)
        must = results_of(held, list(held.all_seats()), evening_totals.current_evening_hands(held))
        wrong = wrong_results(must, stored_results(held.club_id, [held.pk]).get(held.pk, NO_RESULTS))
        if wrong:
            _delete_results(held)
            rows.write_rows(insert_results([must]), club_id=evening.club_id)
    return len(wrong)


def _group_by_evening(rows: Iterable[Any]) -> Mapping[UUID, Sequence[Any]]:
    found: dict[UUID, list[Any]] = {}
    for row in rows:
        found.setdefault(row.evening_id, []).append(row)
    return found


def _row_values_by_key(results: Results) -> dict[str, Mapping[str, Any]]:
    people = {f"result of {row.player_id}": _column_values(row) for row in results.people}
    return people | {f"hand {row.no}": _column_values(row) for row in results.hands}


def _column_values(row: EveningResult | HandResult) -> Mapping[str, Any]:
    return {column.attname: getattr(row, column.attname) for column in row._meta.concrete_fields if column.name != "pk"}


# -- people --------------------------------------------------------------------------------------------------------


_COUNTED_LATER = (
    "won", "lost", "schneider_given", "schneider_taken", "matadors", "doubled", "doubled_won", "best_points", "best_no",
    "undealt_points",
)  # fmt: skip


def _results_of_people(
    evening: Evening, seats: Iterable[Seat], hands: Sequence[CountedHand]
) -> dict[Player, EveningResult]:
    """Return the results of those who attended, without their places and with zeros for what is counted later.

    They held cards, paid while sitting out, or were there at an amount without a hand. hands: not voided.
    """
    were_there = {player for hand in hands for player in (hand.holders if hand.had_cards else hand.amount_of)}
    attended = {
        player: own
        for player, own in sorted(stays_by_player(seats).items())
        if player in were_there or any(seat.points for seat in own)
    }
    return {
        player: EveningResult(
            club_id=evening.club_id,
            evening=evening,
            player_id=player_key(player),
            started_at=evening.started_at,
            game=evening.game,
            unit=evening.unit,
            ruleset=evening_ruleset_digest(evening),
            people=len(attended),
            run=_longest_run(player, hands),
            **{name: sum(getattr(seat, name) for seat in own) for name in evening_totals.TOTALS},
            **dict.fromkeys(_COUNTED_LATER, 0),
        )
        for player, own in attended.items()
    }


def evening_ruleset_digest(evening: Evening) -> str:
    return canonical_digest(evening.ruleset)[:RULESET_LENGTH]


def _longest_run(player: Player, hands: Iterable[CountedHand]) -> int:
    won = (player in hand.outcome.winners for hand in hands if player in hand.holders)
    return max((sum(run) for _is_won, run in groupby(won)), default=0)


def _count_points_without_cards(people: Mapping[Player, EveningResult], hand: CountedHand) -> None:
    for player, points in hand.points.items():
        if points:
            people[player].undealt_points += points


def _count_dealt_hand(people: Mapping[Player, EveningResult], hand: CountedHand, result: HandResult) -> None:
    for player in hand.holders:
        row, has_won = people[player], player in hand.outcome.winners
        row.won += has_won
        row.lost += player in hand.outcome.losers
        if hand.points[player] > row.best_points:
            row.best_points, row.best_no = hand.points[player], result.no
        if hand.has_sides:
            row.schneider_given += hand.is_schneider and has_won
            row.schneider_taken += hand.is_schneider and not has_won
            row.matadors += result.matadors * has_won
            row.doubled += result.doublings > 0
            row.doubled_won += result.doublings > 0 and has_won


# -- hands ---------------------------------------------------------------------------------------------------------


def _hand_result(evening: Evening, event: HandEvent, counted: CountedHand) -> HandResult:
    score = event.score
    declarer, partner = (*(player_key(player) for player in counted.declarer_side[:2]), None, None)[:2]
    return HandResult(
        club_id=evening.club_id,
        evening=evening,
        no=event.no,
        event=event,
        started_at=evening.started_at,
        game=evening.game,
        unit=evening.unit,
        contract=counted.contract,
        declarer_id=declarer,
        partner_id=partner,
        value=score["value"],
        gain=max(counted.points.values()),
        won=score["declarer_won"],
        level=score["level"] or "",
        matadors=sum(reason["args"]["count"] for reason in score["reasons"] if reason["code"] in _MATADORS),
        doublings=len(event.report.get("kontra", ())),
        feat=_feat_of_hand(evening, event, players=len(counted.players)),
        has_note=bool(event.note_id or event.report.get("note")),
    )


def _feat_of_hand(evening: Evening, event: HandEvent, *, players: int) -> str:
    contract = evening.rules.contract(event.report["contract"], players)
    if any(reason["code"] == "march" for reason in event.score["reasons"]):
        return Feat.MARCH
    if contract is None or not event.score["declarer_won"]:
        return Feat.NONE
    if contract.aim is Aim.SHOWN:  # a short Tout is laid down like a Sie, and is a Tout (B102)
        return Feat.SIE if contract.is_sie else Feat.TOUT
    return Feat.TOUT if contract.aim is Aim.ALL_TRICKS else Feat.NONE
