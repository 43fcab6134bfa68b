"""The error summary at the top of the start form: every problem, linked to its field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from scorebook.web.games.house_rule_fields import FIELD
from scorebook.web.start.house_rules_form import HouseRulesFields

NAME = "names."
ON_THE_PAGE = ("game", "names", "stake", "end_", FIELD)  # in this order


def start_form_error_lines(
    problems: Mapping[str, Sequence[str]], shown: HouseRulesFields | None
) -> list[tuple[str, str, str]]:
    """Return the lines in the order of the page: the field's id, its label (empty if the text names it), and the text.

    problems: field of the form -> its messages; "other" has no field and is left out.
    """
    labels = _start_form_labels(shown)
    return [
        (field.replace(".", "-"), _start_form_label(field, labels), text)
        for field, texts in sorted(problems.items(), key=_page_order_of_field)
        if field != "other"
        for text in texts
    ]


def _page_order_of_field(line: tuple[str, Sequence[str]]) -> int:
    return next((place for place, start in enumerate(ON_THE_PAGE) if line[0].startswith(start)), len(ON_THE_PAGE))


def _start_form_labels(shown: HouseRulesFields | None) -> dict[str, str]:
    groups = shown.groups if shown else ()
    labels = {rule.field: rule.text.rstrip(".") for group in groups for rule in group.rules}
    for rule in (rule for group in groups for rule in group.rules):
        for place, row in enumerate(rule.rows):
            labels |= {f"{rule.field}.{place}.{field}": row.name or labels[rule.field] for field in row.problems}
    return labels


def _start_form_label(field: str, labels: Mapping[str, str]) -> str:
    if field.startswith(NAME):
        return _("Name at place %(place)s") % {"place": int(field.removeprefix(NAME)) + 1}
    return _("Agreed end") if field.startswith("end_") else labels.get(field, "")
