"""The messages of imports, in the current language."""

from collections.abc import Mapping
from datetime import date

from django.utils.formats import date_format, get_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules import Problem
from rules.wording import words
from rules.wording.texts import TEXTS
from scorebook.core.currencies import digits_of
from scorebook.exchange.imports.formats.registry import FORMATS
from scorebook.exchange.imports.import_records import ImportProblem

RULES = "rules."

SENTENCES = {
    # The text as a whole
    "nothing_there": _("There is nothing in it."),
    "no_columns": _("This is no table: its columns are parted by a semicolon, a comma or a tab."),
    "columns_unclear": _("The columns may be parted by a comma or by a semicolon: use one of them only."),
    "cells_unreadable": _("This table cannot be read: a quoted cell has no end, or is too long."),
    "row_too_long": _("This row has more than the %(columns)s columns of the heading. Is a comma in an amount?"),
    "json_unreadable": _("This is no whole JSON."),
    "format_unknown": _("This JSON is of no program that is known here."),
    "not_this_format": _("This is not the format that was chosen."),
    # Columns
    "no_date_column": _("A column for the date is missing; its heading is “date”."),
    "no_contract_column": _("There is neither a column “contract” nor one for somebody's amounts."),
    "no_players": _("Who sits there? Give everybody a column, or name them in a column “players”."),
    "no_people": _("There are fewer than two people in the heading."),
    "name_twice_in_heading": _("%(name)s has two columns."),
    # Names
    "name_missing": _("A name is missing."),
    "name_too_long": _("This name is too long."),
    "name_invalid": _("This name has a sign that no name has."),
    "name_twice": _("Two people are called %(name)s."),
    "name_twice_that_day": _("%(name)s is there twice on this evening."),
    "name_reserved": _("Nobody can be called %(name)s: this stands for a hidden name."),
    "names_full": _("The club has no room for more names."),
    "two_names_one_person": _("Two names of this evening are one person here. Choose somebody else for one of them."),
    "person_unknown": _("Nobody of the file has the id “%(text)s”."),
    "not_at_table": _("%(name)s does not sit at this table."),
    "dealer_unknown": _("%(name)s deals, and does not sit at this table."),
    "no_table": _("%(people)s people are no table of this game: it takes %(least)s to %(most)s."),
    # Days and figures
    "date_missing": _("The date is missing."),
    "date_impossible": _("“%(text)s” is not a date, such as 2024-05-02 or 2.5.2024."),
    "date_ambiguous": _("“%(text)s” may be two days: write 2024-05-02 or 2.5.2024."),
    "date_in_future": _("This day is still to come."),
    "amount_unreadable": _("“%(text)s” is not an amount."),
    "amount_ambiguous": _(
        "“%(text)s” can be read in two ways. Write thousands without a sign, and cents with two places."
    ),
    "amount_too_fine": _("“%(text)s” is no whole number of the smallest unit."),
    "amount_too_large": _("“%(text)s” is more than a hand can move."),
    "amounts_missing": _("What everybody won or lost is missing."),
    "amount_no_points": _("What this moved is no whole number of points at the chosen stake."),
    "figures_unclear": _("Are the figures money or points? Choose what they are."),
    "two_currencies": _("Several currencies are in it: bring them in one after the other."),
    "other_currency_said": _("The text says %(said)s, and something else was chosen."),
    "other_unit_chosen": _("The text counts in %(said)s, the chosen tariff in %(chosen)s."),
    "currency_unknown": _("“%(text)s” names no currency: write its code, such as EUR."),
    "number_unreadable": _("“%(text)s” is not a number."),
    "sum_not_0": _("All of it together is not 0, but %(rest)s."),
    "nobody_there": _("Nobody was there."),
    "hand_says_nothing": _("It says neither what was played nor what it moved."),
    "text_too_long": _("This text is longer than %(most)s characters."),
    "more_unreadable": _("This is no JSON object with more fields of a hand."),
    "field_unreadable": _("This cannot be what is meant to stand here."),
    "shares_missing": _("Nobody shares this expense."),
    "shares_differ": _("The shares and the expense differ by %(rest)s."),
    "payer_is_payee": _("%(name)s would pay themselves."),
    # Notices
    "sums_left_out": _("A row of sums was left out."),
    "total_differs": _("The row of sums and the rows above differ by %(rest)s: is a row missing?"),
    "table_left_out": _("A table without a hand was left out."),
    "paid_otherwise": _("The rules come to another value; what was paid stands, and the hand says so."),
    "not_by_the_rules": _("%(kind)s cannot be reckoned here; it stands with what it moved."),
    "on_tab_no_table": _("%(people)s people are no table: what they owe each other goes on the tab, as paid for them."),
    "evening_that_day": _("On %(day)s the club has evening %(number)s already. Is it the same?"),
    # Writing and undoing
    "too_many_at_once": _(
        "One request takes at most %(most)s evenings and payments: send them in parts, or use the page or manage.py."
    ),
    "nothing_new": _("All of it is there already."),
    "evenings_full": _("The club has no room for more evenings."),
    "hands_full": _("An evening has no room for so many hands."),
    "events_full": _("An evening has no room for so many hands."),
    "entries_full": _("The books of the club have no room for more."),
    "import_unknown": _("There is no such import."),
    "already_undone": _("It is undone already."),
    "evening_touched": _("Somebody has written or paid in evening %(number)s since. Take that back first."),
    "tab_touched": _("Something of it was taken back on the tab."),
    "tab_moved": _("Somebody has paid on the tab since. Take that back first."),
    "season_closed": _("The season “%(name)s” was closed with it. Reopen the season first."),
}


def import_problem_text(problem: ImportProblem, language: str) -> str:
    """Return the message without its place; a problem without a message gives its code."""
    code = problem.code.removeprefix(RULES)
    if problem.code in SENTENCES:
        sentence = str(SENTENCES[problem.code])
        return sentence % _format_problem_args(problem.args) if problem.args else sentence
    if f"problem.{code}" in TEXTS:
        return words.problem_text(Problem(code=code, field=problem.where, args=problem.args), language)
    return code


def place_text(problem: ImportProblem) -> str:
    """Return line and column, or the place in the JSON; empty if it concerns the whole text."""
    line = gettext("line %(line)s") % {"line": problem.line} if problem.line else ""
    return ", ".join(filter(None, (line, problem.where)))


def formats_text() -> str:
    """Return what can be imported, in the middle of a sentence."""
    *others, last = dict.fromkeys(str(one.help) for one in FORMATS.values())
    return gettext("%(formats)s, or %(last)s") % {"formats": ", ".join(others), "last": last}


def tab_formats_text() -> str:
    """Return the names of the formats whose evenings always go on the tab."""
    *others, last = (str(one.label) for one in FORMATS.values() if one.keeps_tab)
    return gettext("%(formats)s and %(last)s") % {"formats": ", ".join(others), "last": last}


def hands_text(count: int) -> str:
    """Return how many hands an evening has, or that only its result is known. count: hands with cards, from 0."""
    return ngettext("%(n)s hand", "%(n)s hands", count) % {"n": count} if count else gettext("the result alone")


def amount_with_unit(amount: int, unit: str) -> str:
    """Return the amount with its sign: +1,20 EUR, -3 points."""
    digits = digits_of(unit)
    whole, part = divmod(abs(amount), 10**digits)
    behind = f"{get_format('DECIMAL_SEPARATOR')}{part:0{digits}}" if digits else ""
    return f"{'-' if amount < 0 else '+'}{whole}{behind} {unit}"


def _format_problem_args(args: Mapping[str, str | int]) -> Mapping[str, str | int]:
    """Format a difference as an amount, and a day as people write it."""
    formatted = dict(args)
    if "rest" in args:
        formatted["rest"] = amount_with_unit(int(args["rest"]), str(args.get("unit", "")))
    if "day" in args:
        formatted["day"] = date_format(date.fromisoformat(str(args["day"])))
    return formatted
