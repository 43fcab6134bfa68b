"""What a file of another program tells, read and not judged yet: evenings, their hands, and who paid whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from rules import Ruleset
from scorebook.clubs.names import folded_name
from scorebook.core.canonical_hash import canonical_digest

LONGEST_TEXT = 200  # of a title or a note, as the rules take them
LONGEST_QUOTE = 40  # of a text that cannot be read


def plain_text(text: str) -> str:
    """What somebody typed there on one line and no longer than a hand takes; control signs are white space."""
    return " ".join(text.split())[:LONGEST_TEXT]


class Format(StrEnum):
    RESULTS = "results"
    HANDS = "hands"
    PHONE = "phone"
    SPLIIT = "spliit"
    SPLITWISE = "splitwise"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProblem:
    """code: stable; `texts` has its sentence. line: from 1, of a table. where: the column, or the place in the JSON."""

    code: str
    line: int | None = None
    where: str = ""
    args: Mapping[str, str | int] = field(default_factory=dict)


class ImportRefused(Exception):
    """The file cannot come in as it is; every problem at once."""

    def __init__(self, problems: Sequence[ImportProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{one.line or ''} {one.where}: {one.code}" for one in self.problems))


class Problems:
    """Collects what is wrong while a file is read."""

    def __init__(self) -> None:
        self._found: list[ImportProblem] = []

    def add(self, code: str, *, line: int | None = None, where: str = "", **args: str | int) -> None:
        """args: `text` is what stands there; the problem quotes its beginning."""
        if "text" in args:
            args["text"] = str(args["text"])[:LONGEST_QUOTE]
        problem = ImportProblem(code=code, line=line, where=where, args=args)
        if problem not in self._found:
            self._found.append(problem)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def found(self) -> tuple[ImportProblem, ...]:
        """As they stand in the file, one line after the other."""
        return tuple(sorted(self._found, key=lambda one: one.line or 0))

    def raise_if_any(self) -> None:
        """Raises: ImportRefused."""
        if self._found:
            raise ImportRefused(self.found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something stands in the file."""

    line: int | None = None
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldHand:
    """hand:    as `rules.read_report` takes it, people by their names there; None where only its amounts are known.
    amounts:  name -> minor units that it moved, as they were paid; None where only the hand is known.
    dealer:   who dealt; None is who is due. playing: who held cards, where that tells who dealt.
    kind:     what it was called there, which is why it is agreed on where the rules cannot score it.
    was_dealt: whether it was a hand; else it stands for many, or for none.
    """

    place: Place
    hand: Mapping[str, object] | None = None
    amounts: Mapping[str, int] | None = None
    dealer: str | None = None
    playing: frozenset[str] | None = None
    kind: str = ""
    note: str = ""
    was_dealt: bool = True

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
class ToldEvening:
    """people: in seating order. begun_at: where the hour is known. unit: None where no hand has amounts.

    ruleset: where the file brings its own tariff, whose points are then minor units. is_of_table: whether it was
    played; else it is money that one laid out for others, which need not be as many as a table.
    """

    place: Place
    day: date
    people: tuple[str, ...]
    hands: tuple[ToldHand, ...]
    begun_at: datetime | None = None
    unit: str | None = None
    ruleset: Ruleset | None = None
    is_of_table: bool = True

    def digest(self, occurrence: int) -> str:
        """occurrence: of evenings that say the very same, which one it is."""
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
class ToldPayment:
    """payer: who gave the money."""

    place: Place
    day: date
    payer: str
    payee: str
    amount_minor: int
    unit: str
    note: str = ""

    def digest(self, occurrence: int) -> str:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """notices: what was left out of the file and is no problem, such as a row of sums."""

    format: Format
    evenings: tuple[ToldEvening, ...]
    payments: tuple[ToldPayment, ...] = ()
    notices: tuple[ImportProblem, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody, each once, in the order in which they come."""
        told = [name for evening in self.evenings for name in evening.people]
        told += [name for payment in self.payments for name in (payment.payer, payment.payee)]
        first: dict[str, str] = {}
        for name in told:
            first.setdefault(folded_name(name), name)
        return tuple(first.values())

    @property
    def has_payments(self) -> bool:
        """Whether it keeps one account over all days, which is settled now and then: that is the club's tab."""
        return self.format in (Format.SPLIIT, Format.SPLITWISE)
