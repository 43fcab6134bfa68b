"""The source of a rule: document and section, or that it is derived or our decision."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scorebook.web.rule_book.specification import DECISION, DERIVED, RULE_ID, entries

DOCUMENTS: Mapping[str, str | Promise] = {
    "000": gettext_lazy("Palatinate Schafkopf for three and Asserufen (in English)"),
    "001": gettext_lazy("Saskop, Sasku and Lambapea, from Estonia"),
    "002": gettext_lazy("Schafskopf with 24 cards"),
    "003": gettext_lazy("Palatinate Schafkopf and Asserufen (in German)"),
    "004": gettext_lazy("Bavarian Schafkopf, encyclopedia article"),
}
_SHORT: Mapping[str, str | Promise] = {
    "000": pgettext_lazy("document", "Palatinate, English"),
    "001": pgettext_lazy("document", "Sasku"),
    "002": pgettext_lazy("document", "24 cards"),
    "003": pgettext_lazy("document", "Palatinate, German"),
    "004": pgettext_lazy("document", "Encyclopedia"),
}
_DECISION_TEXT = gettext_lazy("our decision where the sources are silent or disagree")


def cite_rule(id: str) -> str:
    """Return the source of a rule. Raises: KeyError for a rule without source (a bug)."""
    source = entries()[id].source
    if source == DECISION:
        return str(_DECISION_TEXT)
    if source.startswith(DERIVED):
        return _("follows from {rules}").format(rules=", ".join(RULE_ID.findall(source)))
    places = [_citation_place(part.strip()) for part in source.split(";")]
    return "; ".join(places).replace("(in part derived)", _("(in part derived)"))


def cite_rules_by_source(ids: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Return each source with its rules, ordered by letter and number."""
    found: dict[str, list[str]] = {}
    for id in sorted(set(ids), key=lambda id: (id[0], int(id[1:]))):
        found.setdefault(cite_rule(id), []).append(id)
    return list(found.items())


def cited_documents(ids: Iterable[str]) -> list[str]:
    """Return the titles of the documents."""
    cited = {no for id in ids for no in re.findall(r"\b00\d\b", entries()[id].source)}
    return [str(title) for no, title in DOCUMENTS.items() if no in cited]


def _citation_place(part: str) -> str:
    """Write `004 Matadors` with the document's short name; a part without document continues the one before."""
    no, _space, section = part.partition(" ")
    if no not in _SHORT:
        return part
    return f"{_SHORT[no]}: {section}" if section else str(_SHORT[no])
