"""The phone's table and its evaluator against `score`: every hand of every game that an entry form can send."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import rules
from rules import PRESETS, Player, Ruleset, State, Table
from rules.offline_table import lookup_text
from scorebook.web.core.static_files import compressed_file_content
from tests.rules.hand_generator import everything, in_states
from tests.rules.phone import SCRIPTS, Json, Phone, Question, judged
from tests.rules.readings import READINGS
from tests.rules.table import ROOT, agreed, seated
from tests.support.extent import in_ci

CASES = Path(__file__).parents[1] / "cases"
ALL_PRESETS = {f"{game}-{name}": ruleset for game, presets in PRESETS.items() for name, ruleset in presets.items()}
# The readings differ from a preset in a few figures each: every ninth hand still meets every contract many times.
STRIDE = 9
FEW = 1_000  # hands of a preset, outside CI; those of a small one are all among them
MOST_BYTES = 2_300
MOST_BYTES_OF_SCRIPTS = 10_500


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Phone]:
    page = chromium.new_page()
    yield Phone(page)
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize("ruleset", ALL_PRESETS.values(), ids=ALL_PRESETS)
def test_phone_and_server_agree_on_every_hand_of_a_preset(phone: Phone, ruleset: Ruleset) -> None:
    hands = list(everything(ruleset))
    hands = hands[:: in_ci(1, otherwise=len(hands) // FEW + 1)]
    differences = list(islice(phone.differences(ruleset, hands), 3))
    assert not differences, "\n".join(differences)
    assert phone.accepted > 40
    print(f"{phone.compared} hands compared, {phone.accepted} of them accepted")


@pytest.mark.browser
@pytest.mark.parametrize("name", list(READINGS)[:: in_ci(1, otherwise=3)])
def test_phone_and_server_agree_on_house_rules(phone: Phone, name: str) -> None:
    ruleset = READINGS[name]
    some = islice(everything(ruleset), 0, None, STRIDE)
    differences = list(islice(phone.differences(ruleset, some), 3))
    assert not differences, "\n".join(differences)
    assert phone.accepted > 10


@pytest.mark.browser
def test_phone_and_server_agree_on_every_replay(phone: Phone) -> None:
    """Few of many thousand hands, each of which may contradict the tie in its own way."""
    ruleset = agreed("sasku")
    replays = (question for question in everything(ruleset) if question.hand["contract"] == "replay")
    assert list(islice(phone.differences(ruleset, replays), 3)) == []
    assert phone.accepted > 40


@pytest.mark.browser
@pytest.mark.parametrize(("laid", "is_allowed"), [(2, True), (3, False)])
def test_phone_and_server_refuse_what_no_books_hold(phone: Phone, laid: int, is_allowed: bool) -> None:
    """Three pay 1,000 x 2 to the 19th: 1,572,864,000 points. Half of that is below a thousand million."""
    dear = agreed("bavarian", "pub_everything", solo_tariff=1_000, most_doublings=16, several_may_double=False)
    hand = {"contract": "solo", "declarer": "Anna", "trump_suit": "acorns", "won": True, "kontra": 16, "laid": laid}
    question = Question(hand=hand, table=seated(4))
    [answer] = phone.evaluate(rules.lookup(dear), [question])
    assert answer == judged(dear, question)
    assert (answer is not None) is is_allowed


@pytest.mark.browser
def test_a_wrong_figure_in_the_table_is_noticed(phone: Phone) -> None:
    dearer = agreed("palatinate", dealer_pays=False)
    questions = [Question(hand={"contract": "simple", "declarer": "Anna", "trump_suit": "clubs", "won": True},
                          table=seated(4))]  # fmt: skip
    [answer] = phone.evaluate(rules.lookup(agreed("palatinate")), questions)
    assert answer != judged(dearer, questions[0])
    assert answer == judged(agreed("palatinate"), questions[0])


@pytest.mark.browser
@pytest.mark.parametrize("file", sorted((CASES / "evenings").glob("*.json")), ids=lambda file: file.stem)
def test_a_phone_without_network_totals_a_worked_evening(phone: Phone, file: Path) -> None:
    """The phone goes on from its own states; nobody corrects it on the way.

    How the trumps came about changes no figure, and only the server checks it.
    """
    evening = json.loads(file.read_text(encoding="utf-8"))
    ruleset = rules.read_ruleset({"game": evening["game"], "preset": evening["preset"]})
    table, players = rules.lookup(ruleset), tuple(map(Player, evening["players"]))
    totals = dict.fromkeys(players, 0)
    state = State(dealer=evening["first_dealer"])
    for row in evening["hands"]:
        assert state.dealer == row["dealer"]
        hand = {name: value for name, value in row["hand"].items() if name not in ("auction", "queen_handed_over_by")}
        question = Question(hand=hand, table=Table(players=players, dealer=state.dealer), state=state)
        [answer] = phone.evaluate(table, [question])
        assert answer is not None, row
        points: dict[Player, int] = answer["points"]  # type: ignore[assignment]
        assert [points[player] for player in players] == row["points"]
        totals = {player: totals[player] + points[player] for player in players}
        state = rules.read_state(answer["state"])  # type: ignore[arg-type]
    assert list(totals.values()) == evening["final_points"]


@pytest.mark.browser
def test_what_the_phone_says_of_a_worked_case_is_right(phone: Phone) -> None:
    """It declines where more is reported than a form has; where it answers, it answers as the book does."""
    lines = [json.loads(line) for line in (CASES / "hands.jsonl").read_text(encoding="utf-8").splitlines()]
    answered = 0
    lines = [line for line in lines if not line.get("house_rules")]
    for line in lines:
        ruleset = rules.read_ruleset({name: line[name] for name in ("game", "preset") if name in line})
        table = Table(players=tuple(line["players"]), dealer=line.get("dealer"))
        question = Question(hand=line["hand"], table=table, state=rules.read_state(line.get("state") or {}))
        [answer] = phone.evaluate(rules.lookup(ruleset), [question])
        if answer is not None:
            answered += 1
            assert answer == judged(ruleset, question), line
    assert answered > len(lines) * 3 // 4
    print(f"{answered} of {len(lines)} worked cases answered")


@pytest.mark.parametrize("ruleset", ALL_PRESETS.values(), ids=ALL_PRESETS)
def test_a_table_is_small(ruleset: Ruleset) -> None:
    text = lookup_text(ruleset).encode()
    size = len(gzip.compress(text, 9))
    print(f"{len(text)} bytes, {size} compressed")
    assert size <= MOST_BYTES


def test_the_scripts_are_small() -> None:
    """As they are sent: what explains them weighs nothing on the phone."""
    sizes = [len(compressed_file_content(script.read_bytes(), content_type="text/javascript")) for script in SCRIPTS]
    assert sum(sizes) <= MOST_BYTES_OF_SCRIPTS


def test_a_table_is_the_same_on_every_machine() -> None:
    program = "from rules import PRESETS, lookup; print(lookup(PRESETS['palatinate']['palatinate']))"
    printed = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert printed == {f"{rules.lookup(PRESETS['palatinate']['palatinate'])}\n".encode()}


def test_a_table_is_plain_json_of_whole_numbers() -> None:
    for ruleset in ALL_PRESETS.values():
        assert not list(_fractions(rules.lookup(ruleset)))


def _fractions(value: Any) -> Iterator[float]:
    if isinstance(value, dict):
        for one in value.values():
            yield from _fractions(one)
    elif isinstance(value, list):
        for one in value:
            yield from _fractions(one)
    elif isinstance(value, float):
        yield value


BASE: dict[str, Any] = {
    "allowed": ["rufer", "wenz", "solo_tout", "ramsch"],
    "pot_sweetener": 10,
    "bock_after": ["re"],
    "count_matadors": True,
}
CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("bavarian", {"rufer_tariff": 11}),
    ("bavarian", {"unit": 5}),
    ("bavarian", {"tout_rule": "points_table"}),
    ("bavarian", {"matador_maximum": 3}),
    ("bavarian", {"matadors_of": "winners"}),
    ("bavarian", {"sie_factor": 8}),
    ("bavarian", {"free_from": 30}),
    ("bavarian", {"overclaim": "recoup_twice"}),
    ("bavarian", {"schwarz_must_be_claimed": True}),
    ("bavarian", {"kontra_takes_over": True}),
    ("bavarian", {"most_doublings": 1}),
    ("bavarian", {"laying": False}),
    ("bavarian", {"pot_sweetener": 20}),
    ("bavarian", {"pot_cap": 40}),
    ("bavarian", {"bock_length": "hand"}),
    ("bavarian", {"bock_meeting": "stack"}),
    ("bavarian", {"hochzeit_factor": 4}),
    ("bavarian", {"jungfrau_doubles": "once"}),
    ("bavarian", {"march_from": "ninety"}),
    ("bavarian", {"minas_payment": 7}),
    ("bavarian", {"last_round": "double"}),
    ("palatinate", {"dealer_pays": False}),
    ("palatinate", {"surrender": False}),
    ("palatinate", {"surrender_pays_hoch": False}),
    ("asserufen", {"asserufen_solo_point": True}),
    ("asserufen", {"call_is_noted": False}),
    ("sasku", {"diamonds_rule": "double_the_black_column"}),
    ("sasku", {"strokes_to_win": 12}),
    ("sasku", {"carry_excess_strokes": True}),
    ("sasku", {"to_nil_games": 2}),
    ("schafskopf24", {"silent_queens": "as_solo"}),
    ("bierkopf", {"schneider_value": 3}),
)


@pytest.mark.parametrize(("game", "change"), CHANGES, ids=[f"{game}-{next(iter(one))}" for game, one in CHANGES])
def test_a_table_changes_exactly_when_scores_change(game: str, change: dict[str, Any]) -> None:
    """Also for house rules that no form can bring about, such as what an unclaimed Schwarz counts."""
    before, after = _base(game), _base(game, **change)
    table_changed = rules.lookup(before) != rules.lookup(after)
    # Where nothing should change, some of the hands have to do.
    answers = islice(_judged_at_base(game), 0, None, 1 if table_changed else 2 * STRIDE)
    assert table_changed == any(judged(after, question) != answer for question, answer in answers)


def _base(game: str, **change: object) -> Ruleset:
    return agreed(game, **{**(BASE if game == "bavarian" else {}), **change})


@cache
def _judged_at_base(game: str) -> tuple[tuple[Question, Json | None], ...]:
    ruleset = _base(game)
    return tuple((question, judged(ruleset, question)) for question in (*in_states(ruleset), *everything(ruleset)))


def test_tables_of_the_same_house_rules_are_made_once_and_not_kept_for_ever() -> None:
    agreed_here, agreed_there = agreed("palatinate", dealer_pays=True), agreed("palatinate", dealer_pays=True)
    assert lookup_text(agreed_here) is lookup_text(agreed_there)
    assert lookup_text(agreed_here) != lookup_text(agreed("palatinate", dealer_pays=False))
    assert lookup_text.cache_info().maxsize is not None
