"""A hand for each sentence of the rules book on a house rule that states a limit, a payment, a permission or an order.

The table of each row has the sentence on its page, and the hand comes to what the sentence says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules import Score, State
from rules.state import Match, SpecialRound
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, PEOPLE
from tests.web.house_rule_values import RICHEST

Facts = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookExample:
    """A hand and what the rules make of it.

    expected: the value of the hand, the code of its refusal, or what is true of its score.
    says:     what the sentence says with the figures of this table, where it has more than one.
    """

    code: str
    game: str
    house_rules: Facts
    hand: Facts
    expected: int | str | Callable[[Score], bool]
    state: State = field(default_factory=State)
    people: int = 4
    says: str = ""

    def __str__(self) -> str:
        return f"{self.code} {self.expected if isinstance(self.expected, int | str) else ''}"


def example(
    code: str, hand: Facts, expected: int | str | Callable[[Score], bool], *, game: str = "bavarian", people: int = 4,
    state: State | None = None, says: str = "", **house_rules: object,
) -> BookExample:  # fmt: skip
    """Return an example at the richest table of the game; the house rule has the value that the code names."""
    name, _, key = code.partition(".")
    value: object = {"yes": True, "no": False}.get(key, int(key) if key.isdecimal() else key)
    named = {} if key in ("set", "unset") or key == _settled(game, name) else {name: value}
    return BookExample(
        code=code, game=game, house_rules=named | house_rules, hand=hand, expected=expected,
        state=state or State(), people=people, says=says,
    )  # fmt: skip


def _settled(game: str, name: str) -> str:
    return str(getattr(RICHEST[game], name))


RUFER = {"contract": "rufer", "declarer": ANNA, "partner": BEPPO, "card_points": 70}
SCHWARZ = {**RUFER, "card_points": 120, "level": "schwarz"}
LATE_RUFER = {**RUFER, "declarer": BEPPO, "partner": DANI}  # so that forehand is an opponent
SOLO = {"contract": "solo", "declarer": ANNA, "trump_suit": "bells", "card_points": 70}
LOST_SOLO = {**SOLO, "card_points": 40}
TOUT = {"contract": "solo_tout", "declarer": ANNA, "trump_suit": "bells", "won": True}
THROWN_IN = {"contract": "thrown_in"}
POT = State(pot=40)


def run(count: int, side: str = "declarer_side") -> Facts:
    return {"top_trumps": {"count": count, "side": side}}


def counted(points: tuple[int, ...], tricks: tuple[int, ...] = ()) -> Facts:
    hand: dict[str, object] = {"contract": "ramsch", "card_points": dict(zip(PEOPLE, points, strict=False))}
    return hand | ({"tricks": dict(zip(PEOPLE, tricks, strict=False))} if tricks else {})


def in_round(kind: str, **facts: object) -> State:
    return State(round=SpecialRound(kind=kind, left=1, **facts))  # type: ignore[arg-type]


def round_is(kind: str | None) -> Callable[[Score], bool]:
    return lambda score: (score.state.round.kind if score.state.round else None) == kind


def bock_is(*factors: int) -> Callable[[Score], bool]:
    return lambda score: score.state.bock == factors


def pot_grows(points: int) -> Callable[[Score], bool]:
    return lambda score: score.pot == points


def pays(*points: int) -> Callable[[Score], bool]:
    """Return whether the first players in seating order win so much."""
    return lambda score: tuple(score.points[player] for player in PEOPLE[: len(points)]) == points


def side_is(*players: object) -> Callable[[Score], bool]:
    return lambda score: score.declarer_side == players


LEVEL = counted((40, 40, 20, 20), (2, 2, 2, 2))
LOSES = {"contract": "ramsch", "losers": [ANNA]}
HALVES: dict[str, Any] = {"matador_value": "half_unit", "unit": 5}
SHORT: dict[str, Any] = {"allowed": ["rufer", "solo", "sie", "short_tout"], "matador_maximum": 12}

BAVARIAN = (
    example("deck_cards.24", {"contract": "sie", "declarer": ANNA}, "no_sie_with_short_cards", **SHORT),
    example("deck_cards.24", {**SOLO, "card_points": 95}, 60, **SHORT),
    example("deck_cards.24", RUFER, "contract_needs_four", people=3, **SHORT),
    example("deck_cards.20", {**SOLO, "card_points": 95}, 60, **SHORT),
    example("after_thrown_in.nothing", THROWN_IN, round_is(None)),
    *(example(f"after_thrown_in.{one}", THROWN_IN, round_is(one)) for one in ("muss", "ramsch", "kreuzspiel")),
    example("after_thrown_in.muss", RUFER, "round_forces_contract_or_solo", state=in_round("muss")),
    example("after_thrown_in.muss", SOLO, 50, state=in_round("muss"), says="which only a soloist contract outbids"),
    example("after_thrown_in.ramsch", SOLO, "round_forces_contract", state=in_round("ramsch")),
    example("after_thrown_in.kreuzspiel", SOLO, "round_forces_contract", state=in_round("kreuzspiel")),
    example("tout_rule.double", TOUT, 100),
    example("tout_rule.points_table", TOUT, 150),
    example("tout_rule.with_schwarz", TOUT, 140),
    example("sie_factor.1", {"contract": "sie", "declarer": ANNA}, 50),
    example("sie_factor.set", {"contract": "sie", "declarer": ANNA}, 300, sie_factor=6),
    example("sie_counts_matadors.yes", {"contract": "sie", "declarer": ANNA}, 4 * (50 + 80)),
    example("hochzeit_factor.1", {**RUFER, "contract": "hochzeit"}, 20),
    example("hochzeit_factor.set", {**RUFER, "contract": "hochzeit"}, 60, hochzeit_factor=3),
    example("muss_with_opposite.no", {**RUFER, "contract": "muss"}, side_is(ANNA, BEPPO)),
    example("muss_with_opposite.yes", {"contract": "muss", "declarer": ANNA, "won": True}, side_is(ANNA, CILLI)),
    example("round_to.up", {**RUFER, **run(3)}, 28, **HALVES),
    example("round_to.down", {**RUFER, **run(3)}, 27, **HALVES),
    example("count_matadors.yes", {**RUFER, **run(3)}, 50),
    example("matador_minimum.set", {**RUFER, **run(2)}, 20),
    example("matador_minimum.set", {**RUFER, **run(2)}, 40, matador_minimum=2),
    example("matador_maximum.set", {**RUFER, **run(6)}, 60, matador_maximum=4),
    example("matador_value.unit", {**RUFER, **run(4)}, 20 + 4 * 10, says="Each counts 10."),
    example("matador_value.half_unit", {**RUFER, **run(4)}, 20 + 4 * 5, says="as Schneider: 5."),
    example("matadors_of.both", {**RUFER, **run(3, "opponents")}, 50),
    example("matadors_of.declarers", {**RUFER, **run(3, "opponents")}, 20),
    example("matadors_of.declarers", {**RUFER, **run(3), "card_points": 40}, 50),
    example("matadors_of.winners", {**RUFER, **run(3), "card_points": 40}, 20),
    example("matadors_of.losers", {**RUFER, **run(3), "card_points": 40}, 50),
    example("solo_scores_schneider_schwarz.yes", {**SOLO, "card_points": 95}, 60),
    example("solo_scores_schneider_schwarz.no", {**SOLO, "card_points": 95}, 50),
    example("schwarz_must_be_claimed.yes", {**SCHWARZ, "schwarz_claimed": False}, 30),
    example("schwarz_must_be_claimed.no", SCHWARZ, 40),
    example("overclaim.refuse", {**RUFER, "value": 30}, "claimed_value_wrong"),
    example("overclaim.recoup_twice", {**RUFER, "value": 30}, 10),
    example("revoker_pays_alone.yes", {**RUFER, "card_points": None, "revoked_by": ANNA}, pays(-40, 0, 20, 20)),
    example("several_may_double.yes", {**RUFER, "kontra": [CILLI, DANI]}, 80),
    example("several_may_double.no", {**RUFER, "kontra": [CILLI, DANI]}, "doubling_out_of_turn"),
    example("only_forehand_doubles.yes", {**LATE_RUFER, "kontra": [CILLI]}, "only_forehand_doubles"),
    example("only_forehand_doubles.yes", {**LATE_RUFER, "kontra": [ANNA]}, 40),
    example("only_forehand_doubles.yes", {**RUFER, "kontra": [ANNA]}, "only_forehand_doubles"),
    example("only_opponents_double.yes", {**RUFER, "kontra": [CILLI, ANNA]}, "only_opponents_double"),
    example("only_opponents_double.yes", {**RUFER, "kontra": [CILLI, CILLI]}, "only_opponents_double"),
    example("only_opponents_double.no", {**RUFER, "kontra": [CILLI, ANNA, DANI]}, 160),
    example("most_doublings.0", {**RUFER, "kontra": [CILLI]}, "too_many_doublings"),
    example("most_doublings.1", {**RUFER, "kontra": [CILLI, ANNA]}, "too_many_doublings"),
    example("most_doublings.set", {**RUFER, "kontra": [CILLI, ANNA, DANI]}, "too_many_doublings", most_doublings=2),
    example("kontra_takes_over.yes", {**RUFER, "card_points": 60, "kontra": [CILLI]}, pays(40, 40, -40, -40),
            says="caller's side needs 61, the other side 60"),
    example("kontra_takes_over.yes", {**RUFER, "card_points": 59, "kontra": [CILLI]}, pays(-40, -40, 40, 40)),
    example("laying.yes", {**RUFER, "laid": [ANNA, BEPPO]}, 80),
    example("laying_in_order.yes", {**RUFER, "laid": [BEPPO]}, "laid_out_of_order"),
    example("laying_in_order.no", {**RUFER, "laid": [BEPPO]}, 40),
    example("only_forehand_lays.yes", {**RUFER, "laid": [BEPPO]}, "only_forehand_lays"),
    example("pot_sweetener.set", THROWN_IN, pot_grows(40)),
    example("pot_paid_by_all.no", THROWN_IN, pot_grows(40), people=5),
    example("pot_paid_by_all.yes", THROWN_IN, pot_grows(50), people=5),
    example("pot_reuegeld.set", LOST_SOLO, pot_grows(15), pot_reuegeld=15),
    example("pot_reuegeld_with_partner.no", {**RUFER, "card_points": 40}, pot_grows(0), pot_reuegeld=15),
    example("pot_reuegeld_with_partner.yes", {**RUFER, "card_points": 40}, pot_grows(15), pot_reuegeld=15),
    example("pot_kept.yes", SOLO, pot_grows(0), state=POT),
    example("pot_kept.yes", LOST_SOLO, pot_grows(0), state=POT),
    example("pot_shared.no", RUFER, pays(60, 20, -20, -20), state=POT),
    example("pot_shared.no", {**RUFER, "card_points": 40}, pays(-60, -20, 20, 20), state=POT),
    example("pot_shared.yes", RUFER, pays(40, 40, -20, -20), state=POT),
    example("pot_cap.set", LOST_SOLO, pot_grows(5), state=POT, pot_cap=45),
    example("bock_after.unset", LOST_SOLO, bock_is(), bock_after=[]),
    example("bock_after.set", LOST_SOLO, bock_is(1, 1, 1, 1)),
    example("bock_length.hand", LOST_SOLO, bock_is(1)),
    example("bock_length.round", LOST_SOLO, bock_is(1, 1, 1, 1)),
    example("bock_meeting.queue", LOST_SOLO, bock_is(1, 1, 1, 1, 1), state=State(bock=(1, 1))),
    example("bock_meeting.stack", LOST_SOLO, bock_is(2, 1, 1, 1), state=State(bock=(1, 1))),
    example("ramsch_settlement.loser_pays_all", LOSES, pays(-90, 30, 30, 30), says="everyone: 30 each"),
    example(
        "ramsch_settlement.two_worst_pay_two_best", {**LOSES, "losers": [ANNA, CILLI]}, pays(-30, 30, -30, 30),
        says="two others get 30 each",
    ),
    example("ramsch_settlement.most_pays_fewest", {**LOSES, "winner": CILLI}, pays(-30, 0, 30, 0),
            says="the player with the fewest: 30."),
    example("ramsch_tie.tricks", counted((40, 40, 30, 10), (2, 4, 1, 1)), pays(30, -90, 30, 30)),
    example(
        "ramsch_tie.highest_trump",
        {**counted((40, 40, 30, 10), (2, 4, 1, 1)), "highest_trump": {ANNA: 1, BEPPO: 2}}, pays(-90, 30, 30, 30),
    ),
    example("ramsch_tie.shared", LEVEL, pays(-30, -30, 30, 30), ramsch_full_tie="divide"),
    example("ramsch_full_tie.ask", LEVEL, "ramsch_tie_needs_trumps"),
    example("ramsch_full_tie.both_pay", LEVEL, pays(-60, -60, 60, 60)),
    example("ramsch_full_tie.divide", LEVEL, pays(-30, -30, 30, 30)),
    example("jungfrau_doubles.each", {**LOSES, "maidens": [BEPPO]}, 60),
    example("jungfrau_doubles.each", {**LOSES, "maidens": [BEPPO, CILLI]}, 120),
    example("jungfrau_doubles.once", {**LOSES, "maidens": [BEPPO, CILLI]}, 60),
    example("jungfrau_doubles.own_share", {**LOSES, "maidens": [BEPPO]}, pays(-120, 60, 30, 30)),
    example("march_from.all_tricks", counted((120, 0, 0, 0), (8, 0, 0, 0)), pays(90, -30, -30, -30)),
    example("march_from.ninety", counted((90, 20, 10, 0), (5, 1, 1, 1)), pays(90, -30, -30, -30)),
    example("march_from.all_points", counted((120, 0, 0, 0), (5, 1, 1, 1)), pays(90, -30, -30, -30)),
    *(example(f"march_pays.{pay}", {"contract": "ramsch", "march_by": ANNA}, points, says=f": {points}.")
      for pay, points in (("ramsch", 30), ("solo", 50), ("solo_schwarz", 70))),
    example("rounds.set", {"contract": "round", "round": "strixner"}, lambda score: score.state.round.left == 4),  # type: ignore[union-attr]
    example("hadschader_after_lost_solo.yes", LOST_SOLO, round_is("hadschader")),
    example("minas_after_won_solo.yes", SOLO, round_is("minas")),
    example(
        "minas_payment.set", SOLO, pays(150 + 50, -50 - 150, -50 + 50, -50 + 50),
        state=in_round("minas", results={BEPPO: -300}),
    ),
    example("kreuzbock_after.set", LOST_SOLO, round_is("kreuzbock"), kreuzbock_after=["lost_solo"]),
    example("last_round.plain", RUFER, 20, state=in_round("last")),
    example("last_round.double", RUFER, 40, state=in_round("last")),
    example("last_round.solos_only", RUFER, "round_forces_solo", state=in_round("last")),
)  # fmt: skip

SIMPLE = {"contract": "simple", "declarer": ANNA, "trump_suit": "clubs"}
CLUBS = {"contract": "solo", "declarer": ANNA, "trump_suit": "clubs", "card_points": 70}
CALLS = {"contract": "assrufen", "declarer": ANNA, "partner": CILLI, "card_points": 70}
KING = {"card": {"rank": "king", "suit": "clubs"}}
PALATINATE = (
    example("surrender.yes", {**SIMPLE, "surrender": "accepted"}, 1, game="palatinate", people=3),
    example(
        "surrender_pays_hoch.yes", {**SIMPLE, **run(3), "surrender": "accepted"}, 4, game="palatinate", people=3
    ),
    example(
        "surrender_pays_hoch.no", {**SIMPLE, **run(3), "surrender": "accepted"}, 1, game="palatinate", people=3
    ),
    example("dealer_pays.yes", {**SIMPLE, "card_points": 70}, pays(3, -1, -1, -1), game="palatinate"),
    example("dealer_pays.no", {**SIMPLE, "card_points": 70}, pays(2, -1, -1, 0), game="palatinate"),
    example("asserufen_solo_point.yes", CLUBS, 2, game="asserufen"),
    example("asserufen_solo_point.no", CLUBS, 1, game="asserufen"),
    example("king_may_be_called.yes", {**CALLS, "call": KING}, 1, game="asserufen"),
    example("king_may_be_called.no", {**CALLS, "call": KING}, "called_card_rank", game="asserufen"),
    example("call_is_noted.yes", CALLS, "called_card_missing", game="asserufen"),
)  # fmt: skip

HEARTS = {"contract": "trumps", "declarer": ANNA, "trump_suit": "hearts"}
DIAMONDS = {**HEARTS, "trump_suit": "diamonds", "card_points": 95}
PASSED = {"contract": "passed", "team": ANNA, "won": True, "level": "plain"}
ALL_TRICKS = {**HEARTS, "won": True, "level": "schwarz"}
TIED = {**HEARTS, "card_points": 60}
SIX_STROKES = "is a shame for the losers and is worth 6 strokes"
ROOF = {**HEARTS, "card_points": 70, "roof_shown_by": ANNA}


def tally_is(*strokes: int) -> Callable[[Score], bool]:
    return lambda score: tuple(score.tally[player] for player in PEOPLE[: len(strokes)]) == strokes


def at(*strokes: int) -> State:
    return State(match=Match(strokes=strokes, teams=PEOPLE[:4]))


def games_are(*games: int) -> Callable[[Score], bool]:
    return lambda score: score.state.match is not None and score.state.match.games == games


def strokes_are(*strokes: int) -> Callable[[Score], bool]:
    return lambda score: score.state.match is not None and score.state.match.strokes == strokes


SASKU = tuple(
    example(code, hand, expected, game="sasku", state=state, **house_rules)
    for code, hand, expected, state, house_rules in (
        ("roof_penalty.1", ROOF, tally_is(2, 1), None, {}),
        ("roof_penalty.set", ROOF, tally_is(2, 3), None, {"roof_penalty": 3}),
        ("passed_strokes.1", PASSED, 1, None, {}),
        ("passed_strokes.set", PASSED, 3, None, {"passed_strokes": 3}),
        ("diamonds_rule.table", DIAMONDS, 4 + 2, None, {}),
        ("diamonds_rule.double_the_black_column", DIAMONDS, 4 * 2, None, {}),
        ("tie_adds_strokes.unset", TIED, lambda score: score.state.dealer == DANI and score.state.match.tie, None, {}),
        ("tie_adds_strokes.1", TIED, lambda score: score.state.match.extra == 1, None, {}),
        ("tie_adds_strokes.set", TIED, lambda score: score.state.match.extra == 3, None, {"tie_adds_strokes": 3}),
        ("lambapea_strokes.unset", ALL_TRICKS, games_are(1, 0), None, {}),
        ("lambapea_strokes.1", ALL_TRICKS, strokes_are(1, 0), None, {}),
        ("lambapea_strokes.set", ALL_TRICKS, strokes_are(6, 0), None, {"lambapea_strokes": 6, "says": SIX_STROKES}),
        ("lambapea_games.1", ALL_TRICKS, games_are(1, 0), at(0, 4), {}),
        ("lambapea_games.set", ALL_TRICKS, games_are(2, 0), at(0, 4), {"lambapea_games": 2}),
        ("to_nil_games.1", {**HEARTS, "card_points": 95}, games_are(1, 0), at(12, 0), {}),
        ("to_nil_games.set", {**HEARTS, "card_points": 95}, games_are(3, 0), at(12, 0), {"to_nil_games": 3}),
        ("strokes_to_win.set", {**HEARTS, "card_points": 70}, games_are(1, 0), at(14, 2), {}),
        ("carry_excess_strokes.no", {**HEARTS, "card_points": 95}, strokes_are(0, 0), at(14, 2), {}),
        ("carry_excess_strokes.yes", {**HEARTS, "card_points": 95}, strokes_are(2, 0), at(14, 2), {}),
        ("paid_for.games", {**HEARTS, "card_points": 95}, pays(1, -1, 1, -1), at(14, 2), {}),
        ("paid_for.strokes", {**HEARTS, "card_points": 95}, pays(4, -4, 4, -4), at(0, 0), {}),
        ("paid_for.nothing", {**HEARTS, "card_points": 95}, pays(0, 0, 0, 0), at(14, 2), {}),
    )
)
FIRST = {"contract": "fehlstich", "declarer": ANNA, "card_points": 70, "fehlstich_winners": [ANNA, CILLI]}
SILENT = {"contract": "silent_queens", "declarer": ANNA, "card_points": 70}
QUEENS = {"contract": "queens", "declarer": ANNA, "partner": CILLI, "card_points": 70}
ALL_POINTS = {**QUEENS, "card_points": 120, "tricks": 5}
SCHAFSKOPF24 = tuple(
    example(code, hand, expected, game="schafskopf24")
    for code, hand, expected in (
        ("first_fehlstich.alone", FIRST, side_is(ANNA)),
        ("first_fehlstich.next_trick", FIRST, side_is(ANNA, CILLI)),
        ("silent_queens.alone", SILENT, tally_is(1, 0, 0, 0)),
        ("silent_queens.as_solo", SILENT, tally_is(2, 0, 0, 0)),
        ("silent_queens.must_announce", SILENT, "queens_must_be_announced"),
        ("schwarz_means.all_card_points", ALL_POINTS, tally_is(3, 0, 3, 0)),
        ("schwarz_means.all_tricks", ALL_POINTS, tally_is(2, 0, 2, 0)),
        ("money.none", QUEENS, pays(0, 0, 0, 0)),
        ("money.losers_pay", QUEENS, pays(1, -1, 1, -1)),
        ("money.differences", QUEENS, pays(2, -2, 2, -2)),
    )
)
FIXED = {"winner": ANNA, "level": "plain"}
BIERKOPF = (
    example("variant.bierkopf", {**FIXED, "contract": "bierkopf"}, pays(1, -1, 1, -1), game="bierkopf"),
    example("variant.mucken", {**FIXED, "contract": "mucken"}, pays(1, -1, 1, -1), game="bierkopf"),
    example("variant.two_handed", {**FIXED, "contract": "two_handed"}, pays(1, -1), game="bierkopf", people=2),
)
EXAMPLES = (*BAVARIAN, *PALATINATE, *SASKU, *SCHAFSKOPF24, *BIERKOPF)
# Sentences of which no hand can show anything.
WITHOUT_HAND = {
    "deck_cards.32": "another preset", "heart_solo_outbids.yes": "bids", "heart_solo_outbids.no": "bids",
    "pot_at_end.set": "the end of an evening", "pot_reuegeld.unset": "other tables",
}  # fmt: skip
