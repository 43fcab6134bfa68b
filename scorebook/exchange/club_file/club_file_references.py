"""Checks that the rows of a file belong together: ids are unique, and references lead to rows of the same club."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from django.db.models import Model

from scorebook.clubs import names as naming
from scorebook.clubs.models import Club, Player, TypedText
from scorebook.exchange.club_file import club_file_schema
from scorebook.exchange.club_file.club_file_schema import RowField, RowSchema
from scorebook.exchange.club_file.file_reader import FileClub, FileRow
from scorebook.exchange.club_file.problems import FileProblems
from scorebook.ledger.models import Account
from scorebook.play.models import Evening, EveningEvent

# Ids of evenings that are no foreign keys in their tables, because the ledger does not depend on the evenings.
EVENINGS_OF_BOOKS = {"evening_id", "carried_from"}
# References that may lead to another club of the file.
OF_ANY_CLUB = {"other_player_id", "other_club_id"}
OPENED = EveningEvent.Kind.OPENED
NUMBERED = ("names", "seasons", "entries")
Ids = dict[type[Model], set[Any]]


def check_references(clubs: Sequence[FileClub]) -> None:
    """Check all rows. Raises: ClubFileRefused."""
    problems = FileProblems()
    ids = [_ids_by_model(club) for club in clubs]
    of_all: Ids = {model: set().union(*(own.get(model, set()) for own in ids)) for model in (Club, Player)}
    _check_unique_values(clubs, problems)
    for club, own in zip(clubs, ids, strict=True):
        for row in club.all_rows():
            _check_row_references(row, own, of_all, problems)
        evenings = club.lists["evenings"]
        for rows in (*(club.lists[name] for name in NUMBERED), *(evening.parts["events"] for evening in evenings)):
            _check_consecutive_numbers(rows, problems)
        _check_file_club_event_order(club.lists["sayings"], problems)
        _check_import_order(club.lists["imports"], problems)
        _check_file_people_enrolled(club, problems)
        _check_texts_used(club, problems)
        for evening in evenings:
            _check_file_evening_opening(evening, problems)
        _check_consecutive_numbers(evenings, problems, name="number")
        _check_file_account_owners(club, problems)
    problems.raise_file_problems()


def _ids_by_model(club: FileClub) -> Ids:
    found: Ids = {}
    for row in club.all_rows():
        if "id" in row.values:
            found.setdefault(row.form.model, set()).add(row.values["id"])
    return found


def _check_texts_used(club: FileClub, problems: FileProblems) -> None:
    """Check that a row refers to each text; otherwise rows were cut off."""
    used = {
        row.values[cell.attname]
        for row in club.all_rows()
        for cell in row.form.cells
        if cell.field.related_model is TypedText
    }
    for row in club.lists["texts"]:
        if row.values["id"] not in used:
            problems.add(row.place, "nothing in the file refers to this text: something was cut off")


def _check_unique_values(clubs: Iterable[FileClub], problems: FileProblems) -> None:
    """Check that ids, and values of other unique columns, are unique in the whole file."""
    seen: dict[tuple[type[Model], str], dict[Any, str]] = {}
    for club in clubs:
        for row in club.all_rows():
            for cell in _unique_cells(row.form):
                value = row.values[cell.attname]
                first = seen.setdefault((row.form.model, cell.attname), {}).setdefault(value, row.place)
                if value is not None and first != row.place:
                    problems.add(f"{row.place}.{cell.name}", f"stands in {first} already")


def _check_row_references(row: FileRow, own: Ids, of_all: Ids, problems: FileProblems) -> None:
    for name, attname, model in _row_references(row.form):
        value = row.values[attname]
        known = of_all if attname in OF_ANY_CLUB else own
        if value is not None and value not in known.get(model, ()):
            problems.add(f"{row.place}.{name}", f"there is no such {model._meta.model_name} in the file")


@cache
def _row_references(form: RowSchema) -> Sequence[tuple[str, str, type[Model]]]:
    """Return name in the file, attribute and model of each reference to another row."""
    found: list[tuple[str, str, Any]] = []
    for cell in form.cells:
        if form is club_file_schema.TRANSFER:  # its accounts are not given by their ids
            continue
        if cell.field.remote_field:
            found.append((cell.name, cell.attname, cell.field.related_model))
        elif cell.attname in EVENINGS_OF_BOOKS:
            found.append((cell.name, cell.attname, Evening))
    return found


@cache
def _unique_cells(form: RowSchema) -> Sequence[RowField]:
    return [cell for cell in form.cells if cell.field.unique]


def _check_consecutive_numbers(rows: Iterable[FileRow], problems: FileProblems, *, name: str = "seq") -> None:
    for number, row in enumerate(rows, start=1):
        if row.values[name] != number:
            problems.add(f"{row.place}.{name}", f"should be {number}")
            return  # all later ones would differ too


def _check_file_club_event_order(rows: Iterable[FileRow], problems: FileProblems) -> None:
    """Check that the numbers increase. Events about a club that is no longer linked are missing."""
    before = 0
    for row in rows:
        if row.values["seq"] <= before:
            problems.add(f"{row.place}.seq", f"should be above {before}")
            return
        before = row.values["seq"]


def _check_import_order(rows: Iterable[FileRow], problems: FileProblems) -> None:
    """Check the order by time, then by id, in which the audit counts imports."""
    placed = [(row.values["recorded_at"], row.values["id"], row.place) for row in rows]
    for before, one in pairwise(placed):
        if one < before:
            problems.add(f"{one[-1]}.at", f"comes before that of {before[-1]}")


def _check_file_people_enrolled(club: FileClub, problems: FileProblems) -> None:
    named = {row.values["player_id"] for row in club.lists["names"]}
    if None not in named:
        problems.add(f"{club.row.place}.names", "nobody founded the club")
    names = dict[str, str]()
    for person in club.lists["people"]:
        if person.values["id"] not in named:
            problems.add(f"{person.place}.id", "nobody enrolled them in `names`")
        folded = naming.folded_name(person.values["name"])
        if (first := names.setdefault(folded, person.place)) != person.place:
            problems.add(f"{person.place}.name", f"is that of {first} already")


def _check_file_evening_opening(evening: FileRow, problems: FileProblems) -> None:
    openings = [number for number, event in enumerate(evening.parts["events"]) if event.values["kind"] == OPENED]
    if openings != [0]:
        problems.add(f"{evening.place}.events", "an evening is opened once, by its first event")


def _check_file_account_owners(club: FileClub, problems: FileProblems) -> None:
    """Check that each account has the owner that its kind needs, and each transfer two accounts of the file."""
    known = set()
    for account in club.lists["accounts"]:
        kind, owners = account.values["kind"], (account.values["player_id"], account.values["evening_id"])
        is_wanted = (kind == Account.Kind.PLAYER, kind in club_file_schema.OF_EVENING)
        if tuple(owner is not None for owner in owners) != is_wanted:
            problems.add(account.place, f"does not say whose {kind} it is, or says too much")
        known.add((account.values["unit"], kind, *owners))
    for entry in club.lists["entries"]:
        unit, evening_id = entry.values["unit"], entry.values["evening_id"]
        for transfer in entry.parts["transfers"]:
            for name, owner in (("from", transfer.values["source_id"]), ("to", transfer.values["target_id"])):
                if (unit, *club_file_schema.account_key(owner, evening_id)) not in known:
                    problems.add(f"{transfer.place}.{name}", "there is no such account in the file")
