"""The contracts of one table: the allowed ones, as its house rules change them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from rules.base_ruleset import AGREED, RULESETS_KEPT, THROWN_IN, Aim, Contract, Sides
from rules.games.bavarian.contracts import CONTRACTS
from rules.games.bavarian.events import Event
from rules.games.bavarian.house_rules import BavarianHouseRules
from rules.report import RoundCall

ROUND_CALL = Contract(id="round", sides=Sides.NONE, aim=Aim.SHOWN, report=RoundCall, common=False, source="B81")


@lru_cache(maxsize=RULESETS_KEPT)
def agreed_contracts(rules: BavarianHouseRules, players: int) -> tuple[Contract, ...]:
    """Return the contracts of a table: with three only soloist games (B105), with short cards no Sie (B102)."""
    listed = [CONTRACTS[id] for id in CONTRACTS if id in rules.allowed]
    if rules.deck_cards != 32:
        listed = [traits for traits in listed if traits.id != "sie"]
    if rules.deck_cards != 24 or players == 3:  # a Tout of six trumps exists in short only (B102)
        listed = [traits for traits in listed if traits.id != "short_tout"]
    if players == 3:
        listed = [traits for traits in listed if traits.sides is Sides.ALONE]
    hearts = rules.heart_solo_tariff is not None
    hearts |= Event.HEART_SOLO in (*rules.bock_after, *rules.kreuzbock_after)
    contracts = [traits.contract(laying=rules.laying, heart_solo_counts=hearts) for traits in listed]
    if rules.heart_solo_outbids:
        contracts = [replace(one, hearts_outbid=True) if one.id == "solo" else one for one in contracts]
    if rules.muss_with_opposite:  # the other form of the Muss (X44)
        contracts = [_muss_with_opposite(contract) if contract.id == "muss" else contract for contract in contracts]
    own = (one.contract(laying=rules.laying) for one in rules.own_contracts if players > 3 or one.sides is Sides.ALONE)
    thrown_in = replace(THROWN_IN, may_lay=rules.laying, source="B21")
    calls = (ROUND_CALL,) if rules.rounds else ()
    return (*contracts, *own, thrown_in, *calls, AGREED)


def _muss_with_opposite(muss: Contract) -> Contract:
    return replace(muss, sides=Sides.OPPOSITE, calls_a_card=False)
