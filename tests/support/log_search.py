"""All that Scorebook logs while the tests run, kept, and searched for link tokens when they are over.

Kept is every record that the handlers of the settings would write, also those that they only count; what servers print;
and what commands say on stderr. The answer of a command on stdout is no log: that of `demo` is a link.
"""

from __future__ import annotations

import copy
import logging
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import psycopg

from scorebook.core import link_tokens
from tests.fuzz.addresses import addresses

# Not SCOREBOOK_: settings are taken out of the environment of the tests and of what they start.
FOLDER = "TESTS_LOG_FOLDER"
OUTSIDE = "outside of any test"
MOST_SHOWN = 20
TOKEN_LENGTH = 22
_LINES, _TOKENS = ".lines", ".tokens"
_WORD = re.compile(rf"[\w-]{{{TOKEN_LENGTH},}}", re.ASCII)
# A word of that length that mixes capitals, small letters and digits is hardly anything else.
_SHAPE = re.compile(rf"(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{{{TOKEN_LENGTH}}}(?![\w-])", re.ASCII)
# What opens something in an address; calendars are opened by a signature.
_KEY = re.compile(r"<(?:\w+:)?(?:\w*token|signature)>")
_PLACE = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """test: the one that ran when the line was logged."""

    test: str
    line: str
    why: str

    def __str__(self) -> str:
        return f"{self.test}: {self.why}\n    {self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    lines: int
    tokens: int
    findings: list[Finding]

    def __str__(self) -> str:
        summary = f"{self.lines:,} lines of log searched for {self.tokens:,} link tokens and what looks like one: "
        shown = [str(one) for one in self.findings[:MOST_SHOWN]]
        return "\n".join([f"{summary}{len(self.findings):,} found", *shown])


class KeepingHandler(logging.Handler):
    """Stands beside a handler of the settings and keeps what that one would write."""

    def emit(self, record: logging.LogRecord) -> None:
        keep_lines(self.format(record))


def logging_that_keeps(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The same logging with another handler beside each, of the same formatter and filters."""
    config: dict[str, Any] = copy.deepcopy(dict(settings))
    keeping = {f"kept-{name}": {**one, "()": KeepingHandler} for name, one in config["handlers"].items()}
    config["handlers"] |= keeping
    for logger in (config["root"], *config["loggers"].values()):
        if "handlers" in logger:
            # A new list: loggers of the settings share theirs.
            logger["handlers"] = [*logger["handlers"], *(f"kept-{name}" for name in logger["handlers"])]
    return config


def silenced_loggers(settings: Mapping[str, Any]) -> list[str]:
    """Those of the settings whose records nobody keeps any more; what sets up logging anew does that to them."""
    loggers = {name: logging.getLogger(name) for name in settings["loggers"]}
    return [
        name
        for name, logger in loggers.items()
        if logger.disabled or ("handlers" in settings["loggers"][name] and not any(map(_keeps, logger.handlers)))
    ]


def _keeps(handler: logging.Handler) -> bool:
    return isinstance(handler, KeepingHandler)


def remember_link_tokens() -> None:
    """To be called before anything of ours is imported: from then on each link token that is made is known."""
    made = link_tokens.link_token_of

    def remembered(secret: bytes) -> str:
        token = made(secret)
        keep_tokens([token])
        return token

    link_tokens.link_token_of = remembered


def keep_lines(text: str, *, folder: Path | None = None) -> None:
    test = os.environ.get("PYTEST_CURRENT_TEST", OUTSIDE)
    _append(_LINES, [f"{test}\t{line}" for line in text.splitlines() if line.strip()], folder or _folder())


@contextmanager
def kept_output() -> Iterator[IO[bytes]]:
    """A file for what a process prints; a pipe that nobody reads would stop it."""
    with tempfile.NamedTemporaryFile(buffering=0) as output:
        try:
            yield output.file
        finally:
            keep_lines(Path(output.name).read_text(errors="replace"))


def keep_tokens(tokens: Iterable[str], *, folder: Path | None = None) -> None:
    _append(_TOKENS, tokens, folder or _folder())


def keep_tokens_of(*, data: Path, database_url: str) -> None:
    """Those of a server's database, in its data folder without a url; of a damaged one what can be read."""
    with suppress(OSError, sqlite3.Error, psycopg.Error):
        if database_url.startswith("postgres"):
            keep_tokens(_tokens_on_postgresql(database_url))
        else:
            keep_tokens(_tokens_in_file(database_url.removeprefix("sqlite:///") or data / "scorebook.sqlite3"))


def _folder() -> Path | None:
    """None outside of a run whose logs are searched."""
    return Path(os.environ[FOLDER]) if FOLDER in os.environ else None


def _append(kind: str, lines: Iterable[str], folder: Path | None) -> None:
    """In one writing: threads, and processes that were forked, share the file."""
    content = "".join(f"{line}\n" for line in lines).encode(errors="replace")
    if not folder or not content:
        return
    with suppress(FileNotFoundError):  # the run is over, and a thread is not
        file = os.open(folder / f"{os.getpid()}{kind}", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, content)
        finally:
            os.close(file)


def _tokens_in_file(file: Path | str) -> Iterator[str]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        columns = database.execute(
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c"
            " WHERE m.type = 'table' AND c.name LIKE '%token'"
        ).fetchall()
        for table, column in columns:
            yield from (str(token) for (token,) in database.execute(f'SELECT "{column}" FROM "{table}"'))


def _tokens_on_postgresql(url: str) -> Iterator[str]:
    with psycopg.connect(url, connect_timeout=3) as server:
        columns = server.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND column_name LIKE '%token'"
        ).fetchall()
        for table, column in columns:
            names = psycopg.sql.Identifier(column), psycopg.sql.Identifier(table)
            yield from (str(token) for (token,) in server.execute(psycopg.sql.SQL("SELECT {} FROM {}").format(*names)))


def search(folder: Path) -> Searched:
    tokens = {token for file in folder.glob(f"*{_TOKENS}") for token in file.read_text().split()}
    address, count, findings = address_with_key(), 0, list[Finding]()
    for file in sorted(folder.glob(f"*{_LINES}")):
        with file.open(errors="replace") as kept:
            for one in kept:
                count += 1
                test, _, line = one.rstrip("\n").partition("\t")
                if why := _what_is_wrong(line, tokens, address):
                    findings.append(Finding(test=test, line=line, why=why))
    return Searched(lines=count, tokens=len(tokens), findings=findings)


def _what_is_wrong(line: str, tokens: set[str], address: re.Pattern[str]) -> str:
    for word in _WORD.findall(line):
        for start in range(len(word) - TOKEN_LENGTH + 1):
            if (part := word[start : start + TOKEN_LENGTH]) in tokens:
                return f"the link token {part}"
    if found := address.search(line):
        return f"an address with a token: {found[0]}"
    if found := _SHAPE.search(line):
        return f"what looks like a token: {found[0]}"
    return ""


def address_with_key() -> re.Pattern[str]:
    """The addresses of the resolver, each up to what opens it, with anything in the place of that."""
    beginnings = {address.route[: key.start()] for address in addresses() if (key := _KEY.search(address.route))}
    slash, anything = "(?:/|%2F)", "[A-Za-z0-9_-]+"
    patterns = [slash.join(_PLACE.sub(anything, part) for part in one.split("/")) for one in sorted(beginnings)]
    return re.compile(rf"(?:{'|'.join(patterns)}){anything}", re.IGNORECASE)
