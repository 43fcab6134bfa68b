"""Heads of all chains, kept outside the database: one that was set back as a whole is found."""

import io
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from scorebook.clubs.services import rename_player
from scorebook.core import append_only, environment
from scorebook.ledger import services as ledger
from scorebook.operations.backup.backups import back_up, restore_backup
from tests.books.copies import demo_file
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo
from tests.support.process import free_port, manage

pytestmark = pytest.mark.sampled

NOW = datetime(2026, 11, 21, 8, 0, tzinfo=UTC)


@pytest.fixture
def evening(transactional_db: None) -> PlayedEvening:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    return evening


def anchored(*options: str) -> str:
    out = io.StringIO()
    call_command("anchor", *options, stdout=out)
    return out.getvalue()


def audited(*options: str) -> tuple[int, list[str]]:
    out, code = io.StringIO(), 0
    try:
        call_command("audit", *options, stdout=out)
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    return code, out.getvalue().splitlines()


@contextmanager
def unguarded() -> Iterator[None]:
    append_only.drop_triggers(connection, append_only.protected_tables())
    yield
    append_only.install_triggers(connection, append_only.protected_tables())


def test_it_prints_the_heads_and_nothing_that_anybody_could_use(evening: PlayedEvening) -> None:
    text = anchored()
    found = [json.loads(line) for line in text.splitlines()]
    stored, club = evening.fresh(), evening.club
    club.refresh_from_db()
    own = [(one["chain"], one["club"], one.get("evening"), one["length"], one["hash"]) for one in found]
    id = str(club.pk)
    assert own == [
        ("names", id, None, 5, club.names_head),
        ("ledger", id, None, 1, club.chain.head_hash),
        ("evening", id, str(stored.pk), 2, stored.last_hash),
    ]
    secrets = [stored.scribe_token, stored.watch_token, club.keeper_token, club.name, *evening.players]
    assert [secret for secret in secrets if secret in text] == []
    assert {datetime.fromisoformat(one["at"]).utcoffset() for one in found} == {NOW.utcoffset()}


def test_a_database_set_back_as_a_whole_is_found_by_its_anchor_only(evening: PlayedEvening, tmp_path: Path) -> None:
    back_up(tmp_path / "old.backup", made_at=NOW)
    evening.record(solo("Cilli"))
    rename_player(player=evening.players["Done"], name="Dani", by="club link", at=evening.now())
    file = tmp_path / "anchors"
    assert anchored("--to", str(file)) == "3 chains anchored\n"
    assert audited("--anchor", str(file))[0] == 0
    restore_backup(tmp_path / "old.backup", replace=True)
    assert audited() == (0, ["1 club, 1 evening, 1 hand, 2 events, 1 in the ledger: everything is right"])
    code, printed = audited("--anchor", str(file))
    assert code == 1
    places = [line.partition(": ")[0] for line in printed[:3]]
    assert places == [
        "Stammtisch Linde, names, number 6",
        "Stammtisch Linde, ledger, number 2",
        f"Stammtisch Linde, evening {evening.stored.pk}, number 3",
    ]
    assert all("chain_shorter" in line for line in printed[:3])
    assert printed[3].endswith(": 0 clubs not right, 3 anchors not met")


def test_other_hands_at_the_same_places_are_found_too(evening: PlayedEvening, tmp_path: Path) -> None:
    """Set back, and then played on until the chains are as long again."""
    back_up(tmp_path / "old.backup", made_at=NOW)
    evening.record(solo("Cilli"))
    file = tmp_path / "anchors"
    anchored("--to", str(file))
    restore_backup(tmp_path / "old.backup", replace=True)
    evening.record(rufer("Anna", "Beppo"))
    evening.record(rufer("Anna", "Beppo"))
    code, printed = audited("--anchor", str(file))
    assert code == 1
    assert ["chain_differs" in line for line in printed] == [True, True, False]


@pytest.mark.once
def test_chains_that_have_grown_since_meet_every_anchor(evening: PlayedEvening, tmp_path: Path) -> None:
    file = tmp_path / "anchors"
    for _ in range(3):
        anchored("--to", str(file))
        evening.record(rufer("Cilli", "Done"))
        evening.correct(1, solo("Anna"))
    evening.close()
    anchored("--to", str(file))
    assert len(file.read_text().splitlines()) == 12
    assert audited("--anchor", str(file))[0] == 0


@pytest.mark.once
def test_a_club_that_is_gone_is_found(evening: PlayedEvening, tmp_path: Path) -> None:
    file = tmp_path / "anchors"
    back_up(tmp_path / "old.backup", made_at=NOW)
    other = new_evening("Emil", "Fanny", "Gustl", "Hans")
    other.record(rufer("Emil", "Fanny"))
    anchored("--to", str(file))
    restore_backup(tmp_path / "old.backup", replace=True)
    code, printed = audited("--anchor", str(file))
    assert code == 1 and len(printed) == 4 and printed[0].startswith(f"club {other.club.pk}, names, number 5")
    assert audited("--anchor", str(file), "--club", str(evening.club.pk))[0] == 0


NO_ANCHOR = {"at": NOW.isoformat(), "chain": "names", "club": str(uuid4()), "length": 1, "hash": "f00"}


@pytest.mark.once
@pytest.mark.parametrize(
    "kept",
    [
        "",
        "\n",
        "no json",
        "7",
        "{}",
        json.dumps(NO_ANCHOR | {"chain": "tab"}),
        json.dumps(NO_ANCHOR | {"chain": "evening"}),
        json.dumps(NO_ANCHOR | {"length": True}),
        json.dumps(NO_ANCHOR | {"at": "yesterday"}),
        json.dumps(NO_ANCHOR | {"club": "Linde"}),
    ],
)
def test_a_file_that_holds_no_anchor_proves_nothing(db: None, tmp_path: Path, kept: str) -> None:
    file = tmp_path / "anchors"
    file.write_text(kept)
    with pytest.raises(CommandError, match="no anchor"):
        call_command("audit", "--anchor", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("audit", "--anchor", str(tmp_path / "missing"))


# -- where it goes -----------------------------------------------------------------------------------------------------


class AnchorHandler(BaseHTTPRequestHandler):
    """Keeps what is posted; answers as its path says."""

    kept: list[bytes]

    def do_POST(self) -> None:
        self.kept.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(int(self.path.strip("/")))
        self.send_header("Location", "/200")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        raise AssertionError("a redirected POST must not become a GET")

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def anchor_server() -> Iterator[tuple[str, list[bytes]]]:
    class Own(AnchorHandler):
        kept: list[bytes] = []

    server = HTTPServer(("127.0.0.1", 0), Own)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", Own.kept
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_it_is_posted_to_an_address(evening: PlayedEvening) -> None:
    with anchor_server() as (address, kept):
        assert anchored("--to", f"{address}/200") == "3 chains anchored\n"
        assert [json.loads(line)["chain"] for line in kept[0].splitlines()] == ["names", "ledger", "evening"]


@pytest.mark.once
@pytest.mark.parametrize("answer", [500, 404, 302, 307])
def test_an_address_that_does_not_take_it_is_an_error(evening: PlayedEvening, answer: int) -> None:
    with anchor_server() as (address, _), pytest.raises(CommandError, match=f"127.0.0.1 answers {answer}"):
        anchored("--to", f"{address}/{answer}")


@pytest.mark.once
def test_the_commands_fail_with_a_word_and_without_a_secret(tmp_path: Path) -> None:
    demo_file(tmp_path)
    nobody = f"http://127.0.0.1:{free_port()}/geheim"
    done = manage("anchor", "--data", str(tmp_path), SCOREBOOK_ANCHOR=nobody)
    assert done.returncode == 1 and "not sent: 127.0.0.1 cannot be reached" in done.stderr
    assert "geheim" not in done.stderr and "Traceback" not in done.stderr
    file = tmp_path / "anchors"
    assert manage("anchor", "--data", str(tmp_path), SCOREBOOK_ANCHOR=str(file)).stdout == "5 chains anchored\n"
    assert manage("audit", "--data", str(tmp_path), "--anchor", str(file)).returncode == 0
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "text",
    ["ftp://x.example/", "https://", "https://a:geheim@x.example/", "https://x.example:y/", "/no/such/folder/a", "."],
)
def test_an_impossible_destination_is_reported_at_the_start(text: str) -> None:
    with pytest.raises(ValueError):
        environment.anchor_setting(text)
    with pytest.raises(CommandError, match="--to") as refused:
        call_command("anchor", "--to", text)
    assert "geheim" not in str(refused.value)


# -- only what was written after it --------------------------------------------------------------------------------


@pytest.fixture
def three(evening: PlayedEvening) -> list[PlayedEvening]:
    """Three evenings of a club: an audit of all of it walks 3 of 3."""
    others = [
        new_evening(*(f"{name} {number}" for name in ("Anna", "Beppo", "Cilli", "Done")), club=evening.club)
        for number in (2, 3)
    ]
    for other in others:
        names = list(other.players)
        other.record(rufer(names[0], names[1]))
    return [evening, *others]


def gone_through(*options: str) -> str:
    code, printed = audited(*options)
    assert code == 0, printed
    return printed[-1]


def test_only_what_was_written_since_is_walked(three: list[PlayedEvening], tmp_path: Path) -> None:
    file = tmp_path / "anchors"
    since = ("--anchor", str(file), "--since-anchor", "--processes", "1")
    anchored("--to", str(file))
    nothing = "1 club, 0 evenings, 0 hands, 0 events, 0 in the ledger: everything since the anchor is right"
    assert gone_through(*since) == nothing
    three[1].record(solo("Cilli 2"))
    assert gone_through(*since).startswith("1 club, 1 evening, 2 hands, 3 events, 1 in the ledger: everything since")
    new_evening("Emil", "Fanny", "Gustl", "Hans").record(rufer("Emil", "Fanny"))
    new_evening("Vroni", "Resi", "Sepp", "Xaver", club=three[0].club)
    for processes in ("1", "2"):
        walked = gone_through(*since[:-1], processes)
        assert walked.startswith("2 clubs, 3 evenings, 3 hands, 6 events, 2 in the ledger: everything since")
    anchored("--to", str(file))
    assert gone_through(*since).startswith("2 clubs, 0 evenings")
    assert gone_through().startswith("2 clubs, 5 evenings, 5 hands")


@pytest.mark.once
def test_money_that_moves_later_brings_its_evening_back(three: list[PlayedEvening], tmp_path: Path) -> None:
    """A payment is no event of the evening: only the ledger has grown."""
    file = tmp_path / "anchors"
    three[0].close()
    anchored("--to", str(file))
    planned = three[0].plan()[0].planned
    ledger.mark_paid(planned=planned, key=uuid4(), at=three[0].now(), by="scribe")
    since = ("--anchor", str(file), "--since-anchor")
    assert gone_through(*since).startswith("1 club, 1 evening, 1 hand, 3 events, 1 in the ledger: everything since")


@pytest.mark.once
def test_what_was_changed_after_the_anchor_is_found(three: list[PlayedEvening], tmp_path: Path) -> None:
    file = tmp_path / "anchors"
    anchored("--to", str(file))
    three[1].record(solo("Cilli 2"))
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_transfer SET amount_minor = amount_minor + 1 WHERE entry_id IN "
                       "(SELECT id FROM ledger_entry WHERE seq = 4)")  # fmt: skip
    code, printed = audited("--anchor", str(file), "--since-anchor")
    assert code == 1 and "entry 4, transfer 1: transfer_changed" in printed[0]


@pytest.mark.once
def test_an_evening_that_has_grown_is_walked_from_its_first_event(three: list[PlayedEvening], tmp_path: Path) -> None:
    file = tmp_path / "anchors"
    anchored("--to", str(file))
    three[1].record(solo("Cilli 2"))
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE play_handevent SET recorded_by = 'Beppo' WHERE no = 1")
    code, printed = audited("--anchor", str(file), "--since-anchor")
    assert code == 1 and "evening 2, hand 1: event_changed" in printed[0] and len(printed) == 2


@pytest.mark.once
def test_what_it_trusts_only_the_whole_audit_finds(three: list[PlayedEvening], tmp_path: Path) -> None:
    """The guarantee as it is: a row below the anchor whose hash still stands there is not looked at."""
    file = tmp_path / "anchors"
    anchored("--to", str(file))
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE play_handevent SET recorded_by = 'Beppo' WHERE no = 1")
    assert audited("--anchor", str(file), "--since-anchor")[0] == 0
    for whole in ((), ("--anchor", str(file))):
        code, printed = audited(*whole)
        assert code == 1 and "evening 1, hand 1: event_changed" in printed[0]


@pytest.mark.once
def test_where_an_anchor_is_not_met_all_is_walked(three: list[PlayedEvening], tmp_path: Path) -> None:
    file = tmp_path / "anchors"
    anchored("--to", str(file))
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    file.write_text("\n".join(json.dumps(line | {"hash": "f00"}) for line in lines))
    code, printed = audited("--anchor", str(file), "--since-anchor")
    assert code == 1 and printed[-1].startswith("1 club, 3 evenings, 3 hands, 6 events, 3 in the ledger")


@pytest.mark.django_db
def test_since_anchor_needs_an_anchor() -> None:
    with pytest.raises(CommandError, match="needs --anchor"):
        call_command("audit", "--since-anchor")
