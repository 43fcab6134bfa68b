"""The QR codes that a phone draws by itself are those of segno, module by module."""

from __future__ import annotations

from typing import Any

import pytest
import segno
from django.templatetags.static import static

from tests.support.browser import OpenPage
from tests.support.key_ring import qr_modules

pytestmark = pytest.mark.browser
MASKS = 8
CODES = """async ([script, letters]) => {
  const { MOST_VERSION, qrCode, room } = await import(script), found = [];
  for (let version = 1; version <= MOST_VERSION; version += 1) {
    for (const length of [1, room(version) - 1, room(version)]) {
      const text = letters.repeat(99).slice(0, length);
      for (const mask of [0, 1, 2, 3, 4, 5, 6, 7]) found.push({ text, ...qrCode(text, { version, mask }) });
    }
  }
  return found;
}"""
CHOSEN = """async ([script, texts]) => {
  const { qrCode } = await import(script);
  return texts.map((text) => qrCode(text));
}"""
ROOM = "async (script) => { const { MOST_VERSION, room } = await import(script); return room(MOST_VERSION); }"
QR = "web/keyring/qr.js"


def test_each_version_and_mask_is_that_of_segno(open_page: OpenPage) -> None:
    found: list[dict[str, Any]] = open_page("/").evaluate(CODES, [static(QR), "https://example.org/#keys=1~c.ab_-9"])
    assert len(found) == 16 * 3 * MASKS
    different = {
        (code["version"], code["mask"], len(code["text"]))
        for code in found
        if code["rows"] != qr_modules(code["text"], version=code["version"], mask=code["mask"])
    }
    assert different == set()


def test_the_smallest_version_that_holds_the_text_is_chosen(open_page: OpenPage) -> None:
    page = open_page("/")
    room = page.evaluate(ROOM, static(QR))
    texts = ["https://example.org/#keys=" + "aB3~." * count for count in (1, 9, 30, 70)]
    for text, code in zip(texts, page.evaluate(CHOSEN, [static(QR), texts]), strict=True):
        assert code["version"] == segno.make(text, error="m", micro=False, boost_error=False, mode="byte").version
        assert code["rows"] == qr_modules(text, version=code["version"], mask=code["mask"])
    longest, too_long = page.evaluate(CHOSEN, [static(QR), ["x" * room, "x" * (room + 1)]])
    assert longest["version"] == 16 and too_long is None
