"""Open balances of people, of all evenings and of the tab; every page that asks for a payment reads them."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Sum

from scorebook.clubs.club_groups import ClubGroup
from scorebook.ledger.models import Account, MonthMovement
from scorebook.play.terms import POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBalance:
    """The open money of a player or person in one unit, in minor units: + is owed to them, - they owe it.

    The parts may offset each other, so that the net is 0 although something is open.
    """

    unit: str
    evenings_minor: int = 0  # of evenings, open ones included
    tab_minor: int = 0
    linked_minor: int = 0  # of a person: evenings and tabs of the linked clubs

    @property
    def net_minor(self) -> int:
        return self.evenings_minor + self.tab_minor + self.linked_minor

    @property
    def due_minor(self) -> int:
        """Return the maximum that can be paid out without a negative balance afterwards."""
        return max(self.net_minor, 0)

    def stands_against(self, amount_minor: int) -> bool:
        """Return whether they owe money outside the tab, so that paying out the amount exceeds what is due."""
        return self.evenings_minor + self.linked_minor < 0 and amount_minor > self.due_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBook:
    """The open money of the people of a club group, from the view of one of its clubs."""

    group: ClubGroup
    people: Mapping[UUID, tuple[OpenBalance, ...]]  # person -> balances by unit; only with open money
    entries: Mapping[UUID, UUID]  # person -> player of the own club with open money, if any

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(sorted({balance.unit for balances in self.people.values() for balance in balances}))

    def balances_of(self, player: UUID) -> tuple[OpenBalance, ...]:
        return self.people.get(self.group.person(player), ())

    def balance_in_unit(self, player: UUID, unit: str) -> OpenBalance:
        """Return the balance of the player's person, all zeros if nothing is open."""
        return next((one for one in self.balances_of(player) if one.unit == unit), OpenBalance(unit=unit))


def open_balances_of_people(group: ClubGroup, *, club: UUID, players: Collection[UUID] | None = None) -> OpenBook:
    """Return the open money of people, with all players of a person netted. Points are no money. One statement.

    club:    of the group; money in its other clubs goes to `linked_minor`.
    players: of the people whose balances are read; None for all.
    """
    sums: dict[UUID, dict[str, Counter[str]]] = {}
    entries: dict[UUID, UUID] = {}
    for of_club, player, unit, is_tab, amount_minor in _open_sums(group, players):
        person = group.person(player)
        own_part = "tab_minor" if is_tab else "evenings_minor"
        parts = sums.setdefault(person, {}).setdefault(unit, Counter())
        parts[own_part if of_club == club else "linked_minor"] += amount_minor
        if of_club == club and (player == person or person not in entries):
            entries[person] = player
    balances = {
        person: tuple(OpenBalance(unit=unit, **parts) for unit, parts in units.items() if any(parts.values()))
        for person, units in sums.items()
    }
    return OpenBook(group=group, people={person: own for person, own in balances.items() if own}, entries=entries)


def _open_sums(group: ClubGroup, players: Collection[UUID] | None) -> list[tuple[UUID, UUID, str, bool, int]]:
    """Return club, player, unit, whether on the tab, and the sum if it is not 0; by unit and player."""
    moved = MonthMovement.objects.filter(
        club__in=group.clubs, account__club__in=group.clubs, account__kind=Account.Kind.PLAYER
    ).exclude(account__unit=POINTS)
    if players is not None:
        wanted = {entry for player in players for entry in group.entries_of(group.person(player))}
        moved = moved.filter(account__player__in=wanted)
    rows = moved.order_by("account__unit", "account__player").values_list(
        "club", "account__player", "account__unit", "is_tab"
    )
    return [row for row in rows.annotate(Sum("amount_minor")) if row[-1]]
