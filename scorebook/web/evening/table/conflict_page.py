"""A conflict between two phones: both versions, and the choices, on the page without a script.

offline/draw.js shows the same from the phone's data, with the same texts (`templatetags.phone.phone_script_sentences`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

import rules
from rules.wording import words
from rules.wording.words import Names
from scorebook.play.models import Evening
from scorebook.texts import language
from scorebook.web.core.money import points_text
from scorebook.web.evening.table.sheet import HandRow

ENTRY, STRIKE = "entry", "strike"  # ids of the forms that the buttons submit


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictChoice:
    """A link if it has only an `address`, else a button that submits the form with this id."""

    text: str
    form: str = ""
    address: str = ""
    replaces: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictSide:
    title: str
    text: str
    figures: str = ""  # gains and losses
    when: str = ""
    is_void: bool = False
    choice: ConflictChoice | None = None


# `sides` and `choices` of the template.
Conflict = dict[str, Sequence[ConflictSide] | Sequence[ConflictChoice]]
# The hand of the form, with the names of all people.
TypedHand = tuple[rules.Report, rules.Score, Names]


def conflict_of_record(
    *, evening: Evening, rows: Sequence[HandRow], known_hands: int, mine: TypedHand | None
) -> Conflict:
    """Return the conflict of a new hand.

    rows: recorded meanwhile, oldest first.
    mine: the hand of the form; None if it is incomplete.
    """
    table = reverse("web:table", args=[evening.link])
    own = _own_conflict_side(_("Mine: hand %(no)s") % {"no": known_hands + 1}, mine)
    return {
        "sides": [*(_their_conflict_side(row, _replacing_conflict_choice(evening, row)) for row in rows), own],
        "choices": [
            ConflictChoice(text=_("Keep both: mine becomes hand %(no)s") % {"no": evening.hand_count + 1}, form=ENTRY),
            ConflictChoice(text=_("Keep theirs: delete mine"), address=table),
        ],
    }


def conflict_of_correction(*, evening: Evening, row: HandRow, mine: TypedHand | None) -> Conflict:
    table = reverse("web:table", args=[evening.link])
    own = _own_conflict_side(_("Mine: hand %(no)s, corrected") % {"no": row.no}, mine)
    return {
        "sides": [_their_conflict_side(row, None), own],
        "choices": [
            ConflictChoice(text=_replaces_hand_text(row), form=ENTRY),
            ConflictChoice(text=_("Keep theirs: delete mine"), address=table),
        ],
    }


def conflict_of_striking(*, evening: Evening, row: HandRow) -> Conflict:
    table, no = reverse("web:table", args=[evening.link]), {"no": row.no}
    own = _own_conflict_side(_("Mine: strike out hand %(no)s") % no, None)
    return {
        "sides": [_their_conflict_side(row, None), own],
        "choices": [
            ConflictChoice(text=_("Use mine: strike out hand %(no)s") % no, form=STRIKE),
            ConflictChoice(text=_("Keep theirs: hand %(no)s stays") % no, address=table),
        ],
    }


def _their_conflict_side(row: HandRow, choice: ConflictChoice | None) -> ConflictSide:
    gains = [(cell.person.name, cell.points) for cell in row.cells if cell.points is not None and not row.is_void]
    return ConflictSide(
        title=_("Theirs: hand %(no)s") % {"no": row.no},
        text=row.text,
        figures=_player_gains_text(gains),
        when=_("another phone, %(time)s") % {"time": conflict_clock_text(row.written_at)},
        is_void=row.is_void,
        choice=choice,
    )


def _own_conflict_side(title: str, mine: TypedHand | None) -> ConflictSide:
    when = _("this phone, %(time)s") % {"time": conflict_clock_text(timezone.now())}
    if mine is None:
        return ConflictSide(title=title, text="", when=when)
    report, score, names = mine
    text = words.hand_text(report, score, language.current_language(), names)
    gains = [(names[player], points) for player, points in score.points.items()]
    return ConflictSide(title=title, text=text, figures=_player_gains_text(gains), when=when)


def _player_gains_text(gains: Iterable[tuple[str, int]]) -> str:
    return "  ".join(f"{name}\N{NO-BREAK SPACE}{points_text(points)}" for name, points in gains)


def _replacing_conflict_choice(evening: Evening, row: HandRow) -> ConflictChoice:
    """Return the button that submits the form to the hand's own page, as a correction."""
    address = reverse("web:hand", args=[evening.link, row.no])
    return ConflictChoice(text=_replaces_hand_text(row), form=ENTRY, address=address, replaces=str(row.event_id))


def _replaces_hand_text(row: HandRow) -> str:
    if row.is_void:
        return _("Use mine: restore hand %(no)s") % {"no": row.no}
    return _("Use mine: correct hand %(no)s") % {"no": row.no}


def conflict_clock_text(at: datetime) -> str:
    return time_format(timezone.localtime(at), "H:i")
