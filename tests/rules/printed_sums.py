"""A reader of printed explanations: does the arithmetic that a page or a line states, and knows no rule.

Two forms are printed. A list has a figure a line, and each line is done to what the lines above came to. A line of text
is an equation between remarks: products first, then sums, a remark in brackets behind its figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

_NUMBER = r"\d*½|\d+"
_REMARK = re.compile(r"(?<=[\d½]) \([^()]*\)")  # what a factor or a correction is for
# Remarks that name points without being steps to the value: pot, Reuegeld, Minas, roof, the game that was won.
_PAYMENTS = re.compile(
    r"pot|Stock|Reuegeld|poorest|schlechteste|roof|Dach|win the game|gewinnen die Partie|counts \d+ games"
    r"|zählt \d+ Partien|carried over to the next|gehen in die nächste|^60 : 60"
)


def number(text: str) -> Fraction:
    return Fraction(text.replace("½", "") or 0) + Fraction("½" in text, 2)


def value_of_list(figures: Iterable[str]) -> Fraction:
    """Do one figure after the other to what came before. Raises: ValueError for a figure that is none."""
    total = Fraction(0)
    for figure in filter(None, figures):
        if found := re.fullmatch(r"× (\d+)", figure):
            total *= number(found[1])
        elif found := re.fullmatch(rf"(−?)(?:(\d+) × )?({_NUMBER})", figure):
            total += number(found[3]) * number(found[2] or "1") * (-1 if found[1] else 1)
        else:
            raise ValueError(figure)
    return total


def equation_of_line(line: str) -> str:
    """Return the one piece of a line that has the figures of the value, empty if none has."""
    pieces = [piece for piece in line.replace("\xa0", " ").split("; ") if not _PAYMENTS.search(piece)]
    found = [piece for piece in pieces if re.search(r" = |[\d½]$|\d hoch$", piece)]
    if len(found) > 1:
        raise ValueError(f"two sums in one line: {found}")
    return found[0] if found else ""


def value_of_line(line: str) -> Fraction:
    """Return what the steps of a line come to, 0 without steps.

    Raises: ValueError if the line states another result.
    """
    left, is_stated, right = equation_of_line(line).partition(" = ")
    total = _sum(_REMARK.sub("", left)) if left else Fraction(0)
    if is_stated and total != (-1 if right.startswith("−") else 1) * number(right.lstrip("−")):
        raise ValueError(f"{line}: {total}")
    return total


def _sum(text: str) -> Fraction:
    """Add the terms of `(Rufer 20 + Schneider 10) × 2 + 40 − 80`."""
    inner, times = Fraction(1), text
    if text.startswith("("):
        bracket, _, times = text[1:].partition(")")
        inner, times = _sum(bracket), times.strip().removeprefix("× ") or "1"
    first, *more = re.split(r" (?=[+−] )", times)
    return inner * _product(first) + sum(
        (_product(term[2:]) * (-1 if term.startswith("−") else 1) for term in more), start=Fraction(0)
    )


def _product(term: str) -> Fraction:
    """Return `with 3 Laufende × 10`: of each factor its last figure, since names have figures too (`61 to 90 … 2`)."""
    product = Fraction(1)
    for factor in term.split(" × "):
        product *= number(re.findall(_NUMBER, factor)[-1])
    return product
