"""The content of another program's file as it was read, before matching and scoring: evenings, hands and payments."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TypeVar

from rules import Ruleset
from scorebook.clubs.names import folded_name
from scorebook.core.canonical_hash import canonical_digest
from scorebook.exchange.imports.import_amounts import Unreadable

T = TypeVar("T")

LONGEST_TEXT = 200  # of a title or a note, as the rules take them
LONGEST_QUOTE = 40  # of a text that cannot be read


def plain_text(text: str) -> str:
    """Return the text on one line, cut to the length that a hand allows; control characters are white space."""
    return " ".join(text.split())[:LONGEST_TEXT]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProblem:
    code: str  # stable; `texts` has its message
    line: int | None = None  # from 1, in a table
    where: str = ""  # the column, or the place in the JSON
    args: Mapping[str, str | int] = field(default_factory=dict)
    is_left_out: bool = False  # a notice: the row at this place is left out for this reason


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePosition:
    line: int | None = None
    where: str = ""


class ImportRefused(Exception):
    """A file that was refused, with every problem at once."""

    def __init__(self, problems: Sequence[ImportProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{one.line or ''} {one.where}: {one.code}" for one in self.problems))


def import_refused(code: str, **args: str | int) -> ImportRefused:
    return ImportRefused([ImportProblem(code=code, args=args)])


class ImportProblems:
    """A collector of problems, and of notices, which prevent nothing."""

    def __init__(self) -> None:
        self._found: list[ImportProblem] = []
        self.notices: list[ImportProblem] = []
        self.left_out = 0  # number of rows

    def add(self, code: str, at: FilePosition | str = "", /, **args: str | int) -> None:
        """Add a problem.

        at:   place in the file; a text is a place in its JSON.
        args: of `text`, the content of the file, the beginning is quoted.
        """
        if "text" in args:
            args["text"] = str(args["text"])[:LONGEST_QUOTE]
        problem = _problem_at(at, code, args)
        if problem not in self._found:
            self._found.append(problem)

    def add_notice(self, code: str, at: FilePosition | str = "", /, **args: str | int) -> None:
        self.notices.append(_problem_at(at, code, args))

    def parse_text(self, parse: Callable[[str], T], text: str, at: FilePosition | str) -> T | None:
        """Return the parsed text; None after adding the reason why it is unreadable."""
        try:
            return parse(text)
        except Unreadable as error:
            self.add(error.code, at, text=text)
            return None

    def read_or_leave_out(self, read: Callable[[], T]) -> T | None:
        """Return the row. If `read` adds problems, return None: they become notices, and the row is left out."""
        before = len(self._found)
        row = read()
        if len(self._found) == before:
            return row
        self.notices += (replace(one, is_left_out=True) for one in self._found[before:])
        del self._found[before:]
        self.left_out += 1
        return None

    def __len__(self) -> int:
        return len(self._found)

    @property
    def found(self) -> tuple[ImportProblem, ...]:
        """Return the problems in the order of the lines."""
        return tuple(sorted(self._found, key=lambda one: one.line or 0))

    def raise_import_problems(self) -> None:
        if self._found:
            raise ImportRefused(self.found)

    def raise_unless_importable(self, found: Sequence[object]) -> None:
        """Refuse a file of which nothing is left. found: its evenings or expenses."""
        if not found and not self._found:
            self._found += (replace(one, is_left_out=False) for one in self.notices if one.is_left_out)
            if not self._found:
                self.add("nothing_there")
        self.raise_import_problems()


def _problem_at(at: FilePosition | str, code: str, args: Mapping[str, str | int]) -> ImportProblem:
    place = FilePosition(where=at) if isinstance(at, str) else at
    return ImportProblem(code=code, line=place.line, where=place.where, args=args)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedHand:
    place: FilePosition
    hand: Mapping[str, object] | None = None  # for `rules.read_report`, with names; None with amounts only
    amounts: Mapping[str, int] | None = None  # name -> minor units paid; None with the hand only
    dealer: str | None = None  # None is the one due
    playing: frozenset[str] | None = None  # people who held cards, if that reveals the dealer
    kind: str = ""  # its name there; the reason if it becomes an agreed hand
    note: str = ""
    was_dealt: bool = True  # False if it stands for many hands, or for none

    def to_json(self) -> dict[str, object]:
        return {
            "hand": self.hand,
            "amounts": dict(sorted(self.amounts.items())) if self.amounts is not None else None,
            "dealer": self.dealer,
            "playing": sorted(self.playing) if self.playing is not None else None,
            "kind": self.kind,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedEvening:
    place: FilePosition
    when: date | datetime  # a day, or a time if it is known
    people: tuple[str, ...]  # in seating order
    hands: tuple[ImportedHand, ...]
    unit: str | None = None  # None if no hand has amounts
    ruleset: Ruleset | None = None  # the file's own tariff
    stake_minor: int = 1  # minor units of a point of this tariff
    is_of_table: bool = True  # False for expenses, which need not involve a table's number of people

    @property
    def day(self) -> date:
        return self.begun_at.date() if self.begun_at else self.when

    @property
    def begun_at(self) -> datetime | None:
        return self.when if isinstance(self.when, datetime) else None

    def occurrence_digest(self, occurrence: int) -> str:
        """Return the digest. occurrence: number of this evening among equal ones."""
        return canonical_digest(
            {
                "day": self.day.isoformat(),
                "begun_at": self.begun_at,
                "people": sorted(folded_name(name) for name in self.people),
                "unit": self.unit,
                "hands": [hand.to_json() for hand in self.hands],
                "occurrence": occurrence,
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedPayment:
    place: FilePosition
    day: date
    payer: str  # gives the money
    payee: str
    amount_minor: int
    unit: str
    note: str = ""

    def occurrence_digest(self, occurrence: int) -> str:
        return canonical_digest(
            {
                "day": self.day.isoformat(),
                "payer": folded_name(self.payer),
                "payee": folded_name(self.payee),
                "amount_minor": self.amount_minor,
                "unit": self.unit,
                "note": self.note,
                "occurrence": occurrence,
            }
        )
