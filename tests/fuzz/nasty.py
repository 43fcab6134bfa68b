"""What nobody means to send: for each part of a request."""

import json
import random
from collections.abc import Sequence
from urllib.parse import quote
from uuid import UUID

# NUL, lone surrogates as bytes and as JSON has them, the ends of what an integer holds, other digits and widths.
TEXTS = (
    "", " ", "\x00", "a\x00b", "\x00" * 3, "\ud800", "a\udfff", "\ufffe", "\u202e", "é" * 300, "x" * 5000, "%", "%00",
    "../..", "0", "-0", "-1", "1e9", "00000000000000000001", "2147483648", "9223372036854775808", "9" * 40, "9" * 5000,
    "٣", "²", "½",
    "NaN", "Infinity", "null", "true", "[]", "{}", "'", '"', "<script>", "\r\nX-A: b", "\x1b[31m", "\u2028",
    "2026-13-45", "0000-00-00", "9999-12-31", "00000000-0000-0000-0000-000000000000", "z" * 36,
)  # fmt: skip
VALUES: Sequence[object] = (
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, 2**200, -(2**63), 0.5, 1e308, -0.0, [], {}, [None], [[]],
    {"": None}, {"a": {"b": {"c": []}}}, [1, "a", None, {}], *TEXTS,
)  # fmt: skip
LANGUAGES = ("de", "en", "fr", "*", "de;q=0.5,en", "en;q=NaN", "x" * 600, "de\x00", "í\xa0\x80", "de-" * 90)
# No server lets a NUL through in a header, and Django reads this one before anybody could refuse it.
CHARSETS = ("utf-8", "utf-16", "hex", "unicode_escape", "raw_unicode_escape", "idna", "utf-7", "latin-1", "none")
CONTENT_TYPES = (
    "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", 'multipart/form-data; boundary="',
    "text/plain; charset*=nope''a", "text/plain; charset*=hex''%41", "text/plain; charset*0=a; charset*1*=%zz", ";;;=",
    "í/\xa0", "application/json; charset=unicode_escape", "multipart/form-data; boundary=" + "b" * 300,
    'a/b; charset="\\"',
)  # fmt: skip
HEADERS = (
    "accept-language", "if-none-match", "if-modified-since", "x-forwarded-for", "x-forwarded-proto", "x-requested-with",
    "accept", "referer", "origin", "user-agent", "range", "authorization", "x-http-method-override", "accept-encoding",
)  # fmt: skip
COOKIES = ("csrftoken", "django_language", "messages", "sessionid", "other")


def text(dice: random.Random) -> str:
    return dice.choice(TEXTS)


def value(dice: random.Random) -> object:
    return dice.choice(VALUES)


def header(dice: random.Random) -> str:
    """As the server hands it on: every byte is a character."""
    raw = dice.choice((*LANGUAGES, '"1-0-0-0.de"', 'W/"a"', '"\x00.de"', "a=b", *TEXTS))
    return raw.encode("utf-8", "surrogatepass").decode("latin-1")


def quoted(raw: str) -> str:
    """In a path or a query; a lone surrogate as the bytes that it would have."""
    return quote(raw.encode("utf-8", "surrogatepass"), safe="")


def as_json(raw: object) -> bytes:
    return json.dumps(raw).encode()


def key(dice: random.Random) -> str:
    return str(UUID(int=dice.getrandbits(128), version=4))
