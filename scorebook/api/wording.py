"""The language of a request, and sentences for what the services refuse.

What the rules refuse has its words in `rules.words`.
"""

from collections.abc import Mapping

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules import Player, Problem, words
from rules.texts import TEXTS
from scorebook.clubs.names import PLAYER_NAME_MAX

Names = Mapping[Player, str]

_KEY_TAKEN = _("This id was used before, for something else. Nothing was written.")

SENTENCES = {
    # The request
    "bad_json": _("The body is not JSON."),
    "body_too_large": _("The body is too large."),
    "nested_too_deeply": _("This is nested too deeply."),
    "text_unstorable": _("This text has a character that cannot be stored."),
    "number_out_of_range": _("Whole numbers go up to %(most)s."),
    "field_missing": _("This field is needed."),
    "field_unexpected": _("There is no such field here."),
    "not_a_key": _("This must be a UUID."),
    "list_too_long": _("At most %(most)s may stand here."),
    "date_impossible": _("This must be a date such as 2026-11-20."),
    "dates_reversed": _("The period ends before it begins."),
    "not_found": _("There is nothing here."),
    "method_not_allowed": _("This cannot be done here."),
    "unsupported_media_type": _("The body must be application/json."),
    "not_acceptable": _("The answer is always application/json."),
    # People
    "name_missing": _("A name is missing here."),
    "name_too_long": _("This name is too long: at most %(most)s letters."),
    "name_invalid": _("This name has a character that cannot be shown."),
    "name_twice": _("This name stands here twice."),
    "key_twice": _KEY_TAKEN,
    # The evening
    "key_conflict": _KEY_TAKEN,
    "key_reused": _KEY_TAKEN,
    "session_closed": _("The evening is closed. Reopen it first."),
    "session_open": _("The evening is open."),
    "stake_out_of_range": _("The stake goes from %(least)s to %(most)s."),
    "unit_missing": _("What do you play for?"),
    "unit_impossible": _("This unit cannot be shown: at most %(most)s characters."),
    "dealer_not_at_table": _("The first dealer must sit at the table."),
    "player_of_other_club": _("This player belongs to another club."),
    "player_already_there": _("This player already sits at the table."),
    "player_not_there": _("This player does not sit at the table."),
    "last_player_stays": _("Somebody has to stay. Close the evening instead."),
    "place_out_of_range": _("Places go from %(least)s to %(most)s."),
    # Hands
    "hand_unknown": _("The evening has no such hand."),
    "stale_hand": _("Somebody else wrote meanwhile. Look at what there is now. Nothing was written."),
    "later_hand_impossible": _("Hand %(no)s could then not have been as it is written. Nothing was written."),
    # Payments
    "already_paid": _("This payment is already ticked off."),
    "not_paid": _("This payment is not ticked off."),
    "plan_superseded": _("The plan has changed meanwhile."),
    "nothing_open": _("There is nothing left to settle."),
    "played_for_points": _("This evening is played for points; there is nothing to pay."),
    "coin_out_of_range": _("This is not a coin that can be rounded to."),
    "pot_not_empty": _("There is still something in the pot."),
}
# The clubs' problems carry no figures of their own.
_ARGS = {"name_too_long": {"most": PLAYER_NAME_MAX}}


def language() -> str:
    """The language of this request as `rules.words` knows it."""
    wanted = (get_language() or "de").split("-")[0]
    return wanted if wanted in words.LANGUAGES else "en"


def sentence(problem: Problem, names: Names = words.NOBODY) -> str:
    """Raises: KeyError for a code without words, which is ours to mend."""
    if problem.code in SENTENCES:
        return str(SENTENCES[problem.code]) % {**_ARGS.get(problem.code, {}), **problem.args}
    return words.problem_text(problem, language(), names)


def has_words(code: str) -> bool:
    return code in SENTENCES or f"problem.{code}" in TEXTS
