"""Facts of a hand that no form asks for and the API takes: counts of the other side, what somebody checks by cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from rules import Contract, Ruleset, State, Table
from rules.games.declarer_game import DeclarerGame
from rules.report import DeclaredHand, RamschHand
from tests.rules.hand_generator import Hand, first_tables, whole
from tests.rules.phone import Question

ALL_CARD_POINTS = 120
POT = State(pot=20)


def server_facts(ruleset: Ruleset) -> Iterator[Question]:
    """Hands of every contract, some of them refused."""
    for table in first_tables(ruleset):
        for contract in ruleset.contracts(len(table.players)):
            if issubclass(contract.report, DeclaredHand):
                for hand in declared(ruleset, contract, table):
                    yield Question(hand=hand, table=table)
                yield from pot_taken(ruleset, contract, table)
            elif issubclass(contract.report, RamschHand):
                for hand in level_players(contract, table):
                    yield Question(hand=hand, table=table)


def declared(ruleset: Ruleset, contract: Contract, table: Table) -> Iterator[Hand]:
    hand = whole(ruleset, contract, table)
    for points in (30, 60, 61, 91):
        counted = {**hand, "card_points": points, "opponents_card_points": ALL_CARD_POINTS - points}
        yield counted
        every = ruleset.hand_size(len(ruleset.active(table))) if isinstance(ruleset, DeclarerGame) else 9
        yield {**counted, "tricks": 4, "opponents_tricks": every - 4}
    for count, held in ((3, 5), (3, 8), (4, 5), (4, 8)):
        run = {"count": count, "side": "declarer_side"}
        yield {**hand, "won": True, "top_trumps": run, "trumps_held": held}
        yield {**hand, "won": True, "top_trumps": run, "counted_top_trumps": count}
    for player in table.players:
        yield {**hand, "won": True, "ober_holder": player}
        yield {**hand, "won": True, "roof_shown_by": player}
    for level, is_lambapea in (("schwarz", True), ("plain", False)):
        yield {**hand, "won": True, "level": level, "lambapea": is_lambapea}
    yield from auctions(hand, table)
    for first, second in permutations(table.players, 2):
        yield {"contract": contract.id, "won": True, "queens": [first, second]}


def auctions(hand: Hand, table: Table) -> Iterator[Hand]:
    """Calls in their order, the declarer's last."""
    declarer = hand.get("declarer")
    for suit in ("clubs", "spades", "diamonds"):
        for opening in table.players:
            bids = [{"player": opening, "length": 5}, {"player": declarer, "length": 6}]
            for made in (bids, bids[1:]):
                yield {**hand, "won": True, "trump_suit": suit, "auction": {"bids": made, "suit": suit}}


def pot_taken(ruleset: Ruleset, contract: Contract, table: Table) -> Iterator[Question]:
    hand = whole(ruleset, contract, table)
    for player in (None, *table.players):
        yield Question(hand={**hand, "won": True, "pot_taken_by": player}, table=table, state=POT)


def level_players(contract: Contract, table: Table) -> Iterator[Hand]:
    """Two are level in card points, tricks and trumps: the higher trump decides."""
    counts = {"card_points": (40, 40, 25, 15), "tricks": (2, 2, 3, 1), "trumps_in_tricks": (4, 4, 4, 2)}
    hand = {name: dict(zip(table.players, row, strict=False)) for name, row in counts.items()}
    for highest in ((3, 2, 1, 6), (2, 3, 1, 6)):
        yield {"contract": contract.id, **hand, "highest_trump": dict(zip(table.players, highest, strict=False))}
