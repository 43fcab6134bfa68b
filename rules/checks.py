"""What cannot be right about a declared hand, check by check. Every check says all it finds."""

from __future__ import annotations

from typing import ClassVar, Protocol

from rules.cards import ALL_CARD_POINTS, Card, Suit, count_points, most_points
from rules.outcome import Outcome
from rules.problems import Complaints
from rules.report import MOST_POINTS, AgreedHand, DeclaredHand, Surrender, TopTrumps
from rules.ruleset import Aim, Contract, Sides
from rules.score import Level, Side
from rules.table import Player, Table

SIE_RUN = 8
SCHNEIDER_MOST = 30  # more card points has no side that is Schneider, in any game (P17, B45)


class Dealt(Protocol):
    """What a check has to know of a game: how the cards lie and who is on which side."""

    SKAT: ClassVar[int]

    @property
    def pack_size(self) -> int: ...

    @property
    def alternating_kontra(self) -> bool: ...

    def seats(self, players: int) -> int: ...

    def hand_size(self, players: int) -> int: ...

    def active(self, table: Table) -> tuple[Player, ...]: ...

    def opposite(self, table: Table, player: Player) -> Player: ...

    def declarer_side(self, hand: DeclaredHand, contract: Contract) -> tuple[Player, ...]: ...

    def trumps(self, contract: Contract, hand: DeclaredHand) -> tuple[Card, ...]: ...


def check_at_table(player: Player | None, name: str, hand: DeclaredHand, game: Dealt, complaints: Complaints) -> None:
    """Whoever is named must sit there and hold cards."""
    if player is None:
        return
    if player not in hand.table.players:
        complaints.add("player_unknown", name, player=player)
    elif player not in game.active(hand.table):
        complaints.add("dealer_sits_out", name, player=player)


def check_sides(hand: DeclaredHand, contract: Contract, game: Dealt, complaints: Complaints) -> None:
    if hand.declarer is None and not complaints.about("declarer"):
        complaints.add("declarer_missing", "declarer")
    for name, player in (("declarer", hand.declarer), ("partner", hand.partner), ("revoked_by", hand.revoked_by)):
        check_at_table(player, name, hand, game, complaints)
    if contract.sides is Sides.PARTNERS:
        _check_partner(hand, complaints)
    elif contract.sides is Sides.ALONE and hand.partner is not None:
        complaints.add("partner_in_soloist_game", "partner")
    elif contract.sides is Sides.OPPOSITE and hand.declarer is not None and hand.partner is not None and not complaints:
        _check_opposite(hand.partner, game.opposite(hand.table, hand.declarer), complaints)


def _check_partner(hand: DeclaredHand, complaints: Complaints) -> None:
    if hand.partner is None and not complaints.about("partner"):
        complaints.add("partner_missing", "partner")
    elif hand.partner is not None and hand.partner == hand.declarer:
        complaints.add("declarer_own_partner", "partner")


def _check_opposite(partner: Player, opposite: Player, complaints: Complaints) -> None:
    if partner != opposite:
        complaints.add("partner_not_opposite", "partner", player=opposite)


def check_trump(hand: DeclaredHand, contract: Contract, pack: tuple[Suit, ...], complaints: Complaints) -> None:
    suit = hand.trump_suit
    if suit is None:
        if contract.needs_trump and not complaints.about("trump_suit"):
            complaints.add("trump_missing", "trump_suit")
    elif suit not in pack:
        complaints.add("trump_not_in_pack", "trump_suit", choices=", ".join(pack))
    elif not contract.trump_suits:
        complaints.add("trump_suit_in_suitless_game", "trump_suit")
    elif suit not in contract.trump_suits:
        complaints.add("trump_is_fixed", "trump_suit", choices=", ".join(contract.trump_suits))


def check_counts(hand: DeclaredHand, contract: Contract, game: Dealt, complaints: Complaints) -> None:
    """Card points and tricks one by one, then both sides, then together with what physical cards allow (G4, P19)."""
    all_tricks = game.hand_size(len(hand.table.players))
    for name, count in (("card_points", hand.card_points), ("opponents_card_points", hand.opponents_card_points)):
        _check_card_points(name, count, complaints)
    for name, count in (("tricks", hand.tricks), ("opponents_tricks", hand.opponents_tricks)):
        if count is not None and not 0 <= count <= all_tricks:
            complaints.add("tricks_out_of_range", name, most=all_tricks)
    _check_both_sides(hand, contract, all_tricks, complaints)
    if not complaints.about("card_points") and not complaints.about("tricks"):
        _check_points_for_tricks(hand, game, all_tricks, complaints)


def _check_both_sides(hand: DeclaredHand, contract: Contract, all_tricks: int, complaints: Complaints) -> None:
    """Where both sides were counted, the sums must be right; a Tout ends with its first lost trick."""
    own, theirs = hand.card_points, hand.opponents_card_points
    if own is not None and theirs is not None and own + theirs != ALL_CARD_POINTS:
        complaints.add("points_sum_not_120", "opponents_card_points", sum=own + theirs)
    own, theirs = hand.tricks, hand.opponents_tricks
    if own is None or theirs is None:
        return
    if own + theirs > all_tricks or (contract.aim is Aim.CARD_POINTS and own + theirs < all_tricks):
        complaints.add("tricks_sum_wrong", "opponents_tricks", sum=own + theirs, all=all_tricks)


def _check_points_for_tricks(hand: DeclaredHand, game: Dealt, all_tricks: int, complaints: Complaints) -> None:
    if hand.card_points is None or hand.tricks is None:
        return
    seats = game.seats(len(hand.table.players))
    own = most_points(cards=hand.tricks * seats + game.SKAT, pack_size=game.pack_size)
    theirs = most_points(cards=(all_tricks - hand.tricks) * seats, pack_size=game.pack_size)
    if hand.tricks in (0, all_tricks) and not ALL_CARD_POINTS - theirs <= hand.card_points <= own:
        complaints.add("schwarz_with_points", "card_points", tricks=hand.tricks)
    elif hand.card_points > own:
        complaints.add("too_many_points_for_tricks", "card_points", most=own, tricks=hand.tricks)
    elif hand.card_points < ALL_CARD_POINTS - theirs:
        complaints.add("too_few_points_for_tricks", "card_points", least=ALL_CARD_POINTS - theirs, tricks=hand.tricks)


def _check_card_points(name: str, count: int | None, complaints: Complaints) -> None:
    if count is None:
        return
    if not 0 <= count <= ALL_CARD_POINTS:
        complaints.add("points_out_of_range", name)
    elif count in (1, ALL_CARD_POINTS - 1):
        complaints.add("points_1_119_impossible", name)  # no card is worth 1 (G4, X66)


def check_doublings(hand: DeclaredHand, contract: Contract, game: Dealt, complaints: Complaints) -> None:
    active = game.active(hand.table)
    if hand.kontra and not contract.may_kontra:
        complaints.add("kontra_not_in_this_contract", "kontra", contract=contract.id)
    check_laid(hand.laid, active, contract, complaints)
    callers = [caller for caller in hand.kontra if caller is not None]
    for caller in callers:
        if caller not in active:
            complaints.add("doubling_by_outsider", "kontra", player=caller)
    sides_known = not complaints.about("declarer") and not complaints.about("partner")
    if sides_known and not complaints.about("kontra"):
        side = game.declarer_side(hand, contract)
        anybody = contract.sides is Sides.OPPOSITE  # B80: the last to double declares
        _check_turns(hand.kontra, side, game.alternating_kontra, complaints, anybody=anybody)


def _check_turns(
    calls: tuple[Player | None, ...],
    side: tuple[Player, ...],
    alternating: bool,
    complaints: Complaints,
    *,
    anybody: bool,
) -> None:
    """The opponents double first, the declaring side only after them; strictly in turn where the game says so (P28).

    The called partner may redouble like the declarer (X10), and nobody asks when it was said (X9).

    A call whose caller nobody noted takes the turn that fits.
    """
    last_by_side: bool | None = None
    for place, caller in enumerate(calls):
        if caller is None:
            last_by_side = place % 2 == 1
            continue
        by_side = caller in side
        out_of_turn = not anybody and last_by_side is None and by_side
        out_of_turn |= not anybody and alternating and last_by_side is not None and by_side == last_by_side
        out_of_turn |= place > 0 and calls[place - 1] == caller
        if out_of_turn:
            complaints.add("doubling_out_of_turn", "kontra", player=caller)
            return
        last_by_side = by_side


def check_laid(
    laid: tuple[Player | None, ...], active: tuple[Player, ...], contract: Contract, complaints: Complaints
) -> None:
    """Legen and Klopfen: each active player at most once (B93, B94)."""
    if laid and not contract.may_lay:
        complaints.add("not_agreed_at_this_table", "laid")
    named = [player for player in laid if player is not None]
    for player in named:
        if player not in active:
            complaints.add("doubling_by_outsider", "laid", player=player)
    if len(set(named)) != len(named) or len(laid) > len(active):
        complaints.add("laid_twice", "laid", most=len(active))


def check_surrender(hand: DeclaredHand, contract: Contract, complaints: Complaints) -> None:
    if hand.surrender is Surrender.NONE:
        return
    if not contract.may_surrender:
        complaints.add("surrender_not_agreed", "surrender")
    elif hand.surrender is Surrender.ACCEPTED:
        if hand.card_points is not None or hand.tricks is not None:
            complaints.add("surrendered_hand_has_points", "card_points")
        if hand.level not in (None, Level.PLAIN):
            complaints.add("surrendered_hand_has_schneider", "level")
        if hand.won is False:
            complaints.add("claimed_result_contradicts_points", "won")


def check_top_trumps(
    hand: DeclaredHand, contract: Contract, game: Dealt, outcome: Outcome | None, complaints: Complaints
) -> None:
    """The run against the cards a side can hold, and against the tricks its holders must have taken (P25, A21, G5).

    Skat and discards are the declarer's (P24, X4).
    """
    run = hand.top_trumps
    if run is None or complaints.about("top_trumps"):
        return
    if run.count is None:
        complaints.add("top_trumps_missing", "top_trumps.count")
        return
    if contract.aim is Aim.SHOWN:
        _check_run_shown(run.count, run.side, complaints)
        return
    if run.count and not contract.has_top_trumps:
        complaints.add("no_top_trumps_in_this_contract", "top_trumps", contract=contract.id)
        return
    if not contract.has_top_trumps:
        return
    cards = game.hand_size(len(hand.table.players))
    trumps = len(game.trumps(contract, hand))
    most = _most_top_trumps(hand, contract, game, run.side)
    if not 0 <= run.count <= most:
        complaints.add("top_trumps_out_of_range", "top_trumps.count", most=most)
        return
    _check_trumps_held(hand, run.count, run.side, trumps, complaints)
    _check_schwarz(run.count, run.side, _tricks_known(hand, contract, outcome, cards), game, cards, complaints)
    if contract.aim is Aim.CARD_POINTS and hand.revoked_by is None and not complaints:
        check_run_is_won(hand, run, game.trumps(contract, hand), game, outcome, complaints)


def _check_schwarz(
    count: int, side: Side | None, tricks: int | None, game: Dealt, all_tricks: int, complaints: Complaints
) -> None:
    if tricks is None or complaints.about("tricks"):
        return
    # Up to SKAT top trumps may lie where they never take a trick; one more is in a hand and takes one (G5).
    schwarz = (side is Side.DECLARERS and tricks == 0 and count > game.SKAT) or (
        side is Side.OPPONENTS and tricks == all_tricks and count > 0
    )
    if schwarz:
        complaints.add("top_trump_always_takes_a_trick", "top_trumps")


def check_run_is_won(
    hand: DeclaredHand,
    run: TopTrumps,
    trumps: tuple[Card, ...],
    game: Dealt,
    outcome: Outcome | None,
    complaints: Complaints,
) -> None:
    """All of a run lies in the tricks of its holders, or in the declarer's skat: nobody can take it from them (G5)."""
    if run.side is None or not run.count:
        return
    is_own, held = run.side is Side.DECLARERS, trumps[: run.count]
    points = hand.card_points if is_own or hand.card_points is None else ALL_CARD_POINTS - hand.card_points
    least, most = count_points(held), ALL_CARD_POINTS
    if hand.tricks is not None:
        own = hand.tricks * game.seats(len(hand.table.players)) + game.SKAT
        pile = own if is_own else game.pack_size - own
        if run.count > pile:
            complaints.add("top_trumps_need_tricks", "top_trumps", count=run.count)
            return
        most = least + most_points(cards=pile - run.count, pack_size=game.pack_size, without=held)
        theirs = most_points(cards=game.pack_size - pile, pack_size=game.pack_size, without=held)
        least = ALL_CARD_POINTS - theirs
    elif points is None and outcome is not None and outcome.level is Level.SCHNEIDER and is_own != outcome.won:
        points = SCHNEIDER_MOST
    if points is not None and not least <= points <= most:
        complaints.add("top_trumps_are_won", "top_trumps", least=least, most=most)


def _check_run_shown(count: int, side: Side | None, complaints: Complaints) -> None:
    """A Sie is the eight highest trumps in one hand (B38); 0 where nobody counted them."""
    if not 0 <= count <= SIE_RUN:
        complaints.add("top_trumps_out_of_range", "top_trumps.count", most=SIE_RUN)
    elif count and side is Side.OPPONENTS:
        complaints.add("top_trump_always_takes_a_trick", "top_trumps")
    elif count not in (0, SIE_RUN):
        complaints.add("claimed_top_trumps_wrong", "top_trumps.count", claimed=count, counted=SIE_RUN)


def _most_top_trumps(hand: DeclaredHand, contract: Contract, game: Dealt, side: Side | None) -> int:
    """No more than there are trumps, nor than the side has room for (P25, A21, B61).

    Where a card is called, two cards of the declaring side are no trumps: the called one, and one of its suit that the
    declarer holds (B13), unless he may be void (A11, B84).
    """
    players = len(hand.table.players)
    cards, seats, trumps = game.hand_size(players), game.seats(players), len(game.trumps(contract, hand))
    declarers = 1 if contract.sides is Sides.ALONE else 2
    called = 0 if not contract.calls_a_card else 1 if contract.may_call_void else 2
    room = {
        Side.DECLARERS: cards * declarers + game.SKAT - called,
        Side.OPPONENTS: cards * (seats - declarers),
    }
    return min(trumps, room[side] if side is not None else max(room.values()))


def _check_trumps_held(hand: DeclaredHand, count: int, side: Side | None, trumps: int, complaints: Complaints) -> None:
    if hand.trumps_held is None:
        return
    room = hand.trumps_held if side is Side.DECLARERS else trumps - hand.trumps_held
    if not 0 <= hand.trumps_held <= trumps:
        complaints.add("trumps_held_out_of_range", "trumps_held", most=trumps)
    elif side is not None and count > room:
        complaints.add("top_trumps_conflict_with_trumps_held", "top_trumps", held=hand.trumps_held)


def _tricks_known(hand: DeclaredHand, contract: Contract, outcome: Outcome | None, all_tricks: int) -> int | None:
    """The declaring side's tricks as far as they are told or follow from a Schwarz or a Tout made."""
    if hand.tricks is not None:
        return hand.tricks
    if outcome is None or hand.revoked_by is not None:
        return None
    if contract.aim is Aim.ALL_TRICKS:
        return all_tricks if outcome.won else None
    if outcome.level is Level.SCHWARZ:
        return all_tricks if outcome.won else 0
    return None


def check_told_revoke(hand: DeclaredHand, contract: Contract, outcome: Outcome, complaints: Complaints) -> None:
    """A revoke loses simply, whatever was counted; but nobody can say that it won (X55)."""
    if contract.aim is Aim.SHOWN:  # shown and not played: nobody has followed suit (B38)
        complaints.add("field_unknown", "revoked_by")
    elif hand.won is not None and hand.won != outcome.won:
        complaints.add("claimed_result_contradicts_points", "won")
    elif hand.level not in (None, Level.PLAIN):
        complaints.add("claimed_schneider_wrong", "level", level=outcome.level.value)


def check_told_outcome(hand: DeclaredHand, outcome: Outcome, complaints: Complaints) -> None:
    if hand.won is not None and hand.won != outcome.won:
        complaints.add("claimed_result_contradicts_points", "won")
    elif hand.level is not None and hand.level is not outcome.level:
        code = "schwarz_with_trick" if hand.level is Level.SCHWARZ else "claimed_schneider_wrong"
        complaints.add(code, "level", level=outcome.level.value)


def check_agreed(report: AgreedHand, complaints: Complaints) -> None:
    if not report.points:
        if not complaints.about("points"):
            complaints.add("agreed_points_missing", "points")
        return
    for player, points in report.points.items():
        if player not in report.table.players:
            complaints.add("player_unknown", f"points.{player}", player=player)
        elif abs(points) > MOST_POINTS:
            complaints.add("number_too_large", f"points.{player}", most=MOST_POINTS)
    if sum(report.points.values()) != 0:
        complaints.add("points_sum_not_0", "points", sum=sum(report.points.values()))
    if not report.why and not complaints.about("why"):
        complaints.add("why_missing", "why")
