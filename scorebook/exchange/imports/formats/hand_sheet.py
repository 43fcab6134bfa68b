"""A score sheet as a table: one row per hand, with the hand, its amounts, or both.

    date,dealer,contract,declarer,partner,card points,Anna,Beppo,Cilli,Done
    2025-11-13,Anna,Rufer,Anna,Cilli,74,0.20,-0.20,0.20,-0.20

Each column with another heading is a person, in seating order, and its cells are amounts. Without such columns,
`players` names the people in the first row of an evening.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import cached_property

from django.utils.translation import gettext_lazy as _

from scorebook.clubs import names as naming
from scorebook.core.months import EARLIEST
from scorebook.exchange.evening_json import EveningOfSheet, read_evening_json
from scorebook.exchange.imports import contract_names
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.formats.results_table import is_row_per_result
from scorebook.exchange.imports.import_cells import (
    FileNames,
    Row,
    TextTable,
    find_import_columns,
    read_import_cells,
)
from scorebook.exchange.imports.import_columns import find_columns, hand_words
from scorebook.exchange.imports.import_dates import is_clock
from scorebook.exchange.imports.import_records import LONGEST_TEXT, ImportedEvening, ImportedHand, plain_text
from scorebook.exchange.imports.json_text import check_json_storable
from scorebook.play.terms import POINTS

# A table with one of these columns is a sheet of hands.
OF_HANDS = ("contract", "declarer", "dealer", "players")
PLAIN = ("declarer", "partner", "surrender", "march_by", "winner")
NUMBERS = ("card_points", "tricks", "opponents_card_points", "opponents_tricks")
CALLS = ("kontra", "laid")
LISTS = ("losers", "maidens")
PLAYING = ("dealer", "declarer", "partner", "march_by", "winner")
# A later hand belongs to the same evening within this time of the one before.
MAX_PAUSE = timedelta(hours=8)
RUN = re.compile(r"(?P<before>[^\W\d_]+)?\s*(?P<count>\d{1,2})\s*(?P<after>[^\W\d_]+)?")


class HandSheet(ImportFormat):
    id = "hands"
    place = 2
    label = _("Hand-by-hand score sheet")
    help = _("a hand-by-hand score sheet")

    def recognises(self, text: ImportText) -> bool:
        if text.cells is None:
            return False
        has_hands = find_import_columns(text.cells, {name: hand_words()[name] for name in OF_HANDS})
        return bool(has_hands) and not is_row_per_result(text.cells)

    def read(self, text: str, chosen: str | None = None) -> Imported:
        cells = read_import_cells(text)
        sheet = _Sheet(cells, find_import_columns(cells, hand_words()))
        problems, heading = sheet.problems, sheet.heading.place
        if not sheet.columns.keys() & {"date", "at"}:
            problems.add("no_date_column", heading)
        sheet.find_people(known=sheet.columns.values())
        if "contract" not in sheet.columns and not sheet.people:
            problems.add("no_contract_column", heading)
        if "players" not in sheet.columns and not sheet.people:
            problems.add("no_players", heading)
        problems.raise_import_problems()
        if sheet.own:
            evenings = tuple(sheet.own_evening(own, rows) for own, rows in sheet.group_by_terms(sheet.own))
        else:
            sheet.unit = sheet.unit_of_figures(sheet.figures, chosen)
            sheet.leave_out_sums(sheet.unit or POINTS)
            evenings = tuple(sheet.imported_evening(when, rows) for when, rows in sheet.group_by_evening())
        problems.raise_unless_importable(evenings)
        return Imported(format=self, evenings=evenings, notices=tuple(problems.notices))


class _Sheet(TextTable):
    unit: str | None = None  # None without amounts, because then the agreed terms give the value of a point

    @cached_property
    def own(self) -> EveningOfSheet | None:
        """Return what Scorebook wrote of the evening into its own sheet; None in other sheets."""
        return next(filter(None, (read_evening_json(self.cell(row, "evening_terms")) for row in self.rows)), None)

    def find_people(self, *, known: Collection[int]) -> None:
        """Add the people; those of an own sheet are the last columns with these names."""
        places = {heading: column for column, heading in enumerate(self.heading.cells)}
        if self.own and places.keys() >= set(self.own.people):
            self.add_people({places[name]: name for name in self.own.people})
            others = ["" if column in self.people else text for column, text in enumerate(self.heading.cells)]
            self.columns = find_columns(others, hand_words())  # a person may have the name of a column
        else:
            super().find_people(known=known)

    def group_by_terms(self, own: EveningOfSheet) -> list[tuple[EveningOfSheet, list[Row]]]:
        """Return the rows of each evening of an own sheet; somebody may have put several below each other."""
        found = [(own, list[Row]())]
        for row in self.rows:
            terms = read_evening_json(self.cell(row, "evening_terms"))
            if terms and terms != found[-1][0]:
                found.append((terms, []))
            found[-1][1].append(row)
        return found

    def own_evening(self, own: EveningOfSheet, rows: Sequence[Row]) -> ImportedEvening:
        """Return an evening of an own sheet, with points instead of amounts.

        Left out are struck-out hands, which have no points, and the pot at the end, which the rules share again.
        """
        hands, stake = list[ImportedHand](), own.terms.stake_minor
        for row in rows:
            if self.cell(row, "contract") and any(row.cell(column) for column in self.people):
                hand = self._imported_hand(row, POINTS)
                amounts = {name: points * stake for name, points in (hand.amounts or {}).items()}
                hands.append(replace(hand, amounts=amounts))
            else:
                self.problems.add_notice("no_hand_left_out", row.place)
        return ImportedEvening(
            place=rows[0].place,
            when=own.begun_at,
            people=tuple(self.people.values()),
            hands=tuple(hands),
            unit=own.terms.unit,
            ruleset=own.terms.ruleset,
            stake_minor=stake,
        )

    def group_by_evening(self) -> list[tuple[date | datetime, list[Row]]]:
        """Return the rows of each evening: those with the same time, soon after the row above, or without a time."""
        found: list[tuple[date | datetime, list[Row]]] = []
        before: date | datetime | None = None
        for row in self.rows:
            if not self.cell(row, "date") and (not self.cell(row, "at") or is_clock(self.cell(row, "at"))):
                if not found:
                    self.problems.add("date_missing", row.place)
                when = before or EARLIEST
            else:
                # After a problem any time, so that the rest is checked too.
                when = self.moment(row, self.place(row, "date" if self.cell(row, "date") else "at")) or EARLIEST
            if not found or not self._is_same_evening(before, when):
                found.append((when, []))
            before = when
            found[-1][1].append(row)
        return found

    def _is_same_evening(self, before: date | datetime | None, when: date | datetime) -> bool:
        """Return whether a hand is of the evening of the one before. A column of times has those of the hands."""
        if "at" in self.columns and isinstance(before, datetime) and isinstance(when, datetime):
            return timedelta(0) <= when - before <= MAX_PAUSE
        return before == when

    def imported_evening(self, when: date | datetime, rows: Sequence[Row]) -> ImportedEvening:
        people, hands = self._sheet_people(rows), tuple(self._imported_hand(row, self.unit) for row in rows)
        return ImportedEvening(place=rows[0].place, when=when, people=people, hands=hands, unit=self.unit)

    def _sheet_people(self, rows: Sequence[Row]) -> tuple[str, ...]:
        """Return the people that `players` names, else those with a column who are mentioned that evening."""
        named = next(filter(None, (self.cell(row, "players") for row in rows)), "")
        if named:
            names = FileNames(self.problems, twice="name_twice_that_day")
            place = self.place(rows[0], "players")
            return tuple(names.add_name(name, place) for name in _split_names(named))
        if not self.people:
            self.problems.add("no_players", rows[0].place)
        with_amounts = {name for column, name in self.people.items() if any(row.cell(column) for row in rows)}
        if not with_amounts:
            return tuple(self.people.values())
        cells = [self.cell(row, name) for row in rows for name in (*PLAYING, *CALLS, *LISTS)]
        mentioned = {naming.folded_name(name) for cell in cells for name in _split_names(cell)}
        return tuple(
            name for name in self.people.values() if name in with_amounts or naming.folded_name(name) in mentioned
        )

    def _imported_hand(self, row: Row, unit: str | None) -> ImportedHand:
        """Return the hand. unit: of the amounts, None if the sheet has none."""
        amounts = self.amounts(row, unit) if unit else {}
        contract, note = self.cell(row, "contract"), self.cell(row, "note")
        if len(note) > LONGEST_TEXT:
            self.problems.add("text_too_long", self.place(row, "note"), most=LONGEST_TEXT)
        if not contract and not amounts:
            self.problems.add("hand_says_nothing", row.place)
        if not contract and (rest := sum(amounts.values())):
            self.problems.add("sum_not_0", row.place, rest=rest, unit=unit or POINTS)
        return ImportedHand(
            place=row.place,
            hand=self._report_of_row(row, contract) if contract else None,
            amounts=amounts or None,
            dealer=self.cell(row, "dealer") or None,
            kind=plain_text(contract),
            note=plain_text(note),
        )

    def _report_of_row(self, row: Row, contract: str) -> Mapping[str, object]:
        if self.own and self.cell(row, "more"):
            return self._parse_more_json(row)
        filled = {name: text for name in self.columns if (text := self.cell(row, name))}
        named, suit = contract_names.contract_and_suit(contract) or (contract, None)
        parsed: dict[str, object] = {"contract": named, **({"trump_suit": suit} if suit else {})}
        parsed |= {name: self._parse_number(row, name) for name in NUMBERS if name in filled}
        parsed |= {name: read(filled[name]) for names, read in READERS for name in names if name in filled}
        if self.cell(row, "run"):
            parsed["top_trumps"] = self._parse_laufende(row)
        return {**parsed, **self._parse_more_json(row)}

    def _parse_number(self, row: Row, name: str) -> int | None:
        text = self.cell(row, name)
        if re.fullmatch(r"[0-9]{1,6}", text):
            return int(text)
        self.problems.add("number_unreadable", self.place(row, name), text=text)
        return None

    def _parse_laufende(self, row: Row) -> Mapping[str, object]:
        text = self.cell(row, "run")
        found = RUN.fullmatch(text)
        if found is None:
            self.problems.add("number_unreadable", self.place(row, "run"), text=text)
            return {}
        side = self.cell(row, "run_side") or found["before"] or found["after"] or ""
        return {"count": int(found["count"]), **({"side": contract_names.imported_side_id(side)} if side else {})}

    def _parse_more_json(self, row: Row) -> Mapping[str, object]:
        text = self.cell(row, "more")
        if not text:
            return {}
        try:
            found = json.loads(text, parse_float=str, parse_constant=str)
            check_json_storable(found)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            self.problems.add("more_unreadable", self.place(row, "more"))
            return {}
        return dict(found)


def _split_names(text: str) -> Iterator[str]:
    for part in re.split(r"[,/+|]|\bund\b|\band\b", text):
        if naming.tidied_name(part):
            yield naming.tidied_name(part)


def _parse_calls(text: str) -> object:
    """Return the number of calls, or the callers in order, with None for `?`, an unknown one."""
    if re.fullmatch(r"[0-9]{1,2}", text):
        return int(text)
    return [None if name == "?" else name for name in _split_names(text)]


# Columns of a hand that are read alike, with their parser.
READERS: Sequence[tuple[Sequence[str], Callable[[str], object]]] = (
    (PLAIN, str),
    (CALLS, _parse_calls),
    (LISTS, lambda text: list(_split_names(text))),
    (("trump_suit",), contract_names.imported_suit_id),
    (("won",), contract_names.parse_imported_boolean),
    (("level",), contract_names.imported_level_id),
)
