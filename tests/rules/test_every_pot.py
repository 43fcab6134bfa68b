"""The pot beside every hand: what is in it goes to or comes from the declarer alone, or the pair; nothing is lost."""

from __future__ import annotations

from itertools import product

import pytest

import rules
from rules import State, paid_into_pot
from rules.base_ruleset import Sides
from rules.report import AgreedHand, RamschHand, ThrownIn
from tests.rules.hand_space import declared, declared_contracts, reported, results
from tests.rules.invariants import check_score
from tests.rules.table import ANNA, BEPPO, PEOPLE, agreed, seated

WITH_POT = agreed("bavarian", "pub_10_20_50", pot_sweetener=10)


@pytest.mark.parametrize("pot", [1, 40, 999_999])
def test_a_declarer_sweeps_the_pot_or_doubles_it(pot: int) -> None:
    """B86, B87, B88: the normal payment goes on as if there were no pot. Of a Kreuzbock half each."""
    table = seated(5)
    for contract in declared_contracts(WITH_POT, table):
        for seat, result in product(range(4), results(contract)):
            hand = reported(declared(WITH_POT, table, contract, seat=seat), result)
            plain = rules.score(hand, WITH_POT)
            check_score(plain, WITH_POT, hand, contract, result)
            score = rules.score(hand, WITH_POT, State(pot=pot))
            if contract.id == "kreuzspiel":  # nobody declares (X69)
                assert (score.points, score.pot, score.state.pot) == (plain.points, 0, pot)
                continue
            change = pot if result.won else -pot
            takers = [hand.declarer]
            if contract.id == "kreuzbock":
                takers = [player for player in WITH_POT.active(table) if player in plain.declarer_side]
            half = pot // len(takers)
            shares = dict.fromkeys(takers, half) | {takers[0]: pot - half * (len(takers) - 1)}
            assert score.pot == -change
            assert score.state.pot == (0 if result.won else 2 * pot)
            assert score.value == plain.value
            assert score.points == {
                player: points + shares.get(player, 0) * (1 if result.won else -1)
                for player, points in plain.points.items()
            }


@pytest.mark.parametrize("with_partner", [False, True])
def test_whoever_declared_and_lost_pays_reuegeld_into_a_pot_that_is_kept(with_partner: bool) -> None:
    """X64: alone only, unless it was agreed for every game; and nobody wins or doubles what lies there."""
    table = seated(5)
    house_rules = {"pot_reuegeld": 15, "pot_kept": True, "pot_reuegeld_with_partner": with_partner}
    kept = WITH_POT.with_house_rules(house_rules)
    for contract in declared_contracts(kept, table):
        for seat, result in product(range(4), results(contract)):
            hand = reported(declared(kept, table, contract, seat=seat), result)
            plain, score = rules.score(hand, WITH_POT), rules.score(hand, kept, State(pot=40))
            may_regret = contract.sides is Sides.ALONE or (
                with_partner and contract.id not in ("kreuzbock", "kreuzspiel")
            )
            is_due = not result.won and may_regret
            assert (score.pot, score.state.pot) == ((15, 55) if is_due else (0, 40))
            assert score.points == {
                player: points - 15 * (is_due and player == hand.declarer) for player, points in plain.points.items()
            }
            assert paid_into_pot(score) == ({hand.declarer: 15} if is_due else {})


@pytest.mark.parametrize("people", [4, 5, 6, 7])
def test_a_thrown_in_hand_fills_the_pot_with_a_sweetener_of_each_active_player(people: int) -> None:
    """B85, X51: who sits out pays nothing."""
    for dealer, pot in product(PEOPLE[:people], (0, 40)):
        table = seated(people, dealer=dealer)
        score = rules.score(ThrownIn(table=table, contract="thrown_in"), WITH_POT, State(pot=pot))
        active = WITH_POT.active(table)
        assert score.points == {player: -10 if player in active else 0 for player in table.players}
        assert (score.pot, score.state.pot) == (40, pot + 40)
        assert score.state.dealer == table.next_dealer()


def test_hands_without_declarer_leave_the_pot_where_it_is() -> None:
    table = seated(4)
    ramsch = RamschHand(table=table, contract="ramsch", losers=(ANNA,))
    by_hand = AgreedHand(table=table, contract="agreed", points={ANNA: -7, BEPPO: 7}, why="revoke")
    for hand in (ramsch, by_hand):
        score = rules.score(hand, WITH_POT, State(pot=40))
        assert (score.pot, score.state.pot) == (0, 40)


@pytest.mark.parametrize("game", ["palatinate", "asserufen"])
def test_a_game_without_a_pot_moves_none(game: str) -> None:
    ruleset = agreed(game)
    table = seated(ruleset.LEAST_PLAYERS)
    score = rules.score(ThrownIn(table=table, contract="thrown_in"), ruleset)
    assert (score.pot, score.state.pot, set(score.points.values())) == (0, 0, {0})
