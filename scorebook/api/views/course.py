"""The endpoints of an evening's course and house rules, for scribes and watchers."""

from rest_framework.decorators import action
from rest_framework.request import Request

from scorebook.api.endpoint import EveningEndpoint
from scorebook.api.operation import operation
from scorebook.api.permissions import WatchKey
from scorebook.api.serializers.course import CourseRepresentation, CourseResponse
from scorebook.api.serializers.games import HouseRulesRepresentation, RulesResponse


class CourseViewSet(EveningEndpoint):
    @action(detail=True, methods=["get"], url_path="course")
    @operation("course", permission=WatchKey, response=CourseResponse)
    def course(self, request: Request) -> object:
        """Return the totals after each hand, the progress to the agreed end and, once it is closed, the outcome.

        It has points only, so that it is the same if money is hidden.
        """
        return CourseRepresentation(evening=self.evening)

    @action(detail=True, methods=["get"], url_path="rules")
    @operation("rules", permission=WatchKey, response=RulesResponse)
    def rules(self, request: Request) -> object:
        """Return the evening's house rules in words, and the differences from the nearest preset."""
        return HouseRulesRepresentation(ruleset=self.evening.rules)
