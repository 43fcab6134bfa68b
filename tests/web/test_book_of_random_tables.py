"""Pages of tables that settle every house rule at random: whole sentences, and none on what the table cannot have."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from random import Random
from typing import Any

import pytest

from rules import Ruleset, RulesetError
from rules.wording import words
from tests.rules.readings import OWN
from tests.rules.table import agreed
from tests.support.extent import in_ci
from tests.web.book_sentences import book_sentences

pytestmark = pytest.mark.once
TABLES = in_ci(200, otherwise=15)
NUMBERS = (1, 2, 3, 5, 7, 10, 13, 20, 50)
# An empty list or name, a placeholder, a number of one with a plural, two spaces, a stop after a space.
BROKEN = re.compile(
    r"None|[{}%]|  | [.,;!?](?!\d)|[,;:] ?\.|\(\)|,,|^$|\b[iz]\w+ählen \.|"
    r"\b1 (points|strokes|doublings|games|times|tricks|cards|hands|Punkte|Striche|Spiele|Stiche|Karten|Augen)\b"
)
# What is never spoken of: where a house rule has this value, in these parts of the page.
ABSENT: Mapping[str, tuple[object, tuple[str, ...], str]] = {
    "most_doublings": (0, ("doubling", "tariff"), r"Stoss|Retour|for it"),
    "laying": (False, ("laying", "tariff"), r"\blaid\b|\blay\b"),
    "count_matadors": (False, ("matadors", "tariff"), r"[Tt]op trumps"),
    "pot_reuegeld": (0, ("tariff", "rounds", "pay"), r"Reuegeld"),
    "pot_kept": (True, ("pot",), r"shares what it wins|may win it|beyond"),
    "jungfrau": (False, ("ramsch",), r"Jungfrau"),
    "durchmarsch": (False, ("ramsch",), r"Durchmarsch"),
}


def _random_table(number: int) -> Ruleset:
    """Return a table whose house rules are settled one after the other, as far as they are possible together."""
    random, ruleset = Random(number), agreed("bavarian", "pub_10_20_50")
    house_rules = list(ruleset.house_rules())
    for name, default, metadata in random.sample(house_rules, len(house_rules)):
        try:
            ruleset = ruleset.with_house_rules({name: _random_value(random, name, default, metadata)})
        except RulesetError:
            continue
    return ruleset


def _random_value(random: Random, name: str, default: object, metadata: Mapping[str, Any]) -> object:
    if metadata["rows"]:
        return random.sample(OWN, random.randrange(len(OWN)))
    if isinstance(default, bool):
        return random.random() < 0.5
    if isinstance(default, StrEnum):
        return random.choice([one.value for one in type(default)])
    if isinstance(default, tuple):
        chosen = random.sample(list(metadata["choices"]), random.randint(0, len(metadata["choices"])))
        return chosen[: random.choice([1, 4, None])]
    if metadata["may_be_none"] and random.random() < 0.5:
        return None
    if name == "deck_cards":
        return random.choice([32, 32, 24, 20])
    return random.choice([one for one in (0, *NUMBERS) if metadata["least"] <= one <= metadata["most"]] or [default])


@pytest.mark.parametrize("number", range(TABLES))
def test_a_table_settled_at_random_is_described_in_whole_sentences(number: int) -> None:
    ruleset = _random_table(number)
    for language in words.LANGUAGES:
        sentences = book_sentences(ruleset, language)
        assert [one.text for one in sentences if BROKEN.search(one.text)] == []
        counted = [one.text for one in sentences if one.rules]
        assert len(counted) == len(set(counted))
    for name, (value, parts, spoken) in ABSENT.items():
        if getattr(ruleset, name) == value:
            found = [one.text for one in book_sentences(ruleset) if one.part in parts and re.search(spoken, one.text)]
            assert found == [], name
