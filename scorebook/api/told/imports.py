"""The request to import evenings."""

from scorebook.api.told.evenings import ToldRuleset
from scorebook.api.told.fields import Choice, Figures, Lines, Note, People, Text, Whole, Yes
from scorebook.api.told.objects import Keyed
from scorebook.exchange.imports.draft import Money
from scorebook.exchange.imports.told import Format


class ImportEvenings(Keyed, ToldRuleset):
    """text: the file; see docs/import.md.
    format: format of the text; detected if missing.
    figures: unit of the figures if the text does not name it: points, or a currency by its code of ISO 4217.
    unit, stake_minor: for what the text does not name itself; as for a new evening.
    money: whether the amounts won are paid, still open, or go on the tab; defaults to paid.
    people: name in the text -> id of the person, or null for a new person; not needed for names that match.
    file_name: name of the file.
    dry_run: returns what would be written, and writes nothing.
    """

    text = Lines()
    format = Choice(Format, needed=False)
    figures = Figures(needed=False)
    unit = Text()
    stake_minor = Whole()
    money = Choice(Money, needed=False)
    people = People(needed=False)
    file_name = Note(needed=False)
    dry_run = Yes(needed=False)
