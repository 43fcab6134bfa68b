"""Nightly backups and the restore drill by the real commands, from and into the engine that this run is for."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.books.copies import in_turn, write_evenings
from tests.conftest import Figure
from tests.support.databases import empty_databases
from tests.support.log_search import kept_output
from tests.support.other_servers import odd_server
from tests.support.process import ROOT, START_TIMEOUT_S, Serving, environment, free_port, manage

pytestmark = pytest.mark.sampled


@pytest.fixture(scope="module")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    with empty_databases(tmp_path_factory.mktemp("databases")) as new_one:
        yield new_one


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[], str]) -> dict[str, str]:
    """The settings of an installation with some evenings in it."""
    data = tmp_path_factory.mktemp("site")
    variables = {"SCOREBOOK_DATA": str(data), "DATABASE_URL": new_database()}
    write_evenings(**variables)
    return variables


@pytest.fixture(scope="module")
def kept(site: dict[str, str]) -> Path:
    """The newest backup of the site, by the command."""
    with odd_server() as server:
        server.files["/geheim"] = b"OK"
        done = manage("backup", "--keep", "7", SCOREBOOK_BACKUP_PING=f"{server.address}/geheim", **site)
    assert (done.returncode, done.stderr) == (0, "")
    assert "restored and audited in" in done.stdout and "; 1 kept, 0 removed" in done.stdout
    assert server.requests == [("GET", "/geheim")] and "geheim" not in done.stdout
    return next(Path(site["SCOREBOOK_DATA"], "backups").glob("*.backup"))


def test_the_newest_backup_comes_back_beside_the_site(kept: Path, site: dict[str, str], figure: Figure) -> None:
    before = sorted(kept.parent.iterdir())
    done = manage("drill", **site)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{kept} of 20")
    assert done.stdout.endswith(f"everything is right, {kept.stem}.anchor is met\n")
    assert f"a SQLite file in {kept.parent}, deleted since" in done.stdout
    assert sorted(kept.parent.iterdir()) == before
    figure(f"drill into SQLite: {done.stdout.partition(': ')[2].strip()}")


def test_it_comes_back_in_a_database_of_this_engine_and_stays_there(
    kept: Path, site: dict[str, str], new_database: Callable[[], str], tmp_path: Path, figure: Figure
) -> None:
    into = new_database()
    done = manage("drill", kept.name, "--into", into, **site)
    assert (done.returncode, done.stderr) == (0, "")
    figure(f"drill --into: {done.stdout.partition(': ')[2].strip()}")
    again, own = in_turn(*(["drill", "--into", url] for url in (into, site["DATABASE_URL"])), **site)
    assert "the database is not empty" in again.error and "the site's own database" in own.error
    audited = manage("audit", SCOREBOOK_DATA=str(tmp_path), DATABASE_URL=into)
    assert audited.returncode == 0 and audited.stdout.endswith("everything is right\n")


@pytest.mark.once
def test_a_bare_name_stands_for_one_that_is_kept(kept: Path, site: dict[str, str]) -> None:
    done = manage("restore", kept.name, **site)
    assert done.returncode == 1 and f"{kept} was not restored: the database is not empty" in done.stderr


@pytest.mark.once
def test_a_database_that_is_away_is_reported_in_a_line(tmp_path: Path) -> None:
    settings = {
        "SCOREBOOK_DATA": str(tmp_path),
        "DATABASE_URL": f"postgresql://anna:geheim@127.0.0.1:{free_port()}/scorebook",
    }
    done = manage("backup", "--keep", "7", **settings)
    assert done.returncode == 1 and "the database does not answer" in done.stderr
    assert "Traceback" not in done.stderr and "geheim" not in done.stderr
    for result in in_turn(["backup", "x.backup"], ["audit"], ["anchor"], **settings):
        assert "the database does not answer" in result.error and "geheim" not in result.error


@pytest.mark.thorough
@pytest.mark.once
def test_a_site_whose_database_is_away_can_still_be_tried(kept: Path, tmp_path: Path) -> None:
    away = f"postgresql://anna:geheim@127.0.0.1:{free_port()}/books"
    done = manage("drill", str(kept), SCOREBOOK_DATA=str(tmp_path), DATABASE_URL=away)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"a SQLite file in {tmp_path}, deleted since" in done.stdout
    assert not list(tmp_path.glob(".scratch-*"))


def test_what_would_not_come_back_fails(kept: Path, site: dict[str, str], tmp_path: Path) -> None:
    file, other = tmp_path / "scorebook.backup", tmp_path / "other.backup"
    file.write_bytes(kept.read_bytes()[:-200])
    other.write_bytes(kept.read_bytes())
    other.with_suffix(".anchor").write_text(kept.with_suffix(".anchor").read_text().partition("\n")[2])
    wrong = {file: "it cannot be read", other: "other.anchor names 1 heads", tmp_path: "is not there"}
    for result, expected in zip(in_turn(*(["drill", str(one)] for one in wrong), **site), wrong.values(), strict=True):
        assert expected in result.error


@pytest.mark.once
def test_impossible_commands_are_reported(tmp_path: Path) -> None:
    expected = [
        (["drill"], "there is no backup in"),
        (["drill", "--into", "mysql://anna:geheim@host/name"], "not a URL such as"),
        (["backup"], "either FILE or --keep N"),
        (["backup", "x.backup", "--keep", "7"], "either FILE or --keep N"),
        (["backup", "x.backup", "--at", "04:30"], "need --keep N"),
        (["backup", "--keep", "7", "--at", "04:30", "--set-back"], "without --at"),
        (["backup", "--keep", "0"], "from 1 to 366"),
        (["backup", "--keep", "367"], "from 1 to 366"),
        (["backup", "--keep", "7", "--at", "24:00"], "not a time such as 04:30"),
        (["backup", "--keep", "7"], "run manage.py migrate first"),
        (["backup", "x.backup"], "run manage.py migrate first"),
    ]
    results = in_turn(*(arguments for arguments, _ in expected), SCOREBOOK_DATA=str(tmp_path))
    for (arguments, words), result in zip(expected, results, strict=True):
        assert words in result.error and "geheim" not in result.error, arguments
    done = manage(*expected[0][0], SCOREBOOK_DATA=str(tmp_path))
    assert done.returncode == 1 and expected[0][1] in done.stderr and "Traceback" not in done.stderr


# -- once a day ------------------------------------------------------------------------------------------------------


STAYING = [sys.executable, str(ROOT / "manage.py"), "backup", "--keep", "7", "--at", "04:30"]


@contextmanager
def staying(site: dict[str, str]) -> Iterator[Serving]:
    with kept_output() as output:
        process = subprocess.Popen(STAYING, env=environment(**site), stdout=output, stderr=subprocess.STDOUT)
        try:
            yield Serving(process, 0, Path(output.name))
        finally:
            process.kill()
            process.wait(timeout=START_TIMEOUT_S)


def ended(stays: Serving, number: signal.Signals) -> tuple[int, str, float]:
    """Exit code, what was printed since, and how many seconds it took."""
    began_s = time.monotonic()
    code = stays.stop(number)
    return code, stays.rest(), time.monotonic() - began_s


def test_it_stays_and_ends_on_a_signal(site: dict[str, str], tmp_path: Path, figure: Figure) -> None:
    """The first is made at once; a start after it waits for the night. Both then wait, and end on either signal."""
    own = site | {"SCOREBOOK_BACKUPS": str(tmp_path / "backups")}
    with staying(own) as stays:
        stays.read_until("1 kept, 0 removed")
        code, rest, took_s = ended(stays, signal.SIGTERM)
        assert (code, rest.strip().endswith(" stopped")) == (0, True), rest
    with staying(own) as stays:
        stays.read_until("of each day, in ")
        time.sleep(0.5)  # nothing happens, and that cannot be waited for otherwise
        code, rest, _ = ended(stays, signal.SIGINT)
        assert code == 0 and "kept" not in rest and "Traceback" not in rest
    figure(f"backup --at ended {took_s:.2f} s after SIGTERM")


@pytest.mark.once
def test_it_ends_in_the_middle_of_a_backup_and_leaves_nothing(site: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    with staying(site | {"SCOREBOOK_BACKUPS": str(folder)}) as stays:
        deadline = time.monotonic() + START_TIMEOUT_S
        while not list(folder.glob(".scratch-*/*.anchor")) and time.monotonic() < deadline:
            time.sleep(0.02)
        code, rest, _ = ended(stays, signal.SIGTERM)
    assert code == 0 and rest.endswith(" stopped\n"), rest
    assert [file.name for file in folder.iterdir()] == [".lock"]


@pytest.mark.once
def test_it_goes_on_after_a_day_that_failed(tmp_path: Path) -> None:
    """Nobody has made the tables yet."""
    with staying({"SCOREBOOK_DATA": str(tmp_path)}) as stays:
        stays.read_until("the backup failed: the database is not of this version: run manage.py migrate first")
        code, rest, _ = ended(stays, signal.SIGTERM)
    assert code == 0 and "Traceback" not in stays.printed + rest


@pytest.mark.once
def test_one_that_is_killed_leaves_nobody_at_work(site: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    own = environment(**site, SCOREBOOK_BACKUPS=str(folder))
    with subprocess.Popen(STAYING, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        deadline = time.monotonic() + START_TIMEOUT_S
        while not list(folder.glob(".scratch-*/scorebook.sqlite3")) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.kill()
        process.communicate(timeout=START_TIMEOUT_S)  # ends when the last process that holds its output has ended
    assert list(folder.glob("*.backup")) == []
    assert os.path.exists(folder / ".lock")
