"""Requests about an evening: its opening, its end, and people who join."""

from collections.abc import Sequence

from rules.problems import ProblemList
from scorebook.api.told.fields import DateTimeField, GameIdField, HouseRulesField, IntegerField, TextField, TextsField
from scorebook.api.told.objects import KeyedRequest, ObjectField, StrictSerializer, ValidatedData
from scorebook.clubs.names import folded_name
from scorebook.play.services import AgreedEnd


def place_of(name: str, names: Sequence[str]) -> int | None:
    return next((place for place, one in enumerate(names) if folded_name(one) == folded_name(name)), None)


class EndRequest(StrictSerializer):
    """The agreed end of the evening: exactly one of the four."""

    rounds = IntegerField(needed=False)
    deals = IntegerField(needed=False)
    points = IntegerField(needed=False)
    at = DateTimeField(needed=False)

    def read(self, raw: object, place: str, problems: ProblemList) -> AgreedEnd:
        return AgreedEnd(**super().read(raw, place, problems))


class RulesetRequest(StrictSerializer):
    game = GameIdField()
    preset = TextField(needed=False)
    house_rules = HouseRulesField(needed=False)

    @staticmethod
    def of(told: ValidatedData) -> dict[str, object]:
        """Return the argument of `rules.read_ruleset`."""
        return {"game": told["game"] or "", "preset": told["preset"], "house_rules": told["house_rules"] or {}}


class OpenEveningRequest(KeyedRequest, RulesetRequest):
    """unit: a currency of ISO 4217, stored as its code (EUR, eur and € are EUR); points; or words for other stakes,
    with a slash between singular and plural: litre/litres. A sign that several currencies share, such as $, is refused,
    and so are three capitals that are no currency.
    stake_minor: value of a point in minor units: EUR in cents, JPY in yen, BHD in thousandths; points and words in
    whole ones, as in all amounts.
    players: names, in seating order.
    first_dealer: one of the names; defaults to the first.
    club: the token of a club's link; without it the evening gets a club of its own.
    """

    unit = TextField()
    stake_minor = IntegerField()
    players = TextsField()
    first_dealer = TextField(needed=False)
    end = ObjectField(EndRequest, needed=False)
    club = TextField(needed=False)

    def check_together(self, told: ValidatedData, place: str, problems: ProblemList) -> None:
        if told["first_dealer"] and told["players"] and place_of(told["first_dealer"], told["players"]) is None:
            problems.add("dealer_not_at_table", "first_dealer")


class AgreeEndRequest(KeyedRequest):
    """A new end of the evening; without `end` none is agreed."""

    end = ObjectField(EndRequest, needed=False)


class JoinEveningRequest(KeyedRequest):
    """place: at the table, counted from 1. Without it they take the chair that they left, or a new one at the end."""

    name = TextField()
    place = IntegerField(needed=False)
