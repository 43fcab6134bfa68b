"""What people still owe or are owed, of all evenings and of the tab: every page that tells somebody to pay reads it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Sum

from scorebook.ledger.models import Account, MonthMovement
from scorebook.play.terms import POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBalance:
    """The open money of a player in one unit, in minor units: + is owed to them, - they owe it.

    evenings_minor: of evenings, the hands of one that is still going on included. tab_minor: of the tab.
    Both may stand against each other, so that the net is 0 and something is open all the same.
    """

    unit: str
    evenings_minor: int
    tab_minor: int

    @property
    def net_minor(self) -> int:
        return self.evenings_minor + self.tab_minor


def open_balances(
    *, clubs: Collection[UUID], players: Collection[UUID] | None = None
) -> Mapping[UUID, tuple[OpenBalance, ...]]:
    """Player -> what is open of them in each unit of money, in the order of units. Points are no money.

    clubs:   whose books are read; linked clubs keep a book each, and an entry of a person its own balance.
    players: whose balances are read; None reads those of all players of the clubs.
    Returns: only players of whom something is open. One statement.
    """
    moved = MonthMovement.objects.filter(
        club__in=clubs, account__club__in=clubs, account__kind=Account.Kind.PLAYER
    ).exclude(account__unit=POINTS)
    if players is not None:
        moved = moved.filter(account__player__in=players)
    sums: dict[tuple[UUID, str], dict[bool, int]] = {}
    rows = moved.order_by("account__unit").values_list("account__player", "account__unit", "is_tab")
    for player, unit, is_tab, amount_minor in rows.annotate(Sum("amount_minor")):
        sums.setdefault((player, unit), {})[is_tab] = amount_minor
    found: dict[UUID, list[OpenBalance]] = {}
    for (player, unit), parts in sums.items():
        if any(parts.values()):
            balance = OpenBalance(unit=unit, evenings_minor=parts.get(False, 0), tab_minor=parts.get(True, 0))
            found.setdefault(player, []).append(balance)
    return {player: tuple(balances) for player, balances in found.items()}
