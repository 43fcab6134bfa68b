"""What a client tells of evenings that were kept elsewhere."""

from scorebook.api.told.evenings import ToldRuleset
from scorebook.api.told.fields import Choice, Figures, Lines, Note, People, Text, Whole, Yes
from scorebook.api.told.objects import Keyed
from scorebook.exchange.imports.draft import Money
from scorebook.exchange.imports.told import Format


class ImportEvenings(Keyed, ToldRuleset):
    """text: the file, as docs/import.md says.
    format: what it is; found out from the text, if nobody says.
    figures: what its figures are, where the text does not say it: points, or a currency by its code of ISO 4217.
    unit, stake_minor: of what the text does not say itself; as of a new evening.
    money: whether what was won then is paid, still open, or goes on the tab; paid, if nothing is said.
    people: name in the text -> the id of the person that is, or null for somebody new; names that match need none.
    file_name: as somebody calls it.
    dry_run: writes nothing, and says what would be written.
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
