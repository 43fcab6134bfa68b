"""The settings refuse what they cannot use, and say all of it."""

import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorebook.core import data_folder, environment
from tests.support.process import manage

pytestmark = [pytest.mark.once, pytest.mark.sampled]

GOOD_KEY = "k" * environment.MIN_SECRET_KEY_LENGTH


def test_every_bad_value_is_named_at_once(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    bad = {
        "SCOREBOOK_DATA": str(file),
        "SCOREBOOK_DEBUG": "ture",
        "SCOREBOOK_HTTPS": "perhaps",
        "SCOREBOOK_ALLOWED_HOSTS": "https://scorebook.example",
        "SCOREBOOK_CSRF_TRUSTED_ORIGINS": "scorebook.example",
        "SCOREBOOK_TIME_ZONE": "Europe/Kaiserslautern",
        "SCOREBOOK_SECRET_KEY": "short",
        "SCOREBOOK_ANCHOR": "ftp://anna:geheim@elsewhere.example",
        "SCOREBOOK_DISK_LEFT_MB": "little",
        "SCOREBOOK_LOG": "xml",
        "SCOREBOOK_LOG_REQUESTS": "some",
        "SCOREBOOK_METRICS_TOKEN": "geheim",
        "SENTRY_DSN": "https://errors.example/geheim",
        "SCOREBOOK_BACKUPS": str(file),
        "SCOREBOOK_BACKUP_COPY": "ftp://anna:geheim@elsewhere.example/folder",
        "SCOREBOOK_BACKUP_PING": "https://anna:geheim@elsewhere.example/ping",
        "EMAIL_URL": "imap://anna:geheim@elsewhere.example",
        "SCOREBOOK_OPERATOR_EMAIL": "anna",
        "DATABASE_URL": "mysql://anna:geheim@host/name",
    }
    result = manage("check", **bad)
    assert result.returncode != 0
    assert [name for name in bad if f"{name}: " not in result.stderr] == []
    assert "geheim" not in result.stderr


def test_good_values_are_taken(tmp_path: Path) -> None:
    result = manage(
        "shell",
        "-c",
        "from django.conf import settings as s; print(s.DEBUG, s.TIME_ZONE, s.ALLOWED_HOSTS, s.CSRF_TRUSTED_ORIGINS,"
        " s.SECURE_SSL_REDIRECT, s.CSRF_COOKIE_SECURE, s.SECRET_KEY[:2])",
        SCOREBOOK_DATA=str(tmp_path),
        SCOREBOOK_DEBUG="on",
        SCOREBOOK_HTTPS="yes",
        SCOREBOOK_TIME_ZONE="Europe/Vienna",
        SCOREBOOK_ALLOWED_HOSTS="scorebook.example, [::1]",
        SCOREBOOK_CSRF_TRUSTED_ORIGINS="https://scorebook.example",
        SCOREBOOK_SECRET_KEY=GOOD_KEY,
    )
    assert result.stderr == ""
    expected = "True Europe/Vienna ['scorebook.example', '[::1]'] ['https://scorebook.example'] True True kk"
    assert expected in result.stdout


def test_the_deployment_check_is_clean_behind_https(tmp_path: Path) -> None:
    result = manage("check", "--deploy", "--fail-level", "WARNING", "--data", str(tmp_path), SCOREBOOK_HTTPS="on")
    assert (result.returncode, result.stderr) == (0, "")


def test_an_empty_value_is_no_value(tmp_path: Path) -> None:
    result = manage("check", SCOREBOOK_DATA=str(tmp_path), SCOREBOOK_DEBUG="", SCOREBOOK_SECRET_KEY="")
    assert result.returncode == 0


@pytest.mark.parametrize(
    "variables", [{}, {"DATABASE_URL": "postgresql://anna@127.0.0.1:1/books", "SCOREBOOK_SECRET_KEY": GOOD_KEY}]
)
def test_a_folder_that_cannot_be_made_is_reported_with_its_variable(tmp_path: Path, variables: dict[str, str]) -> None:
    """It is needed where books and key are kept in other places too: for what clients have spent of their budgets."""
    file = tmp_path / "file"
    file.touch()
    result = manage("check", SCOREBOOK_DATA=str(file / "data"), **variables)
    assert result.returncode != 0
    assert "SCOREBOOK_DATA: cannot make the folder" in result.stderr and "Traceback" not in result.stderr


def test_the_secret_key_is_made_once(tmp_path: Path) -> None:
    key = data_folder.kept_secret_key(tmp_path)
    assert len(key) >= environment.MIN_SECRET_KEY_LENGTH
    assert data_folder.kept_secret_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_processes_that_start_together_get_the_same_key(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from scorebook.core.data_folder import kept_secret_key;"
        "sys.stdin.readline(); print(kept_secret_key(Path(sys.argv[1])))"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        for _ in range(4)
    ]
    with ThreadPoolExecutor(len(processes)) as threads:
        keys = set(threads.map(lambda process: process.communicate("go\n", timeout=60)[0], processes))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("text", ["1", "1000000"])
def test_megabytes_in_their_bounds(text: str) -> None:
    assert environment.megabytes_setting(text) == int(text)


@pytest.mark.parametrize("text", ["0", "1000001", "-1", "1.5", "100 MB"])
def test_megabytes_out_of_bounds(text: str) -> None:
    with pytest.raises(ValueError, match="megabytes from 1 to 1000000"):
        environment.megabytes_setting(text)


@pytest.mark.parametrize("text", ["line", "JSON"])
def test_forms_of_the_log(text: str) -> None:
    assert environment.log_setting(text) == text.lower()


def test_a_form_that_the_log_does_not_have() -> None:
    with pytest.raises(ValueError, match="neither line nor json"):
        environment.log_setting("lines")


def test_the_least_token_of_the_counters() -> None:
    least = "t" * environment.MIN_METRICS_TOKEN_LENGTH
    assert environment.metrics_token_setting(least) == least
    for text in (least[1:], least + "ü"):
        with pytest.raises(ValueError, match="at least 20 ASCII characters"):
            environment.metrics_token_setting(text)


@pytest.mark.parametrize("text", ["https://key@errors.example/1", "http://key@127.0.0.1:9000/sub/42"])
def test_addresses_for_errors(text: str) -> None:
    assert environment.dsn_setting(text) == text


def test_an_operator_s_address_needs_a_server(tmp_path: Path) -> None:
    own = {"SCOREBOOK_DATA": str(tmp_path), "SCOREBOOK_OPERATOR_EMAIL": "anna@club.example"}
    result = manage("check", **own)
    assert result.returncode != 0 and "SCOREBOOK_OPERATOR_EMAIL: needs EMAIL_URL" in result.stderr
    assert manage("check", **own, EMAIL_URL="smtps://mail.example").returncode == 0


def test_the_copy_outside_is_another_folder(tmp_path: Path) -> None:
    result = manage("check", SCOREBOOK_DATA=str(tmp_path), SCOREBOOK_BACKUP_COPY=str(tmp_path / "backups"))
    assert result.returncode != 0 and "SCOREBOOK_BACKUP_COPY: is the folder of the backups" in result.stderr
    away = manage("check", SCOREBOOK_DATA=str(tmp_path), SCOREBOOK_BACKUP_COPY=str(tmp_path / "nas" / "scorebook"))
    assert away.returncode == 0  # a disk that is away for now is no reason not to start
    assert not (tmp_path / "nas").exists()


@pytest.mark.parametrize(
    "text",
    [
        "ftp://anna:geheim@x.example/",
        "https://",
        "https://anna:geheim@x.example:0/",
        "https://anna:geheim@x.example:y/",
        "https://anna:geheim@x.example/ folder",
        "https://anna:geheim@x.example/?folder",
        "https://anna:geheim@x.example/#folder",
    ],
)
def test_what_is_no_place_for_copies(text: str) -> None:
    with pytest.raises(ValueError, match="not a folder, or an address") as refused:
        environment.copy_setting(text)
    assert "geheim" not in str(refused.value)


def test_places_for_copies_and_addresses_to_ask() -> None:
    for text in ("https://anna:geheim@x.example:8443/folder/", "http://x.example"):
        assert environment.copy_setting(text) == text
    assert environment.copy_setting("/mnt/nas/scorebook") == "/mnt/nas/scorebook"
    assert environment.ping_setting("https://x.example/some-id?a=b") == "https://x.example/some-id?a=b"
    for text in ("ftp://x.example/geheim", "https:///geheim", "https://geheim@x.example", "/geheim"):
        with pytest.raises(ValueError) as refused:
            environment.ping_setting(text)
        assert "geheim" not in str(refused.value)


@pytest.mark.parametrize("word", ["yes", "On", "1", "true"])
def test_words_for_yes(word: str) -> None:
    assert environment.boolean_setting(word) is True


@pytest.mark.parametrize("word", ["no", "Off", "0", "false"])
def test_words_for_no(word: str) -> None:
    assert environment.boolean_setting(word) is False
