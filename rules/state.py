"""The state that one hand leaves for the next."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import reading
from rules.cards import Suit
from rules.problems import ProblemList, RulesetError
from rules.reading import json_field
from rules.table import Player

MAX_BOCK = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """A contract that a player has played in a round that demands each contract once."""

    player: Player | None = json_field(reading.read_player)
    contract: str = json_field(reading.read_text, default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialRound:
    """A round of forced hands in progress. B81.

    left:    hands still to play.
    done:    the contracts played so far, each with its player, where everybody owes several.
    results: the sum of each declarer's hands, where the poorest pays at the end.
    """

    kind: str = json_field(reading.read_text, default="")
    left: int = json_field(reading.read_int, default=0)
    done: tuple[Duty, ...] = json_field(reading.ListReader(reading.NestedReader(Duty)), default=())
    results: Mapping[Player, int] | None = json_field(reading.read_counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """A deal of 60:60 that is dealt again: same dealer, same trumps, same makers (S31).

    maker: the player whose choice of trumps stood; None if all had passed.
    """

    dealer: Player | None = json_field(reading.read_player)
    trump_suit: Suit | None = json_field(reading.ChoiceReader(Suit))
    maker: Player | None = json_field(reading.read_player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The strokes of the running game and the games won so far, each for the first team and the second.

    extra: strokes that the winner of the next hand gets for ties that are not dealt again.
    teams: the four in the seating order of the last hand, first and third against second and fourth.
    """

    strokes: tuple[int, ...] = json_field(reading.ListReader(reading.read_int), default=(0, 0))
    games: tuple[int, ...] = json_field(reading.ListReader(reading.read_int), default=(0, 0))
    teams: tuple[Player, ...] = json_field(reading.read_players, default=())
    tie: Tie | None = json_field(reading.NestedReader(Tie))
    extra: int = json_field(reading.read_int, default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The state before a hand; every field's default is the state before the first hand.

    dealer: the dealer of the next hand; None before the first.
    pot:    points in the pot (B85).
    bock:   one number for each Bock hand still to come: how often that hand is doubled (B89).
    round:  the special round in progress.
    old_man: the last holder of the Ober of Acorns in a Rufer, who deals the last round (B99).
    match:  strokes and games of two fixed teams, and a tie to be dealt again (S20, S31).
    """

    dealer: Player | None = json_field(reading.read_player)
    pot: int = json_field(reading.read_int, default=0)
    bock: tuple[int, ...] = json_field(reading.ListReader(reading.read_int), default=())
    round: SpecialRound | None = json_field(reading.NestedReader(SpecialRound))
    old_man: Player | None = json_field(reading.read_player)
    match: Match | None = json_field(reading.NestedReader(Match))

    def to_json(self) -> dict[str, object]:
        """Return only what differs from the state before the first hand."""
        return reading.report_fields_to_json(self)


def read_state(raw: Mapping[str, object]) -> State:
    """Read a state from JSON. Raises: RulesetError naming every impossible field."""
    problems = ProblemList()
    state = State(**dict(reading.read_fields(State, raw, problems, prefix="state.")))  # type: ignore[arg-type]
    if not problems.has("state.pot") and state.pot < 0:
        problems.add("pot_below_zero", "state.pot")
    if not problems.has("state.bock") and not all(0 <= times <= MAX_BOCK for times in state.bock):
        problems.add("calls_out_of_range", "state.bock", most=MAX_BOCK)
    match = state.match or Match()
    for name, figures in (("state.match.strokes", match.strokes), ("state.match.games", match.games)):
        if not problems.has(name) and (len(figures) != 2 or min(figures) < 0):
            problems.add("not_two_numbers", name)
    if not problems.has("state.match.extra") and match.extra < 0:
        problems.add("strokes_below_zero", "state.match.extra")
    if problems:
        raise RulesetError(tuple(problems))
    return state
