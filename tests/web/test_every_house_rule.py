"""Every value of every house rule with every contract, reported by the entry form.

None refuses an ordinary hand for what the form cannot report, none is without effect, and the phone agrees with the
server.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Browser

import rules
from rules import ReportError, Ruleset, State, Table
from rules.base_ruleset import house_rules_without_effect
from rules.state import Match, SpecialRound
from scorebook.play.pot import pot_at_end, pot_shares
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.hand_form import hand_form_codec
from scorebook.web.games.house_rule_fields import house_rule_changes, house_rule_fields, house_rule_groups
from tests.rules.phone import Phone, Question, judged
from tests.rules.table import seated
from tests.support.extent import in_ci
from tests.support.filled_forms import FilledForm, filled_forms
from tests.web.house_rule_values import RICHEST, SettledValue, settled_values

pytestmark = pytest.mark.once
VALUES = [value for game in RICHEST for value in settled_values(game)]
SCORED = VALUES[:: in_ci(1, otherwise=8)]
# By the phone. The step is no multiple of three, so that the thirds of the forms take turns everywhere.
FILLED_IN = range(0, len(VALUES), in_ci(1, otherwise=10))
# Of these the field says what the house rule forbids; everything else must be reported otherwise or recorded.
FORBIDDEN = {
    "doubling_out_of_turn", "too_many_doublings", "only_forehand_doubles", "only_opponents_double",
    "only_forehand_lays", "laid_out_of_order", "top_trumps_out_of_range",
}  # fmt: skip


def table_of(ruleset: Ruleset) -> Table:
    """With one person more than hold cards, where somebody may sit out."""
    seats = ruleset.seats(ruleset.MOST_PLAYERS)
    return seated(seats if ruleset.GAME == "bierkopf" else min(seats + 1, ruleset.MOST_PLAYERS))


def states(ruleset: Ruleset) -> Iterator[State]:
    """What a hand may find: a pot, Bock, each round in its last hand, a running game."""
    table = table_of(ruleset)
    yield State()
    if ruleset.GAME == "bavarian":
        yield State(pot=45, bock=(1, 1))
        for kind in ("last", "kreuzbock", "hadschader"):
            yield State(round=SpecialRound(kind=kind, left=2))
        results = {table.players[1]: -300}
        yield State(round=SpecialRound(kind="minas", left=1, results=results))
    if ruleset.GAME == "sasku":
        for strokes in ((0, 0), (12, 0), (12, 3)):
            yield State(match=Match(strokes=strokes, teams=table.players, extra=1))


def differ(ruleset: Ruleset, other: Ruleset, forms: list[FilledForm], found: Iterable[State] | None = None) -> bool:
    """Whether some form comes to something else, or is refused otherwise, in some of the states that a hand finds."""
    table = table_of(ruleset)
    return any(
        _scored(ruleset, form, table, state) != _scored(other, form, table, state)
        for number, state in enumerate(states(ruleset) if found is None else found)
        for form in (forms if number == 0 else forms[::3])
    )


def pot_settlement(ruleset: Ruleset) -> Mapping[rules.Player, int]:
    """Who gets what is left when the evening ends: a solo was won, then the cards were thrown in."""
    table = table_of(ruleset)
    hands = ({"contract": "solo", "declarer": table.players[1], "won": True, "trump_suit": "hearts"},
             {"contract": "thrown_in"})  # fmt: skip
    scores = [rules.score(rules.read_report(hand, ruleset=ruleset, table=table, state=State()), ruleset, State())
              for hand in hands]  # fmt: skip
    return pot_shares(scores, agreed=pot_at_end(ruleset, "EUR"), present=table.players)


def _scored(ruleset: Ruleset, form: FilledForm, table: Table, state: State) -> object:
    try:
        hand = hand_form_codec.hand_from_form(form.data, ruleset=ruleset, table=table)
        report = rules.read_report(hand, ruleset=ruleset, table=table, state=state)
        score = rules.score(report, ruleset, state)
    except ReportError as error:
        return error.problems[0]
    return score.points, score.tally, score.pot, score.state


@pytest.mark.parametrize("settled", SCORED, ids=str)
def test_no_value_refuses_an_ordinary_hand(settled: SettledValue) -> None:
    ruleset, table = settled.ruleset, table_of(settled.ruleset)
    forms = [form for form in filled_forms(ruleset, table) if form.is_ordinary]
    refused = [
        (form.data, problem)
        for form in forms
        if isinstance(problem := _scored(ruleset, form, table, State()), rules.Problem)
        and problem.code not in FORBIDDEN
        and not isinstance(_scored(settled.before, form, table, State()), rules.Problem)
    ]
    assert not refused
    assert forms


@pytest.mark.parametrize("settled", SCORED, ids=str)
def test_each_value_can_change_what_a_hand_comes_to(settled: SettledValue) -> None:
    """Or at least what can be recorded and what outbids what: the contracts and rounds that a table plays."""
    forms = list(filled_forms(settled.ruleset, table_of(settled.ruleset)))
    before = list(filled_forms(settled.before, table_of(settled.before)))
    if {form.contract for form in forms} != {form.contract for form in before} or len(forms) != len(before):
        return
    if settled.rule == "pot_at_end":
        assert pot_settlement(settled.ruleset) != pot_settlement(settled.before)
        return
    assert differ(settled.ruleset, settled.before, [*forms, *before])


@pytest.mark.parametrize("settled", VALUES, ids=str)
def test_a_house_rule_without_effect_is_not_offered(settled: SettledValue) -> None:
    """The form asks for what it offers here, and sends what has no effect beside the others as it always was."""
    typed = FormData(house_rule_fields(settled.ruleset, settled.rule))
    preset = settled.before
    effects = {rule.name: rule.has_effect for group in house_rule_groups(preset) for rule in group.rules}
    assert effects[settled.rule]
    changed = preset.with_house_rules(house_rule_changes(typed, preset))
    assert getattr(changed, settled.rule) == getattr(settled.ruleset, settled.rule)


SILENT = [
    (game, name)
    for game, ruleset in RICHEST.items()
    for name, _default, metadata in ruleset.house_rules()
    if metadata["needs"] not in ((), ({},))
]


@pytest.mark.parametrize(("game", "rule"), SILENT)
def test_a_house_rule_that_is_not_offered_changes_nothing(game: str, rule: str) -> None:
    """Whatever it says, as long as the rules that it needs are not settled so."""
    base = RICHEST[game]
    for settled in settled_values(game):
        if settled.rule != rule:
            continue
        quiet = _without_needs(settled.before, rule)
        values: dict[str, Any] = {name: getattr(quiet, name) for name, _default, _metadata in base.house_rules()}
        assert rule in house_rules_without_effect(type(base), values)
        try:
            changed = quiet.with_house_rules({rule: getattr(settled.ruleset, rule)})
        except rules.RulesetError:
            continue  # refused together, so nobody may ask
        forms = list(filled_forms(quiet, table_of(quiet)))
        # No round that this table does not play comes about.
        found = [State(), State(pot=45, bock=(1, 1))] if game == "bavarian" else [*states(quiet)]
        assert not differ(changed, quiet, forms[:: in_ci(5, otherwise=20)], found)


def _without_needs(ruleset: Ruleset, rule: str) -> Ruleset:
    metadata = next(metadata for name, _default, metadata in ruleset.house_rules() if name == rule)
    changes: dict[str, object] = {}
    for needs in metadata["needs"]:
        other, wanted = next(iter(needs.items()))
        held = getattr(ruleset, other)
        if isinstance(held, tuple):
            changes[other] = [one for one in held if one not in wanted] if not isinstance(wanted, bool) else []
        elif isinstance(wanted, bool):
            changes[other] = (not wanted) if isinstance(held, bool) else 0
        else:
            changes[other] = {"matador_value": "unit", "deck_cards": 24, "lambapea_strokes": 6}[other]
    values = {name: getattr(ruleset, name) for name, _default, _metadata in ruleset.house_rules()} | changes
    defaults = {name: default for name, default, _metadata in ruleset.house_rules()}
    silent = house_rules_without_effect(type(ruleset), values)
    return ruleset.with_house_rules(changes | {name: defaults[name] for name in silent})


@pytest.fixture(scope="module")
def phone(chromium: Browser) -> Iterator[Phone]:
    page = chromium.new_page()
    yield Phone(page)
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize("number", FILLED_IN, ids=lambda number: str(VALUES[number]))
def test_the_phone_reads_and_scores_each_form_as_the_server_does(phone: Phone, number: int) -> None:
    """Three values in a row share the forms: every third is filled in for each, beginning with another one."""
    ruleset = VALUES[number].ruleset
    table = table_of(ruleset)
    forms = list(filled_forms(ruleset, table))[number % 3 :: 3]
    filled_in = [(list(form.data.lists()), sorted(ruleset.questions(form.contract, table))) for form in forms]
    hands = phone.hands_of_forms(ruleset, table, filled_in)
    for form, hand in zip(forms, hands, strict=True):
        expected = hand_form_codec.hand_from_form(form.data, ruleset=ruleset, table=table)
        assert _without_empty(hand) == _without_empty(expected), form.data
    some = list(islice(states(ruleset), 2))
    questions = [
        Question(hand=hand, table=table, state=state)
        for place, state in enumerate(some)
        for hand in (hands if place == 0 else hands[::5])
    ]
    assert not list(islice(phone.differences(ruleset, questions), 3))
    assert any(judged(ruleset, question) for question in questions)


def _without_empty(hand: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in hand.items() if value not in (None, "", [], {})}
