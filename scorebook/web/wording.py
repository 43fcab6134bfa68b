"""Sentences for what the services refuse; what the rules refuse has its words in `rules.words`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

import rules
from rules import words
from rules.texts import TEXTS
from scorebook.clubs.names import CLUB_NAME_MAX, PLAYER_NAME_MAX
from scorebook.web import language

Names = Mapping[rules.Player, str]

_SENTENCES: Mapping[str, Callable[[], str]] = {
    "name_missing": lambda: _("A name is missing here."),
    "name_too_long": lambda: _("This name is too long: at most %(most)s letters.") % {"most": PLAYER_NAME_MAX},
    "club_name_too_long": lambda: _("This name is too long: at most %(most)s letters.") % {"most": CLUB_NAME_MAX},
    "name_invalid": lambda: _("This name has a character that cannot be shown."),
    "name_twice": lambda: _("This name stands here twice. Tell the two apart, for instance by an initial."),
    "name_taken": lambda: _("Somebody in the club already has this name."),
    "key_twice": lambda: _("This form was sent once before with other content. Please look and try again."),
    "key_conflict": lambda: _("This form was sent once before with other content. Please look and try again."),
    "key_reused": lambda: _("This form was sent once before with other content. Please look and try again."),
    "session_closed": lambda: _("The evening is closed. Reopen it first."),
    "session_open": lambda: _("The evening is already open."),
    "stake_unknown": lambda: _("Choose one of these stakes."),
    "game_missing": lambda: _("Choose a game."),
    "player_already_there": lambda: _("This player already sits at the table."),
    "player_not_there": lambda: _("This player does not sit at the table."),
    "last_player_stays": lambda: _("Somebody has to stay. Close the evening instead."),
    "place_out_of_range": lambda: _("There is no such place at the table."),
    "dealer_not_at_table": lambda: _("The first dealer must sit at the table."),
    "already_paid": lambda: _("This payment is already ticked off."),
    "not_paid": lambda: _("This payment is not ticked off."),
    "plan_superseded": lambda: _("The plan has changed meanwhile. This is the new one."),
    "player_of_other_club": lambda: _("This player belongs to another club."),
    "hand_unknown": lambda: _("The evening has no such hand."),
    "date_impossible": lambda: _("This is not a date."),
    "dates_reversed": lambda: _("The period ends before it begins."),
}


def sentence(code: str) -> str:
    """Raises: KeyError for a code without words, which is ours to mend."""
    return _SENTENCES[code]()


def problem_sentence(problem: rules.Problem, names: Names = words.NOBODY) -> str:
    """Evenings and rules share one kind of problem; the rules' own words come first."""
    if f"problem.{problem.code}" in TEXTS:
        return words.problem_text(problem, language.current(), names)
    return sentence(problem.code)
