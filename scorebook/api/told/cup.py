"""What a club tells of its cup."""

from scorebook.api.told.fields import Choice, Day
from scorebook.api.told.objects import Keyed
from scorebook.clubs.circle import CupRule


class AgreeCup(Keyed):
    """first_on: from that day on it begins anew."""

    rule = Choice(CupRule)
    first_on = Day()
