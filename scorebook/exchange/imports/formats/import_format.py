"""The base class of formats; `registry` finds each subclass in a module of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.functional import Promise

from scorebook.clubs.names import folded_name
from scorebook.exchange.imports.import_cells import Cells, find_import_columns, read_import_cells
from scorebook.exchange.imports.import_records import ImportedEvening, ImportedPayment, ImportProblem
from scorebook.exchange.imports.json_text import read_import_json


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportText:
    """A text whose format is not known yet: JSON or a table."""

    json: Any = None
    cells: Cells | None = None

    @classmethod
    def parse(cls, text: str) -> ImportText:
        """Raises: ImportRefused."""
        return cls(json=read_import_json(text)) if is_json(text) else cls(cells=read_import_cells(text))

    def has_list(self, name: str) -> bool:
        return isinstance(self.json, dict) and isinstance(self.json.get(name), list)

    def has_columns(self, aliases: Mapping[str, Sequence[str]]) -> bool:
        """Return whether it is a table with all of these columns."""
        return self.cells is not None and len(find_import_columns(self.cells, aliases)) == len(aliases)


class ImportFormat(ABC):
    """A format of other programs' files. Two formats whose `help` is the same are described together."""

    id: ClassVar[str]  # in requests; stored with each import
    place: ClassVar[int]  # in lists; the last is the first to be asked whether a text is of its format
    label: ClassVar[str | Promise]
    help: ClassVar[str | Promise]  # in the middle of a sentence: a table of names and results
    keeps_tab: ClassVar[bool] = False  # has one account over all days, settled now and then, like the club's tab

    @abstractmethod
    def recognises(self, text: ImportText) -> bool: ...

    @abstractmethod
    def read(self, text: str, chosen: str | None = None) -> Imported:
        """Read a file, with every problem at once. chosen: the user's unit of the figures. Raises: ImportRefused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    format: ImportFormat
    evenings: tuple[ImportedEvening, ...]
    payments: tuple[ImportedPayment, ...] = ()
    notices: tuple[ImportProblem, ...] = ()  # what was left out, such as a row of sums or an unreadable one
    left_out: int = 0  # number of unreadable rows, each with a notice

    @property
    def names(self) -> tuple[str, ...]:
        """Return each name once, in the order of appearance."""
        everybody = [name for evening in self.evenings for name in evening.people]
        everybody += [name for payment in self.payments for name in (payment.payer, payment.payee)]
        first: dict[str, str] = {}
        for name in everybody:
            first.setdefault(folded_name(name), name)
        return tuple(first.values())


def is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith(("{", "["))
