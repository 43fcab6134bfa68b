"""Evenings and payments from elsewhere as text."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django import template
from django.utils.functional import Promise

from scorebook.exchange.imports import import_texts
from scorebook.exchange.imports.formats.registry import FORMATS

register = template.Library()
hands_text = register.filter(import_texts.hands_text)


@register.filter
def format_name(format: str) -> str | Promise:
    """Return the name of a format; an unknown one names itself."""
    return FORMATS[format].label if format in FORMATS else format


@register.filter
def name_by_id(id: UUID, names: Mapping[UUID, str]) -> str:
    return names[id]
