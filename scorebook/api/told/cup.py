"""The request about a club's cup."""

from scorebook.api.told.fields import Choice, Day
from scorebook.api.told.objects import Keyed
from scorebook.clubs.circle import CupRule


class AgreeCup(Keyed):
    """first_on: the cup starts anew on that day."""

    rule = Choice(CupRule)
    first_on = Day()
