"""A game and its house rules: frozen, self-checking, versioned, with named presets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from enum import Enum, StrEnum
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Protocol, Self, TypeVar

from rules.cards import Card, Suit
from rules.problems import ProblemList, RulesetError
from rules.report import AgreedHand, FixedSidesHand, Report, ThrownIn
from rules.score import Level, Reason, Score
from rules.state import State
from rules.table import Player, Table

Value = TypeVar("Value")
# Other house rules, each with the values of which it must have one; True stands for anything that is set.
Needs = Mapping[str, tuple[object, ...] | bool]
NOTHING: Needs = {}
# Whoever asks may bring a ruleset of their own: what follows from one, up to 9 kB, is kept for those asked for last.
RULESETS_KEPT = 256


class Rows(Protocol):
    """Of a house rule that is a list of objects: how it is read from JSON, what is wrong with it, what it may hold."""

    def read(self, raw: object, name: str, problems: ProblemList) -> object: ...

    def check(self, rows: object, name: str, problems: ProblemList) -> None: ...

    def to_json(self) -> dict[str, object]: ...


def house_rule(
    default: Value,
    *,
    source: str,
    least: int | None = None,
    most: int | None = None,
    choices: tuple[str, ...] = (),
    may_be_none: bool = False,
    rows: Rows | None = None,
    needs: Needs | tuple[Needs, ...] = NOTHING,
) -> Value:
    """A field of a ruleset that a table may settle for itself.

    source:      id in `rules.sources` of the rule or of the decision on an ambiguity.
    least, most: bounds of a number; choices: what a tuple of names may hold; rows: of a tuple of objects.
    needs:       the house rules without which this one changes nothing; of several alternatives one is enough.
    Its sentence in `rules.words` has the code `house_rule.<name of the field>`.
    """
    metadata = {
        "source": source,
        "least": least,
        "most": most,
        "choices": choices,
        "may_be_none": may_be_none,
        "rows": rows,
        "needs": needs if isinstance(needs, tuple) else (needs,),
    }
    found: Value = field(default=default, metadata=metadata)
    return found


class Sides(StrEnum):
    ALONE = "alone"  # one against all others
    PARTNERS = "partners"  # declarer and a partner found by a card, against the others
    OPPOSITE = "opposite"  # fixed partners who sit opposite
    NONE = "none"  # everybody alone, or nobody at all


class Aim(StrEnum):
    CARD_POINTS = "card_points"
    ALL_TRICKS = "all_tricks"
    NO_TRICK = "no_trick"
    SHOWN = "shown"  # laid on the table and won


class PotAtEnd(StrEnum):
    """Who gets what lies in the pot when the evening ends: who paid it in, all who are there, the best, the kitty."""

    PAID_BACK = "paid_back"
    SHARED = "shared"
    BEST = "best"
    KITTY = "kitty"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """Who may double when. The opponents come first, unless anybody may (P28, B80, B90).

    alternate:      strictly one side after the other (P28).
    forehand_first: only forehand may say the first Stoss.
    opponents_only: the declaring side never answers, and each opponent doubles once at most.
    """

    anybody: bool = False
    alternate: bool = True
    forehand_first: bool = False
    opponents_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """One contract as a game and its house rules know it: all that a form needs to ask the right questions.

    trump_suits: the suits the declarer chooses from; with one entry it is fixed, empty means no trump suit.
    needs_trump: the suit changes the value or what follows the hand, and must be named.
    rank:        place in the auction; the higher outbids the lower (B12, P5); 0 is not bid for.
    hearts_outbid: hearts outbid the other suits of this contract (P9); no longer so in Bavaria (B11).
    price:       of a contract of the table's own, what it is worth by itself; None where the game's tariff says it.
    common:      offered first; the others stand behind "more".
    """

    id: str
    sides: Sides
    aim: Aim = Aim.CARD_POINTS
    trump_suits: tuple[Suit, ...] = ()
    needs_trump: bool = False
    report: type[Report]
    rank: int = 0
    hearts_outbid: bool = False
    has_top_trumps: bool = False
    has_levels: bool = False
    may_kontra: bool = False
    may_lay: bool = False
    may_surrender: bool = False
    calls_a_card: bool = False
    may_call_void: bool = False
    price: int | None = None
    common: bool = True
    source: str

    @property
    def is_own(self) -> bool:
        return self.price is not None

    @property
    def is_doubled(self) -> bool:
        """Whether Bock hands, rounds and what was said multiply it; the table may have agreed that nothing does."""
        return self.may_kontra or not self.is_own

    @property
    def names_trump(self) -> bool:
        return len(self.trump_suits) > 1


THROWN_IN = Contract(id="thrown_in", sides=Sides.NONE, aim=Aim.SHOWN, report=ThrownIn, source="P34")
AGREED = Contract(id="agreed", sides=Sides.NONE, aim=Aim.SHOWN, report=AgreedHand, common=False, source="X16")


@dataclass(frozen=True, kw_only=True)
class Ruleset(ABC):
    """Base of the games. A subclass has one field for each house rule and says how its hands are scored.

    No slots: a dataclass with slots is made a second time, and `super()` without arguments fails in it.
    Raises: RulesetError with every problem, as soon as one is made.
    """

    GAME: ClassVar[str]
    VERSION: ClassVar[int] = 1
    PACK: ClassVar[tuple[Suit, ...]]
    # Whether the sheet holds strokes or points of its own, which are not what the players owe one another.
    HAS_TALLY: ClassVar[bool] = False
    LEAST_PLAYERS: ClassVar[int]
    MOST_PLAYERS: ClassVar[int]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # Named in each class, so that its dataclass does not make one that asks all fields again every time.
        cls.__hash__ = Ruleset.__hash__  # type: ignore[method-assign]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((type(self), *(getattr(self, one.name) for one in fields(self))))

    def __getstate__(self) -> dict[str, object]:
        """Without the hash: that of a text is another in every process."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def __post_init__(self) -> None:
        problems = ProblemList()
        for one in fields(self):
            _check_house_rule(one.name, getattr(self, one.name), one.default, one.metadata, problems)
        if not problems:
            self.check_together(problems)
        if problems:
            raise RulesetError(tuple(problems))

    def check_together(self, problems: ProblemList) -> None:  # noqa: B027 - most games have nothing to refuse here
        """Refuse house rules that each are possible but make no sense together."""

    @abstractmethod
    def contracts(self, players: int) -> tuple[Contract, ...]:
        """What a table of so many people may report, lowest contract first; thrown in and agreed hands at the end."""

    @abstractmethod
    def seats(self, players: int) -> int:
        """How many of them hold cards in a hand."""

    @abstractmethod
    def check(self, report: Report, state: State, problems: ProblemList) -> None:
        """Everything that cannot be right about a report, or was not agreed at this table."""

    @abstractmethod
    def score(self, report: Report, state: State) -> Score:
        """Score a report that `check` has passed. Use `rules.score`, which also checks the answer."""

    @property
    def has_last_round(self) -> bool:
        """Whether the table plays a last round of its own kind (B99)."""
        return False

    @property
    def has_pot(self) -> bool:
        """Whether anybody ever pays into a pot (B85, X64)."""
        return False

    @property
    def pot_goes_to(self) -> PotAtEnd:
        return PotAtEnd.PAID_BACK

    def contract(self, id: str, players: int) -> Contract | None:
        return _contracts_by_id(self, players).get(id)

    def check_table(self, table: Table, problems: ProblemList) -> None:
        count = len(table.players)
        if not self.LEAST_PLAYERS <= count <= self.MOST_PLAYERS:
            problems.add("players_out_of_range", "players", least=self.LEAST_PLAYERS, most=self.MOST_PLAYERS)
        if len(set(table.players)) != count:
            problems.add("player_twice", "players")
        if table.dealer not in table.players and count > self.seats(count):
            problems.add("player_unknown", "dealer", player=table.dealer or "")

    def callable_cards(self, contract: Contract) -> tuple[Card, ...]:
        """The cards of which the declarer may call one to find a partner; empty where nothing is called."""
        return ()

    def asked(self, contract: Contract, table: Table, state: State | None = None) -> frozenset[str]:
        """What a form asks about a hand of this contract; nothing about one that a form cannot report.

        agreed, losers, winner, counts, round, team, declarer, partner, trump, won, level, points, top, top_side,
        kontra, laid, surrender, call, hung_on, suitor, offence, claim, value, ober, bid, nobody, fehlstich, queen,
        roof, note
        state: before the hand; None where nobody knows what it was.
        """
        if issubclass(contract.report, AgreedHand):
            return frozenset({"agreed"})
        if issubclass(contract.report, FixedSidesHand):
            return frozenset({"team", "note", *(["level"] if contract.has_levels else [])})
        return frozenset()

    def needed(self, contract: Contract) -> frozenset[str]:
        """Questions that this table must answer because they decide what is paid, where most tables need not."""
        return frozenset()

    def most_laid(self, players: int) -> int:
        """How many may lay before the cards are seen."""
        return self.seats(players)

    def top_trump_chips(self, contract: Contract, players: int) -> tuple[int, ...]:
        """The numbers of top trumps that change the value, for a form to offer; empty where they do not count."""
        return ()

    def active(self, table: Table) -> tuple[Player, ...]:
        """Who holds cards, the leader to the first trick first."""
        return table.active(self.seats(len(table.players)))

    def sitting_out(self, table: Table) -> tuple[Player, ...]:
        return table.sitting_out(self.seats(len(table.players)))

    def after(self, report: Report, state: State) -> State:
        """The state of the next hand as far as it is the same in every game: the deal passes on (G3)."""
        return replace(state, dealer=report.table.next_dealer())

    # -- what the offline table says of a game; see `rules.offline_table` ------------------------------------------

    def offline_settings(self) -> dict[str, object]:
        """What holds for every hand of this ruleset: who pays, what an evening carries on."""
        return {"pays": "active", "rounds_up": True}

    def offline_line(self, contract: Contract, table: Table) -> dict[str, object]:
        """What only this game can say of a contract. A tuple of reasons is a price and becomes its place in `sums`."""
        return {}

    def carry_over(
        self, report: Report, contract: Contract, *, won: bool = False, level: Level | None = None
    ) -> dict[str, object]:
        """What a hand leaves for the next one beside the deal: Bock hands, a special round. Needs no score."""
        return {}

    def to_json(self) -> dict[str, object]:
        """Every house rule, so that later defaults never change what was agreed."""
        rules = {one.name: _plain_house_rule(getattr(self, one.name)) for one in fields(self)}
        return {"game": self.GAME, "version": self.VERSION, "house_rules": rules}

    def with_house_rules(self, changes: Mapping[str, object]) -> Self:
        """The same ruleset with some house rules settled otherwise, given as JSON values.

        Raises: RulesetError naming every unknown or impossible house rule.
        """
        problems = ProblemList()
        known = {one.name: one for one in fields(self)}
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        for name, raw in changes.items():
            if name not in known:
                problems.add("house_rule_unknown", name)
                continue
            values[name] = _house_rule_from_json(name, raw, known[name], problems)
        unread = tuple(problem.field for problem in problems)
        try:
            changed = type(self)(**values)
        except RulesetError as error:
            for problem in error.problems:
                if not any(f"{problem.field}.".startswith(f"{field}.") for field in unread):
                    problems.add(problem.code, problem.field, **problem.args)
        if problems:
            raise RulesetError(tuple(problems))
        return changed

    def unlike(self, other: Ruleset) -> Mapping[str, object]:
        """The house rules that are settled otherwise than in another ruleset of the game, with their values here."""
        values = {name: getattr(self, name) for name, _default, _metadata in self.house_rules()}
        return {name: value for name, value in values.items() if value != getattr(other, name)}

    @classmethod
    def house_rules(cls) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
        """Name, default and metadata (source, least, most, choices) of each house rule."""
        for one in fields(cls):
            yield one.name, one.default, one.metadata


def without_effect(ruleset: type[Ruleset], values: Mapping[str, object]) -> frozenset[str]:
    """The house rules that change nothing beside the values of the others, which need not be possible together."""
    needs = {name: metadata["needs"] for name, _default, metadata in ruleset.house_rules()}

    def has_effect(name: str) -> bool:
        return any(all(is_met(other, wanted) for other, wanted in one.items()) for one in needs[name])

    def is_met(name: str, wanted: tuple[object, ...] | bool) -> bool:
        value = values[name]
        if isinstance(wanted, bool):
            met = bool(value) is wanted
        elif isinstance(value, list | tuple):
            met = any(one in wanted for one in value)
        else:
            met = value in wanted
        return met and has_effect(name)

    return frozenset(name for name in needs if not has_effect(name))


def _plain_house_rule(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {one.name: _plain_house_rule(getattr(value, one.name)) for one in fields(value)}
    return [_plain_house_rule(one) for one in value] if isinstance(value, tuple) else value


def _house_rule_from_json(name: str, raw: object, rule: Field[Any], problems: ProblemList) -> object:
    default, rows = rule.default, rule.metadata["rows"]
    if rows:
        return rows.read(raw, name, problems)
    if isinstance(default, StrEnum):
        try:
            return type(default)(str(raw))
        except ValueError:
            problems.add("house_rule_impossible", name, choices=", ".join(type(default)))
            return default
    return tuple(raw) if isinstance(raw, list) else raw


def _check_house_rule(
    name: str, value: object, default: object, metadata: Mapping[str, Any], problems: ProblemList
) -> None:
    if value is None and metadata["may_be_none"]:
        return
    if metadata["rows"]:
        metadata["rows"].check(value, name, problems)
    elif isinstance(default, tuple):
        if not isinstance(value, tuple) or any(one not in metadata["choices"] for one in value):
            problems.add("house_rule_impossible", name, choices=", ".join(metadata["choices"]))
    elif isinstance(default, bool | StrEnum):
        if type(value) is not type(default):
            problems.add("house_rule_impossible", name)
    elif not isinstance(value, int) or isinstance(value, bool):
        problems.add("not_integer", name)
    elif not metadata["least"] <= value <= metadata["most"]:
        problems.add("house_rule_out_of_range", name, least=metadata["least"], most=metadata["most"])


@lru_cache(maxsize=RULESETS_KEPT)
def _contracts_by_id(ruleset: Ruleset, players: int) -> dict[str, Contract]:
    return {contract.id: contract for contract in ruleset.contracts(players)}


def settle(table: Table, *, winners: tuple[Player, ...], losers: tuple[Player, ...], value: int) -> dict[Player, int]:
    """Every loser pays the full value and every winner gets it; nothing is halved (A23, P49, X12, X58).

    With one winner and three losers the winner gets three values; with two and two each gets one.
    """
    points = dict.fromkeys(table.players, 0)
    payments = max(len(winners), len(losers))
    for side, sign in ((winners, 1), (losers, -1)):
        share, rest = divmod(value * payments, len(side))
        if rest:
            raise AssertionError(f"{len(winners)} winners and {len(losers)} losers cannot settle {value} each")
        for player in side:
            points[player] = sign * share
    return points


def score_agreed(report: AgreedHand, state: State) -> Score:
    points = {player: (report.points or {}).get(player, 0) for player in report.table.players}
    reason = Reason(code="agreed", rule="X16", args={"why": report.why})
    return Score(
        points=points,
        value=max(points.values()),
        reasons=(reason,),
        state=replace(state, dealer=report.table.next_dealer()) if report.was_dealt else state,
    )
