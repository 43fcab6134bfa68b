"""Every hand that the entry form can send, axis by axis: results, runs, doublings, seats, states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice, permutations, product
from typing import Any

from rules import Aim, Contract, Level, Player, Ruleset, Sides, State, Table
from rules.cards import Suit
from rules.games.declarer_game import DeclarerGame
from rules.games.sasku import Sasku
from rules.games.tally_game import AgreedTally
from rules.problems import ProblemList
from rules.report import AgreedHand, DeclaredHand, FixedSidesHand, RamschHand, RoundCall, ThrownIn
from rules.state import Duty, Match, SpecialRound, Tie
from tests.rules.phone import Question
from tests.rules.table import PEOPLE, seated

Hand = dict[str, Any]

LEVELS = tuple(level.value for level in Level)
ROUNDS = (
    "schieber", "schieber_3", "schieber_4", "teufelsrunde", "hadschader", "allgaeu", "strixner", "zupf_solo", "minas",
    "kreuzbock", "ramsch", "last",
)  # fmt: skip


def tables(ruleset: Ruleset) -> Iterator[Table]:
    """Every number of people with two different dealers; one who is not in the book deals too."""
    for people in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1):
        for dealer in (PEOPLE[0], PEOPLE[people - 2], Player("Kiebitz")):
            yield seated(people, dealer=dealer)


def first_tables(ruleset: Ruleset) -> Iterator[Table]:
    """One table for each number of people who may hold cards, the largest first."""
    numbers = range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1)
    for people in sorted({ruleset.seats(number) for number in numbers} & set(numbers), reverse=True):
        problems = ProblemList()
        ruleset.check_table(seated(people), problems)
        if not problems:
            yield seated(people)


def everything(ruleset: Ruleset) -> Iterator[Question]:
    for table in first_tables(ruleset):
        for contract in ruleset.contracts(len(table.players)):
            for hand in results(ruleset, contract, table):
                yield Question(hand=hand, table=table)
            for hand in (*doublings(ruleset, contract, table), *broken(ruleset, contract, table)):
                yield Question(hand=hand, table=table)
            for hand in with_details(ruleset, contract, table):
                yield Question(hand=hand, table=table)
    for table in tables(ruleset):
        for contract in ruleset.contracts(len(table.players)):
            for hand in by_seat(ruleset, contract, table):
                yield Question(hand=hand, table=table)
    yield from in_states(ruleset)


def whole(ruleset: Ruleset, contract: Contract, table: Table, *, declarer: int = 0, partner: int = 1) -> Hand:
    """The contract with everything named that must be, but its result."""
    active = ruleset.active(table)
    hand: Hand = {"contract": contract.id}
    if contract.id == "passed":
        return {**hand, "team": active[declarer % len(active)]}
    if contract.id != "replay":
        hand["declarer"] = active[declarer % len(active)]
    if contract.sides is Sides.PARTNERS:
        hand["partner"] = active[partner % len(active)]
    if contract.needs_trump:
        hand["trump_suit"] = contract.trump_suits[0].value
    if contract.calls_a_card and getattr(ruleset, "call_is_noted", False):
        hand["call"] = {"card": {"rank": "ace", "suit": "clubs"}}
    return hand


def reported(contract: Contract) -> Iterator[Hand]:
    """The buttons for winner and level."""
    for won in (True, False) if contract.aim is not Aim.SHOWN else (None,):
        for level in LEVELS if contract.has_levels else (None,):
            yield {"won": won, "level": level}


def counted(contract: Contract) -> Iterator[Hand]:
    """The keypad: with 0 and 120 the form says whether it was Schwarz (P19). Beyond the cards: what slips in."""
    for points in range(-1, 123) if contract.has_levels else ():
        yield {"card_points": points, "level": "schwarz"}
        yield {"card_points": points, **({"level": "schneider"} if points in (0, 120) else {})}


def results(ruleset: Ruleset, contract: Contract, table: Table) -> Iterator[Hand]:
    if not issubclass(contract.report, DeclaredHand):
        yield from undeclared(contract, table)
        return
    hand = whole(ruleset, contract, table)
    yield from ({**hand, **result} for result in counted(contract))
    for result, run in product(reported(contract), runs(ruleset, contract, table)):
        yield {**hand, **result, **run}
    longest = {"top_trumps": {"count": 4, "side": "declarer_side"}}
    for suit, result, run in product(contract.trump_suits, reported(contract), ({}, longest)):
        yield {**hand, **result, **run, "trump_suit": suit.value}
    if contract.may_surrender:
        for kind, result, run in product(
            ("none", "accepted", "refused"), (*reported(contract), *counted(contract)), (None, {"count": 5})
        ):
            yield {**hand, **result, "surrender": kind, "top_trumps": run}
    if contract.calls_a_card:
        for rank, suit in product(("ace", "ten", "king"), ruleset.PACK):
            yield {**hand, "won": True, "call": {"card": {"rank": rank, "suit": suit.value}}}
        for held in (0, 1):
            yield {**hand, "won": True, "call": {"card": {"rank": "ace", "suit": "clubs"}, "suit_cards": held}}
            yield {**hand, "won": True, "call": {"card": {"rank": "ace", "suit": "bells"}, "suit_cards": held}}
    if isinstance(ruleset, DeclarerGame):
        yield from with_tricks(ruleset, contract, hand, len(ruleset.active(table)))
        yield from with_runs(ruleset, contract, hand, len(ruleset.active(table)))
    if isinstance(ruleset, Sasku):
        yield from ({**hand, **result, "tied": True} for result in ({}, *reported(contract), *counted(contract)))
    if contract.id == "fehlstich":
        for result in (*reported(contract), *counted(contract)):
            yield {**hand, "partner": None, "no_fehlstich": True, **result}


def with_tricks(ruleset: DeclarerGame, contract: Contract, hand: Hand, seats: int) -> Iterator[Hand]:
    """Tricks beside card points, as the worked evenings tell them; and alone, where nobody counted points."""
    every = ruleset.hand_size(seats)
    for tricks in (-1, 0, 1, every // 2, every - 1, every, every + 1):
        for points in (0, 1, 6, 20, 30, 44, 60, 76, 90, 91, 112, 118, 120):
            yield {**hand, "card_points": points, "tricks": tricks}
        if ruleset.GAME != "schafskopf24":  # there the phone leaves it to the server
            yield from ({**hand, **result, "tricks": tricks} for result in ({}, *reported(contract)))


def with_runs(ruleset: DeclarerGame, contract: Contract, hand: Hand, seats: int) -> Iterator[Hand]:
    """A run beside the count: whoever holds it has its card points, and tricks for it to lie in (G5)."""
    every = ruleset.hand_size(seats)
    for count, side in product((1, 2, 4, 9), ("declarer_side", "opponents")) if contract.has_top_trumps else ():
        run = {**hand, "top_trumps": {"count": count, "side": side}}
        yield from ({**run, "card_points": points} for points in (2, 5, 11, 30, 31, 61, 90, 109, 115, 118))
        for tricks, points in product((0, 1, 3, every - 1, every), (3, 14, 15, 22, 40, 60, 100, 112)):
            yield {**run, "card_points": points, "tricks": tricks}
        yield from ({**run, "won": True, "tricks": tricks} for tricks in (0, 1, 2, every - 1))


def runs(ruleset: Ruleset, contract: Contract, table: Table) -> Iterator[Hand]:
    """The chips, and what an old hand may say beside them: every length, and whose run it was."""
    yield {}
    if not isinstance(ruleset, DeclarerGame) or not contract.has_top_trumps:
        return
    chips = ruleset.top_trump_chips(contract, len(table.players))
    for count in (0, 1, *chips, 15):
        for side in (None, "declarer_side", "opponents"):
            yield {"top_trumps": {"count": count, "side": side}}


def doublings(ruleset: Ruleset, contract: Contract, table: Table) -> Iterator[Hand]:
    """How often, as the chips say it; and who, as it is counted while it is announced."""
    active = ruleset.active(table)
    hand = whole(ruleset, contract, table) if issubclass(contract.report, DeclaredHand) else {"contract": contract.id}
    if issubclass(contract.report, RamschHand):
        hand |= {"losers": active[:1]}
    won = tuple(reported(contract))[:4:3] if issubclass(contract.report, DeclaredHand) else ({},)
    for result, laid in product(won, range(6 if contract.may_lay else 2)):
        yield {**hand, **result, "laid": laid}
    if not issubclass(contract.report, DeclaredHand):
        return
    for result, kontra in product((*won, {"card_points": 60}, {"card_points": 90}), range(18)):
        yield {**hand, **result, "kontra": kontra}
    names = (None, *active, PEOPLE[-1])
    for callers in (*product(names, repeat=1), *product(names, repeat=2), *product(names[:4], repeat=3)):
        yield {**hand, "won": True, "kontra": list(callers)}
    for callers in product(names, repeat=2):
        yield {**hand, "won": True, "laid": list(callers)}
    yield from ({**hand, "won": False, "kontra": kontra, "laid": laid} for kontra in range(7) for laid in range(5))


def broken(ruleset: Ruleset, contract: Contract, table: Table) -> Iterator[Hand]:
    """A form that is not filled in yet, or wrongly."""
    if not issubclass(contract.report, DeclaredHand):
        return
    hand = whole(ruleset, contract, table)
    for name in (*hand, "won"):
        yield {**hand, "won": True, "level": "plain", name: None}
    yield {**hand, "won": "maybe", "level": "plain"}
    yield {**hand, "won": True, "level": "high"}
    yield {**hand, "card_points": "about 90"}
    yield {**hand, "won": True, "trump_suit": "acorns"}
    yield {**hand, "won": True, "trump_suit": "clubs"}
    yield {**hand, "won": True, "top_trumps": {"count": None}}
    yield {**hand, "won": True, "top_trumps": {"count": "many"}}


def with_details(ruleset: Ruleset, contract: Contract, table: Table) -> Iterator[Hand]:
    """What stands behind "More about this hand"."""
    if issubclass(contract.report, RamschHand):
        yield from counted_ramsch({"contract": contract.id}, ruleset.active(table))
        return
    if not issubclass(contract.report, DeclaredHand):
        return
    hand = whole(ruleset, contract, table)
    yield {**hand, "won": True, "note": "as agreed"}
    yield from ({**hand, "won": True, "note": note} for note in (7, "x" * 200, "x" * 201))
    if "offence" in ruleset.questions(contract, table):  # in other games only the server knows it
        yield from offences(hand, contract, ruleset.active(table))
    for result, value in product(reported(contract), (None, 10, 20, 30, 40, 50, 60, 70, 80, 100, 1000)):
        yield {**hand, **result, "schwarz_claimed": False, "value": value}
    if contract.calls_a_card:
        yield from called(hand, ruleset.active(table))
    if isinstance(ruleset, Sasku):
        results = (*reported(contract), {"card_points": 60}, {"tied": True}, {"card_points": 95})
        for result, player in product(results, (*table.players, PEOPLE[-1])):
            yield {**hand, **result, "roof_shown_by": player}
    if isinstance(ruleset, Sasku) and contract.needs_trump:
        yield from bids(hand, table)
    if ruleset.GAME == "schafskopf24":
        yield from queens(hand, table)
    if contract.id.endswith("hochzeit"):
        yield from ({**hand, "won": True, "suitor_trumps": count} for count in range(4))


def offences(hand: Hand, contract: Contract, active: tuple[Player, ...]) -> Iterator[Hand]:
    """Who did not follow suit or talked, with what else is reported of such a hand."""
    who = (None, *active, PEOPLE[-1])
    run = {"top_trumps": {"count": 4, "side": "declarer_side"}}
    more: tuple[Hand, ...] = (
        {}, {"won": True}, {"won": False}, {"level": "schneider" if contract.has_levels else None}, {"card_points": 90},
        {"card_points": 1},
        {"kontra": 1}, {"kontra": 2, "laid": 1}, run if contract.has_top_trumps else {}, {"value": 40},
    )  # fmt: skip
    for revoked, criticised, extra in product(who, who[:4], more):
        if revoked or criticised:
            yield {**hand, **extra, "revoked_by": revoked, "criticised_by": criticised}


def called(hand: Hand, active: tuple[Player, ...]) -> Iterator[Hand]:
    cards = (None, {"rank": "ace", "suit": "clubs"}, {"rank": "ten", "suit": "spades"},
             {"rank": "ace", "suit": "leaves"}, {"rank": "ten", "suit": "bells"})  # fmt: skip
    hung_on = (None, active[0], active[2], PEOPLE[-1])
    for card, held, who, aces, opened in product(cards, (None, 0, 1), hung_on, (None, 0, 2, 3, 4), (None, 0, 1, 3)):
        call = {"card": card, "suit_cards": held, "hung_on_by": who, "aces_held": aces, "open_suits": opened}
        yield {**hand, "won": True, "call": {name: value for name, value in call.items() if value is not None}}
    for who, took_over in product(hung_on, (True, False)):
        taken: Hand = {"card": cards[1], "took_over": took_over} | ({"hung_on_by": who} if who else {})
        yield {**hand, "won": True, "call": taken}
    yield {**hand, "won": True, "call": {"card": cards[1], "holds_it": True}}


def bids(hand: Hand, table: Table) -> Iterator[Hand]:
    who = (None, *table.players[:2], hand["declarer"], PEOPLE[-1])
    for suit, bid, bidder, length in product(("clubs", "diamonds"), (None, 4, 5, 9, 10), who, (None, 5, 6)):
        for over, outright in ((None, False), (None, True), (hand["declarer"], False), (table.players[1], False)):
            auction = {"bid": bid, "bidder": bidder, "length": length, "overridden_by": over, "outright": outright}
            given = {name: value for name, value in auction.items() if value is not None}
            yield {**hand, "won": True, "trump_suit": suit, "auction": given}


def queens(hand: Hand, table: Table) -> Iterator[Hand]:
    who = (*table.players, PEOPLE[-1])
    for player in who:
        yield {**hand, "won": True, "queen_handed_over_by": player}
    partners = (None, table.players[2], table.players[3])
    for first, second, partner, nobody in product(who, (None, *who), partners, (True, False)):
        fields = {
            "fehlstich_winners": [first, *([second] if second else [])],
            "partner": partner,
            "no_fehlstich": nobody,
        }
        yield {**hand, "won": True, **fields}


def counted_ramsch(hand: Hand, active: tuple[Player, ...]) -> Iterator[Hand]:
    """The counts of the players: who is worse, level or without a trick; what no cards can make too."""

    def of(*counts: int | None) -> Hand:
        return {player: count for player, count in zip(active, counts, strict=False) if count is not None}

    points = (
        (50, 40, 20, 10), (40, 40, 30, 10), (30, 30, 30, 30), (45, 45, 30, 0), (60, 60, 0, 0), (120, 0, 0, 0),
        (90, 30, 0, 0), (1, 59, 40, 20), (50, 40, 20, 11), (50, 40, 30, None), (118, 2, 0, 0), (10, 20, 40, 50),
    )  # fmt: skip
    tricks = ((), (3, 3, 1, 1), (2, 2, 2, 2), (4, 3, 1, 0), (8, 0, 0, 0), (6, 0, 0, 0), (4, 4, 0, 0), (3, 3, 1, 2))
    trumps = ((), (6, 6, 1, 1), (5, 5, 4, 0), (4, None, None, 3))
    for counts, taken, held, higher in product((*points, ()), tricks, trumps, (None, *active[:2], active[3:] or None)):
        fields = {"card_points": of(*counts), "tricks": of(*taken), "trumps_in_tricks": of(*held)}
        yield {**hand, **fields, "higher_trump": higher[0] if isinstance(higher, tuple) else higher}
    for counts, taken, losers in product(points, tricks[:4], ((0,), (1,), (0, 1), (2,), (0, 1, 2))):
        for winner, marcher, maidens in ((None, None, ()), (3, None, ()), (2, None, (3,)), (None, 0, ())):
            yield {
                **hand, "card_points": of(*counts), "tricks": of(*taken),
                "losers": [active[place] for place in losers if place < len(active)] if marcher is None else [],
                "winner": active[winner % len(active)] if winner is not None else None,
                "march_by": active[marcher] if marcher is not None else None,
                "maidens": [active[place] for place in maidens if place < len(active)],
            }  # fmt: skip


def by_seat(ruleset: Ruleset, contract: Contract, table: Table) -> Iterator[Hand]:
    """Everybody declares with everybody, also those who sit out."""
    if issubclass(contract.report, RamschHand):
        for loser, maiden in product(table.players, repeat=2):
            yield {"contract": contract.id, "losers": [loser], "maidens": [maiden]}
        return
    if not issubclass(contract.report, DeclaredHand):
        yield from undeclared(contract, table)
        return
    hand = whole(ruleset, contract, table)
    who = "team" if contract.id == "passed" else "declarer"
    partners: tuple[Player | None, ...] = table.players if contract.sides is Sides.PARTNERS else (None,)
    for declarer, partner, won in product(table.players, partners, (True, False)):
        yield {**hand, who: declarer, "partner": partner, "won": won}


def undeclared(contract: Contract, table: Table) -> Iterator[Hand]:
    hand: Hand = {"contract": contract.id}
    if issubclass(contract.report, ThrownIn):
        yield hand
    elif issubclass(contract.report, FixedSidesHand):
        yield from ({**hand, "winner": who, "level": level} for who in (None, *table.players) for level in LEVELS)
    elif issubclass(contract.report, RoundCall):
        yield from ({**hand, "round": kind} for kind in (None, *ROUNDS))
    elif issubclass(contract.report, AgreedHand):
        yield from agreed(hand, table)
        if issubclass(contract.report, AgreedTally):
            yield from tallied(hand, table)
    elif issubclass(contract.report, RamschHand):
        yield from ramsch(hand, table)


def agreed(hand: Hand, table: Table) -> Iterator[Hand]:
    first, second, *_ = table.players
    for points in ({}, {first: 7}, {first: 7, second: -7}, {first: 0}, {first: "x", second: 0}, {"Nobody": 0}):
        for why in ("", " ", "revoke"):
            yield {**hand, "points": points, "why": why}
    yield {**hand, "points": {first: 1_000_001, second: -1_000_001}, "why": "much"}
    yield {**hand, "points": {first: -5, second: 5}, "why": "a fine", "was_dealt": False}


def tallied(hand: Hand, table: Table) -> Iterator[Hand]:
    first, second, third, _ = table.players
    for counts in ((2, None, 2), (2, None, None), (2, 3, 2), (2, 3, 1), (-1, None, None), (16, 1, 16), (17, 16, 17),
                   (40, 0, 40), (0, 0, 0), (None, 12, None)):  # fmt: skip
        tally = {
            player: count for player, count in zip((first, second, third), counts, strict=True) if count is not None
        }
        yield {**hand, "tally": tally, "why": "a stroke was forgotten"}
        yield {**hand, "tally": tally, "why": "a stroke was forgotten", "was_dealt": False}
        yield {**hand, "tally": tally, "points": {first: 3, second: -3}, "why": "and a fine"}


def ramsch(hand: Hand, table: Table) -> Iterator[Hand]:
    for player in (None, *table.players):
        yield {**hand, "march_by": player}
    some = [list(group) for size in range(4) for group in combinations(table.players, size)]
    for losers, maidens in product(some, some):
        yield {**hand, "losers": losers, "maidens": maidens}
    for (loser, winner), maiden in product(permutations(table.players, 2), table.players):
        yield {**hand, "losers": [loser], "winner": winner, "maidens": [maiden]}


# -- what the hand before has left -------------------------------------------------------------------------------------


def in_states(ruleset: Ruleset) -> Iterator[Question]:
    for state, table in states(ruleset):
        for contract in ruleset.contracts(len(table.players)):
            for hand in briefly(ruleset, contract, table):
                yield Question(hand=hand, table=table, state=state)


def briefly(ruleset: Ruleset, contract: Contract, table: Table) -> Iterator[Hand]:
    """A few hands of each contract, with each result and none, one or two doublings."""
    active = ruleset.active(table)
    if issubclass(contract.report, RamschHand):
        yield {"contract": contract.id, "losers": [active[2]], "maidens": [active[0]]}
        yield {"contract": contract.id, "losers": list(active[:2])}
        yield {"contract": contract.id, "march_by": active[1]}
    elif not issubclass(contract.report, DeclaredHand):
        yield from undeclared(contract, table)
    else:
        some = tuple(reported(contract))
        for result in dict.fromkeys((0, len(some) // 2, len(some) - 1)):
            yield {**whole(ruleset, contract, table, partner=2), **some[result]}
        yield {**whole(ruleset, contract, table, declarer=1, partner=3), **some[0]}
        for kontra in (1, 2) if contract.may_kontra else ():
            yield {**whole(ruleset, contract, table), "won": False, "kontra": kontra}
        if len(contract.trump_suits) > 1:
            yield {**whole(ruleset, contract, table), "won": True, "trump_suit": "hearts"}
        if contract.id == "replay":  # which may say again what was tied, and nothing else
            yield from ({"contract": contract.id, "won": True, "trump_suit": suit} for suit in ("diamonds", "clubs"))
            yield from ({"contract": contract.id, "won": True, "declarer": player} for player in active[:2])


def states(ruleset: Ruleset) -> Iterator[tuple[State, Table]]:
    """Every state at the table at which nobody sits out; the others meet every fifth."""
    table, *others = [*first_tables(ruleset), seated(ruleset.MOST_PLAYERS)]
    yield from ((state, table) for state in states_at(ruleset, table))
    for other in others:
        yield from ((state, other) for state in islice(states_at(ruleset, other), 0, None, 5))


def states_at(ruleset: Ruleset, table: Table) -> Iterator[State]:
    yield State()
    if isinstance(ruleset, Sasku):
        yield from (State(match=match) for match in matches(table, ruleset.strokes_to_win))
    if ruleset.GAME == "bavarian":
        yield from bavarian_states(ruleset, table)


def bavarian_states(ruleset: Ruleset, table: Table) -> Iterator[State]:
    active = ruleset.active(table)
    bock: Mapping[str, object] = ruleset.to_json()["house_rules"]  # type: ignore[assignment]
    for pot in (10, 25, 45, 1000):
        yield State(pot=pot, old_man=active[2])
    for queue in ((1,), (2, 1), (16, 16)) if bock["bock"] else ():
        yield State(bock=queue, pot=20)
    for kind, left in product(ROUNDS, (1, 2)):
        yield State(round=SpecialRound(kind=kind, left=left))
    done = (Duty(player=active[0], contract="solo"), Duty(player=active[1], contract="wenz"))
    yield State(round=SpecialRound(kind="allgaeu", left=9, done=done), old_man=active[1])
    for results in ({active[1]: -90}, {active[0]: -10, active[2]: 150}, {active[1]: 0, active[2]: 0}):
        for left in (1, 2):
            yield State(round=SpecialRound(kind="minas", left=left, results=results), pot=30)


def matches(table: Table, to_win: int) -> Iterator[Match]:
    players = table.players
    for strokes in ((0, 1), (to_win - 1, 0), (to_win - 2, to_win - 1), (to_win, 0)):
        yield Match(strokes=strokes, games=(1, 2), teams=players)
        yield Match(strokes=strokes, teams=players, extra=2)
        for maker, suit in ((players[0], Suit.DIAMONDS), (players[1], Suit.CLUBS), (None, Suit.DIAMONDS)):
            dealers = (table.dealer, players[0]) if maker else (table.dealer,)
            yield from (
                Match(strokes=strokes, teams=players, tie=Tie(dealer=dealer, trump_suit=suit, maker=maker))
                for dealer in dealers
            )
