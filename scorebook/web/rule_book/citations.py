"""The source of a rule: document and section, or that it is derived or our decision."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.sources import DOCUMENTS, SOURCES

_TITLES: Mapping[str, Callable[[], str]] = {
    "000": lambda: _("Palatinate Schafkopf for three and Asserufen, page in English"),
    "001": lambda: _("Saskop, Sasku and Lambapea, from Estonia"),
    "002": lambda: _("Schafskopf with 24 cards"),
    "003": lambda: _("Palatinate Schafkopf and Asserufen, page in German"),
    "004": lambda: _("Bavarian Schafkopf, article of an encyclopedia"),
}
_SHORT: Mapping[str, Callable[[], str]] = {
    "000": lambda: pgettext("document", "Palatinate, English"),
    "001": lambda: pgettext("document", "Sasku"),
    "002": lambda: pgettext("document", "24 cards"),
    "003": lambda: pgettext("document", "Palatinate, German"),
    "004": lambda: pgettext("document", "Encyclopedia"),
}
_WITHOUT_DOCUMENT: Mapping[str, Callable[[], str]] = {
    "derived": lambda: _("follows from the other rules"),
    "decision": lambda: _("decision of this book where the documents are silent or differ"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedCitation:
    ids: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    no: str
    title: str


def cite_rule(id: str) -> Citation:
    """Return the citation of a rule. Raises: KeyError for a rule without source (a bug)."""
    return Citation(id=id, text=_citation_text(SOURCES[id]))


def cite_rules_by_source(ids: Iterable[str]) -> tuple[SharedCitation, ...]:
    """Cite each rule once, in the order of RULES.md (letter, then number), grouped by source."""
    found: dict[str, list[str]] = {}
    for id in sorted(set(ids), key=lambda id: (id[0], int(id[1:]))):
        found.setdefault(_citation_text(SOURCES[id]), []).append(id)
    return tuple(SharedCitation(ids=tuple(sharing), text=text) for text, sharing in found.items())


def cited_documents(ids: Iterable[str]) -> tuple[Document, ...]:
    cited = {no for id in ids for no in re.findall(r"\b00\d\b", SOURCES[id])}
    return tuple(Document(no=no, title=_TITLES[no]()) for no in DOCUMENTS if no in cited)


def _citation_text(source: str) -> str:
    if source in _WITHOUT_DOCUMENT:
        return _WITHOUT_DOCUMENT[source]()
    places = [_citation_place(part.strip()) for part in source.split(";")]
    return "; ".join(places).replace("(in part derived)", _("(in part derived)"))


def _citation_place(part: str) -> str:
    """Write `004 Matadors` with the document's short name; a part without document continues the one before."""
    no, _space, section = part.partition(" ")
    if no not in _SHORT:
        return part
    return f"{_SHORT[no]()}: {section}" if section else _SHORT[no]()
