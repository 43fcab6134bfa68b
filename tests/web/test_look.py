"""The stylesheet's promises: readable contrast in both themes, one colour a player, targets for thumbs."""

import re
from datetime import timedelta
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from rules.cards import FRENCH, GERMAN
from scorebook.clubs.services import enrol_players
from scorebook.web.core import person_names
from scorebook.web.core.money import amount_text, points_text
from scorebook.web.evening.hand_form import suits
from tests.support.imported import NOW, new_club

pytestmark = pytest.mark.once

STYLESHEETS = {
    path.name: path.read_text(encoding="utf-8")
    for path in (Path(__file__).parents[2] / "scorebook/web/static/web").glob("*.css")
}
CSS = STYLESHEETS["scorebook.css"]
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part)) for part in CSS.split("prefers-color-scheme: dark")[:2]
)
DARK = LIGHT | DARK
TEXTS = [
    ("ink", "paper"), ("ink", "sheet"), ("ink", "sunken"), ("ink-soft", "paper"), ("ink-soft", "sheet"),
    ("ink-soft", "sunken"), ("accent-ink", "accent"), ("win", "sheet"), ("loss", "sheet"), ("loss", "paper"),
    ("ink", "alarm"), ("paper", "ink"), *[("p-ink", f"p{number}") for number in range(person_names.COLOURS)],
]  # fmt: skip
# As far apart as a red and an orange; half of it is a shade of green beside another.
LEAST_DIFFERENCE = 0.1
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
    colours = [oklab(theme[f"p{number}"]) for number in range(person_names.COLOURS)]
    assert len(colours) == 12
    assert min(dist(*pair) for pair in combinations(colours, 2)) > LEAST_DIFFERENCE


def oklab(colour: str) -> tuple[float, float, float]:
    """Lightness and two hues in which equal distances look equally far apart (Björn Ottosson, 2020)."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


@pytest.mark.django_db
def test_no_two_of_a_club_of_twelve_share_a_colour() -> None:
    """So that no two of an evening do either; nobody's changes when others join."""
    club = new_club()
    for number in range(1, 15):
        enrol_players(club=club, names=[f"Gast {number}"], by="club link", at=NOW + timedelta(minutes=number))
        colours = [one.colour for one in sorted(person_names.people_of_club(club).values(), key=by_number)]
        assert colours == [*range(12), 0, 1][:number]


def by_number(person: person_names.Person) -> int:
    return int(person.name.split()[1])


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


# Figures drawn across the page, a field inside a drawing, letters that follow the width of a table.
OWN_SIZES = ("clamp(", "inherit", "0", "0.875em", "4.5vw", "17px", "16px")


def test_screens_have_four_sizes_of_letters_and_two_weights() -> None:
    """Each is a lookup in the first layout. Paper has its own sizes, in points."""
    letters = re.compile(r"(?<![\w-])font(?:-size|-weight)?: ([^;}]+)[;}]")
    found = {(name, value) for name, css in STYLESHEETS.items() for value in letters.findall(css)}
    assert len(found) > 50
    strays = {
        (name, value)
        for name, value in found
        if not re.match(r"(?:[46]00 ?)?(?:var\(--type-\w+\)|$)", value)
        and "pt" not in value
        and not value.removeprefix("600 ").startswith(OWN_SIZES)
    }
    assert strays == set()
