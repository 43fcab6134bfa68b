"""Tags for all forms: chips, problems, the one-time key."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from html import escape
from typing import Literal
from uuid import UUID

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from scorebook.core.keys import new_key
from scorebook.web.core.person_names import Person
from scorebook.web.evening.hand_form.form import SeatChip

register = template.Library()


@register.simple_tag
def chip(
    name: str,
    value: object,
    text: str,
    is_checked: object = False,
    *,
    kind: Literal["radio", "checkbox"] = "radio",
    look: str = "",
    traits: str = "",
    spoken: str = "",
) -> SafeString:
    """Return a radio button or check box that looks like a button.

    look:   more classes of the label.
    traits: classes of the input, with which the stylesheet shows other parts of the form.
    spoken: what a screen reader says instead of the text.
    Built by an f-string: the table page has ninety chips, and an include or `format_html` takes twice as long for each.
    """
    looks = f"chip {look}" if look else "chip"
    more = (
        f"{_html_attribute('class', traits)}{_html_attribute('aria-label', spoken)}{' checked' if is_checked else ''}"
    )
    return mark_safe(
        f'<label class="{escape(looks)}"><input type="{kind}" name="{escape(name)}" value="{escape(str(value))}"{more}>'
        f"<span>{text if isinstance(text, SafeString) else escape(text)}</span></label>"
    )


@register.simple_tag
def person_chip(
    name: str,
    person: Person | SeatChip,
    is_checked: object = False,
    *,
    chosen: str | Collection[str] | None = None,
    kind: Literal["radio", "checkbox"] = "radio",
    is_clipped: bool = False,
) -> SafeString:
    """Return a chip in the person's colour.

    chosen:     the checked id or ids, unless `is_checked` is set.
    is_clipped: a long name ends in dots instead of widening the chip.
    """
    is_checked = is_checked or person.id in ([chosen] if isinstance(chosen, str) else chosen or ())
    text = format_html('<span class="name">{}</span>', person.name) if is_clipped else person.name
    return chip(name, person.id, text, is_checked, kind=kind, look=f"chip-player p{person.colour}")


@register.simple_tag
def problems(texts: str | Iterable[str] | None, *, id: str = "", role: str = "") -> SafeString:
    """Return a field's problems, a line each. id: for its `aria-describedby`, if it has at most one problem."""
    lines = [texts] if isinstance(texts, str) and texts else texts or ()
    attributes = mark_safe(_html_attribute("id", id) + _html_attribute("role", role))
    return format_html_join("", '<p class="problem"{}>{}</p>', ((attributes, text) for text in lines))


@register.simple_tag
def key_field(key: UUID | str | None = None) -> SafeString:
    """Return the one-time key, which makes a repeated request count once; a new one unless given."""
    return format_html('<input type="hidden" name="key" value="{}">', new_key() if key is None else key)


def _html_attribute(name: str, value: str) -> str:
    return f' {name}="{escape(value)}"' if value else ""
