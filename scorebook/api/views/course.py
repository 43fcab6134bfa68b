"""The course of an evening and its house rules, for its scribe and for whoever looks on."""

from rest_framework.request import Request

from scorebook.api.answers.course import CourseAnswer, ShownCourse
from scorebook.api.answers.house_rules import RulesAnswer, ShownRules
from scorebook.api.endpoint import EveningEndpoint
from scorebook.api.operation import operation


class Course(EveningEndpoint):
    @operation("course", answer=CourseAnswer)
    def get(self, request: Request, token: str) -> object:
        """What stood after each hand, how near the agreed end is and, once it is closed, who won and how.

        In points alone, so that it is the same for those from whom money is hidden.
        """
        return ShownCourse(evening=self.read_by(token).evening)


class Rules(EveningEndpoint):
    @operation("rules", answer=RulesAnswer)
    def get(self, request: Request, token: str) -> object:
        """The evening's house rules in words, and which of them are otherwise than in the nearest preset."""
        return ShownRules(ruleset=self.read_by(token).evening.rules)
