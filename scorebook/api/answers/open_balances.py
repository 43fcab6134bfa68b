"""What people still owe or are owed, of all evenings and of the tab."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from rest_framework import serializers

from scorebook.api.answers.objects import AnswerObject
from scorebook.play.queries.open_balances import OpenBalance, OpenBook


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBalance:
    person: UUID
    balance: OpenBalance


def shown_balances(
    book: OpenBook, *, unit: str | None = None, players: Collection[UUID] | None = None
) -> Sequence[ShownBalance]:
    """unit: None shows all of them. players: entries of the people that are meant; None shows everybody."""
    persons = None if players is None else {book.circle.person(player) for player in players}
    return [
        ShownBalance(person=person, balance=balance)
        for person, balances in book.people.items()
        for balance in balances
        if unit in (None, balance.unit) and (persons is None or person in persons)
    ]


class PersonBalance(AnswerObject):
    """What a person owes (below 0) or is owed in one unit, all their entries together; nobody of whom nothing is open.

    person: as `person` of the people of the club.
    net_minor: the sum of the parts, which may stand against each other; pay this, not a part of it.
    evenings_minor: of evenings of this club, also of one that is still going on.
    tab_minor: of the tab of this club.
    linked_minor: of the clubs that are linked to it.
    """

    person = serializers.UUIDField()
    unit = serializers.CharField(source="balance.unit")
    net_minor = serializers.IntegerField(source="balance.net_minor")
    evenings_minor = serializers.IntegerField(source="balance.evenings_minor")
    tab_minor = serializers.IntegerField(source="balance.tab_minor")
    linked_minor = serializers.IntegerField(source="balance.linked_minor")
