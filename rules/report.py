"""What the table says happened: one frozen class for each kind of hand, read from and written to JSON.

A report says facts, never figures that follow from them. Where the table states both (card points and
"won", say), they must agree; see `rules.declarer_game`.
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

MOST_POINTS = 1_000_000  # likewise, for what people agree on by hand


@dataclass(frozen=True, slots=True, kw_only=True)
class TopTrumps:
    """The unbroken run from the highest trump, and the side that holds it; None where nobody said which. P21."""

    count: int | None = json_field(read_int)
    side: Side | None = json_field(read_choice(Side))


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The called card and, where somebody objects, what the declarer held of it. A10-A12, B13.

    suit_cards: how many cards of the called suit the declarer holds.
    hung_on_by: who hung on, which bids the called game; the declarer, or somebody who let them take it over (A3).
    took_over:  the declarer took the game over from somebody, where nobody noted from whom.
    aces_held:  how many of the aces that can be called the declarer holds.
    open_suits: of how many suits the declarer holds cards without the ace, so that it could be called.
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
    """Whether the opponents offered to give the game up, and what the declarer said (P35)."""

    NONE = "none"
    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What every report has: who sat there, and the name of what was played.

    note: what the table wants to remember of the hand; it changes nothing.
    passed: the very ruleset and state whose checks it has passed, set by `read_report` alone: nobody can bring it
            along, and whoever changes a field with `replace` begins without it.
    """

    # What to say of a field that belongs to another kind of hand.
    FOREIGN: ClassVar[Mapping[str, str]] = {}
    FOREIGN_CODE: ClassVar[str] = "field_unknown"

    table: Table
    contract: str = json_field(read_text, default="")
    note: str = json_field(read_text, default="")
    passed: tuple[object, object] | None = field(init=False, default=None, repr=False, compare=False)

    def to_json(self) -> dict[str, object]:
        """The hand without its table; `read` of the same class is the inverse."""
        return report_fields_to_json(self)

    @classmethod
    def read(cls, hand: Mapping[str, object], *, table: Table, problems: ProblemList) -> Self:
        return cls(table=table, **dict(read_fields(cls, hand, problems)))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredHand(Report):
    """A declarer, alone or with a partner, against the others.

    card_points, tricks: of the declaring side, skat and discards included; None where nobody counted.
    won, level:          what the table says; needed where nobody counted, else they must agree with the count.
    kontra, laid:        the doublings after and before the cards were seen, in the order in which they were said.
    revoked_by, criticised_by: who did not follow suit, or talked about the hand; it is lost to their side (B43).
    value, counted_top_trumps, pot_taken_by: what the table believes; refused where it is not so.
    ober_holder:         who held the Ober of Acorns in a Rufer, where the last round is dealt by him (B99).
    trumps_held:         trumps of the declaring side, where somebody checks the run by cards.
    """

    # Fixed teams play and write strokes, so its sentence names a team even if nobody declared.
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
        """Whose side has lost the hand, whatever was counted (B43)."""
        return self.revoked_by or self.criticised_by

    @property
    def is_tied(self) -> bool:
        """Whether neither side has won; only some games know it."""
        return False

    def winners(self, tally: Mapping[Player, int]) -> tuple[Player, ...]:
        """Who won a hand that nobody declared, by what was written down for it; in seating order."""
        return tuple(player for player in self.table.players if tally.get(player))


@dataclass(frozen=True, slots=True, kw_only=True)
class HochzeitHand(DeclaredHand):
    """A Hochzeit: the declarer is the suitor, who offered a trump, and the partner is who took it. B76.

    suitor_trumps: how many trumps the suitor held before the exchange, where somebody objects.
    """

    suitor_trumps: int | None = json_field(read_int)


@dataclass(frozen=True, slots=True, kw_only=True)
class KreuzspielHand(DeclaredHand):
    """A Kreuz-Spiel of two fixed pairs; at 60 : 60 it is played again and there is nothing to tell. X69."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrownIn(Report):
    """Everybody passed; the cards are thrown in. P34, B21."""

    FOREIGN_CODE: ClassVar[str] = "passed_hand_with_result"

    laid: tuple[Player | None, ...] = json_field(read_calls, default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class RamschHand(Report):
    """Nobody declared and everybody plays for himself; the most card points lose. B64-B70.

    Either the counts of every player, or what they came to: losers, maidens, march.
    highest_trump: place in the trump order of the highest trump in a player's tricks, 1 the Ober of Acorns.
    higher_trump:  who has the highest trump of those who are level in all else.
    losers:        one player, or the two worst where two pay two.
    maidens:       players without a trick.
    march_by:      the player who took every trick.
    winner:        who took the fewest points, where only he is paid.
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

    was_dealt: the cards were dealt, so the deal passes on; not so for a fine or a correction between hands.
    """

    points: Mapping[Player, int] | None = json_field(read_counts)
    why: str = json_field(read_text, default="")
    was_dealt: bool = json_field(read_bool, default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCall(Report):
    """The table announces a special round; nobody deals and nothing is scored. B81, B99."""

    round: str = json_field(read_text, default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedSidesHand(Report):
    """A hand between fixed sides, of which only the winner and the level are known. B107, X63.

    winner: a player of the winning side.
    """

    winner: Player | None = json_field(read_player)
    level: Level | None = json_field(read_choice(Level))
