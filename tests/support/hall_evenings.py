"""Four memorable evenings: a Sie, a Tout, a march, and a cup that goes from hand to hand.

Reckoned by hand at 10/20/50. A Rufer brings 20, a Solo 50 from each, a Tout twice and a Sie four times that; a march is
paid the Ramsch's 20 by each.

            hands                                       Anna  Beppo  Cilli  Done  Emmi
    9 Jan   Solo Anna, Sie Cilli, Rufer Cilli + Done     -70   -270   +570  -230
   16 Jan   Wenz Tout Anna, Rufer A + B, Rufer A + D    +340   -100   -140  -100
   23 Jan   march Emmi, Rufer Emmi + Cilli                      -40      0   -40   +80
   30 Jan   Rufer Beppo + Emmi                           -20    +20    -20         +20
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from scorebook.clubs.models import Club
from tests.support.played_evening import Hand, PlayedEvening, new_evening, rufer, solo

FIRST_AT = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)
WEEK = timedelta(days=7)


def sie(declarer: str, **more: object) -> Hand:
    return {"contract": "sie", "declarer": declarer, **more}


def wenz_tout(declarer: str, **more: object) -> Hand:
    return {"contract": "wenz_tout", "declarer": declarer, "won": True, **more}


def march(player: str) -> Hand:
    return {"contract": "ramsch", "losers": [], "march_by": player}


def closed_evening(
    names: str, hands: Sequence[Hand], *, club: Club | None = None, at: datetime = FIRST_AT
) -> PlayedEvening:
    evening = new_evening(*names.split(), club=club, at=at)
    for hand in hands:
        evening.record(hand)
    evening.close()
    return evening


def four_evenings() -> list[PlayedEvening]:
    first = closed_evening("Anna Beppo Cilli Done", [solo("Anna"), sie("Cilli"), rufer("Cilli", "Done")])
    second = closed_evening(
        "Anna Beppo Cilli Done",
        [wenz_tout("Anna"), rufer("Anna", "Beppo"), rufer("Anna", "Done")],
        club=first.club,
        at=FIRST_AT + WEEK,
    )
    third = closed_evening(
        "Beppo Cilli Done Emmi", [march("Emmi"), rufer("Emmi", "Cilli")], club=first.club, at=FIRST_AT + 2 * WEEK
    )
    fourth = closed_evening("Anna Beppo Cilli Emmi", [rufer("Beppo", "Emmi")], club=first.club, at=FIRST_AT + 3 * WEEK)
    return [first, second, third, fourth]
