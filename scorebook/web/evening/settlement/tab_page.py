"""The club's tab for its template, and the booking of its form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorebook.clubs.models import Club
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry
from scorebook.ledger.queries import PlanLine
from scorebook.play.queries.open_balances import OpenBalance, OpenBook
from scorebook.play.queries.statements import TabEntry
from scorebook.texts.statement_texts import note_text, tab_entry_text
from scorebook.web.core.person_names import People, Person, people_by_name, people_of_group
from scorebook.web.evening.settlement.forms import TabForm, Verb
from scorebook.web.evening.settlement.plan_overviews import EntryLine


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


def open_lines(listed: Iterable[Person], book: OpenBook, unit: str) -> list[tuple[Person, UUID | None, OpenBalance]]:
    """Return the people with an open balance in the unit, and the player whose tab shows it.

    listed: the people of the club. Those of linked clubs only come last, without a player of this one.
    """
    own = {book.group.person(UUID(person.id)): person for person in listed}
    everyone = people_of_group(book.group) if len(book.group.clubs) > 1 else {}
    linked = [person for person in people_by_name(everyone) if UUID(person.id) not in own]
    people = [*own.items(), *((UUID(person.id), person) for person in linked)]
    return [
        (person, book.entries.get(id, UUID(person.id) if id in own else None), balance)
        for id, person in people
        for balance in book.balances_of(id)
        if balance.unit == unit
    ]


def tab_plan_rows(
    lines: Sequence[PlanLine], book: OpenBook, unit: str
) -> list[tuple[PlanLine, int, OpenBalance | None]]:
    """Return the open payments, with the paid ones of the same plan; empty once all are paid.

    Each with the amount, still open or paid, and with the balance of a payee who owes some of it outside the tab.
    """
    plans = {line.planned.plan_id for line in lines if not line.is_paid}
    return [
        (line, line.planned.amount_minor, None)
        if line.is_paid
        else (line, line.open_minor, balance_against(book, line.planned.payee_id, unit, line.open_minor))
        for line in lines
        if not line.is_paid or line.planned.plan_id in plans
    ]


def balance_against(book: OpenBook, payee: UUID | None, unit: str, amount_minor: int) -> OpenBalance | None:
    """Return the payee's balance if they owe some of the amount outside the tab, else None."""
    balance = book.balance_in_unit(payee, unit) if payee else None
    return balance if balance and balance.stands_against(amount_minor) else None


def tab_journal_lines(entries: Iterable[TabEntry], persons: People) -> list[EntryLine]:
    return [_tab_journal_line(entry, persons) for entry in entries]


def _tab_journal_line(entry: TabEntry, persons: People) -> EntryLine:
    moves = sorted(((persons[str(one.pk)], amount) for one, amount in entry.amounts.items()), key=_highest_amount_first)
    sizes = {abs(amount) for _person, amount in moves}
    is_one = entry.code not in ("from_evening", "rounding") and len(sizes) <= 1
    return EntryLine(
        entry=entry,
        text=tab_entry_text(entry),
        who=_journal_people_text(entry, [person.name for person, _amount in moves], everybody=len(persons)),
        note=note_text(entry.note),
        amount_minor=entry.amount_minor if is_one else None,
        is_each=len(moves) > 1 and entry.code != "paid",
        parts=moves,
    )


def _highest_amount_first(move: tuple[Person, int]) -> tuple[int, str]:
    return -move[1], move[0].name


def _journal_people_text(entry: TabEntry, names: Sequence[str], *, everybody: int) -> str:
    if entry.code == "paid":
        gains = {one.name: amount for one, amount in entry.amounts.items()}
        till = pgettext("money box", "Cash box")
        payer = next((name for name, amount in gains.items() if amount > 0), till)
        return f"{payer} → {next((name for name, amount in gains.items() if amount < 0), till)}"
    if len(names) == everybody > 1:
        return _("everyone")
    return ", ".join(sorted(names))
