"""Error messages of the forms; those of the services are in `scorebook.texts.refusal_texts`."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules import Problem
from rules.wording import words
from scorebook.clubs.services import ClubError, NameKeyConflict
from scorebook.texts import refusal_texts

Names = refusal_texts.Names

SENTENCES = {
    "stake_unknown": _("Choose one of these stakes."),
    "unit_is_money": _("Money and points have stakes of their own: choose one of those."),
    "game_missing": _("Choose a game."),
    "three_need_short_cards": _("Three players need 24 cards: choose “Short cards” under “more tariffs”."),
    "date_impossible": _("Enter a date, such as 2026-11-20."),
    "time_impossible": _("Enter a time, such as 23:00."),
    "amount_unreadable": _("Enter an amount, such as 5."),
    "payer_missing": _("Who pays?"),
    "payee_missing": _("Who gets it?"),
    "note_too_long": _("This is too long."),
    "who_missing": _("Tap a person."),
    "people_missing": _("Tap at least one person."),
    "evenings_against_pay_out": _("This person still owes money from evenings. Tick the box to pay out anyway."),
    "verb_missing": _("Choose the kind of entry."),
    "entries_unreadable": _("Enter the number of entries, such as 250."),
    "hash_unreadable": _("A receipt code has at least 16 characters: 0 to 9 and a to f."),
    "not_of_these": _("Choose from the list."),
    "points_unreadable": _("Enter points, such as 200."),
    "rule_missing": _("Choose a rule for the cup."),
    "measure_missing": _("Choose what to compare."),
    "number_unreadable": _("Enter a number."),
    "numbers_unreadable": _("Separate the numbers with a space or a comma."),
    "dates_reversed": _("The period ends before it begins."),
    "claim_needs_device": _("This browser has no key to the club, so it cannot be told from others."),
    "claim_of_own_device": _("This phone already has this name."),
    "claim_needs_release": _("This phone has another name. Remove that first: tap “Not my phone any more”."),
    "claim_by_own_device": _("Another member has to say yes, on another phone."),
    "claim_changed": _("This request is no longer open."),
    "claim_of_forgotten": _("This name has been deleted."),
    "claims_full": _("Too many phones got or lost a name today. Try again tomorrow."),
    "device_gone": _("This device has been removed."),
    "dispute_needs_claim": _("For this, your own phone needs your name first. A keeper can do it at once."),
    "dispute_of_own_claim": _("This is your own name. Another member or a keeper has to do this."),
    "keeper_needs_claim": _("Your phone needs your name first: “Phones” on your page."),
    "keeper_already_wanted": _("A member has already requested a new keeper's link."),
    "keeper_not_wanted": _("The request for a new keeper's link has ended."),
    "keeper_needs_second": _("Another member has to agree."),
    "keeper_too_early": _("The three days are not over yet."),
    "keeper_wanted_often": _("Too many requests for this today. Try again tomorrow."),
    "not_sure": _("Tick the box first to confirm."),
}


def web_problem_text(code: str, args: Mapping[str, object] | None = None) -> str:
    """Return the message of a code. Raises: KeyError for an unknown code (a bug)."""
    return str(SENTENCES[code]) if code in SENTENCES else refusal_texts.refusal_text(code, args)


def club_problem_texts(error: ClubError | NameKeyConflict, *, names: str = "") -> tuple[str, ...]:
    """Return the messages of an error. names: "club_" for the name of a club, which may be longer."""
    codes = [error.code] if isinstance(error, NameKeyConflict) else [problem.code for problem in error.problems]
    return tuple(web_problem_text(f"{names}{code}" if code == "name_too_long" else code) for code in codes)


def form_error(code: str) -> ValidationError:
    return ValidationError(web_problem_text(code), code=code)


def error_messages(code: str) -> dict[str, Any]:
    """Return the `error_messages` of a Django form field: one message for every kind of error."""
    kinds = ("required", "invalid", "invalid_choice", "min_value", "max_value", "max_length")
    return dict.fromkeys(kinds, {**refusal_texts.SENTENCES, **SENTENCES}[code])


def problem_sentence(problem: Problem, names: Names = words.NOBODY) -> str:
    return (
        str(SENTENCES[problem.code])
        if problem.code in SENTENCES
        else refusal_texts.refusal_problem_text(problem, names)
    )


def sentences_by_field(problems: Iterable[Problem]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for problem in problems:
        found.setdefault(problem.field, []).append(problem_sentence(problem))
    return found
