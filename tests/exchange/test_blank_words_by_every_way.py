"""A unit or a contract of a table's own whose word shows nothing, by every way in."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scorebook.exchange.club_file import import_club
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import terms
from scorebook.play.models import Evening
from tests.exchange.club_with_everything import file_of, undone
from tests.support.api_phone import Json, Phone, opening, unchanged
from tests.support.imported import new_club
from tests.support.paged_evening import problems_of, start_fields
from tests.support.played_evening import new_evening

pytestmark = pytest.mark.django_db
BLANK = ["\u3164", "\u2800", "\u115f", "\u1160\u1160", "\uffa0", "\ufe0f", "\u2800 \u3164"]
blank = pytest.mark.parametrize("word", BLANK, ids=ascii)
UNITS = [("{}", "unit_missing"), ("{0}/{0}", "unit_missing"), ("{}/litres", "unit_impossible")]
TABLE = "date;Anna;Beppo;Cilli;Done\n2025-11-13;2;-2;0;0\n"
HANDS = "date;players;contract;declarer;won\n13.11.2025;Anna, Beppo, Cilli, Done;wenz;Anna;yes\n"
IN_WORDS = {"game": "bierkopf", "stake_bierkopf": "in_words"}


def own_contract(word: str) -> Json:
    return {"own_contracts": [{"name": "Blau", "price": 20}, {"name": word, "price": 20}]}


def refusals(phone: Phone, path: str, body: Json) -> list[tuple[str, str]]:
    answer = unchanged(lambda: phone.post(path, body))
    assert answer.status == 400
    return answer.problems


@blank
@pytest.mark.parametrize(("unit", "code"), UNITS)
def test_the_api_refuses_a_unit_that_shows_nothing(word: str, unit: str, code: str) -> None:
    phone, club = Phone(), new_club()
    bringing_in = opening(unit=unit.format(word)) | {"text": TABLE}
    del bringing_in["people"]
    assert refusals(phone, "evenings", opening(unit=unit.format(word))) == [(code, "unit")]
    assert refusals(phone, f"clubs/{club.keeper_token}/imports", bringing_in) == [(code, "unit")]


@blank
def test_the_api_refuses_a_contract_whose_name_shows_nothing(word: str) -> None:
    phone, club = Phone(), new_club()
    bringing_in = opening(house_rules=own_contract(word)) | {"text": TABLE}
    del bringing_in["people"]
    refused = [("own_contract_unnamed", "own_contracts.1.name")]
    assert refusals(phone, "evenings", opening(house_rules=own_contract(word))) == refused
    assert refusals(phone, f"clubs/{club.keeper_token}/imports", bringing_in) == refused


@blank
def test_the_page_names_the_unit_and_the_contract(client: Client, word: str) -> None:
    fields = start_fields(**IN_WORDS, unit_one_bierkopf=word, unit_many_bierkopf=word)
    page = client.post("/", fields, headers={"accept-language": "en"})
    assert (page.status_code, problems_of(page)) == (422, ["What are you playing for?"])
    rows = {"rule_own_contracts": "", "rule_own_contracts-0-name": word, "rule_own_contracts-0-price": "20"}
    rows |= {"rule_own_contracts-0-sides": "alone", "rule_own_contracts-0-aim": "card_points"}
    page = client.post("/", start_fields(rules_of="bavarian/pub_10_20_50", **rows), headers={"accept-language": "en"})
    assert (page.status_code, problems_of(page)) == (422, ["What is this contract called?"])
    assert 'href="#rule_own_contracts-0-name"' in page.content.decode()
    assert not Evening.objects.exists()


@blank
def test_the_command_refuses_a_unit_that_shows_nothing(word: str, tmp_path: Path) -> None:
    file = tmp_path / "abende.csv"
    file.write_text(HANDS)
    with pytest.raises(CommandError, match="What do you play for|unit_missing"):
        call_command("import_evenings", str(new_club().pk), str(file), "--unit", word, "--write")
    assert not Evening.objects.exists()


def test_books_that_hold_such_words_are_read_and_move(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """They were written before such words were refused: a club must not lose them."""
    opened = opening(unit="\u3164", house_rules=own_contract("\u2800"))
    with undone():
        with monkeypatch.context() as before:
            before.setattr(terms, "is_blank_text", lambda text: False)
            assert Phone().post("evenings", opened).status == 201
        [evening] = Evening.objects.all()
        assert [one.name for one in evening.rules.own_contracts] == ["Blau", "\u2800"]  # type: ignore[attr-defined]
        assert client.get(f"/t/{evening.scribe_token}/").status_code == 200
        file = file_of(evening.club_id)
    [club] = import_club(file).clubs
    assert Evening.objects.get(club=club).unit == "\u3164"
    assert audit_club(club) is None


def test_letters_beside_what_shows_nothing_are_a_word() -> None:
    heart = "\u2764\ufe0f"
    assert new_evening("Anna", "Beppo", "Cilli", "Done", unit=heart, stake_minor=1).fresh().unit == heart
    assert Phone().post("evenings", opening(id=str(uuid4()), house_rules=own_contract(heart))).status == 201
