"""Texts of the errors that the services of clubs, ledger and play report, and default names.

Errors of the rules have their texts in `rules.wording.words`; those of pages or of the API alone are defined there.
"""

from collections.abc import Mapping
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import Player, Problem
from rules.wording import words
from scorebook.clubs.names import MAX_CLUB_NAME, MAX_PLAYER_NAME
from scorebook.core import budgets
from scorebook.texts import language

Names = Mapping[Player, str]

_KEY_TAKEN = _("This was sent once before with other content. Nothing was written; please look and try again.")

SENTENCES = {
    # People
    "name_missing": _("A name is missing here."),
    "name_too_long": _("This name is too long: at most %(most)s letters."),
    "club_name_too_long": _("This name is too long: at most %(most)s letters."),
    "name_invalid": _("This name has a character that cannot be shown."),
    "name_twice": _("This name stands here twice. Tell the two apart, for instance by an initial."),
    "name_taken": _("Somebody in the club already has this name."),
    "key_twice": _KEY_TAKEN,
    "name_hidden": _("The name of this person is hidden or forgotten."),
    "name_reserved": _("This stands for somebody whose name is hidden. Nobody else can be called that."),
    "already_hidden": _("This name is hidden already."),
    "not_hidden": _("This name is not hidden."),
    "already_forgotten": _("This person is forgotten already."),
    "already_out": _("They stay out of the ratings already."),
    "not_out": _("They stand in the ratings already."),
    "same_person": _("These two are one person already."),
    "already_linked": _("They are linked already. Unlink them first."),
    "sat_together": _("These two have sat at one table, so they are two people."),
    "not_linked": _("They are not linked."),
    "balance_open": _("Money of this person is still open. Settle it first, or confirm that it stays open."),
    # Clubs that are one
    "club_unknown": _("This is no keeper's link. It is on the page “Links” of the other club."),
    "same_club": _("This is the link of this club itself."),
    "has_linked_clubs": _("Other clubs are linked to that one. Link this club on its page instead."),
    # The evening
    "key_conflict": _KEY_TAKEN,
    "key_reused": _KEY_TAKEN,
    "link_renewed": _("Somebody else made a new link meanwhile. Look at that one first."),
    "evening_closed": _("The evening is closed. Reopen it first."),
    "evening_open": _("The evening is still open."),
    "stake_out_of_range": _("The stake goes from %(least)s to %(most)s."),
    "unit_missing": _("What do you play for?"),
    "unit_impossible": _("This unit cannot be shown: at most %(most)s characters."),
    "unit_ambiguous": _("Several currencies share the sign in %(unit)s: write the code, such as USD."),
    "unit_mixed": _("%(unit)s has a currency in it: write its code alone, such as EUR."),
    "unit_no_currency": _("%(unit)s is no currency of today. Write a word instead of a code, such as Mark."),
    "dealer_not_at_table": _("The first dealer must sit at the table."),
    "player_of_other_club": _("This player belongs to another club."),
    "player_already_there": _("This player already sits at the table."),
    "player_not_there": _("This player does not sit at the table."),
    "last_player_stays": _("Somebody has to stay. Close the evening instead."),
    "evening_not_empty": _("Something was written in this evening. It can be archived, but not discarded."),
    "place_out_of_range": _("There is no such place at the table."),
    "end_not_one": _("Agree on one end: rounds, points, or a time."),
    "end_out_of_range": _("This goes from %(least)s to %(most)s."),
    # Hands
    "hand_unknown": _("The evening has no such hand."),
    "stale_hand": _("Somebody else wrote meanwhile. Look at what there is now. Nothing was written."),
    "later_hand_impossible": _("Hand %(no)s could then not have been as it is written. Nothing was written."),
    # Payments
    "already_paid": _("This payment is already ticked off."),
    "not_paid": _("This payment is not ticked off."),
    "plan_superseded": _("The plan has changed meanwhile. This is the new one."),
    "nothing_open": _("There is nothing left to settle."),
    "played_for_points": _("This evening is played for points; there is nothing to pay."),
    "coin_out_of_range": _("This is not a coin that can be rounded to."),
    "pot_not_empty": _("There is still something in the pot."),
    "amount_out_of_range": _("This amount is not possible here."),
    "payer_is_payee": _("Nobody pays themselves."),
    "account_unknown": _("This player has no account in these books."),
    "entry_unknown": _("There is no such entry here."),
    "already_reversed": _("This has been taken back already."),
    "entry_is_reversal": _("This has been taken back already."),
    "not_a_payment": _("A hand is corrected on the sheet, not here."),
    # Seasons
    "season_out_of_range": _("Nobody keeps a book on this day."),
    "season_reversed": _("The season ends before it begins."),
    "season_too_long": _("A season lasts at most %(most)s days."),
    "game_unknown": _("There is no such game here."),
    "points_of_all_games": _(
        "Points of different games are not worth the same: choose a game, or compare money or place points."
    ),
    "unit_of_money": _("Money is compared in one unit."),
    "scheme_of_places": _("Place points need a row of points."),
    "place_points_row": _("%(people)s places need %(people)s numbers up to %(most)s, none higher than the one before."),
    "season_figure_out_of_range": _("This goes from %(least)s to %(most)s."),
    "attendance_not_one": _("Agree on evenings or on percent, not on both."),
    "evening_unknown": _("The club has no evening of this number."),
    "left_out_too_many": _("At most %(most)s evenings can be left out."),
    "season_closed": _("The season is closed. Reopen it first."),
    "season_open": _("The season is open already."),
    "season_unknown": _("There is no such season here."),
    "stale_season": _(
        "Somebody else wrote to this season meanwhile. Look at what is agreed now; whoever saves again replaces it."
    ),
    "reason_missing": _("Say why."),
    "reason_too_long": _("This reason is too long: at most %(most)s letters."),
    "reason_invalid": _("This reason has a character that cannot be shown."),
    # Budgets of requests
    "throttled": _("Too many requests came from your network in a short time. Try again in %(minutes)s min."),
    # Ceilings
    "hands_full": _("An evening has room for %(most)s hands. Close it and start the next one."),
    "events_full": _(
        "This evening was changed %(most)s times, and has no room for more. Close it and start the next one."
    ),
    "stays_full": _(
        "%(most)s people have sat down at this table, and there is no room for more. Start another evening."
    ),
    "evenings_full": _("A club has room for %(most)s evenings. Start one without this club."),
    "names_full": _("A club has room for %(most)s names, former ones included."),
    "seasons_full": _("A club has room for %(most)s entries about seasons."),
    "entries_full": _("The club's books have room for %(most)s entries. Start an evening without this club."),
    # A GiroCode
    "iban_missing": _("An IBAN is missing here."),
    "iban_impossible": _("An IBAN begins with two letters and two digits, such as DE89."),
    "iban_country": _("This country takes no transfers in euro by IBAN."),
    "iban_length": _("This IBAN has too few or too many characters for its country."),
    "iban_checksum": _("This IBAN has a slip of the pen: its check digits do not fit."),
    "text_too_long": _("This text is too long for a transfer."),
    "text_unprintable": _("This text has a character that cannot be shown."),
    "unit_not_euro": _("A QR code for a transfer takes euros only."),
}
# Problems of clubs and ceilings carry no figures of their own.
_LIMITS_BY_CODE = {
    "name_too_long": {"most": MAX_PLAYER_NAME},
    "club_name_too_long": {"most": MAX_CLUB_NAME},
    "hands_full": {"most": budgets.HANDS_PER_EVENING},
    "events_full": {"most": budgets.EVENTS_PER_EVENING},
    "stays_full": {"most": budgets.STAYS_PER_EVENING},
    "evenings_full": {"most": budgets.EVENINGS_PER_CLUB},
    "names_full": {"most": budgets.NAMES_PER_CLUB},
    "seasons_full": {"most": budgets.SEASON_EVENTS_PER_CLUB},
    "entries_full": {"most": budgets.ENTRIES_PER_CLUB},
}


def refusal_text(code: str, args: Mapping[str, object] | None = None) -> str:
    """Return the text of a code. Raises: KeyError for a code without one (a bug)."""
    return str(SENTENCES[code]) % {**_LIMITS_BY_CODE.get(code, {}), **(args or {})}


def refusal_problem_text(problem: Problem, names: Names = words.NOBODY) -> str:
    """Return the text of a problem of the services or of the rules. Raises: KeyError, as `refusal_text`."""
    if problem.code in SENTENCES:
        return refusal_text(problem.code, problem.args)
    return words.problem_text(problem, language.current_language(), names)


def club_name_of_table(at: datetime) -> str:
    """Return the default name of a club."""
    return gettext("Table of %(date)s") % {"date": date_format(localtime(at), "SHORT_DATE_FORMAT")}
