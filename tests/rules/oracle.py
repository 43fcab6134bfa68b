"""What a hand is worth, calculated a second time from the formulas of the sources.

Nothing here is shared with the rules: plain numbers in, plain numbers out. House rules come as their JSON.
Levels are 0 plain, 1 Schneider, 2 Schwarz.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

HouseRules = Mapping[str, Any]
HOCHZEIT = ("hochzeit", "bauernhochzeit")
RUFER_RATE = ("rufer", *HOCHZEIT, "muss", "kreuzbock")
BETTEL_RATE = ("bettel", "bettel_brett", "ramsch_tout")
ONE_RANK = ("wenz", "geier", "suit_wenz", "suit_geier", "koenig", "eisenbahner")  # of trumps above the suit (B78)
SOLO_RATE = ("solo", *ONE_RANK)
TOUT = tuple(f"{contract}_tout" for contract in SOLO_RATE)


class Limits(NamedTuple):
    """The declaring side wins from here, with Schneider from here, and loses without it from here."""

    wins: int
    schneider: int
    free: int


PALATINATE = Limits(61, 91, 30)  # P15-P18: the opponents' bounds are the same figures turned round
BAVARIAN = Limits(61, 91, 31)  # B44, B45
MUSS = Limits(60, 90, 30)  # B83, and where the Kontra takes over (X43)


class Outcome(NamedTuple):
    won: bool
    level: int


def outcome(limits: Limits, *, points: int, tricks: int, all_tricks: int) -> Outcome:
    """Schwarz by tricks, Schneider by points, each for whoever lost (P19, B46)."""
    won = points >= limits.wins
    losers_tricks = all_tricks - tricks if won else tricks
    is_schneider = points >= limits.schneider if won else points < limits.free
    return Outcome(won, 2 if losers_tricks == 0 else int(is_schneider))


def palatinate_value(
    contract: str, *, suit: str | None, level: int, run: int, calls: int, solo_point: bool = True, hoch: bool = True
) -> int:
    """Palatinate and Asserufen (P40-P48, A20): each thing a point, a Du twice, each call twice."""
    if contract == "solo_du":
        level = 2  # P47
    points = 1 + level
    points += suit == "hearts" and contract != "assrufen"  # P41, A20
    points += solo_point and contract in ("solo", "solo_du")  # P44, X1
    points += run if run >= 3 and hoch else 0  # P22, P45, X6
    return points * (2 if contract == "solo_du" else 1) * (1 << calls)  # P46, P48


def bavarian_value(contract: str, *, house_rules: HouseRules, level: int, run: int, doublings: int) -> int:
    """(Tariff + Schneider + Schwarz + matadors) x multiplier x 2 for each doubling (B57). For whole units only."""
    rufer: int = house_rules["rufer_tariff"]
    solo: int = house_rules["solo_tariff"]
    bettel: int = house_rules["bettel_tariff"] or solo  # X49, X50
    hochzeit: int = house_rules["hochzeit_factor"]
    rates: dict[str, int] = {
        **dict.fromkeys(RUFER_RATE, rufer),
        **dict.fromkeys(BETTEL_RATE, bettel),
        **dict.fromkeys((*SOLO_RATE, "sie"), solo),
        **dict.fromkeys(TOUT, 3 * solo if house_rules["tout_rule"] == "points_table" else solo),  # X37
    }
    sum_of_parts = rates[contract]
    if contract in (*RUFER_RATE, *SOLO_RATE) and _levels_count(contract, house_rules):
        sum_of_parts += level * house_rules["unit"]  # B51
    if contract in (*RUFER_RATE, *SOLO_RATE, *TOUT):
        sum_of_parts += _matadors(contract, house_rules, run) * house_rules["unit"]
    elif contract == "sie" and house_rules["sie_counts_matadors"]:
        sum_of_parts += _matadors(contract, house_rules, 8) * house_rules["unit"]  # X41
    factors: dict[str, int] = {
        **dict.fromkeys(HOCHZEIT, hochzeit),
        **dict.fromkeys(TOUT, 2 if house_rules["tout_rule"] == "double" else 1),  # B36
        "sie": house_rules["sie_factor"],
        "bettel_brett": 2,  # B74
    }
    return sum_of_parts * factors.get(contract, 1) * (1 << doublings)


def _levels_count(contract: str, house_rules: HouseRules) -> bool:
    """In solos by agreement, with short cards always (B55, X62)."""
    always = contract in RUFER_RATE or house_rules["deck_cards"] != 32
    return bool(always or house_rules["solo_scores_schneider_schwarz"])


def _matadors(contract: str, house_rules: HouseRules, run: int) -> int:
    """B59-B61; in a Wenz and all that is like it from two (X40)."""
    is_low = contract.removesuffix("_tout") in ONE_RANK
    least: int = house_rules["matador_minimum_wenz" if is_low else "matador_minimum"]
    most: int = house_rules["matador_maximum"]
    return min(run, most) if house_rules["count_matadors"] and run >= least else 0
