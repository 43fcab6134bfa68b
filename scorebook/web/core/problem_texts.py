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
    "unit_is_money": _("For money or points choose that stake."),
    "game_missing": _("Choose a game."),
    "three_need_short_cards": _("Three play with 24 cards: choose “Short cards” under more tariffs."),
    "date_impossible": _("This is not a date."),
    "time_impossible": _("This is not a time of day, such as 23:00."),
    "amount_unreadable": _("This is not an amount."),
    "part_out_of_range": _("A part is more than nothing and at most what is still open."),
    "payer_missing": _("Who pays?"),
    "payee_missing": _("Who gets it?"),
    "note_too_long": _("This is too long."),
    "who_missing": _("Tap who it is."),
    "people_missing": _("Tap who is meant."),
    "evenings_against_pay_out": _("They still owe money from evenings. Tick the box to pay out all the same."),
    "verb_missing": _("Choose what it was."),
    "entries_unreadable": _("This is not a number of entries."),
    "hash_unreadable": _("A check sum has at least 16 characters, 0 to 9 and a to f."),
    "not_of_these": _("Choose one of these."),
    "points_unreadable": _("This is not a number of points, such as 200."),
    "rule_missing": _("Choose how the cup passes on."),
    "measure_missing": _("Choose what is compared."),
    "number_unreadable": _("This is not a number."),
    "numbers_unreadable": _("Write numbers with a space or a comma between them."),
    "dates_reversed": _("The period ends before it begins."),
    "claim_needs_device": _("This browser has no key to the club, so nobody can tell it from others."),
    "claim_of_own_device": _("This phone has this name already."),
    "claim_needs_release": _("This phone has another name. Take that back first: “Not me any more”."),
    "claim_by_own_device": _("Another member has to say yes, on another phone."),
    "claim_changed": _("This phone does not ask for this name any more."),
    "claim_of_forgotten": _("This name was removed meanwhile."),
    "claims_full": _("Too many phones got or lost a name today. Try again tomorrow."),
    "device_gone": _("This device was removed meanwhile."),
    "dispute_needs_claim": _("To say so, your own phone needs your name first. The keeper can say so at once."),
    "dispute_of_own_claim": _("It is your own name. Another member has to say so, or the keeper."),
    "keeper_needs_claim": _("Your phone needs your name first: “Phones” on your page."),
    "keeper_already_wanted": _("A member asks for a new keeper's link already."),
    "keeper_not_wanted": _("Nobody asks for a new keeper's link any more."),
    "keeper_needs_second": _("Another member has to agree."),
    "keeper_too_early": _("The three days are not over."),
    "keeper_wanted_often": _("This was asked for too often today. Try again tomorrow."),
    "not_sure": _("Say first that you mean it."),
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
