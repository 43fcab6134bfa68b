"""Phones with keys of clubs and evenings, as the pages of the site store them."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import segno
from django.templatetags.static import static
from playwright.sync_api import Page

KEEP = """async ([script, clubs]) => {
  const { keep } = await import(script);
  for (const [id, club] of Object.entries(clubs)) keep(id, club);
}"""
PUT = """async ([script, all]) => {
  const { change } = await import(script);
  await change((evenings) => { for (const one of all) evenings.put(one); });
}"""
EVENINGS = "async (script) => (await import(script)).evenings()"
WRITTEN = "async ([script, list]) => (await import(script)).written(list)"
# What a person copies is what a test reads.
COPIES = "if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; };"
STORE = "web/offline/store.js"


def qr_modules(text: str, *, version: int, mask: int) -> list[list[bool]]:
    """Return the dark and light modules of the QR code that segno makes.

    segno 1.6.6 writes one byte of zeros before the padding where no bit is missing; ISO/IEC 18004, 7.4.10, does not.
    Readers skip both.
    """
    with patch("segno.encoder.write_padding_bits", lambda bits, _version, length: bits.extend([0] * (-length % 8))):
        code = segno.make(text, version=version, mask=mask, error="m", micro=False, boost_error=False, mode="byte")
    return [[bool(module) for module in row] for row in code.matrix]


def keep_clubs(page: Page, clubs: dict[str, dict[str, str]]) -> None:
    page.evaluate(KEEP, [static("web/keys.js"), clubs])


def put_evenings(page: Page, *evenings: dict[str, Any]) -> None:
    page.evaluate(PUT, [static(STORE), list(evenings)])


def clubs_of(page: Page) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(page.evaluate("localStorage.getItem('clubs') ?? '{}'"))
    return found


def evenings_of(page: Page) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in page.evaluate(EVENINGS, static(STORE))}


def link_with(page: Page, *clubs: dict[str, str], evenings: tuple[dict[str, str], ...] = ()) -> str:
    """The link of a list that nobody has checked."""
    listed = {"clubs": list(clubs), "evenings": list(evenings)}
    return f"/#keys={page.evaluate(WRITTEN, [static('web/keyring/list.js'), listed])}"
