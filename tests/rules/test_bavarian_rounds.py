"""Special rounds played hand by hand: what they force, what they pay, when they end. B80, B81, B99."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rules import Player, Ruleset, Score, State, Table
from rules.games.bavarian.rounds import ANNOUNCED_ROUNDS, RoundKind
from rules.state import SpecialRound
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, Json, agreed, problems, scored, seated

PEOPLE = (ANNA, BEPPO, CILLI, DANI)
SCHOOL = agreed("bavarian")


def solo(declarer: Player, *, won: bool = True) -> Json:
    return {"contract": "solo", "declarer": declarer, "won": won}


def play(hands: Iterable[Json], ruleset: Ruleset = SCHOOL) -> list[Score]:
    """The hands one after the other from Dani's deal, each with the dealer that the one before left."""
    scores: list[Score] = []
    state = State(dealer=DANI)
    for hand in hands:
        assert state.dealer is not None
        scores.append(scored(hand, ruleset, Table(players=PEOPLE, dealer=state.dealer), state))
        state = scores[-1].state
    return scores


def running(kind: str, left: int = 4) -> State:
    call = scored({"contract": "round", "round": kind}, SCHOOL)
    assert call.state.round is not None
    assert call.state.round.left == (12 if kind == RoundKind.ALLGAEU else 4)
    return call.state


def test_announcing_a_round_scores_nothing_and_leaves_the_deal() -> None:
    (call,) = play([{"contract": "round", "round": "schieber"}])
    assert set(call.points.values()) == {0}
    assert call.state.dealer == DANI


@pytest.mark.parametrize(
    ("kind", "hand", "expected"),
    [
        ("schieber", solo(CILLI), set()),
        ("schieber", {"contract": "wenz", "declarer": CILLI, "won": True}, {("contract", "round_forces_contract")}),
        ("teufelsrunde", solo(ANNA), set()),
        ("teufelsrunde", solo(BEPPO), {("declarer", "round_forces_forehand")}),
        ("hadschader", {"contract": "rufer", "declarer": ANNA, "partner": CILLI, "won": True}, set()),
        ("hadschader", solo(DANI), {("declarer", "round_forces_forehand")}),
        ("allgaeu", {"contract": "geier", "declarer": ANNA, "won": True}, {("contract", "round_forces_contract")}),
        ("strixner", {"contract": "geier", "declarer": CILLI, "won": True}, set()),
        (
            "strixner",
            {"contract": "rufer", "declarer": ANNA, "partner": CILLI, "won": True},
            {("contract", "round_forces_solo")},
        ),
        ("zupf_solo", {"contract": "wenz", "declarer": ANNA, "won": True}, {("contract", "round_forces_contract")}),
        ("minas", solo(BEPPO), {("declarer", "round_forces_forehand")}),
        ("kreuzbock", {"contract": "kreuzbock", "declarer": ANNA, "won": True}, set()),
        ("kreuzbock", solo(ANNA), {("contract", "round_forces_contract")}),
        ("ramsch", {"contract": "ramsch", "losers": [ANNA]}, set()),
        ("ramsch", solo(ANNA), {("contract", "round_forces_contract")}),
        ("last", solo(CILLI), set()),
        ("schieber", {"contract": "thrown_in"}, set()),
        ("schieber", {"contract": "round", "round": "minas"}, {("round", "round_in_progress")}),
    ],
)
def test_what_a_round_forces(kind: str, hand: Json, expected: set[tuple[str, str]]) -> None:
    assert problems(hand, SCHOOL, state=running(kind)) == expected


@pytest.mark.parametrize("rounds", [["last"], ["schieber"]])
@pytest.mark.parametrize("contract", ["rufer", "solo"])
def test_the_ober_is_asked_for_in_the_rufer_of_a_table_with_a_last_round(rounds: list[str], contract: str) -> None:
    """Who has the Ober of acorns deals the last round (B99)."""
    ruleset, table = agreed("bavarian", rounds=rounds), seated(4)
    found = ruleset.contract(contract, 4)
    assert found and ("ober" in ruleset.questions(found, table, State())) == (
        rounds == ["last"] and contract == "rufer"
    )


def test_round_ends_when_everybody_has_dealt_and_a_thrown_in_hand_does_not_count() -> None:
    hands = [solo(BEPPO), {"contract": "thrown_in"}, solo(CILLI), solo(DANI), solo(ANNA)]
    scores = play([{"contract": "round", "round": "schieber"}, *hands])
    assert [score.state.round.left if score.state.round else 0 for score in scores] == [4, 3, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ([ANNA], set()),
        ([ANNA, BEPPO], set()),
        ([BEPPO], {("kontra", "doubling_out_of_turn")}),
        ([ANNA, ANNA], {("kontra", "doubling_out_of_turn")}),
        ([None, BEPPO], set()),
        ([None, ANNA], {("kontra", "doubling_out_of_turn")}),
    ],
)
def test_after_the_stoss_of_a_hadschader_the_declaring_side_comes_first(
    calls: list[Player | None], expected: set[tuple[str, str]]
) -> None:
    """B81, B90: Anna must play, and answers with a Retour."""
    hand = {**solo(ANNA), "kontra": calls}
    strict = agreed("bavarian", several_may_double=False)
    assert problems(hand, strict, state=running("hadschader")) == expected
    if not expected:
        assert scored(hand, strict, state=running("hadschader")).value == 50 * 2 * 2 ** len(calls)


def test_a_retour_in_a_hadschader_is_a_re() -> None:
    """B89: both sides doubled, the opponents by the round."""
    ruleset = agreed("bavarian", bock_after=["re"])
    assert scored({**solo(ANNA), "kontra": [ANNA]}, ruleset, state=running("hadschader")).state.bock
    assert not scored(solo(ANNA), ruleset, state=running("hadschader")).state.bock


def test_hadschader_is_stossed_by_itself_and_follows_a_lost_solo_where_agreed() -> None:
    ruleset = agreed("bavarian", hadschader_after_lost_solo=True)
    lost, forced = play([solo(ANNA, won=False), solo(BEPPO)], ruleset)
    assert lost.state.round is not None and lost.state.round.kind == "hadschader"
    assert forced.value == 100


def test_everybody_plays_each_contract_once_in_the_allgaeu_round() -> None:
    call: Json = {"contract": "round", "round": "allgaeu"}
    first, second = play([call, solo(BEPPO)])
    assert problems(solo(BEPPO), SCHOOL, state=second.state) == {("contract", "round_contract_done")}
    assert problems(solo(CILLI), SCHOOL, state=second.state) == set()
    whole = play(
        [
            call,
            *(solo(player) for player in PEOPLE),
            *({"contract": "wenz", "declarer": player, "won": True} for player in PEOPLE),
            *(
                {"contract": "rufer", "declarer": player, "partner": PEOPLE[place - 1], "won": True}
                for place, player in enumerate(PEOPLE)
            ),
        ]
    )
    assert whole[-2].state.round is not None
    assert whole[-1].state.round is None


def test_poorest_solo_of_a_minas_round_pays_the_others() -> None:
    ruleset = agreed("bavarian", minas_payment=25)
    call: Json = {"contract": "round", "round": "minas"}
    forehand = [ANNA, BEPPO, CILLI, DANI]  # Dani deals first
    results = [True, False, True, True]
    *_, before, last = play([call, *map(lambda who, won: solo(who, won=won), forehand, results)], ruleset)
    assert set(before.points.values()) == {150, -50}
    assert last.points == {ANNA: -50 + 25, BEPPO: -50 - 75, CILLI: -50 + 25, DANI: 150 + 25}
    assert last.reasons[-1].code == "minas_paid"
    assert last.state.round is None


def test_the_poorest_of_a_minas_round_who_sits_out_its_last_hand_pays_all_who_sit_there() -> None:
    five = Table(players=(*PEOPLE, EVI), dealer=EVI)
    last = SpecialRound(kind="minas", left=1, results={EVI: -150, BEPPO: 150, CILLI: 150, DANI: 150})
    score = scored(solo(ANNA), agreed("bavarian", minas_payment=20), five, State(round=last))
    assert score.points == {ANNA: 150 + 20, BEPPO: -50 + 20, CILLI: -50 + 20, DANI: -50 + 20, EVI: -80}


def test_nobody_pays_when_two_minas_solos_were_equally_poor() -> None:
    call: Json = {"contract": "round", "round": "minas"}
    won = (True, False, False, True)
    *_, last = play([call, *map(lambda who, is_won: solo(who, won=is_won), (ANNA, BEPPO, CILLI, DANI), won)])
    assert last.points[DANI] == 150
    reason = last.reasons[-1]
    assert (reason.code, reason.args["player"]) == ("minas_tied", "Beppo, Cilli")


@pytest.mark.parametrize(
    ("results", "dani", "reason"),
    [
        ({EVI: -150, BEPPO: 150, CILLI: 150}, 150, "tariff.solo"),  # who had the poorest Solo has gone home
        ({EVI: -150, BEPPO: -150, CILLI: 150}, 150, "minas_tied"),
        ({EVI: 150, BEPPO: -150, CILLI: 150}, 200, "minas_paid"),
    ],
)
def test_who_has_gone_home_before_a_minas_round_ends(results: dict[Player, int], dani: int, reason: str) -> None:
    last = SpecialRound(kind="minas", left=1, results=results)
    score = scored(solo(DANI), SCHOOL, Table(players=PEOPLE, dealer=CILLI), State(round=last))
    assert (score.points[DANI], score.reasons[-1].code) == (dani, reason)


def test_minas_and_kreuzbock_follow_events_where_agreed() -> None:
    (won,) = play([solo(ANNA)], agreed("bavarian", minas_after_won_solo=True))
    assert won.state.round is not None and won.state.round.kind == "minas"
    (passed,) = play([{"contract": "thrown_in"}], agreed("bavarian", kreuzbock_after=["thrown_in"]))
    assert passed.state.round is not None and passed.state.round.kind == "kreuzbock"


def test_old_man_deals_the_last_round() -> None:
    rufer: Json = {"contract": "rufer", "declarer": ANNA, "partner": BEPPO, "won": True, "ober_holder": CILLI}
    *_, last = play([rufer, solo(ANNA), {"contract": "round", "round": "last"}])
    assert last.state.dealer == CILLI


@pytest.mark.parametrize(("last_round", "value"), [("plain", 50), ("double", 100), ("solos_only", 50)])
def test_last_round_under_each_reading(last_round: str, value: int) -> None:
    ruleset = agreed("bavarian", last_round=last_round)
    _, hand = play([{"contract": "round", "round": "last"}, solo(BEPPO)], ruleset)
    assert hand.value == value
    rufer: Json = {"contract": "rufer", "declarer": ANNA, "partner": BEPPO, "won": True}
    expected = {("contract", "round_forces_solo")} if last_round == "solos_only" else set()
    assert problems(rufer, ruleset, state=hand.state) == expected


def test_state_in_the_middle_of_a_round_survives_json() -> None:
    from rules import read_state

    for kind in ANNOUNCED_ROUNDS:
        *_, score = play([{"contract": "round", "round": kind}])
        assert read_state(score.state.to_json()) == score.state


def test_the_pot_has_no_part_in_how_poor_a_minas_solo_was() -> None:
    """B88: a lost Solo that doubles the pot as well is not poorer for it."""
    ruleset = agreed("bavarian", pot_sweetener=10)
    beppo = SpecialRound(kind="minas", left=2, results={BEPPO: -150})
    lost = scored(solo(ANNA, won=False), ruleset, state=State(pot=40, round=beppo))
    assert lost.points[ANNA] == -190
    assert lost.state.round is not None
    assert lost.state.round.results == {BEPPO: -150, ANNA: -150}


# -- what is due after a hand that everybody passed --------------------------------------------------------------------


@pytest.mark.parametrize("contract", ["muss", "ramsch", "kreuzspiel"])
def test_the_next_hand_is_what_was_agreed_until_it_is_played(contract: str) -> None:
    """B21: thrown in once more it is still due; then everything may be played again."""
    ruleset = agreed("bavarian", allowed=["rufer", "solo", "muss", "ramsch", "kreuzspiel"], after_thrown_in=contract)
    hands: dict[str, Json] = {
        "muss": {"contract": "muss", "declarer": ANNA, "partner": CILLI, "won": True},
        "ramsch": {"contract": "ramsch", "losers": [ANNA]},
        "kreuzspiel": {"contract": "kreuzspiel", "declarer": ANNA, "won": True},
    }
    state = State()
    for _ in range(2):
        state = scored({"contract": "thrown_in"}, ruleset, state=state).state
        assert state.round == SpecialRound(kind=contract, left=1)
    rufer: Json = {"contract": "rufer", "declarer": ANNA, "partner": BEPPO, "won": True}
    code = "round_forces_contract_or_solo" if contract == "muss" else "round_forces_contract"
    assert problems(rufer, ruleset, state=state) == {("contract", code)}
    if contract == "muss":  # whoever must play declares a game (B21, B82)
        assert scored(solo(CILLI, won=False), ruleset, state=state).state.round is None
    assert scored(hands[contract], ruleset, state=state).state.round is None
