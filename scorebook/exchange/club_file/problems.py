"""Why a file does not become a club, each reason with its place in the file."""

from collections.abc import Iterable
from dataclasses import dataclass

# So many are told at once; whoever has mended those reads the next ones.
PROBLEMS_MAX = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProblem:
    """place: as one would reach it in the file, such as `clubs[0].evenings[3].events[17].score`; "" is all of it."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


class ClubFileRefused(Exception):
    """Nothing was written."""

    def __init__(self, problems: Iterable[FileProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def refused(what: str, *, place: str = "") -> ClubFileRefused:
    return ClubFileRefused([FileProblem(place=place, what=what)])


class Problems(list[FileProblem]):
    """Those that were found so far."""

    def add(self, place: str, what: str) -> None:
        self.append(FileProblem(place=place, what=what))
        if len(self) == PROBLEMS_MAX:
            raise ClubFileRefused(self)

    def end(self) -> None:
        """Raises: ClubFileRefused where there are any."""
        if self:
            raise ClubFileRefused(self)
