"""A little table that knows who is how strong: evenings by chance, to hold ratings to what they claim."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

RUFER, SOLO = 20, 50
DOUBLED = 0.2  # how often a hand is worth twice as much

Points = dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """strength: by how much their side wins more often than an even chance.

    appetite: in which share of the hands that they declare they play a solo.
    """

    strength: float = 0.0
    appetite: float = 0.15


Club = Mapping[str, Person]


def evenings(dice: random.Random, club: Club, seats: Sequence[int]) -> Iterator[Points]:
    """Without end, each with so many people of the club as one of `seats` says; 40 to 60 hands."""
    while True:
        yield evening(dice, club, dice.sample(sorted(club), dice.choice(seats)))


def evening(dice: random.Random, club: Club, people: Sequence[str]) -> Points:
    """Four play each hand; of more than four, the others sit out in turn."""
    points = dict.fromkeys(people, 0)
    for no in range(dice.randint(40, 60)):
        for person, won in _hand(dice, club, [people[(no + seat) % len(people)] for seat in range(4)]).items():
            points[person] += won
    return points


def _hand(dice: random.Random, club: Club, table: Sequence[str]) -> Points:
    """A solo is as fair as a Rufer: what their sides are strong decides."""
    declarer, partner, *rest = dice.sample(table, 4)
    is_solo = dice.random() < club[declarer].appetite
    side, against = ([declarer], [partner, *rest]) if is_solo else ([declarer, partner], rest)
    chance = 0.5 + sum(club[one].strength for one in side) - sum(club[one].strength for one in against)
    value = (SOLO if is_solo else RUFER) * (2 if dice.random() < DOUBLED else 1)
    won = value if dice.random() < chance else -value
    return dict.fromkeys(side, won * len(against) // len(side)) | dict.fromkeys(against, -won)
