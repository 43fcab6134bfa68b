"""The notation of hands as on paper: a line a hand, and a whole evening. Specification: docs/notation.md.

Reading and writing are inverses of each other.
"""

from rules.notation.evening import Comes, Goes, HandStep, Stake, WrittenEnd, WrittenEvening, changes_of_seats
from rules.notation.evening_writer import write_evening
from rules.notation.hand_reader import read_hand_words
from rules.notation.hand_writer import write_hand_line
from rules.notation.notation_reader import EveningText, HandLines, read_evening, read_hand_lines
from rules.notation.scanner import LineProblem

__all__ = [
    "Comes",
    "EveningText",
    "Goes",
    "HandLines",
    "HandStep",
    "LineProblem",
    "Stake",
    "WrittenEnd",
    "WrittenEvening",
    "changes_of_seats",
    "read_evening",
    "read_hand_lines",
    "read_hand_words",
    "write_evening",
    "write_hand_line",
]
