"""Evenings and payments from elsewhere as text."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django import template
from django.utils.functional import Promise

from scorebook.exchange.imports import import_texts
from scorebook.exchange.imports.records import Format

register = template.Library()
hands_text = register.filter(import_texts.hands_text)


@register.filter
def format_name(format: str) -> str | Promise:
    """Return the name of a format; an unknown one names itself."""
    return import_texts.FORMATS[Format(format)] if format in list(Format) else format


@register.filter
def name(id: UUID, names: Mapping[UUID, str]) -> str:
    return names[id]
