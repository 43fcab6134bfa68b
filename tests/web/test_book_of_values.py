"""Every value of every house rule, with and without it: sentences of the book change, and only those about it.

`test_every_house_rule` shows that each of these values changes a score, a refusal or the course of an evening.
"""

from __future__ import annotations

import pytest

import rules
from rules import Contract, Ruleset, RulesetError
from rules.base_ruleset import house_rules_without_effect
from rules.wording import words
from tests.support.extent import in_ci
from tests.web.book_sentences import BookSentence, book_sentences, changed_sentences
from tests.web.house_rule_values import RICHEST, SettledValue, settled_values

pytestmark = pytest.mark.once
VALUES = [value for game in RICHEST for value in settled_values(game)][:: in_ci(1, otherwise=5)]
# Rules beside the source of a house rule that its values may touch. A list of contracts or rounds may touch anything
# that is about one of them; each of those is left out alone below.
RELATED = {
    "deck_cards": "B2 G1 B35 B38 B73 B81 B102 X62",
    "wenz_tariff": "B35",
    "geier_tariff": "B35",
    "heart_solo_tariff": "B11 B35 B81",
    "heart_solo_outbids": "B11",
    "count_matadors": "B60 B61 X40",
    "matador_value": "X56",
    "most_doublings": "B90 X43",
    "laying": "B94",
    "muss_with_opposite": "B82",
    "pot_sweetener": "X51 X64",
    "pot_reuegeld": "X51 B85",
    "pot_kept": "X51",
    "bock_after": "X52",
    "durchmarsch": "X47",
    "surrender": "P35 P36 P37 X8",
    "lambapea_strokes": "X20",
    "variant": "X63",
    "own_contracts": "X40",
}
LISTS = ("allowed", "rounds")


@pytest.mark.parametrize("settled", VALUES, ids=str)
def test_a_value_changes_sentences_and_none_about_something_else(settled: SettledValue) -> None:
    english, german = (changed_sentences(settled.ruleset, settled.before, language) for language in ("en", "de"))
    assert english and [one.rules for one in english] == [one.rules for one in german]
    sources = {name: metadata["source"] for name, _default, metadata in settled.ruleset.house_rules()}
    about = {sources[settled.rule], *RELATED.get(settled.rule, "").split()}
    kept = _kept_but_for_figures(settled.ruleset, settled.before)
    others = [one for one in english if one.rules and not about & {*one.rules} and one.without_figures not in kept]
    assert not others or settled.rule in LISTS


def _kept_but_for_figures(ruleset: Ruleset, other: Ruleset) -> set[str]:
    ours, theirs = ({one.without_figures for one in book_sentences(page)} for page in (ruleset, other))
    return ours & theirs


@pytest.mark.parametrize("settled", VALUES[::3], ids=str)
def test_a_value_changes_a_sentence_at_the_first_table_of_the_game_too(settled: SettledValue) -> None:
    first = next(iter(rules.PRESETS[settled.ruleset.GAME].values()))
    values = {name: getattr(first, name) for name, _default, _metadata in first.house_rules()}
    held = values | {settled.rule: getattr(settled.ruleset, settled.rule)}
    if settled.rule in house_rules_without_effect(type(first), held) or held == values:
        return
    try:
        ruleset = first.with_house_rules({settled.rule: settled.value})
    except RulesetError:
        return
    assert changed_sentences(ruleset, first)


CONTRACTS = [one for one in RICHEST["bavarian"].contracts(4) if one.rank]


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda one: one.id)
def test_a_contract_that_is_not_played_is_not_spoken_of(contract: Contract) -> None:
    """And nothing else changes: what differs names it, cites it, or explains the contracts of its kind."""
    richest = RICHEST["bavarian"]
    allowed = [one.id for one in CONTRACTS if one.id != contract.id]
    without = richest.with_house_rules({"allowed": allowed})
    changed = changed_sentences(without, richest)
    name = words.contract_name(contract.id, "en")
    assert any(_is_about(one, contract, name) for one in changed)
    assert [one for one in changed if one.part in ("contracts", "soloists", "no-trick") and one.rules] == [
        one for one in changed if one.part in ("contracts", "soloists", "no-trick") and _is_about(one, contract, name)
    ]
    assert not any(one.text.startswith(f"{name}: ") for one in book_sentences(without))


def _is_about(sentence: BookSentence, contract: Contract, name: str) -> bool:
    return name in sentence.text or contract.source in sentence.rules


@pytest.mark.parametrize("kind", RICHEST["bavarian"].rounds)  # type: ignore[attr-defined]
def test_a_round_that_is_not_played_is_not_described(kind: str) -> None:
    richest = RICHEST["bavarian"]
    rest = [one for one in richest.rounds if one != kind]  # type: ignore[attr-defined]
    changed = changed_sentences(richest.with_house_rules({"rounds": rest}), richest)
    assert changed and {one.part for one in changed} <= {"rounds", "last-round"}
