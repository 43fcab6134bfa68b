"""The verb that takes an import back, all of it at once.

The books are never erased: its evenings are reopened, what was paid or carried over in them is reversed, every hand is
struck out, and they go on the shelf. Then they count nowhere. Whoever came to the club with it stays: a name is part of
the books, and can be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from scorebook.clubs.circle import circle_of
from scorebook.clubs.models import Club
from scorebook.clubs.services import locked_club
from scorebook.core.months import day_of
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.told import ImportProblem, ImportRefused
from scorebook.exchange.imports.writing import stands_of
from scorebook.exchange.models import Import
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Account, Entry, Transfer
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.standings import services as standings
from scorebook.standings.seasons import seasons_of

Kind = Entry.Kind
# What somebody does on the tab because of what stands there.
ANSWERS = (Kind.PAYMENT, Kind.DEPOSIT, Kind.PAYOUT, Kind.ROUNDING)


def undo_import(*, club: Club, import_id: UUID, key: UUID, by: str, at: datetime, most: int | None) -> Import:
    """The same key gives the first undoing again.

    most: evenings and payments, such as `limits.MOST_AT_ONCE`; None is no limit.

    Raises: ImportRefused import_unknown, already_undone, too_many_at_once; evening_touched, tab_touched, tab_moved,
    season_closed, with everything that somebody has built on it; play.KeyReused.
    """
    with transaction.atomic():
        held = locked_club(club.pk)
        first = Import.objects.filter(pk=key).first()
        if first and (first.club_id, first.undoes_id) != (held.pk, import_id):
            raise play.KeyReused(key)
        if first:
            return first
        found = Import.objects.filter(club=held, pk=import_id, kind=Import.Kind.IMPORTED).first()
        if found is None:
            raise ImportRefused([ImportProblem(code="import_unknown")])
        if Import.objects.filter(club=held, undoes=found).exists():
            raise ImportRefused([ImportProblem(code="already_undone")])
        limits.check_size(len(found.facts["evenings"]) + len(found.facts["payments"]), most=most)
        written = _written(held, found)
        if problems := tuple(reasons_against_undoing(written)):
            raise ImportRefused(problems)
        _take_back(written, key=key, by=by, at=at)
        return Import.objects.create(
            id=key, club=held, kind=Import.Kind.UNDONE, undoes=found, recorded_by=by, recorded_at=at
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """What an import wrote. evenings: held, the first first. payments: on the tab."""

    club: Club
    found: Import
    evenings: Sequence[Evening]
    payments: Sequence[Entry]


def _written(club: Club, found: Import) -> _Written:
    evenings = Evening.objects.select_for_update(of=("self",), no_key=True).filter(
        club=club, pk__in=list(found.facts["evenings"])
    )
    payments = Entry.objects.filter(club=club, pk__in=list(found.facts["payments"])).order_by("seq")
    return _Written(
        club=club,
        found=found,
        evenings=list(evenings.order_by("number").select_related("club")),
        payments=list(payments.select_related("club")),
    )


def reasons_against_undoing(written: _Written) -> Iterator[ImportProblem]:
    """What was built on it since."""
    now = stands_of(written.club, [evening.pk for evening in written.evenings])
    for evening in written.evenings:
        if now[str(evening.pk)] != written.found.facts["stands"][str(evening.pk)]:
            args: dict[str, str | int] = {"number": evening.number, "day": day_of(evening.started_at).isoformat()}
            yield ImportProblem(code="evening_touched", args=args)
    yield from _closed_seasons(written)
    on_tab = _entries_on_tab(written)
    if Entry.objects.filter(club=written.club, reverses__in=on_tab).exists():
        yield ImportProblem(code="tab_touched")
    elif on_tab and _answers_on_tab(written, on_tab).exists():
        yield ImportProblem(code="tab_moved")


def _closed_seasons(written: _Written) -> Iterator[ImportProblem]:
    for season in seasons_of(circle_of(written.club.pk)):
        if not season.is_closed or season.newest.recorded_at < written.found.recorded_at:
            continue
        games = {one.game for one in written.evenings if season.includes(day_of(one.started_at))}
        if games and season.agreement.game in (None, *games):
            yield ImportProblem(code="season_closed", args={"name": season.name})


def _entries_on_tab(written: _Written) -> list[Entry]:
    """Its payments, and what its evenings carried over."""
    carried = Entry.objects.filter(
        club=written.club, evening_id__isnull=True, carried_from__in=[evening.pk for evening in written.evenings]
    )
    return [*written.payments, *carried]


def _answers_on_tab(written: _Written, on_tab: Sequence[Entry]) -> QuerySet[Entry]:
    """What was paid there since by those whose balance it changed, and stands."""
    accounts = Account.objects.filter(
        Q(given__entry__in=on_tab) | Q(received__entry__in=on_tab), club=written.club, kind=Account.Kind.PLAYER
    )
    moved = Transfer.objects.filter(
        Q(source__in=accounts.values("pk")) | Q(target__in=accounts.values("pk")),
        club=written.club,
        entry=OuterRef("pk"),
    )
    imported = [id for one in Import.objects.filter(club=written.club) for id in one.facts.get("payments", {})]
    return Entry.objects.filter(
        Exists(moved),
        club=written.club,
        evening_id__isnull=True,
        kind__in=ANSWERS,
        seq__gt=written.found.facts["last_entry"],
        reversed_by__isnull=True,
    ).exclude(pk__in=imported)


def _take_back(written: _Written, *, key: UUID, by: str, at: datetime) -> None:
    reopening = {uuid5(key, f"reopened {evening.pk}"): evening for evening in reversed(written.evenings)}
    for evening in standings.reopen_evenings(reopening, by=by, at=at):
        booked = Entry.objects.filter(club=written.club, evening_id=evening.pk, reversed_by__isnull=True)
        for entry in booked.filter(kind__in=(Kind.PAYMENT, Kind.CARRIED)).select_related("club").order_by("-seq"):
            play.undo_in_evening(evening=evening, entry=entry, key=uuid5(key, str(entry.pk)), by=by, at=at)
        play.void_all_hands(evening=evening, key=uuid5(key, f"hands of {evening.pk}"), by=by, at=at)
        play.archive_evening(evening=evening, by=by, at=at)
    for entry in reversed(written.payments):
        ledger.undo(entry=entry, key=uuid5(key, str(entry.pk)), by=by, at=at)
