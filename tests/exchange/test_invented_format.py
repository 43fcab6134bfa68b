"""A format of a test, one file in the folder that CONTRIBUTING names, is offered and read everywhere."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from scorebook.clubs.models import Club
from scorebook.exchange.imports import formats
from scorebook.exchange.imports.formats import registry
from scorebook.exchange.imports.formats.registry import FORMATS, detect_format, found_formats
from scorebook.exchange.models import Import
from scorebook.operations.audit.full_audit import audit_club
from tests.support.api_phone import Phone, key
from tests.support.imported import evenings_of, imported, new_club
from tests.support.paged_evening import text_of

FOLDER = Path(__file__).parent / "invented_formats"
SHEET = "Strichliste;Anna;Beppo;Cilli;Done\n13.11.2025;3;-1;-1;-1\n"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _tally_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    before = list(FORMATS)
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(FOLDER)])
    monkeypatch.setitem(sys.modules, f"{formats.__name__}.tally_sheet", None)
    monkeypatch.delitem(sys.modules, f"{formats.__name__}.tally_sheet")
    found = found_formats(formats.__path__)
    assert list(found) == [*before, "tally"]
    monkeypatch.setitem(FORMATS, "tally", found["tally"])


@pytest.fixture
def club() -> Club:
    return new_club("Anna", "Beppo", "Cilli", "Done")


def test_a_sheet_is_recognised_and_imported_and_no_other_text_is(club: Club) -> None:
    assert detect_format(SHEET).id == "tally"
    assert detect_format(SHEET.replace("Strichliste", "Datum")).id == "results"
    assert imported(club, SHEET).first.format == "tally"
    [evening] = evenings_of(club)
    assert sorted(evening.all_seats().values_list("points", flat=True)) == [-1, -1, -1, 3]
    assert audit_club(club) is None


def test_the_page_offers_it_and_names_what_came_in(club: Club, client: Client) -> None:
    page, headers = f"/c/{club.keeper_token}/import", {"accept-language": "en"}
    page_text = text_of(client.get(page, headers=headers))
    assert "or a tally of points. You will see a preview first." in page_text and "Tally sheet" in page_text
    sent = {"key": str(uuid4()), "text": SHEET, "format": "tally", "write": "1"}
    assert client.post(page, sent, headers=headers).status_code == 302
    assert "Tally sheet" in text_of(client.get(page, headers=headers)).partition("Past imports")[2]


def test_the_command_reads_it(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "striche.csv"
    file.write_text(SHEET)
    call_command("import_evenings", str(club.pk), str(file), "--format", "tally", "--write", stdout=io.StringIO())
    assert Import.objects.get().format == "tally"


def test_the_api_takes_its_id(club: Club) -> None:
    terms = {"game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1}
    body = {**key(), **terms, "text": SHEET, "format": "tally", "dry_run": True}
    answer = Phone(is_documented=False).post(f"clubs/{club.keeper_token}/imports", body)
    assert (answer.status, answer.json["draft"]["format"]) == (200, "tally")


def test_no_two_formats_have_one_id_or_place() -> None:
    kinds = registry.FORMATS.values()
    assert len({one.id for one in kinds}) == len({one.place for one in kinds}) == len(kinds)
    assert all(name == one.id and one.help and one.label for name, one in FORMATS.items())
