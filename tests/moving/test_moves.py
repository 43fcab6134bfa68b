"""A club moves from one installation to another, by the commands that an operator has."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import Figure
from tests.exchange.club_with_everything import file_with_everything
from tests.moving.sites import Installation, two_databases
from tests.support.extent import in_ci
from tests.support.process import manage

pytestmark = pytest.mark.once
OLD, NEW = "http://alt.example", "http://neu.example"
# The questions are: begin, copied, audit, copied once more, open. The fourth answer lets the old side commit.
BEFORE = ("asked:1", "rows:1", "rows:9", "asked:2", "answered:2", "asked:3", "answered:3", "asked:4", "answered:4")
AFTER = ("asked:5", "answered:5")


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("empty")
    assert manage("migrate", "--data", str(folder)).returncode == 0
    return folder


@pytest.fixture
def old(empty: Path, tmp_path: Path) -> Installation:
    return Installation(folder=shutil.copytree(empty, tmp_path / "old"), url=OLD)


@pytest.fixture
def new(empty: Path, tmp_path: Path) -> Installation:
    return Installation(folder=shutil.copytree(empty, tmp_path / "new"), url=NEW)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Installation]:
    """An installation with an empty database of PostgreSQL."""
    with two_databases() as (url, _):
        site = Installation(folder=tmp_path / "server", url=NEW, database=url)
        site.run("migrate")
        yield site


def club_in(site: Installation, tmp_path: Path) -> str:
    """A club with everything and one that is linked with it, beside another one. Return its id."""
    file = tmp_path / "club.json"
    file.write_bytes(file_with_everything())
    site.run("demo", "--hands", "30", "--years", "1")
    printed = site.run("import_club", str(file)).splitlines()
    return next(line.rpartition(" ")[2] for line in printed if "/c/" in line)


@pytest.mark.django_db
def test_a_club_moves_to_another_engine_and_back(
    old: Installation, server: Installation, tmp_path: Path, figure: Figure
) -> None:
    link = club_in(old, tmp_path)
    before, demo, anchors = old.rows(link), old.run("audit"), str(tmp_path / "anchors")
    old.run("anchor", "--to", anchors)
    assert len(before["clubs_club"]) == 2 and all(before[name] for name in ("play_handevent", "clubs_linkroute"))
    said = old.move(link, server)
    figure(said.splitlines()[0])
    assert server.rows(link) == before and server.is_right()
    assert "everything is right" in old.run("audit", "--anchor", anchors) and old.run("audit") != demo
    assert "had moved before" in old.move(link, server)
    assert f"{OLD} has the club now" in server.move(link, old)
    assert old.rows(link) == before and old.run("audit") == demo
    assert "everything is right" in old.run("audit", "--anchor", anchors)
    assert server.is_right() and server.run("audit").startswith("0 clubs")


@pytest.fixture(scope="session")
def with_demo(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder, and the link of the club in it."""
    folder = shutil.copytree(empty, tmp_path_factory.mktemp("demo") / "old")
    done = manage("demo", "--hands", "20", "--years", "1", "--data", str(folder))
    [link] = [line.rpartition(" ")[2] for line in done.stdout.splitlines() if "/c/" in line]
    return folder, link


@pytest.mark.long
@pytest.mark.parametrize("whom", ["sender", "receiver"])
@pytest.mark.parametrize("point", in_ci(BEFORE + AFTER, otherwise=("answered:4", "asked:5")))
def test_one_side_has_the_club_wherever_the_other_is_killed(
    with_demo: tuple[Path, str], new: Installation, tmp_path: Path, whom: str, point: str
) -> None:
    folder, link = with_demo
    old = Installation(folder=shutil.copytree(folder, tmp_path / "old"), url=OLD)
    before = old.rows(link)
    killed = old.killed_move(link, new, whom=whom, point=point)
    assert killed.returncode != 0
    if whom == "receiver":
        valid = "this site still has the club" if point in BEFORE else f"{NEW} has the club, but has not said"
        assert valid in killed.stderr
    if point in BEFORE:
        assert old.rows(link) == before and old.is_right()
        assert f"{NEW} has the club now" in old.move(link, new)
    else:
        assert old.run("audit").startswith("0 clubs") and old.is_right()
        assert "had moved before" in old.move(link, new)
    assert new.rows(link) == before and new.is_right() and old.is_right()


def test_what_an_interrupted_move_has_copied_can_be_removed(
    with_demo: tuple[Path, str], new: Installation, tmp_path: Path
) -> None:
    folder, link = with_demo
    old = Installation(folder=shutil.copytree(folder, tmp_path / "old"), url=OLD)
    old.killed_move(link, new, whom="sender", point="asked:3")
    anchors = tmp_path / "anchors"
    new.run("anchor", "--to", str(anchors))
    assert "keeps the club" in old.move(link, new, "--cancel")
    assert new.run("audit").startswith("0 clubs") and new.is_right()
    assert "everything is right" in new.run("audit", "--anchor", str(anchors))
    old.move(link, new)
    assert "has the club already" in old.move(link, new, "--cancel", code=1)


def test_a_move_that_cannot_be_is_refused_and_changes_nothing(
    with_demo: tuple[Path, str], new: Installation, tmp_path: Path
) -> None:
    folder, link = with_demo
    old = Installation(folder=shutil.copytree(folder, tmp_path / "old"), url=OLD)
    twin = Installation(folder=shutil.copytree(folder, tmp_path / "twin"), url=NEW)
    stranger = Installation(folder=new.folder, url="http://fremd.example")
    before = old.rows(link)
    assert "is in use there" in old.move(link, twin, code=1)
    assert "does not answer under the name fremd.example" in old.move(link, stranger, code=1)
    assert "the other side has ended" in old.move(link, new, code=1, through="false")
    assert "does not speak as manage.py receive_club" in old.move(
        link, new, code=1, through="sh -c 'read line; echo nothing'"
    )
    assert "cannot be started" in old.move(link, new, code=1, through="no-such-command")
    assert "there is no club" in old.move("nobody", new, code=1)
    for wrong in ("neu.example", "https://neu.example/club", "ftp://neu.example"):
        other = Installation(folder=new.folder, url=wrong)
        assert "is not an address such as" in old.move(link, other, code=2)
    assert old.rows(link) == before and old.is_right()
    assert twin.rows(link) == before and new.run("audit").startswith("0 clubs")


def test_two_sites_never_have_the_club(with_demo: tuple[Path, str], new: Installation, tmp_path: Path) -> None:
    """Of two moves at once, one does it; and neither a backup nor a file brings the club back beside the other site."""
    folder, link = with_demo
    old = Installation(folder=shutil.copytree(folder, tmp_path / "old"), url=OLD)
    before, file, backup = old.rows(link), str(tmp_path / "club.json"), str(tmp_path / "old.backup")
    old.run("export_club", link, file)
    old.run("backup", backup)
    [club] = before["clubs_club"]
    with ThreadPoolExecutor() as pool:
        codes = list(pool.map(lambda _: old.try_move(link, new), range(2)))
    assert 0 in codes
    assert new.rows(link) == before and new.is_right() and old.run("audit").startswith("0 clubs")
    assert f"has moved to {NEW}" in old.run("import_club", file, code=1)
    assert f"{NEW} has the club" in old.run("restore", backup, "--club", link, code=1)
    assert json.loads(club)[0] and "has moved elsewhere" in old.move(json.loads(club)[0], old, code=1)
    assert old.is_right()
