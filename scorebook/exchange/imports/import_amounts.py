"""Parser of amounts as people and programs write them; an ambiguous text is refused."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from scorebook.core.currencies import SPELLINGS, currencies, digits_of

MAX_MINOR = 1_000_000  # ten thousand euros in one hand; the rules take no more points either
MINUSES = str.maketrans({"−": "-", "–": "-", "—": "-", **dict.fromkeys("\u00a0\u2007\u2009\u202f", " "), "’": "'"})


class Unreadable(ValueError):
    """A text that is no amount, or no day; `code` is the reason."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


# A code in capitals counts only beside a figure or in brackets, because a column may have BOB's name as its heading.
_CODES = re.compile(r"(?<![^\W_])[A-Z]{3}(?=\s*[-+]?\d)|(?<=\d)\s*[A-Z]{3}(?![^\W_])|(?<=[(\[])[A-Z]{3}(?=[)\]])")
_SPELLED = re.compile(
    "|".join(rf"(?<![^\W\d_]){re.escape(one)}(?![^\W\d_])" for one in sorted(SPELLINGS, key=len, reverse=True)),
    re.IGNORECASE,
)
_PLAIN = re.compile(r"(?P<whole>\d{1,9})(?:[.,](?P<part>\d*|-))?")
_GROUPED = re.compile(
    r"(?P<whole>\d{1,3}(?P<group>[.,' ])\d{3}(?:(?P=group)\d{3})*)(?:(?!(?P=group))[.,](?P<part>\d*|-))?"
)


def unit_named_in_import(text: str) -> str | None:
    """Return the code of the currency that a heading or a cell names."""
    if found := _SPELLED.search(text):
        return SPELLINGS[found[0].casefold()]
    codes = (one.strip() for one in _CODES.findall(text))
    return next((code for code in codes if code in currencies()), None)


def strip_unit(text: str) -> str:
    bare = _CODES.sub(_strip_currency_code, _SPELLED.sub(" ", text))
    return " ".join(re.sub(r"[(\[]\s*[)\]]", " ", bare).split())


def _strip_currency_code(found: re.Match[str]) -> str:
    return " " if found[0].strip() in currencies() else found[0]


def has_cents(text: str) -> bool:
    return re.search(r"\d[.,]\d{1,2}(?!\d)", text) is not None


def has_unknown_sign(text: str) -> bool:
    """Return whether the text has the sign of several currencies, such as $."""
    return any(unicodedata.category(char) == "Sc" and char not in SPELLINGS for char in text)


def decimal_sign(texts: Iterable[str]) -> str | None:
    """Return the decimal sign that these amounts reveal; None if they reveal none, or both."""
    found = {sign for text in texts for sign in _decimal_signs(text)}
    return found.pop() if len(found) == 1 else None


def _decimal_signs(text: str) -> Iterator[str]:
    _sign, bare = _split_minus(text)
    if _GROUPED.fullmatch(bare) and not bare.startswith("0"):
        marks = [char for char in bare if char in ".,"]
        if len(marks) > 1 or re.search("[' ]", bare):
            # The last of two signs is the decimal one; a repeated sign separates thousands.
            yield from marks[-1:] if len(marks) < 2 or marks[-1] != marks[0] else {".": ",", ",": "."}[marks[0]]
    elif _PLAIN.fullmatch(bare):
        yield from re.findall("[.,]", bare)


def _split_minus(text: str) -> tuple[int, str]:
    """Return the sign, and the amount without it and without a unit. A minus may follow, or be a pair of brackets."""
    bare = strip_unit(text.translate(MINUSES))
    if bare == "-" != text.strip():
        return 1, "0"  # so spreadsheets write 0 in their format for accounts: - €
    if found := re.fullmatch(r"-\s?(.*)|(.*\d)\s?-|\((.*)\)", bare):
        return (1, bare) if bare.endswith(",-") and found[2] else (-1, next(filter(None, found.groups()), "").strip())
    return 1, bare.removeprefix("+").strip()


def read_imported_amount(text: str, unit: str, decimal: str | None = None) -> int:
    """Return minor units of a currency, or points.

    decimal: decimal sign of the other amounts, if they reveal it; only then 1.234 is unambiguous.
    Raises: Unreadable amount_unreadable, amount_ambiguous, amount_too_fine, amount_too_large.
    """
    if digits_of(unit):  # the sign of several currencies is that of the chosen one
        text = "".join(char for char in text if unit in SPELLINGS.values() or not has_unknown_sign(char))
    (sign, bare), digits = _split_minus(text), digits_of(unit)
    plain, grouped = _PLAIN.fullmatch(bare), _GROUPED.fullmatch(bare)
    if not bare.isascii() or not (plain or grouped):
        raise Unreadable("amount_unreadable")
    if plain and grouped and not bare.startswith("0"):
        if decimal is None:
            raise Unreadable("amount_ambiguous")  # 1,234 may be 1234 or 1.234
        plain = plain if grouped["group"] == decimal else None
    found = plain or grouped
    assert found is not None
    whole, part = re.sub(r"\D", "", found["whole"]), (found["part"] or "").strip("-").rstrip("0")
    if len(part) > digits:
        raise Unreadable("amount_too_fine")
    minor = int(whole + part.ljust(digits, "0"))
    if minor > MAX_MINOR:
        raise Unreadable("amount_too_large")
    return sign * minor
