"""Hands of every kind that four people can play, by dice."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.support.played_evening import THROWN_IN, Hand, PlayedEvening, ramsch, rufer, solo

Names = Sequence[str]


def any_hand(dice: random.Random, names: Names) -> Hand:
    one, other, third, fourth = dice.sample(names, 4)
    won, level = dice.random() < 0.6, dice.choice(["plain", "plain", "schneider", "schwarz"])
    kontra = dice.choice([0, 0, 0, 1])
    choices: list[Hand] = [
        rufer(one, other, won=won, level=level, kontra=kontra, note=dice.choice(["", "", "Mit der Blauen!"])),
        rufer(one, other, won=won, level=level, kontra=kontra),
        solo(one, dice.choice(["hearts", "bells"]), won=won, level=level, kontra=kontra),
        {"contract": "wenz", "declarer": one, "won": won, "level": level},
        {"contract": "solo_tout", "declarer": one, "trump_suit": "hearts", "won": won},
        {"contract": "sie", "declarer": one},
        ramsch(one),
        {"contract": "ramsch", "march_by": one},
        {"contract": "agreed", "points": {one: 30, other: -30, third: 0, fourth: 0}, "why": "ÄRGER um die Sau"},
        {"contract": "agreed", "points": {one: -10, other: 10, third: 0, fourth: 0}, "why": "Sau vergessen"},
        THROWN_IN,
    ]
    return dice.choice(choices)


def play(evening: PlayedEvening, dice: random.Random, hands: int) -> None:
    names = list(evening.players)
    for no in range(1, hands + 1):
        evening.record(any_hand(dice, names))
        if dice.random() < 0.2:
            evening.correct(no, any_hand(dice, names))
        if dice.random() < 0.1:
            evening.void(no)
