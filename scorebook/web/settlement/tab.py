"""The club's tab as a template shows it, and the form that writes on it: read, judged as a whole, shown again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypedDict
from uuid import UUID, uuid4

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorebook.clubs.models import Club, Player
from scorebook.ledger import services as ledger
from scorebook.ledger.accounts import TILL
from scorebook.ledger.models import TEXT_MAX, Entry
from scorebook.ledger.queries import PlanLine
from scorebook.play.queries.statements import TabEntry
from scorebook.refusal_texts import note as note_text
from scorebook.web.core import people, problem_texts
from scorebook.web.core.form_data import FormData, uuid_of
from scorebook.web.core.money import amount_typed
from scorebook.web.core.people import People, Person
from scorebook.web.hand_form.form import Chip
from scorebook.web.settlement.statements import evening_name

EVERYBODY = "everybody"


class Verb(StrEnum):
    DEPOSIT = "deposit"
    PAY_OUT = "pay_out"
    PAY = "pay"
    CHARGE = "charge"
    GRANT = "grant"
    SPEND = "spend"


OF_ONE = (Verb.DEPOSIT, Verb.PAY_OUT, Verb.PAY)
OF_SEVERAL = (Verb.CHARGE, Verb.GRANT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """people: who pays or gets it, nobody where the kitty spends. payee: of Verb.PAY."""

    verb: Verb
    people: tuple[UUID, ...]
    payee: UUID | None
    amount_minor: int
    note: str


class TabRefused(Exception):
    """problems: codes by field."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        self.problems = problems
        super().__init__(", ".join(f"{field}: {code}" for field, code in problems.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class TabForm:
    """What the form shows. problems: sentences by field; `form` for what belongs to none."""

    key: UUID
    verbs: tuple[Chip, ...]
    hints: tuple[tuple[str, str], ...]
    who: tuple[tuple[Person, bool], ...]
    payees: tuple[tuple[Person, bool], ...]
    several: tuple[tuple[Person, bool], ...]
    is_everybody: bool
    amount: str
    note: str
    note_max: int = TEXT_MAX
    problems: Mapping[str, str] = field(default_factory=dict)


def form(typed: FormData, persons: People, problems: Mapping[str, str] | None = None) -> TabForm:
    chosen = typed.one("verb", Verb.DEPOSIT)
    listed = people.by_name(persons)
    return TabForm(
        key=typed.key(),
        verbs=tuple(Chip(value=verb, text=text(), is_checked=verb == chosen) for verb, (text, _hint) in _VERBS.items()),
        hints=tuple((str(verb), hint()) for verb, (_text, hint) in _VERBS.items()),
        who=tuple((one, one.id == typed.one("who")) for one in listed),
        payees=tuple((one, one.id == typed.one("payee")) for one in listed),
        several=tuple((one, one.id in typed.all("people")) for one in listed),
        is_everybody=EVERYBODY in typed.all("people"),
        amount=typed.one("amount"),
        note=typed.one("note"),
        problems={name: problem_texts.sentence(code) for name, code in (problems or {}).items()},
    )


_VERBS: Mapping[Verb, tuple[Callable[[], str], Callable[[], str]]] = {
    Verb.DEPOSIT: (lambda: _("Deposit"), lambda: _("Money into the till; it stays their own.")),
    Verb.PAY_OUT: (lambda: _("Pay-out"), lambda: _("Money out of the till.")),
    Verb.PAY: (lambda: _("Payment"), lambda: _("Somebody gives somebody money.")),
    Verb.CHARGE: (lambda: _("Fee, fine, round"), lambda: _("Each of them owes it to the common till.")),
    Verb.GRANT: (lambda: _("Prize"), lambda: _("Each of them gets it from the common till.")),
    Verb.SPEND: (lambda: _("Expense"), lambda: _("The common till pays for something.")),
}


def read(typed: FormData, unit: str, persons: People) -> Movement:
    """Raises: TabRefused, with everything that is wrong."""
    problems: dict[str, str] = {}
    verb = _verb(typed.one("verb"), problems)
    who = _somebody(typed.one("who"), persons)
    payee = _somebody(typed.one("payee"), persons) if verb is Verb.PAY else None
    chosen: tuple[UUID, ...] = ()
    if verb in OF_ONE:
        chosen = (who,) if who else ()
        if not chosen:
            problems["who"] = "who_missing"
    elif verb in OF_SEVERAL:
        chosen = _several(typed.all("people"), persons)
        if not chosen:
            problems["people"] = "people_missing"
    if verb is Verb.PAY and payee is None:
        problems["payee"] = "payee_missing"
    elif payee and payee == who:
        problems["payee"] = "payer_is_payee"
    amount_minor = amount_typed(typed.one("amount"), unit)
    if not amount_minor:
        problems["amount"] = "amount_unreadable" if amount_minor is None else "amount_out_of_range"
    note = typed.one("note")
    if len(note) > TEXT_MAX:
        problems["note"] = "note_too_long"
    if problems or verb is None or not amount_minor:
        raise TabRefused(problems)
    return Movement(verb=verb, people=chosen, payee=payee, amount_minor=amount_minor, note=note)


def _verb(text: str, problems: dict[str, str]) -> Verb | None:
    if text in list(Verb):
        return Verb(text)
    problems["verb"] = "verb_missing"
    return None


def _somebody(text: str, persons: People) -> UUID | None:
    return uuid_of(text) if text in persons else None


def _several(texts: Iterable[str], persons: People) -> tuple[UUID, ...]:
    texts = list(texts)
    ids = persons if EVERYBODY in texts else [text for text in texts if text in persons]
    return tuple(UUID(id) for id in ids)


class _Booking(TypedDict):
    club: Club
    unit: str
    key: UUID
    note: str
    by: str
    at: datetime


def book(movement: Movement, *, club: Club, unit: str, key: UUID, by: str, at: datetime) -> Entry:
    """Raises: ledger.EntryRefused, ledger.KeyConflict."""
    booking = _Booking(club=club, unit=unit, key=key, note=movement.note, by=by, at=at)
    amount_minor = movement.amount_minor
    amounts = dict.fromkeys(movement.people, amount_minor)
    players = Player.objects.in_bulk([*movement.people, *([movement.payee] if movement.payee else [])])
    first = players.get(next(iter(movement.people), TILL))
    match movement.verb, first, movement.payee:
        case Verb.CHARGE, _, _:
            return ledger.charge(evening_id=None, amounts=amounts, **booking)
        case Verb.GRANT, _, _:
            return ledger.grant_from_kitty(amounts=amounts, **booking)
        case Verb.SPEND, _, _:
            return ledger.spend_from_kitty(amount_minor=amount_minor, **booking)
        case Verb.DEPOSIT, Player() as player, _:
            return ledger.deposit(player=player, amount_minor=amount_minor, **booking)
        case Verb.PAY_OUT, Player() as player, _:
            return ledger.pay_out(player=player, amount_minor=amount_minor, **booking)
        case Verb.PAY, Player() as player, UUID() as payee:
            return ledger.pay(evening_id=None, payer=player, payee=players[payee], amount_minor=amount_minor, **booking)
    raise AssertionError(f"read lets no such movement through: {movement}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """A planned payment. payer, payee: None is the till. amount_minor: what is open, or was paid."""

    id: UUID
    key: UUID
    payer: Person | None
    payee: Person | None
    amount_minor: int
    is_paid: bool


def plan_rows(lines: Sequence[PlanLine], persons: People) -> list[PlanRow]:
    """What is open, with what was paid of the same plan; nothing once nobody has to pay any more."""
    plans = {line.planned.plan_id for line in lines if not line.is_paid}
    return [
        PlanRow(
            id=line.planned.pk,
            key=uuid4(),
            payer=persons.get(str(line.payer_id)),
            payee=persons.get(str(line.payee_id)),
            amount_minor=line.planned.amount_minor if line.is_paid else line.open_minor,
            is_paid=line.is_paid,
        )
        for line in lines
        if not line.is_paid or line.planned.plan_id in plans
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalRow:
    """An entry of the tab in words. said: what it was. note: what somebody wrote to it. who: whom it was about.

    amount_minor: None where it differs from one to the other; is_each: of several people each.
    moves:        what it did to everybody's balance.
    """

    id: UUID
    seq: int
    key: UUID
    said: str
    note: str
    who: str
    at: datetime
    amount_minor: int | None
    is_each: bool
    moves: tuple[tuple[Person, int], ...]
    undone_at: datetime | None


def rows(entries: Iterable[TabEntry], persons: People) -> list[JournalRow]:
    return [_row(entry, persons) for entry in entries]


def _row(entry: TabEntry, persons: People) -> JournalRow:
    moves = sorted(((persons[str(one.pk)], amount) for one, amount in entry.amounts.items()), key=_by_amount)
    sizes = {abs(amount) for _person, amount in moves}
    is_one = entry.code not in ("from_evening", "rounding") and len(sizes) <= 1
    return JournalRow(
        id=entry.id,
        seq=entry.seq,
        key=uuid4(),
        said=_SAID[entry.code]() % {"evening": evening_name(entry.evening)},
        note=note_text(entry.note),
        who=_who(entry, [person.name for person, _amount in moves], everybody=len(persons)),
        at=entry.at,
        amount_minor=entry.amount_minor if is_one else None,
        is_each=len(moves) > 1 and entry.code != "paid",
        moves=tuple(moves),
        undone_at=entry.undone_at,
    )


def _by_amount(move: tuple[Person, int]) -> tuple[int, str]:
    return -move[1], move[0].name


def _who(entry: TabEntry, names: Sequence[str], *, everybody: int) -> str:
    if entry.code == "paid":
        gains = {one.name: amount for one, amount in entry.amounts.items()}
        till = pgettext("money box", "Till")
        payer = next((name for name, amount in gains.items() if amount > 0), till)
        return f"{payer} → {next((name for name, amount in gains.items() if amount < 0), till)}"
    if len(names) == everybody > 1:
        return _("everybody")
    return ", ".join(sorted(names))


# Asked when a line is shown, so that they are worded in the language of the request.
_SAID: Mapping[str, Callable[[], str]] = {
    "paid": lambda: _("Payment"),
    "from_evening": lambda: _("From the evening of %(evening)s"),
    "rounding": lambda: _("Rounded off"),
    "deposit": lambda: _("Deposit"),
    "payout": lambda: _("Pay-out"),
    "charge": lambda: _("Into the common till"),
    "grant": lambda: _("Prize from the common till"),
    "spending": lambda: _("Expense of the common till"),
}
