"""The base of the games and their house rules: frozen, self-checking, versioned."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from enum import Enum, StrEnum
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Protocol, Self, TypeVar

from rules.cards import OBER_UNTER, Card, Rank, Suit
from rules.hand_fields import Question
from rules.problems import ProblemList, RulesetError
from rules.report import AgreedHand, FixedSidesHand, Report, ThrownIn
from rules.score import Level, Reason, Score
from rules.state import State
from rules.table import Player, Table

Value = TypeVar("Value")
# Other house rules, each with the values of which it must have one; True stands for any value that is set.
Needs = Mapping[str, tuple[object, ...] | bool]
NOTHING: Needs = {}
# The size of caches by ruleset: clients may send rulesets of their own, and one takes up to 9 kB.
RULESETS_KEPT = 256
SIE_RUN = 8  # four Obers and four Unters (B38)


class Rows(Protocol):
    """The type of a house rule that is a list of objects: its reader, its checks, and its limits for a form."""

    def read_rows(self, raw: object, name: str, problems: ProblemList) -> object: ...

    def check_rows(self, rows: object, name: str, problems: ProblemList) -> None: ...

    def to_json(self) -> dict[str, object]: ...


def house_rule(
    default: Value,
    *,
    source: str,
    least: int | None = None,
    most: int | None = None,
    choices: tuple[str, ...] = (),
    rows: Rows | None = None,
    needs: Needs | tuple[Needs, ...] = NOTHING,
) -> Value:
    """Return a field of a ruleset that a table may settle for itself.

    source:      id in docs/rules of the rule or of the decision on an ambiguity.
    default:     None also means that the table may leave the rule unset.
    least, most: bounds of a number; choices: names that a tuple may hold; rows: the type of a tuple of objects.
    needs:       the house rules without which this one changes nothing; of several alternatives one is enough.
    Its sentence in `rules.wording.words` has the code `house_rule.<name of the field>`.
    """
    metadata = {
        "source": source,
        "least": least,
        "most": most,
        "choices": choices,
        "may_be_none": default is None,
        "rows": rows,
        "needs": needs if isinstance(needs, tuple) else (needs,),
    }
    found: Value = field(default=default, metadata=metadata)
    return found


class Sides(StrEnum):
    ALONE = "alone"  # one against all others
    PARTNERS = "partners"  # declarer and a partner found by a card, against the others
    OPPOSITE = "opposite"  # fixed partners who sit opposite
    NONE = "none"  # everybody alone, or no sides at all


class Aim(StrEnum):
    CARD_POINTS = "card_points"
    ALL_TRICKS = "all_tricks"
    NO_TRICK = "no_trick"
    SHOWN = "shown"  # laid on the table and won


class PotAtEnd(StrEnum):
    """The receivers of the pot when the evening ends: its payers, all who are there, the best, the kitty."""

    PAID_BACK = "paid_back"
    SHARED = "shared"
    BEST = "best"
    KITTY = "kitty"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """The turns of doubling. The opponents come first, unless anybody may double (P28, B80, B90)."""

    anybody: bool = False
    alternate: bool = True  # strictly one side after the other (P28)
    forehand_first: bool = False  # only forehand may call the first Stoss
    stossed: bool = False  # the opponents' first Stoss counts already (B81), so that the declaring side comes first
    opponents_only: bool = False  # the declaring side never answers, and each opponent doubles once at most

    def all_calls(self, calls: tuple[Player | None, ...]) -> tuple[Player | None, ...]:
        """Return the calls in their order, after the Stoss of the round."""
        return (None, *calls) if self.stossed else calls


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """A contract as a game and its house rules define it, with all that a form needs."""

    id: str
    sides: Sides
    aim: Aim = Aim.CARD_POINTS
    permanent_trumps: tuple[Rank, ...] = OBER_UNTER  # ranks that are always trumps, highest first
    trump_suits: tuple[Suit, ...] = ()  # the declarer's choice; one entry is fixed, none means no trump suit
    needs_trump: bool = False  # the suit changes the value or what follows the hand, and must be named
    report: type[Report]
    rank: int = 0  # place in the auction; the higher outbids the lower (B12, P5); 0 is not bid for
    hearts_outbid: bool = False  # hearts outbid the other suits of this contract (P9); no longer so in Bavaria (B11)
    has_top_trumps: bool = False
    has_levels: bool = False
    may_kontra: bool = False
    may_lay: bool = False
    may_surrender: bool = False
    calls_a_card: bool = False
    may_call_void: bool = False
    variant_of: str = ""  # the contract whose cards, price and duties it shares, such as the Solo of a Solo Tout
    is_forced: bool = False  # declared because everybody passed, not bid for: won with half of the points (B82, B83)
    is_open: bool = False  # played with the cards on the table (B74)
    shown_run: int = 0  # the highest trumps that are laid down and won without play (B38, B102)
    declared_by_pair: bool = False  # two fixed partners declare, neither of them alone (B80)
    decided_by_doubling: bool = False  # the last Stoss decides which team declares (B80)
    declared_by_queens: bool = False  # the holders of the black queens declare, without a bid (K10)
    partner_by_trick: bool = False  # the winner of the first trick led with a non-trump is the partner (K16)
    takes_skat: bool = False  # the declarer takes the skat up and puts two cards away (P6)
    has_declarer: bool = True  # not if all passed and nobody made the trumps (S14), nor in a Kreuz-Spiel (X69)
    is_replay: bool = False  # deals a tied hand again, with its trumps and makers (S31)
    price: int | None = None  # of an own contract; None if the game's tariff sets it
    common: bool = True  # offered first; the others stand behind "more"
    source: str

    @property
    def is_own(self) -> bool:
        return self.price is not None

    @property
    def is_sie(self) -> bool:
        """Return whether the eight highest trumps are shown (B38); the six of a short pack are a Tout (B102)."""
        return self.shown_run == SIE_RUN

    @property
    def base_id(self) -> str:
        """Return the id of the contract of which this one is a variant, else its own."""
        return self.variant_of or self.id

    @property
    def is_rufer(self) -> bool:
        """Return whether the declarer bid for it and called a card: a Muss is forced (B13, B82)."""
        return self.calls_a_card and not self.is_forced

    @property
    def is_suit_solo(self) -> bool:
        """Return whether one plays alone in a suit of choice, with Obers and Unters as trumps: a Solo in any form."""
        return self.sides is Sides.ALONE and self.names_trump and self.permanent_trumps == OBER_UNTER

    @property
    def is_doubled(self) -> bool:
        """Return whether Bock hands, rounds and calls multiply it; of an own contract the table decides that."""
        return self.may_kontra or not self.is_own

    @property
    def names_trump(self) -> bool:
        return len(self.trump_suits) > 1


THROWN_IN = Contract(id="thrown_in", sides=Sides.NONE, aim=Aim.SHOWN, report=ThrownIn, source="P34")
AGREED = Contract(id="agreed", sides=Sides.NONE, aim=Aim.SHOWN, report=AgreedHand, common=False, source="X16")


# No slots: a dataclass with slots is made a second time, and `super()` without arguments fails in it.
@dataclass(frozen=True, kw_only=True)
class Ruleset(ABC):
    """The base of the games. A subclass has one field for each house rule and defines the scoring of its hands.

    Raises: RulesetError with every problem, when an instance is made.
    """

    GAME: ClassVar[str]
    VERSION: ClassVar[int] = 1
    PACK: ClassVar[tuple[Suit, ...]]
    # Whether the sheet holds strokes or points of its own that differ from what the players owe one another.
    HAS_TALLY: ClassVar[bool] = False
    LEAST_PLAYERS: ClassVar[int]
    MOST_PLAYERS: ClassVar[int]
    SEATS: ClassVar[int] = 4

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # Set in each class, so that its dataclass does not generate one that hashes all fields every time.
        cls.__hash__ = Ruleset.__hash__  # type: ignore[method-assign]

    def __hash__(self) -> int:
        return self._fields_hash

    @cached_property
    def _fields_hash(self) -> int:
        return hash((type(self), *(getattr(self, one.name) for one in fields(self))))

    def __getstate__(self) -> dict[str, object]:
        """Return the fields without the hash, since the hash of a text differs in every process."""
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
    def list_contracts(self, players: int) -> tuple[Contract, ...]:
        """Return the contracts that so many people may report, lowest first; thrown in and agreed hands at the end."""

    def seats(self, players: int) -> int:
        """Return how many of the players hold cards in a hand."""
        return self.SEATS

    @abstractmethod
    def check(self, report: Report, state: State, problems: ProblemList) -> None:
        """Add a problem for everything in a report that cannot be right, or was not agreed at this table."""

    @abstractmethod
    def score(self, report: Report, state: State) -> Score:
        """Score a report that `check` has passed. Use `rules.score`, which also checks the result."""

    @property
    def has_last_round(self) -> bool:
        """Return whether the table plays a last round of its own kind (B99)."""
        return False

    @property
    def has_pot(self) -> bool:
        """Return whether a hand can ever pay into a pot (B85, X64)."""
        return False

    @property
    def pot_goes_to(self) -> PotAtEnd:
        return PotAtEnd.PAID_BACK

    def announced_rounds(self, players: int) -> tuple[str, ...]:
        """Return the special rounds that a table of so many people may announce (B81)."""
        return ()

    def playable_now(self, contracts: Sequence[Contract], state: State) -> list[Contract]:
        """Return those that a running special round lets be played, the one that a form proposes first."""
        return sorted(contracts, key=lambda one: not one.common)

    def contracts(self, players: int) -> tuple[Contract, ...]:
        return tuple(_contracts_by_id(self, players).values())

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
        """Return the cards of which the declarer may call one to find a partner; empty if none is called."""
        return ()

    def questions(self, contract: Contract, table: Table, state: State | None = None) -> frozenset[Question]:
        """Return the questions of a form about a hand of this contract; none if a form cannot report it.

        state: before the hand; None if it is not known.
        """
        if issubclass(contract.report, AgreedHand):
            return frozenset({Question.AGREED})
        if issubclass(contract.report, FixedSidesHand):
            return frozenset({Question.TEAM, Question.NOTE, *([Question.LEVEL] if contract.has_levels else [])})
        return frozenset()

    def required_questions(self, contract: Contract) -> frozenset[Question]:
        """Return the questions that most tables may skip and this one must answer, since they decide the payment."""
        return frozenset()

    def most_laid(self, players: int) -> int:
        """Return how many players may lay before the cards are seen."""
        return self.seats(players)

    def top_trump_chips(self, contract: Contract, players: int) -> tuple[int, ...]:
        """Return the numbers of top trumps that change the value, for a form to offer; empty if they do not count."""
        return ()

    def active(self, table: Table) -> tuple[Player, ...]:
        """Return the players who hold cards, the leader to the first trick first."""
        return table.active(self.seats(len(table.players)))

    def sitting_out(self, table: Table) -> tuple[Player, ...]:
        active = self.active(table)
        return tuple(player for player in table.players if player not in active)

    def state_after(self, report: Report, state: State) -> State:
        """Return the state of the next hand as far as all games share it: the deal passes on (G3)."""
        return replace(state, dealer=report.table.next_dealer())

    # -- the offline table; see `rules.offline_table` ----------------------------------------------------------------

    def offline_settings(self) -> dict[str, object]:
        """Return the settings for every hand of this ruleset: the payers, and what an evening carries on."""
        return {"pays": "active", "rounds_up": True}

    def offline_line(self, contract: Contract, table: Table) -> dict[str, object]:
        """Return a game's own keys of a contract. A tuple of reasons is a price and becomes its place in `sums`."""
        return {}

    def carry_over(
        self, report: Report, contract: Contract, *, won: bool = False, level: Level | None = None
    ) -> dict[str, object]:
        """Return what a hand leaves for the next one, without the deal: Bock hands, a special round. Needs no score."""
        return {}

    def to_json(self) -> dict[str, object]:
        """Return every house rule, so that later defaults never change what was agreed."""
        rules = {one.name: _house_rule_to_json(getattr(self, one.name)) for one in fields(self)}
        return {"game": self.GAME, "version": self.VERSION, "house_rules": rules}

    def with_house_rules(self, changes: Mapping[str, object]) -> Self:
        """Return the ruleset with some house rules settled otherwise, given as JSON values.

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

    def unlike(self, other: Self) -> Mapping[str, object]:
        """Return the house rules that differ from those of another ruleset of the game, with their values here."""
        values = {name: getattr(self, name) for name, _default, _metadata in self.house_rules()}
        return {name: value for name, value in values.items() if value != getattr(other, name)}

    @classmethod
    def house_rules(cls) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
        """Yield name, default and metadata of each house rule; `house_rule` explains the metadata."""
        for one in fields(cls):
            yield one.name, one.default, one.metadata


def house_rules_without_effect(ruleset: type[Ruleset], values: Mapping[str, object]) -> frozenset[str]:
    """Return the house rules that change nothing with these values, which need not be possible together."""
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


def _house_rule_to_json(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {one.name: _house_rule_to_json(getattr(value, one.name)) for one in fields(value)}
    return [_house_rule_to_json(one) for one in value] if isinstance(value, tuple) else value


def _house_rule_from_json(name: str, raw: object, rule: Field[Any], problems: ProblemList) -> object:
    default, rows = rule.default, rule.metadata["rows"]
    if rows:
        return rows.read_rows(raw, name, problems)
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
        metadata["rows"].check_rows(value, name, problems)
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
    return {contract.id: contract for contract in ruleset.list_contracts(players)}


def settle(table: Table, *, winners: tuple[Player, ...], losers: tuple[Player, ...], value: int) -> dict[Player, int]:
    """Let every loser pay the full value and every winner get it; nothing is halved (A23, P49, X12, X58).

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
