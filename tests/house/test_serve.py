import contextlib
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from http.client import HTTPResponse
from pathlib import Path

import pytest

from scorebook.core import network
from scorebook.server import serving as server_module
from tests.support import log_search
from tests.support.api_phone import opening
from tests.support.extent import in_ci
from tests.support.process import ROOT, free_port, manage, plain, post_json, serving

pytestmark = [pytest.mark.once, pytest.mark.sampled]

STYLESHEET = re.compile(r'href="(/static/[^"]+\.css)"')


def _get_page(port: int, path: str = "/", **headers: str) -> HTTPResponse:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    response = urllib.request.urlopen(request, timeout=30)
    assert isinstance(response, HTTPResponse)
    return response


def test_the_first_start_makes_everything_and_the_second_finds_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data=data, first_start=True) as server:
        with _get_page(server.port) as response:
            assert response.status == 200
            assert "default-src 'none'" in response.headers["Content-Security-Policy"]
            assert "unsafe-inline" not in response.headers["Content-Security-Policy"]
            assert response.headers["Referrer-Policy"] == "same-origin"
            assert response.headers["X-Frame-Options"] == "DENY"
            linked = STYLESHEET.search(response.read().decode())
        assert linked
        with _get_page(server.port, linked[1]) as response:
            assert response.status == 200
        assert server.stop() == 0
    key = data / "secret_key"
    made = key.read_text()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    with serving(data=data) as server, _get_page(server.port) as response:
        assert response.status == 200
    assert key.read_text() == made


def test_the_driver_of_postgresql_is_loaded_only_where_it_is_used(tmp_path: Path) -> None:
    """It takes 10 MB of memory and a tenth of the start."""
    script = "import scorebook.server.serving, scorebook.urls, sys; print('driver:', 'psycopg' in sys.modules)"
    assert "driver: False" in manage("shell", "-c", script, SCOREBOOK_DATA=str(tmp_path)).stdout


@pytest.mark.parametrize("number", [signal.SIGTERM, *in_ci([signal.SIGINT, signal.SIGHUP], otherwise=[])])
def test_it_ends_cleanly_and_frees_the_port(tmp_path: Path, number: signal.Signals) -> None:
    with serving("--host", "127.0.0.1", "--workers", "2", data=tmp_path) as server:
        with _get_page(server.port) as response:
            assert response.status == 200
        assert server.stop(number) == 0
        server_module.check_port_is_free(server_module.ListenAddress(host="127.0.0.1", port=server.port))


def test_it_prints_its_address_and_a_qr_code_for_the_phones(tmp_path: Path) -> None:
    with serving(data=tmp_path) as server:
        assert f"http://localhost:{server.port}/" in server.printed
        lan = network.lan_address()
        if lan is None:
            assert "\u2588" not in server.printed
            return
        assert f"http://{lan}:{server.port}/" in server.printed
        assert "\u2588" in server.printed  # the full block of a QR code
        assert "docs/https.md" in server.printed
        with urllib.request.urlopen(f"http://{lan}:{server.port}/", timeout=30) as response:
            assert response.status == 200


def test_on_one_address_there_is_no_code_for_phones(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        assert f"http://127.0.0.1:{server.port}/" in server.printed
        assert "\u2588" not in server.printed and "https" not in server.printed


def test_behind_a_proxy_it_prints_the_proxy_s_address_and_no_code(tmp_path: Path) -> None:
    site = "https://scorebook.example"
    with serving(data=tmp_path, SCOREBOOK_HTTPS="on", SCOREBOOK_CSRF_TRUSTED_ORIGINS=site) as server:
        assert f"{site}\n" in server.printed and "http://" not in server.printed
        assert "\u2588" not in server.printed


@pytest.mark.parametrize("is_there", [False, True])
def test_only_its_owner_reads_the_database(tmp_path: Path, is_there: bool) -> None:
    """From its creation on, with the files that SQLite puts beside it; also one that an earlier version has made."""
    old = os.umask(0o022)
    try:
        if is_there:
            with contextlib.closing(sqlite3.connect(tmp_path / "scorebook.sqlite3")) as database:
                database.execute("PRAGMA journal_mode=WAL")
                database.execute("CREATE TABLE earlier (id INTEGER)")
        with serving(data=tmp_path, first_start=True) as server:
            post_json(server, "/api/v1/evenings", opening())
            files = sorted(tmp_path.glob("scorebook.sqlite3*"))
            assert [file.name[len("scorebook.sqlite3") :] for file in files] == ["", "-shm", "-wal"]
            assert {oct(stat.S_IMODE(file.stat().st_mode)) for file in files} == {"0o600"}
    finally:
        os.umask(old)


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = manage("serve", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path))
    assert result.returncode == 1
    assert port in plain(result.stderr)
    assert "Traceback" not in result.stderr


SPOKEN = [
    ({"LANG": "en_GB.UTF-8"}, "already in use"),
    ({"LANG": "de_AT.UTF-8"}, "schon belegt"),
    ({"LANG": "C"}, "already in use"),
    ({"LANG": "fr_FR.UTF-8"}, "already in use"),
    ({"LANG": "en_US.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "schon belegt"),
]


@pytest.mark.parametrize(("locale", "refusal"), SPOKEN)
def test_it_speaks_as_the_terminal_does_and_english_where_that_says_nothing(
    tmp_path: Path, locale: dict[str, str], refusal: str
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = manage("serve", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path), **locale)
    assert refusal in plain(result.stderr)


@pytest.mark.thorough
def test_the_demo_speaks_so_too(tmp_path: Path) -> None:
    assert manage("migrate", "--data", str(tmp_path)).returncode == 0
    demo = ("demo", "--years", "1", "--hands", "60", "--data", str(tmp_path))
    assert "(offen)" in manage(*demo, LANG="de_AT.UTF-8").stdout
    assert "(open)" in manage(*demo, LANG="fr_FR.UTF-8").stdout


def test_two_servers_do_not_share_a_port(tmp_path: Path) -> None:
    with serving(data=tmp_path) as server:
        result = manage("serve", "--port", str(server.port), "--data", str(tmp_path))
        assert (result.returncode, str(server.port) in result.stderr) == (1, True)


def test_a_foreign_host_name_is_refused(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        with pytest.raises(urllib.error.HTTPError) as refusal:
            _get_page(server.port, Host="rebound.example")
        assert refusal.value.code == 400
        refusal.value.close()


def test_a_database_that_does_not_open_is_reported_without_a_traceback(tmp_path: Path) -> None:
    url = f"postgresql://nobody@127.0.0.1:{free_port()}/scorebook"
    result = manage("serve", "--port", str(free_port()), "--data", str(tmp_path), DATABASE_URL=url)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr


def test_a_database_that_is_too_old_is_reported_without_a_traceback(tmp_path: Path) -> None:
    program = (
        "from django.core.management import execute_from_command_line\n"
        "from scorebook.core.database.sqlite.base import DatabaseFeatures\n"
        "DatabaseFeatures.minimum_database_version = (9, 9)\n"
        f"execute_from_command_line(['manage.py', 'serve', '--port', '{free_port()}'])\n"
    )
    settings = {"DJANGO_SETTINGS_MODULE": "scorebook.settings", "SCOREBOOK_DATA": str(tmp_path), "DATABASE_URL": ""}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=False)
    log_search.keep_lines(done.stderr)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "SQLite 9.9 or later is required" in done.stderr


@pytest.mark.parametrize("arguments", [["--port", "0"], ["--port", "65536"], ["--port", "x"], ["--workers", "0"]])
def test_impossible_arguments_are_refused(tmp_path: Path, arguments: list[str]) -> None:
    result = manage("serve", "--data", str(tmp_path), *arguments)
    assert result.returncode == 2
    assert arguments[0] in result.stderr
    assert "invalid _" not in result.stderr


def test_bad_settings_are_named_without_a_traceback(tmp_path: Path) -> None:
    result = manage("serve", "--data", str(tmp_path), SCOREBOOK_HTTPS="maybe", SCOREBOOK_TIME_ZONE="Mars/Base")
    assert result.returncode == 1
    assert "SCOREBOOK_HTTPS: 'maybe' is neither yes nor no" in result.stderr
    assert "SCOREBOOK_TIME_ZONE" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.long
@pytest.mark.thorough
def test_the_demo_fills_an_empty_database_once(tmp_path: Path) -> None:
    counts = []
    for _ in range(2):
        with serving("--demo", "--host", "127.0.0.1", data=tmp_path) as server, _get_page(server.port) as response:
            assert response.status == 200
        counts.append(_count_evenings(tmp_path))
    assert counts[0] > 0
    assert counts[1] == counts[0]


def _count_evenings(data: Path) -> int:
    program = "from scorebook.play.models import Evening; print(Evening.objects.count())"
    return int(manage("shell", "--no-imports", "--data", str(data), "-c", program).stdout)
