"""The checks of a reported run of top trumps: against the cards a side can hold and against its tricks."""

from rules.base_ruleset import Aim, Contract, Sides
from rules.cards import ALL_CARD_POINTS, count_points, most_card_points
from rules.hand_validation import DealtGame
from rules.outcome import Outcome
from rules.problems import ProblemList
from rules.report import DeclaredHand
from rules.score import Level, Side

MAX_TRUMPS = 14  # of a suit game (P1, B2); the longest run also if the trumps are unknown
MAX_SCHNEIDER = 30  # a side that is Schneider has no more card points in any game (P17, B45)


def check_top_trumps(
    hand: DeclaredHand, contract: Contract, game: DealtGame, outcome: Outcome | None, problems: ProblemList
) -> None:
    """Check a run against the cards a side can hold and the tricks its holders must have taken (P25, A21, G5).

    Skat and discards are the declarer's (P24, X4).
    """
    run = hand.top_trumps
    if run is None or problems.has("top_trumps"):
        return
    if run.count is None:
        problems.add("top_trumps_missing", "top_trumps.count")
        return
    cards = game.hand_size(len(hand.table.players))
    if contract.aim is Aim.SHOWN:
        _check_run_length(run.count, run.side, contract.shown_run, problems)
        return
    if not contract.has_top_trumps:
        if run.count:
            problems.add("no_top_trumps_in_this_contract", "top_trumps", contract=contract.id)
        return
    order = game.trumps(contract, hand)
    trumps = len(order) or MAX_TRUMPS
    side = run_side(hand, contract, game, outcome)
    most = _most_top_trumps(hand, contract, game, side, trumps)
    if not 0 <= run.count <= most:
        problems.add("top_trumps_out_of_range", "top_trumps.count", most=most)
        return
    _check_trumps_held(hand, run.count, side, trumps, problems)
    tricks = None if problems.has("tricks") else _known_tricks(hand, contract, outcome, cards)
    # Up to SKAT top trumps may lie where they never take a trick; one more is in a hand and takes one (G5).
    by_declarers = run.side is Side.DECLARERS and tricks == 0 and run.count > game.SKAT
    if by_declarers or (run.side is Side.OPPONENTS and tricks == cards and run.count > 0):
        problems.add("top_trump_always_takes_a_trick", "top_trumps")
    # Card points, not tricks: documented hands have a run of eight in five tricks, and a side may be two players.
    if order and contract.aim is Aim.CARD_POINTS and hand.offender is None and not problems:
        check_run_is_won(hand, contract, game, outcome, problems)
    if side is None and game.run_side_decides(contract, run.count):
        problems.add("top_trumps_side_missing", "top_trumps.side")


def run_side(hand: DeclaredHand, contract: Contract, game: DealtGame, outcome: Outcome | None) -> Side | None:
    """Return who holds the run: the reported side, or the only one that took tricks, as a top trump takes one (G5)."""
    run = hand.top_trumps
    if run is None:
        return None
    if run.side is not None:
        return run.side
    cards = game.hand_size(len(hand.table.players))
    tricks = _known_tricks(hand, contract, outcome, cards)
    if tricks == 0 and not game.SKAT:
        return Side.OPPONENTS
    return Side.DECLARERS if tricks == cards or contract.aim is Aim.SHOWN else None


def check_run_is_won(
    hand: DeclaredHand, contract: Contract, game: DealtGame, outcome: Outcome | None, problems: ProblemList
) -> None:
    """Check that the run fits in the tricks of its holders, or in the declarer's skat; no one can win it (G5)."""
    run, side = hand.top_trumps, run_side(hand, contract, game, outcome)
    if run is None or side is None or not run.count:
        return
    is_own, held = side is Side.DECLARERS, game.trumps(contract, hand)[: run.count]
    points = hand.card_points if is_own or hand.card_points is None else ALL_CARD_POINTS - hand.card_points
    least, most = count_points(held), ALL_CARD_POINTS
    if hand.tricks is not None:
        own = hand.tricks * game.seats(len(hand.table.players)) + game.SKAT
        pile = own if is_own else game.pack_size - own
        if run.count > pile:
            problems.add("top_trumps_need_tricks", "top_trumps", count=run.count)
            return
        most = least + most_card_points(cards=pile - run.count, pack_size=game.pack_size, without=held)
        theirs = most_card_points(cards=game.pack_size - pile, pack_size=game.pack_size, without=held)
        least = ALL_CARD_POINTS - theirs
    elif points is None and outcome is not None and outcome.level is Level.SCHNEIDER and is_own != outcome.won:
        points = MAX_SCHNEIDER
    if points is not None and not least <= points <= most:
        problems.add("top_trumps_are_won", "top_trumps", least=least, most=most)


def _check_run_length(count: int, side: Side | None, held: int, problems: ProblemList) -> None:
    """Check a whole hand of the highest trumps: eight in a Sie, six in short (B38, B102); 0 if not counted."""
    if not 0 <= count <= held:
        problems.add("top_trumps_out_of_range", "top_trumps.count", most=held)
    elif count and side is Side.OPPONENTS:
        problems.add("top_trump_always_takes_a_trick", "top_trumps")
    elif count not in (0, held):
        problems.add("claimed_top_trumps_wrong", "top_trumps.count", claimed=count, counted=held)


def _most_top_trumps(hand: DeclaredHand, contract: Contract, game: DealtGame, side: Side | None, trumps: int) -> int:
    """Return the longest run: no more than there are trumps, nor than the side has room for (P25, A21, B61).

    If a card is called, two cards of the declaring side are no trumps: the called one, and one of its suit that the
    declarer holds (B13), unless the declarer may be void (A11, B84).
    """
    players = len(hand.table.players)
    cards, seats = game.hand_size(players), game.seats(players)
    declarers = 1 if contract.sides is Sides.ALONE else 2
    called = 0 if not contract.calls_a_card else 1 if contract.may_call_void else 2
    room = {Side.DECLARERS: cards * declarers + game.SKAT - called, Side.OPPONENTS: cards * (seats - declarers)}
    return min(trumps, room[side] if side is not None else max(room.values()))


def _check_trumps_held(hand: DeclaredHand, count: int, side: Side | None, trumps: int, problems: ProblemList) -> None:
    if hand.trumps_held is None:
        return
    room = hand.trumps_held if side is Side.DECLARERS else trumps - hand.trumps_held
    if not 0 <= hand.trumps_held <= trumps:
        problems.add("trumps_held_out_of_range", "trumps_held", most=trumps)
    elif side is not None and count > room:
        problems.add("top_trumps_conflict_with_trumps_held", "top_trumps", held=hand.trumps_held)


def _known_tricks(hand: DeclaredHand, contract: Contract, outcome: Outcome | None, all_tricks: int) -> int | None:
    """Return the declaring side's tricks as reported, or as they follow from a Schwarz or a made Tout."""
    if hand.tricks is not None:
        return hand.tricks
    if outcome is None or hand.offender is not None:
        return None
    if contract.aim is Aim.ALL_TRICKS:
        return all_tricks if outcome.won else None
    if outcome.level is Level.SCHWARZ:
        return all_tricks if outcome.won else 0
    return None
