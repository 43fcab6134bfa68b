"""The formats that can be imported, and the detection of a text's format."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorebook.exchange.imports.cells import columns_of, read_cells
from scorebook.exchange.imports.formats import hand_sheet, phone_recorder, results_table, spliit, splitwise
from scorebook.exchange.imports.json_text import read_json
from scorebook.exchange.imports.records import Format, Imported, ImportProblems, ImportRefused

READERS: Mapping[Format, Callable[[str, str | None], Imported]] = {
    Format.RESULTS: results_table.read,
    Format.HANDS: hand_sheet.read,
    Format.PHONE: phone_recorder.read,
    Format.SPLIIT: spliit.read,
    Format.SPLITWISE: splitwise.read,
}
# A table with one of these columns is a sheet of hands.
OF_HANDS = ("contract", "declarer", "dealer", "players")


def read_evenings(text: str, *, format: Format | None = None, figures: str | None = None) -> Imported:
    """Read a text. format: None to detect it. Raises: ImportRefused."""
    return READERS[format or recognised(text)](text, figures)


def recognised(text: str) -> Format:
    """Detect the format. Raises: ImportRefused for an unknown one."""
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return _recognised_json(text)
    cells = read_cells(text)
    if spliit.is_recognised(cells):
        return Format.SPLIIT
    if splitwise.is_recognised(cells):
        return Format.SPLITWISE
    of_hands = {name: hand_sheet.COLUMNS[name] for name in OF_HANDS}
    is_long = {"name", "amount"} <= results_table.columns_of_results(cells).keys()
    return Format.HANDS if columns_of(cells, of_hands) and not is_long else Format.RESULTS


def _recognised_json(text: str) -> Format:
    problems = ImportProblems()
    raw = read_json(text, problems)
    problems.raise_if_any()
    if isinstance(raw, dict) and isinstance(raw.get(phone_recorder.KEY), list):
        return Format.PHONE
    if isinstance(raw, dict) and isinstance(raw.get(spliit.KEY), list):
        return Format.SPLIIT
    problems.add("format_unknown")
    raise ImportRefused(problems.found)
