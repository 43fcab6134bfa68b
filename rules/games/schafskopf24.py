"""Schafskopf with 24 cards: the black queens play together and everybody counts alone.

Rules: docs/rules/schafskopf24.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from rules import hand_validation
from rules.base_ruleset import Contract, Sides, house_rule
from rules.cards import ALL_CARD_POINTS, Suit
from rules.games.tally_game import AGREED_TALLY, AgreedTally, TallyGame, counts_by_seat, differences
from rules.hand_fields import Question, hand_field, player_field
from rules.outcome import Limits, Outcome
from rules.problems import ProblemList
from rules.reading import read_bool, read_players
from rules.report import DeclaredHand, Report
from rules.score import Level, Reason, Score
from rules.state import State
from rules.table import Player, Table

QUEEN = 3  # card points
DIAMONDS = (Suit.DIAMONDS,)  # always trumps (K2)


class SchwarzMeans(StrEnum):
    """The meaning of Schwarz: all card points (glossary), or all tricks; the trick of four Nines differs (X29)."""

    ALL_CARD_POINTS = "all_card_points"
    ALL_TRICKS = "all_tricks"


class SilentQueens(StrEnum):
    """The rule for both black queens in one hand without an announced solo or partner (X31)."""

    ALONE = "alone"
    AS_SOLO = "as_solo"
    MUST_ANNOUNCE = "must_announce"


class FirstFehlstich(StrEnum):
    """The rule if the announcer wins the first trick led with a non-trump (X32)."""

    ALONE = "alone"
    NEXT_TRICK = "next_trick"


class Money(StrEnum):
    """The payments among the players for the individual points (X33)."""

    NONE = "none"
    LOSERS_PAY = "losers_pay"
    DIFFERENCES = "differences"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueensHand(DeclaredHand):
    """A hand of 24-card Schafskopf: declarer and partner are the primary team, whose counts and result it holds.

    queens:               the holders of the Queen of clubs and of the Queen of spades; enough to name the primary team.
    fehlstich_winners:    the winners of the tricks led with a non-trump, in order, as far as they matter (K16).
    no_fehlstich:         no such trick was ever led.
    queen_handed_over_by: the player who gave away their queen because it was their only trump (K17).
    """

    queens: tuple[Player, ...] = hand_field(read_players, "Damen", default=(), is_judged_by_phone=False)
    fehlstich_winners: tuple[Player, ...] = hand_field(read_players, "Fehlstiche", default=())
    no_fehlstich: bool = hand_field(read_bool, "kein-Fehlstich", default=False)
    queen_handed_over_by: Player | None = player_field("Dame-abgegeben", Question.QUEEN, "Handed the queen over")


QUEENS = Contract(
    id="queens", sides=Sides.PARTNERS, trump_suits=DIAMONDS, report=QueensHand, has_levels=True,
    declared_by_queens=True, source="K10",
)  # fmt: skip
FEHLSTICH = replace(QUEENS, id="fehlstich", partner_by_trick=True, source="K16")
SILENT = replace(QUEENS, id="silent_queens", sides=Sides.ALONE, source="X31")
SOLO = replace(SILENT, id="solo", declared_by_queens=False, source="K14")


@dataclass(frozen=True, kw_only=True)
class Schafskopf24(TallyGame):
    GAME: ClassVar[str] = "schafskopf24"
    PACK_SIZE: ClassVar[int] = 24  # six cards each (K1)
    LIMITS: ClassVar[Limits] = Limits(wins_from=61, schneider_from=91, free_from=31)  # K20-K23
    TRICKS_NEED_POINTS: ClassVar[bool] = True  # the exact number of tricks may decide about a blank one (G4)

    schwarz_means: SchwarzMeans = house_rule(SchwarzMeans.ALL_CARD_POINTS, source="X29")
    silent_queens: SilentQueens = house_rule(SilentQueens.ALONE, source="X31")
    first_fehlstich: FirstFehlstich = house_rule(FirstFehlstich.ALONE, source="X32")
    money: Money = house_rule(Money.NONE, source="X33")

    def list_contracts(self, players: int) -> tuple[Contract, ...]:
        silently = () if self.silent_queens is SilentQueens.MUST_ANNOUNCE else (SILENT,)
        return (QUEENS, FEHLSTICH, *silently, SOLO, AGREED_TALLY)

    def why_not(self, contract_id: str, players: int) -> str:
        return "queens_must_be_announced" if contract_id == SILENT.id else "contract_unknown"

    # -- reports -----------------------------------------------------------------------------------------------

    def fill_in_by_game(self, hand: DeclaredHand, contract: Contract) -> DeclaredHand:
        """Name the primary team by its queens, and the partner by the first trick led with a non-trump."""
        if not isinstance(hand, QueensHand):
            return hand
        declarer, partner = hand.declarer, hand.partner
        if declarer is None and hand.queens and contract.declared_by_queens:
            declarer = hand.queens[0]
        if partner is None and _has_a_queen_each(contract):
            partner = next((player for player in hand.queens if player != declarer), None)
        elif partner is None and contract.partner_by_trick:
            partner = self._fehlstich_partner(hand, declarer)
        if (declarer, partner) == (hand.declarer, hand.partner):
            return hand
        return replace(hand, declarer=declarer, partner=partner)

    def _fehlstich_partner(self, hand: QueensHand, announcer: Player | None) -> Player | None:
        """Return the winner of the first trick led with a non-trump; if it is the announcer, as agreed (K16, X32)."""
        if self.first_fehlstich is FirstFehlstich.NEXT_TRICK:
            return next((player for player in hand.fehlstich_winners if player != announcer), None)
        first = hand.fehlstich_winners[:1]
        return first[0] if first and first[0] != announcer else None

    def _check_declared(self, hand: DeclaredHand, contract: Contract, state: State, problems: ProblemList) -> None:
        hand = self.completed_hand(hand, contract)
        super()._check_declared(hand, contract_as_played(hand, contract), state, problems)
        if isinstance(hand, QueensHand):
            self._check_queens(hand, contract, problems)
            self._check_fehlstich(hand, contract, problems)

    def check_played(self, hand: DeclaredHand, contract: Contract, problems: ProblemList) -> None:
        """Check that the side of unbeatable black queens has their tricks and 3 points for each; no Schwarz (G5)."""
        if not isinstance(hand, QueensHand):
            return
        queens = 2 if contract.declared_by_queens else _queens_of_soloist(hand)
        if queens == 0 or problems.has("tricks") or problems.has("card_points"):
            return
        if hand.tricks == 0 or (hand.level is Level.SCHWARZ and hand.won is False):
            problems.add("top_trump_always_takes_a_trick", "level" if hand.tricks is None else "tricks")
        elif hand.card_points is not None and hand.card_points < queens * QUEEN:
            problems.add("black_queens_are_won", "card_points", least=queens * QUEEN)

    def _check_queens(self, hand: QueensHand, contract: Contract, problems: ProblemList) -> None:
        """Check that the holders of the black queens are the primary team; a solo needs none (K10, K11, K14)."""
        handed = hand.queen_handed_over_by
        if handed is not None and (not _has_a_queen_each(contract) or handed not in (hand.declarer, hand.partner)):
            problems.add("no_queen_to_hand_over", "queen_handed_over_by", player=handed)
        if not hand.queens or problems.has("queens"):
            return
        for place, player in enumerate(hand.queens):
            hand_validation.check_holds_cards(player, f"queens.{place}", hand.table, self, problems)
        if len(hand.queens) != 2:
            problems.add("two_black_queens", "queens")
        elif _has_a_queen_each(contract):
            if hand.queens[0] == hand.queens[1]:
                problems.add("both_queens_in_one_hand", "queens", player=hand.queens[0])
            elif set(hand.queens) != {hand.declarer, hand.partner} and hand.partner is not None:
                problems.add("queen_holder_not_in_primary", "queens")
        elif contract.declared_by_queens and set(hand.queens) != {hand.declarer}:
            problems.add("needs_both_black_queens", "queens", player=hand.declarer or "")

    def _check_fehlstich(self, hand: QueensHand, contract: Contract, problems: ProblemList) -> None:
        """Check that the deciding tricks, or that there were none, agree with the partner (K16)."""
        if not contract.partner_by_trick:
            for name in ("fehlstich_winners", "no_fehlstich"):
                if getattr(hand, name):
                    problems.add("nothing_was_announced", name)
            return
        for place, player in enumerate(hand.fehlstich_winners):
            hand_validation.check_holds_cards(player, f"fehlstich_winners.{place}", hand.table, self, problems)
        if hand.no_fehlstich and (hand.fehlstich_winners or hand.partner is not None):
            problems.add("fehlstich_decides_partner", "no_fehlstich")
        elif hand.fehlstich_winners and hand.partner != self._fehlstich_partner(hand, hand.declarer):
            problems.add("fehlstich_decides_partner", "partner")
        elif hand.partner is None and not hand.fehlstich_winners and not hand.no_fehlstich:
            problems.add("partner_missing", "partner")

    def outcome(self, hand: DeclaredHand, contract: Contract, state: State, problems: ProblemList) -> Outcome | None:
        """Return the outcome; if Schwarz means all card points, tricks have no effect on it (X29)."""
        if self.schwarz_means is SchwarzMeans.ALL_TRICKS or problems.has("card_points"):
            return super().outcome(hand, contract, state, problems)
        if hand.card_points in (0, ALL_CARD_POINTS):
            shut_out = Outcome(won=hand.card_points == ALL_CARD_POINTS, level=Level.SCHWARZ)
            hand_validation.check_reported_outcome(hand, shut_out, problems)
            return shut_out
        if hand.card_points is not None and hand.level is Level.SCHWARZ:
            problems.add("schwarz_needs_all_points", "level")
            return super().outcome(replace(hand, level=None), contract, state, problems)
        if hand.level is Level.SCHWARZ and hand.won is not None and _trick_may_be_blank(hand):
            return Outcome(won=hand.won, level=Level.SCHWARZ)
        return super().outcome(hand, contract, state, problems)

    def card_point_bounds(self, hand: DeclaredHand, contract: Contract) -> set[int]:
        return {*super().card_point_bounds(hand, contract), 2 * QUEEN}

    # -- points ------------------------------------------------------------------------------------------------

    def price_parts(self, hand: DeclaredHand, contract: Contract, outcome: Outcome) -> Iterator[Reason]:
        """Yield one point, two for Schneider, three for Schwarz (K24)."""
        yield Reason(code="game", rule="K24", amount=1)
        if outcome.level is not Level.PLAIN:
            yield Reason(code="schneider", rule="K22" if outcome.won else "K23", amount=1)
        if outcome.level is Level.SCHWARZ:
            yield Reason(
                code="schwarz", rule="X29" if self.schwarz_means is SchwarzMeans.ALL_TRICKS else "K26", amount=1
            )

    def price_factors(self, hand: DeclaredHand, contract: Contract, state: State) -> Iterator[Reason]:
        """Double a declared solo, won or lost (K25); silent queens if they count as one (X31)."""
        if not contract.declared_by_queens:
            yield Reason(code="declared_solo", rule="K25", factor=2)
        elif _is_silent(contract) and self.silent_queens is SilentQueens.AS_SOLO:
            yield Reason(code="silent_solo", rule="X31", factor=2)

    def score_remarks(self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State) -> Iterator[Reason]:
        if _is_silent(contract):
            yield Reason(code="queens_alone", rule="X31")
        elif contract.partner_by_trick:
            first = getattr(hand, "fehlstich_winners", ())[:1]
            rule = "X32" if first == (hand.declarer,) or not hand.partner else "K16"
            code = "fehlstich_partner" if hand.partner else "fehlstich_alone"
            yield Reason(code=code, rule=rule, args={"player": hand.partner} if hand.partner else {})

    def score(self, report: Report, state: State) -> Score:
        if isinstance(report, AgreedTally):
            tally = counts_by_seat(report.table, report.tally)
            return self.score_agreed_tally(report, state, tally=tally, owed=self.owed_by_sheet(tally))
        return super().score(report, state)

    def _score_declared(self, hand: DeclaredHand, contract: Contract, outcome: Outcome, state: State) -> Score:
        """Credit every member of the winning team with the points, the losers with nothing (K24, K28, X30)."""
        settled = super()._score_declared(hand, contract_as_played(hand, contract), outcome, state)
        tally = {player: settled.value if points > 0 else 0 for player, points in settled.points.items()}
        points = settled.points if self.money is Money.LOSERS_PAY else self.owed_by_sheet(tally)
        return replace(settled, points=points, tally=tally)

    def owed_by_sheet(self, tally: dict[Player, int]) -> dict[Player, int]:
        """Return what the players owe one another by the sheet, if not the losers alone pay (X33)."""
        return differences(tally) if self.money is Money.DIFFERENCES else dict.fromkeys(tally, 0)

    # -- the offline table -------------------------------------------------------------------------------------

    def sample_hands(self, contract: Contract, table: Table) -> dict[str, tuple[DeclaredHand, Contract]]:
        """Add a line for an announcer without partner, because no trick was led with a non-trump."""
        samples = super().sample_hands(contract, table)
        if not contract.partner_by_trick:
            return samples
        announcer = self.active(table)[0]
        alone = QueensHand(table=table, contract=contract.id, declarer=announcer, no_fehlstich=True)
        return {**samples, "no_fehlstich": (alone, contract_as_played(alone, contract))}

    def questions(self, contract: Contract, table: Table, state: State | None = None) -> frozenset[Question]:
        """Add who won an announced Fehlstich, if anybody (K16, X32), or which queen holder gave theirs away (K17)."""
        more = {Question.NOBODY, Question.FEHLSTICH} if contract.partner_by_trick else set[Question]()
        more |= {Question.QUEEN} if _has_a_queen_each(contract) else set()
        return super().questions(contract, table, state) | more

    def offline_line(self, contract: Contract, table: Table) -> dict[str, object]:
        """Return the keys of this game.

        owes: how often the losers owe the value to each who wrote it down; differences: whether they owe those.
        fehlstich: who becomes partner if the announcer wins the first; queen: whether one may be handed over.
        """
        is_by_difference = self.money is Money.DIFFERENCES
        if not issubclass(contract.report, DeclaredHand):
            return {"differences": int(is_by_difference)}
        by_difference = 2 if contract.sides is Sides.PARTNERS else 1
        owes = by_difference if is_by_difference else int(self.money is Money.LOSERS_PAY)
        by_trick = {"fehlstich": self.first_fehlstich.value} if contract.partner_by_trick else {}
        return {"owes": owes, **by_trick, **({"queen": True} if _has_a_queen_each(contract) else {})}


def contract_as_played(hand: DeclaredHand, contract: Contract) -> Contract:
    """Return the contract as it was played: an announcer without partner plays alone, undoubled (X32)."""
    is_alone = contract.partner_by_trick and hand.partner is None
    return replace(contract, sides=Sides.ALONE) if is_alone else contract


def _has_a_queen_each(contract: Contract) -> bool:
    """Return whether two holders of a black queen each play together (K10)."""
    return contract.declared_by_queens and contract.sides is Sides.PARTNERS and not contract.partner_by_trick


def _is_silent(contract: Contract) -> bool:
    """Return whether one player holds both black queens and has announced nothing (X31)."""
    return contract.declared_by_queens and contract.sides is Sides.ALONE and not contract.partner_by_trick


def _trick_may_be_blank(hand: DeclaredHand) -> bool:
    """Return whether the losers may have no points: only the four Nines make a blank trick, so one at most (G4)."""
    if hand.tricks is None:
        return True
    return hand.tricks >= 5 if hand.won else hand.tricks <= 1


def _queens_of_soloist(hand: QueensHand) -> int:
    """Return how many black queens a soloist surely wins: that of clubs, and with it also that of spades."""
    if hand.queens[:1] != (hand.declarer,):
        return 0
    return 2 if hand.queens == (hand.declarer, hand.declarer) else 1


PRESETS = {
    "schafskopf24": Schafskopf24(),
    "schafskopf24_differences": Schafskopf24(money=Money.DIFFERENCES),
    "schafskopf24_losers_pay": Schafskopf24(money=Money.LOSERS_PAY),
}
