"""The endpoints of an evening's course and house rules, for scribes and watchers."""

from rest_framework.request import Request

from scorebook.api.endpoint import EveningEndpoint
from scorebook.api.operation import operation
from scorebook.api.serializers.course import CourseRepresentation, CourseResponse
from scorebook.api.serializers.games import HouseRulesRepresentation, RulesResponse
from scorebook.clubs.roles import Role


class CourseView(EveningEndpoint):
    @operation("course", opens=Role.WATCH, response=CourseResponse)
    def get(self, request: Request, token: str) -> object:
        """Return the totals after each hand, the progress to the agreed end and, once it is closed, the outcome.

        It has points only, so that it is the same if money is hidden.
        """
        return CourseRepresentation(evening=self.evening_of(token))


class RulesView(EveningEndpoint):
    @operation("rules", opens=Role.WATCH, response=RulesResponse)
    def get(self, request: Request, token: str) -> object:
        """Return the evening's house rules in words, and the differences from the nearest preset."""
        return HouseRulesRepresentation(ruleset=self.evening_of(token).rules)
