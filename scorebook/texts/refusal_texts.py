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

_KEY_TAKEN = _("This was already sent with different content. Nothing was saved; check and try again.")

SENTENCES = {
    # People
    "name_missing": _("Enter a name."),
    "name_too_long": _("This name is too long: at most %(most)s characters."),
    "club_name_too_long": _("This name is too long: at most %(most)s characters."),
    "name_invalid": _("This name contains an invisible character."),
    "name_twice": _("This name is used twice. Add an initial to tell them apart."),
    "name_taken": _("Someone in the club already has this name."),
    "key_twice": _KEY_TAKEN,
    "name_hidden": _("This person's name is hidden or deleted."),
    "name_reserved": _("This is the placeholder for a hidden name. Choose another name."),
    "already_hidden": _("This name is already hidden."),
    "not_hidden": _("This name is not hidden."),
    "already_forgotten": _("This person's name is already deleted."),
    "already_out": _("This person is already left out of the ratings."),
    "not_out": _("This person is already in the ratings."),
    "same_entry": _("Choose two different people."),
    "same_person": _("These two are already the same person."),
    "already_linked": _("These two are already linked. Unlink them first."),
    "sat_together": _("These two have played at the same table, so they are two people."),
    "not_linked": _("These two are not linked."),
    "balance_open": _("This person still has money open. Settle it first, or confirm that it stays open."),
    # Clubs that are one
    "club_unknown": _("This is not a keeper's link. You find it on the page “Links” of the other club."),
    "same_club": _("This is this club's own link."),
    "has_linked_clubs": _("Other clubs are already linked to that one. Link this club on its page instead."),
    # The evening
    "key_conflict": _KEY_TAKEN,
    "key_reused": _KEY_TAKEN,
    "link_renewed": _("Someone else has just made a new link. Check that one first."),
    "evening_closed": _("The evening is closed. Reopen it first."),
    "evening_open": _("The evening is still open."),
    "stake_out_of_range": _("The stake must be between %(least)s and %(most)s."),
    "unit_missing": _("What are you playing for?"),
    "unit_impossible": _("This unit does not work: at most %(most)s visible characters."),
    "unit_ambiguous": _("Several currencies share the sign in %(unit)s: write the code, such as USD."),
    "unit_mixed": _("%(unit)s contains a currency: write only its code, such as EUR."),
    "unit_no_currency": _("%(unit)s is not a current currency. Write a word instead of a code, such as Mark."),
    "dealer_not_at_table": _("The first dealer must sit at the table."),
    "player_of_other_club": _("This player belongs to another club."),
    "player_already_there": _("This player is already at the table."),
    "player_not_there": _("This player is not at the table."),
    "last_player_stays": _("At least one player must stay. To finish, close the evening."),
    "evening_not_empty": _("This evening has entries. You can archive it, but not delete it."),
    "place_out_of_range": _("This seat does not exist."),
    "end_not_one": _("Choose only one: rounds, points or a time."),
    "end_out_of_range": _("Enter a number from %(least)s to %(most)s."),
    # Hands
    "hand_unknown": _("This hand does not exist."),
    "stale_hand": _("Someone else was faster. Check the current version; yours was not saved."),
    "later_hand_impossible": _("This change would make hand %(no)s impossible. Nothing was saved."),
    # Payments
    "already_paid": _("This payment is already marked as paid."),
    "not_paid": _("This payment is not marked as paid."),
    "plan_superseded": _("The payments have changed. This is the new list."),
    "nothing_open": _("Everything is settled."),
    "played_for_points": _("This evening is played for points: nobody pays."),
    "coin_out_of_range": _("Amounts cannot be rounded to this coin. Choose another."),
    "pot_not_empty": _("The pot is not empty yet."),
    "amount_out_of_range": _("This amount is not possible here."),
    "part_out_of_range": _("Enter an amount above 0, at most what is still open."),
    "payer_is_payee": _("Choose two different people."),
    "account_unknown": _("This player has no account in this club's books."),
    "entry_unknown": _("Entry not found."),
    "already_reversed": _("This is already undone."),
    "entry_is_reversal": _("This is already undone."),
    "not_a_payment": _("Correct hands on the score sheet, not here."),
    # Seasons
    "season_out_of_range": _("This date is out of range. Choose another."),
    "season_reversed": _("The season ends before it begins."),
    "season_too_long": _("A season lasts at most %(most)s days."),
    "game_unknown": _("Game not found."),
    "points_of_all_games": _(
        "Points from different games cannot be compared. Choose one game, or compare money or place points."
    ),
    "unit_of_money": _("Choose one currency or unit."),
    "scheme_of_places": _("Enter the points for each place."),
    "place_points_row": _("Enter %(people)s numbers for %(people)s places, up to %(most)s, highest first."),
    "season_figure_out_of_range": _("Enter a number from %(least)s to %(most)s."),
    "attendance_not_one": _("Enter evenings or percent, not both."),
    "evening_unknown": _("There is no evening with this number."),
    "left_out_too_many": _("At most %(most)s evenings can be left out."),
    "season_closed": _("The season is closed. Reopen it first."),
    "season_open": _("The season is already open."),
    "season_unknown": _("Season not found."),
    "stale_season": _("Someone else has just changed this season. Check their version; saving again replaces it."),
    "reason_missing": _("Enter a reason."),
    "reason_too_long": _("This reason is too long: at most %(most)s characters."),
    "reason_invalid": _("This reason contains an invisible character."),
    # Budgets of requests
    "throttled": _("Too many requests from your network. Try again in %(minutes)s min."),
    # Ceilings
    "hands_full": _("An evening can hold %(most)s hands. Close it and start a new one."),
    "events_full": _(
        "This evening has been changed %(most)s times, the most it can hold. Close it and start a new one."
    ),
    "stays_full": _("Players have sat down at this table %(most)s times, the most it can hold. Start a new evening."),
    "evenings_full": _("A club can hold %(most)s evenings. Start this one without the club."),
    "names_full": _("A club can hold %(most)s names, including former ones."),
    "seasons_full": _("A club can hold %(most)s entries about seasons."),
    "entries_full": _("The club's books can hold %(most)s entries. Start an evening without the club."),
    # A GiroCode
    "iban_missing": _("Enter an IBAN."),
    "iban_impossible": _("An IBAN begins with two letters and two digits, such as DE89."),
    "iban_country": _("Euro transfers by IBAN to this country are not possible."),
    "iban_length": _("This IBAN is too short or too long for its country."),
    "iban_checksum": _("This IBAN has a typing mistake: its check digits do not match."),
    "text_too_long": _("This text is too long for a transfer."),
    "text_unprintable": _("This text contains an invisible character."),
    "unit_not_euro": _("A QR code for a transfer works in euros only."),
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
