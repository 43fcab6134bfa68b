"""Problems that a person can fix, each with its stable code and its field."""

import dataclasses
from collections.abc import Mapping


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One error in a report, a ruleset or a line of input."""

    code: str  # stable and tested; `rules.wording.words` turns it into a sentence
    field: str  # dotted below the top: `card_points.Anna`
    # For the sentence: bounds, names, the other figure.
    args: Mapping[str, str | int] = dataclasses.field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        return {"code": self.code, "field": self.field, **({"args": dict(self.args)} if self.args else {})}


class RulesError(ValueError):
    """Input that the rules refuse; `problems` holds everything that is wrong, not only the first."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.field}: {problem.code}" for problem in problems))
        self.problems = problems


class ReportError(RulesError):
    """A report of a hand that cannot be right, or was not agreed at this table."""


class RulesetError(RulesError):
    """A game and its house rules that make no sense together."""


class ProblemList(list[Problem]):
    """Problems collected while a value is read or checked; one per field and code."""

    def add(self, code: str, field: str, **args: str | int) -> None:
        if not any(known.code == code and known.field == field for known in self):
            self.append(Problem(code=code, field=field, args=args))

    def has(self, field: str) -> bool:
        """Return whether the field has a problem already, so that consequences of it are not reported again."""
        if not self:  # almost always, and asked often
            return False
        return any(known.field == field or known.field.startswith(f"{field}.") for known in self)
