"""What the club's memory adds up, by contract and by pair, is what its hands say, whatever was corrected."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date
from itertools import combinations

import pytest

from rules import PRESETS
from rules import Player as RulesPlayer
from scorebook.core.months import midnight
from scorebook.play import evening_totals
from scorebook.play.hand_event_codec import read_table
from scorebook.play.models import MonthContract, MonthPair
from scorebook.play.months import SUMS, computed_hand_sums
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, ramsch, rufer, solo


@pytest.fixture
def evening(db: None) -> PlayedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Done")


def contract_sums(evening: PlayedEvening, name: str, contract: str) -> dict[str, int]:
    """What is not 0."""
    found = MonthContract.objects.get(club=evening.club, player=evening.players[name], contract=contract)
    figures = {field.name: getattr(found, field.name) for field in MonthContract._meta.get_fields()[7:]}
    return {figure: value for figure, value in figures.items() if value}


def pair_sums(evening: PlayedEvening, name: str, other: str) -> MonthPair:
    first, second = sorted((evening.players[name].pk, evening.players[other].pk))
    return MonthPair.objects.get(club=evening.club, player_id=first, other_id=second)


def test_a_rufer_counts_for_all_four(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo", level="schneider"))
    evening.close()
    assert contract_sums(evening, "Anna", "rufer") == {
        "hands": 1, "won": 1, "points": 30, "declared": 1, "declared_won": 1, "schneider_given": 1,
        "declared_points": 30,
    }  # fmt: skip
    assert contract_sums(evening, "Beppo", "rufer") == {
        "hands": 1, "won": 1, "points": 30, "schneider_given": 1, "partnered": 1, "partnered_won": 1,
        "partnered_points": 30,
    }  # fmt: skip
    assert contract_sums(evening, "Cilli", "rufer") == {
        "hands": 1, "lost": 1, "points": -30, "defended": 1, "schneider_taken": 1, "defended_points": -30,
    }  # fmt: skip
    pair = pair_sums(evening, "Anna", "Beppo")
    assert (pair.together, pair.together_won, pair.together_points, pair.against) == (1, 1, 30, 0)
    pair = pair_sums(evening, "Cilli", "Done")
    assert (pair.together, pair.together_won, pair.together_points, pair.against) == (1, 0, -30, 0)
    pair = pair_sums(evening, "Anna", "Done")
    assert (pair.together, pair.against, pair.against_points + pair.other_points) == (0, 1, 0)


@pytest.mark.parametrize(
    ("name", "other", "figures"),
    [
        ("Anna", "Beppo", {"together": 1, "together_won": 1, "together_points": 30, "partner_points": 30}),
        ("Cilli", "Done", {"together": 1, "together_points": -30, "partner_points": -30}),
        ("Anna", "Cilli", {"against": 1, "against_won": 1, "against_points": 30, "other_points": -30}),
        ("Done", "Beppo", {"against": 1, "against_points": -30, "other_points": 30}),
    ],
)
def test_a_pair_is_counted_on_one_side_or_against_each_other(
    evening: PlayedEvening, name: str, other: str, figures: dict[str, int]
) -> None:
    """As the one sees it whose row it is: the player with the lower id."""
    evening.record(rufer("Anna", "Beppo", level="schneider"))
    evening.close()
    row = pair_sums(evening, name, other)
    if row.player_id != evening.players[name].pk and "against" in figures:
        points = {"against_points": figures["other_points"], "other_points": figures["against_points"]}
        figures = {"against": 1, "against_won": 1 - figures.get("against_won", 0), **points}
    assert {sum_: value for sum_ in SUMS[MonthPair] if (value := getattr(row, sum_))} == {
        sum_: value for sum_, value in figures.items() if value
    }


def test_who_takes_the_pot_gains_more_than_their_partner(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PRESETS["bavarian"]["pub_everything"])
    evening.record(THROWN_IN)  # 10 of each lie in the pot
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    pair = pair_sums(evening, "Anna", "Beppo")
    assert {pair.player_id: pair.together_points, pair.other_id: pair.partner_points} == {
        evening.players["Anna"].pk: 60,
        evening.players["Beppo"].pk: 20,
    }
    evening.check()


def test_a_ramsch_has_no_sides(evening: PlayedEvening) -> None:
    evening.record(ramsch("Cilli"))
    evening.close()
    assert contract_sums(evening, "Cilli", "ramsch") == {"hands": 1, "lost": 1, "points": -60}
    assert contract_sums(evening, "Anna", "ramsch") == {"hands": 1, "won": 1, "points": 20}
    assert not MonthPair.objects.filter(club=evening.club).exists()


def test_a_hand_that_is_struck_out_or_becomes_another_counts_no_longer(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    evening.reopen()
    evening.void(1)
    evening.correct(2, solo("Done", won=False))
    evening.close()
    assert contract_sums(evening, "Anna", "rufer") == {}
    assert contract_sums(evening, "Done", "solo")["declared"] == 1
    assert pair_sums(evening, "Anna", "Beppo").together == 1
    evening.check()


@pytest.mark.parametrize("seed", range(5))
def test_after_any_evening_the_rows_are_a_plain_recount(db: None, seed: int) -> None:
    dice = random.Random(seed)
    names = ["Anna", "Beppo", "Cilli", "Done", "Emmi"]
    evening = new_evening(*names, ruleset=PRESETS["bavarian"]["pub_10_20_50"])

    for _ in range(12):
        active = [name for name in names if name != evening.dealer()]
        declarer, partner = dice.sample(active, 2)
        won = dice.random() < 0.5
        hands = (rufer(declarer, partner, won=won), solo(declarer, won=won), ramsch(declarer), THROWN_IN)
        evening.record(dice.choice(hands))
    for no in dice.sample(range(1, 13), 4):
        evening.void(no)
    evening.close()
    evening.check()
    assert recount(evening) == counted(evening)


def recount(evening: PlayedEvening) -> Counter[tuple[object, ...]]:
    """From the events, with no help of the product's sums."""
    found: Counter[tuple[object, ...]] = Counter()
    for event in evening_totals.current_evening_hands(evening.stored):
        if event.is_void:
            continue
        active = evening.stored.rules.active(read_table(event.table))
        side, won, points = event.score["declarer_side"], event.score["declarer_won"], event.score["points"]
        for player in active:
            found[player, event.report["contract"], "hands"] += 1
            found[player, event.report["contract"], "points"] += points[player]
            found[player, event.report["contract"], "declared_won"] += bool(won and side[0] == player)
        for pair in combinations(sorted(active), 2) if won is not None else ():
            one, other = (RulesPlayer(player) in side for player in pair)
            found[*pair, "together" if one == other else "against"] += 1
            found[*pair, "won"] += one == won
    return Counter({key: value for key, value in found.items() if value})


def counted(evening: PlayedEvening) -> Counter[tuple[object, ...]]:
    found: Counter[tuple[object, ...]] = Counter()
    for row in MonthContract.objects.filter(club=evening.club):
        for name in ("hands", "points", "declared_won"):
            found[str(row.player_id), row.contract, name] += getattr(row, name)
    for pair in MonthPair.objects.filter(club=evening.club):
        ids = str(pair.player_id), str(pair.other_id)
        found[*ids, "together"] += pair.together
        found[*ids, "against"] += pair.against
        found[*ids, "won"] += pair.together_won + pair.against_won
    return Counter({key: value for key, value in found.items() if value})


def test_an_evening_that_begins_at_midnight_of_new_year_counts_in_the_new_year_alone(db: None) -> None:
    new_year = midnight(date(2027, 1, 1))
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", at=new_year)
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    assert evening.stored.started_at == new_year
    assert not any(computed_hand_sums(evening.club, year=2026).values())
    assert all(computed_hand_sums(evening.club, year=2027).values())
