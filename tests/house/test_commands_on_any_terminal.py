"""Commands print what people typed on any terminal, and report a busy database in one sentence."""

import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import get_commands

from tests.support.asking import send
from tests.support.process import DATABASE, manage, serving

pytestmark = [pytest.mark.thorough, pytest.mark.once, pytest.mark.sqlite_only("a file that another program locks")]

PEOPLE = ("Žofie", "Łukasz", "Dörte", "Ёлка 🃏")
TABLE = "Datum;Žofie;Łukasz;Dörte;Neue Ğül\n13.11.2025;1,20;-0,40;-0,40;-0,40\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """folder: holds the data folders `data`, with one club, and `empty`, and the files that commands read.

    club: its id. name: what it is called.
    """

    folder: Path
    club: str
    name: str

    def copied_to(self, folder: Path) -> "Books":
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Books(folder=folder, club=self.club, name=self.name)

    def data_for(self, command: str) -> Path:
        return self.folder / ("empty" if command == "import_club" else "data")


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Books:
    folder = tmp_path_factory.mktemp("typed")
    data = folder / "data"
    assert manage("migrate", "--data", str(folder / "empty")).returncode == 0
    with serving("--host", "127.0.0.1", data=data) as server:
        wanted = {"id": str(uuid4()), "game": "bavarian", "unit": "EUR", "stake_minor": 1, "people": PEOPLE}
        status, text = send(server, "POST", "/api/v1/evenings", wanted)
        assert status == 201, text
        link = json.loads(text)["links"]["club"]["token"]
    with closing(sqlite3.connect(data / DATABASE)) as database:
        [(club, name)] = database.execute("SELECT id, name FROM clubs_club").fetchall()
    (folder / "abende.csv").write_text(TABLE, encoding="utf-8")
    for arguments in (["backup", str(folder / "site.backup")], ["export_club", link, str(folder / "club.json")]):
        done = manage(*arguments, "--data", str(data))
        assert done.returncode == 0, done.stderr
    return Books(folder=folder, club=str(club), name=name)


# The arguments of each command. A new command fails the first test until it stands here.
READING: dict[str, Callable[[Books], list[str]]] = {
    "anchor": lambda books: [],
    "audit": lambda books: [],
    "backup": lambda books: [str(books.folder / "second.backup")],
    "drill": lambda books: [str(books.folder / "site.backup")],
    "export_club": lambda books: [books.club, str(books.folder / "second.json")],
    "undo_import": lambda books: [books.club],
}
WRITING: dict[str, Callable[[Books], list[str]]] = {
    "delete_club": lambda books: [books.club, str(books.folder / "club.json"), "--name", books.name],
    "demo": lambda books: ["--years", "1", "--hands", "40"],
    "import_club": lambda books: [str(books.folder / "club.json")],
    "import_evenings": lambda books: [books.club, str(books.folder / "abende.csv"), "--write"],
    "rebuild": lambda books: [],
    "restore": lambda books: [str(books.folder / "site.backup"), "--replace"],
}
# Held by test_first_start.py, test_serve.py, tests/moving and tests/many_clubs; SQLite has nothing to distribute.
TRIED_ELSEWHERE = {"migrate", "serve", "move_club", "receive_club", "distribute"}
COMMANDS = READING | WRITING


def test_every_command_is_tried() -> None:
    ours = {name for name, app in get_commands().items() if str(app).startswith("scorebook.")}
    assert ours == set(COMMANDS) | TRIED_ELSEWHERE


@pytest.mark.parametrize("name", COMMANDS)
def test_a_terminal_that_lacks_a_letter_gets_its_number(name: str, books: Books, tmp_path: Path) -> None:
    mine = books.copied_to(tmp_path)
    data = mine.data_for(name)
    done = manage(name, *COMMANDS[name](mine), "--data", str(data), PYTHONIOENCODING="ascii", LANG="de_DE.UTF-8")
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    if name == "import_evenings":
        assert "\\u017dofie" in done.stdout
        with closing(sqlite3.connect(data / DATABASE)) as database:
            assert database.execute("SELECT count(*) FROM play_evening").fetchone() == (2,)


def test_the_server_greets_such_a_terminal_too(tmp_path: Path) -> None:
    # QR code and greeting are German, and "ö" is no ASCII.
    with serving("--host", "0.0.0.0", data=tmp_path, PYTHONIOENCODING="ascii", LANG="de_DE.UTF-8") as server:
        assert send(server, "GET", "/")[0] == 200


def test_a_busy_database_is_one_sentence(books: Books, tmp_path: Path) -> None:
    def tried(name: str) -> tuple[str, int, str]:
        mine = books.copied_to(tmp_path / name)
        data = mine.data_for(name)
        with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            done = manage(name, *WRITING[name](mine), "--data", str(data))
        return name, done.returncode, done.stderr

    with ThreadPoolExecutor(len(WRITING)) as commands:
        found = list(commands.map(tried, WRITING))
    sentence = re.compile(r"\A(.*\r)?CommandError: the database is busy: .+\n\Z")
    assert {name: message for name, code, message in found if code != 1 or not sentence.match(message)} == {}
