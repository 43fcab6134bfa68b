"""The checks of a declared hand. Every check reports everything it finds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.base_ruleset import Aim, Contract, Ruleset, Sides, Turns
from rules.cards import ALL_CARD_POINTS, Card, Rank, Suit, most_card_points, trump_order
from rules.outcome import Outcome
from rules.problems import ProblemList
from rules.report import MAX_POINTS, AgreedHand, Call, DeclaredHand, Surrender
from rules.score import Level
from rules.state import State
from rules.table import Player, Table

CALLABLE_ACES = 3  # of every suit but hearts (A10, B13)


@dataclass(frozen=True, kw_only=True)
class DealtGame(Ruleset):
    """A game with a declarer as the checks need it: the distribution of the cards, and who is on which side."""

    SKAT: ClassVar[int] = 0
    PACK_SIZE: ClassVar[int] = 32
    call_is_noted = False  # whether the called card must be reported; in some games a house rule

    @property
    def pack_size(self) -> int:
        return self.PACK_SIZE

    def trumps(self, contract: Contract, hand: DeclaredHand) -> tuple[Card, ...]:
        """Return the trump order of this hand, highest first; empty for an own contract, whose trumps are unknown."""
        if contract.is_own:
            return ()
        permanent, suit = contract.permanent_trumps, hand.trump_suit or next(iter(contract.trump_suits), None)
        return trump_order(permanent_trumps=permanent, trump_suit=suit, pack=self.PACK, pack_size=self.pack_size)

    def doubling_turns(self, contract: Contract, state: State) -> Turns:
        """Return who may double when: strictly in turn (P28), in fixed teams anybody (B80)."""
        return Turns(anybody=contract.sides is Sides.OPPOSITE)

    def run_side_decides(self, contract: Contract, count: int) -> bool:
        """Return whether a run of this length is paid to one side only, so that its side must be known (B59)."""
        return False

    def hand_size(self, players: int) -> int:
        """Return the number of cards in a hand, which is also the number of tricks."""
        return (self.pack_size - self.SKAT) // self.seats(players)

    def declarer_side(self, hand: DeclaredHand, contract: Contract) -> tuple[Player, ...]:
        """Return the declaring side, declarer first, who must sit at the table; empty without a declarer."""
        declarer = hand.declarer
        if declarer is None:
            return ()
        if contract.sides is Sides.PARTNERS and hand.partner is not None:
            return declarer, hand.partner
        if contract.sides is Sides.OPPOSITE:
            return declarer, self.opposite(hand.table, declarer)
        return (declarer,)

    def opposite(self, table: Table, player: Player) -> Player:
        active = self.active(table)
        return active[(active.index(player) + len(active) // 2) % len(active)]


def check_holds_cards(player: Player, name: str, table: Table, game: DealtGame, problems: ProblemList) -> None:
    if player not in game.active(table):
        code = "dealer_sits_out" if player in table.players else "player_unknown"
        problems.add(code, name, player=player)


def check_sides(hand: DeclaredHand, contract: Contract, game: DealtGame, problems: ProblemList) -> None:
    if hand.declarer is None and not problems.has("declarer"):
        problems.add("declarer_missing", "declarer")
    for name, player in {"declarer": hand.declarer, "partner": hand.partner, **hand.offenders}.items():
        if player is not None:
            check_holds_cards(player, name, hand.table, game, problems)
    if contract.sides is Sides.PARTNERS:
        if hand.partner is None and not problems.has("partner"):
            problems.add("partner_missing", "partner")
        elif hand.partner is not None and hand.partner == hand.declarer:
            problems.add("declarer_own_partner", "partner")
    elif contract.sides is Sides.ALONE and hand.partner is not None:
        problems.add("partner_in_soloist_game", "partner")
    elif contract.sides is Sides.OPPOSITE and hand.declarer is not None and hand.partner is not None and not problems:
        opposite = game.opposite(hand.table, hand.declarer)
        if hand.partner != opposite:
            problems.add("partner_not_opposite", "partner", player=opposite)


def check_call(hand: DeclaredHand, contract: Contract, game: DealtGame, problems: ProblemList) -> None:
    """Check the called card. It decides who is partner, never what the hand is worth (A10-A12, A26, B13, B84)."""
    if contract.sides is not Sides.PARTNERS or not contract.calls_a_card:
        if hand.call is not None:
            problems.add("nothing_is_called", "call")
        return
    call = hand.call
    if call is None or call.card is None:
        if game.call_is_noted and not problems.has("call"):
            problems.add("called_card_missing", "call.card")
        if call is None:
            return
    if call.card is not None:
        _check_called_card(call.card, game.callable_cards(contract), problems)
    if call.holds_it:
        problems.add("secret_solo", "call.holds_it")
    if call.hung_on_by is not None and call.hung_on_by not in hand.table.players:
        problems.add("player_unknown", "call.hung_on_by", player=call.hung_on_by)
    if call.took_over and call.hung_on_by is not None and call.hung_on_by == hand.declarer:
        problems.add("taken_over_from_oneself", "call.hung_on_by", player=call.hung_on_by)
    if call.suit_cards == 0 and (call.is_taken_over(hand.declarer) or not contract.may_call_void):
        problems.add("called_suit_void", "call.suit_cards")
    if not problems.has("call"):
        _check_aces_held(call, contract, problems, is_taken_over=call.is_taken_over(hand.declarer))


def _check_aces_held(call: Call, contract: Contract, problems: ProblemList, *, is_taken_over: bool) -> None:
    """Check that only who holds all three aces calls another card, and no void suit before an open one (A10, A11, B84).

    With all three aces no suit is void or open; without an open suit no player can take the game over (A3).
    """
    held, opened = call.aces_held, call.open_suits
    most = CALLABLE_ACES - max(0, min(opened or 0, CALLABLE_ACES))
    if held is not None and not 0 <= held <= most:
        problems.add("aces_held_out_of_range", "call.aces_held", most=most)
    if opened is not None and not 0 <= opened <= CALLABLE_ACES:
        problems.add("aces_held_out_of_range", "call.open_suits", most=CALLABLE_ACES)
    if problems.has("call"):
        return
    if (is_taken_over and opened == 0) or (call.suit_cards == 0 and opened and not contract.is_forced):
        problems.add("called_suit_void", "call.open_suits")
    if call.card is None:
        return
    is_ace, has_all = call.card.rank is Rank.ACE, held in (None, CALLABLE_ACES) and not opened
    if is_ace and held == CALLABLE_ACES:
        problems.add("secret_solo", "call.aces_held")  # A12
    elif not is_ace and (not has_all or is_taken_over or call.suit_cards == 0):
        problems.add("needs_all_aces", "call.card.rank")


def _check_called_card(card: Card, cards: tuple[Card, ...], problems: ProblemList) -> None:
    suits, ranks = dict.fromkeys(one.suit for one in cards), dict.fromkeys(one.rank for one in cards)
    if card.suit is Suit.HEARTS:
        problems.add("called_card_is_trump", "call.card.suit")
    elif card.suit not in suits:
        problems.add("card_not_in_pack", "call.card.suit", choices=", ".join(suits))
    if card.rank not in ranks:
        problems.add("called_card_rank", "call.card.rank", choices=", ".join(ranks))


def check_trump(hand: DeclaredHand, contract: Contract, pack: tuple[Suit, ...], problems: ProblemList) -> None:
    suit = hand.trump_suit
    if suit is None:
        if contract.needs_trump and not problems.has("trump_suit"):
            problems.add("trump_missing", "trump_suit")
    elif suit not in pack:
        problems.add("trump_not_in_pack", "trump_suit", choices=", ".join(pack))
    elif not contract.trump_suits:
        problems.add("trump_suit_in_suitless_game", "trump_suit")
    elif suit not in contract.trump_suits:
        problems.add("trump_is_fixed", "trump_suit", choices=", ".join(contract.trump_suits))


def check_counts(hand: DeclaredHand, contract: Contract, game: DealtGame, problems: ProblemList) -> None:
    """Check card points and tricks one by one, then of both sides, then by what physical cards allow (G4, P19)."""
    all_tricks = game.hand_size(len(hand.table.players))
    for name, count in (("card_points", hand.card_points), ("opponents_card_points", hand.opponents_card_points)):
        if count is not None and not 0 <= count <= ALL_CARD_POINTS:
            problems.add("points_out_of_range", name)
        elif count in (1, ALL_CARD_POINTS - 1):
            problems.add("points_1_119_impossible", name)  # no card is worth 1 (G4, X66)
    for name, count in (("tricks", hand.tricks), ("opponents_tricks", hand.opponents_tricks)):
        if count is not None and not 0 <= count <= all_tricks:
            problems.add("tricks_out_of_range", name, most=all_tricks)
    _check_counts_of_both_sides(hand, contract, all_tricks, problems)
    if not problems.has("card_points") and not problems.has("tricks"):
        _check_points_for_tricks(hand, game, all_tricks, problems)


def _check_counts_of_both_sides(hand: DeclaredHand, contract: Contract, all_tricks: int, problems: ProblemList) -> None:
    """Check the sums if both sides were counted; a Tout ends with its first lost trick."""
    own, theirs = hand.card_points, hand.opponents_card_points
    if own is not None and theirs is not None and own + theirs != ALL_CARD_POINTS:
        problems.add("points_sum_not_120", "opponents_card_points", sum=own + theirs)
    own, theirs = hand.tricks, hand.opponents_tricks
    if own is None or theirs is None:
        return
    if own + theirs > all_tricks or (contract.aim is Aim.CARD_POINTS and own + theirs < all_tricks):
        problems.add("tricks_sum_wrong", "opponents_tricks", sum=own + theirs, all=all_tricks)


def _check_points_for_tricks(hand: DeclaredHand, game: DealtGame, all_tricks: int, problems: ProblemList) -> None:
    if hand.card_points is None or hand.tricks is None:
        return
    least, most = points_in_tricks(hand.tricks, len(hand.table.players), game)
    if hand.tricks in (0, all_tricks) and not least <= hand.card_points <= most:
        problems.add("schwarz_with_points", "card_points", tricks=hand.tricks)
    elif hand.card_points > most:
        problems.add("too_many_points_for_tricks", "card_points", most=most, tricks=hand.tricks)
    elif hand.card_points < least:
        problems.add("too_few_points_for_tricks", "card_points", least=least, tricks=hand.tricks)


def points_in_tricks(tricks: int, players: int, game: DealtGame) -> tuple[int, int]:
    """Return the fewest and the most card points of the declaring side with so many tricks and the skat."""
    seats, pack_size = game.seats(players), game.pack_size
    theirs = most_card_points(cards=(game.hand_size(players) - tricks) * seats, pack_size=pack_size)
    return ALL_CARD_POINTS - theirs, most_card_points(cards=tricks * seats + game.SKAT, pack_size=pack_size)


def check_doublings(
    hand: DeclaredHand, contract: Contract, game: DealtGame, state: State, problems: ProblemList
) -> None:
    active = game.active(hand.table)
    if hand.kontra and not contract.may_kontra:
        problems.add("kontra_not_in_this_contract", "kontra", contract=contract.id)
    check_laid(hand.laid, hand.table, contract, game, problems)
    for caller in hand.kontra:
        if caller is not None and caller not in active:
            problems.add("doubling_by_outsider", "kontra", player=caller)
    sides_known = not problems.has("declarer") and not problems.has("partner")
    if sides_known and not problems.has("kontra"):
        _check_turns(hand, contract, game, game.doubling_turns(contract, state), problems)


def _check_turns(hand: DeclaredHand, contract: Contract, game: DealtGame, turns: Turns, problems: ProblemList) -> None:
    """Check that the opponents double first, then the declaring side; strictly in turn if the game demands it (P28).

    The called partner may redouble like the declarer (X10); the time of a call is not recorded (X9). A call without a
    name takes the turn that fits.
    """
    calls, side = hand.kontra, game.declarer_side(hand, contract)
    active = game.active(hand.table)
    forehand = active[0]
    if calls and turns.forehand_first and not turns.stossed and (forehand in side or calls[0] not in (None, forehand)):
        problems.add("only_forehand_doubles", "kontra", player=forehand)
        return
    most = (1 if turns.alternate else len(active) - len(side)) - turns.stossed
    named = [caller for caller in calls if caller is not None]
    if turns.opponents_only and (len(calls) > most or len(set(named)) < len(named) or set(named) & set(side)):
        problems.add("only_opponents_double", "kontra", most=most)
        return
    last_by_side: bool | None = None
    called = turns.all_calls(calls)
    for place, caller in enumerate(called):
        if caller is None:
            last_by_side = place % 2 == 1
            continue
        by_side = caller in side
        out_of_turn = not turns.anybody and last_by_side is None and by_side
        out_of_turn |= not turns.anybody and turns.alternate and last_by_side is not None and by_side == last_by_side
        out_of_turn |= place > 0 and called[place - 1] == caller
        if out_of_turn:
            problems.add("doubling_out_of_turn", "kontra", player=caller)
            return
        last_by_side = by_side


def check_laid(
    laid: tuple[Player | None, ...], table: Table, contract: Contract, game: DealtGame, problems: ProblemList
) -> None:
    """Check Legen and Klopfen: each active player once at most; if only one may lay it is forehand (B93, B94)."""
    active, most = game.active(table), game.most_laid(len(table.players))
    if laid and not contract.may_lay:
        problems.add("not_agreed_at_this_table", "laid")
    elif most == 1 and (len(laid) > most or laid[:1] not in ((), (None,), active[:1])):
        problems.add("only_forehand_lays", "laid", player=active[0])
    named = [player for player in laid if player is not None]
    for player in named:
        if player not in active:
            problems.add("doubling_by_outsider", "laid", player=player)
    if len(set(named)) != len(named) or len(laid) > len(active) >= most:
        problems.add("laid_twice", "laid", most=len(active))


def check_surrender(hand: DeclaredHand, contract: Contract, problems: ProblemList) -> None:
    if hand.surrender is Surrender.NONE:
        return
    if not contract.may_surrender:
        problems.add("surrender_not_agreed", "surrender")
    elif hand.surrender is Surrender.ACCEPTED:
        if hand.card_points is not None or hand.tricks is not None:
            problems.add("surrendered_hand_has_points", "card_points")
        if hand.level not in (None, Level.PLAIN):
            problems.add("surrendered_hand_has_schneider", "level")
        if hand.won is False:
            problems.add("claimed_result_contradicts_points", "won")


def check_reported_offence(
    hand: DeclaredHand, contract: Contract, side: tuple[Player, ...], outcome: Outcome, problems: ProblemList
) -> None:
    """Check that no report contradicts an offence: it loses simply, regardless of the count (X55)."""
    names = list(hand.offenders)
    if contract.aim is Aim.SHOWN:  # shown and not played: no player had to follow suit (B38)
        problems.add("field_unknown", names[0])
    elif len({player in side for player in hand.offenders.values()}) > 1:
        problems.add("offenders_of_both_sides", names[-1])
    elif hand.won is not None and hand.won != outcome.won:
        problems.add("claimed_result_contradicts_points", "won")
    elif hand.level not in (None, Level.PLAIN):
        problems.add("claimed_schneider_wrong", "level", level=outcome.level.value)


def check_reported_outcome(hand: DeclaredHand, outcome: Outcome, problems: ProblemList) -> None:
    if hand.won is not None and hand.won != outcome.won:
        problems.add("claimed_result_contradicts_points", "won")
    elif hand.level is not None and hand.level is not outcome.level:
        code = "schwarz_with_trick" if hand.level is Level.SCHWARZ else "claimed_schneider_wrong"
        problems.add(code, "level", level=outcome.level.value)


def check_agreed(report: AgreedHand, problems: ProblemList) -> None:
    if not report.points:
        if not problems.has("points"):
            problems.add("agreed_points_missing", "points")
        return
    check_agreed_counts("points", report.points, report.table, problems)
    if sum(report.points.values()) != 0:
        problems.add("points_sum_not_0", "points", sum=sum(report.points.values()))
    if not report.why and not problems.has("why"):
        problems.add("why_missing", "why")


def check_agreed_counts(name: str, counts: Mapping[Player, int], table: Table, problems: ProblemList) -> None:
    for player, count in counts.items():
        if player not in table.players:
            problems.add("player_unknown", f"{name}.{player}", player=player)
        elif abs(count) > MAX_POINTS:
            problems.add("number_too_large", f"{name}.{player}", most=MAX_POINTS)
