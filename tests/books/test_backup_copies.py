"""The place outside: a folder, a real WebDAV server, and servers that do not keep what they are sent."""

from pathlib import Path

import pytest

from scorebook.operations import http_client
from scorebook.operations.nightly.backup_copies import CopyFailed, CopyTarget, backup_copy_target
from tests.books.disk import full, small_disk
from tests.support.other_servers import PASSWORD, QUOTED, USER, odd_server, web_dav
from tests.support.process import free_port

pytestmark = pytest.mark.once

NAME = "scorebook-2026-11-25T033000Z.backup"
CONTENT = bytes(range(256)) * 5000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / NAME
    file.write_bytes(CONTENT)
    return file


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    return folder


def goes_there_and_away(place: CopyTarget, file: Path, outside: Path) -> None:
    (outside / "holiday.jpg").write_bytes(b"ours")
    place.put_backup_copy(file)
    place.put_backup_copy(file)  # a run that failed later is repeated
    assert (outside / NAME).read_bytes() == CONTENT
    place.remove_backup_copy(NAME)
    place.remove_backup_copy(NAME)
    assert [one.name for one in outside.iterdir()] == ["holiday.jpg"]


def test_a_folder(file: Path, outside: Path) -> None:
    goes_there_and_away(backup_copy_target(str(outside)), file, outside)
    backup_copy_target(str(outside)).put_backup_copy(file)
    assert (outside / NAME).stat().st_mode & 0o777 == 0o600


def test_a_web_dav_server(file: Path, outside: Path) -> None:
    with web_dav(outside) as address:
        goes_there_and_away(backup_copy_target(address), file, outside)
        goes_there_and_away(backup_copy_target(address.rstrip("/")), file, outside)


def test_a_folder_that_is_not_there_is_never_made(file: Path, tmp_path: Path) -> None:
    """A network disk that is not mounted: what was written into its place would fill this machine's."""
    place = backup_copy_target(str(tmp_path / "nas" / "scorebook"))
    with pytest.raises(CopyFailed, match="is not there"):
        place.put_backup_copy(file)
    with pytest.raises(CopyFailed, match="is not there"):
        place.remove_backup_copy(NAME)
    assert not (tmp_path / "nas").exists()


def test_a_full_disk_keeps_no_half(file: Path) -> None:
    with small_disk(megabytes=4) as disk:
        with full(disk), pytest.raises(CopyFailed, match="No space left"):
            backup_copy_target(str(disk)).put_backup_copy(file)
        assert list(disk.iterdir()) == []


def test_a_wrong_password_is_reported_without_it(file: Path, outside: Path) -> None:
    with web_dav(outside) as address, pytest.raises(CopyFailed) as failed:
        backup_copy_target(address.replace("heim", "heimer")).put_backup_copy(file)
    assert str(failed.value) == "127.0.0.1 answers 401"
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ("500", "127.0.0.1 answers 500"),
        ("moved", "127.0.0.1 answers 301"),
        ("breaks off", "127.0.0.1 cannot be reached: "),
        ("breaks off later", f"127.0.0.1 did not keep {NAME} as it was sent"),
        ("keeps half", f"127.0.0.1 did not keep {NAME} as it was sent"),
        ("keeps nothing", "127.0.0.1 answers 404"),
    ],
)
def test_what_did_not_arrive_whole_is_an_error_and_does_not_stay(file: Path, way: str, message: str) -> None:
    with odd_server(way) as server:
        with pytest.raises(CopyFailed) as failed:
            backup_copy_target(server.address.replace("//", f"//{QUOTED}@") + "/club").put_backup_copy(file)
        assert server.files == {}
    assert str(failed.value).startswith(message)
    assert not {USER, PASSWORD, QUOTED, "club/"} & set(str(failed.value).split())


def test_the_password_goes_along_and_nowhere_else(file: Path) -> None:
    with odd_server() as server:
        backup_copy_target(server.address.replace("//", f"//{QUOTED}@") + "/club/").put_backup_copy(file)
        assert server.passwords == {"Basic dmVyZWluOmdlOmhlaW1AMQ=="}
        assert server.requests == [("PROPFIND", "/club/"), ("PUT", f"/club/{NAME}"), ("GET", f"/club/{NAME}")]


def test_what_cannot_be_removed_is_an_error() -> None:
    with odd_server(refuses=1) as server, pytest.raises(CopyFailed, match="answers 500"):
        backup_copy_target(server.address).remove_backup_copy(NAME)
    with pytest.raises(CopyFailed, match="cannot be reached"):
        backup_copy_target(f"http://127.0.0.1:{free_port()}").remove_backup_copy(NAME)


def test_no_error_repeats_the_address() -> None:
    with pytest.raises(http_client.NotReached) as failed, http_client.open_url("GET", "http://127.0.0.1:1/geheim\x7f"):
        pass
    assert "geheim" not in str(failed.value)
