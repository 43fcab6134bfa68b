"""Messages for problems of API requests; those of the services are in `scorebook.texts.refusal_texts`."""

from django.utils.translation import gettext_lazy as _

from rules import Problem
from rules.wording import words
from scorebook.texts import refusal_texts

Names = refusal_texts.Names

SENTENCES = {
    "bad_json": _("The body is not JSON."),
    "body_too_large": _("The body is too large."),
    "body_too_slow": _("The body did not arrive in time. Send it again."),
    "length_missing": _("A Content-Length header is required."),
    "too_busy": _("The server is busy. Send it again in a moment."),
    "nested_too_deeply": _("This is nested too deeply."),
    "text_unstorable": _("This text contains a character that cannot be stored."),
    "number_out_of_range": _("Whole numbers go up to %(most)s."),
    "field_missing": _("This field is required."),
    "field_unexpected": _("Unknown field."),
    "not_a_key": _("This must be a UUID."),
    "list_too_long": _("At most %(most)s entries are allowed."),
    "date_impossible": _("This must be a date such as 2026-11-20."),
    "moment_impossible": _("This must be a time such as 2026-11-20T23:00:00+01:00."),
    "period_impossible": _("This must be all, year, twelve, month or a year such as 2026."),
    "dates_reversed": _("The period ends before it begins."),
    "lines_too_long": _("At most %(most)s characters are allowed."),
    "note_too_long": _("At most %(most)s characters are allowed."),
    "currency_unknown": _("Unknown currency: use a code, such as EUR."),
    "unit_unknown": _("This club has never used this unit."),
    "number_unknown": _("There is no hand with this number."),
    "link_unknown": _("This link opens no club."),
    "place_unknown": _("Use the “next” value of an earlier answer."),
    "limit_out_of_range": _("This must be a number from 1 to %(most)s."),
    "evening_unknown": _("Evening not found."),
    "not_found": _("Not found."),
    "method_not_allowed": _("Method not allowed."),
    "unsupported_media_type": _("The body must be application/json."),
    "unavailable": _("The database is not answering. Send it again in a moment; it will count only once."),
    "not_acceptable": _("Responses are always application/json."),
}


def api_problem_text(problem: Problem, names: Names = words.NOBODY) -> str:
    """Return the message. Raises: KeyError for a code without one (a bug)."""
    if problem.code in SENTENCES:
        return str(SENTENCES[problem.code]) % problem.args
    return refusal_texts.refusal_problem_text(problem, names)
