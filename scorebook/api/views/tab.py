"""The endpoints of the club's tab: deposits, payments, fees, prizes, and its settlement."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from rules import Problem
from scorebook import lookups
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.pagination import Page, first_page
from scorebook.api.parsing import Refused
from scorebook.api.permissions import MemberKey
from scorebook.api.serializers.books import (
    BookOnTabRequest,
    SettleTabRequest,
    TabEntriesResponse,
    TabResponse,
    TabVerb,
    TabWay,
    UndoSettleTabRequest,
)
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.payments import MarkPaidRequest, open_balances
from scorebook.api.serializers.queries import TabEntriesQuery, UnitQuery
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.ledger.services import SettlementMethod
from scorebook.ledger.snapshot import consistent_reads
from scorebook.play import services as play
from scorebook.play.queries import statements
from scorebook.play.queries.open_balances import open_balances_of_people


class TabViewSet(ClubEndpoint):
    @action(detail=True, methods=["get"], url_path="tab")
    @operation("tab", permission=MemberKey, query=UnitQuery, response=TabResponse)
    def tab(self, request: Request, data: ValidatedData) -> object:
        """Return the club's tab: balances, cash box, kitty and open payments."""
        return _tab_response(self.club, data["unit"])

    @action(detail=True, methods=["get"], url_path="tab/entries")
    @operation("tab_entries", permission=MemberKey, query=TabEntriesQuery, response=TabEntriesResponse)
    def entries(self, request: Request, data: ValidatedData) -> object:
        """Return the entries of the club's tab, newest first."""
        unit = books.unit_named(self.club, data["unit"] or USUAL_CURRENCY)

        def read(before: int | None, limit: int) -> Page:
            found = statements.tab_journal(club=self.club, unit=unit, before=before, count=limit + 1)
            return first_page(found, limit, lambda entry: entry.seq)

        with consistent_reads():
            entries = self.paginate_queryset(read)
        names = {player.pk: player.name for entry in entries for player in entry.amounts}
        return self.get_paginated_response(entries) | {"unit": unit, "names": names}

    @entries.mapping.post
    @operation("book_on_tab", permission=MemberKey, body=BookOnTabRequest, response=TabResponse)
    def book(self, request: Request, data: ValidatedData) -> object:
        """Book an entry on the club's tab that no hand moved."""
        check_players_of_request(self.club, data)
        _book_entry_of_request(self.club, data, timezone.now())
        return _tab_response(self.club, data["unit"])

    @action(detail=True, methods=["post"], url_path="tab/entries/<uuid:entry>/undo")
    @operation("undo_tab_entry", permission=MemberKey, body=KeyedRequest, response=TabResponse)
    def undo_entry(self, request: Request, data: ValidatedData, entry: UUID) -> object:
        """Undo an entry; an amount that an evening carried over returns to it."""
        club = self.club
        found = lookups.entry_of(club, entry)
        play.undo_on_tab(club=club, entry=found, key=data["id"], by=club.by, at=timezone.now())
        return _tab_response(club, found.unit)

    @action(detail=True, methods=["post"], url_path="tab/settle")
    @operation("settle_tab", permission=MemberKey, body=SettleTabRequest, response=TabResponse)
    def settle(self, request: Request, data: ValidatedData) -> object:
        """Plan the payments that bring everybody on the tab to 0."""
        club, way = self.club, data["way"] or TabWay.FEWEST
        unit = unit_of_club_request(club, data)
        ledger.make_plan(club=club, unit=unit, evening_id=None, at=timezone.now(), method=SettlementMethod(way))
        return _tab_response(club, unit)

    @action(detail=True, methods=["post"], url_path="tab/settle/undo")
    @operation("undo_settle_tab", permission=MemberKey, body=UndoSettleTabRequest, response=TabResponse)
    def undo_settle(self, request: Request, data: ValidatedData) -> object:
        """Withdraw the plan; payments made are kept."""
        unit = unit_of_club_request(self.club, data)
        ledger.withdraw_plan(club=self.club, unit=unit, evening_id=None, at=timezone.now())
        return _tab_response(self.club, unit)

    @action(detail=True, methods=["post"], url_path="tab/payments/<uuid:payment>/paid")
    @operation("mark_tab_paid", permission=MemberKey, body=MarkPaidRequest, response=TabResponse)
    def mark_paid(self, request: Request, data: ValidatedData, payment: UUID) -> object:
        """Mark a payment of the tab as paid, in whole or in part."""
        planned = lookups.planned_payment_of(self.club, payment)
        ledger.mark_paid(
            planned=planned, key=data["id"], by=self.club.by, at=timezone.now(), amount_minor=data["amount_minor"]
        )
        return _tab_response(self.club, planned.plan.unit)

    @action(detail=True, methods=["post"], url_path="tab/payments/<uuid:payment>/paid/undo")
    @operation("undo_mark_tab_paid", permission=MemberKey, body=KeyedRequest, response=TabResponse)
    def undo_mark_paid(self, request: Request, data: ValidatedData, payment: UUID) -> object:
        """Undo the newest part that was marked as paid."""
        planned = lookups.planned_payment_of(self.club, payment)
        ledger.mark_unpaid(planned=planned, key=data["id"], by=self.club.by, at=timezone.now())
        return _tab_response(self.club, planned.plan.unit)


def check_players_of_request(club: Club, data: ValidatedData) -> None:
    """Raise Refused with everybody who is not of this club."""
    named = {name: data.get(name) for name in ("person", "payer", "payee")}
    named |= {f"people.{place}": id for place, id in enumerate(data.get("people") or ())}
    known = set(club.players.filter(pk__in=[id for id in named.values() if id]).values_list("pk", flat=True))
    strangers = [name for name, id in named.items() if id and id not in known]
    if strangers:
        raise Refused([Problem(code="player_of_other_club", field=name) for name in strangers])


def unit_of_club_request(club: Club, data: ValidatedData) -> str:
    """Return the unit. Raises: Refused if the club never counted its money in it."""
    unit = books.unit_named(club, data["unit"] or USUAL_CURRENCY)
    if unit != USUAL_CURRENCY and unit not in set(books.units_in_books(club)) - {play.POINTS}:
        raise Refused([Problem(code="unit_unknown", field="unit")])
    return unit


def _book_entry_of_request(club: Club, data: ValidatedData, at: datetime) -> None:
    amount: int = data["amount_minor"]
    unit, note = unit_of_club_request(club, data), data["note"] or ""
    common: dict[str, Any] = {"club": club, "unit": unit, "note": note, "by": club.by, "at": at}
    key, verb, person, each = data["id"], data["verb"], data["person"], dict.fromkeys(data["people"] or (), amount)
    if verb is TabVerb.DEPOSIT:
        ledger.deposit(key=key, player=lookups.player_of(club, person), amount_minor=amount, **common)
    elif verb is TabVerb.PAY_OUT:
        ledger.pay_out(key=key, player=lookups.player_of(club, person), amount_minor=amount, **common)
    elif verb is TabVerb.CHARGE:
        ledger.charge(key=key, evening_id=None, amounts=each, **common)
    elif verb is TabVerb.GRANT:
        ledger.grant_from_kitty(key=key, amounts=each, **common)
    elif verb is TabVerb.SPEND:
        ledger.spend_from_kitty(key=key, amount_minor=amount, **common)
    else:
        del common["note"]
        draft = ledger.PaymentDraft(key=key, payer_id=person, payee_id=data["payee"], amount_minor=amount, note=note)
        ledger.pay(evening_id=None, draft=draft, **common)


def _tab_response(club: Club, unit: str | None) -> Mapping[str, object]:
    unit = books.unit_named(club, unit or USUAL_CURRENCY)
    group = club_group(club.pk)
    with consistent_reads():
        plan = books.plan_lines(club=club, unit=unit, evening_id=None)
        current = books.current_plan(club=club, unit=unit, evening_id=None)
        return {
            "unit": unit,
            "names": {player.pk: player.name for player in club.players.all()},
            "balances": books.tab_balances(club=club, unit=unit),
            "open": open_balances(open_balances_of_people(group, club=club.pk), unit=unit),
            "till_minor": books.till_balance(club=club, unit=unit),
            "kitty_minor": books.kitty_balance(club=club, unit=unit),
            "payments": [line for line in plan if not line.is_paid],
            "is_proven": current.is_proven if current else None,
        }
