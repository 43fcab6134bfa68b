"""Pages as tests read them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

# What HTML counts as white space; a non-breaking space is a character.
SPACE = re.compile(r"[ \t\r\n\f]+")
SPACE_OUTSIDE_QUOTES = re.compile(r"""("[^"]*"|'[^']*')|[ \t\r\n\f]+(>)?""")


def markup(answer: Answer) -> str:
    """A page's HTML without the white space that lays out its source. What is in a <template> nobody sees."""
    return squeezed(answer.content.decode())


def squeezed(html: str) -> str:
    """HTML with one space between attributes and between words, none beside a tag: `<p id="a">One<b>two</b></p>`."""
    squeezer = _Squeezer()
    squeezer.feed(html)
    squeezer.close()
    return "".join(squeezer.parts)


class _Squeezer(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self._text = ""
        self._templates = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._add(SPACE_OUTSIDE_QUOTES.sub(lambda m: m[1] or m[2] or " ", self.get_starttag_text() or ""))
        self._templates += tag == "template"

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        if tag == "template":
            self._templates -= 1
            self._text = ""
        self._add(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_entityref(self, name: str) -> None:
        self._text += f"&{name};"

    def handle_charref(self, name: str) -> None:
        self._text += f"&#{name};"

    def close(self) -> None:
        super().close()
        self._add("")

    def _add(self, tag: str) -> None:
        if not self._templates:
            self.parts += [SPACE.sub(" ", self._text).strip(" "), tag]
        self._text = ""
