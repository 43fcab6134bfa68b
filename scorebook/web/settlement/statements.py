"""A player's statement as a template shows it: every line in words, in blocks by evening."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules import Player
from scorebook import language
from scorebook.ledger.queries import Receipt
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries.statements import Line, PlayerStatement
from scorebook.refusal_texts import note_text
from scorebook.web.core.people import People, names_of

# Who plays past midnight is still at the same evening.
SAME_EVENING = timedelta(hours=14)
# 64 bits: nobody finds other books with the same beginning.
HASH_SHOWN = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRow:
    """One line. when: the time, with the date where that is not the evening's.

    no:   of the hand. why: how its value came about, or what somebody noted.
    tag:  that the hand stands so after a correction.
    """

    no: int | None
    when: str
    said: str
    why: str
    tag: str
    amount_minor: int
    balance_minor: int
    is_taking_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Lines that follow each other in one evening, or on the tab (None)."""

    evening: Evening | None
    rows: tuple[StatementRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStatement:
    """opening_minor: what was brought forward; None where nothing was before. closing_minor: after the last line.

    older: the number that the page with the lines before begins at; None where there are none.
    """

    blocks: tuple[Block, ...]
    opening_minor: int | None
    closing_minor: int
    older: int | None
    first_at: datetime | None
    last_at: datetime | None


def shown_statement(found: PlayerStatement, persons: People) -> ShownStatement:
    lines = found.lines
    return ShownStatement(
        blocks=tuple(_statement_blocks(lines, names_of(persons))),
        opening_minor=found.opening_minor,
        closing_minor=found.closing_minor,
        older=found.older,
        first_at=lines[0].recorded_at if lines else None,
        last_at=lines[-1].recorded_at if lines else None,
    )


def _statement_blocks(lines: Iterable[Line], names: Mapping[Player, str]) -> Iterable[Block]:
    for _place, own in groupby(lines, key=_evening_of_line):
        block = list(own)
        evening = None if _is_line_on_tab(block[0]) else block[0].evening
        yield Block(evening=evening, rows=tuple(_statement_row(line, evening, names) for line in block))


def _evening_of_line(line: Line) -> UUID | None:
    return None if _is_line_on_tab(line) or line.evening is None else line.evening.pk


def _is_line_on_tab(line: Line) -> bool:
    return line.evening is None or line.code.startswith("from_evening")


def _statement_row(line: Line, evening: Evening | None, names: Mapping[Player, str]) -> StatementRow:
    return StatementRow(
        no=line.hand.no if line.hand else None,
        when=_statement_time(line.recorded_at, evening),
        said=statement_line_text(line, names),
        why=_statement_reason(line, names),
        tag=_statement_tag(line),
        amount_minor=line.amount_minor,
        balance_minor=line.balance_minor,
        is_taking_back=line.code == "hand_taken_back" or line.code.endswith("_undone"),
    )


def _statement_time(at: datetime, evening: Evening | None) -> str:
    clock = date_format(localtime(at), "TIME_FORMAT")
    if evening and at - evening.started_at < SAME_EVENING:
        return clock
    return f"{date_format(localtime(at), 'SHORT_DATE_FORMAT')} {clock}"


def statement_line_text(line: Line, names: Mapping[Player, str]) -> str:
    """What a line was, in words.

    Raises: KeyError for a code without words (a bug).
    """
    if line.hand:
        text = line.hand.text(language.current_language(), names)
        return text if line.code == "hand" else _("Taken back: %(what)s") % {"what": text}
    other = ", ".join(one.name for one in line.others)
    code = line.code
    if not other and code in ("paid", "received"):
        return _TILL[code]()
    if code == "payment_undone":
        code = "payment_undone" if line.amount_minor < 0 else "receipt_undone"
        other = other or pgettext("money box", "Till")
    args = {"name": other, "evening": statement_evening_name(line.evening)}
    return _SAID[code]() % args


# Asked when a line is shown, so that they are worded in the language of the request.
_SAID: Mapping[str, Callable[[], str]] = {
    "pot_shared": lambda: _("From the pot at the end"),
    "pot_filled_again": lambda: _("Share of the pot given back: the evening went on"),
    "paid": lambda: _("Paid to %(name)s"),
    "received": lambda: _("Got from %(name)s"),
    "payment_undone": lambda: _("Taken back: payment to %(name)s"),
    "receipt_undone": lambda: _("Taken back: payment from %(name)s"),
    "carried_over": lambda: _("Put on the tab"),
    "carried_over_undone": lambda: _("Back from the tab"),
    "from_evening": lambda: _("From the evening of %(evening)s"),
    "from_evening_undone": lambda: _("Taken back to the evening of %(evening)s"),
    "rounding": lambda: _("Rounded off"),
    "rounding_undone": lambda: _("Taken back: rounding"),
    "deposit": lambda: _("Put into the till"),
    "deposit_undone": lambda: _("Taken back: put into the till"),
    "payout": lambda: _("Taken out of the till"),
    "payout_undone": lambda: _("Taken back: taken out of the till"),
    "charge": lambda: _("Into the common till"),
    "charge_undone": lambda: _("Taken back: into the common till"),
    "grant": lambda: _("From the common till"),
    "grant_undone": lambda: _("Taken back: from the common till"),
}
_TILL: Mapping[str, Callable[[], str]] = {
    "paid": lambda: _("Paid into the till"),
    "received": lambda: _("Got from the till"),
}
_CAUSES: Mapping[str, Callable[[], str]] = {
    "corrected": lambda: _("The hand was corrected."),
    "voided": lambda: _("The hand was struck out."),
    "replayed": lambda: _("An earlier hand was corrected."),
}


def statement_evening_name(evening: Evening | None) -> str:
    return date_format(localtime(evening.started_at), "SHORT_DATE_FORMAT") if evening else ""


def _statement_reason(line: Line, names: Mapping[Player, str]) -> str:
    if line.hand and line.code == "hand":
        text = line.hand.sum_text(language.current_language(), names)
        # Agreed points have no sum: their reason is what the hand is called as well.
        return "" if text == line.hand.text(language.current_language(), names) else text
    if line.code == "hand_taken_back":
        return _CAUSES[line.cause]()
    return note_text(line.note)


def _statement_tag(line: Line) -> str:
    if line.code != "hand" or line.hand is None:
        return ""
    return {
        HandEvent.Kind.CORRECTED: _("corrected"),
        HandEvent.Kind.REPLAYED: _("counted anew"),
    }.get(HandEvent.Kind(line.hand.kind), "")


def receipt_text(receipt: Receipt) -> str:
    """The beginning of the hash in groups that can be read out and typed in again."""
    return " ".join(receipt.hash[place : place + 4] for place in range(0, HASH_SHOWN, 4))
