"""Line charts: round ticks, names that never meet, gaps, bands, the figures as a table, and what it all weighs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest
from django.template import engines
from hypothesis import given
from hypothesis import strategies as st

from scorebook.web.core.charts import (
    HEIGHT,
    MISSING,
    ROWS,
    WIDTH,
    Chart,
    Series,
    evenly_spaced_indexes,
    line_chart_of,
    line_name_rows,
    round_axis_scale,
)
from scorebook.web.core.money import amount_without_unit
from tests.support.page import squeezed

MOST_BYTES = 6_000
PEOPLE = ("Anna", "Beppo", "Cilli", "Done", "Eustachius", "Franziska", "Gustl")

pytestmark = pytest.mark.once


def line(*values: int | None, name: str = "Anna", colour: int = 0) -> Series:
    return Series(name=name, colour=colour, values=values)


def chart(*series: Series, from_zero: bool = True) -> Chart:
    found = line_chart_of(series, [str(no) for no in range(len(series[0].values))], from_zero=from_zero)
    assert found is not None
    return found


def html(shown: Chart | None) -> str:
    template = engines["django"].from_string("{% load chart %}{% line_chart shown %}")
    return template.render({"shown": shown})


def ys(points: str) -> list[int]:
    return [int(point.split(",")[1]) for point in points.split()]


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0, 1], [1, 0]),
        ([0, 5], [5, 4, 3, 2, 1, 0]),
        ([0, 6], [6, 4, 2, 0]),
        ([0, 10], [10, 8, 6, 4, 2, 0]),
        ([0, 11], [15, 10, 5, 0]),
        ([-40, 40], [40, 20, 0, -20, -40]),
        ([-70, 130], [150, 100, 50, 0, -50, -100]),
        ([-30, -10], [-10, -15, -20, -25, -30]),
        ([1480, 1520], [1520, 1510, 1500, 1490, 1480]),
        ([0, 0], [1, 0]),
        ([20, 20], [21, 20]),
        ([-3, -3], [-2, -3]),
        ([-123_456_789, 987_654_321], [1_000_000_000, 500_000_000, 0, -500_000_000]),
    ],
)
def test_few_ticks_at_round_figures(values: list[int], ticks: list[int]) -> None:
    assert list(round_axis_scale(values).ticks) == ticks


@given(st.lists(st.integers(-(10**15), 10**15), min_size=1, max_size=8))
def test_all_values_lie_between_the_first_tick_and_the_last(values: list[int]) -> None:
    scale = round_axis_scale(values)
    assert scale.bottom <= min(values) and max(values) <= scale.top
    assert 2 <= len(scale.ticks) <= 6
    assert str(scale.step).rstrip("0") in {"1", "2", "5"}
    assert all(tick % scale.step == 0 for tick in scale.ticks)
    assert (scale.y_of_value(scale.top), scale.y_of_value(scale.bottom)) == (0, HEIGHT)


def test_a_tick_stands_at_the_height_of_its_value() -> None:
    """They stand at equal distances from the top edge to the bottom one, as the stylesheet places them."""
    shown = chart(line(0, 130), line(0, -70, name="Beppo"))
    assert shown.ticks == ("+150", "+100", "+50", "0", "−50", "−100")
    assert shown.grid == "M0,0H640M0,48H640M0,96H640M0,144H640M0,192H640M0,240H640"
    assert shown.zero == "M0,144H640"


def test_a_rating_far_from_zero_has_no_line_for_it() -> None:
    shown = chart(line(1480, 1520), from_zero=False)
    assert shown.zero == "" and shown.ticks[-1] == "+1.480"
    assert 'class="zero"' not in html(shown)


ENDS = st.dictionaries(st.integers(0, 30), st.integers(0, HEIGHT), min_size=1, max_size=14)


@given(ENDS)
def test_no_two_names_lie_over_each_other_and_all_stay_beside_the_box(ends: dict[int, int]) -> None:
    count = max(ROWS, len(ends))
    rows = line_name_rows(ends, rows=count)
    assert sorted(rows) == sorted(ends)
    assert len(set(rows.values())) == len(ends) and set(rows.values()) <= set(range(count))
    by_row = sorted(ends, key=lambda place: rows[place])
    assert [ends[place] for place in by_row] == sorted(ends.values())  # so no two leads cross


@pytest.mark.parametrize(
    ("ends", "rows"),
    [
        ([0, 120, 240], [0, 4, 8]),
        ([0, 0, 0], [0, 1, 2]),
        ([240, 240, 240], [6, 7, 8]),
        ([100, 100, 130], [3, 4, 5]),
        ([240, 0], [8, 0]),
    ],
)
def test_a_name_stands_where_its_line_ends_or_beside(ends: Sequence[int], rows: list[int]) -> None:
    found = line_name_rows(dict(enumerate(ends)), rows=ROWS)
    assert [found[place] for place in range(len(ends))] == rows


def test_a_lead_goes_from_the_end_of_a_line_to_the_middle_of_its_row() -> None:
    """Row 0 of nine is 26.7 high."""
    [anna, beppo] = chart(line(0, 40), line(0, 40, name="Beppo")).curves
    assert (anna.lead, beppo.lead) == ("M640,0L672,13", "M640,0L672,40")


def test_more_lines_than_rows_make_a_taller_picture() -> None:
    shown = chart(*(line(0, points, name=f"Anna {points}") for points in range(12)))
    assert shown.is_tall and [end.name for end in shown.ends if end] == [
        f"Anna {points}" for points in range(11, -1, -1)
    ]


def test_one_value_alone_is_a_short_line_at_the_end() -> None:
    shown = chart(line(30))
    assert [curve.runs for curve in shown.curves] == [("632,0 640,0",)]
    assert shown.along == ("", "", "0")


@pytest.mark.parametrize(
    ("values", "heights"),
    [
        ((0, 0, 0), [240, 240, 240]),
        ((20, 20, 20), [0, 0, 0]),
        ((-10, -20, -50), [48, 96, 240]),
        ((10**12, 0, -(10**12)), [0, 120, 240]),
    ],
)
def test_lines_of_any_kind_stay_inside(values: tuple[int, ...], heights: list[int]) -> None:
    [curve] = chart(line(*values)).curves
    [run] = curve.runs
    assert ys(run) == heights


def test_a_line_breaks_where_a_value_is_missing() -> None:
    """Anna came for hands 0 and 1, looked in at 3, and was gone for 4: her name is led from where she left."""
    shown = chart(line(0, 40, None, 20, None), line(0, -40, -40, -40, -40, name="Beppo"))
    anna, _beppo = shown.curves
    assert anna.runs == ("0,120 160,0", "472,60 488,60")
    assert anna.lead == "M480,60H640L672,66"
    assert shown.standing == "Anna +20, Beppo −40"
    assert [figures[0] for _label, figures in shown.rows] == ["0", "+40", MISSING, "+20", MISSING]


def test_who_has_no_value_at_all_has_a_column_but_no_line() -> None:
    shown = chart(line(0, 10), line(None, None, name="Beppo"))
    assert len(shown.curves) == 1 and [head.name for head in shown.heads] == ["Anna", "Beppo"]


def test_without_any_value_there_is_no_picture() -> None:
    assert line_chart_of([], []) is None
    assert line_chart_of([line(None, None)], ["1", "2"]) is None
    assert html(None).strip() == ""


def test_a_band_goes_there_along_its_lower_edge_and_back_along_the_upper_one() -> None:
    rating = Series(name="Anna", colour=0, values=[20, 20], low=[0, 10], high=[40, 30])
    [curve] = chart(rating).curves
    assert curve.bands == ("0,240 640,180 640,60 0,0",)
    assert '<polygon points="0,240 640,180 640,60 0,0" />' in squeezed(html(chart(rating)))


def test_a_band_breaks_with_its_line() -> None:
    rating = Series(name="Anna", colour=0, values=[2, None, 2], low=[1, None, 1], high=[4, None, 4])
    [curve] = chart(rating).curves
    assert len(curve.bands) == 2 and len(curve.runs) == 2


@pytest.mark.parametrize(
    ("length", "most", "places"),
    [
        (0, 5, []), (1, 5, [0]), (4, 5, [0, 1, 2, 3]), (5, 3, [0, 1, 4]), (9, 5, [0, 2, 5, 8]), (10, 1, [0, 9]),
    ],
)  # fmt: skip
def test_the_first_and_the_last_value_are_always_drawn(length: int, most: int, places: list[int]) -> None:
    assert list(evenly_spaced_indexes(length, most=most)) == places


@given(st.integers(1, 1000), st.integers(2, 200))
def test_no_more_values_are_drawn_than_allowed(length: int, most: int) -> None:
    places = list(evenly_spaced_indexes(length, most=most))
    assert len(places) <= most and places[-1] == length - 1 and places[0] == 0


def evenings(people: Sequence[str], count: int, *, step: int) -> list[Series]:
    random = Random(12)
    standing = dict.fromkeys(people, 0)
    values: dict[str, list[int]] = {name: [] for name in people}
    for _ in range(count):
        for name in people:
            standing[name] += random.randint(-step, step)
            values[name].append(standing[name])
    return [Series(name=name, colour=place, values=values[name]) for place, name in enumerate(people)]


@pytest.mark.parametrize(
    ("people", "count", "step"), [(7, 201, 90), (7, 150, 900), (4, 300, 90), (1, 150, 5000), (9, 500, 90)]
)
def test_a_picture_with_its_figures_weighs_6_kb_at_most(people: int, count: int, step: int) -> None:
    names = [*PEOPLE, "Hans", "Irmi"][:people]
    shown = line_chart_of(
        evenings(names, count, step=step),
        [f"{no % 28 + 1}.{no % 12 + 1}." for no in range(count)],
        format=lambda minor: amount_without_unit(minor, "EUR"),
    )
    page = html(shown)
    assert len(page.encode()) <= MOST_BYTES
    assert page.count("<polyline") == people
    for points in re.findall(r'<polyline class="p\d" points="([^"]+)"', page):
        xs = [int(point.split(",")[0]) for point in points.split()]
        assert (xs[0], xs[-1]) == (0, WIDTH) and xs == sorted(xs)


def test_the_figures_stand_in_a_table_beside_it() -> None:
    page = squeezed(html(chart(line(0, 40), line(0, -40, name="Beppo", colour=3))))
    assert '<tr><td></td><th scope="col" class="p0">Anna</th><th scope="col" class="p3">Beppo</th></tr>' in page
    assert '<tr><th scope="row">1</th><td>+40</td><td>−40</td></tr>' in page
    assert "Anna +40, Beppo −40" in page  # for a screen reader
    assert "<details" in page and "<details open" not in page


def test_a_hostile_name_is_text() -> None:
    page = html(chart(line(0, 40, name='"><script>alert(1)</script>')))
    assert "<script" not in page and page.count("&lt;script&gt;") == 3


def test_no_style_stands_in_the_markup() -> None:
    """The content security policy would refuse it."""
    assert "style" not in html(chart(line(0, 40, None, 3)))


@pytest.mark.parametrize(
    ("labels", "along"),
    [
        (["1.1."], ("", "", "1.1.")),
        (["1.1.", "8.1."], ("1.1.", "", "8.1.")),
        (["Mai 23", "Mai 24", "Mai 25"], ("Mai 23", "Mai 24", "Mai 25")),
        (["1", "2", "3", "4"], ("1", "", "4")),
    ],
)
def test_first_middle_and_last_label_stand_below(labels: list[str], along: tuple[str, str, str]) -> None:
    shown = line_chart_of([line(*range(len(labels)))], labels)
    assert shown is not None and shown.along == along
