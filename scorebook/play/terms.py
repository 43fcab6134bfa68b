"""Terms that a table agrees on before its first hand and keeps for the evening."""

from dataclasses import dataclass, field, replace

from rules import Ruleset
from rules.own_contracts import MAX_NAME, OwnContracts, check_names_are_new
from rules.problems import ProblemList
from scorebook.clubs.look_alikes import is_blank_text
from scorebook.clubs.models import Club
from scorebook.core.currencies import UnitRefused, read_unit
from scorebook.ledger.models import MAX_UNIT
from scorebook.ledger.queries import unit_named

POINTS = "points"  # the unit of an evening without money
MAX_STAKE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The ruleset, and the value of a point.

    unit: a currency by code, sign or name, kept as its code "EUR"; POINTS; or words such as "Halbe", with a slash
          between singular and plural: "litre/litres".
    """

    ruleset: Ruleset
    unit: str
    stake_minor: int  # minor units per point, 1..1,000,000; words have whole units only
    keeps_word: bool = False  # a word in the club's books stays, although it names a currency by now
    typed_unit: str = field(init=False, compare=False)  # as typed

    def __post_init__(self) -> None:
        object.__setattr__(self, "typed_unit", self.unit.strip())
        try:
            object.__setattr__(self, "unit", self.typed_unit if self.keeps_word else _read_typed_unit(self.typed_unit))
        except UnitRefused:  # `check` names it
            object.__setattr__(self, "unit", self.typed_unit)

    def of_club(self, club: Club) -> "Terms":
        """Return the terms with the unit as the club's books write it. At most one statement."""
        if self.typed_unit == self.unit or unit_named(club, self.typed_unit) == self.unit:
            return self
        return replace(self, unit=self.typed_unit, keeps_word=True)

    def check(self, problems: ProblemList) -> None:
        own_contracts = getattr(self.ruleset, "own_contracts", ())
        check_names_are_new(own_contracts, problems)
        _check_contract_names(own_contracts, problems)
        if type(self.stake_minor) is not int:  # not isinstance: True is an int as well
            problems.add("not_integer", "stake_minor")
        elif not 1 <= self.stake_minor <= MAX_STAKE:
            problems.add("stake_out_of_range", "stake_minor", least=1, most=MAX_STAKE)
        words = self.unit.split("/")
        if all(map(is_blank_text, words)):
            problems.add("unit_missing", "unit")
        elif len(self.unit) > MAX_UNIT or not self.unit.isprintable() or not _are_unit_words(words):
            problems.add("unit_impossible", "unit", most=MAX_UNIT)
        else:
            _check_typed_unit(self.typed_unit, problems)


def _check_contract_names(own_contracts: OwnContracts, problems: ProblemList) -> None:
    """Check own contracts for visible names; not in the ruleset, because stored rulesets must stay readable."""
    for place, own in enumerate(own_contracts):
        if is_blank_text(own.name):
            problems.add("own_contract_unnamed", f"own_contracts.{place}.name", most=MAX_NAME)


def _read_typed_unit(text: str) -> str:
    return POINTS if POINTS in text.casefold().split("/") else read_unit(text)


def _check_typed_unit(text: str, problems: ProblemList) -> None:
    try:
        _read_typed_unit(text)
    except UnitRefused as refused:
        problems.add(refused.code, "unit", unit=text)


def _are_unit_words(words: list[str]) -> bool:
    return len(words) <= 2 and all(word == word.strip() and not is_blank_text(word) for word in words)
