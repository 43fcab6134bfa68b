"""The stylesheet's promises: readable contrast in both themes, one colour a player, targets for thumbs."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from rules.cards import FRENCH, GERMAN
from scorebook.web.core import person_names
from scorebook.web.core.money import amount_text, points_text
from scorebook.web.evening.hand_form import suits

pytestmark = pytest.mark.once

CSS = (Path(__file__).parents[2] / "scorebook/web/static/web/scorebook.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part)) for part in CSS.split("prefers-color-scheme: dark")[:2]
)
DARK = LIGHT | DARK
TEXTS = [
    ("ink", "paper"), ("ink", "sheet"), ("ink", "sunken"), ("ink-soft", "paper"), ("ink-soft", "sheet"),
    ("ink-soft", "sunken"), ("accent-ink", "accent"), ("win", "sheet"), ("loss", "sheet"), ("loss", "paper"),
    ("ink", "alarm"), ("paper", "ink"), *[("p-ink", f"p{number}") for number in range(person_names.COLOURS)],
]  # fmt: skip
EDGES = [
    ("edge", "sheet"),
    ("edge", "paper"),
    ("focus", "paper"),
    ("focus", "sheet"),
    *[(f"p{n}", "sheet") for n in range(person_names.COLOURS)],
]


def luminance(colour: str) -> int:
    """Relative luminance of sRGB, in millionths: WCAG's formula."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return round(sum(part * weight for part, weight in zip(linear, (212_600, 715_200, 72_200), strict=True)))


def contrast_percent(one: str, other: str) -> int:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return 100 * (lighter + 50_000) // (darker + 50_000)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_and_edges_have_contrast(theme: dict[str, str]) -> None:
    texts = {pair: contrast_percent(theme[pair[0]], theme[pair[1]]) for pair in TEXTS}
    assert {pair: percent for pair, percent in texts.items() if percent < 450} == {}
    edges = {pair: contrast_percent(theme[pair[0]], theme[pair[1]]) for pair in EDGES}
    assert {pair: percent for pair, percent in edges.items() if percent < 300} == {}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_player_has_a_colour_of_his_own(theme: dict[str, str]) -> None:
    colours = [theme[f"p{number}"] for number in range(person_names.COLOURS)]
    assert len(set(colours)) == person_names.COLOURS
    assert all(one != other for one, other in pairwise(colours))


@pytest.mark.parametrize("suit", [*GERMAN, *FRENCH])
def test_every_suit_is_drawn(suit: str) -> None:
    assert f'class="suit suit-{suit}"' in suits.suit_svg(suit) and "<path" in suits.suit_svg(suit)


@pytest.mark.parametrize(
    ("amount", "unit", "german"),
    [
        (120, "EUR", "1,20\u00a0€"), (-5, "EUR", "−0,05\u00a0€"), (0, "EUR", "0,00\u00a0€"),
        (123456789, "EUR", "1.234.567,89\u00a0€"), (350, "CHF", "3,50\u00a0CHF"), (-7, "points", "−7\u00a0Pkt."),
    ],
)  # fmt: skip
def test_amounts_in_german(amount: int, unit: str, german: str) -> None:
    assert amount_text(amount, unit) == german


def test_signs() -> None:
    assert [points_text(points) for points in (1200, 0, -3)] == ["+1.200", "0", "−3"]
    assert amount_text(5, "EUR", signed=True) == "+0,05\u00a0€"


def test_the_error_page_needs_no_request() -> None:
    assert "Unser Fehler" in render_to_string("500.html")
