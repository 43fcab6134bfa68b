"""The printed figures of a page of the rules book, and the value of a hand by them: tables, additions, factors.

Nothing here asks the rules for a score.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import unescape
from math import prod

from rules import Level, Ruleset
from rules.wording import words
from tests.web.book_sentences import book_html

LEVELS = tuple(Level)
_NUMBER = re.compile(r"[+−]?\d+½?|[+−]½")


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceLine:
    names: tuple[str, ...]
    suits: frozenset[str]  # empty for all
    won: bool | None  # None for both
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLimits:
    names: tuple[str, ...]
    own: tuple[int, int, int]  # wins, wins with Schneider, is free of it
    others: tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPrices:
    """added: the points of a run by the name of a contract and the length of the run."""

    lines: tuple[PriceLine, ...]
    added: Mapping[str, Mapping[int, Fraction]]
    factors: Mapping[str, int]
    limits: tuple[PrintedLimits, ...]

    def value(
        self, name: str, *, won: bool, level: Level, suit: str = "", run: int = 0, factors: Sequence[str] = ()
    ) -> Fraction | None:
        """Return what the page says this hand is worth; None if it prints no such hand."""
        line = next((one for one in self.lines if name in one.names and _fits(one, suit, won)), None)
        if line is None:
            return None
        place = LEVELS.index(level) if len(line.values) > 1 else 0
        base = line.values[place]
        if base is None or (run and run not in self.added.get(name, {})):
            return None
        more = self.added[name][run] if run else Fraction(0)
        return (base + more) * prod(self.factors[one] for one in factors)

    def result(self, name: str, points: int) -> tuple[bool, Level] | None:
        """Return who wins with so many card points of the declaring side, and how; None if nobody does."""
        limits = next(one for one in self.limits if name in one.names)
        others = 120 - points
        if points >= limits.own[0]:
            return True, Level.SCHNEIDER if points >= limits.own[1] else Level.PLAIN
        if others >= limits.others[0]:
            return False, Level.SCHNEIDER if others >= limits.others[1] else Level.PLAIN
        return None


def _fits(line: PriceLine, suit: str, won: bool) -> bool:
    return (not line.suits or suit in line.suits) and line.won in (None, won)


def book_prices(ruleset: Ruleset) -> BookPrices:
    html = book_html(ruleset, "en")
    tariff = html.split('id="tariff"')[1].split('id="examples"')[0]
    tables = re.split(r"<h3>", tariff)
    return BookPrices(
        lines=tuple(map(_price_line, _rows(tables[0]))),
        added={name: points for table in tables if ": what is added" in table for name, points in _added(table)},
        factors={
            _text(label).strip(): int(factor)
            for label, factor in re.findall(r"<li>\s*(.*?)\s*<b>× (\d+)</b>", tariff, re.DOTALL)
        },
        limits=tuple(_printed_limits(html)),
    )


def _rows(table: str) -> list[tuple[str, list[str]]]:
    """Return the heading and the cells of each body of a table."""
    bodies = re.findall(r"<tbody>(.*?)</tbody>", table, re.DOTALL)
    heads = [re.search(r"<th[^>]*>(.*?)</th>", body, re.DOTALL) for body in bodies]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", body, re.DOTALL) for body in bodies]
    return [(head[1], values) for head, values in zip(heads, cells, strict=True) if head]


def _price_line(row: tuple[str, list[str]]) -> PriceLine:
    head, cells = row
    text = _text(re.sub(r"<span.*</span>", "", head, flags=re.DOTALL))
    won = {"won": True, "lost": False}.get(_text(head).split()[-1])
    suits = frozenset(suit for suit in re.findall(r"suit-(\w+)", head))
    values = tuple(int(cell) if (cell := _text(one)).isdecimal() else None for one in cells)
    return PriceLine(names=_names(text), suits=suits, won=won, values=values)


def _added(table: str) -> list[tuple[str, dict[int, Fraction]]]:
    """Return the points of each length, by contract: the first, so much more for each, up to the longest."""
    found = []
    for head, cells in _rows(table):
        points: dict[int, Fraction] = {}
        if len(cells) == 1:
            points = {int(count): _fraction(more) for count, more in _pairs(cells[0])}
        else:
            ((count, more),) = _pairs(cells[0])
            each, first = _fraction(_text(cells[1])), int(count)
            longest = max(int(length) for length, _more in _pairs(cells[2]))
            points = {length: _fraction(more) + each * (length - first) for length in range(first, longest + 1)}
        found += [(name, points) for name in _names(_text(head))]
    return found


def _pairs(cell: str) -> list[tuple[str, str]]:
    return re.findall(r"(\d+): ([+−][\d½]+)", _text(cell))


def _printed_limits(html: str) -> list[PrintedLimits]:
    found = []
    part = html.split('id="limits"')[1].split("</section>")[0] if 'id="limits"' in html else ""
    for names, lines in re.findall(r"<h3>(.*?)</h3>\s*<ul[^>]*>(.*?)</ul>", part, re.DOTALL):
        numbers = [int(number) for number in re.findall(r"\d+", _text(lines))]
        found.append(
            PrintedLimits(
                names=_names(_text(names)),
                own=(numbers[0], numbers[1], numbers[2]),
                others=(numbers[3], numbers[4], numbers[5]),
            )
        )
    return found


def _names(text: str) -> tuple[str, ...]:
    """Split a list of contracts; some have a comma in their name."""
    known = sorted((words.contract_name(id, "en") for id in words.ids_of_texts("contract")), key=len, reverse=True)
    return tuple(re.findall(rf"({'|'.join(map(re.escape, known))}|[^,\s][^,]*)(?:, |$)", text))


def _fraction(text: str) -> Fraction:
    whole, half = text.strip("+ ").rstrip("½"), text.endswith("½")
    return Fraction(int(whole or 0)) + (Fraction(1, 2) if half else 0)


def _text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
