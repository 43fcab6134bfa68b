"""The reasons to refuse a club file, each with its place in the file."""

from collections.abc import Iterable
from dataclasses import dataclass

# Number of problems in one report; the next ones follow when these are fixed.
MAX_PROBLEMS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProblem:
    place: str  # such as `clubs[0].evenings[3].events[17].score`; "" is the whole file
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


class ClubFileRefused(Exception):
    """A club file that was refused; nothing was written."""

    def __init__(self, problems: Iterable[FileProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def file_refused(what: str, *, place: str = "") -> ClubFileRefused:
    return ClubFileRefused([FileProblem(place=place, what=what)])


class FileProblems(list[FileProblem]):
    def add(self, place: str, what: str) -> None:
        self.append(FileProblem(place=place, what=what))
        if len(self) == MAX_PROBLEMS:
            raise ClubFileRefused(self)

    def raise_file_problems(self) -> None:
        if self:
            raise ClubFileRefused(self)
