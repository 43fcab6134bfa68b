"""Books of an older version, in which "eur" and "€" were words: they stay as they are and mean what they meant."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from scorebook.exchange.club_file import import_club
from scorebook.ledger.models import Entry
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import services
from scorebook.play.models import Evening
from scorebook.web.core.money import amount_text
from tests.exchange.club_with_everything import file_of, undone
from tests.support.api_phone import Phone, opening
from tests.support.paged_evening import start_fields, text_of
from tests.support.played_evening import PUB, PlayedEvening, new_evening, rufer

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Beppo", "Cilli", "Done")
WORDS = ("eur", "€", "usd", "Euro")


def evening_of_an_older_version(unit: str, *, stake_minor: int = 10) -> PlayedEvening:
    """Anna and Beppo win a Rufer of 20 points at that stake, when every unit but EUR and CHF was a word."""
    terms = services.Terms(ruleset=PUB, unit="beer", stake_minor=stake_minor)
    for name in ("unit", "typed_unit"):
        object.__setattr__(terms, name, unit)
    table = new_evening(*NAMES)
    table.stored = services.open_evening(
        club=table.club, key=uuid4(), terms=terms, players=list(table.players.values()), first_dealer=None,
        at=table.now(), by="club link",
    )  # fmt: skip
    table.record(rufer("Anna", "Beppo"))
    table.close()
    return table


@pytest.fixture(params=WORDS)
def older(request: pytest.FixtureRequest) -> PlayedEvening:
    table = evening_of_an_older_version(request.param)
    assert table.fresh().unit == request.param
    return table


def hashes(table: PlayedEvening) -> list[str]:
    return list(Entry.objects.filter(club=table.club).order_by("seq").values_list("hash", flat=True))


def test_amounts_that_were_whole_ones_stay_whole_ones(older: PlayedEvening, client: Client) -> None:
    unit = older.fresh().unit
    page = text_of(client.get(f"/t/{older.link}/settle", headers={"accept-language": "de"}))
    assert f"200 {unit}" in page.replace("\xa0", " ")
    assert older.balances() == {"Anna": 200, "Beppo": 200, "Cilli": -200, "Done": -200}
    assert audit_club(older.club) is None


def test_the_club_goes_on_in_its_word_and_may_change_to_the_currency(older: PlayedEvening) -> None:
    """In one account cents and whole ones would be added up."""
    word, before = older.fresh().unit, hashes(older)
    phone = Phone()
    club = older.club.keeper_token
    same = phone.post("evenings", opening("Emil", "Fanny", "Gustl", "Hias", unit=word, club_token=club)).json
    code = {"usd": "USD"}.get(word, "EUR")
    other = phone.post("evenings", opening("Emil", "Fanny", "Gustl", "Hias", unit=code, club_token=club)).json
    assert (same["unit"], other["unit"]) == (word, code)
    assert hashes(older) == before
    with translation.override("de"):
        assert amount_text(200, word).replace("\xa0", " ") == f"200 {word}"


@pytest.mark.parametrize("word", WORDS)
def test_the_start_page_goes_on_in_the_word_that_it_proposes(client: Client, word: str) -> None:
    table = evening_of_an_older_version(word, stake_minor=1)
    path, before = f"/c/{table.club.keeper_token}/start", hashes(table)
    proposed = client.get(path).content.decode()
    assert f'name="unit_one_bavarian" value="{word}"' in " ".join(proposed.split())
    form = start_fields(*NAMES, stake_bavarian="in_words", unit_one_bavarian=word, unit_many_bavarian=word)
    answer = client.post(path, form)
    assert answer.status_code == 302, text_of(answer)
    started = Evening.objects.filter(club=table.club).latest("number")
    assert (started.unit, started.stake_minor, hashes(table)) == (word, 1, before)
    assert audit_club(table.club) is None


def test_the_start_page_changes_to_the_currency_where_it_is_typed(client: Client) -> None:
    table = evening_of_an_older_version("usd", stake_minor=1)
    form = start_fields(*NAMES, stake_bavarian="in_words", unit_one_bavarian="USD")
    assert client.post(f"/c/{table.club.keeper_token}/start", form).status_code == 302
    started = Evening.objects.filter(club=table.club).latest("number")
    assert (started.unit, started.stake_minor) == ("USD", 100)


def test_a_new_club_never_gets_the_word() -> None:
    phone = Phone()
    units = [phone.post("evenings", opening(unit=word)).json["unit"] for word in WORDS]
    assert units == ["EUR", "EUR", "USD", "EUR"]


def test_statements_and_the_tab_are_asked_for_by_the_word(older: PlayedEvening) -> None:
    phone, word = Phone(), older.fresh().unit
    club, anna = older.club.keeper_token, older.players["Anna"].pk
    found = phone.get(f"clubs/{club}/people/{anna}/statement?unit={word}").json
    assert (found["unit"], found["balance_minor"]) == (word, 200)
    assert phone.get(f"clubs/{club}/tab?unit={word}").json["unit"] == word
    assert phone.get(f"clubs/{club}/boards/money?unit={word}").json["lines"][0]["amounts"] == {word: 200}


def test_its_file_brings_the_word_back() -> None:
    with undone():
        file = file_of(evening_of_an_older_version("eur").club.pk)
    [club] = import_club(file).clubs
    assert file_of(club.pk) == file and Evening.objects.get(club=club, hand_count=1).unit == "eur"
    assert audit_club(club) is None


def test_a_code_in_capitals_is_read_in_minor_units_as_the_api_promised(client: Client) -> None:
    """The case of the finding: 20 points at a stake of 10 were shown as 200 USD."""
    table = new_evening(*NAMES, unit="USD", stake_minor=10)
    table.record(rufer("Anna", "Beppo"))
    table.close()
    page = text_of(client.get(f"/t/{table.link}/settle", headers={"accept-language": "en"}))
    assert "USD 2.00" in page.replace("\xa0", " ") and "200" not in page


OTHER_TABLE = "Datum;Anna;Beppo;Cilli;Done\n2.5.2024;0,20 €;0,20 €;-0,20 €;-0,20 €\n"


@pytest.mark.parametrize("money", ["open", "tab"])
def test_what_an_import_shows_is_what_it_writes(money: str) -> None:
    """Euros of a file are no whole ones of the club's word, and settle a tab of their own."""
    table = evening_of_an_older_version("eur")
    phone, path = Phone(), f"clubs/{table.club.keeper_token}/imports"
    terms = {"game": "bavarian", "preset": "pub_10_20_50", "unit": "eur", "stake_minor": 1}
    body = terms | {"id": str(uuid4()), "text": OTHER_TABLE, "money": money}
    [drafted] = phone.post(path, body | {"dry_run": True}).json["draft"]["evenings"]
    assert phone.post(path, body).status == 201
    written = Evening.objects.filter(club=table.club).latest("number")
    assert (drafted["unit"], written.unit) == ("EUR", "EUR")
    assert table.club.players.count() == 4 and audit_club(table.club) is None


def test_imported_hands_go_on_in_the_word() -> None:
    table = evening_of_an_older_version("eur")
    terms = services.Terms(ruleset=PUB, unit="eur", stake_minor=1)
    assert (terms.unit, terms.of_club(table.club).unit) == ("EUR", "eur")
    assert terms.of_club(new_evening(*NAMES).club).unit == "EUR"
