"""The names of browser and system in a User-Agent header, for a person who has to recognize a phone in a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# Mark in the header -> name. The first mark found counts, because browsers also claim to be others: Edge says "Chrome",
# Chrome says "Safari", Android says "Linux". A library that knows all browsers weighs megabytes; two words need none.
_BROWSERS = (
    ("SamsungBrowser/", "Samsung Internet"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("Edg/", "Edge"),
    ("OPR/", "Opera"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserName:
    browser: str  # empty for an unknown one
    system: str  # empty for an unknown one


def browser_name(user_agent: str) -> BrowserName:
    return BrowserName(browser=_first_found(_BROWSERS, user_agent), system=_first_found(_SYSTEMS, user_agent))


def _first_found(names: Sequence[tuple[str, str]], user_agent: str) -> str:
    return next((name for mark, name in names if mark in user_agent), "")
