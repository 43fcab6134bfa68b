"""A format that nobody uses: a tally of points a day. It is there to be added."""

from __future__ import annotations

from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.import_cells import TextTable, read_import_columns
from scorebook.exchange.imports.import_dates import read_imported_day
from scorebook.exchange.imports.import_records import ImportedEvening, ImportedHand
from scorebook.play.terms import POINTS

COLUMNS = {"date": ("strichliste",)}


class TallySheet(ImportFormat):
    id = "tally"
    place = 7
    label = "Tally sheet"
    help = "a tally of points"

    def recognises(self, text: ImportText) -> bool:
        return text.has_columns(COLUMNS)

    def read(self, text: str, chosen: str | None = None) -> Imported:
        table, evenings = TextTable(*read_import_columns(text, COLUMNS)), list[ImportedEvening]()
        table.find_people(known=table.columns.values())
        for row in table.rows:
            when = table.problems.parse_text(read_imported_day, table.cell(row, "date"), row.place)
            amounts = table.amounts(row, POINTS)
            hand = ImportedHand(place=row.place, amounts=amounts, was_dealt=False)
            if when:
                evenings.append(
                    ImportedEvening(place=row.place, when=when, people=tuple(amounts), hands=(hand,), unit=POINTS)
                )
        table.problems.raise_unless_importable(evenings)
        return Imported(format=self, evenings=tuple(evenings))
