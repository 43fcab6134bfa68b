"""The preview of an import for its template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import ngettext

from scorebook.clubs.models import Club
from scorebook.core.months import day_of
from scorebook.exchange.imports.draft import Draft, DraftEvening, DraftPayment
from scorebook.exchange.imports.duplicates import WrittenImport, standing_imports
from scorebook.exchange.imports.formats.registry import FORMATS
from scorebook.exchange.imports.import_texts import hands_text, import_problem_text, place_text
from scorebook.exchange.imports.records import ImportProblem
from scorebook.texts import language
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import people_to_seat

NOT_SENT_AGAIN = {"csrfmiddlewaretoken", "key", "look", "write", "undo"}
MAX_SHOWN = 100  # problems, and as many notices


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemText:
    place: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemTexts:
    lines: tuple[ProblemText, ...]
    more: int  # number of problems left out


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonChoice:
    id: str
    name: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonMatch:
    index: int
    name: str
    known: str  # the only player who can have this name; empty if the user chooses
    near: tuple[PersonChoice, ...]  # players with a similar name
    others: tuple[PersonChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SumOf:
    name: str
    amount_minor: int
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPreview:
    day: date
    hands: str  # their number, or that only the result is known
    sums: tuple[SumOf, ...]
    number: int | None  # of the evening if it is already there


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentPreview:
    day: date
    payer: str
    payee: str
    amount_minor: int
    unit: str
    note: str
    is_there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPreview:
    format: str | Promise
    summary: str  # the number of new evenings and payments
    people: tuple[PersonMatch, ...]
    evening_lines: tuple[EveningPreview, ...]
    payment_lines: tuple[PaymentPreview, ...]
    notices: ProblemTexts
    may_write: bool
    is_on_tab: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """The progress of a long import, or of its undoing."""

    button: str  # with `value`: of the submit button for the next part
    value: str
    done: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PastImport:
    id: UUID
    on: date
    format: str | Promise
    file_name: str
    evenings: int
    payments: int


def import_problem_texts(problems: Sequence[ImportProblem]) -> ProblemTexts:
    lines = tuple(
        ProblemText(place=place_text(one), text=import_problem_text(one, language.current_language()))
        for one in problems[:MAX_SHOWN]
    )
    return ProblemTexts(lines=lines, more=max(0, len(problems) - MAX_SHOWN))


def sent_fields(typed: FormData) -> list[tuple[str, str]]:
    """Return all fields of the request except the key and the buttons, to be sent again."""
    return [(name, value) for name, values in typed.lists() if name not in NOT_SENT_AGAIN for value in values]


def import_preview(club: Club, draft: Draft) -> ImportPreview:
    names = {one.id: one.player.name if one.player else one.name for one in draft.people}
    return ImportPreview(
        format=draft.imported.format.label,
        people=tuple(_person_lines(club, draft)),
        evening_lines=tuple(_evening_preview(one, names) for one in draft.evenings),
        payment_lines=tuple(_payment_preview(one, names) for one in draft.payments),
        summary=_summary(draft),
        notices=import_problem_texts(draft.notices),
        may_write=not draft.problems and not draft.is_nothing_new,
        is_on_tab=draft.imported.format.keeps_tab,
    )


def past_imports(club: Club) -> list[PastImport]:
    """Return the imports that can be undone, newest first."""
    return [_past_import(one) for one in standing_imports(club)]


def _past_import(one: WrittenImport) -> PastImport:
    return PastImport(
        id=one.pk,
        on=day_of(one.recorded_at),
        format=FORMATS[one.format].label if one.format in FORMATS else one.format,
        file_name=one.file_name.text if one.file_name else "",
        evenings=len(one.evenings),
        payments=len(one.payments),
    )


def _summary(draft: Draft) -> str:
    evenings, payments = len(draft.new_evenings), len(draft.new_payments)
    hands = sum(evening.hand_count for evening in draft.new_evenings)
    said = [ngettext("%(n)s evening", "%(n)s evenings", evenings) % {"n": evenings}]
    if hands:
        said.append(ngettext("%(n)s hand", "%(n)s hands", hands) % {"n": hands})
    if payments:
        said.append(ngettext("%(n)s payment", "%(n)s payments", payments) % {"n": payments})
    return ", ".join(said)


def _person_lines(club: Club, draft: Draft) -> Iterable[PersonMatch]:
    seated = people_to_seat(club)
    by_name = {person.name.lower(): person for person in seated}
    for index, one in enumerate(draft.people):
        known = by_name.get(one.name.lower())
        near = [str(player.pk) for player in one.near]
        chosen = str(one.player.pk) if one.player else ""
        choices = [PersonChoice(id=person.id, name=person.name, is_chosen=person.id == chosen) for person in seated]
        yield PersonMatch(
            index=index,
            name=one.name,
            known=known.name if known else "",
            near=tuple(choice for choice in choices if choice.id in near),
            others=tuple(choice for choice in choices if choice.id not in near),
        )


def _evening_preview(one: DraftEvening, names: Mapping[UUID, str]) -> EveningPreview:
    sums = sorted(one.sums.items(), key=lambda pair: -pair[1])
    return EveningPreview(
        day=one.source.day,
        hands=hands_text(one.hand_count),
        sums=tuple(SumOf(name=names[id], amount_minor=amount, unit=one.terms.unit) for id, amount in sums),
        number=one.number,
    )


def _payment_preview(one: DraftPayment, names: Mapping[UUID, str]) -> PaymentPreview:
    return PaymentPreview(
        day=one.source.day,
        payer=names[one.payer],
        payee=names[one.payee],
        amount_minor=one.source.amount_minor,
        unit=one.source.unit,
        note=one.source.note,
        is_there=one.is_there,
    )
