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
    "length_missing": _("The body needs its length (Content-Length)."),
    "too_busy": _("Too many are asking at once. Send it again in a moment."),
    "nested_too_deeply": _("This is nested too deeply."),
    "text_unstorable": _("This text has a character that cannot be stored."),
    "number_out_of_range": _("Whole numbers go up to %(most)s."),
    "field_missing": _("This field is needed."),
    "field_unexpected": _("There is no such field here."),
    "not_a_key": _("This must be a UUID."),
    "list_too_long": _("At most %(most)s may stand here."),
    "date_impossible": _("This must be a date such as 2026-11-20."),
    "moment_impossible": _("This must be a time such as 2026-11-20T23:00:00+01:00."),
    "period_impossible": _("This must be all, year, twelve, month or a year such as 2026."),
    "dates_reversed": _("The period ends before it begins."),
    "lines_too_long": _("At most %(most)s letters may stand here."),
    "note_too_long": _("At most %(most)s letters may stand here."),
    "currency_unknown": _("This is no currency: write its code, such as EUR."),
    "unit_unknown": _("The club never counted its money in this."),
    "place_unknown": _("This must be the “older” of a page before."),
    "evening_unknown": _("The club has no such evening."),
    "not_found": _("There is nothing here."),
    "method_not_allowed": _("This cannot be done here."),
    "unsupported_media_type": _("The body must be application/json."),
    "unavailable": _("The books do not answer at the moment. Send it again in a moment; it counts once."),
    "not_acceptable": _("The answer is always application/json."),
}


def api_problem_text(problem: Problem, names: Names = words.NOBODY) -> str:
    """Return the message. Raises: KeyError for a code without one (a bug)."""
    if problem.code in SENTENCES:
        return str(SENTENCES[problem.code]) % problem.args
    return refusal_texts.refusal_problem_text(problem, names)
