"""House rules that meet: hands whose value or refusal two of them decide together. Figures by hand from docs/rules."""

from __future__ import annotations

import pytest

from rules import ReportError, Ruleset, RulesetError, State, read_report
from rules.games.bavarian.contracts import EVERY_CONTRACT, SHORT_LIST
from rules.games.bavarian.rounds import RoundKind
from rules.games.sasku.hand import SaskuHand
from rules.scoring import score
from rules.state import Duty, SpecialRound
from rules.wording import words
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, Json, agreed, problems, scored, seated

EVERYTHING: Json = {"allowed": list(EVERY_CONTRACT)}
HADSCHADER = State(round=SpecialRound(kind="hadschader", left=4))


def school(**house_rules: object) -> Ruleset:
    return agreed("bavarian", "school_10_50", **{**EVERYTHING, **house_rules})


THREE = seated(3)


def short(**house_rules: object) -> Ruleset:
    return agreed("bavarian", "short", **{**EVERYTHING, **house_rules})


@pytest.mark.parametrize(("declarer", "points"), [(ANNA, 70), (BEPPO, 50)])
def test_a_kreuzspiel_is_the_same_whichever_pair_is_reported(declarer: str, points: int) -> None:
    """X69: Anna and Cilli have 70. Nobody declares, so the pot stays, and there are no declarer's matadors."""
    ruleset = school(pot_sweetener=10, count_matadors=True, matadors_of="declarers")
    hand = {"contract": "kreuzspiel", "declarer": declarer, "card_points": points}
    run = {"top_trumps": {"count": 4, "side": "declarer_side" if declarer == ANNA else "opponents"}}
    answer = scored({**hand, **run}, ruleset, state=State(pot=41))
    assert answer.points == {ANNA: 10, BEPPO: -10, CILLI: 10, DANI: -10}
    assert (answer.pot, answer.state.pot) == (0, 41)


@pytest.mark.parametrize(("count", "is_possible"), [(8, True), (9, False), (14, False)])
@pytest.mark.parametrize("side", [{}, {"side": "declarer_side"}])
def test_a_run_whose_side_follows_is_no_longer_than_a_hand(count: int, is_possible: bool, side: Json) -> None:
    """B61, G5."""
    ruleset = agreed("bavarian", "pub_10_20_50", matadors_of="winners")
    hand = {"contract": "solo_tout", "declarer": ANNA, "won": True, "top_trumps": {"count": count, **side}}
    assert (problems(hand, ruleset) == set()) == is_possible


@pytest.mark.parametrize("calls", [1, [BEPPO]])
def test_the_stoss_of_a_hadschader_is_the_only_one_where_nobody_answers(calls: object) -> None:
    ruleset = school(only_opponents_double=True, several_may_double=False)
    hand = {"contract": "solo", "declarer": ANNA, "won": True, "kontra": calls}
    assert problems(hand, ruleset, state=HADSCHADER) == {("kontra", "only_opponents_double")}
    assert problems(hand, ruleset) == set()


@pytest.mark.parametrize("calls", [1, [ANNA]])
def test_a_kreuzbock_is_not_taken_over(calls: object) -> None:
    """B80: the last call says who declares, so nobody takes the game from them (X43)."""
    answer = scored(
        {"contract": "kreuzbock", "declarer": ANNA, "card_points": 60, "kontra": calls}, school(kontra_takes_over=True)
    )
    assert answer.declarer_won is False
    assert "kontra_takes_over" not in {reason.code for reason in answer.reasons}


@pytest.mark.parametrize("contract", ["solo_tout", "bettel"])
def test_without_card_points_there_is_no_takeover_to_tell_of(contract: str) -> None:
    hand = {"contract": contract, "declarer": ANNA, "won": True, "kontra": 1}
    codes = {reason.code for reason in scored(hand, school(kontra_takes_over=True)).reasons}
    assert "kontra_takes_over" not in codes


def test_a_short_tout_is_played_where_a_sie_would_be() -> None:
    """B81, B102."""
    ruleset = agreed("bavarian", "short", allowed=[*SHORT_LIST, "short_tout"])
    for kind in ("schieber", "teufelsrunde"):
        state = State(round=SpecialRound(kind=kind, left=4))
        assert problems({"contract": "short_tout", "declarer": ANNA}, ruleset, state=state) == set()


def test_the_allgaeu_round_names_the_game_that_was_played() -> None:
    done = (Duty(player=ANNA, contract="solo"),)
    state = State(round=SpecialRound(kind="allgaeu", left=4, done=done))
    hand = {"contract": "solo_tout", "declarer": ANNA, "won": True}
    with pytest.raises(ReportError) as refused:
        scored(hand, school(), state=state)
    assert words.problem_text(refused.value.problems[0], "de") == "Anna hat Solo in dieser Runde schon gespielt."


@pytest.mark.parametrize("settlement", ["divide", "both_pay"])
def test_a_ramsch_says_who_is_paid_only_where_one_player_is(settlement: str) -> None:
    """X45: three are level and the fourth wins, which is no "most pay the fewest"."""
    ruleset = school(ramsch_full_tie=settlement)
    hand = {"contract": "ramsch", "losers": [ANNA, BEPPO, CILLI]}
    report = read_report(hand, ruleset=ruleset, table=seated(5))
    text = words.hand_text(report, score(report, ruleset), "en")
    assert text == "Ramsch: Anna, Beppo, Cilli lost"


def test_a_report_of_an_unknown_contract_is_refused_without_its_reader() -> None:
    with pytest.raises(ReportError, match="contract_unknown"):
        score(SaskuHand(table=seated(4), contract="bogus"), agreed("sasku"))


def test_an_offender_who_pays_alone_takes_an_overclaim_back() -> None:
    """X55, B49: Dani pays for Cilli too. A claim of 15 for 10 leaves each winner 2 * 10 - 15."""
    ruleset = school(revoker_pays_alone=True, overclaim="recoup_twice")
    hand = {"contract": "rufer", "declarer": ANNA, "partner": BEPPO, "revoked_by": DANI}
    assert scored({**hand, "value": 10}, ruleset).points == {ANNA: 10, BEPPO: 10, CILLI: 0, DANI: -20}
    answer = scored({**hand, "value": 15}, ruleset)
    assert (answer.points, answer.value) == ({ANNA: 5, BEPPO: 5, CILLI: 0, DANI: -10}, 5)
    assert [reason.code for reason in answer.reasons[-2:]] == ["overclaimed", "recouped"]


@pytest.mark.parametrize(
    ("contract", "rank", "aces", "found"),
    [
        ("muss", "ten", None, set()),  # the report does not know the hand
        ("muss", "ten", 3, set()),
        ("muss", "king", 2, {("call.card.rank", "needs_all_aces")}),
        ("muss", "ten", 1, {("call.card.rank", "needs_all_aces")}),
        ("muss", "ace", 2, set()),
        ("muss", "ace", 3, {("call.aces_held", "secret_solo")}),
        ("rufer", "ace", 3, {("call.aces_held", "secret_solo")}),
        ("rufer", "ace", 4, {("call.aces_held", "aces_held_out_of_range")}),
    ],
)
def test_a_call_agrees_with_the_aces_that_the_declarer_held(
    contract: str, rank: str, aces: int | None, found: set[tuple[str, str]]
) -> None:
    """B13, B84."""
    call = {"card": {"rank": rank, "suit": "leaves"}, "aces_held": aces}
    hand = {"contract": contract, "declarer": ANNA, "partner": BEPPO, "won": True, "call": call}
    assert problems(hand, school()) == found


def test_an_ace_of_a_void_suit_may_be_called_in_a_muss_before_an_open_one() -> None:
    """B84, where A10 asks for the open suit first."""
    call = {"card": {"rank": "ace", "suit": "leaves"}, "suit_cards": 0, "open_suits": 1}
    hand = {"contract": "muss", "declarer": ANNA, "partner": BEPPO, "won": True, "call": call}
    assert problems(hand, school()) == set()


@pytest.mark.parametrize(("tie", "rule"), [("shared", "B65"), ("tricks", "X48"), ("highest_trump", "X48")])
@pytest.mark.parametrize("settlement", ["divide", "both_pay"])
@pytest.mark.parametrize("counts", [{"card_points": {ANNA: 50, BEPPO: 50, CILLI: 20, DANI: 0}}, {}])
def test_a_ramsch_with_several_losers_cites_why_they_are_several(
    tie: str, rule: str, settlement: str, counts: Json
) -> None:
    """B65: the table shares every loss of equal card points. X48: all counts are level."""
    ruleset = school(ramsch_tie=tie, ramsch_full_tie=settlement)
    reason = scored({"contract": "ramsch", "losers": [ANNA, BEPPO], **counts}, ruleset).reasons[0]
    assert (reason.code, reason.rule) == (f"ramsch_level_{settlement}", rule)


WENZ, SUIT_WENZ = ((f"matador_minimum_{game}", "minimum_above_maximum") for game in ("wenz", "suit_wenz"))
TOO_LOW = ("matador_maximum", "maximum_below_minimum")


@pytest.mark.parametrize(
    ("house_rules", "found"),
    [
        ({}, {WENZ, TOO_LOW}),  # as a rule matadors of a Wenz count from two
        ({"matador_minimum_wenz": 1}, set()),
        ({"matador_minimum_wenz": 1, "matador_minimum_suit_wenz": 2}, {SUIT_WENZ, TOO_LOW}),
        ({"matador_minimum_suit_wenz": 3}, {WENZ, SUIT_WENZ, TOO_LOW}),
        ({"matador_maximum": 2}, set()),
        ({"allowed": ["rufer", "solo"]}, set()),
        ({"count_matadors": False}, set()),
    ],
)
def test_a_maximum_of_matadors_is_not_below_the_minimum_of_a_wenz(
    house_rules: Json, found: set[tuple[str, str]]
) -> None:
    """X40, B61: else no form would ask for the matadors of a Wenz."""
    matadors = {"count_matadors": True, "matador_minimum": 1, "matador_maximum": 1, **house_rules}
    try:
        school(**matadors)
    except RulesetError as refused:
        assert {(problem.field, problem.code) for problem in refused.problems} == found
        assert all("1" in words.problem_text(one, "de") for one in refused.problems if one.field != "matador_maximum")
    else:
        assert found == set()


@pytest.mark.parametrize(
    ("calls", "text"),
    [
        ([ANNA], "2 (Retour)"),
        (1, "2 (Retour)"),
        ([ANNA, BEPPO], "4 (2 calls after the Stoss)"),
        ([BEPPO], "2 (Stoss)"),  # once more
        ([BEPPO, ANNA], "4 (Stoss, Retour)"),
        ([BEPPO, CILLI], "4 (Stoss twice)"),
    ],
)
def test_the_first_answer_to_the_stoss_of_a_hadschader_is_a_retour(calls: object, text: str) -> None:
    """B81, B90."""
    hand = {"contract": "solo", "declarer": ANNA, "won": True, "kontra": calls}
    report = read_report(hand, ruleset=school(), table=seated(4), state=HADSCHADER)
    answer = score(report, school(), HADSCHADER)
    line = words.sum_text(answer, "en").replace(words.NO_BREAK, " ")
    assert line == f"Solo 50 × 2 (Hadschader) × {text} = {answer.value}"
    assert words.hand_text(report, answer, "en").endswith(text[3:-1])


@pytest.mark.parametrize("hand", [{"contract": "ramsch", "losers": [ANNA]}, {"contract": "ramsch", "march_by": ANNA}])
def test_no_ramsch_where_forehand_must_play(hand: Json) -> None:
    """B81: nobody declares in it."""
    assert problems(hand, school(), state=HADSCHADER) == {("contract", "round_forces_forehand")}


@pytest.mark.parametrize("declarer", [ANNA, BEPPO])
def test_no_kreuzspiel_where_forehand_must_play(declarer: str) -> None:
    hand = {"contract": "kreuzspiel", "declarer": declarer, "won": True}
    assert problems(hand, school(), state=HADSCHADER) == {("contract", "round_forces_forehand")}


def test_what_a_form_proposes_first_where_forehand_must_play() -> None:
    """A usual contract, no Muss: none is due."""
    ruleset = school()
    proposed = [one.id for one in ruleset.playable_now(ruleset.contracts(4), HADSCHADER)]
    assert proposed[0] == "rufer" and not {"ramsch", "kreuzspiel"} & {*proposed}


@pytest.mark.parametrize(
    ("facts", "is_possible"),
    [
        ({"declarer": ANNA}, True),
        ({"declarer": CILLI}, True),  # who of a pair was named is chance (X51)
        ({"declarer": BEPPO}, False),
        ({"declarer": CILLI, "kontra": [ANNA]}, True),
        ({"kontra": [CILLI]}, True),
        ({"kontra": [BEPPO]}, False),  # the last call would let the other pair declare
        ({}, True),
    ],
)
def test_the_pair_of_forehand_declares_a_kreuzbock_where_forehand_must_play(facts: Json, is_possible: bool) -> None:
    """B80, B81."""
    found = problems({"contract": "kreuzbock", "won": True, **facts}, school(), state=HADSCHADER)
    assert found == (set() if is_possible else {("declarer", "round_forces_forehand")})


def test_an_outsider_declares_no_kreuzbock_where_forehand_must_play() -> None:
    found = problems({"contract": "kreuzbock", "won": True, "declarer": "Evi"}, school(), state=HADSCHADER)
    assert ("declarer", "player_unknown") in found


@pytest.mark.parametrize("due", ["muss", "ramsch", "kreuzspiel"])
def test_three_people_are_not_due_a_hand_for_four(due: str) -> None:
    """B21, B105."""
    ruleset = short(after_thrown_in=due)
    assert scored({"contract": "thrown_in"}, ruleset, THREE).state.round is None
    assert scored({"contract": "thrown_in"}, ruleset, seated(5)).state.round == SpecialRound(kind=due, left=1)


def test_no_kreuzbock_follows_among_three_people() -> None:
    """B80: the Hadschader follows nevertheless, as a lost Solo starts it."""
    ruleset = short(kreuzbock_after=["lost_solo"], after_thrown_in="ramsch")
    lost = {"contract": "solo", "declarer": ANNA, "won": False}
    assert scored(lost, ruleset, THREE).state.round is None
    assert scored(lost, ruleset).state.round == SpecialRound(kind="kreuzbock", left=4)
    hadschader = short(kreuzbock_after=["lost_solo"], hadschader_after_lost_solo=True)
    assert scored(lost, hadschader, THREE).state.round == SpecialRound(kind="hadschader", left=3)


@pytest.mark.parametrize("kind", [*RoundKind])
def test_a_round_leaves_three_people_something_to_play(kind: RoundKind) -> None:
    """B81: a round for four binds nobody after one of them has left."""
    ruleset, state = short(), State(round=SpecialRound(kind=kind, left=2))
    hands = ({"contract": contract, "declarer": ANNA, "won": True} for contract in ("solo", "wenz"))
    [*possible] = [hand for hand in hands if not problems(hand, ruleset, THREE, state)]
    assert possible
    after = scored(possible[0], ruleset, THREE, state).state.round
    assert after and after.left == 1
    for_four = kind in (RoundKind.ALLGAEU, RoundKind.KREUZBOCK, RoundKind.RAMSCH, RoundKind.MUSS, RoundKind.KREUZSPIEL)
    if kind not in (RoundKind.MUSS, RoundKind.KREUZSPIEL):
        found = problems({"contract": "round", "round": kind}, ruleset, THREE)
        assert found == ({("round", "not_a_choice")} if for_four else set())
        assert not problems({"contract": "round", "round": kind}, ruleset)


def test_a_table_without_the_contract_of_a_round_announces_none() -> None:
    """B81: no Ramsch is agreed, and everybody would owe a Wenz."""
    ruleset = agreed("bavarian", allowed=["rufer", "solo"])
    assert not {"ramsch", "kreuzbock", "allgaeu"} & {*ruleset.announced_rounds(4)}
    assert {"schieber", "hadschader"} < {*ruleset.announced_rounds(4)}
    assert agreed("bavarian", allowed=["rufer", "solo"], rounds=["ramsch"]).contract("round", 4) is None
