"""House rules as form questions, derived from the ruleset's fields: no single rule is known here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from rules.base_ruleset import Needs, without_effect
from rules.wording import words
from scorebook.texts import language
from scorebook.texts.house_rule_texts import house_rule_choice_text, house_rule_value_text
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.games.own_contract_rows import (
    Option,
    OwnContractRow,
    json_attribute,
    needs_json,
    own_contract_form_fields,
    own_contract_rows,
    typed_own_contracts,
)

FIELD = "rule_"  # a house rule's field in a form
YES, NO = "yes", "no"
OPEN_UPWARDS = 1_000_000
FEW = 20  # a number with so few values may be a choice in disguise
# Headings with the prefixes of their house rules' names; the first match counts.
_HEADINGS: tuple[tuple[str | Promise, str], ...] = (
    (
        gettext_lazy("Cards and contracts"),
        "allowed deck_cards variant after_thrown_in muss_ call_ king_ silent_ first_",
    ),
    (gettext_lazy("Contracts of your own"), "own_contracts"),
    (
        gettext_lazy("What a hand is worth"),
        "unit rufer_ solo_tariff heart_solo_ wenz_ geier_ bettel_ hochzeit_ tout_ sie_factor round_to win_value "
        "schneider_value schwarz_value asserufen_ diamonds_ strokes_ carry_ lambapea_ roof_ to_nil_ passed_ tie_",
    ),
    (gettext_lazy("Top trumps"), "count_matadors matador sie_counts"),
    (gettext_lazy("Schneider, Schwarz and mistakes"), "free_from solo_scores schwarz_ overclaim revoker_ surrender"),
    (gettext_lazy("Doubling"), "several_ only_ most_doublings kontra_ laying"),
    (gettext_lazy("Pot"), "pot_"),
    (gettext_lazy("Bock"), "bock"),
    (gettext_lazy("Ramsch"), "ramsch_ durchmarsch march_ jungfrau"),
    (gettext_lazy("Special rounds"), "rounds hadschader_ minas_ kreuzbock_ last_round"),
    (gettext_lazy("Who pays"), "dealer_pays paid_for money"),
)


class ControlKind(StrEnum):
    SWITCH = "switch"
    CHOICE = "choice"
    NUMBER = "number"
    LIST = "list"
    ROWS = "rows"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRuleQuestion:
    name: str
    kind: ControlKind
    text: str
    value_text: str  # the value in force
    typed: str  # content of a number's field, valid or not
    options: tuple[Option, ...]
    least: int | None
    most: int | None
    may_be_none: bool
    source: str
    needs: Sequence[Needs]
    has_effect: bool
    preset: Sequence[str]  # content of the fields for the tariff's own value
    problems: Sequence[str]
    rows: tuple[OwnContractRow, ...] = ()  # of a list of objects

    @property
    def needs_json(self) -> SafeString:
        """Return the condition for the script that shows a house rule with an effect; empty if it always has one."""
        return needs_json(self.needs)

    @property
    def has_problems(self) -> bool:
        return bool(self.problems) or any(row.problems for row in self.rows)

    @property
    def preset_json(self) -> SafeString:
        """Return the tariff's own value, for the script that marks changes."""
        return json_attribute(self.preset)

    @property
    def answers(self) -> list[str]:
        """Return the content of the fields; for own contracts only their names."""
        if self.rows:
            return [row.name for row in self.rows if row.name]
        return [one.value for one in self.options if one.is_checked] or [self.typed] * bool(self.typed)

    @property
    def said(self) -> str:
        """Return the rule with its value: "A Ramsch is played: yes"; of own contracts only their names."""
        if self.rows:
            return ", ".join(self.answers)
        texts = [one.text for one in self.options if one.is_checked] if self.options else self.answers
        return f"{self.text.rstrip('.')}: {', '.join(texts) or '–'}"

    @property
    def field(self) -> str:
        return FIELD + self.name

    @property
    def is_open_upwards(self) -> bool:
        """Return whether the upper bound only protects the books, so that the form need not show it."""
        return self.most is not None and self.most >= OPEN_UPWARDS

    @property
    def other_readings(self) -> tuple[str, ...]:
        """Return the other values a table could agree on; of a list the items not in it."""
        return tuple(option.text for option in self.options if not option.is_checked)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRuleGroup:
    title: str
    rules: tuple[HouseRuleQuestion, ...]

    @property
    def has_problems(self) -> bool:
        return any(rule.has_problems for rule in self.rules)

    @property
    def has_effect(self) -> bool:
        return any(rule.has_effect for rule in self.rules)


def house_rule_groups(
    ruleset: rules.Ruleset, typed: FormData | None = None, problems: Iterable[rules.Problem] = ()
) -> tuple[HouseRuleGroup, ...]:
    """Return every house rule of a ruleset under its heading.

    typed: the values of a form, which override the ruleset's; only rules that may have an effect are returned then.
    """
    values = {name: getattr(ruleset, name) for name, _default, _metadata in ruleset.house_rules()}
    values |= house_rule_changes(typed, ruleset) if typed else {}
    silent = without_effect(type(ruleset), values)
    by_name = problem_texts.sentences_by_field(problems)
    found = {
        name: _house_rule_question(
            ruleset, name, default, metadata, typed, by_name.get(name, ()), has_effect=name not in silent
        )
        for name, default, metadata in ruleset.house_rules()
        if typed is None or metadata["needs"]
    }
    for name, rows in _own_contract_rows_by_rule(ruleset, typed or FormData({}), values, by_name):
        found[name] = replace(found[name], rows=rows)
    grouped: list[HouseRuleGroup] = []
    for title, prefixes in _HEADINGS:
        here = [found.pop(name) for name in list(found) if name.startswith(tuple(prefixes.split()))]
        if here:
            grouped.append(HouseRuleGroup(title=str(title), rules=tuple(here)))
    if found:
        grouped.append(HouseRuleGroup(title=_("Other house rules"), rules=tuple(found.values())))
    return tuple(grouped)


def _own_contract_rows_by_rule(
    ruleset: rules.Ruleset, typed: FormData, values: Mapping[str, object], problems: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, tuple[OwnContractRow, ...]]]:
    for name, _default, metadata in ruleset.house_rules():
        if metadata["rows"]:
            said = (
                typed
                if typed.has(FIELD + name)
                else FormData(own_contract_form_fields(getattr(ruleset, name), FIELD + name))
            )
            here = {
                field.removeprefix(f"{name}."): texts
                for field, texts in problems.items()
                if field.startswith(f"{name}.")
            }
            yield name, own_contract_rows(said, FIELD + name, ruleset, metadata["rows"], values, here)


def _house_rule_question(
    ruleset: rules.Ruleset,
    name: str,
    default: object,
    metadata: Mapping[str, Any],
    typed: FormData | None,
    problems: Sequence[str],
    *,
    has_effect: bool,
) -> HouseRuleQuestion:
    held = getattr(ruleset, name)
    choices = _house_rule_choices(type(ruleset), name, default, metadata)
    kind = _house_rule_control(default, choices, metadata)
    value = held if typed is None or not typed.has(FIELD + name) else _typed_house_rule(typed, name, kind)
    chosen = {str(one) for one in value} if isinstance(value, tuple | list) else {_plain_house_rule_value(value)}
    return HouseRuleQuestion(
        name=name,
        kind=kind,
        text=words.house_rule_text(ruleset.GAME, name, language.current_language()),
        value_text=house_rule_value_text(ruleset, name),
        typed=_plain_house_rule_value(value),
        options=tuple(
            Option(value=one, text=_house_rule_option_text(ruleset.GAME, name, kind, one), is_checked=one in chosen)
            for one in choices
        ),
        least=metadata["least"],
        most=metadata["most"],
        may_be_none=metadata["may_be_none"],
        source=metadata["source"],
        needs=metadata["needs"],
        has_effect=has_effect,
        preset=_preset_house_rule_answers(held, kind),
        problems=problems,
    )


def _house_rule_control(default: object, choices: Sequence[str], metadata: Mapping[str, Any]) -> ControlKind:
    if metadata["rows"]:
        return ControlKind.ROWS
    if isinstance(default, bool):
        return ControlKind.SWITCH
    if isinstance(default, tuple):
        return ControlKind.LIST
    return ControlKind.CHOICE if choices else ControlKind.NUMBER


def _house_rule_choices(
    game: type[rules.Ruleset], name: str, default: object, metadata: Mapping[str, Any]
) -> tuple[str, ...]:
    if isinstance(default, bool):
        return (YES, NO)
    if isinstance(default, StrEnum):
        return tuple(one.value for one in type(default))
    if isinstance(default, tuple):
        return tuple(str(one) for one in metadata["choices"])
    return _offered_numbers(game.GAME, name, metadata["least"], metadata["most"])


@cache
def _offered_numbers(game: str, name: str, least: int, most: int) -> tuple[str, ...]:
    """Return the numbers a house rule accepts if it refuses some between its bounds; empty if it accepts all."""
    if most - least > FEW:
        return ()
    taken = [number for number in range(least, most + 1) if _may_offer_number(game, name, number)]
    return tuple(map(str, reversed(taken))) if len(taken) <= most - least else ()


def _may_offer_number(game: str, name: str, number: int) -> bool:
    try:
        rules.GAMES[game]().with_house_rules({name: number})
    except rules.RulesetError as error:
        return not any(problem.code == "house_rule_impossible" and problem.field == name for problem in error.problems)
    return True


def _house_rule_option_text(game: str, name: str, kind: ControlKind, value: str) -> str:
    if kind is ControlKind.SWITCH:
        return _("yes") if value == YES else _("no")
    if value.isdecimal():
        return value
    return house_rule_choice_text(game, name, value)


def _preset_house_rule_answers(held: Any, kind: ControlKind) -> list[str]:
    if kind is ControlKind.ROWS:
        return [one.name for one in held]
    return (
        [str(one) for one in held] if kind is ControlKind.LIST else [_plain_house_rule_value(held)] * (held is not None)
    )


def _plain_house_rule_value(value: object) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return "" if value is None else str(value)


def house_rule_fields(ruleset: rules.Ruleset, name: str) -> dict[str, list[str]]:
    """Return a house rule as form fields; a list starts with an empty value, so that an empty list can be sent."""
    value = getattr(ruleset, name)
    if any(metadata["rows"] for one, _default, metadata in ruleset.house_rules() if one == name):
        return own_contract_form_fields(value, FIELD + name)
    texts = ["", *(str(one) for one in value)] if isinstance(value, tuple) else [_plain_house_rule_value(value)]
    return {FIELD + name: texts}


def _typed_house_rule(typed: FormData, name: str, kind: ControlKind) -> object:
    return tuple(one for one in typed.all(FIELD + name) if one) if kind is ControlKind.LIST else typed.one(FIELD + name)


def house_rule_changes(typed: FormData, ruleset: rules.Ruleset) -> dict[str, object]:
    """Return the house rules that a form changes, as JSON for `with_house_rules`.

    A value without effect next to the others keeps the ruleset's value, or the default if that contradicts the others,
    because its field is hidden.
    """
    changes = _stated_house_rule_changes(typed, ruleset)
    held = {name: _house_rule_as_json(getattr(ruleset, name)) for name, _default, _metadata in ruleset.house_rules()}
    silent = without_effect(type(ruleset), held | changes)
    kept = {name: value for name, value in changes.items() if name not in silent}
    try:
        ruleset.with_house_rules(kept)
    except rules.RulesetError:
        usual = {name: _house_rule_as_json(default) for name, default, _metadata in ruleset.house_rules()}
        return kept | {name: usual[name] for name in silent if usual[name] != held[name]}
    return kept


def _stated_house_rule_changes(typed: FormData, ruleset: rules.Ruleset) -> dict[str, object]:
    changes: dict[str, object] = {}
    for name, default, metadata in ruleset.house_rules():
        if typed.has(FIELD + name):
            kind = _house_rule_control(default, _house_rule_choices(type(ruleset), name, default, metadata), metadata)
            wanted, held = (
                _typed_house_rule_as_json(typed, name, kind, default, metadata),
                _house_rule_as_json(getattr(ruleset, name)),
            )
            if (
                kind is ControlKind.LIST
                and isinstance(wanted, list)
                and isinstance(held, list)
                and set(wanted) == set(held)
            ):
                continue  # the same in another order
            if wanted != held:
                changes[name] = wanted
    return changes


def _typed_house_rule_as_json(
    typed: FormData, name: str, kind: ControlKind, default: object, metadata: Mapping[str, Any]
) -> object:
    if kind is ControlKind.ROWS:
        return typed_own_contracts(typed, FIELD + name, metadata["rows"])
    if kind is ControlKind.SWITCH:
        said = typed.one(FIELD + name)
        return {YES: True, NO: False}.get(said, said)
    if kind is ControlKind.LIST:
        return [one for one in typed.all(FIELD + name) if one]
    return typed.one(FIELD + name) if isinstance(default, StrEnum) else typed.whole(FIELD + name)


def _house_rule_as_json(value: object) -> object:
    if isinstance(value, StrEnum):
        return value.value
    return [str(one) for one in value] if isinstance(value, tuple) else value
