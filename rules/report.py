"""Reports of a hand: one frozen class for each kind of hand, read from and written to JSON.

A report holds facts, never figures that follow from them. If it holds both, such as card points and `won`, they must
agree; see `rules.games.declarer_game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Self

from rules.cards import Card, Suit
from rules.problems import ProblemList
from rules.reading import (
    json_field,
    read_bool,
    read_calls,
    read_card,
    read_choice,
    read_counts,
    read_fields,
    read_int,
    read_nested,
    read_player,
    read_players,
    read_text,
    report_fields_to_json,
)
from rules.score import Level, Side
from rules.table import Player, Table

MAX_POINTS = 1_000_000  # a bound for the books, for points that people agree on


@dataclass(frozen=True, slots=True, kw_only=True)
class TopTrumps:
    """The unbroken run from the highest trump, and the side that holds it; None if the side is not known. P21."""

    count: int | None = json_field(read_int)
    side: Side | None = json_field(read_choice(Side))


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The called card and, if the call is disputed, the declarer's cards. A10-A12, B13.

    suit_cards: how many cards of the called suit the declarer holds.
    hung_on_by: the player who hung on, which bids the called game; the declarer, or one who let them take it over (A3).
    took_over:  whether the declarer took the game over from a player whose name was not noted.
    aces_held:  how many of the aces that can be called the declarer holds.
    open_suits: in how many suits the declarer holds cards without the ace, so that it could be called.
    """

    card: Card | None = json_field(read_card)
    holds_it: bool = json_field(read_bool, default=False)
    suit_cards: int | None = json_field(read_int)
    took_over: bool = json_field(read_bool, default=False)
    hung_on_by: Player | None = json_field(read_player)
    aces_held: int | None = json_field(read_int)
    open_suits: int | None = json_field(read_int)

    def is_taken_over(self, declarer: Player | None) -> bool:
        return self.took_over or self.hung_on_by not in (None, declarer)


class Surrender(StrEnum):
    """The opponents' offer to give the game up, and the declarer's response (P35)."""

    NONE = "none"
    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The fields of every report: the table and the contract that was played.

    note: the table's own words about the hand; they change nothing.
    """

    # Codes of the problems with a field that belongs to another kind of hand.
    FOREIGN: ClassVar[Mapping[str, str]] = {}
    FOREIGN_CODE: ClassVar[str] = "field_unknown"

    table: Table
    contract: str = json_field(read_text, default="")
    note: str = json_field(read_text, default="")
    # The very ruleset and state whose checks it has passed. Only `read_report` sets it; `replace` clears it.
    passed: tuple[object, object] | None = field(init=False, default=None, repr=False, compare=False)

    def to_json(self) -> dict[str, object]:
        """Return the hand without its table; `read` of the same class is the inverse."""
        return report_fields_to_json(self)

    @classmethod
    def read(cls, hand: Mapping[str, object], *, table: Table, problems: ProblemList) -> Self:
        return cls(table=table, **dict(read_fields(cls, hand, problems)))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredHand(Report):
    """A declarer, alone or with a partner, against the others.

    card_points, tricks: of the declaring side, skat and discards included; None if they were not counted.
    won, level:          the reported result; needed without a count, else it must agree with the count.
    kontra, laid:        the doublings after and before the cards were seen, in the order of the calls.
    revoked_by, criticised_by: the player who did not follow suit, or talked about the hand; their side loses (B43).
    value, counted_top_trumps, pot_taken_by: the table's own figures; refused if they are wrong.
    ober_holder:         the holder of the Ober of Acorns in a Rufer, where that player deals the last round (B99).
    trumps_held:         trumps of the declaring side, to check the run by cards.
    """

    # Fixed teams play and write strokes, so its sentence names a team even without a declarer.
    OF_TEAMS: ClassVar[bool] = False

    declarer: Player | None = json_field(read_player)
    partner: Player | None = json_field(read_player)
    trump_suit: Suit | None = json_field(read_choice(Suit, "trump_not_in_pack"))
    call: Call | None = json_field(read_nested(Call, may_say_nothing=True))
    card_points: int | None = json_field(read_int)
    tricks: int | None = json_field(read_int)
    opponents_card_points: int | None = json_field(read_int)
    opponents_tricks: int | None = json_field(read_int)
    won: bool | None = json_field(read_bool)
    level: Level | None = json_field(read_choice(Level))
    top_trumps: TopTrumps | None = json_field(read_nested(TopTrumps))
    kontra: tuple[Player | None, ...] = json_field(read_calls, default=())
    laid: tuple[Player | None, ...] = json_field(read_calls, default=())
    surrender: Surrender = json_field(read_choice(Surrender), default=Surrender.NONE)
    revoked_by: Player | None = json_field(read_player)
    criticised_by: Player | None = json_field(read_player)
    schwarz_claimed: bool = json_field(read_bool, default=True)
    value: int | None = json_field(read_int)
    counted_top_trumps: int | None = json_field(read_int)
    trumps_held: int | None = json_field(read_int)
    pot_taken_by: Player | None = json_field(read_player)
    ober_holder: Player | None = json_field(read_player)

    @property
    def offender(self) -> Player | None:
        """Return the player whose side has lost the hand regardless of the count (B43)."""
        return self.revoked_by or self.criticised_by

    @property
    def is_tied(self) -> bool:
        """Return whether neither side has won; only some games have ties."""
        return False

    def winners(self, tally: Mapping[Player, int]) -> tuple[Player, ...]:
        """Return the winners of a hand without declarer by its tally, in seating order."""
        return tuple(player for player in self.table.players if tally.get(player))


@dataclass(frozen=True, slots=True, kw_only=True)
class HochzeitHand(DeclaredHand):
    """A Hochzeit: the declarer is the suitor, who offered a trump, and the partner took it. B76.

    suitor_trumps: how many trumps the suitor held before the exchange, if that is disputed.
    """

    suitor_trumps: int | None = json_field(read_int)


@dataclass(frozen=True, slots=True, kw_only=True)
class KreuzspielHand(DeclaredHand):
    """A Kreuz-Spiel of two fixed pairs; at 60:60 it is played again and not reported. X69."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrownIn(Report):
    """A hand that everybody passed, so that the cards are thrown in. P34, B21."""

    FOREIGN_CODE: ClassVar[str] = "passed_hand_with_result"

    laid: tuple[Player | None, ...] = json_field(read_calls, default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class RamschHand(Report):
    """A hand without declarer in which everybody plays alone; the most card points lose. B64-B70.

    It holds either the counts of every player or their result: losers, maidens, march.
    highest_trump: place in the trump order of the highest trump in a player's tricks, 1 the Ober of Acorns.
    higher_trump:  the player with the highest trump among those who are level in all else.
    losers:        one player, or the two worst where two pay two.
    maidens:       players without a trick.
    march_by:      the player who took every trick.
    winner:        the player with the fewest points, where only they are paid.
    """

    FOREIGN: ClassVar[Mapping[str, str]] = {
        "declarer": "ramsch_has_no_declarer",
        "partner": "ramsch_has_no_declarer",
        "kontra": "doubling_out_of_turn",
    }

    card_points: Mapping[Player, int] | None = json_field(read_counts)
    tricks: Mapping[Player, int] | None = json_field(read_counts)
    trumps_in_tricks: Mapping[Player, int] | None = json_field(read_counts)
    highest_trump: Mapping[Player, int] | None = json_field(read_counts)
    higher_trump: Player | None = json_field(read_player)
    losers: tuple[Player, ...] = json_field(read_players, default=())
    maidens: tuple[Player, ...] = json_field(read_players, default=())
    march_by: Player | None = json_field(read_player)
    winner: Player | None = json_field(read_player)
    laid: tuple[Player | None, ...] = json_field(read_calls, default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedHand(Report):
    """A hand or a correction that the table settled by itself, in points that sum to 0. X16, X25, X63.

    was_dealt: whether the cards were dealt, so that the deal passes on; false for a fine or a correction between hands.
    """

    points: Mapping[Player, int] | None = json_field(read_counts)
    why: str = json_field(read_text, default="")
    was_dealt: bool = json_field(read_bool, default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCall(Report):
    """The announcement of a special round; no cards are dealt and nothing is scored. B81, B99."""

    round: str = json_field(read_text, default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedSidesHand(Report):
    """A hand between fixed sides, reported by its winner and level alone. B107, X63.

    winner: a player of the winning side.
    """

    winner: Player | None = json_field(read_player)
    level: Level | None = json_field(read_choice(Level))
