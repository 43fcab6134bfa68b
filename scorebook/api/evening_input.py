"""Conversion of a request to open an evening, and the checks of it as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from rules import GAMES, Problem, RulesError, Ruleset, read_ruleset
from rules.problems import ProblemList
from scorebook.api.exceptions import api_field
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.evenings import RulesetRequest, index_of_name
from scorebook.play.services import AgreedEnd, Start, Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class StartBody:
    key: UUID
    ruleset: Mapping[str, object]
    unit: str
    stake_minor: int
    names: Sequence[str]
    dealer_place: int | None  # index in names; None is the first
    end: AgreedEnd | None

    def to_start(self, ruleset: Ruleset | None = None) -> Start:
        """Return the arguments of the service. Raises: RulesError, unless a ruleset is given."""
        ruleset = ruleset or read_ruleset(self.ruleset)
        terms = Terms(ruleset=ruleset, unit=self.unit, stake_minor=self.stake_minor)
        return Start(terms=terms, names=self.names, dealer_place=self.dealer_place, end=self.end)

    def find_problems(self) -> Sequence[Problem]:
        """Return all problems of the ruleset, the people, the stake and the unit."""
        problems = ProblemList()
        game = GAMES.get(str(self.ruleset["game"]))
        try:
            start, is_readable = self.to_start(), True
        except RulesError as refusal:
            start, is_readable = self.to_start((game or next(iter(GAMES.values())))()), False
            for problem in refusal.problems:
                problems.add(problem.code, problem.field, **problem.args)
        for problem in start.problems():
            # The ruleset limits the number of players; if it is invalid, the bounds of its game apply.
            if is_readable or problem.field != "players" or (game and problem.code == "players_out_of_range"):
                problems.add(problem.code, api_field(problem.field), **problem.args)
        return tuple(problems)


def start_from_data(data: ValidatedData) -> StartBody:
    """Convert the validated data; a field that failed validation is empty, so that the others can be checked."""
    names = data["people"] or []
    dealer = data["first_dealer"]
    return StartBody(
        key=data["id"] or UUID(int=0),
        ruleset=RulesetRequest.ruleset_json(data),
        unit=data["unit"] or "",
        stake_minor=data["stake_minor"] or 0,
        names=names,
        dealer_place=None if dealer is None else index_of_name(dealer, names),
        end=data["end"],
    )
