"""Filters and tags for all pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING
from uuid import UUID

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.wording import words
from scorebook.core.request_ids import current_request_id
from scorebook.exchange.tables import table_name
from scorebook.texts import language
from scorebook.web.core.money import amount_field, amount_text, points_text
from scorebook.web.core.person_names import device_name, dot_class
from scorebook.web.evening.hand_form.suits import suit_svg
from scorebook.web.evening.table.strokes import stroke_svg

if TYPE_CHECKING:
    from scorebook.clubs.models import Club
    from scorebook.play.models import Evening
    from scorebook.web.core.person_names import People, Person

register = template.Library()
register.filter("money", amount_text)
register.filter("typed_amount", amount_field)
register.filter("points", points_text)
register.simple_tag(current_request_id, name="request_id")
register.simple_tag(suit_svg, name="suit")
register.simple_tag(stroke_svg, name="stroke_hashes")


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return an icon of the letters' size. Screen readers skip it: the words beside it say the same.

    Raise lucide.IconDoesNotExist for a name that the set does not have.
    """
    from lucide.templatetags.lucide import lucide  # the pages of an evening have no icons

    attributes = {"class": "icon", "width": "1.25em", "height": "1.25em", "aria_hidden": "true"}
    return SafeString(lucide(name, size=None, **attributes))


@register.filter
def link_from(evening: Evening, club: Club) -> str:
    """Return the token by which a page of the club leads to the evening."""
    return evening.link_from(club)


@register.filter
def member_link_from(evening: Evening, club: Club) -> str:
    """Return the token by which a page of the club leads to an evening, to replace its links."""
    return evening.member_link(club.link)


@register.filter
def balance(amount_minor: int, unit: str) -> str:
    """Write a gain or loss: +1,20 €."""
    return amount_text(amount_minor, unit, signed=True)


@register.filter
def size_of(number: int) -> int:
    return abs(number)


@register.filter
def tone(number: int | Fraction) -> str:
    if number == 0:
        return ""
    return "gain" if number > 0 else "loss"


@register.filter("person")
def person_of(id: UUID | str, people: People) -> Person:
    return people[str(id)]


@register.filter
def sum_of(sums: Mapping[str, int], key: str) -> int:
    """Return the sum of a game or a unit; 0 without one."""
    return sums.get(key, 0)


@register.filter
def game_name(game: str) -> str:
    return words.game_name(game, language.current_language())


@register.simple_tag
def person(who: Person) -> SafeString:
    """Return a name after a dot in its colour."""
    return format_html('<span class="dot {}"></span>{}', dot_class(who.colour), who.name)


@register.simple_tag
def initials(who: Person) -> SafeString:
    """Return a disc in their colour with initials, hidden from screen readers because the name stands beside it."""
    first, *more = who.name.split() or [""]
    letters = first[:1] + more[-1][:1] if more else first[:2]
    return format_html('<span class="initials p{}" aria-hidden="true">{}</span>', who.colour, letters)


register.filter("device_name", device_name)


@register.inclusion_tag("core/table_links.html")
def table_links(ids: Iterable[str] = (), query: str = "") -> Mapping[str, object]:
    """Show links to a page's tables as spreadsheet files. ids: of several tables. query: of the page itself."""
    tables = [(id, table_name(id)) for id in ids] or [("", "")]
    return {"tables": tables, "query": f"{query}&" if query else ""}
