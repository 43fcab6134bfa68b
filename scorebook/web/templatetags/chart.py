"""Pictures of lines that need no script."""

from __future__ import annotations

from django import template

from rules import Player
from scorebook.web.core.charts import Chart, Curve, Series, chart_of
from scorebook.web.table.sheet import SheetPage

register = template.Library()

LEAST_HANDS = 2  # one hand is no curve


@register.inclusion_tag("core/chart.html")
def line_chart(chart: Chart | None) -> dict[str, object]:
    """A chart with its figures; nothing where there is none. The page loads chart.css."""
    return {"chart": chart, "with_figures": True}


@register.inclusion_tag("core/chart.html")
def chart(page: SheetPage) -> dict[str, object]:
    """The running balances of an evening; its figures only where no score sheet stands below."""
    return {"chart": evening_chart(page), "with_figures": not page.rows}


def evening_chart(page: SheetPage) -> Chart | None:
    """One line for each player, in their colour, from 0 before the first hand to where they stand now."""
    series = [
        Series(
            name=total.person.name,
            colour=total.person.colour,
            values=[0, *(stands.get(Player(total.person.id), 0) for stands in page.running)],
        )
        for total in page.totals
    ]
    if len(page.running) < LEAST_HANDS or not any(any(line.values) for line in series):
        return None  # strokes of a game that is not won yet are no points
    return chart_of(series, [str(no) for no in range(len(page.running) + 1)])


def nobody() -> Chart:
    """The picture of one curve that is not drawn yet: a phone copies and fills it."""
    nothing = Curve(colour=0, runs=("",), bands=(), lead="")
    return Chart(
        ticks=(), grid="", zero=" ", curves=(nothing,), ends=(), along=("", "", ""), standing="", heads=(), rows=()
    )
