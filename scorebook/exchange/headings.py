"""The columns of every table that goes out, with the names under which tables are also read."""

from collections.abc import Iterator, Mapping
from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Table -> id of each column -> heading. A column of a person, or of a chosen measure, has no heading of its own.
HEADINGS: Mapping[str, Mapping[str, str | Promise]] = {
    "hands": {
        "no": _("Hand no."),
        "at": _("Time"),
        "dealer": _("Dealer"),
        "contract": _("Contract"),
        "declarer": _("Declarer"),
        "partner": _("Partner"),
        "won": _("Won as declarer"),
        "level": _("Margin"),
        "value": _("Value"),
        "what": _("Description"),
        "reason": _("Reason"),
        "note": _("Note"),
        "state": _("Corrected or struck out"),
        "more": _("All about the hand"),
        "evening_terms": _("All about the evening"),
    },
    "results": {
        "player": _("Player"),
        "points": _("Points"),
        "tally": _("On the sheet"),
        "hands": _("Hands"),
        "declared": _("As declarer"),
        "declared_won": _("Won as declarer"),
        "amount": _("Amount"),
        "open": _("Still open"),
        "begun": _("Evening began"),
    },
    "payments": {
        "kind": _("Kind"),
        "payer": _("Payer"),
        "payee": _("Payee"),
        "amount": _("Amount"),
        "paid": _("Paid"),
        "open": _("Still open"),
        "note": _("Note"),
    },
    "season": {
        "rank": _("Place"),
        "player": _("Name"),
        "value": "",
        "evenings": _("Evenings"),
        "movement": _("Up/down"),
    },
    "evenings": {
        "player": _("Name"),
        "evening": _("Evening"),
        "day": _("Date of evening"),
        "value": "",
        "counts": _("Counts"),
    },
    "statement": {
        "evening": _("Evening"),
        "day": _("Date of evening"),
        "at": _("Recorded at"),
        "kind": _("Kind"),
        "hand": _("Hand no."),
        "what": _("Description"),
        "reason": _("Reason"),
        "state": _("Corrected or recalculated"),
        "amount": _("Amount"),
        "balance": _("Balance"),
    },
    "tab": {
        "at": _("Recorded at"),
        "kind": _("Kind"),
        "what": _("Description"),
        "evening": _("Evening"),
        "day": _("Date of evening"),
        "note": _("Note"),
        "party": _("Account"),
        "amount": _("Amount"),
    },
    "board": {
        "rank": _("Place"),
        "player": _("Name"),
        "value": "",
        "part": _("Sum"),
        "of": _("Divided by"),
        "evenings": _("Evenings"),
        "hands": _("Hands"),
        "movement": _("Up/down"),
    },
}
ON_SHEET = _("%(name)s, on the sheet")


def in_each_language(text: str | Promise, **args: str) -> Iterator[str]:
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            yield str(text) % args if args else str(text)


def headings_of_column(table: str, id: str) -> Iterator[str]:
    """Yield the heading in each language."""
    return in_each_language(HEADINGS[table][id])


@cache
def all_headings() -> frozenset[str]:
    return frozenset(
        text for columns in HEADINGS.values() for one in columns.values() for text in in_each_language(one)
    )
