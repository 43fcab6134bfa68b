"""The verb that writes an import: all of it in one transaction, by the services by which everybody writes.

Every key follows from the import's own, so that what is sent twice is written once. An evening is written at its own
time, as if somebody had kept the book then; when it really came in, the import says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs import services as clubs
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import locked_club
from scorebook.clubs.texts import typed_text
from scorebook.core.canonical_hash import canonical_digest
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.draft import Choices, Draft, DraftEvening, DraftPayment, Money, draft_import
from scorebook.exchange.imports.reckoning import WHY
from scorebook.exchange.imports.told import Imported, ImportProblem, ImportRefused
from scorebook.exchange.models import Import
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.standings import services as standings

FILE_NAME_MAX = 100
PACE = timedelta(minutes=5)


def import_evenings(
    *,
    club: Club,
    imported: Imported,
    choices: Choices,
    key: UUID,
    file_name: str = "",
    by: str,
    at: datetime,
    most: int | None,
) -> Import:
    """Write what is new of it. The same key and content give the first import again.

    most: evenings and payments, such as `limits.MOST_AT_ONCE`; None is no limit.

    Raises: ImportRefused with everything that is wrong; play.LinkGone, play.KeyReused.
    """
    with transaction.atomic():
        held = locked_club(club.pk)  # two who import the same at once: the second finds what the first wrote
        if first := Import.objects.filter(pk=key).first():
            return _same_import(first, held, imported)
        draft = draft_import(club=held, imported=imported, choices=choices, key=key, now=at)
        _check_draft(draft, most=most)
        with _refusals_of_services():
            return _Writing(club=club, draft=draft, key=key, by=f"{WHY}, {by}", at=at).write(file_name)


def content_digest(imported: Imported) -> str:
    return canonical_digest(
        {
            "format": imported.format.value,
            "evenings": [one.digest(1) for one in imported.evenings],
            "payments": [one.digest(1) for one in imported.payments],
        }
    )


def _same_import(first: Import, club: Club, imported: Imported) -> Import:
    if (first.club_id, first.facts.get("content")) != (club.pk, content_digest(imported)):
        raise play.KeyReused(first.pk)
    return first


def _check_draft(draft: Draft, *, most: int | None) -> None:
    if draft.problems:
        raise ImportRefused(draft.problems)
    limits.check_size(len(draft.new_evenings) + len(draft.new_payments), most=most)
    if draft.is_nothing_new:
        raise ImportRefused([ImportProblem(code="nothing_new")])


@contextmanager
def _refusals_of_services() -> Iterator[None]:
    try:
        yield
    except (clubs.ClubError, play.EveningProblems) as error:
        raise ImportRefused([ImportProblem(code=one.code, where=one.field) for one in error.problems]) from error
    except play.HandRefused as error:
        raise ImportRefused(
            [ImportProblem(code=f"rules.{one.code}", where=one.field, args=one.args) for one in error.problems]
        ) from error
    except (play.CeilingReached, ledger.EntryRefused) as error:
        raise ImportRefused([ImportProblem(code=error.code)]) from error


@dataclass(kw_only=True)
class _Writing:
    club: Club
    draft: Draft
    key: UUID
    by: str
    at: datetime
    people: dict[UUID, Player] = field(default_factory=dict)

    def write(self, file_name: str) -> Import:
        self._enrol()
        opened = [(one, self._played(one)) for one in self.draft.new_evenings]
        closing = {uuid5(evening.pk, "closed"): (evening, self._closed_at(one)) for one, evening in opened}
        standings.close_evenings(closing, by=self.by)
        self._settle(opened)
        return self._remember(opened, file_name)

    def _enrol(self) -> None:
        new: dict[UUID, str] = {}
        for one in self.draft.new_people:
            new.setdefault(one.id, one.name)  # two names that look the same have one id
        if new:
            clubs.enrol_players(club=self.club, names=[*new.values()], keys=[*new], by=self.by, at=self.at)
        wanted = [one.id for one in self.draft.people]
        self.people = {player.pk: player for player in Player.objects.filter(club=self.club, pk__in=wanted)}

    def _played(self, one: DraftEvening) -> Evening:
        evening = play.open_evening(
            club=self.club,
            key=uuid5(self.key, one.digest),
            terms=one.terms,
            players=[self.people[id] for id in one.people],
            first_dealer=self.people[UUID(one.reckoned.first_dealer)],
            at=one.at,
            by=self.by,
        )
        hands = one.reckoned.hands
        recorded = play.record_hands(
            link=evening.scribe_token,
            known_hands=0,
            told=[
                play.ToldHand(key=uuid5(evening.pk, f"hand {no}"), hand=hand.hand, dealer=hand.dealer)
                for no, hand in enumerate(hands, start=1)
            ],
            at=self._then(one, hands=len(hands)),
            by=self.by,
        )
        return recorded.evening

    def _settle(self, opened: Sequence[tuple[DraftEvening, Evening]]) -> None:
        """In the order of the days, so that the tab is read as it grew."""
        moved: list[tuple[datetime, DraftPayment | Evening]] = [(one.at, one) for one in self.draft.new_payments]
        if self.draft.money is not Money.OPEN:
            moved += [(self._closed_at(one), evening) for one, evening in opened if evening.unit != play.POINTS]
        for at, one in sorted(moved, key=lambda pair: pair[0]):
            if isinstance(one, DraftPayment):
                self._pay(one, min(at, self.at))
            else:
                self._settle_evening(one, at)

    def _settle_evening(self, evening: Evening, at: datetime) -> None:
        lines = books.plan_lines(club=self.club, unit=evening.unit, evening_id=evening.pk)
        if not lines:
            return
        if self.draft.money is Money.TAB:
            play.carry_over_evening(evening=evening, key=uuid5(evening.pk, "carried"), by=self.by, at=at)
            return
        for place, line in enumerate(lines, start=1):
            ledger.mark_paid(planned=line.planned, key=uuid5(evening.pk, f"paid {place}"), by=self.by, at=at)

    def _pay(self, one: DraftPayment, at: datetime) -> None:
        draft = ledger.PaymentDraft(
            key=self._payment_id(one),
            payer_id=one.payer,
            payee_id=one.payee,
            amount_minor=one.told.amount_minor,
            note=one.told.note,
        )
        ledger.pay(club=self.club, unit=one.told.unit, evening_id=None, draft=draft, by=self.by, at=at)

    def _payment_id(self, one: DraftPayment) -> UUID:
        return uuid5(self.key, one.digest)

    def _remember(self, opened: Sequence[tuple[DraftEvening, Evening]], file_name: str) -> Import:
        text = typed_text(file_name[:FILE_NAME_MAX], club_id=self.club.pk) if file_name else None
        if text:
            text.save()
        facts = {
            "content": content_digest(self.draft.imported),
            "evenings": {str(evening.pk): one.digest for one, evening in opened},
            "payments": {str(self._payment_id(one)): one.digest for one in self.draft.new_payments},
            "stands": stands_of(self.club, [evening.pk for _one, evening in opened]),
            "last_entry": Entry.objects.filter(club=self.club).count(),
        }
        return Import.objects.create(
            id=self.key,
            club=self.club,
            kind=Import.Kind.IMPORTED,
            format=self.draft.imported.format.value,
            file_name=text,
            facts=facts,
            recorded_by=self.by,
            recorded_at=self.at,
        )

    def _closed_at(self, one: DraftEvening) -> datetime:
        return self._then(one, hands=len(one.reckoned.hands) + 1)

    def _then(self, one: DraftEvening, *, hands: int) -> datetime:
        """When so many hands had been played."""
        return max(one.at, min(one.at + PACE * hands, self.at))


def stands_of(club: Club, evenings: Sequence[UUID]) -> Mapping[str, list[int]]:
    """Evening -> its events and its entries: as long as both are the same, nobody has written there."""
    revisions = Evening.objects.filter(club=club, pk__in=evenings).order_by("number").values_list("pk", "revision")
    counts: dict[UUID | None, int] = {}
    found = Entry.objects.filter(club=club, evening_id__in=evenings).order_by().values_list("evening_id", flat=True)
    for evening_id in found:
        counts[evening_id] = counts.get(evening_id, 0) + 1
    return {str(pk): [revision, counts.get(pk, 0)] for pk, revision in revisions}
