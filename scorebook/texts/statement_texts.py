"""Texts of statements and the tab: each line, its reason, and typed notes."""

from collections.abc import Callable, Mapping

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from rules import Player
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries.statements import Line, TabEntry
from scorebook.texts import language


def statement_line_text(line: Line, names: Mapping[Player, str]) -> str:
    """Return the text of a line. Raises: KeyError for a code without one (a bug)."""
    if line.hand:
        text = line.hand.text(language.current_language(), names)
        return text if line.code == "hand" else _("Undone: %(what)s") % {"what": text}
    other = ", ".join(one.name for one in line.others)
    code = line.code
    if not other and code in ("paid", "received"):
        return _TILL_TEXTS[code]()
    if code == "payment_undone":
        code = "payment_undone" if line.amount_minor < 0 else "receipt_undone"
        other = other or pgettext("money box", "Cash box")
    args = {"name": other, "evening": statement_evening_name(line.evening)}
    return _LINE_TEXTS[code]() % args


# Functions, so that each text is translated into the language of the request.
_LINE_TEXTS: Mapping[str, Callable[[], str]] = {
    "pot_shared": lambda: _("From the pot at the end"),
    "pot_filled_again": lambda: _("Share of the pot returned: evening reopened"),
    "paid": lambda: _("Paid to %(name)s"),
    "received": lambda: _("Received from %(name)s"),
    "payment_undone": lambda: _("Undone: payment to %(name)s"),
    "receipt_undone": lambda: _("Undone: payment from %(name)s"),
    "carried_over": lambda: _("Put on the tab"),
    "carried_over_undone": lambda: _("Back from the tab"),
    "from_evening": lambda: _("From the evening of %(evening)s"),
    "from_evening_undone": lambda: _("Back to the evening of %(evening)s"),
    "rounding": lambda: _("Rounding"),
    "rounding_undone": lambda: _("Undone: rounding"),
    "deposit": lambda: _("Put into the cash box"),
    "deposit_undone": lambda: _("Undone: deposit"),
    "payout": lambda: _("Taken out of the cash box"),
    "payout_undone": lambda: _("Undone: pay-out"),
    "charge": lambda: _("For the kitty"),
    "charge_undone": lambda: _("Undone: for the kitty"),
    "grant": lambda: _("From the kitty"),
    "grant_undone": lambda: _("Undone: from the kitty"),
}
_TILL_TEXTS: Mapping[str, Callable[[], str]] = {
    "paid": lambda: _("Paid into the cash box"),
    "received": lambda: _("Received from the cash box"),
}
_TAB_TEXTS: Mapping[str, Callable[[], str]] = {
    "paid": lambda: _("Payment"),
    "from_evening": lambda: _("From the evening of %(evening)s"),
    "rounding": lambda: _("Rounding"),
    "deposit": lambda: _("Deposit"),
    "payout": lambda: _("Pay-out"),
    "charge": lambda: _("For the kitty"),
    "grant": lambda: _("Prize from the kitty"),
    "spending": lambda: _("Paid from the kitty"),
}
_CAUSE_TEXTS: Mapping[str, Callable[[], str]] = {
    "corrected": lambda: _("The hand was corrected."),
    "voided": lambda: _("The hand was struck out."),
    "replayed": lambda: _("An earlier hand was corrected."),
}


# Codes of lines of money: the same in every English file, because programs read them, and words in other languages.
_KINDS: Mapping[str, Promise] = {
    "planned": pgettext_lazy("kind", "planned"),
    "payment": pgettext_lazy("kind", "payment"),
    "brought_forward": pgettext_lazy("kind", "brought_forward"),
    "hand": pgettext_lazy("kind", "hand"),
    "hand_taken_back": pgettext_lazy("kind", "hand_taken_back"),
    "pot_shared": pgettext_lazy("kind", "pot_shared"),
    "pot_filled_again": pgettext_lazy("kind", "pot_filled_again"),
    "paid": pgettext_lazy("kind", "paid"),
    "received": pgettext_lazy("kind", "received"),
    "carried_over": pgettext_lazy("kind", "carried_over"),
    "from_evening": pgettext_lazy("kind", "from_evening"),
    "rounding": pgettext_lazy("kind", "rounding"),
    "deposit": pgettext_lazy("kind", "deposit"),
    "payout": pgettext_lazy("kind", "payout"),
    "charge": pgettext_lazy("kind", "charge"),
    "grant": pgettext_lazy("kind", "grant"),
    "spending": pgettext_lazy("kind", "spending"),
}


def kind_text(code: str) -> str:
    """Return the word for a code. Raises: KeyError for a code without one (a bug)."""
    if code in _KINDS:
        return str(_KINDS[code])
    return _("%(kind)s_undone") % {"kind": _KINDS[code.removesuffix("_undone")]}


def statement_evening_name(evening: Evening | None) -> str:
    return date_format(localtime(evening.started_at), "SHORT_DATE_FORMAT") if evening else ""


def tab_entry_text(entry: TabEntry) -> str:
    """Return the text of an entry. Raises: KeyError for a code without one (a bug)."""
    return _TAB_TEXTS[entry.code]() % {"evening": statement_evening_name(entry.evening)}


def statement_line_reason(line: Line, names: Mapping[Player, str]) -> str:
    if line.hand and line.code == "hand":
        text = line.hand.sum_text(language.current_language(), names)
        # Agreed points have no sum: their reason equals the name of the hand.
        return "" if text == line.hand.text(language.current_language(), names) else text
    if line.code == "hand_taken_back":
        return _CAUSE_TEXTS[line.cause]()
    return note_text(line.note)


def statement_line_tag(line: Line) -> str:
    if line.code != "hand" or line.hand is None:
        return ""
    return {
        HandEvent.Kind.CORRECTED: _("corrected"),
        HandEvent.Kind.REPLAYED: _("recalculated"),
    }.get(HandEvent.Kind(line.hand.kind), "")


def note_text(text: str | None) -> str:
    """Return the typed text, or a placeholder for one that was erased (None)."""
    return _("(note deleted)") if text is None else text
