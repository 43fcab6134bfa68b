"""What a client tells of an evening: how it begins and ends, who comes."""

from collections.abc import Sequence

from rules.problems import ProblemList
from scorebook.api.told.fields import GameId, HouseRules, Moment, Text, Texts, Whole
from scorebook.api.told.objects import Keyed, Part, Told, ToldObject
from scorebook.clubs.names import folded_name
from scorebook.play.services import AgreedEnd


def place_of(name: str, names: Sequence[str]) -> int | None:
    return next((place for place, one in enumerate(names) if folded_name(one) == folded_name(name)), None)


class ToldEnd(ToldObject):
    """When the evening is to end: exactly one of the four."""

    rounds = Whole(needed=False)
    deals = Whole(needed=False)
    points = Whole(needed=False)
    at = Moment(needed=False)

    def read(self, raw: object, place: str, problems: ProblemList) -> AgreedEnd:
        return AgreedEnd(**super().read(raw, place, problems))


class ToldRuleset(ToldObject):
    game = GameId()
    preset = Text(needed=False)
    house_rules = HouseRules(needed=False)

    @staticmethod
    def of(told: Told) -> dict[str, object]:
        """As `rules.read_ruleset` takes it."""
        return {"game": told["game"] or "", "preset": told["preset"], "house_rules": told["house_rules"] or {}}


class OpenEvening(Keyed, ToldRuleset):
    """unit: a currency of ISO 4217, whose code it becomes (EUR, eur and € are EUR); points; or words for what is played
    for, with a slash where several are called otherwise than one: litre/litres. A sign that several currencies share,
    such as $, is refused, and so are three capitals that are no currency.
    stake_minor: what a point is worth in minor units: of EUR in cents, of JPY in yen, of BHD in thousandths; of points
    and words in whole ones, as all amounts are.
    players: names, in the order in which they sit.
    first_dealer: one of the names; the first deals, if nobody says.
    club: the token of a club's link; without one the evening gets a club of its own.
    """

    unit = Text()
    stake_minor = Whole()
    players = Texts()
    first_dealer = Text(needed=False)
    end = Part(ToldEnd, needed=False)
    club = Text(needed=False)

    def check_together(self, told: Told, place: str, problems: ProblemList) -> None:
        if told["first_dealer"] and told["players"] and place_of(told["first_dealer"], told["players"]) is None:
            problems.add("dealer_not_at_table", "first_dealer")


class AgreeEnd(Keyed):
    """Without an end nothing is agreed."""

    end = Part(ToldEnd, needed=False)


class JoinEvening(Keyed):
    """place: at the table, counted from 1. Without one they sit in the chair that they have left, or at the end."""

    name = Text()
    place = Whole(needed=False)
