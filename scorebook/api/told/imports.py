"""The request to import evenings."""

from scorebook.api.told.evenings import RulesetRequest
from scorebook.api.told.fields import (
    BooleanField,
    ChoiceField,
    IntegerField,
    IntegersField,
    LinesField,
    NoteField,
    PeopleMatchField,
    TextField,
)
from scorebook.api.told.objects import KeyedRequest
from scorebook.exchange.imports.draft import Money
from scorebook.exchange.imports.told import Format


class ImportEveningsRequest(KeyedRequest, RulesetRequest):
    """text: the file; see docs/import.md.
    format: format of the text; detected if missing.
    figures: unit of the figures if the text does not name it: points, or a currency by its code of ISO 4217.
    unit, stake_minor: for what the text does not name itself; as for a new evening.
    money: whether the amounts won are paid, still open, or go on the tab; defaults to paid.
    people: name in the text -> id of the person, or null for a new person; not needed for names that match.
    file_name: name of the file.
    dry_run: returns what would be written, and writes nothing.
    """

    text = LinesField()
    format = ChoiceField(Format, needed=False)
    figures = IntegersField(needed=False)
    unit = TextField()
    stake_minor = IntegerField()
    money = ChoiceField(Money, needed=False)
    people = PeopleMatchField(needed=False)
    file_name = NoteField(needed=False)
    dry_run = BooleanField(needed=False)
