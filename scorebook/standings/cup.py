"""The club's travelling cup: who takes it when. Pure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from scorebook.clubs.circle import CupAgreement, CupRule
from scorebook.core.months import EARLIEST

# As long as a club has agreed on nothing: a title that can be taken, but only at the table.
USUAL = CupAgreement(rule=CupRule.BEATEN, first_on=EARLIEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class CupEvening:
    """winners: who won it, several where they were level. there: everybody who was, they too."""

    evening_id: UUID
    day: date
    winners: Collection[UUID]
    there: Collection[UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """day: since when the holder has it. before: from whom they took it."""

    evening_id: UUID
    day: date
    holder: UUID
    before: UUID | None


def passings(
    evenings: Iterable[CupEvening], agreements: Sequence[CupAgreement], *, last: Passing | None = None
) -> list[Passing]:
    """Each time that the cup came to somebody new.

    evenings: in their order. agreements: by their days. last: the passing before these evenings.
    """
    found: list[Passing] = []
    for evening in evenings:
        agreed = agreement_on(evening.day, agreements)
        holder = last.holder if last and last.day >= agreed.first_on else None
        winner = _taker(evening, agreed.rule, holder)
        if winner is not None:
            last = Passing(evening_id=evening.evening_id, day=evening.day, holder=winner, before=holder)
            found.append(last)
    return found


def agreement_on(day: date, agreements: Sequence[CupAgreement]) -> CupAgreement:
    return next((one for one in reversed(agreements) if one.first_on <= day), USUAL)


def _taker(evening: CupEvening, rule: CupRule, holder: UUID | None) -> UUID | None:
    """Who takes it from the holder, or as the first; nobody from one who is level with the best."""
    if rule is CupRule.NO_CUP or len(evening.winners) != 1 or holder in evening.winners:
        return None
    if rule is CupRule.BEATEN and holder is not None and holder not in evening.there:
        return None
    [winner] = evening.winners
    return winner
