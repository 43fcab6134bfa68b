"""A table's own contracts as form rows: one each, and an empty one for the next."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import rules
from rules import Aim
from rules.base_ruleset import Needs
from rules.own_contracts import MAX_CONTRACTS, OwnContract, OwnTerms
from scorebook.web.core.form_data import FormData
from scorebook.web.games import game_presentation
from scorebook.web.games.presentation import SIDES_TEXTS, Words

ON = "1"
_AIM_TEXTS: Mapping[Aim, Words] = {
    Aim.CARD_POINTS: _("card points"),
    Aim.ALL_TRICKS: pgettext_lazy("aim", "every trick"),
    Aim.NO_TRICK: pgettext_lazy("aim", "no tricks"),
}
# Empty: the game's own word for the run.
_COUNTS: Mapping[str, Words] = {
    "counts_schneider": _("Schneider and Schwarz"),
    "counts_run": "",
    "counts_doublings": _("Doublings"),
}

Json = dict[str, object]


def needs_json(needs: Sequence[Needs]) -> SafeString:
    """Return the condition for the script that shows a setting once it has an effect; empty if it always has one."""
    if tuple(needs) == ({},):
        return SafeString("")
    return json_attribute(needs)


def json_attribute(value: object) -> SafeString:
    return escape(json.dumps(value, separators=(",", ":")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    value: str
    text: str
    is_checked: bool
    needs: Needs = field(default_factory=dict)  # house rules without which it has no effect
    has_effect: bool = True

    @property
    def needs_json(self) -> SafeString:
        return needs_json((self.needs,))


# A select field: its name, label, options and problems.
RowList = tuple[str, str, Sequence[Option], Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnContractRow:
    field: str  # prefix of its field names
    name: str
    price: str
    lists: tuple[RowList, ...]
    counts: tuple[Option, ...]
    problems: Mapping[str, Sequence[str]]  # by field name without the prefix


def typed_own_contracts(typed: FormData, field: str, terms: OwnTerms) -> list[object]:
    """Return the filled rows as JSON for the rules, which refuse invalid values."""
    return [_typed_own_contract(typed, start, terms) for start in _filled_row_prefixes(typed, field)]


def _filled_row_prefixes(typed: FormData, field: str) -> list[str]:
    """Return the prefix of the field names of each filled row."""
    starts = (f"{field}-{place}-" for place in range(MAX_CONTRACTS))
    return [start for start in starts if typed.one(start + "name") or typed.one(start + "price")]


def _typed_own_contract(typed: FormData, start: str, terms: OwnTerms) -> Json:
    chosen = {"sides": terms.sides, "aim": terms.aims}
    return {
        "name": typed.one(start + "name"),
        "price": typed.whole(start + "price"),
        **{name: typed.one(start + name) for name, choices in chosen.items() if choices},
        **{name: typed.has(start + name) for name in terms.counts},
    }


def own_contract_form_fields(rows: Sequence[OwnContract], field: str) -> dict[str, list[str]]:
    fields = {field: [""]}
    for place, own in enumerate(rows):
        value = {"name": own.name, "price": str(own.price), "sides": own.sides.value, "aim": own.aim.value}
        ticked = {name: ON for name in _COUNTS if getattr(own, name)}
        fields |= {f"{field}-{place}-{name}": [text] for name, text in (value | ticked).items()}
    return fields


def own_contract_rows(
    typed: FormData,
    field: str,
    ruleset: rules.Ruleset,
    terms: OwnTerms,
    values: Mapping[str, object],
    problems: Mapping[str, Sequence[str]],
) -> tuple[OwnContractRow, ...]:
    """Return the filled rows without gaps, numbered as the rules count them, and an empty one at the end.

    values:   of the other house rules.
    problems: by field within this rule, "0.price".
    """
    starts = [*_filled_row_prefixes(typed, field), ""][:MAX_CONTRACTS]
    return tuple(
        OwnContractRow(
            field=f"{field}-{place}-",
            name=typed.one(start + "name") if start else "",
            price=typed.one(start + "price") if start else "",
            lists=tuple(
                _own_contract_selects(
                    typed, start, f"{field}-{place}-", terms, _problems_of_own_contract(problems, place)
                )
            ),
            counts=_own_contract_switches(typed, start, ruleset, terms, values),
            problems=_problems_of_own_contract(problems, place),
        )
        for place, start in enumerate(starts)
    )


def _own_contract_selects(
    typed: FormData, start: str, field: str, terms: OwnTerms, problems: Mapping[str, Sequence[str]]
) -> Iterator[RowList]:
    """Yield the select fields; the first option is the default."""
    texts: tuple[tuple[str, Words, Mapping[Any, Words]], ...] = (
        ("sides", _("Sides"), {one: SIDES_TEXTS[one] for one in terms.sides}),
        ("aim", _("Aim"), {one: _AIM_TEXTS[one] for one in terms.aims}),
    )
    for name, label, choices in texts:
        said = typed.one(start + name) if start else ""
        chosen = said if said in choices else next(iter(choices), "")
        shown = tuple(Option(value=one, text=str(text), is_checked=one == chosen) for one, text in choices.items())
        if len(shown) > 1:
            yield field + name, str(label), shown, problems.get(name, ())


def _own_contract_switches(
    typed: FormData, start: str, ruleset: rules.Ruleset, terms: OwnTerms, values: Mapping[str, object]
) -> tuple[Option, ...]:
    return tuple(
        Option(
            value=name,
            text=str(_COUNTS[name] or game_presentation(ruleset).run_name),
            is_checked=not start or typed.has(start + name),
            needs=needs,
            has_effect=all(bool(values[other]) is wanted for other, wanted in needs.items()),
        )
        for name, needs in terms.counts.items()
    )


def _problems_of_own_contract(problems: Mapping[str, Sequence[str]], place: int) -> dict[str, Sequence[str]]:
    start = f"{place}."
    return {name.removeprefix(start): texts for name, texts in problems.items() if name.startswith(start)}
