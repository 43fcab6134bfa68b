"""Line charts without a script."""

from __future__ import annotations

from django import template

from rules import Player
from scorebook.web.core.charts import Chart, Curve, Series, line_chart_of
from scorebook.web.evening.table.sheet import SheetPage

register = template.Library()

MIN_HANDS = 2  # one hand is no curve


@register.inclusion_tag("core/chart.html")
def line_chart(chart: Chart | None) -> dict[str, object]:
    """Show a chart with its figures; nothing for None. The page must load chart.css."""
    return {"chart": chart, "with_figures": True}


@register.inclusion_tag("core/chart.html")
def evening_curves(page: SheetPage) -> dict[str, object]:
    """Show the running balances of an evening; with figures only if there is no score sheet below."""
    return {"chart": evening_chart(page), "with_figures": not page.rows}


def evening_chart(page: SheetPage) -> Chart | None:
    """Return one line per player, from 0 before the first hand; None if there is nothing to draw."""
    series = [
        Series(
            name=total.person.name,
            colour=total.person.colour,
            values=[0, *(stands.get(Player(total.person.id), 0) for stands in page.running)],
        )
        for total in page.totals
    ]
    if len(page.running) < MIN_HANDS or not any(any(line.values) for line in series):
        return None  # no points yet: strokes of an unfinished game are none
    return line_chart_of(series, [str(no) for no in range(len(page.running) + 1)])


def empty_curve() -> Chart:
    """Return an empty chart with one curve, which the phone's script copies and fills."""
    nothing = Curve(colour=0, runs=("",), bands=(), lead="")
    return Chart(
        ticks=(), grid="", zero=" ", curves=(nothing,), ends=(), along=("", "", ""), standing="", heads=(), rows=()
    )
