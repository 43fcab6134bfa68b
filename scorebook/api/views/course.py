"""The endpoints of an evening's course and house rules, for scribes and watchers."""

from rest_framework.request import Request

from scorebook.api.endpoint import EveningEndpoint
from scorebook.api.operation import operation
from scorebook.api.serializers.course import CourseRepresentation, CourseResponse
from scorebook.api.serializers.games import HouseRulesRepresentation, RulesResponse


class CourseView(EveningEndpoint):
    @operation("course", response=CourseResponse)
    def get(self, request: Request, token: str) -> object:
        """Return the totals after each hand, the progress to the agreed end and, once it is closed, the outcome.

        It has points only, so that it is the same if money is hidden.
        """
        return CourseRepresentation(evening=self.read_by(token).evening)


class RulesView(EveningEndpoint):
    @operation("rules", response=RulesResponse)
    def get(self, request: Request, token: str) -> object:
        """Return the evening's house rules in words, and the differences from the nearest preset."""
        return HouseRulesRepresentation(ruleset=self.read_by(token).evening.rules)
