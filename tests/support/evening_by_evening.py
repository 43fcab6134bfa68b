"""An import written by the verbs of an evening, one after the other: what a part of an import must come to."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID, uuid5

from scorebook.clubs import services as clubs
from scorebook.clubs.models import Club, Player
from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.imports.import_draft import Choices, DraftEvening, DraftPayment, Money, draft_import
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.standings.services.closing import close_evening

BY = "import, club link"
A_HAND = timedelta(minutes=5)


def write_evening_by_evening(club: Club, imported: Imported, choices: Choices, *, key: UUID, now: datetime) -> None:
    """First all hands, then all ends, then the money day by day."""
    draft = draft_import(club=club, imported=imported, choices=choices, key=key, now=now)
    new = {one.id: one.name for one in draft.new_people}
    if new:
        clubs.enrol_players(club=club, names=[*new.values()], keys=[*new], by=BY, at=now)
    people = {player.pk: player for player in Player.objects.filter(club=club)}
    played = [(one, _played(club, one, people, key, now)) for one in draft.new_evenings]
    for one, evening in played:
        close_evening(evening=evening, key=uuid5(evening.pk, "closed"), at=_then(one, 1, now), by=BY)
    moved: list[tuple[datetime, DraftPayment | Evening]] = [(one.at, one) for one in draft.new_payments]
    if draft.money is not Money.OPEN:
        moved += [(_then(one, 1, now), evening) for one, evening in played if evening.unit != play.POINTS]
    for at, what in sorted(moved, key=lambda pair: pair[0]):
        if isinstance(what, Evening):
            _settle(what, draft.money, at)
        else:
            _pay(club, what, key, min(at, now))


def _played(club: Club, one: DraftEvening, people: dict[UUID, Player], key: UUID, now: datetime) -> Evening:
    evening = play.open_evening(
        club=club,
        key=uuid5(key, one.digest),
        terms=one.terms,
        players=[people[id] for id in one.people],
        first_dealer=people[UUID(one.scored.first_dealer)],
        at=one.at,
        by=BY,
    )
    hands = [
        play.NewHand(key=uuid5(evening.pk, f"hand {no}"), hand=hand.hand, dealer=hand.dealer)
        for no, hand in enumerate(one.scored.hands, start=1)
    ]
    at = _then(one, 0, now)
    return play.record_hands(
        club_id=evening.club_id, link=evening.scribe_token, known_hands=0, hands=hands, at=at, by=BY
    ).evening


def _settle(evening: Evening, money: Money, at: datetime) -> None:
    lines = books.plan_lines(club=evening.club, unit=evening.unit, evening_id=evening.pk)
    if money is Money.TAB and lines:
        play.carry_over_evening(evening=evening, key=uuid5(evening.pk, "carried"), by=BY, at=at)
    elif money is Money.PAID:
        for place, line in enumerate(lines, start=1):
            ledger.mark_paid(planned=line.planned, key=uuid5(evening.pk, f"paid {place}"), by=BY, at=at)


def _pay(club: Club, one: DraftPayment, key: UUID, at: datetime) -> None:
    draft = ledger.PaymentDraft(
        key=uuid5(key, one.digest),
        payer_id=one.payer,
        payee_id=one.payee,
        amount_minor=one.source.amount_minor,
        note=one.source.note,
    )
    ledger.pay(club=club, unit=one.source.unit, evening_id=None, draft=draft, by=BY, at=at)


def _then(one: DraftEvening, more: int, now: datetime) -> datetime:
    return max(one.at, min(one.at + A_HAND * (len(one.scored.hands) + more), now))
