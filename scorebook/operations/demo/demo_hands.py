"""Simulated hands: contract, people and result are drawn, and no cards are dealt.

The frequencies follow 18,369 hands of an online club: of declared ones 66 % Rufer, 17 % Solo, 10 % Wenz, 5 % Suit Wenz;
four of five Rufers won, two of five with Schneider or Schwarz, three or more matadors in a fifth.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rules import Player, Ruleset, Table
from rules.cards import FRENCH, GERMAN
from scorebook.operations.demo.demo_plan import EVENLY_BOLD, SIE_NOTE, DemoPeople, draw_percent

Hand = Mapping[str, object]
Key = TypeVar("Key", str, int)

# Weights, in thousandths.
BAVARIAN = {
    "rufer": 620, "solo": 157, "wenz": 92, "suit_wenz": 41, "geier": 14, "solo_tout": 1, "wenz_tout": 1,
    "ramsch": 44, "thrown_in": 30,
}  # fmt: skip
PALATINATE = {"simple": 730, "solo": 190, "solo_du": 20, "thrown_in": 60}
SASKU = {"trumps": 930, "passed": 70}

KONTRA, ANSWERED, LAID, COUNTED, SURRENDERED = 9, 15, 4, 55, 5  # percent
# Percentage points that a Stoss costs the declarer, since its caller has good cards.
KONTRA_TELLS = 25
SCHNEIDER_WON, SCHNEIDER_LOST, SCHNEIDER_ALONE, SCHWARZ = 43, 25, 27, 3  # percent; Schwarz of those
RUN, RUN_OF_LOSERS = 21, 15  # percent
RUNS = {3: 582, 4: 223, 5: 115, 6: 49, 7: 14, 8: 3}
MAIDENS = 25  # percent


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The figures of one contract."""

    wins: int  # percent, with equal players
    suits: tuple[str, ...] = ()
    alone: bool = True
    runs: Mapping[int, int] = field(default_factory=lambda: RUNS)  # number of top trumps -> weight
    has_levels: bool = True
    may_lay: bool = False
    may_surrender: bool = False


_SHORT_RUNS = {2: 80, 3: 15, 4: 5}
CONTRACTS: Mapping[str, Mapping[str, Played]] = {
    "bavarian": {
        "rufer": Played(wins=83, alone=False, may_lay=True),
        "solo": Played(wins=76, suits=GERMAN, may_lay=True),
        "wenz": Played(wins=73, runs=_SHORT_RUNS, may_lay=True),
        "suit_wenz": Played(wins=70, suits=GERMAN, runs=_SHORT_RUNS, may_lay=True),
        "geier": Played(wins=72, runs=_SHORT_RUNS, may_lay=True),
        "solo_tout": Played(wins=80, suits=GERMAN, has_levels=False),
        "wenz_tout": Played(wins=80, has_levels=False),
    },
    "palatinate": {
        "simple": Played(wins=68, suits=FRENCH, may_surrender=True),
        "solo": Played(wins=72, suits=FRENCH),
        "solo_du": Played(wins=75, suits=FRENCH, has_levels=False),
    },
}


def simulated_hands(
    dice: random.Random, ruleset: Ruleset, table: Table, group: DemoPeople, *, kinds: Sequence[str | None]
) -> list[Hand]:
    """Return consecutive hands, with the dealer passing on. kinds: the contract of each; None draws it."""
    hands = []
    for kind in kinds:
        hands.append(simulated_hand(dice, ruleset, table, group, kind=kind))
        table = Table(players=table.players, dealer=table.next_dealer())
    return hands


def simulated_hand(
    dice: random.Random, ruleset: Ruleset, table: Table, group: DemoPeople, *, kind: str | None = None
) -> Hand:
    active = ruleset.active(table)
    if ruleset.GAME == "sasku":
        return _demo_sasku_hand(dice, kind or _draw_weighted(dice, SASKU), active, group)
    kind = kind or _draw_weighted(dice, BAVARIAN if ruleset.GAME == "bavarian" else PALATINATE)
    if kind == "thrown_in":
        return {"contract": kind}
    if kind in ("ramsch", "march"):
        return _demo_ramsch_hand(dice, active, group, is_march=kind == "march")
    if kind == "sie":
        return {"contract": kind, "declarer": _draw_lone_declarer(dice, active, group), "note": SIE_NOTE}
    return _demo_declared_hand(dice, kind, CONTRACTS[ruleset.GAME][kind], active, group)


def _draw_weighted(dice: random.Random, weights: Mapping[Key, int]) -> Key:
    [drawn] = dice.choices(list(weights), list(weights.values()))
    return drawn


def _draw_lone_declarer(dice: random.Random, active: Sequence[Player], group: DemoPeople) -> Player:
    [declarer] = dice.choices(active, group.solo_weights(active))
    return declarer


def _demo_declared_hand(
    dice: random.Random, kind: str, played: Played, active: Sequence[Player], group: DemoPeople
) -> Hand:
    side = [_draw_lone_declarer(dice, active, group)] if played.alone else dice.sample(active, 2)
    others = [player for player in active if player not in side]
    hand: dict[str, object] = {"contract": kind, **dict(zip(("declarer", "partner"), side, strict=False))}
    if played.suits:
        hand["trump_suit"] = dice.choice(played.suits)
    if played.may_lay and draw_percent(dice, LAID):
        hand["laid"] = [dice.choice(active)]
    calls = _demo_kontra_calls(dice, side, others)
    if calls:
        hand["kontra"] = calls
    dared = group.solo_weights(side)[0] - EVENLY_BOLD if played.alone else 0
    base = played.wins - dared - (KONTRA_TELLS if len(calls) == 1 else 0)
    won = draw_percent(dice, group.win_percent(base, side, others))
    if won and not calls and played.may_surrender and draw_percent(dice, SURRENDERED):
        return hand | {"surrender": "accepted"}
    return {**hand, **_draw_hand_result(dice, played, won=won)}


def _demo_kontra_calls(dice: random.Random, side: Sequence[Player], others: Sequence[Player]) -> list[Player]:
    if not draw_percent(dice, KONTRA):
        return []
    return [dice.choice(others), *([side[0]] if draw_percent(dice, ANSWERED) else [])]


def _draw_hand_result(dice: random.Random, played: Played, *, won: bool) -> Hand:
    if not played.has_levels:
        return {"won": won}
    schneider = SCHNEIDER_ALONE if played.alone else SCHNEIDER_WON
    level = "plain"
    if draw_percent(dice, schneider if won else SCHNEIDER_LOST):
        level = "schwarz" if draw_percent(dice, SCHWARZ) else "schneider"
    return {
        **_demo_card_points(dice, won=won, level=level),
        **_demo_top_trumps(dice, played, won=won, level=level),
    }


def _demo_card_points(dice: random.Random, *, won: bool, level: str) -> Hand:
    """Return the card points for about half of the hands, else only the result."""
    if level == "schwarz" or not draw_percent(dice, COUNTED):
        return {"won": won, **({"level": level} if level != "plain" else {})}
    bounds = {(True, "plain"): (61, 90), (True, "schneider"): (91, 118), (False, "plain"): (31, 60)}
    return {"card_points": dice.randint(*bounds.get((won, level), (2, 29)))}


def _demo_top_trumps(dice: random.Random, played: Played, *, won: bool, level: str) -> Hand:
    """Return top trumps, mostly of the winners; the losers get only a short run that fits their card points."""
    if not draw_percent(dice, RUN):
        return {}
    is_losers = level == "plain" and draw_percent(dice, RUN_OF_LOSERS)
    count = min(played.runs) if is_losers else _draw_weighted(dice, played.runs)
    return {"top_trumps": {"count": count, "side": "declarer_side" if won != is_losers else "opponents"}}


def _demo_ramsch_hand(dice: random.Random, active: Sequence[Player], group: DemoPeople, *, is_march: bool) -> Hand:
    [loser] = dice.choices(active, group.ramsch_loser_weights(active))
    if is_march:
        return {"contract": "ramsch", "march_by": loser}
    maidens = [dice.choice([player for player in active if player != loser])] if draw_percent(dice, MAIDENS) else []
    return {"contract": "ramsch", "losers": [loser], **({"maidens": maidens} if maidens else {})}


def _demo_sasku_hand(dice: random.Random, kind: str, active: Sequence[Player], group: DemoPeople) -> Hand:
    """Return a hand of Sasku. The teams sit opposite each other; a tie would be dealt again, and is left out."""
    maker = dice.choice(active)
    place = active.index(maker)
    side, others = active[place % 2 :: 2], active[1 - place % 2 :: 2]
    won = draw_percent(dice, group.win_percent(60, side, others))
    points = dice.choice((*range(61, 91), *range(61, 110))) if won else dice.choice((*range(30, 60), *range(12, 60)))
    if kind == "passed":
        return {"contract": kind, "team": maker, "card_points": points}
    return {"contract": kind, "declarer": maker, "trump_suit": dice.choice(FRENCH), "card_points": points}
