"""Hands as a table might tell them, of every contract a ruleset knows; not every one of them is possible."""

from random import Random
from typing import Any

from rules import Contract, Player, Ruleset, Sides, Table
from rules.games.sasku.hand import SaskuHand
from rules.games.tally_game import AgreedTally
from rules.problems import ProblemList
from rules.report import AgreedHand, FixedSidesHand, RamschHand, RoundCall, ThrownIn

Hand = dict[str, Any]


def any_hand(dice: Random, ruleset: Ruleset, table: Table) -> Hand:
    contracts = [one for one in ruleset.contracts(len(table.players)) if not issubclass(one.report, RoundCall)]
    common = [one for one in contracts if one.common]
    contract = dice.choice(common if common and dice.randrange(4) else contracts)
    active = ruleset.active(table)
    return {"contract": contract.id, **_facts_of_hand(dice, contract, active, table)}


def _facts_of_hand(dice: Random, contract: Contract, active: tuple[Player, ...], table: Table) -> Hand:
    kind = contract.report
    if issubclass(kind, ThrownIn):
        return {}
    if issubclass(kind, AgreedHand):
        return _agreed_values(dice, contract, table)
    if issubclass(kind, FixedSidesHand):
        return {"winner": dice.choice(active), "level": dice.choice(["plain", "schneider", "schwarz"])}
    if issubclass(kind, RamschHand):
        return {"losers": [dice.choice(active)]}
    if issubclass(kind, SaskuHand):
        return _sasku_hand(dice, contract, active)
    return _declared_hand(dice, contract, active)


def _declared_hand(dice: Random, contract: Contract, active: tuple[Player, ...]) -> Hand:
    declarer, partner, opponent = dice.sample(active, 3)
    hand: Hand = {"declarer": declarer, "won": dice.choice([True, False])}
    if contract.sides is Sides.PARTNERS:
        hand["partner"] = partner
    if contract.names_trump:
        hand["trump_suit"] = dice.choice(contract.trump_suits)
    if contract.may_kontra and contract.sides is not Sides.OPPOSITE and dice.randrange(3) == 0:
        hand["kontra"] = [opponent]
    if contract.has_levels and dice.randrange(2):
        del hand["won"]
        hand["card_points"] = dice.randrange(2, 119)
    return hand


def _sasku_hand(dice: Random, contract: Contract, active: tuple[Player, ...]) -> Hand:
    points = dice.choice([dice.randrange(2, 60), dice.randrange(61, 119), 60])
    if contract.id == "passed":
        return {"team": dice.choice(active), "card_points": points}
    return {
        "declarer": dice.choice(active),
        "trump_suit": dice.choice(contract.trump_suits or ("hearts",)),
        "card_points": points,
    }


def _agreed_values(dice: Random, contract: Contract, table: Table) -> Hand:
    amount = dice.randrange(0, 50)
    winner, loser = dice.sample(table.players, 2)
    points = dict.fromkeys(table.players, 0) | {winner: amount, loser: -amount}
    if not issubclass(contract.report, AgreedTally):
        return {"points": points, "why": "agreed"}
    strokes = dice.randrange(4), dice.randrange(4)
    tally = {player: strokes[place % 2] for place, player in enumerate(table.players)}
    return {"points": points, "tally": tally, "why": "agreed"}


def numbers_at_table(ruleset: Ruleset) -> list[int]:
    """With how many people it can be played, six at most."""
    tables = [
        Table(players=tuple(Player(str(place)) for place in range(number)), dealer=None) for number in range(2, 7)
    ]
    return [len(table.players) for table in tables if takes_table(ruleset, table)]


def takes_table(ruleset: Ruleset, table: Table) -> bool:
    problems = ProblemList()
    ruleset.check_table(table, problems)
    return not problems
