"""The groups of contracts under "more": own contracts, those played before, then by the declarer's aim."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from rules import Contract
from rules.base_ruleset import Aim, Sides
from rules.report import DeclaredHand

FEW = 4  # contracts; they need no headings
Chip = TypeVar("Chip")


@dataclass(frozen=True, slots=True)
class ContractGroup(Generic[Chip]):
    title: str  # empty for a single group
    chips: tuple[Chip, ...]


def contract_groups(
    contracts: Sequence[tuple[Contract, Chip]], played: Collection[str]
) -> tuple[ContractGroup[Chip], ...]:
    """Group the chips of contracts; the order within a group stays."""
    if len(contracts) <= FEW:
        return (ContractGroup("", tuple(chip for _contract, chip in contracts)),) if contracts else ()
    titles = (
        _("Our own"), _("Played before"), _("With a partner"), _("Alone"), _("All tricks"), _("No trick"), _("Besides"),
    )  # fmt: skip
    groups: dict[str, list[Chip]] = {title: [] for title in titles}
    for contract, chip in contracts:
        groups[_contract_group_title(contract, played)].append(chip)
    return tuple(ContractGroup(title, tuple(chips)) for title, chips in groups.items() if chips)


def _contract_group_title(contract: Contract, played: Collection[str]) -> str:
    if contract.is_own:
        return _("Our own")
    if contract.id in played:
        return _("Played before")
    if not issubclass(contract.report, DeclaredHand):
        return _("Besides")
    if contract.aim is Aim.NO_TRICK:
        return _("No trick")
    if contract.aim is not Aim.CARD_POINTS:
        return _("All tricks")
    return _("Alone") if contract.sides is Sides.ALONE else _("With a partner")
