"""The request about a club's cup."""

from scorebook.api.told.fields import ChoiceField, DateField
from scorebook.api.told.objects import KeyedRequest
from scorebook.clubs.circle import CupRule


class AgreeCupRequest(KeyedRequest):
    """first_on: the cup starts anew on that day."""

    rule = ChoiceField(CupRule)
    first_on = DateField()
