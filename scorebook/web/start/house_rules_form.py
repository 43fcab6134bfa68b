"""The house rules in the start form: shown for the chosen tariff; only differences from it are sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import rules
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.form_data import FormData
from scorebook.web.games import house_rule_fields
from scorebook.web.games.house_rule_fields import FIELD, HouseRuleGroup

SHOWN = "rules_of"  # the tariff whose house rules are in the form, "bavarian/pub_10_20_50"
WANTED = "show_rules"  # the button that shows them without a script


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRulesFields:
    of: str
    title: str
    groups: tuple[HouseRuleGroup, ...]
    wanted: str  # value of the button: the house rule to expand, or any other text

    @property
    def has_problems(self) -> bool:
        return any(group.has_problems for group in self.groups)

    @property
    def text(self) -> str:
        rules = (rule for group in self.groups for rule in group.rules if rule.has_effect)
        return "; ".join(rule.answer_text for rule in rules if sorted(rule.answers) != sorted(rule.preset))


def house_rules_fields(
    typed: FormData, *, game: str, preset: str, problems: Iterable[rules.Problem] = ()
) -> HouseRulesFields | None:
    """Return the house rules; None until they are requested, to keep the form short.

    Changes made for another tariff of the same game are kept.
    """
    if not typed.has(SHOWN) and not typed.has(WANTED):
        return None
    ruleset = rules.PRESETS[game][preset]
    changed = tuple(FIELD + name for name in typed_house_rule_changes(typed, game))
    kept = {name: texts for name, texts in typed.lists() if name.partition("-")[0] in changed}
    of_rules = [
        rules.Problem(code=one.code, field=one.field.removeprefix(FIELD), args=one.args)
        for one in problems
        if one.field.startswith(FIELD)
    ]
    return HouseRulesFields(
        of=f"{game}/{preset}",
        title=words.preset_name(game, preset, language.current_language()),
        groups=house_rule_fields.house_rule_groups(ruleset, FormData(kept), of_rules),
        wanted=typed.one(WANTED),
    )


def typed_house_rule_changes(typed: FormData, game: str) -> dict[str, object]:
    """Return the differences from the tariff in the form; empty if that was of another game."""
    shown_game, _slash, preset = typed.one(SHOWN).partition("/")
    ruleset = rules.PRESETS.get(shown_game, {}).get(preset)
    return house_rule_fields.house_rule_changes(typed, ruleset) if ruleset is not None and shown_game == game else {}


def house_rule_form_fields(ruleset: rules.Ruleset, game: str, preset: str) -> dict[str, list[str]]:
    """Return the form fields of the differences from the preset; empty without any."""
    changes = ruleset.unlike(rules.PRESETS[game][preset])
    if not changes:
        return {}
    fields = {SHOWN: [f"{game}/{preset}"]}
    for name in changes:
        fields |= house_rule_fields.house_rule_fields(ruleset, name)
    return fields
