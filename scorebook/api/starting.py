"""What a client wants to open, read from a body and judged as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from rules import GAMES, Problem, RulesError, Ruleset, read_ruleset
from rules.problems import ProblemList
from scorebook.api.told.evenings import ToldRuleset, place_of
from scorebook.api.told.objects import Told
from scorebook.play.services import AgreedEnd, Start, Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class StartBody:
    """dealer_place: place in names; None takes the first."""

    key: UUID
    ruleset: Mapping[str, object]
    unit: str
    stake_minor: int
    names: Sequence[str]
    dealer_place: int | None
    end: AgreedEnd | None

    def start(self, ruleset: Ruleset | None = None) -> Start:
        """Raises: RulesError, unless a ruleset is given."""
        ruleset = ruleset or read_ruleset(self.ruleset)
        terms = Terms(ruleset=ruleset, unit=self.unit, stake_minor=self.stake_minor)
        return Start(terms=terms, names=self.names, dealer_place=self.dealer_place, end=self.end)

    def problems(self) -> Sequence[Problem]:
        """Everything that is wrong, of the ruleset, the people, the stake and the unit."""
        problems = ProblemList()
        game = GAMES.get(str(self.ruleset["game"]))
        try:
            start, is_readable = self.start(), True
        except RulesError as refusal:
            start, is_readable = self.start((game or next(iter(GAMES.values())))()), False
            for problem in refusal.problems:
                problems.add(problem.code, problem.field, **problem.args)
        for problem in start.problems():
            # How many may play is for the ruleset to say; where it cannot be read, its game knows the bounds.
            if is_readable or problem.field != "players" or (game and problem.code == "players_out_of_range"):
                # The clubs' field for names is the API's for players.
                problems.add(problem.code, problem.field.replace("names.", "players.", 1), **problem.args)
        return tuple(problems)


def start_of_told(told: Told) -> StartBody:
    """What could not be read stands there as nothing, so that the rest can be judged."""
    names = told["players"] or []
    dealer = told["first_dealer"]
    return StartBody(
        key=told["id"] or UUID(int=0),
        ruleset=ToldRuleset.of(told),
        unit=told["unit"] or "",
        stake_minor=told["stake_minor"] or 0,
        names=names,
        dealer_place=None if dealer is None else place_of(dealer, names),
        end=told["end"],
    )
