"""Line charts for a template: coordinates, ticks and names in place, and the figures as a table.

Lines are drawn in a box that the page stretches to the room it has. Stretching would distort letters, so these stand
beside the box as HTML: ticks at equal distances, names in rows of equal height. No text has to be measured, and no two
names can overlap.
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
MAX_STEPS = 5
# A picture with its table weighs 6 kB at most.
MAX_POINTS = 330  # of all lines together
MAX_CELLS = 72

MISSING = "–"

Values = Sequence[int | None]
Point = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    name: str
    colour: int
    values: Values  # one per label of the chart; None breaks the line
    low: Values = ()  # the lower edge of a band around the line, such as a rating's doubt; empty for no band
    high: Values = ()

    @property
    def drawn(self) -> Sequence[Values]:
        return (self.values, self.low, self.high) if self.low else (self.values,)

    @property
    def last(self) -> int | None:
        return next((value for value in reversed(self.values) if value is not None), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """A vertical axis in round steps; bottom and top are ticks."""

    bottom: int
    top: int
    step: int

    @property
    def ticks(self) -> Sequence[int]:
        """Return the ticks from the top down, as they stand beside the box."""
        return range(self.top, self.bottom - 1, -self.step)

    def y_of_value(self, value: int) -> int:
        return (self.top - value) * HEIGHT // (self.top - self.bottom)


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    colour: int
    runs: tuple[str, ...]  # the points of its polylines, several if values are missing
    bands: tuple[str, ...]  # the points of its polygons
    lead: str  # the path from its end to its name


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    ticks: tuple[str, ...]  # from the top down
    grid: str  # the path through all ticks
    zero: str  # the path of the zero line; empty if it is outside
    curves: tuple[Curve, ...]
    ends: tuple[Series | None, ...]  # rows of names from the top down, None for a free row
    along: tuple[str, str, str]  # the first, middle and last label; empty for a missing one
    standing: str  # everybody's last value, for a screen reader
    heads: tuple[Series, ...]  # with `rows`, the figures as a table
    rows: tuple[tuple[str, tuple[str, ...]], ...]  # label and figures
    width: int = WIDTH + LEAD
    height: int = HEIGHT

    @property
    def is_tall(self) -> bool:
        return len(self.ends) > ROWS


def line_chart_of(
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    format: Callable[[int], str] = points_text,
    from_zero: bool = True,
) -> Chart | None:
    """Return the chart of these lines; None without a single value.

    labels:    what each value belongs to, in order: the number of a hand, "12.3.", "Mai 25".
    format:    turns a value into text, at ticks and in the table.
    from_zero: include zero however far all values lie from it; not used for ratings.
    """
    shown = evenly_spaced_indexes(len(labels), most=MAX_POINTS // max(1, sum(len(line.drawn) for line in series)))
    lines = [_thin_series(line, shown) for line in series]
    values = [value for line in lines for drawn in line.drawn for value in drawn if value is not None]
    if not values:
        return None
    box = Box(
        scale=round_axis_scale([*values, 0] if from_zero else values),
        xs=[WIDTH * place // shown[-1] if shown[-1] else WIDTH for place in shown],
        rows=max(ROWS, len(lines)),
    )
    last = {place: line.last for place, line in enumerate(lines) if line.last is not None}
    rows = line_name_rows({place: box.scale.y_of_value(value) for place, value in last.items()}, rows=box.rows)
    line_in = {row: lines[place] for place, row in rows.items()}
    return Chart(
        ticks=tuple(map(format, box.scale.ticks)),
        grid="".join(map(box.level_path, box.scale.ticks)),
        zero=box.level_path(0) if 0 in box.scale.ticks else "",
        curves=tuple(box.curve_of_line(lines[place], row) for place, row in sorted(rows.items())),
        ends=tuple(line_in.get(row) for row in range(box.rows)),
        along=_axis_labels(labels),
        standing=", ".join(f"{lines[place].name} {format(value)}" for place, value in last.items()),
        heads=tuple(lines),
        rows=tuple(_chart_table_rows(series, labels, format)),
    )


def evenly_spaced_indexes(length: int, *, most: int) -> Sequence[int]:
    """Return at most `most` indexes at equal distances, always with the first and the last one."""
    step = max(1, -(-length // max(1, most - 1)))
    evenly = range(length - 1, -1, -step)[::-1]
    return [0, *evenly] if evenly and evenly[0] else evenly


def _thin_series(line: Series, places: Sequence[int]) -> Series:
    values, *edges = [[drawn[place] for place in places] for drawn in line.drawn]
    low, high = edges or ((), ())
    return replace(line, values=values, low=low, high=high)


def round_axis_scale(values: Sequence[int]) -> Scale:
    """Return a scale around these values, in the smallest of the steps 1, 2, 5, 10, 20 ... that needs few enough."""
    for step in (digit * 10**zeros for zeros in count() for digit in (1, 2, 5)):
        bottom, top = min(values) // step * step, -(-max(values) // step) * step
        if top - bottom <= MAX_STEPS * step:
            break
    return Scale(bottom=bottom, top=max(top, bottom + step), step=step)


def line_name_rows(ends: Mapping[int, int], *, rows: int) -> dict[int, int]:
    """Return the row of each name, counted from the top, by the height `y` at which its line ends.

    A name takes the row at that height, or the next free one below, but high enough that all names below it have room.
    """
    found, row = {}, -1
    for turn, (place, y) in enumerate(sorted(ends.items(), key=lambda end: end[1])):
        row = max(row + 1, min(y * rows // HEIGHT, rows - len(ends) + turn))
        found[place] = row
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The drawing area of a chart."""

    scale: Scale
    xs: Sequence[int]  # the position of each value of a line
    rows: int  # number of rows for names

    def level_path(self, value: int) -> str:
        return f"M0,{self.scale.y_of_value(value)}H{WIDTH}"

    def unbroken_runs(self, values: Values) -> list[list[Point]]:
        """Return the points, split where a value is missing."""
        there = groupby(zip(self.xs, values, strict=True), key=lambda spot: spot[1] is not None)
        return [
            [(x, self.scale.y_of_value(value)) for x, value in run if value is not None]
            for is_there, run in there
            if is_there
        ]

    def band_polygons(self, line: Series) -> Iterator[str]:
        """Yield the polygon of each band: along the lower edge, back along the upper one."""
        for low, high in (
            zip(self.unbroken_runs(line.low), self.unbroken_runs(line.high), strict=True) if line.low else ()
        ):
            yield _polyline_points([*low, *reversed(high)])

    def curve_of_line(self, line: Series, row: int) -> Curve:
        runs = self.unbroken_runs(line.values)
        x, y = runs[-1][-1]
        to_edge = f"H{WIDTH}" if x < WIDTH else ""
        return Curve(
            colour=line.colour,
            runs=tuple(_polyline_points(run if len(run) > 1 else _dash_of_lone_point(*run)) for run in runs),
            bands=tuple(self.band_polygons(line)),
            lead=f"M{x},{y}{to_edge}L{WIDTH + LEAD},{(2 * row + 1) * HEIGHT // (2 * self.rows)}",
        )


def _dash_of_lone_point(point: Point) -> Sequence[Point]:
    x, y = point
    return [(max(0, x - ALONE), y), (min(WIDTH, x + ALONE), y)]


def _polyline_points(points: Sequence[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _axis_labels(labels: Sequence[str]) -> tuple[str, str, str]:
    """Return the first, middle and last label; an even number of labels has no middle one."""
    first, middle = len(labels) > 1, len(labels) > 2 and len(labels) % 2
    return (labels[0] if first else "", labels[len(labels) // 2] if middle else "", labels[-1])


def _chart_table_rows(
    series: Sequence[Series], labels: Sequence[str], format: Callable[[int], str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for place in evenly_spaced_indexes(len(labels), most=MAX_CELLS // (len(series) + 1)):
        at = (line.values[place] for line in series)
        yield labels[place], tuple(MISSING if one is None else format(one) for one in at)
