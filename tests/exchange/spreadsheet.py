"""A real spreadsheet program that opens our files as a German reader's does: LibreOffice, without a window."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree

PROGRAM = "soffice"
PACKAGE = "libreoffice-calc"
TIMEOUT_S = 120
# Semicolons, quotes, UTF-8, from the first line on, German, quotes say nothing of the kind, days are detected.
GERMAN_CSV = "CSV:59,34,76,1,,1031,false,true"
PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N">
<prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>{locale}</value></prop>
</item>
</oor:items>
"""
# Separator, quotes, UTF-8, from the first line on; quotes for texts only where needed, cells as shown, all sheets.
SAVED_CSV = "csv:Text - txt - csv (StarCalc):{separator},34,76,1,,0,false,true,false,false,false,-1"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What the program made of a cell. kind: float, date, percentage, currency, string, or empty.

    shown: as it stands on the screen.
    """

    kind: str
    value: Decimal | str
    shown: str
    formula: str


Sheets = Mapping[str, Sequence[Sequence[Seen]]]


def opened(files: Mapping[str, bytes], folder: Path) -> dict[str, Sheets]:
    """Name of a file -> what stands in its sheets. The program is started once for all CSV and once for all XLSX."""
    assert shutil.which(PROGRAM), f"this needs {PROGRAM}: apt-get install --no-install-recommends {PACKAGE}"
    for name, content in files.items():
        (folder / name).write_bytes(content)
    profile = _profile(folder, "de-DE")
    for ending, how in (("csv", [f"--infilter={GERMAN_CSV}"]), ("xlsx", [])):
        names = [name for name in files if name.endswith(ending)]
        command = [PROGRAM, profile, "--headless", *how]
        command += ["--convert-to", "fods", "--outdir", f"seen-{ending}", *names]
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=TIMEOUT_S)
    return {name: _sheets(folder / f"seen-{name[-4:].strip('.')}" / f"{Path(name).stem}.fods") for name in files}


def saved_as_csv(
    files: Mapping[str, bytes], folder: Path, *, locale: str, separator: str
) -> dict[tuple[str, str], str]:
    """Name of a workbook and of its sheet -> what the program saves of it as CSV, cells as they are shown."""
    assert shutil.which(PROGRAM), f"this needs {PROGRAM}: apt-get install --no-install-recommends {PACKAGE}"
    for name, content in files.items():
        (folder / name).write_bytes(content)
    how = SAVED_CSV.format(separator=ord(separator))
    command = [PROGRAM, _profile(folder, locale), "--headless", "--convert-to", how, "--outdir", "saved", *files]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=TIMEOUT_S)
    saved = {path: name for name in files for path in (folder / "saved").glob(f"{Path(name).stem}-*.csv")}
    return {(name, path.stem.rpartition("-")[2]): path.read_text("utf-8") for path, name in saved.items()}


def _profile(folder: Path, locale: str) -> str:
    """Return the option that starts the program with this locale."""
    (folder / "profile" / "user").mkdir(parents=True)
    (folder / "profile" / "user" / "registrymodifications.xcu").write_text(PROFILE.format(locale=locale))
    return f"-env:UserInstallation={(folder / 'profile').as_uri()}"


def summed_csv(content: bytes, places: Sequence[int]) -> bytes:
    """With a line below that adds up these columns, as somebody at the screen would."""
    text = content.decode("utf-8-sig")
    rows = text.count("\r\n")
    width = text.partition("\r\n")[0].count(";") + 1
    line = [f"=SUM({_letters(place)}2:{_letters(place)}{rows})" if place in places else "" for place in range(width)]
    return f"\ufeff{text}{';'.join(line)}\r\n".encode()


def summed_xlsx(content: bytes, places_of_sheets: Sequence[tuple[int, Sequence[int]]]) -> bytes:
    """The same in each sheet. places_of_sheets: how many rows it has below its heading, and which columns."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(out, "w") as target:
        for info in source.infolist():
            part = source.read(info)
            if found := re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", info.filename):
                rows, places = places_of_sheets[int(found[1]) - 1]
                sums = "".join(_sum_cell(_letters(place), rows + 1) for place in places)
                line = f'<row r="{rows + 2}">{sums}</row></sheetData>'
                part = part.replace(b"</sheetData>", line.encode())
            target.writestr(info, part)
    return out.getvalue()


def _sum_cell(letters: str, last: int) -> str:
    return f'<c r="{letters}{last + 1}"><f>SUM({letters}2:{letters}{last})</f></c>'


def _letters(place: int) -> str:
    before, last = divmod(place, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)


def _sheets(path: Path) -> Sheets:
    document = ElementTree.parse(path)
    return {sheet.get(f"{TABLE}name", ""): _rows(sheet) for sheet in document.iter(f"{TABLE}table")}


def _rows(sheet: ElementTree.Element) -> list[list[Seen]]:
    found: list[list[Seen]] = []
    for row in sheet.iter(f"{TABLE}table-row"):
        cells: list[Seen] = []
        for cell in row.iter(f"{TABLE}table-cell"):
            cells += [_seen(cell)] * min(int(cell.get(f"{TABLE}number-columns-repeated", "1")), 100)
        found += [cells] * min(int(row.get(f"{TABLE}number-rows-repeated", "1")), 100)
    return found


def _seen(cell: ElementTree.Element) -> Seen:
    kind, number = cell.get(f"{OFFICE}value-type", ""), cell.get(f"{OFFICE}value")
    shown = "\n".join("".join(text.itertext()) for text in cell.iter(f"{TEXT}p"))
    value = Decimal(number) if number is not None else cell.get(f"{OFFICE}date-value", shown)
    return Seen(kind=kind, value=value, shown=shown, formula=cell.get(f"{TABLE}formula", ""))
