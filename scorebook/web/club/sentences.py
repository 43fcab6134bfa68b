"""Prose that stands in a template, a sentence a line."""

from __future__ import annotations

from collections.abc import Mapping

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe


def rendered_sentences(template: str, context: Mapping[str, object]) -> list[SafeString]:
    return [mark_safe(line) for line in render_to_string(template, dict(context)).split("\n") if line]
