"""The memo answers exactly what reading and scoring answer, whatever people are called and however often they ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import pytest
from hypothesis import given

import rules
from rules import PRESETS, Player, ReportError, Ruleset, Score, State, Table
from rules.scoring_memo import ScoringMemo
from tests.rules.hand_generator import everything
from tests.rules.phone import Question
from tests.rules.rows import Row, row_id, rows, ruleset_of, state_of, table_of
from tests.rules.table import PEOPLE, seated
from tests.rules.test_anything import FOREVER, RULESETS, _almost_right, _changed_rows
from tests.support.extent import in_ci

pytestmark = pytest.mark.sampled

# What nobody ought to be called: words of the rules, fields of a hand, numbers, what stands between names.
NASTY = ("hearts", "won", "declarer", "rufer, solo", "1", "\x001\x00", "{player}")
# A step that no axis of the walk has for its length.
STEP = in_ci(23, otherwise=59)
Answer = Callable[[Mapping[str, object], Ruleset, Table, State], Score]


def _plainly(hand: Mapping[str, object], ruleset: Ruleset, table: Table, state: State) -> Score:
    return rules.score(rules.read_report(hand, ruleset=ruleset, table=table, state=state), ruleset, state)


def _answered(score: Callable[[], Score]) -> tuple[object, str]:
    """The score with all its text in its order, or what is wrong."""
    try:
        answer = score()
    except ReportError as error:
        return error.problems, ""
    return answer, json.dumps(answer.to_json())


def _assert_the_same(
    memo: ScoringMemo, hand: Mapping[str, object], ruleset: Ruleset, table: Table, state: State
) -> None:
    plain = _answered(lambda: _plainly(hand, ruleset, table, state))
    for _ in ("first", "again"):
        assert _answered(lambda: memo.score(hand, ruleset=ruleset, table=table, state=state)) == plain


def _called(value: Any, names: Mapping[Any, str]) -> Any:
    """Every word that is the name of one of our people replaced; no word of the rules is."""
    if isinstance(value, Mapping):
        return {names.get(key, key): _called(one, names) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_called(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def _renamed(question: Question, names: Mapping[Player, str]) -> Question:
    table = question.table
    dealer = names.get(table.dealer, table.dealer) if table.dealer else None
    return Question(
        hand=_called(question.hand, names),
        table=Table(
            players=tuple(Player(names[player]) for player in table.players),
            dealer=Player(dealer) if dealer else None,
        ),
        state=rules.read_state(_called(question.state.to_json(), names)),
    )


def _questions(ruleset: Ruleset) -> Iterator[Question]:
    return islice(everything(ruleset), 0, None, STEP)


@pytest.mark.parametrize(("game", "preset"), RULESETS)
def test_every_hand_of_a_preset_under_three_sets_of_names(game: str, preset: str) -> None:
    """The second and third set of people are answered from what the first has played."""
    ruleset, memo = PRESETS[game][preset], ScoringMemo()
    called: list[dict[Player, str]] = [
        dict(zip(PEOPLE, names, strict=True)) for names in (PEOPLE, NASTY, (*PEOPLE[1:], PEOPLE[0]))
    ]
    for question in _questions(ruleset):
        for names in called:
            renamed = _renamed(question, names)
            _assert_the_same(memo, renamed.hand, ruleset, renamed.table, renamed.state)


@pytest.mark.parametrize("row", [*rows("hands.jsonl"), *rows("refusals.jsonl")], ids=row_id)
def test_every_worked_hand(row: Row) -> None:
    _assert_the_same(ScoringMemo(), row["hand"], ruleset_of(row), table_of(row), state_of(row))


@given(_almost_right() | _changed_rows())
@FOREVER
def test_known_fields_with_any_values(given_hand: tuple[Ruleset, Table, dict[str, object]]) -> None:
    ruleset, table, hand = given_hand
    _assert_the_same(ScoringMemo(), hand, ruleset, table, State())


PUB, TABLE = PRESETS["bavarian"]["pub_10_20_50"], seated(4)
ANNA, BEPPO, CILLI, DANI = TABLE.players
RUFER = {"contract": "rufer", "declarer": ANNA, "partner": CILLI, "won": True}


def test_the_answer_names_who_asks() -> None:
    memo = ScoringMemo()
    memo.score(RUFER, ruleset=PUB, table=TABLE)
    others = tuple(map(Player, ("Xaver", "Resi", "Sepp", "Vroni")))
    played = {"contract": "rufer", "declarer": "Xaver", "partner": "Sepp", "won": True}
    answer = memo.score(played, ruleset=PUB, table=Table(players=others, dealer=others[-1]))
    assert answer.declarer_side == ("Xaver", "Sepp") and tuple(answer.points) == others
    assert len(memo) == 1


def test_who_has_gone_home_is_still_called_by_name() -> None:
    """The old man of a state need not sit at the table any more."""
    memo = ScoringMemo()
    for gone in (Player("Evi"), Player("Franz")):
        assert memo.score(RUFER, ruleset=PUB, table=TABLE, state=State(old_man=gone)).state.old_man == gone
    assert len(memo) == 1


def test_what_somebody_typed_is_never_kept() -> None:
    memo = ScoringMemo()
    for why in ("a fine", "\x000\x00", ANNA):
        fine = {"contract": "agreed", "points": {ANNA: -5, BEPPO: 5}, "why": why}
        assert memo.score(fine, ruleset=PUB, table=TABLE).reasons[0].args == {"why": why}
    memo.score({**RUFER, "note": "as agreed"}, ruleset=PUB, table=TABLE)
    assert len(memo) == 0


def test_a_refused_hand_is_refused_by_name_and_not_kept() -> None:
    memo = ScoringMemo()
    with pytest.raises(ReportError) as refused:
        memo.score({**RUFER, "kontra": [ANNA]}, ruleset=PUB, table=TABLE)
    assert [problem.args for problem in refused.value.problems] == [{"player": ANNA}]
    assert len(memo) == 0


def test_another_ruleset_another_table_another_state() -> None:
    memo, cheap = ScoringMemo(), PUB.with_house_rules({"rufer_tariff": 5})
    values = [memo.score(RUFER, ruleset=ruleset, table=TABLE).value for ruleset in (PUB, cheap, PUB)]
    assert values == [20, 5, 20]
    for dealer in (*TABLE.players, None, Player("Kiebitz")):
        table = Table(players=TABLE.players, dealer=dealer)
        assert memo.score(RUFER, ruleset=PUB, table=table).state.dealer == table.next_dealer()
    assert memo.score(RUFER, ruleset=PUB, table=TABLE, state=State(pot=30)).points[ANNA] == 50


def test_it_never_keeps_more_than_it_may() -> None:
    memo = ScoringMemo(most_kept=3)
    for points in range(61, 100):
        hand = {"contract": "rufer", "declarer": ANNA, "partner": CILLI, "card_points": points}
        _assert_the_same(memo, hand, PUB, TABLE, State())
        assert len(memo) <= 3
