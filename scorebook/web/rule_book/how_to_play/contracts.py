"""The paragraphs on the contracts of a table, in sections by what their contracts have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import Aim, Contract, Ruleset, Sides
from rules.report import DeclaredHand, HochzeitHand
from scorebook.web.rule_book.bidding_page import contract_facts

# House rules that belong to a section, each with the rules that its sentence states beside its source.
AgreedRules = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractSection:
    id: str
    title: str | Promise
    holds: Callable[[Contract], bool]
    agreed: AgreedRules = ()
    introduction: str = ""  # code of a sentence about all of them
    rules: str = ""  # which the introduction states
    introduces: Callable[[Contract], bool] = lambda one: True  # one such contract is enough for it


Sections = list[tuple[ContractSection, list[list[Contract]]]]  # each with the contracts of its paragraphs

# The first that holds a contract has it. A Ramsch has a section of its own.
_SECTIONS = (
    ContractSection(
        id="muss", title=_("Muss"), holds=lambda one: one.is_forced, agreed=(("muss_with_opposite", "B82 B84 X65"),)
    ),
    ContractSection(id="kreuzbock", title=_("Kreuzbock, Kreuz-Spiel"), holds=lambda one: one.sides is Sides.OPPOSITE),
    ContractSection(
        id="hochzeit", title=_("Hochzeit"), holds=lambda one: issubclass(one.report, HochzeitHand),
        agreed=(("hochzeit_factor", "B77"),),
    ),
    ContractSection(
        id="no-trick", title=_("Without a trick: Bettel"), holds=lambda one: one.aim is Aim.NO_TRICK,
        introduction="section.no-trick", rules="B14 B73",
    ),
    ContractSection(
        id="tout", title=_("Tout and Sie"), holds=lambda one: one.aim is not Aim.CARD_POINTS,
        introduction="section.tout", rules="B35 B12", introduces=lambda one: one.aim is Aim.ALL_TRICKS,
        agreed=(("tout_rule", "B36 B37"), ("sie_factor", "X41"), ("sie_counts_matadors", "B38")),
    ),
    ContractSection(
        id="contracts", title=_("Rufer, Wenz, Solo"), holds=lambda one: one.common,
        introduction="section.contracts", rules="B14 B108",
    ),
    ContractSection(id="soloists", title=_("More soloist contracts"), holds=lambda one: one.sides is Sides.ALONE),
)  # fmt: skip
_ORDER = ("contracts", "soloists", "tout", "no-trick", "hochzeit", "muss", "kreuzbock")


def contract_sections(ruleset: Ruleset, people: int) -> Sections:
    """Return the sections that this table needs, with the contracts of each paragraph: mostly one."""
    found: dict[str, dict[str, list[Contract]]] = {}
    for contract in ruleset.contracts(people):
        if has_paragraph(contract):
            section = next(one.id for one in _SECTIONS if one.holds(contract))
            shared = contract_facts(contract, ruleset) if contract.aim is Aim.ALL_TRICKS else contract.id
            found.setdefault(section, {}).setdefault(shared, []).append(contract)
    by_id = {section.id: section for section in _SECTIONS}
    return [(_introduced(by_id[id], found[id].values()), list(found[id].values())) for id in _ORDER if id in found]


def paragraphs_of_contracts(sections: Sections) -> dict[str, str]:
    """Return the contract that begins the paragraph of each contract, whose id is the anchor."""
    paragraphs = chain.from_iterable(paragraphs for _section, paragraphs in sections)
    return {one.id: paragraph[0].id for paragraph in paragraphs for one in paragraph}


def has_paragraph(contract: Contract) -> bool:
    return issubclass(contract.report, DeclaredHand) and not contract.is_own


def _introduced(section: ContractSection, paragraphs: Iterable[list[Contract]]) -> ContractSection:
    return section if any(map(section.introduces, chain(*paragraphs))) else replace(section, introduction="")


def rules_of_contract(contract: Contract) -> str:
    ids = [contract.source, getattr(contract, "tariff_source", "B57")]
    ids += ["B83"] if contract.is_forced else []
    ids += ["B2"] if contract.aim is not Aim.SHOWN else []
    return " ".join(ids)
