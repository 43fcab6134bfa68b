"""The printed steps of a hand come to its value, say who gets it, and cite the rule that decided."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain, islice

import pytest

import rules
from rules import PRESETS, Player, Ruleset, Score, State
from rules.report import AgreedHand, DeclaredHand, RamschHand, Report
from rules.state import Match, SpecialRound
from rules.wording import words
from scorebook.web.rule_book.specification import entries
from tests.rules.hand_generator import briefly, everything, first_tables, states, with_details, with_runs
from tests.rules.phone import Question
from tests.rules.printed_sums import value_of_line, value_of_list
from tests.rules.readings import READINGS
from tests.rules.rows import Row, report_of, row_id, rows, ruleset_of, state_of
from tests.rules.server_facts import server_facts
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, Json, agreed, command, least_table
from tests.support.extent import in_ci
from tests.web.house_rule_values import settled_values

pytestmark = pytest.mark.sampled

STRIDES = {"bavarian": in_ci(29, otherwise=263), "bierkopf": 2}
VALUE_STRIDE = in_ci(7, otherwise=113)
RULESETS = {
    **{f"{game}/{name}": ruleset for game, presets in PRESETS.items() for name, ruleset in presets.items()},
    **READINGS,
}
CASES = [
    row
    for row in rows("hands.jsonl", "sasku.jsonl", "schafskopf24.jsonl")
    if "hand" in row and {"points", "tally"} & row.get("expected", {}).keys()
]


def check_explanation(ruleset: Ruleset, report: Report, score: Score) -> None:
    """Both printed forms come to the value in both languages, and what each player gets follows from them."""
    if isinstance(report, AgreedHand):  # its points are reported, nothing is added up
        assert not any(step.figure for step in words.sum_steps(score, "en"))
        return
    for language in words.LANGUAGES:
        steps, line = words.sum_steps(score, language), words.sum_text(score, language)
        assert value_of_list(step.figure for step in steps) == value_of_line(line) == score.value, line
        assert all(step.text and step.rule in entries() for step in steps)
    texts = [step.text for step in words.sum_steps(score, "en")]
    if score.tally:
        assert dict(score.tally) == _written_down(report, score, texts), texts
    else:
        assert dict(score.points) == _paid(ruleset, report, score, texts), texts


def _written_down(report: Report, score: Score, texts: list[str]) -> dict[Player, int]:
    """Each winner writes the value down, and everybody of the other team the strokes for a roof (K24, S20, X25)."""
    side, players = score.declarer_side, report.table.players
    won = {player for player in players if (player in side) == score.declarer_won}
    if not side:  # all passed: any two who sit opposite
        won = {player for player in players if player in words.hand_text(report, score, "en")}
    found = {player: score.value if player in won else 0 for player in players}
    for roof, strokes in _stated(texts, r"(\w+) showed a roof, strokes for the others: (\d+)"):
        for player in players:
            found[player] += strokes * ((players.index(player) - players.index(Player(roof))) % 2)
    return found


def _paid(ruleset: Ruleset, report: Report, score: Score, texts: list[str]) -> dict[Player, int]:
    """Each loser pays the value to a winner; then what the remarks state beside it."""
    players, active = report.table.players, ruleset.active(report.table)
    found = dict.fromkeys(players, 0)
    if isinstance(report, DeclaredHand):
        payers = players if getattr(ruleset, "dealer_pays", False) else active
        side, others = score.declarer_side, [player for player in payers if player not in score.declarer_side]
        value = score.value if score.declarer_won else -score.value
        found |= {player: value * max(len(others) // len(side), 1) for player in side}
        found |= {player: -value * max(len(side) // len(others), 1) for player in others}
    elif isinstance(report, RamschHand):
        found |= _paid_in_ramsch(report, score, texts, active)
    elif winner := getattr(report, "winner", None):
        place = players.index(winner)
        pair = {players[place], players[(place + 2) % len(players)]}
        found = {player: score.value if player in pair else -score.value for player in players}
    for offender, _ in _stated(texts, r"(\w+) pays for all who lost()"):
        lost = sum(min(points, 0) for points in found.values())
        found = {player: max(points, 0) for player, points in found.items()} | {Player(offender): lost}
    for _, points in _stated(texts, r"(each player) pays (\d+) into the pot"):
        payers = players if getattr(ruleset, "pot_paid_by_all", False) else active
        found |= {player: found[player] - points for player in payers}
    for sign, statement in (
        (1, r"(.+) (?:takes|share) the pot of (\d+)"),
        (-1, r"(.+) doubles? the pot (?:together )?with (\d+)"),
        (-1, r"(.+) fills? the pot up (?:together )?by (\d+)"),
        (-1, r"(.+) pays (\d+) Reuegeld into the pot"),
    ):
        for names, points in _stated(texts, statement):
            for place, name in enumerate(names.split(", ")):
                share, rest = divmod(points, len(names.split(", ")))
                found[Player(name)] += sign * (share + (rest if place == 0 else 0))
    for poorest, points in _stated(
        texts, r"(\w+) had the poorest Solo of the round and pays (\d+) to each of the others"
    ):
        for player in active:
            found[player] += points
        found[Player(poorest)] -= points * (len(active) if poorest in active else 0)
    return found


def _paid_in_ramsch(
    report: RamschHand, score: Score, texts: list[str], active: tuple[Player, ...]
) -> dict[Player, int]:
    """The losers share what the others are owed; each of them pays it all where the explanation says so (X48)."""
    for marcher, _ in _stated(texts, r"(\w+) made a Durchmarsch()"):
        return dict.fromkeys(active, -score.value) | {Player(marcher): score.value * (len(active) - 1)}
    if not any(score.points.values()):  # all were level
        return dict.fromkeys(active, 0)
    line = re.match(r"Ramsch: (.+?) lost(?: to (\w+))?", words.hand_text(report, score, "en"))
    assert line
    losers = [player for player in report.table.players if player in line[1].split(", ")]
    paid = [player for player in active if player == line[2] or (not line[2] and player not in losers)]
    times = len(losers) if "Tied: each of them pays in full" in texts else 1
    twice = {one for names, _ in _stated(texts, r"without a trick, double share: (.+)()") for one in names.split(", ")}
    owed = {player: score.value * times * (2 if player in twice else 1) for player in paid}
    share, rest = divmod(sum(owed.values()), len(losers))
    return owed | {player: -share - (place < rest) for place, player in enumerate(losers)}


def _stated(texts: list[str], statement: str) -> Iterator[tuple[str, int]]:
    for text in texts:
        if found := re.fullmatch(statement, text):
            yield found[1], int(found[2] or 0)


def check_hands(ruleset: Ruleset, questions: Iterator[Question]) -> int:
    count = 0
    for question in questions:
        try:
            report = rules.read_report(dict(question.hand), ruleset=ruleset, table=question.table, state=question.state)
            score = rules.score(report, ruleset, question.state)
        except rules.ReportError:
            continue
        check_explanation(ruleset, report, score)
        count += 1
    return count


@pytest.mark.parametrize("row", CASES, ids=row_id)
def test_the_explanation_of_a_worked_case_comes_to_what_its_source_says(row: Row) -> None:
    ruleset, report = ruleset_of(row), report_of(row)
    score = rules.score(report, ruleset, state_of(row))
    check_explanation(ruleset, report, score)
    value = row["expected"].get("value", score.value)
    assert isinstance(report, AgreedHand) or value_of_line(words.sum_text(score, "en")) == value


@pytest.mark.parametrize("name", RULESETS)
def test_the_explanations_of_a_ruleset_add_up(name: str) -> None:
    ruleset = RULESETS[name]
    hands = chain(server_facts(ruleset), everything(ruleset))
    assert check_hands(ruleset, islice(hands, 0, None, STRIDES.get(ruleset.GAME, 31))) > 10


def hands_of_value(ruleset: Ruleset, number: int) -> Iterator[Question]:
    """Hands of every third contract with their details, and in a state; `number` says which."""
    table = next(first_tables(ruleset))
    contracts = ruleset.contracts(len(table.players))
    for contract in contracts[number % 3 :: 3] if len(contracts) > 5 else contracts:
        found = [*briefly(ruleset, contract, table), *with_details(ruleset, contract, table)]
        if issubclass(contract.report, DeclaredHand) and contract.has_top_trumps:
            hand = {"contract": contract.id, **dict(found[0])}
            found += with_runs(ruleset, contract, hand, len(ruleset.active(table)))  # type: ignore[arg-type]
        for hand in islice(found, number % min(VALUE_STRIDE, len(found)), None, VALUE_STRIDE):
            yield Question(hand=hand, table=table)
    for state, table in islice(states(ruleset), number % 11, None, 11):
        contract = contracts[number % len(contracts)]
        for hand in islice(briefly(ruleset, contract, table), 3):
            yield Question(hand=hand, table=table, state=state)


@pytest.mark.parametrize("game", PRESETS)
def test_the_explanations_of_every_value_of_a_house_rule_add_up(game: str) -> None:
    values = [one.ruleset for one in settled_values(game)]
    assert sum(check_hands(one, hands_of_value(one, number)) for number, one in enumerate(values)) > len(values)


# -- the rule that decided ---------------------------------------------------------------------------------------------

PUB = agreed("bavarian", "pub_10_20_50")
SCHOOL = agreed("bavarian", "school_10_50")
HALVES: Json = {"count_matadors": True, "matador_value": "half_unit"}
RUFER: Json = {"contract": "rufer", "declarer": ANNA, "partner": CILLI, "won": True}
SOLO: Json = {"contract": "solo", "declarer": ANNA, "won": True}
TOUT: Json = {**SOLO, "contract": "solo_tout"}
TEAM: Json = {"contract": "trumps", "declarer": ANNA, "trump_suit": "spades"}
QUEENS: Json = {"contract": "queens", "declarer": ANNA, "partner": BEPPO}
FEHLSTICH: Json = {"contract": "fehlstich", "declarer": ANNA, "partner": CILLI, "won": True}
MARCH: Json = {"contract": "ramsch", "march_by": DANI}


def ramsch(*points: int, **counts: tuple[int, ...]) -> Json:
    """A Ramsch by counts in seating order."""
    rows = {"card_points": points, **counts}
    found = {name: dict(zip((ANNA, BEPPO, CILLI, DANI), row, strict=True)) for name, row in rows.items()}
    return {"contract": "ramsch", **found}


def top(count: int) -> Json:
    return {"top_trumps": {"count": count, "side": "declarer_side"}}


LEVEL = {"tricks": (3, 3, 1, 1), "trumps_in_tricks": (6, 6, 1, 1)}
CITED: list[tuple[str, Ruleset, Json, State, str, str, str]] = [
    ("most points", SCHOOL, ramsch(50, 40, 20, 10), State(), "Most card points", "", "B64"),
    ("tricks", SCHOOL, ramsch(45, 45, 20, 10, tricks=(3, 2, 2, 1)), State(), "Tied: more tricks", "", "B65"),
    (
        "trumps", SCHOOL, ramsch(45, 45, 20, 10, tricks=(3, 3, 1, 1), trumps_in_tricks=(6, 5, 2, 1)), State(),
        "Tied: more trumps", "", "B65",
    ),
    (
        "higher trump", SCHOOL, {**ramsch(45, 45, 20, 10, **LEVEL), "higher_trump": BEPPO}, State(),
        "Tied: the higher trump", "", "B65",
    ),
    (
        "higher trump at once", agreed("bavarian", ramsch_tie="highest_trump"),
        {**ramsch(45, 45, 20, 10, tricks=(3, 2, 2, 1)), "higher_trump": BEPPO}, State(),
        "Tied: the higher trump", "", "B65",
    ),
    (
        "level", SCHOOL, {**ramsch(45, 45, 20, 10, **LEVEL), "losers": [BEPPO]}, State(),
        "Tied: the table decided", "", "X48",
    ),
    (
        "level, divided", agreed("bavarian", ramsch_full_tie="divide"), ramsch(45, 45, 20, 10, **LEVEL), State(),
        "Tied: they share the payment", "", "X48",
    ),
    (
        "level, both pay", agreed("bavarian", ramsch_full_tie="both_pay"), ramsch(45, 45, 20, 10, **LEVEL), State(),
        "Tied: each of them pays in full", "", "X48",
    ),
    (
        "two losers", agreed("bavarian", ramsch_settlement="two_worst_pay_two_best"), ramsch(50, 40, 20, 10), State(),
        "the two worst pay the two others", "", "B67",
    ),
    (
        "most pays fewest", agreed("bavarian", ramsch_settlement="most_pays_fewest"), ramsch(50, 40, 20, 10), State(),
        "only the player with the fewest card points is paid", "", "B70",
    ),
    ("march", SCHOOL, MARCH, State(), "Dani made a Durchmarsch", "", "B68"),
    (
        "march from 90", agreed("bavarian", march_from="ninety"), ramsch(95, 15, 10, 0), State(),
        "Anna made a Durchmarsch", "", "X47",
    ),
    ("maiden", SCHOOL, {"contract": "ramsch", "losers": [ANNA], "maidens": [DANI]}, State(), "Jungfrau", "× 2", "B69"),
    (
        "maiden once", agreed("bavarian", jungfrau_doubles="once"),
        {"contract": "ramsch", "losers": [ANNA], "maidens": [CILLI, DANI]}, State(), "2 Jungfrauen", "× 2", "X46",
    ),
    (
        "rounded up", agreed("bavarian", "tariff_5_20", **HALVES), {**RUFER, **top(3)}, State(),
        "rounded up", "½", "X56",
    ),
    (
        "rounded down", agreed("bavarian", "tariff_5_20", **HALVES, round_to="down"), {**RUFER, **top(3)}, State(),
        "rounded down", "−½", "X56",
    ),
    (
        "overclaim", agreed("bavarian", overclaim="recoup_twice"), {**RUFER, "value": 30}, State(),
        "twice the difference goes back", "−40", "B49",
    ),
    ("run", PUB, {**RUFER, **top(4)}, State(), "with 4 Laufende", "4 × 10", "B59"),
    (
        "capped run", agreed("bavarian", "tournament"), {**RUFER, **top(6)}, State(),
        "with 6 Laufende, of which 4 count", "4", "B61",
    ),
    ("Tout", SCHOOL, TOUT, State(), "Tout", "× 2", "B36"),
    ("Tout as three", agreed("bavarian", "points_table"), TOUT, State(), "2 more games for the Tout", "2 × 2", "X37"),
    ("Tout with Schwarz", agreed("bavarian", tout_rule="with_schwarz"), TOUT, State(), "Schwarz", "10", "X37"),
    (
        "heart solo", agreed("bavarian", heart_solo_tariff=60), {**SOLO, "trump_suit": "hearts"}, State(),
        "Heart Solo", "60", "X67",
    ),
    (
        "Geier", agreed("bavarian", geier_tariff=40), {**SOLO, "contract": "geier"}, State(), "Geier", "40", "X67",
    ),
    (
        "Schwarz not claimed", agreed("bavarian", schwarz_must_be_claimed=True),
        {**SOLO, "level": "schwarz", "schwarz_claimed": False}, State(), "Schwarz not claimed", "", "X54",
    ),
    (
        "Kontra takes over", agreed("bavarian", kontra_takes_over=True), {**SOLO, "kontra": 1}, State(),
        "Kontra took the game over", "", "B95",
    ),
    ("revoke", SCHOOL, {**RUFER, "won": None, "revoked_by": CILLI}, State(), "Cilli revoked", "", "X55"),
    (
        "revoke, one pays", agreed("bavarian", revoker_pays_alone=True),
        {**RUFER, "won": None, "revoked_by": CILLI}, State(), "Cilli pays for all who lost", "", "X55",
    ),
    ("Bock", SCHOOL, SOLO, State(bock=(1,)), "Bock", "× 2", "B89"),
    ("pot swept", SCHOOL, SOLO, State(pot=40), "Anna takes the pot of 40", "", "B86"),
    ("pot doubled", SCHOOL, {**SOLO, "won": False}, State(pot=40), "Anna doubles the pot with 40", "", "B87"),
    (
        "pot shared", agreed("bavarian", pot_sweetener=10, pot_shared=True), RUFER, State(pot=40),
        "Anna, Cilli share the pot of 40", "", "X51",
    ),
    (
        "pot filled up", agreed("bavarian", pot_sweetener=10, pot_cap=45), {**SOLO, "won": False}, State(pot=40),
        "Anna fills the pot up by 5", "", "X51",
    ),
    (
        "Hadschader", SCHOOL, SOLO, State(round=SpecialRound(kind="hadschader", left=2)), "Hadschader", "× 2", "B81",
    ),
    (
        "last round", agreed("bavarian", last_round="double"), SOLO, State(round=SpecialRound(kind="last", left=2)),
        "Last round", "× 2", "B99",
    ),
    (
        "Minas", SCHOOL, {**SOLO, "won": False},
        State(round=SpecialRound(kind="minas", left=1, results={BEPPO: 150, CILLI: 150, DANI: 150})),
        "Anna had the poorest Solo of the round and pays 50 to each of the others", "", "B81",
    ),
    (
        "own contract", agreed("bavarian", own_contracts=[{"name": "Blauer Wenz", "price": 20}]),
        {"contract": "own:Blauer Wenz", "declarer": ANNA, "won": True},
        State(), "Blauer Wenz", "20", "X75",
    ),
    (
        "agreed", SCHOOL, {"contract": "agreed", "points": {ANNA: 5, DANI: -5}, "why": "Bier"}, State(),
        "Agreed at the table: Bier", "", "X16",
    ),
    (
        "solo point", agreed("asserufen", asserufen_solo_point=True),
        {"contract": "solo", "declarer": ANNA, "trump_suit": "spades", "won": True}, State(), "Solo", "1", "X1",
    ),
    (
        "Sasku row", agreed("sasku"), {**TEAM, "card_points": 95}, State(),
        "Makers with 91 card points or more", "4", "S25",
    ),
    (
        "diamonds", agreed("sasku"), {**TEAM, "trump_suit": "diamonds", "card_points": 95}, State(),
        "Diamonds", "2", "S25",
    ),
    (
        "diamonds double", agreed("sasku", "sasku_diamonds_double"),
        {**TEAM, "trump_suit": "diamonds", "card_points": 95}, State(), "Diamonds", "4", "X18",
    ),
    (
        "carried", agreed("sasku", carry_excess_strokes=True), {**TEAM, "card_points": 95},
        State(match=Match(strokes=(14, 3), teams=(ANNA, BEPPO, CILLI, DANI))),
        "2 strokes carried over to the next game", "", "X19",
    ),
    ("24, Schneider", agreed("schafskopf24"), {**QUEENS, "card_points": 30}, State(), "Schneider", "1", "K23"),
    ("24, solo", agreed("schafskopf24"), {**SOLO, "won": False}, State(), "Solo declared", "× 2", "K25"),
    (
        "24, Schwarz by tricks", agreed("schafskopf24", schwarz_means="all_tricks"), {**SOLO, "level": "schwarz"},
        State(), "Schwarz", "1", "X29",
    ),
    (
        "24, first Fehlstich", agreed("schafskopf24"), {**FEHLSTICH, "fehlstich_winners": [CILLI]}, State(),
        "Cilli won the deciding Fehlstich", "", "K16",
    ),
    (
        "24, next Fehlstich", agreed("schafskopf24", first_fehlstich="next_trick"),
        {**FEHLSTICH, "fehlstich_winners": [ANNA, CILLI]}, State(),
        "Cilli won the deciding Fehlstich", "", "X32",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "hand", "state", "text", "figure", "rule"), [one[1:] for one in CITED], ids=[one[0] for one in CITED]
)
def test_a_step_cites_the_rule_that_decided(
    ruleset: Ruleset, hand: Json, state: State, text: str, figure: str, rule: str
) -> None:
    report = rules.read_report(hand, ruleset=ruleset, table=least_table(ruleset), state=state)
    score = rules.score(report, ruleset, state)
    check_explanation(ruleset, report, score)
    assert (text, figure, rule) in [(one.text, one.figure, one.rule) for one in words.sum_steps(score, "en")]


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hand", "written"),
    [
        ("sasku", {**TEAM, "card_points": 95}, "Anna 4  Beppo 0  Cilli 4  Dani 0"),  # S25
        ("schafskopf24", {**QUEENS, "card_points": 30}, "Anna 0  Beppo 0  Cilli 2  Dani 2"),  # K23, K24
    ],
)
@pytest.mark.parametrize(("language", "word"), [("en", "recorded"), ("de", "eingetragen")])
def test_the_command_tells_who_writes_what_down(game: str, hand: Json, written: str, language: str, word: str) -> None:
    line = json.dumps({"game": game, "players": [ANNA, BEPPO, CILLI, DANI], "dealer": DANI, "hand": hand})
    _code, output = command(["explain", "--language", language], [line])
    printed = output.decode().splitlines()
    assert f"  {word}: {written}" in printed and "+0" not in output.decode()
