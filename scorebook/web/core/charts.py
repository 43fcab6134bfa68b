"""Line charts made ready for a template: every coordinate, tick and name at its place, and the figures as a table.

Lines are drawn in a box that a page stretches to whatever room there is. Letters would be stretched with it, so they
stand beside it as HTML: ticks from the top edge to the bottom one at equal distances, names in rows of equal height.
Nobody has to know how wide a letter is, and no two names can lie over each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby

from scorebook.web.core.money import points_text

WIDTH, HEIGHT = 640, 240
LEAD = 32  # from the end of the box to the names
ALONE = 8  # to each side of a value that has no neighbour
ROWS = 9  # of names, in the height of the box
MOST_STEPS = 5
# A picture with its table weighs 6 kB at most.
MOST_POINTS = 330  # of all lines together
MOST_CELLS = 72

MISSING = "–"

Values = Sequence[int | None]
Point = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One line. values: one for each label of the chart; None where there is none, which breaks the line.

    low, high: the edges of a band around it, such as a rating's doubt: for each value, or empty.
    """

    name: str
    colour: int
    values: Values
    low: Values = ()
    high: Values = ()

    @property
    def drawn(self) -> Sequence[Values]:
        return (self.values, self.low, self.high) if self.low else (self.values,)

    @property
    def last(self) -> int | None:
        return next((value for value in reversed(self.values) if value is not None), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """From bottom to top in round steps; both are ticks."""

    bottom: int
    top: int
    step: int

    @property
    def ticks(self) -> Sequence[int]:
        """From the top down, as they stand beside the box."""
        return range(self.top, self.bottom - 1, -self.step)

    def y(self, value: int) -> int:
        return (self.top - value) * HEIGHT // (self.top - self.bottom)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Whose line or column it is."""

    name: str
    colour: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """runs: the points of its polylines, several where values are missing; bands: those of its polygons.

    lead: the path from its end to its name.
    """

    colour: int
    runs: tuple[str, ...]
    bands: tuple[str, ...]
    lead: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    label: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """grid: the path through all ticks, which stand from the top down. zero: that of its line alone, if it is there.

    ends:     the rows of names from the top down, each empty or with the name of the line that ends there.
    along:    the first label, the one in the middle and the last; empty where none lies there.
    standing: everybody's last value, for whoever does not see the picture.
    heads, rows: the figures as a table.
    """

    ticks: tuple[str, ...]
    grid: str
    zero: str
    curves: tuple[Curve, ...]
    ends: tuple[Named | None, ...]
    along: tuple[str, str, str]
    standing: str
    heads: tuple[Named, ...]
    rows: tuple[FigureRow, ...]
    width: int = WIDTH + LEAD
    height: int = HEIGHT

    @property
    def is_tall(self) -> bool:
        return len(self.ends) > ROWS


def chart_of(
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    format: Callable[[int], str] = points_text,
    from_zero: bool = True,
) -> Chart | None:
    """The chart of these lines; None without a single value.

    labels:    what each value belongs to, in order: the number of a hand, "12.3.", "Mai 25".
    format:    a value as text, at ticks and in the table.
    from_zero: zero is shown however far from it all values lie; a rating does without.
    """
    shown = thinned(len(labels), most=MOST_POINTS // max(1, sum(len(line.drawn) for line in series)))
    lines = [_only(line, shown) for line in series]
    values = [value for line in lines for drawn in line.drawn for value in drawn if value is not None]
    if not values:
        return None
    box = Box(
        scale=round_scale([*values, 0] if from_zero else values),
        xs=[WIDTH * place // shown[-1] if shown[-1] else WIDTH for place in shown],
        rows=max(ROWS, len(lines)),
    )
    last = {place: line.last for place, line in enumerate(lines) if line.last is not None}
    rows = name_rows({place: box.scale.y(value) for place, value in last.items()}, rows=box.rows)
    names = [Named(name=line.name, colour=line.colour) for line in lines]
    name_in = {row: names[place] for place, row in rows.items()}
    return Chart(
        ticks=tuple(map(format, box.scale.ticks)),
        grid="".join(map(box.across, box.scale.ticks)),
        zero=box.across(0) if 0 in box.scale.ticks else "",
        curves=tuple(box.curve(lines[place], row) for place, row in sorted(rows.items())),
        ends=tuple(name_in.get(row) for row in range(box.rows)),
        along=_along(labels),
        standing=", ".join(f"{names[place].name} {format(value)}" for place, value in last.items()),
        heads=tuple(names),
        rows=tuple(_figure_rows(series, labels, format)),
    )


def thinned(length: int, *, most: int) -> Sequence[int]:
    """The places of at most so many of a line's values at equal distances, the last one always, and the first."""
    step = max(1, -(-length // max(1, most - 1)))
    evenly = range(length - 1, -1, -step)[::-1]
    return [0, *evenly] if evenly and evenly[0] else evenly


def _only(line: Series, places: Sequence[int]) -> Series:
    values, *edges = [[drawn[place] for place in places] for drawn in line.drawn]
    low, high = edges or ((), ())
    return replace(line, values=values, low=low, high=high)


def round_scale(values: Sequence[int]) -> Scale:
    """Around these values, in steps of 1, 2 or 5, of 10, 20 or 50, and so on: the first that are few enough."""
    for step in (digit * 10**zeros for zeros in count() for digit in (1, 2, 5)):
        bottom, top = min(values) // step * step, -(-max(values) // step) * step
        if top - bottom <= MOST_STEPS * step:
            break
    return Scale(bottom=bottom, top=max(top, bottom + step), step=step)


def name_rows(ends: Mapping[int, int], *, rows: int) -> dict[int, int]:
    """The row of each name, of so many from the top down, by the height at which its line ends.

    That at its end where it is free, else the next one below; but so high that all those below it have room.
    """
    found, row = {}, -1
    for turn, (place, y) in enumerate(sorted(ends.items(), key=lambda end: end[1])):
        row = max(row + 1, min(y * rows // HEIGHT, rows - len(ends) + turn))
        found[place] = row
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Where everything lies in the drawing. xs: of each line's values; rows: how many there are for names."""

    scale: Scale
    xs: Sequence[int]
    rows: int

    def across(self, value: int) -> str:
        """The path of a line through it."""
        return f"M0,{self.scale.y(value)}H{WIDTH}"

    def runs(self, values: Values) -> list[list[Point]]:
        """Points, without a gap between those that stand together."""
        there = groupby(zip(self.xs, values, strict=True), key=lambda spot: spot[1] is not None)
        return [
            [(x, self.scale.y(value)) for x, value in run if value is not None] for is_there, run in there if is_there
        ]

    def bands(self, line: Series) -> Iterator[str]:
        """There along the lower edge, and back along the upper one."""
        for low, high in zip(self.runs(line.low), self.runs(line.high), strict=True) if line.low else ():
            yield _text([*low, *reversed(high)])

    def curve(self, line: Series, row: int) -> Curve:
        runs = self.runs(line.values)
        x, y = runs[-1][-1]
        to_edge = f"H{WIDTH}" if x < WIDTH else ""
        return Curve(
            colour=line.colour,
            runs=tuple(_text(run if len(run) > 1 else _dash_at(*run)) for run in runs),
            bands=tuple(self.bands(line)),
            lead=f"M{x},{y}{to_edge}L{WIDTH + LEAD},{(2 * row + 1) * HEIGHT // (2 * self.rows)}",
        )


def _dash_at(point: Point) -> Sequence[Point]:
    """What is drawn of a value that stands alone."""
    x, y = point
    return [(max(0, x - ALONE), y), (min(WIDTH, x + ALONE), y)]


def _text(points: Sequence[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _along(labels: Sequence[str]) -> tuple[str, str, str]:
    """Each at its third of the width; labels of an even number have none in the middle."""
    first, middle = len(labels) > 1, len(labels) > 2 and len(labels) % 2
    return (labels[0] if first else "", labels[len(labels) // 2] if middle else "", labels[-1])


def _figure_rows(series: Sequence[Series], labels: Sequence[str], format: Callable[[int], str]) -> Iterator[FigureRow]:
    for place in thinned(len(labels), most=MOST_CELLS // (len(series) + 1)):
        at = (line.values[place] for line in series)
        yield FigureRow(label=labels[place], figures=tuple(MISSING if one is None else format(one) for one in at))
