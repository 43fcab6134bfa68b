"""The endpoints of an evening's course and house rules, for scribes and watchers."""

from rest_framework.request import Request

from scorebook.api.answers.course import CourseAnswer, ShownCourse
from scorebook.api.answers.house_rules import RulesAnswer, ShownRules
from scorebook.api.endpoint import EveningEndpoint
from scorebook.api.operation import operation


class Course(EveningEndpoint):
    @operation("course", answer=CourseAnswer)
    def get(self, request: Request, token: str) -> object:
        """Return the totals after each hand, the progress to the agreed end and, once it is closed, the outcome.

        It has points only, so that it is the same if money is hidden.
        """
        return ShownCourse(evening=self.read_by(token).evening)


class Rules(EveningEndpoint):
    @operation("rules", answer=RulesAnswer)
    def get(self, request: Request, token: str) -> object:
        """Return the evening's house rules in words, and the differences from the nearest preset."""
        return ShownRules(ruleset=self.read_by(token).evening.rules)
