"""Reports of a hand: one frozen class for each kind of hand, which declares its fields.

A report holds facts, never figures that follow from them. If it holds both, such as card points and `won`, they must
agree; see `rules.games.declarer_game`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Self

from rules.cards import ALL_CARD_POINTS, Card, Suit
from rules.hand_fields import Control, FormControl, Question, hand_field, player_field
from rules.problems import ProblemList
from rules.reading import (
    ChoiceReader,
    NestedReader,
    read_bool,
    read_calls,
    read_card,
    read_counts,
    read_fields,
    read_int,
    read_player,
    read_players,
    read_text,
    report_fields_to_json,
)
from rules.score import Level, Side
from rules.table import Player, Table

MAX_SUITOR_TRUMPS = 3  # trumps; one more than a Hochzeit may have, so that the rules can refuse it (B76)
MAX_POINTS = 1_000_000  # a bound for the books, for points that people agree on


@dataclass(frozen=True, slots=True, kw_only=True)
class TopTrumps:
    """The unbroken run from the highest trump, and the side that holds it; None if the side is not known. P21."""

    count: int | None = hand_field(read_int, "Laufende", "L")
    side: Side | None = hand_field(ChoiceReader(Side), "Laufende-von")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The called card and, if the call is disputed, the declarer's cards. A10-A12, B13.

    suit_cards: how many cards of the called suit the declarer holds.
    hung_on_by: the player who hung on, which bids the called game; the declarer, or one who let them take it over (A3).
    took_over:  whether the declarer took the game over from a player whose name was not noted.
    aces_held:  how many of the aces that can be called the declarer holds.
    open_suits: in how many suits the declarer holds cards without the ace, so that it could be called.
    """

    card: Card | None = hand_field(read_card, "Ruf")
    holds_it: bool = hand_field(read_bool, "Ruf-selbst", default=False)
    suit_cards: int | None = hand_field(read_int, "Ruffarbe")
    took_over: bool = hand_field(read_bool, "übernommen", default=False)
    hung_on_by: Player | None = hand_field(read_player, "angehängt")
    aces_held: int | None = hand_field(read_int, "Asse")
    open_suits: int | None = hand_field(read_int, "offene-Farben")

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

    contract: its id; GET games lists those of each game.
    note: the table's own words about the hand; they change nothing.
    """

    # Codes of the problems with a field that belongs to another kind of hand.
    FOREIGN: ClassVar[Mapping[str, str]] = {}
    FOREIGN_CODE: ClassVar[str] = "field_unknown"

    table: Table
    contract: str = hand_field(read_text, "Spiel", default="")
    note: str = hand_field(read_text, "Notiz", default="", control=FormControl(Question.NOTE, Control.TEXT, "Note"))
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

    declarer, partner:   the players of the declaring side; a partner only if there is one.
    trump_suit:          the suit of trumps; required if the value depends on it.
    call:                the called card, and the declarer's cards if the call is disputed.
    opponents_card_points, opponents_tricks: the opponents' counts, to check the others.
    top_trumps:          the unbroken run from the highest trump.
    surrender:           the opponents' offer to give the hand up, and the declarer's response.
    schwarz_claimed:     false if nobody claimed the Schwarz, where it must be claimed.
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

    declarer: Player | None = hand_field(read_player, "Spieler")
    partner: Player | None = hand_field(read_player, "Partner")
    trump_suit: Suit | None = hand_field(ChoiceReader(Suit, "trump_not_in_pack"), "Trumpf")
    call: Call | None = hand_field(NestedReader(Call, may_be_empty=True))
    card_points: int | None = hand_field(read_int, "Augen", numbers=(0, ALL_CARD_POINTS))
    tricks: int | None = hand_field(read_int, "Stiche")
    opponents_card_points: int | None = hand_field(
        read_int, "Gegenaugen", is_judged_by_phone=False, numbers=(0, ALL_CARD_POINTS)
    )
    opponents_tricks: int | None = hand_field(read_int, "Gegenstiche", is_judged_by_phone=False)
    won: bool | None = hand_field(read_bool, "gewonnen")
    level: Level | None = hand_field(ChoiceReader(Level), "Stufe")
    top_trumps: TopTrumps | None = hand_field(NestedReader(TopTrumps))
    kontra: tuple[Player | None, ...] = hand_field(read_calls, "K", "Stoss", "Kontra", default=())
    laid: tuple[Player | None, ...] = hand_field(read_calls, "gelegt", default=())
    surrender: Surrender = hand_field(ChoiceReader(Surrender), "Aufgabe", default=Surrender.NONE)
    revoked_by: Player | None = player_field(
        "Bedienfehler", Question.OFFENCE, "Did not follow suit", hint="Their side loses the hand."
    )
    criticised_by: Player | None = player_field("geredet", Question.OFFENCE, "Talked about the hand")
    schwarz_claimed: bool = hand_field(
        read_bool,
        "Schwarz-verlangt",
        default=True,
        control=FormControl(Question.CLAIM, Control.SWITCH, "Schwarz not claimed", name="schwarz_unclaimed"),
    )
    value: int | None = hand_field(
        read_int, "Wert", control=FormControl(Question.VALUE, Control.NUMBER, "Value claimed")
    )
    counted_top_trumps: int | None = hand_field(read_int, "zählende-Laufende", is_judged_by_phone=False)
    trumps_held: int | None = hand_field(read_int, "Trümpfe", is_judged_by_phone=False)
    pot_taken_by: Player | None = hand_field(read_player, "Stock", "Topf", is_judged_by_phone=False)
    ober_holder: Player | None = player_field(
        "Eichelober", Question.OBER, "Held the Ober of Acorns", hint="The last player to hold it deals the last round."
    )

    @property
    def offenders(self) -> Mapping[str, Player]:
        """Return the players who did not follow suit or talked about the hand, by field (X55, B43)."""
        named = {"revoked_by": self.revoked_by, "criticised_by": self.criticised_by}
        return {name: player for name, player in named.items() if player is not None}

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

    suitor_trumps: int | None = hand_field(
        read_int,
        "Freier-Trümpfe",
        control=FormControl(
            Question.SUITOR, Control.NUMBER, "Declarer's trumps before the exchange", numbers=(1, MAX_SUITOR_TRUMPS)
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class KreuzspielHand(DeclaredHand):
    """A Kreuz-Spiel of two fixed pairs; at 60:60 it is played again and not reported. X69."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrownIn(Report):
    """A hand that everybody passed, so that the cards are thrown in. P34, B21."""

    FOREIGN_CODE: ClassVar[str] = "passed_hand_with_result"

    laid: tuple[Player | None, ...] = hand_field(read_calls, "gelegt", default=())


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

    card_points: Mapping[Player, int] | None = hand_field(read_counts, "Augen")
    tricks: Mapping[Player, int] | None = hand_field(read_counts, "Stiche")
    trumps_in_tricks: Mapping[Player, int] | None = hand_field(read_counts, "Trümpfe")
    highest_trump: Mapping[Player, int] | None = hand_field(read_counts, "höchster", is_judged_by_phone=False)
    higher_trump: Player | None = player_field("höherer", Question.COUNTS, "Higher trump among those tied")
    losers: tuple[Player, ...] = hand_field(read_players, "Verlierer", default=())
    maidens: tuple[Player, ...] = hand_field(read_players, "Jungfrau", default=())
    march_by: Player | None = hand_field(read_player, "Durchmarsch")
    winner: Player | None = hand_field(read_player, "Gewinner")
    laid: tuple[Player | None, ...] = hand_field(read_calls, "gelegt", default=())

    @property
    def named_players(self) -> Mapping[str, tuple[Player, ...]]:
        singly = {"march_by": self.march_by, "winner": self.winner, "higher_trump": self.higher_trump}
        single = {name: () if player is None else (player,) for name, player in singly.items()}
        return {"losers": self.losers, "maidens": self.maidens, **single}


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedHand(Report):
    """A hand or a correction that the table settled by itself, in points that sum to 0. X16, X25, X63.

    was_dealt: whether the cards were dealt, so that the deal passes on; false for a fine or a correction between hands.
    """

    points: Mapping[Player, int] | None = hand_field(read_counts, "Punkte")
    why: str = hand_field(read_text, "Grund", default="")
    was_dealt: bool = hand_field(read_bool, "gegeben", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCall(Report):
    """The announcement of a special round; no cards are dealt and nothing is scored. B81, B99."""

    round: str = hand_field(read_text, "Runde", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedSidesHand(Report):
    """A hand between fixed sides, reported by its winner and level alone. B107, X63.

    winner: a player of the winning side.
    """

    winner: Player | None = hand_field(read_player, "Gewinner")
    level: Level | None = hand_field(ChoiceReader(Level), "Stufe")
