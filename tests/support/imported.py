"""Importing in few words: a club, a text, and what stands in the books after it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID, uuid4

from rules import PRESETS
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import create_club, enrol_players
from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_draft import Choices, Draft, Money, draft_import
from scorebook.exchange.imports.import_duplicates import WrittenImport
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.exchange.imports.import_undoing import ImportUndoing
from scorebook.exchange.imports.import_writing import ImportWriting
from scorebook.exchange.models import Import
from scorebook.ledger import queries as books
from scorebook.play.models import Evening
from scorebook.play.services import Terms

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
PUB = Terms(ruleset=PRESETS["bavarian"]["pub_10_20_50"], unit="EUR", stake_minor=1)


def new_club(*names: str) -> Club:
    club = create_club(key=uuid4(), name="Stammtisch Linde", by="club link", at=NOW)
    if names:
        enrol_players(club=club, names=names, by="club link", at=NOW)
    return club


def choices(
    *, money: Money = Money.OPEN, terms: Terms = PUB, names: Mapping[str, UUID | None] | None = None
) -> Choices:
    return Choices(terms=terms, money=money, names=names or {})


def previewed(
    club: Club,
    text: str,
    chosen: Choices | None = None,
    figures: str | None = None,
    *,
    key: UUID | None = None,
) -> Draft:
    read = read_evenings(text, figures=figures)
    return draft_import(club=club, imported=read, choices=chosen or choices(), key=key or uuid4(), now=NOW)


def imported(
    club: Club,
    text: str,
    chosen: Choices | None = None,
    *,
    key: UUID | None = None,
    figures: str | None = None,
    at: datetime = NOW,
) -> WrittenImport:
    return ImportWriting(
        club=club,
        imported=read_evenings(text, figures=figures),
        choices=chosen or choices(),
        key=key or uuid4(),
        file_name="abende.csv",
        by="club link",
        at=at,
        most=None,
    ).write_all()


def undone(club: Club, found: WrittenImport, *, key: UUID | None = None, at: datetime = NOW) -> Import:
    key = key or uuid4()
    return ImportUndoing(club=club, import_id=found.pk, key=key, by="club link", at=at, most=None).undo_all()


def problems_of(text: str, figures: str | None = None) -> list[tuple[str, int | None, str]]:
    """Code, line and column of everything that is wrong with a text."""
    try:
        read_evenings(text, figures=figures)
    except ImportRefused as refused:
        return [(one.code, one.line, one.where) for one in refused.problems]
    return []


def evenings_of(club: Club) -> list[Evening]:
    return list(Evening.objects.filter(club=club).order_by("number"))


def balances(club: Club, evening: Evening | None = None, unit: str = "EUR") -> dict[str, int]:
    """Name -> minor units, of those that have any; of no evening, on the tab."""
    found = (
        books.balances(club=club, unit=unit, evening_id=evening.pk)
        if evening
        else books.tab_balances(club=club, unit=unit)
    )
    names = dict(Player.objects.filter(club=club).values_list("pk", "name"))
    return {names[id]: amount for id, amount in sorted(found.items(), key=lambda one: names[one[0]]) if amount}
