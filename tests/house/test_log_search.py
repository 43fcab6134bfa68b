"""The search for link tokens in all logs of a run finds them, wherever they come from, and nothing else."""

import logging
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from scorebook.core.link_tokens import new_link_token
from tests.support import log_search
from tests.support.api_phone import opening
from tests.support.process import ROOT, post_json, serving

pytestmark = [pytest.mark.once, pytest.mark.sampled]

TOKEN = "ab3_defgh-jklmnopqrstu"  # without capitals: it is known, or nothing gives it away
SIGNED = "/calendar/5f0c2a34-7b52-4b33-9f0e-3a1f0f6f9a11/de/x1.ics"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"evening {TOKEN} is open", f"the link token {TOKEN}"),
        (f"next=%3D{TOKEN}%2F", f"the link token {TOKEN}"),
        ("GET /t/guessed/links 404", "an address with a token: /t/guessed"),
        ("GET http://localhost:8000/w/x/sheet", "an address with a token: /w/x"),
        ("GET %2fc%2Fx", "an address with a token: %2fc%2Fx"),
        ("POST /api/v1/evenings/x/hands", "an address with a token: /api/v1/evenings/x"),
        ("GET /api/v1/clubs/x", "an address with a token: /api/v1/clubs/x"),
        (f"GET {SIGNED}", f"an address with a token: {SIGNED.removesuffix('.ics')}"),
        ("lost Ab3_dEfGh-JkLmNoPqRsTu, found", "what looks like a token: Ab3_dEfGh-JkLmNoPqRsTu"),
    ],
)
def test_it_finds_tokens_that_were_made_and_what_looks_like_one(tmp_path: Path, line: str, why: str) -> None:
    log_search.keep_tokens([TOKEN], folder=tmp_path)
    log_search.keep_lines(f"all is well\n\n{line}\n", folder=tmp_path)
    searched = log_search.search(tmp_path)
    assert (searched.lines, searched.tokens) == (2, 1)
    [found] = searched.findings
    assert found.line == line and found.why == why
    assert "test_it_finds_tokens_that_were_made" in found.test


@pytest.mark.parametrize(
    "line",
    [
        "Internal Server Error: /t/<token>/hands/7/",
        "request 0f6e2c1d93b74a55 GET api:v1:evening_hand-list 201 14 ms",
        'File "/srv/scorebook/scorebook/web/table/views.py", line 40, in table',
        "evening 5f0c2a34-7b52-4b33-9f0e-3a1f0f6f9a11 has no hand 7",
        "GET /api/v1/evenings 201",
        "django.utils.datastructures.MultiValueDictKeyError: 'names'",
    ],
)
def test_it_leaves_the_rest_alone(tmp_path: Path, line: str) -> None:
    log_search.keep_tokens([TOKEN], folder=tmp_path)
    log_search.keep_lines(line, folder=tmp_path)
    assert log_search.search(tmp_path).findings == []


def test_what_the_settings_loggers_write_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As their formatter leaves it, and again where the handler beside it only counts."""
    monkeypatch.setenv(log_search.FOLDER, str(tmp_path))
    token = new_link_token()
    for name in ("django.request", "_granian", "scorebook.anything"):
        for _ in range(2):
            logging.getLogger(name).error("Internal Server Error: /t/%s/", token)
    [kept] = [file.read_text() for file in tmp_path.glob("*.lines")]
    assert kept.count("Internal Server Error: /t/<token>/") == 6
    assert log_search.search(tmp_path) == log_search.Searched(lines=6, tokens=1, findings=[])


def test_a_logger_that_was_silenced_is_named() -> None:
    assert log_search.silenced_loggers(settings.LOGGING) == []
    logging.getLogger("django.request").disabled = True
    try:
        assert log_search.silenced_loggers(settings.LOGGING) == ["django.request"]
    finally:
        logging.getLogger("django.request").disabled = False


def test_servers_report_what_they_printed_and_which_links_they_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, data = tmp_path / "kept", tmp_path / "data"
    kept.mkdir()
    monkeypatch.setenv(log_search.FOLDER, str(kept))
    with serving("--host", "127.0.0.1", data=data) as server:
        links = post_json(server, "/api/v1/evenings", opening())["links"]
    assert {link["token"] for link in links.values()} <= set(
        "".join(map(Path.read_text, kept.glob("*.tokens"))).split()
    )
    assert "Ctrl-C" in "".join(map(Path.read_text, kept.glob("*.lines")))
    assert log_search.search(kept).findings == []


LOGGED = """
import logging
import pytest
from scorebook.core.link_tokens import new_link_token

@pytest.mark.parametrize("message", ["Not Found: /t/%s/", "%s was asked for"])
def test_good(message):
    logging.getLogger("django.request").error(message, new_link_token())
"""


def test_a_run_that_logs_a_token_fails_though_its_tests_pass(tmp_path: Path) -> None:
    """The settings take the token out of an address, and out of nothing else."""
    scratch = tmp_path / "test_scratch.py"
    scratch.write_text(LOGGED)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "tests.support.searched_run"]
    command += ["-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), str(scratch)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert "2 passed" in run.stdout, run.stdout
    assert "2 lines of log searched for 2 link tokens and what looks like one: 1 found" in run.stdout
    assert "test_scratch.py::test_good[%s was asked for] (call): the link token" in run.stdout
    assert run.returncode == 1
