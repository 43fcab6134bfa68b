"""The passing on of the club's travelling cup. Pure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from scorebook.clubs.groups import CupAgreement, CupRule
from scorebook.core.months import EARLIEST

# The default agreement: the cup can be won, but only from a holder who plays.
USUAL = CupAgreement(rule=CupRule.BEATEN, first_on=EARLIEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class CupEvening:
    evening_id: UUID
    day: date
    winners: Collection[UUID]  # several where they were level
    there: Collection[UUID]  # everyone who played, winners included


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """An evening at which the cup came to a new holder."""

    evening_id: UUID
    day: date
    holder: UUID
    before: UUID | None  # the holder before; None for the first of an agreement


def pass_cup_on(
    evenings: Iterable[CupEvening], agreements: Sequence[CupAgreement], *, last: Passing | None = None
) -> list[Passing]:
    """Return each passing of the cup to a new holder.

    evenings: in their order. agreements: by their days. last: the passing before these evenings.
    """
    found: list[Passing] = []
    for evening in evenings:
        agreed = cup_agreement_on(evening.day, agreements)
        holder = last.holder if last and last.day >= agreed.first_on else None
        winner = _cup_winner(evening, agreed.rule, holder)
        if winner is not None:
            last = Passing(evening_id=evening.evening_id, day=evening.day, holder=winner, before=holder)
            found.append(last)
    return found


def cup_agreement_on(day: date, agreements: Sequence[CupAgreement]) -> CupAgreement:
    return next((one for one in reversed(agreements) if one.first_on <= day), USUAL)


def _cup_winner(evening: CupEvening, rule: CupRule, holder: UUID | None) -> UUID | None:
    """Return the person who takes the cup, or None; a holder who is level with the best keeps it."""
    if rule is CupRule.NO_CUP or len(evening.winners) != 1 or holder in evening.winners:
        return None
    if rule is CupRule.BEATEN and holder is not None and holder not in evening.there:
        return None
    [winner] = evening.winners
    return winner
