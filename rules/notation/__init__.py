"""Hands as one would write them on paper: a line a hand, and a whole evening. The document: docs/notation.md.

What was read is written the same, and what was written is read the same.
"""

from rules.notation.evening import Comes, Goes, HandStep, Stake, WrittenEnd, WrittenEvening, changes_of_seats
from rules.notation.evening_reader import EveningText, HandLines, read_evening, read_hand_lines
from rules.notation.evening_writer import write_evening
from rules.notation.hand_reader import HandLine, read_hand_line
from rules.notation.hand_writer import write_hand_line
from rules.notation.line_problems import LineProblem

__all__ = [
    "Comes",
    "EveningText",
    "Goes",
    "HandLine",
    "HandLines",
    "HandStep",
    "LineProblem",
    "Stake",
    "WrittenEnd",
    "WrittenEvening",
    "changes_of_seats",
    "read_evening",
    "read_hand_line",
    "read_hand_lines",
    "write_evening",
    "write_hand_line",
]
