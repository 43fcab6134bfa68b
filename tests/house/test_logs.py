"""The log names no link and has an error once: as records, by the settings' logging, and from a real server."""

import io
import json
import logging
import logging.config
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextvars import Context
from pathlib import Path
from typing import cast

import pytest

from scorebook import settings
from scorebook.core import logs
from tests.support.api_phone import opening
from tests.support.process import Serving, post_json, serving

pytestmark = pytest.mark.once

TOKEN = "Ab3_dEfGh-JkLmNoPqRsTu"
NOON_S = 1_795_000_000.0


@pytest.mark.parametrize(
    "line",
    [
        "Internal Server Error: /t/{}/",
        "Internal Server Error: /w/{}/sheet",
        "Not Found: /c/{}/players/",
        "Internal Server Error: /api/v1/evenings/{}/hands",
        "Internal Server Error: /api/v1/clubs/{}",
        "Not Found: /calendar/5f0c2a34-7b52-4b33-9f0e-3a1f0f6f9a11/de/{}.ics",
        "<WSGIRequest: GET '/t/{}/links?was={}'>",
        "http://scorebook.example/t/{}",
        "next=%2Ft%2F{}%2F",
        "table() got kwargs {{'scribe_token': '{}'}}",
        'Evening(watch_token="{}")',
        '{{"links": {{"scribe": {{"token": "{}"}}}}}}',
        "DETAIL:  Key (scribe_token)=({}) already exists.",
        "renew_by_club_link(link='{}')",
        "KeyError: '{}'",
    ],
)
def test_no_form_of_a_token_passes(line: str) -> None:
    for token in (TOKEN, "-b3_dEfGh-JkLmNoPqRsT-"):
        assert token.strip("-") not in logs.text_without_link_tokens(line.replace("{}", token))


@pytest.mark.parametrize(
    "line",
    [
        'File "/srv/scorebook/scorebook/web/views/table.py", line 40, in table',
        "    evening = access.written_by(scribe_token)",
        "    play.renew_by_club_link(link=token, key=typed.key())",
        "django.utils.datastructures.MultiValueDictKeyError: 'names'",
        "Forbidden (CSRF token from POST incorrect.): /calculator/",
        "evening 5f0c2a34-7b52-4b33-9f0e-3a1f0f6f9a11 has no hand 7",
    ],
)
def test_the_rest_stays_readable(line: str) -> None:
    assert logs.text_without_link_tokens(line) == line


class Log:
    """A handler of its own, and what it wrote."""

    def __init__(self) -> None:
        self.stream = io.StringIO()
        self.handler = logs.CountingHandler(self.stream, interval_s=60)
        self.handler.setFormatter(logs.TokenFreeFormatter("%(levelname)s %(name)s: %(message)s"))

    def log_error(self, path: str, *, at_s: float, error: Exception | None = None) -> None:
        info = (type(error), error, error.__traceback__) if error else None
        record = logging.LogRecord("django.request", logging.ERROR, "log.py", 1, "Error: %s", (path,), info)
        record.created = NOON_S + at_s
        self.handler.handle(record)

    @property
    def lines(self) -> list[str]:
        return self.stream.getvalue().splitlines()


@pytest.fixture
def log() -> Iterator[Log]:
    log = Log()
    yield log
    log.handler.close()


def _raised_error(kind: type[Exception]) -> Exception:
    try:
        raise kind("no database")
    except Exception as error:
        return error


def test_thousands_of_one_error_are_logged_once_and_counted(log: Log) -> None:
    for number in range(5_000):
        log.log_error(f"/t/{TOKEN}{number}/", at_s=number / 1_000, error=_raised_error(ConnectionError))
    assert log.stream.getvalue().count("Traceback") == 1
    log.log_error("/", at_s=61)
    assert "ERROR django.request: repeated 4,999 times in 5 s: Error: /t/<token>/" in log.lines
    assert len(log.lines) == 7  # the error, four of its traceback, the summary, the next error
    assert TOKEN not in log.stream.getvalue()


def test_each_interval_logs_the_error_in_full_again(log: Log) -> None:
    for second in range(150):
        log.log_error("/", at_s=second, error=_raised_error(ConnectionError))
    log.handler.close()
    text = log.stream.getvalue()
    assert text.count("Traceback") == 3
    assert [line for line in log.lines if "repeated" in line] == [
        "ERROR django.request: repeated 59 times in 59 s: Error: /",
        "ERROR django.request: repeated 59 times in 59 s: Error: /",
        "ERROR django.request: repeated 29 times in 29 s: Error: /",
    ]


def test_errors_of_other_kinds_and_places_are_logged_beside_it(log: Log) -> None:
    for second in range(3):
        log.log_error("/", at_s=second, error=_raised_error(ConnectionError))
        log.log_error("/", at_s=second, error=_raised_error(ValueError))
        log.log_error("/", at_s=second)
    assert log.stream.getvalue().count("Traceback") == 2
    log.handler.close()
    assert sum("repeated 2 times in 2 s" in line for line in log.lines) == 3


def test_what_happens_once_is_not_summed_up(log: Log) -> None:
    log.log_error("/", at_s=0)
    log.handler.close()
    assert log.lines == ["ERROR django.request: Error: /"]


# -- an object a line


def _formatted_record(
    message: object, *args: object, error: Exception | None = None, **more: object
) -> dict[str, object]:
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("django.request", logging.ERROR, "log.py", 1, message, args, info)
    record.created = NOON_S
    vars(record).update(more)
    text = logs.JSONFormatter().format(record)
    assert "\n" not in text and TOKEN not in text and text.isascii()
    found: dict[str, object] = json.loads(text)
    return found


def test_a_line_is_an_object() -> None:
    # In a context of its own, where no test before has requested a page.
    assert Context().run(_formatted_record, "Änna: %s\nand on", "x") == {
        "time": "2026-11-18T11:06:40.000+00:00",
        "level": "ERROR",
        "logger": "django.request",
        "message": "Änna: x\nand on",
        "request": "-",
    }


@pytest.mark.parametrize(
    "message",
    [
        f"/t/{TOKEN}/",
        f"table() got kwargs {{'scribe_token': '{TOKEN}'}}",
        f'{{"links": {{"scribe": {{"token": "{TOKEN}"}}}}}}',
        f"KeyError: '{TOKEN}'",
        f'Evening(watch_token="{TOKEN}")',
    ],
)
def test_json_hides_a_token_between_its_escapes_too(message: str) -> None:
    assert "<token>" in str(_formatted_record("%s", message)["message"])
    assert "<token>" in str(_formatted_record("broken", error=_raised_with(message))["trace"])


def _raised_with(text: str) -> Exception:
    try:
        raise KeyError(text)
    except KeyError as error:
        return error


def test_what_a_record_brings_along_stands_beside_it() -> None:
    assert _formatted_record("GET /", facts={"status": 200})["status"] == 200


def test_all_that_logs_goes_through_it() -> None:
    """Every logger that the settings name, Django's, the server's and the root; no handler stands beside."""
    config = cast(dict[str, dict[str, dict[str, object]]], settings.LOGGING)
    assert {handler["()"] for handler in config["handlers"].values()} == {"scorebook.core.logs.CountingHandler"}
    assert {handler["formatter"] for handler in config["handlers"].values()} == {"line"}
    assert config["formatters"]["line"]["()"] == "scorebook.core.logs.TokenFreeFormatter"
    assert "_granian" in config["loggers"]


def _response_status(server: Serving, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code


def test_a_page_that_breaks_tells_its_operator_once_and_no_link(tmp_path: Path) -> None:
    """A table that is missing breaks every page of the evening, and the error's own text names it."""
    with serving(data=tmp_path) as server:
        links = post_json(server, "/api/v1/evenings", opening())["links"]
        scribe, watch, club = (links[name]["token"] for name in ("scribe", "watch", "club"))
        with sqlite3.connect(tmp_path / "scorebook.sqlite3") as database:
            database.execute("ALTER TABLE play_seat RENAME TO gone")
        paths = [f"/t/{scribe}/", f"/w/{watch}/", f"/c/{club}/start", f"/api/v1/evenings/{scribe}"]
        assert [_response_status(server, path) for path in paths * 2] == [500] * 8
        assert server.stop() == 0
        printed = server.printed + server.rest()
    assert "/t/<token>/" in printed and "no such table" in printed
    assert [token for token in (scribe, watch, club) if token in printed] == []
    assert 1 <= printed.count("Internal Server Error") <= len(paths)
