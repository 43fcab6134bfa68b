"""House rules as form questions, derived from the ruleset's fields: no single rule is known here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from rules.base_ruleset import house_rules_without_effect
from rules.own_contracts import OwnTerms
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
    (gettext_lazy("Your own contracts"), "own_contracts"),
    (
        gettext_lazy("Value of a hand"),
        "unit rufer_ solo_tariff heart_solo_ wenz_ geier_ bettel_ hochzeit_ tout_ sie_factor round_to win_value "
        "schneider_value schwarz_value asserufen_ diamonds_ strokes_ carry_ lambapea_ roof_ to_nil_ passed_ tie_",
    ),
    (gettext_lazy("Laufende"), "count_matadors matador sie_counts"),
    (gettext_lazy("Schneider, Schwarz and mistakes"), "free_from solo_scores schwarz_ overclaim revoker_ surrender"),
    (gettext_lazy("Doubling"), "several_ only_ most_doublings kontra_ laying"),
    (gettext_lazy("Pot"), "pot_"),
    (gettext_lazy("Bock"), "bock"),
    (gettext_lazy("Ramsch"), "ramsch_ durchmarsch march_ jungfrau"),
    (gettext_lazy("Special rounds"), "rounds hadschader_ minas_ kreuzbock_ last_round"),
    (gettext_lazy("Who pays?"), "dealer_pays paid_for money"),
)


class ControlKind(StrEnum):
    SWITCH = "switch"
    CHOICE = "choice"
    NUMBER = "number"
    LIST = "list"
    ROWS = "rows"


@dataclass(frozen=True, kw_only=True)
class HouseRuleQuestion:
    """A house rule as a question; a form that has its field overrides the value of the ruleset."""

    ruleset: rules.Ruleset
    name: str
    default: object
    metadata: Mapping[str, Any]  # as of `house_rule` in the rules
    form: FormData
    has_effect: bool = True
    problems: Sequence[str] = ()
    rows: tuple[OwnContractRow, ...] = ()  # of a list of objects

    @property
    def field(self) -> str:
        return FIELD + self.name

    @property
    def text(self) -> str:
        return words.house_rule_text(self.ruleset.GAME, self.name, language.current_language())

    @property
    def value_text(self) -> str:
        """Return the value in force as text."""
        return house_rule_value_text(self.ruleset, self.name)

    @property
    def source(self) -> Any:
        return self.metadata["source"]

    @property
    def least(self) -> Any:
        return self.metadata["least"]

    @property
    def most(self) -> Any:
        return self.metadata["most"]

    @property
    def is_open_upwards(self) -> bool:
        """Return whether the upper bound only protects the books, so that the form need not show it."""
        return self.most is not None and self.most >= OPEN_UPWARDS

    @property
    def needs_json(self) -> SafeString:
        """Return the condition for the script that shows a house rule with an effect; empty if it always has one."""
        return needs_json(self.metadata["needs"])

    @property
    def has_problems(self) -> bool:
        return bool(self.problems) or any(row.problems for row in self.rows)

    @cached_property
    def kind(self) -> ControlKind:
        if self.metadata["rows"]:
            return ControlKind.ROWS
        if isinstance(self.default, bool):
            return ControlKind.SWITCH
        if isinstance(self.default, tuple):
            return ControlKind.LIST
        return ControlKind.CHOICE if self._offered_values else ControlKind.NUMBER

    @cached_property
    def _offered_values(self) -> tuple[str, ...]:
        if isinstance(self.default, bool):
            return (YES, NO)
        if isinstance(self.default, StrEnum):
            return tuple(type(self.default))
        if isinstance(self.default, tuple):
            return tuple(map(str, self.metadata["choices"]))
        return _offered_numbers(self.ruleset.GAME, self.name, self.metadata["least"], self.metadata["most"])

    @property
    def held(self) -> Any:
        return getattr(self.ruleset, self.name)

    @cached_property
    def _current_value(self) -> object:
        if not self.form.has(self.field):
            return self.held
        return tuple(self._typed_list) if self.kind is ControlKind.LIST else self.form.one(self.field)

    @property
    def _typed_list(self) -> list[str]:
        return [one for one in self.form.all(self.field) if one]

    @property
    def typed(self) -> str:
        """Return the content of a number's field, valid or not."""
        return _plain_house_rule_value(self._current_value)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        value = self._current_value
        chosen = [str(one) for one in value] if isinstance(value, tuple) else [self.typed]
        return tuple(
            Option(value=one, text=self._option_text(one), is_checked=one in chosen) for one in self._offered_values
        )

    def _option_text(self, value: str) -> str:
        if self.kind is ControlKind.SWITCH:
            return _("yes") if value == YES else _("no")
        return value if value.isdecimal() else house_rule_choice_text(self.ruleset.GAME, self.name, value)

    @property
    def stated(self) -> Any:
        """Return the form's value as JSON; the form has the field."""
        if self.kind is ControlKind.ROWS:
            return typed_own_contracts(self.form, self.field, self.metadata["rows"])
        if self.kind is ControlKind.SWITCH:
            return {YES: True, NO: False}.get(self.typed, self.typed)
        if self.kind is ControlKind.LIST:
            return self._typed_list
        return self.typed if isinstance(self.default, StrEnum) else self.form.whole(self.field)

    @property
    def is_changed(self) -> bool:
        """Return whether the form has another value; the order of a list does not matter."""
        held = _house_rule_as_json(self.held)
        return set(self.stated) != set(held) if self.kind is ControlKind.LIST else self.stated != held

    @property
    def preset(self) -> list[str]:
        """Return the content of the fields for the ruleset's own value."""
        if isinstance(self.held, tuple):
            return [one.name if self.kind is ControlKind.ROWS else str(one) for one in self.held]
        return [] if self.held is None else [_plain_house_rule_value(self.held)]

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
    def answer_text(self) -> str:
        """Return the rule with its value: "A Ramsch is played: yes"; of own contracts only their names."""
        if self.rows:
            return ", ".join(self.answers)
        texts = [one.text for one in self.options if one.is_checked] if self.options else self.answers
        return f"{self.text.rstrip('.')}: {', '.join(texts) or '–'}"

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
    """Return every house rule under its heading; with a form its values, and only rules that may have an effect."""
    values = {name: getattr(ruleset, name) for name, _default, _metadata in ruleset.house_rules()}
    values |= house_rule_changes(typed, ruleset) if typed else {}
    silent = house_rules_without_effect(type(ruleset), values)
    by_name = problem_texts.sentences_by_field(problems)
    form = typed or FormData({})
    found = {
        name: HouseRuleQuestion(
            ruleset=ruleset,
            name=name,
            default=default,
            metadata=metadata,
            form=form,
            has_effect=name not in silent,
            problems=by_name.get(name, ()),
            rows=_rows_of_own_contracts(ruleset, name, metadata["rows"], form, values, by_name),
        )
        for name, default, metadata in ruleset.house_rules()
        if typed is None or metadata["needs"]
    }
    grouped: list[HouseRuleGroup] = []
    for title, prefixes in _HEADINGS:
        here = [found.pop(name) for name in list(found) if name.startswith(tuple(prefixes.split()))]
        if here:
            grouped.append(HouseRuleGroup(title=str(title), rules=tuple(here)))
    if found:
        grouped.append(HouseRuleGroup(title=_("Other house rules"), rules=tuple(found.values())))
    return tuple(grouped)


def _rows_of_own_contracts(
    ruleset: rules.Ruleset,
    name: str,
    terms: OwnTerms | None,
    form: FormData,
    values: Mapping[str, object],
    problems: Mapping[str, Sequence[str]],
) -> tuple[OwnContractRow, ...]:
    if terms is None:
        return ()
    field = FIELD + name
    if not form.has(field):
        form = FormData(own_contract_form_fields(getattr(ruleset, name), field))
    of_rows = {path.removeprefix(f"{name}."): texts for path, texts in problems.items()}
    return own_contract_rows(form, field, ruleset, terms, values, of_rows)


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


def house_rule_changes(typed: FormData, ruleset: rules.Ruleset) -> dict[str, object]:
    """Return the house rules that a form changes, as JSON for `with_house_rules`.

    A value without effect next to the others keeps the ruleset's value, or the default if that contradicts the others,
    because its field is hidden.
    """
    questions = (
        HouseRuleQuestion(ruleset=ruleset, name=name, default=default, metadata=metadata, form=typed)
        for name, default, metadata in ruleset.house_rules()
        if typed.has(FIELD + name)
    )
    changes = {one.name: one.stated for one in questions if one.is_changed}
    held = {name: _house_rule_as_json(getattr(ruleset, name)) for name, _default, _metadata in ruleset.house_rules()}
    silent = house_rules_without_effect(type(ruleset), held | changes)
    kept = {name: value for name, value in changes.items() if name not in silent}
    try:
        ruleset.with_house_rules(kept)
    except rules.RulesetError:
        usual = {name: _house_rule_as_json(default) for name, default, _metadata in ruleset.house_rules()}
        return kept | {name: usual[name] for name in silent if usual[name] != held[name]}
    return kept


def _house_rule_as_json(value: object) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    return [str(one) for one in value] if isinstance(value, tuple) else value
