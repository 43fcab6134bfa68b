"""The report of a hand of Sasku, and the contracts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.base_ruleset import Contract, Sides
from rules.cards import FRENCH, Suit
from rules.games.tally_game import AGREED_TALLY
from rules.hand_fields import Question, hand_field, player_field
from rules.problems import ProblemList
from rules.reading import ChoiceReader, ListReader, NestedReader, json_field, read_bool, read_int, read_player
from rules.report import DeclaredHand
from rules.table import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionCall:
    """One call of the auction: a length from 5 to 9, or a pass without one (S12)."""

    player: Player | None = json_field(read_player)
    length: int | None = json_field(read_int)


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """The bidding for trumps, reported if it is to be checked; it changes no score (S12, S13).

    bids:          all calls in their order; or only `bidder` and `bid`, the last and highest.
    suit, length:  the suit that the last bidder announced, and how many trumps they held in it.
    outright:      diamonds were announced at once, before or during the bidding.
    overridden_by: the player who changed the announced suit to diamonds.
    """

    bids: tuple[AuctionCall, ...] = hand_field(ListReader(NestedReader(AuctionCall)), "Gebote", default=())
    bidder: Player | None = hand_field(read_player, "Bieter")
    bid: int | None = hand_field(read_int, "Gebot")
    suit: Suit | None = hand_field(ChoiceReader(Suit, "trump_not_in_pack"), "Ansage")
    length: int | None = hand_field(read_int, "Länge")
    outright: bool = hand_field(read_bool, "sofort", default=False)
    overridden_by: Player | None = hand_field(read_player, "überstimmt")


@dataclass(frozen=True, slots=True, kw_only=True)
class SaskuHand(DeclaredHand):
    """A hand of Sasku; the declarer is the trump maker, the player whose choice of trumps stands (S15).

    card_points, tricks, won: of the makers' team. If all passed there are no makers; then `team` names any player of
                              the team that these figures are of.
    level:    schneider is more than 90 card points, schwarz is all nine tricks, the lambapea.
    tied:     60:60, for a report without card points (S31).
    lambapea: the table's own result; equivalent to the level (S30).
    value:    the strokes by the table's own count.
    roof_shown_by: the player who showed the partner a hand without pictures, where that is fined (S11, X25).
    """

    OF_TEAMS: ClassVar[bool] = True

    team: Player | None = hand_field(read_player, "Partei")
    tied: bool = hand_field(read_bool, "unentschieden", default=False)
    lambapea: bool | None = hand_field(read_bool, "Lambapea", is_judged_by_phone=False)
    auction: Auction | None = hand_field(NestedReader(Auction))
    roof_shown_by: Player | None = player_field(
        "Dach", Question.ROOF, "Showed a roof", hint="Their opponents score the strokes for it."
    )

    @property
    def is_replay(self) -> bool:
        return CONTRACTS_BY_ID.get(self.contract, TRUMPS).is_replay

    @property
    def has_maker(self) -> bool:
        return CONTRACTS_BY_ID.get(self.contract, TRUMPS).has_declarer

    @property
    def is_tied(self) -> bool:
        return self.tied

    @property
    def fined_player(self) -> Player | None:
        """Return the player for whose roof the other team writes strokes down (X25)."""
        return self.roof_shown_by

    def check_roof(self, problems: ProblemList, *, penalty: int) -> None:
        """Check that a roof is fined, that the player sits here, and that the hand is not tied (X25)."""
        if self.roof_shown_by is None:
            return
        if not penalty:
            problems.add("not_agreed_at_this_table", "roof_shown_by")
        elif self.roof_shown_by not in self.table.players:
            problems.add("player_unknown", "roof_shown_by", player=self.roof_shown_by)
        elif self.tied:
            problems.add("roof_in_tied_hand", "roof_shown_by")

    def winners(self, tally: Mapping[Player, int]) -> tuple[Player, ...]:
        """Return the winners; if both teams write strokes down, one of them does so only for the winners' roof."""
        winners = super(SaskuHand, self).winners(tally)
        if self.roof_shown_by not in winners:
            return winners
        players = self.table.players
        return players[players.index(self.roof_shown_by) % 2 :: 2]


TRUMPS = Contract(
    id="trumps", sides=Sides.OPPOSITE, trump_suits=FRENCH, needs_trump=True, report=SaskuHand,
    has_levels=True, source="S15",
)  # fmt: skip
PASSED = Contract(
    id="passed", sides=Sides.OPPOSITE, trump_suits=(Suit.DIAMONDS,), report=SaskuHand,
    has_declarer=False, has_levels=True, source="S14",
)  # fmt: skip
REPLAY = Contract(id="replay", sides=Sides.OPPOSITE, report=SaskuHand, is_replay=True, has_levels=True, source="S31")
CONTRACTS = (PASSED, TRUMPS, REPLAY, AGREED_TALLY)
CONTRACTS_BY_ID = {one.id: one for one in CONTRACTS}
