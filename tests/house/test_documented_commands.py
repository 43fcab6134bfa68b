"""Each command, option, module and limit that a document names is there, and each option of ours is in a document."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from scorebook.clubs.devices import admission, lost_keeper
from scorebook.core import budgets, throttles
from scorebook.core.link_tokens import BYTES
from scorebook.core.monitoring import readiness
from scorebook.exchange.imports import limits
from scorebook.operations.nightly import kept
from scorebook.play.models import SCRIBE_LINK_LASTS
from scorebook.server.streams import MAX_STREAMS
from scorebook.standings.seasons.season_agreement import MAX_DAYS
from tests.house.test_documents import DOCUMENTS
from tests.support.process import ROOT

pytestmark = pytest.mark.once

# A command line ends with the line or the code; one of the lists in docs/operation.md goes on below, with an option.
COMMAND = re.compile(r"manage\.py (\w+)((?:[^\n`]|\n {8,}\[)*)")
OPTION = re.compile(r"--[a-z][a-z-]*")
# Read before Django reads the rest (manage.py), and Django's own.
OF_ALL = {"--data", "--help", "--noinput", "--username"}


def options_of(command: str) -> set[str]:
    parser = load_command_class(get_commands()[command], command).create_parser("manage.py", command)
    return {option for action in parser._actions for option in action.option_strings if option.startswith("--")}


@cache
def documented() -> dict[str, set[str]]:
    """Return command -> its options in all documents."""
    found: dict[str, set[str]] = {}
    for path in DOCUMENTS:
        for command, rest in COMMAND.findall(path.read_text(encoding="utf-8")):
            found.setdefault(command, set()).update(OPTION.findall(rest))
    return found


def test_every_command_and_option_of_a_document_is_there() -> None:
    assert set(documented()) <= set(get_commands())
    wrong = {name: named - options_of(name) - OF_ALL for name, named in documented().items()}
    assert {name: options for name, options in wrong.items() if options} == {}


def test_every_option_of_our_commands_is_in_a_document() -> None:
    ours = [name for name, app in get_commands().items() if str(app).startswith("scorebook.") and name != "migrate"]
    general = options_of("check") | {"--skip-checks"}
    missing = {name: options_of(name) - general - documented().get(name, set()) for name in ours}
    assert {name: options for name, options in missing.items() if options} == {}


def _named(pattern: str) -> Iterator[tuple[str, str]]:
    for path in DOCUMENTS:
        for name in re.findall(pattern, path.read_text(encoding="utf-8"), flags=re.M):
            yield str(path.relative_to(ROOT)), name


def test_every_module_of_a_document_runs() -> None:
    modules = list(_named(r"python3? -m ([\w.]+)"))
    assert len(modules) > 10
    assert [(path, name) for path, name in modules if importlib.util.find_spec(name.rstrip(".")) is None] == []


def test_every_verb_of_just_in_a_document_is_there() -> None:
    verbs = set(re.findall(r"^([a-z][a-z-]*)(?: \*\w+)?:$", (ROOT / "justfile").read_text(), flags=re.M))
    named = list(_named(r"(?:`|bin/|^ +)just ([a-z][a-z-]*)"))
    assert len(named) > 5 and [(path, verb) for path, verb in named if verb not in verbs] == []


HOUR = timedelta(hours=1)


def interval(script: str) -> int:
    """Return the milliseconds between two polls of a page."""
    text = (ROOT / "scorebook" / "web" / "static" / "web" / script).read_text(encoding="utf-8")
    return int(re.findall(r"EVERY_MS = (\d+);", text)[0])


# Document -> sentences with a figure that stands in the code.
FIGURES: dict[str, tuple[str, ...]] = {
    "SECURITY.md": (
        f"a random token of {8 * BYTES} bits",
        f"for {admission.DEVICE_LASTS.days} days from its last use",
        f"{lost_keeper.WAIT // HOUR} hours after both asked",
        "for IPv6 for each " + " and ".join(f"/{bits}" for bits, _budgets in throttles.IPV6_LEVELS),
    ),
    "docs/operation.md": (
        f"up to {MAX_STREAMS:,} for each worker",
        f"{interval('watch.js') / 1000} seconds. A proxy",
        f"Backups of the last {kept.ALL_STAY_FOR // HOUR} hours stay",
    ),
    "docs/import.md": (
        f"an API request {limits.MAX_AT_ONCE} evenings and payments",
        f"A club holds {budgets.EVENINGS_PER_CLUB:,} evenings, an evening {budgets.HANDS_PER_EVENING:,} hands",
    ),
    "docs/decisions/215-a-season-is-short-and-keeps-its-table.md": (f"{MAX_DAYS} days",),
}


@pytest.mark.parametrize(("document", "sentence"), [(name, one) for name, all in FIGURES.items() for one in all])
def test_a_figure_is_that_of_the_code(document: str, sentence: str) -> None:
    assert sentence in " ".join((ROOT / document).read_text(encoding="utf-8").split())


def test_the_counters_of_the_document_are_those_of_the_code() -> None:
    text = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8").partition("| `scorebook_…` | counts |")[2]
    cells = [line.split("|")[1] for line in text.partition("\n\n")[0].splitlines() if line.startswith("| `")]
    named = {
        name: labels for cell in cells for name, labels in re.findall(r"`([a-z_]+)(?:\{([a-z,]+)\})?`", cell)
    }  # fmt: skip
    assert named == {name: ",".join(labels) for name, labels in _counters()} and len(named) > 5


def _counters() -> Iterator[tuple[str, list[str]]]:
    """Yield names and labels from the code, which only a counting worker imports."""
    code = (ROOT / "scorebook" / "core" / "monitoring" / "counters.py").read_text(encoding="utf-8")
    for call in (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)):
        kind = ast.unparse(call.func)
        if kind in ("Counter", "Gauge", "Histogram"):
            name, _text, *labels = map(ast.literal_eval, call.args)
            end = "_total" if kind == "Counter" else ""
            yield str(name).removeprefix("scorebook_") + end, labels[0] if labels else []


def test_figures_that_are_written_as_words_are_those_of_the_code() -> None:
    # "until a day after its close", in README.md, SECURITY.md and docs/api.md.
    assert timedelta(days=1) == SCRIBE_LINK_LASTS
    assert readiness.KEPT_S == 10  # "`/ready` may be ten seconds old" in docs/operation.md
    assert budgets.BUDGETS["operator_login"] == "10/minute"  # "ten attempts a minute" in SECURITY.md
    # "passwords of ten characters or more"
    assert "{'min_length': 10}" in str(settings.AUTH_PASSWORD_VALIDATORS)
    assert timedelta(seconds=settings.SESSION_COOKIE_AGE) == 8 * HOUR  # "sessions of at most eight hours"
