"""The response with open balances of people, over all evenings and the tab."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from rest_framework import serializers

from scorebook.api.answers.objects import ResponseSerializer
from scorebook.play.queries.open_balances import OpenBalance, OpenBook


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceRepresentation:
    person: UUID
    balance: OpenBalance


def open_balances(
    book: OpenBook, *, unit: str | None = None, players: Collection[UUID] | None = None
) -> Sequence[BalanceRepresentation]:
    """Return the open balances in a unit (None: all) of the people with these entries (None: everybody)."""
    persons = None if players is None else {book.circle.person(player) for player in players}
    return [
        BalanceRepresentation(person=person, balance=balance)
        for person, balances in book.people.items()
        for balance in balances
        if unit in (None, balance.unit) and (persons is None or person in persons)
    ]


class PersonBalanceResponse(ResponseSerializer):
    """A person's open balance in one unit, over all their entries, below 0 if they owe it; people with a balance of 0
    are left out.

    person: the `person` in the people of the club.
    net_minor: the sum of the parts, which may offset each other; pay this, not a part of it.
    evenings_minor: from evenings of this club, open ones included.
    tab_minor: from the tab of this club.
    linked_minor: from the clubs that are linked to it.
    """

    person = serializers.UUIDField()
    unit = serializers.CharField(source="balance.unit")
    net_minor = serializers.IntegerField(source="balance.net_minor")
    evenings_minor = serializers.IntegerField(source="balance.evenings_minor")
    tab_minor = serializers.IntegerField(source="balance.tab_minor")
    linked_minor = serializers.IntegerField(source="balance.linked_minor")
