"""Contracts of a table's own, which no document knows: their names and what the table pays for them. X75.

The name is part of the contract's id, so that an old hand can be described without its ruleset.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.base_ruleset import NOTHING, Aim, Contract, Needs, Sides
from rules.problems import ProblemList
from rules.reading import ChoiceReader, json_field, read_bool, read_fields, read_int, read_text
from rules.report import DeclaredHand, Report
from rules.wording.words import OWN_CONTRACT, is_contract_name

MAX_CONTRACTS = 8
MAX_NAME = 30
MAX_PRICE = 1_000_000
_JOINERS = "\u200c\u200d"  # inside an emoji or a Persian word
_OF_SENTENCES = "{}"  # the phone fills in placeholders between them


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnContract:
    """A contract of the table's own. A game with fixed sides, or without runs, ignores the fields for them.

    price: points that each loser pays each winner, before anything is added.
    counts_schneider: whether Schneider and Schwarz count as in the other contracts of the game.
    counts_run: whether the run of top trumps counts as in the others.
    counts_doublings: whether all doublings count as in the others.
    """

    name: str = json_field(read_text, default="")
    sides: Sides = json_field(ChoiceReader(Sides), default=Sides.ALONE)
    aim: Aim = json_field(ChoiceReader(Aim), default=Aim.CARD_POINTS)
    price: int = json_field(read_int, default=0)
    counts_schneider: bool = json_field(read_bool, default=True)
    counts_run: bool = json_field(read_bool, default=True)
    counts_doublings: bool = json_field(read_bool, default=True)

    @property
    def id(self) -> str:
        return OWN_CONTRACT + self.name

    def contract(self, *, laying: bool = False) -> Contract:
        """Return it as a contract of a game with a declarer. Its trumps are unknown and never needed."""
        has_run = self.counts_run and self.aim is not Aim.NO_TRICK
        has_levels = self.counts_schneider and self.aim is Aim.CARD_POINTS  # Schneider needs card points as the aim
        return Contract(
            id=self.id, sides=self.sides, aim=self.aim, report=DeclaredHand, price=self.price,
            has_top_trumps=has_run, has_levels=has_levels, may_kontra=self.counts_doublings,
            may_lay=laying, common=False, source="X75",
        )  # fmt: skip

    def between_fixed_sides(self, sides: Sides, report: type[Report]) -> Contract:
        return Contract(
            id=self.id, sides=sides, report=report, price=self.price, has_levels=self.counts_schneider, source="X75"
        )


OwnContracts = tuple[OwnContract, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTerms:
    """The fields of an own contract that a game lets its table settle."""

    # Choices; empty if the game fixes them.
    sides: tuple[Sides, ...] = (Sides.ALONE, Sides.PARTNERS, Sides.OPPOSITE)
    aims: tuple[Aim, ...] = (Aim.CARD_POINTS, Aim.ALL_TRICKS, Aim.NO_TRICK)
    # Fields that may be on or off, each with the house rules without which it changes nothing.
    counts: Mapping[str, Needs] = field(
        default_factory=lambda: dict.fromkeys(("counts_schneider", "counts_run", "counts_doublings"), NOTHING)
    )

    def read_rows(self, raw: object, name: str, problems: ProblemList) -> OwnContracts:
        """Read rows from JSON. An invalid field keeps its default, so that the others are checked too."""
        if not isinstance(raw, list | tuple):
            problems.add("not_a_list", name)
            return ()
        return tuple(self._read_own_contract(one, f"{name}.{place}", problems) for place, one in enumerate(raw))

    def _read_own_contract(self, raw: object, place: str, problems: ProblemList) -> OwnContract:
        if not isinstance(raw, Mapping):
            problems.add("not_a_mapping", place)
            return OwnContract()
        fields = dict(read_fields(OwnContract, raw, problems, prefix=f"{place}."))
        fields["name"] = _tidy_contract_name(str(fields.get("name", "")))
        chosen = {name for name, choices in (("sides", self.sides), ("aim", self.aims)) if choices}
        names = {"name", "price", *chosen, *self.counts}
        settled = {name: value for name, value in fields.items() if value is not None and name in names}
        return OwnContract(**settled)  # type: ignore[arg-type]

    def check_rows(self, rows: object, name: str, problems: ProblemList) -> None:
        if not isinstance(rows, tuple) or not all(isinstance(one, OwnContract) for one in rows):
            problems.add("house_rule_impossible", name)
            return
        if len(rows) > MAX_CONTRACTS:
            problems.add("too_many_contracts", name, most=MAX_CONTRACTS)
        known = set[str]()
        for place, one in enumerate(rows):
            if one.name and one.name.casefold() in known:
                problems.add("own_contract_twice", f"{name}.{place}.name")
            known.add(one.name.casefold())
            self._check_own_contract(one, f"{name}.{place}", problems)

    def to_json(self) -> dict[str, object]:
        """Return the limits and choices of each field of a row, for a form."""
        return {
            "most": MAX_CONTRACTS,
            "name": {"most": MAX_NAME},
            "price": {"least": 1, "most": MAX_PRICE},
            **({"sides": {"choices": list(self.sides)}} if self.sides else {}),
            **({"aim": {"choices": list(self.aims)}} if self.aims else {}),
            **{name: {"default": True} for name in self.counts},
        }

    def _check_own_contract(self, own: OwnContract, place: str, problems: ProblemList) -> None:
        fault = _contract_name_problem(own.name)
        if fault:
            problems.add(fault, f"{place}.name", most=MAX_NAME)
        for part, chosen, choices in (("sides", own.sides, self.sides), ("aim", own.aim, self.aims)):
            if choices and chosen not in choices:
                problems.add("not_a_choice", f"{place}.{part}", choices=", ".join(choices))
        if not 1 <= own.price <= MAX_PRICE:
            problems.add("own_contract_price", f"{place}.price", least=1, most=MAX_PRICE)


def check_names_are_new(rows: OwnContracts, problems: ProblemList) -> None:
    """Refuse the names of the documents' contracts.

    Called when an evening starts, never for its stored ruleset: that must stay valid when new contracts get names.
    """
    for place, own in enumerate(rows):
        if is_contract_name(own.name):
            problems.add("own_contract_known", f"own_contracts.{place}.name")


def _tidy_contract_name(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(name.split()))


def _contract_name_problem(name: str) -> str | None:
    if not name.strip(_JOINERS):
        return "own_contract_unnamed"
    if len(name) > MAX_NAME:
        return "own_contract_name_too_long"
    is_shown = all(
        unicodedata.category(char) not in ("Cc", "Cf", "Cs") or char in _JOINERS for char in name
    ) and not set(name) & set(_OF_SENTENCES)
    return None if is_shown and name == _tidy_contract_name(name) else "own_contract_name_invalid"
