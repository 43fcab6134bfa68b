"""The running balances as a picture that needs no script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import template

from rules import Player
from scorebook.web.core.money import points_text
from scorebook.web.table.sheet import SheetPage

register = template.Library()

WIDTH, HEIGHT = 640, 240
LEAST_HANDS = 2  # one hand is no curve
MOST_DRAWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    colour: int
    name: str
    points: str


@register.inclusion_tag("table/chart.html")
def chart(page: SheetPage) -> dict[str, object]:
    """One line for each player, in their colour, from 0 before the first hand to where they stand now."""
    if len(page.running) < LEAST_HANDS:
        return {}
    shown = _evenly(len(page.running))
    running = [
        [0, *(page.running[hand - 1].get(Player(total.person.id), 0) for hand in shown)] for total in page.totals
    ]
    if not any(map(any, running)):
        return {}  # strokes of a game that is not won yet are no points
    top, bottom = max(map(max, running)), min(map(min, running))
    span = max(1, top - bottom)
    curves = [
        Curve(
            colour=total.person.colour,
            name=total.person.name,
            points=" ".join(
                f"{WIDTH * hand // shown[-1]},{(top - stand) * HEIGHT // span}"
                for hand, stand in zip([0, *shown], stands, strict=True)
            ),
        )
        for total, stands in zip(page.totals, running, strict=True)
    ]
    standing = ", ".join(f"{total.person.name} {points_text(total.points)}" for total in page.totals)
    return _chart_picture(curves, zero=top * HEIGHT // span, standing=standing)


def _evenly(hands: int) -> Sequence[int]:
    """The numbers of the hands that are drawn, the last one always: no more than anybody can tell apart."""
    step = -(-hands // MOST_DRAWN)
    return range(hands, 0, -step)[::-1]


def nobody() -> dict[str, object]:
    """The picture of one curve that is not drawn yet: a phone copies and fills it."""
    return _chart_picture([Curve(colour=0, name="", points="")], zero=0, standing="")


def _chart_picture(curves: list[Curve], *, zero: int, standing: str) -> dict[str, object]:
    return {"curves": curves, "zero": zero, "width": WIDTH, "height": HEIGHT, "standing": standing}
