"""The reader of a score sheet as a table: one row per hand, with the hand, its amounts, or both.

    date,dealer,contract,declarer,partner,card points,Anna,Beppo,Cilli,Done
    2025-11-13,Anna,Rufer,Anna,Cilli,74,0.20,-0.20,0.20,-0.20

Each column with another heading is a person, in seating order, and its cells are amounts. Without such columns,
`players` names the people in the first row of an evening.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from scorebook.clubs import names as naming
from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.core.months import EARLIEST
from scorebook.exchange.imports import amount_parsing, contract_names
from scorebook.exchange.imports.amount_parsing import Unreadable
from scorebook.exchange.imports.cells import Cells, Row, columns_of, heading_word, read_cells
from scorebook.exchange.imports.json_text import check_json
from scorebook.exchange.imports.records import (
    LONGEST_TEXT,
    FilePosition,
    Format,
    Imported,
    ImportedEvening,
    ImportedHand,
    ImportProblems,
    plain_text,
)
from scorebook.play.terms import POINTS

COLUMNS = {
    "date": ("date", "datum", "day", "tag"),
    "no": ("no", "nr", "number", "nummer", "hand", "spielnr"),
    "players": ("players", "mitspieler", "spielerinnen", "people", "table", "tisch"),
    "dealer": ("dealer", "geber", "geberin"),
    "contract": ("contract", "spiel", "spielart", "game"),
    "declarer": ("declarer", "spieler", "ansager", "spielmacher"),
    "partner": ("partner", "mitspielerin", "gerufen"),
    "trump_suit": ("trumpsuit", "trump", "trumpf", "suit", "farbe"),
    "card_points": ("cardpoints", "augen"),
    "tricks": ("tricks", "stiche"),
    "opponents_card_points": ("opponentscardpoints", "gegneraugen"),
    "opponents_tricks": ("opponentstricks", "gegnerstiche"),
    "won": ("won", "gewonnen"),
    "level": ("level", "stufe"),
    "run": ("run", "toptrumps", "laufende"),
    "run_side": ("runside", "laufendevon"),
    "kontra": ("kontra", "stoss", "stoß", "doublings"),
    "laid": ("laid", "gelegt", "klopfer", "geklopft"),
    "surrender": ("surrender", "aufgabe"),
    "losers": ("losers", "verlierer"),
    "maidens": ("maidens", "jungfrauen", "jungfrau"),
    "march_by": ("marchby", "durchmarsch"),
    "winner": ("winner", "gewinner"),
    "note": ("note", "notiz", "bemerkung", "kommentar", "comment"),
    "more": ("more", "weiteres"),
}
PLAIN = ("declarer", "partner", "surrender", "march_by", "winner")
NUMBERS = ("card_points", "tricks", "opponents_card_points", "opponents_tricks")
CALLS = ("kontra", "laid")
LISTS = ("losers", "maidens")
SUMS = ("sum", "summe", "total", "gesamt")
RUN = re.compile(r"(?P<before>[^\W\d_]+)?\s*(?P<count>\d{1,2})\s*(?P<after>[^\W\d_]+)?")


@dataclass(kw_only=True)
class _SheetEvening:
    when: date | datetime  # of its first row; rows of the same time, or without one, belong to it
    first: Row
    rows: list[Row] = field(default_factory=list)


def read(text: str, chosen: str | None = None) -> Imported:
    """Read a sheet. chosen: unit of the figures, if the user chose it. Raises: ImportRefused."""
    problems = ImportProblems()
    cells = read_cells(text)
    columns = columns_of(cells, COLUMNS)
    if "date" not in columns:
        problems.add("no_date_column", line=cells.heading.line)
    people = dict(_people(cells, columns, problems))
    if "contract" not in columns and not people:
        problems.add("no_contract_column", line=cells.heading.line)
    if "players" not in columns and not people:
        problems.add("no_players", line=cells.heading.line)
    problems.raise_if_any()
    unit = _unit(cells, people, chosen, problems)
    sheet = _Sheet(cells=cells, columns=columns, people=people, unit=unit, problems=problems)
    evenings = tuple(sheet.evening(one) for one in sheet.evenings())
    if not evenings and not problems:
        problems.add("nothing_there")
    problems.raise_if_any()
    return Imported(format=Format.HANDS, evenings=evenings)


def _people(cells: Cells, columns: Mapping[str, int], problems: ImportProblems) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    for column, heading in enumerate(cells.heading.cells):
        if column in columns.values() or heading_word(heading) in SUMS:
            continue
        if not heading and not any(row.cell(column) for row in cells.rows):
            continue
        name = naming.tidied_name(amount_parsing.without_unit(heading))
        if code := naming.name_fault(name, longest=naming.MAX_PLAYER_NAME):
            problems.add(code, line=cells.heading.line, where=heading or str(column + 1))
        if naming.folded_name(name) in seen:
            problems.add("name_twice_in_heading", line=cells.heading.line, name=name)
        seen.add(naming.folded_name(name))
        yield column, name


def _unit(cells: Cells, people: Mapping[int, str], chosen: str | None, problems: ImportProblems) -> str | None:
    """Return the unit; None without amounts, because then the agreed terms give the value of a point."""
    parsed = [row.cell(column) for row in cells.rows for column in people if row.cell(column)]
    said = {unit for unit in map(amount_parsing.stated_unit, [*cells.heading.cells, *parsed]) if unit}
    if len(said) > 1:
        problems.add("two_currencies")
    if chosen and said and chosen not in said:
        problems.add("other_currency_said", said=next(iter(said)))
    if not parsed:
        return None
    if chosen or said:
        return chosen or next(iter(said))
    if any(map(amount_parsing.has_part, parsed)):
        return USUAL_CURRENCY
    problems.add("figures_unclear")
    return POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    cells: Cells
    columns: Mapping[str, int]
    people: Mapping[int, str]
    unit: str | None
    problems: ImportProblems

    def evenings(self) -> list[_SheetEvening]:
        found: list[_SheetEvening] = []
        for row in self.cells.rows:
            text = self._cell(row, "date")
            if heading_word(text) in SUMS:
                continue
            if not text and not found:
                self.problems.add("date_missing", line=row.line)
            when = self._when(row, text) if text else found[-1].when if found else EARLIEST
            if not found or found[-1].when != when:
                found.append(_SheetEvening(when=when, first=row))
            found[-1].rows.append(row)
        return found

    def evening(self, parsed: _SheetEvening) -> ImportedEvening:
        people = self._people_of(parsed)
        return ImportedEvening(
            place=FilePosition(line=parsed.first.line),
            day=parsed.when.date() if isinstance(parsed.when, datetime) else parsed.when,
            begun_at=parsed.when if isinstance(parsed.when, datetime) else None,
            people=people,
            hands=tuple(self._hand(row) for row in parsed.rows),
            unit=self.unit,
        )

    def _people_of(self, parsed: _SheetEvening) -> tuple[str, ...]:
        """Return the people that `players` names, else those with a column who are mentioned that evening."""
        named = next((self._cell(row, "players") for row in parsed.rows if self._cell(row, "players")), "")
        if named:
            people, seen = tuple(_names(named)), set[str]()
            for name in people:
                if code := naming.name_fault(name, longest=naming.MAX_PLAYER_NAME):
                    self.problems.add(code, line=parsed.first.line, where=self._heading("players"))
                if naming.folded_name(name) in seen:
                    self.problems.add("name_twice_that_day", line=parsed.first.line, name=name)
                seen.add(naming.folded_name(name))
            return people
        if not self.people:
            self.problems.add("no_players", line=parsed.first.line)
        said = {naming.folded_name(name) for row in parsed.rows for name in self._named_in(row)}
        there = [
            name
            for column, name in self.people.items()
            if naming.folded_name(name) in said or any(row.cell(column) for row in parsed.rows)
        ]
        has_amounts = any(row.cell(column) for column in self.people for row in parsed.rows)
        return tuple(there if has_amounts else self.people.values())

    def _named_in(self, row: Row) -> Iterator[str]:
        for name in ("dealer", "declarer", "partner", "march_by", "winner", *CALLS, *LISTS):
            yield from _names(self._cell(row, name))

    def _hand(self, row: Row) -> ImportedHand:
        amounts = self._amounts(row)
        contract, note = self._cell(row, "contract"), self._cell(row, "note")
        if len(note) > LONGEST_TEXT:
            self.problems.add("text_too_long", line=row.line, where=self._heading("note"), most=LONGEST_TEXT)
        if not contract and amounts is None:
            self.problems.add("hand_says_nothing", line=row.line)
        if not contract and amounts and (rest := sum(amounts.values())):
            unit = self.unit or POINTS
            self.problems.add("sum_not_0", line=row.line, rest=rest, unit=unit)
        return ImportedHand(
            place=FilePosition(line=row.line),
            hand=self._imported_hand(row, contract) if contract else None,
            amounts=amounts,
            dealer=self._cell(row, "dealer") or None,
            kind=plain_text(contract),
            note=plain_text(note),
        )

    def _amounts(self, row: Row) -> Mapping[str, int] | None:
        found: dict[str, int] = {}
        for column, name in self.people.items():
            text = row.cell(column)
            if not text or self.unit is None:
                continue
            try:
                found[name] = amount_parsing.read_amount(text, self.unit)
            except Unreadable as error:
                self.problems.add(error.code, line=row.line, where=name, text=text)
        return found or None

    def _imported_hand(self, row: Row, contract: str) -> Mapping[str, object]:
        parsed: dict[str, object] = {"contract": contract_names.contract_id(contract)}
        parsed |= {name: self._cell(row, name) for name in PLAIN if self._cell(row, name)}
        parsed |= {name: self._number(row, name) for name in NUMBERS if self._cell(row, name)}
        parsed |= {name: _calls(self._cell(row, name)) for name in CALLS if self._cell(row, name)}
        parsed |= {name: list(_names(self._cell(row, name))) for name in LISTS if self._cell(row, name)}
        words = (
            ("trump_suit", contract_names.suit_id),
            ("won", contract_names.yes_or_no),
            ("level", contract_names.level_id),
        )
        parsed |= {name: of(self._cell(row, name)) for name, of in words if self._cell(row, name)}
        if self._cell(row, "run"):
            parsed["top_trumps"] = self._run(row)
        return {**parsed, **self._more(row)}

    def _number(self, row: Row, name: str) -> int | None:
        text = self._cell(row, name)
        if re.fullmatch(r"[0-9]{1,6}", text):
            return int(text)
        self.problems.add("number_unreadable", line=row.line, where=self._heading(name), text=text)
        return None

    def _run(self, row: Row) -> Mapping[str, object]:
        text = self._cell(row, "run")
        found = RUN.fullmatch(text)
        if found is None:
            self.problems.add("number_unreadable", line=row.line, where=self._heading("run"), text=text)
            return {}
        side = self._cell(row, "run_side") or found["before"] or found["after"] or ""
        return {"count": int(found["count"]), **({"side": contract_names.side_id(side)} if side else {})}

    def _more(self, row: Row) -> Mapping[str, object]:
        text = self._cell(row, "more")
        if not text:
            return {}
        try:
            found = json.loads(text, parse_float=str, parse_constant=str)
            check_json(found)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            self.problems.add("more_unreadable", line=row.line, where=self._heading("more"))
            return {}
        return dict(found)

    def _when(self, row: Row, text: str) -> date | datetime:
        """Return the time; after a problem any, so that the rest is checked too."""
        try:
            return amount_parsing.read_moment(text)
        except Unreadable as error:
            self.problems.add(error.code, line=row.line, where=self._heading("date"), text=text)
            return EARLIEST

    def _cell(self, row: Row, name: str) -> str:
        return row.cell(self.columns.get(name))

    def _heading(self, name: str) -> str:
        return self.cells.heading.cell(self.columns.get(name))


def _names(text: str) -> Iterator[str]:
    for part in re.split(r"[,/+|]|\bund\b|\band\b", text):
        if naming.tidied_name(part):
            yield naming.tidied_name(part)


def _calls(text: str) -> object:
    """Return the number of calls, or the callers in order, with None for `?`, an unknown one."""
    if re.fullmatch(r"[0-9]{1,2}", text):
        return int(text)
    return [None if name == "?" else name for name in _names(text)]
