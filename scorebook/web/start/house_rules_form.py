"""The house rules of the start form: shown for the chosen tariff, sent only where they differ from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import rules
from rules import words
from scorebook import language
from scorebook.web.core.form_data import FormData
from scorebook.web.games import house_rules
from scorebook.web.games.house_rules import FIELD, HouseRuleGroup

SHOWN = "rules_of"  # the tariff whose house rules the form shows, "bavarian/pub_10_20_50"
WANTED = "show_rules"  # the button that asks for them without a script


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHouseRules:
    """wanted: the house rule that somebody asked to see more of, or what else says that they asked."""

    of: str
    title: str
    groups: tuple[HouseRuleGroup, ...]
    wanted: str

    @property
    def has_problems(self) -> bool:
        return any(group.has_problems for group in self.groups)

    @property
    def said(self) -> str:
        rules = (rule for group in self.groups for rule in group.rules if rule.has_effect)
        return "; ".join(rule.said for rule in rules if sorted(rule.answers) != sorted(rule.preset))


def shown_house_rules(
    typed: FormData, *, game: str, preset: str, problems: Iterable[rules.Problem] = ()
) -> ShownHouseRules | None:
    """Nothing as long as nobody has asked for them: who only wants to play must not wade through them.

    What was changed for another tariff of the same game stays changed.
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
    return ShownHouseRules(
        of=f"{game}/{preset}",
        title=words.preset_name(game, preset, language.current_language()),
        groups=house_rules.house_rule_groups(ruleset, FormData(kept), of_rules),
        wanted=typed.one(WANTED),
    )


def typed_house_rule_changes(typed: FormData, game: str) -> dict[str, object]:
    """The house rules that the form sets otherwise than the tariff it showed; none where it showed another game."""
    shown_game, _slash, preset = typed.one(SHOWN).partition("/")
    ruleset = rules.PRESETS.get(shown_game, {}).get(preset)
    return house_rules.house_rule_changes(typed, ruleset) if ruleset is not None and shown_game == game else {}


def house_rule_form_fields(ruleset: rules.Ruleset, game: str, preset: str) -> dict[str, list[str]]:
    """The form's fields for a ruleset that differs from its preset; none where it does not."""
    told = ruleset.unlike(rules.PRESETS[game][preset])
    if not told:
        return {}
    fields = {SHOWN: [f"{game}/{preset}"]}
    for name in told:
        fields |= house_rules.house_rule_fields(ruleset, name)
    return fields
