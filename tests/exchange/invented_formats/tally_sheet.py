"""A format that nobody uses: a tally of points a day. It is there to be added."""

from __future__ import annotations

from scorebook.exchange.imports.amount_parsing import read_day
from scorebook.exchange.imports.cells import amounts_of_row, people_of_results, read_columns
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.records import ImportedEvening, ImportedHand, ImportProblems
from scorebook.play.terms import POINTS

COLUMNS = {"date": ("strichliste",)}


class TallySheet(ImportFormat):
    id = "tally"
    place = 6
    label = "Tally sheet"
    help = "a tally of points"

    def recognises(self, text: ImportText) -> bool:
        return text.has_columns(COLUMNS)

    def read(self, text: str, chosen: str | None = None) -> Imported:
        problems, evenings = ImportProblems(), list[ImportedEvening]()
        cells, columns = read_columns(text, COLUMNS)
        people = people_of_results(cells, problems, known=columns.values(), no_people=())
        for row in cells.rows:
            when = problems.parse_text(read_day, row.cell(columns["date"]), row.place)
            amounts = amounts_of_row(row, people, POINTS, problems)
            hand = ImportedHand(place=row.place, amounts=amounts, was_dealt=False)
            if when:
                evenings.append(
                    ImportedEvening(place=row.place, when=when, people=tuple(amounts), hands=(hand,), unit=POINTS)
                )
        problems.raise_if_any_or_nothing(evenings)
        return Imported(format=self, evenings=tuple(evenings))
