"""`manage.py export_club` and `import_club`, and the page on which a club gives its file away."""

from __future__ import annotations

import io
import json
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorebook.clubs.models import Club
from scorebook.clubs.services import create_club
from scorebook.exchange.club_file import ClubUnsound, import_club
from scorebook.ledger.models import Entry
from tests.exchange.club_with_everything import club_with_everything, file_of, file_with_everything, undone
from tests.support.booked_evening import unguarded
from tests.support.played_evening import NINE_O_CLOCK, new_evening, rufer


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


@pytest.fixture
def file(db: None, tmp_path: Path) -> Path:
    """That of a club which is not here any more."""
    path = tmp_path / "linde.club.json"
    path.write_bytes(file_with_everything())
    return path


def test_a_club_goes_out_and_comes_in(db: None, tmp_path: Path) -> None:
    file = tmp_path / "linde.club.json"
    with undone():
        printed = run("export_club", club_with_everything().pk, file)
    lines = file.read_bytes().count(b"\n")
    assert printed == f"{file}: {lines:,} lines, {file.stat().st_size:,} bytes\n"
    assert file.stat().st_mode & 0o077 == 0
    club, other, proof = run("import_club", file).splitlines()
    link = Club.objects.get(name="Stammtisch zur Linde").keeper_token
    assert club == f"Stammtisch zur Linde: /c/{link}/"
    assert other.startswith("Abend vom 3.: /c/")
    entries = sum(line.strip().startswith('{"seq"') and '"transfers"' in line for line in file.read_text().splitlines())
    # Ten hands on the first evening, one on the second, two on the fourth; one imported, one imported and struck out;
    # and one of the linked club.
    assert proof == f"7 evenings, 16 hands, 40 events, {entries} in the ledger: imported, everything is right"


def test_a_club_is_named_by_its_id_or_its_link(db: None, tmp_path: Path) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    for named in (str(evening.club.pk).upper(), f"https://linde.example/c/{evening.club.keeper_token}/"):
        run("export_club", named, tmp_path / "one.json")
        assert (tmp_path / "one.json").read_bytes() == file_of(evening.club.pk)
    with pytest.raises(CommandError, match="there is no club"):
        run("export_club", f"/c/{evening.stored.scribe_token}/", tmp_path / "other.json")
    assert [path.name for path in tmp_path.iterdir()] == ["one.json"]


def test_a_check_writes_nothing(file: Path) -> None:
    printed = run("import_club", "--check", file)
    assert printed.splitlines()[0] == "Stammtisch zur Linde"
    assert printed.endswith("nothing was written, but all of it could be, everything is right\n")
    assert not Club.objects.exists()


def test_problems_are_reported_with_their_place(file: Path) -> None:
    data = json.loads(file.read_bytes())
    data["clubs"][0]["books"]["entries"][2]["transfers"][0]["amount_minor"] += 10
    file.write_text(json.dumps(data))
    for check in ([], ["--check"]):
        with pytest.raises(CommandError, match=r"was not imported:\nclubs\[0\]\.books\.entries\[2\]: .*entry_changed"):
            run("import_club", file, *check)
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        run("import_club", file.with_name("missing.json"))
    assert not Club.objects.exists()


def test_where_it_cannot_be_written_nothing_is_left_behind(db: None, tmp_path: Path) -> None:
    club = create_club(key=uuid4(), name="Stammtisch Linde", at=NINE_O_CLOCK, by="club link")
    (tmp_path / "taken").mkdir()
    for target in (tmp_path / "missing" / "x.json", tmp_path / "taken"):
        with pytest.raises(CommandError, match="cannot be written"):
            run("export_club", club.pk, target)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_books_that_cannot_have_come_about_do_not_go_out(db: None, tmp_path: Path) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    with unguarded():
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE ledger_account SET kind = 'cash', unit = 'x', evening_id = NULL WHERE kind = 'table'"
            )
        with pytest.raises(CommandError, match=r"entry 1 moves money of .*manage.py audit"):
            run("export_club", evening.club.pk, tmp_path / "x.json")
        with pytest.raises(ClubUnsound):
            file_of(evening.club.pk)
    assert list(tmp_path.iterdir()) == []


def test_it_asks_the_same_however_many_hands_there_are(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    numbers = []
    for _ in range(2):
        evening.record(rufer("Anna", "Beppo"))
        with CaptureQueriesContext(connection) as queries:
            file_of(evening.club.pk)
        numbers.append(len(queries))
    assert numbers[0] == numbers[1]


# -- the page ------------------------------------------------------------------------------------------------------


def test_whoever_has_the_clubs_link_takes_the_file_home(db: None, client: Client) -> None:
    club = club_with_everything()
    page = client.get(
        reverse("web:order", args=[club.keeper_token]), headers={"accept-language": "en"}
    ).content.decode()
    path = reverse("web:club_file", args=[club.keeper_token])
    assert f'href="{path}"' in page and "Linked clubs are included." in page
    answer = client.get(path)
    assert answer.status_code == 200 and answer.content == file_of(club.pk)
    assert answer["Content-Type"] == "application/json" and "no-store" in answer["Cache-Control"]
    assert answer["Content-Disposition"] == 'attachment; filename="stammtisch-zur-linde.club.json"'
    assert client.post(path).status_code == 405


@pytest.mark.parametrize("link", ["scribe_token", "watch_token"])
def test_no_link_of_an_evening_opens_it(db: None, client: Client, link: str) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    assert client.get(reverse("web:club_file", args=[getattr(evening.stored, link)])).status_code == 404
    assert client.get(reverse("web:club_file", args=["nobody"])).status_code == 404


def test_a_club_with_a_name_of_another_script_gives_its_file_that_name(db: None, client: Client) -> None:
    for name, quoted in (("Weißbier Über", "wei%C3%9Fbier-%C3%BCber"), ("🍺", "club")):
        club = create_club(key=uuid4(), name=name, at=NINE_O_CLOCK, by="club link")
        answer = client.get(reverse("web:club_file", args=[club.keeper_token]))
        assert quoted in answer["Content-Disposition"]
        assert json.loads(answer.content)["clubs"][0]["name"] == name


def test_an_empty_club_goes_out_and_comes_in(db: None) -> None:
    with undone():
        file = file_of(create_club(key=uuid4(), name="Stammtisch Linde", at=NINE_O_CLOCK, by="club link").pk)
    done = import_club(file)
    assert (file_of(done.clubs[0].pk), Entry.objects.count()) == (file, 0)
