"""The address of the site for the key ring of a phone, which needs nothing else from the server."""

from __future__ import annotations

from django import template
from django.template import Context
from django.urls import reverse

from scorebook.web.evening.table.links import link_for_phones

register = template.Library()


@register.simple_tag(takes_context=True)
def home_link(context: Context) -> str:
    """Return the address of the front page for another phone, to which `localhost` would be itself."""
    return link_for_phones(context["request"], reverse("web:start"))
