"""The messages of imports, in the current language."""

from collections.abc import Mapping
from dataclasses import replace
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
from scorebook.exchange.tables.export_table import table_name

RULES = "rules."

SENTENCES = {
    # The text as a whole
    "nothing_there": _("The text is empty. Paste it or choose a file."),
    "no_columns": _("Not a table: separate the columns with semicolons, commas or tabs."),
    "columns_unclear": _("Commas and semicolons are mixed. Use only one of them as separator."),
    "cells_unreadable": _("This table cannot be read: a quoted cell is too long or has no closing quote."),
    "row_too_long": _("This row has more than the %(columns)s columns of the header. Is there a comma in an amount?"),
    "json_unreadable": _("This JSON is invalid or incomplete."),
    "format_unknown": _("This JSON comes from an unknown program."),
    "not_this_format": _("This does not match the chosen format."),
    "own_table": _(
        "This is Scorebook’s table “%(table)s”, which has no evenings. Import the table “Hands” or “Results” of each "
        "evening."
    ),
    "results_in_words": _("These amounts are in no currency. Import the table “Hands” of the evening."),
    # The file
    "file_kind": _("This is a file of another kind (%(kind)s). Save the table as CSV or XLSX."),
    "file_unreadable": _("This file is damaged or incomplete."),
    "file_too_large": _("This file is too large. Import it in parts, or with manage.py import_evenings."),
    "encoding_unclear": _("The encoding of this file is unknown. Save the table as XLSX, or as CSV in UTF-8."),
    # Columns
    "no_date_column": _("There is no date column. Call it “date”."),
    "no_contract_column": _("Add a “contract” column, or a column of amounts for each player."),
    "no_players": _("Who is playing? Give each player a column, or list them in a “players” column."),
    "no_people": _("The header row needs at least two names."),
    "name_twice_in_heading": _("%(name)s has two columns."),
    # Names
    "name_missing": _("A name is missing."),
    "name_too_long": _("This name is too long."),
    "name_invalid": _("This name contains an invalid character."),
    "name_twice": _("Two people are called %(name)s."),
    "name_twice_that_day": _("%(name)s appears twice on this evening."),
    "name_reserved": _("%(name)s is the placeholder for a hidden name. Choose another."),
    "name_unclear": _("Who is %(name)s? The club has %(near)s. Choose someone, or a new name."),
    "names_full": _("The club has no room for more names."),
    "two_names_one_person": _("Two names of this evening are one person here. Choose someone else for one of them."),
    "person_unknown": _("Nobody in the file has the id “%(text)s”."),
    "not_at_table": _("%(name)s does not sit at this table."),
    "dealer_unknown": _("%(name)s is the dealer but does not sit at this table."),
    "no_table": _("This game needs %(least)s to %(most)s players, not %(people)s."),
    # Days and figures
    "date_missing": _("The date is missing."),
    "date_impossible": _("“%(text)s” is not a date. Write 2024-05-02 or 2.5.2024."),
    "date_ambiguous": _("“%(text)s” is ambiguous: write 2024-05-02 or 2.5.2024."),
    "date_in_future": _("This date is in the future."),
    "amount_unreadable": _("“%(text)s” is not an amount. Write a number, such as 12 or 1.20."),
    "amount_ambiguous": _("“%(text)s” is ambiguous. Write no thousands separator, and cents with two digits."),
    "amount_too_fine": _("“%(text)s” has too many decimal places."),
    "amount_too_large": _("“%(text)s” is too much for one hand."),
    "amounts_missing": _("The amounts won and lost are missing."),
    "amount_no_points": _("At the chosen stake the amounts are not whole points."),
    "figures_unclear": _("Are the figures money or points? Choose one."),
    "two_currencies": _("There are several currencies in it. Import one at a time."),
    "other_currency_said": _("The text says %(said)s, but you chose something else."),
    "other_unit_chosen": _("The text counts in %(said)s, the chosen tariff in %(chosen)s."),
    "currency_unknown": _("“%(text)s” is not a currency. Write its code, such as EUR."),
    "number_unreadable": _("“%(text)s” is not a number."),
    "sign_unclear": _("Several currencies have this sign. Choose the unit of the figures."),
    "sum_not_0": _("The amounts must add up to 0, not %(rest)s."),
    "nobody_there": _("Nobody has an amount in this row."),
    "hand_says_nothing": _("This row has neither a contract nor amounts."),
    "text_too_long": _("This text is longer than %(most)s characters."),
    "more_unreadable": _("This must be a JSON object with further fields of the hand."),
    "field_unreadable": _("This value is not valid here."),
    "shares_missing": _("This expense has no shares."),
    "shares_differ": _("The shares differ from the expense by %(rest)s."),
    "payer_unclear": _("This row does not say who paid. Import the JSON file of the same group instead."),
    "several_sheets": _(
        "This workbook has several sheets with content: %(sheets)s. Save the one to import as a file of its own."
    ),
    "cospend": _("This file is from Cospend, which is not read. Paste a table of results: a column for each person."),
    "plan_no_bills": _("This file only proposes who could pay whom. Export the bills instead."),
    "payer_is_payee": _("%(name)s would pay themselves."),
    # Notices
    "encoding_guessed": _(
        "The file does not give its encoding and was read as %(encoding)s: %(words)s. If these words are wrong, save "
        "the table as XLSX, or as CSV in UTF-8."
    ),
    "rows_left_out": _("Rows left out because they cannot be read: %(rows)s. The rest can be imported."),
    "person_missing": _("The file does not name this person. Match “%(name)s” with someone."),
    "weight_assumed": _("The file gives no weight for %(names)s. Each counts once."),
    "sums_left_out": _("A totals row was skipped."),
    "row_like_sums": _("This row is the sum of the rows above. If it is no hand, delete it."),
    "column_left_out": _("This heading is no name, so its column was skipped."),
    "no_hand_left_out": _("A struck-out hand or a shared pot was skipped."),
    "day_from_number": _("“%(text)s” is the number of a day in a spreadsheet: %(day)s."),
    "total_differs": _("The totals differ from the rows above by %(rest)s: is a row missing?"),
    "table_left_out": _("A table without hands was skipped."),
    "paid_otherwise": _("The rules give a different value. The amounts paid are kept, and the hand says so."),
    "not_by_the_rules": _("%(kind)s cannot be scored here; the amounts paid are kept."),
    "on_tab_no_table": _("%(people)s people cannot form a table: this goes on the tab as a payment."),
    "expenses_there": _("Expenses of this day that are already imported: %(count)s. Only the others are new."),
    "evening_that_day": _("Evening %(number)s is already recorded for %(day)s. Is it the same one?"),
    # Writing and undoing
    "too_many_at_once": _(
        "A request takes at most %(most)s evenings and payments. Send several, or use the page or manage.py."
    ),
    "nothing_new": _("Everything has already been imported."),
    "evenings_full": _("The club has no room for more evenings."),
    "too_many_hands": _("These are too many hands for one evening."),
    "hands_full": _("These are too many hands for one evening."),
    "events_full": _("These are too many hands for one evening."),
    "entries_full": _("The club's books are full."),
    "import_unknown": _("This import does not exist."),
    "already_undone": _("This import is already undone."),
    "evening_touched": _("Evening %(number)s has newer entries or payments. Undo those first."),
    "tab_touched": _("Part of this import has already been undone on the tab."),
    "tab_moved": _("There are newer payments on the tab. Undo those first."),
    "season_closed": _("The closed season “%(name)s” includes these evenings. Reopen it first."),
}


def import_problem_text(problem: ImportProblem, language: str) -> str:
    """Return the message without its place; a problem without a message gives its code."""
    if problem.is_left_out:
        reason = import_problem_text(replace(problem, is_left_out=False), language)
        return gettext("Left out: %(reason)s") % {"reason": reason}
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
    return ngettext("%(n)s hand", "%(n)s hands", count) % {"n": count} if count else gettext("result only")


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
    if "table" in args:
        formatted["table"] = table_name(str(args["table"]))
    if "day" in args:
        formatted["day"] = date_format(date.fromisoformat(str(args["day"])))
    return formatted
