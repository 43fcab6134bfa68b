"""The club's tab for its template, and the booking of its form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorebook.clubs.models import Club
from scorebook.core.keys import new_key
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry
from scorebook.ledger.queries import PlanLine
from scorebook.play.queries.open_balances import OpenBalance, OpenBook
from scorebook.play.queries.statements import TabEntry
from scorebook.texts.statement_texts import note_text, tab_entry_text
from scorebook.web.core.person_names import People, Person
from scorebook.web.evening.settlement.forms import TabForm, Verb


class _Booking(TypedDict):
    club: Club
    unit: str
    key: UUID
    note: str
    by: str
    at: datetime


def book_tab_form(form: TabForm, *, club: Club, unit: str, by: str, at: datetime) -> Entry:
    """Book a valid form. Raises: ledger.EntryRefused, ledger.KeyConflict."""
    typed = form.cleaned_data
    who, amount_minor = typed["who"], typed["amount"]
    amounts = {player.pk: amount_minor for player in typed["people"]}
    booking = _Booking(club=club, unit=unit, key=typed["key"], note=typed["note"], by=by, at=at)
    match typed["verb"]:
        case Verb.CHARGE:
            return ledger.charge(evening_id=None, amounts=amounts, **booking)
        case Verb.GRANT:
            return ledger.grant_from_kitty(amounts=amounts, **booking)
        case Verb.SPEND:
            return ledger.spend_from_kitty(amount_minor=amount_minor, **booking)
        case Verb.DEPOSIT:
            return ledger.deposit(player=who, amount_minor=amount_minor, **booking)
        case Verb.PAY_OUT:
            return ledger.pay_out(player=who, amount_minor=amount_minor, **booking)
    draft = ledger.PaymentDraft(
        key=typed["key"],
        payer_id=who.pk,
        payee_id=typed["payee"].pk,
        amount_minor=amount_minor,
        note=typed["note"],
    )
    return ledger.pay(club=club, unit=unit, evening_id=None, draft=draft, by=by, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class TabBalance:
    person: Person
    entry: UUID  # the player whose tab shows it
    balance: OpenBalance


def open_lines(listed: Iterable[Person], book: OpenBook, unit: str) -> list[TabBalance]:
    """Return the people with an open balance in the unit, on the tab or outside it."""
    return [
        TabBalance(person=person, entry=book.entries.get(book.group.person(id), id), balance=balance)
        for person in listed
        for id in [UUID(person.id)]
        for balance in book.of(id)
        if balance.unit == unit
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    id: UUID
    key: UUID
    payer: Person | None  # None for the till
    payee: Person | None  # None for the till
    amount_minor: int  # still open, or paid
    is_paid: bool
    against: OpenBalance | None = None  # balance of a payee who owes some of the amount outside the tab


def plan_rows(lines: Sequence[PlanLine], persons: People, book: OpenBook, unit: str) -> list[PlanRow]:
    """Return the open payments, with the paid ones of the same plan; empty once all are paid."""
    plans = {line.planned.plan_id for line in lines if not line.is_paid}
    return [
        PlanRow(
            id=line.planned.pk,
            key=new_key(),
            payer=persons.get(str(line.payer_id)),
            payee=persons.get(str(line.payee_id)),
            amount_minor=line.planned.amount_minor if line.is_paid else line.open_minor,
            is_paid=line.is_paid,
            against=None if line.is_paid else balance_against(book, line.payee_id, unit, line.open_minor),
        )
        for line in lines
        if not line.is_paid or line.planned.plan_id in plans
    ]


def balance_against(book: OpenBook, payee: UUID | None, unit: str, amount_minor: int) -> OpenBalance | None:
    """Return the payee's balance if they owe some of the amount outside the tab, else None."""
    balance = book.in_unit(payee, unit) if payee else None
    return balance if balance and balance.stands_against(amount_minor) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalRow:
    id: UUID
    seq: int
    key: UUID
    said: str
    note: str
    who: str  # names of the people concerned
    recorded_at: datetime
    amount_minor: int | None  # None if it differs between people
    is_each: bool  # the amount is per person
    moves: tuple[tuple[Person, int], ...]  # change of each balance
    undone_at: datetime | None


def journal_rows(entries: Iterable[TabEntry], persons: People) -> list[JournalRow]:
    return [_journal_row(entry, persons) for entry in entries]


def _journal_row(entry: TabEntry, persons: People) -> JournalRow:
    moves = sorted(((persons[str(one.pk)], amount) for one, amount in entry.amounts.items()), key=_by_amount_of_move)
    sizes = {abs(amount) for _person, amount in moves}
    is_one = entry.code not in ("from_evening", "rounding") and len(sizes) <= 1
    return JournalRow(
        id=entry.id,
        seq=entry.seq,
        key=new_key(),
        said=tab_entry_text(entry),
        note=note_text(entry.note),
        who=_journal_people(entry, [person.name for person, _amount in moves], everybody=len(persons)),
        recorded_at=entry.recorded_at,
        amount_minor=entry.amount_minor if is_one else None,
        is_each=len(moves) > 1 and entry.code != "paid",
        moves=tuple(moves),
        undone_at=entry.undone_at,
    )


def _by_amount_of_move(move: tuple[Person, int]) -> tuple[int, str]:
    return -move[1], move[0].name


def _journal_people(entry: TabEntry, names: Sequence[str], *, everybody: int) -> str:
    if entry.code == "paid":
        gains = {one.name: amount for one, amount in entry.amounts.items()}
        till = pgettext("money box", "Till")
        payer = next((name for name, amount in gains.items() if amount > 0), till)
        return f"{payer} → {next((name for name, amount in gains.items() if amount < 0), till)}"
    if len(names) == everybody > 1:
        return _("everybody")
    return ", ".join(sorted(names))
