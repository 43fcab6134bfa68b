"""Units of play: currencies with their digits, points and words, and the unit that a text names.

The currencies are those of ISO 4217 with their exponent, from the `iso4217` package. Any other unit is a word for what
a table plays for, and is counted in whole ones. Nothing else in the project lists currencies.
Decision: docs/decisions/307-a-unit-is-an-iso-4217-code-or-a-word.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

# The default currency of the tariffs and of the API.
USUAL_CURRENCY = "EUR"
# Signs of a single currency; all other currencies are displayed with their code.
_SIGNS = {"EUR": "€"}
# Names of currencies at any place in a text, in lower case: only those that no table uses for another currency.
SPELLINGS: Mapping[str, str] = {
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
    "chf": "CHF", "fr.": "CHF", "sfr": "CHF", "sfr.": "CHF",
}  # fmt: skip
# Names of currencies only as the whole text: in a heading Anna Franken is a person.
_WORDS: Mapping[str, str] = {"franken": "CHF"}
# Currencies that ISO has withdrawn since books could be kept in them, with their digits: stored amounts keep them.
_WITHDRAWN: Mapping[str, int] = {}
_CODE = re.compile("[A-Z]{3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Currency:
    code: str
    digits: int  # digits after the point of an amount in minor units

    @property
    def symbol(self) -> str:
        """Return the sign, or the code if other currencies share the sign: $ is also that of Canada."""
        return _SIGNS.get(self.code, self.code)


class UnitRefused(ValueError):
    """The error for a text that names no unit, with code unit_ambiguous, unit_no_currency or unit_mixed."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@cache
def currencies() -> Mapping[str, Currency]:
    """Return the currencies by code, those of `SPELLINGS` first, without fund codes and metals.

    They are read when the first amount needs them: that takes 0.02 s and 1.2 MB.
    """
    import iso4217

    entries = iso4217.raw_xml.iter("CcyNtry")
    funds = {entry.findtext("Ccy") for entry in entries if entry.find("CcyNm[@IsFund]") is not None}
    digits = {one.code: one.exponent for one in iso4217.Currency if one.exponent is not None and one.code not in funds}
    found = {code: Currency(code=code, digits=digits) for code, digits in sorted({**digits, **_WITHDRAWN}.items())}
    return {code: found[code] for code in [*dict.fromkeys(SPELLINGS.values()), *found]}


def currency_of(unit: str) -> Currency | None:
    """Return the currency of a stored unit; None for points and words, which have no minor units."""
    return currencies().get(unit)


def digits_of(unit: str) -> int:
    """Return how many digits of an amount in minor units stand after the point."""
    currency = currency_of(unit)
    return currency.digits if currency else 0


def minor_units_of_one(unit: str) -> int:
    """Return the minor units of a whole unit: 100 cents, 1 litre."""
    return int(10 ** digits_of(unit))


def named_currency(text: str) -> str | None:
    """Return the code of the currency that a text names by code, sign or name, in any case."""
    bare = text.strip()
    code = {**SPELLINGS, **_WORDS}.get(bare.casefold(), bare.upper())
    return code if code in currencies() else None


def read_unit(text: str) -> str:
    """Return the unit that a text names: the code of a currency, or the words as they are.

    text: without surrounding white space; a slash may separate the words for one and for several.
    Raises: UnitRefused unit_mixed for a currency next to another word; unit_ambiguous for a sign that several
    currencies share; unit_no_currency for three capitals that are no currency, whose writer meant minor units.
    """
    words = text.split("/")
    named = {named_currency(word) for word in words}
    if len(named) == 1 and (code := named.pop()):
        return code
    if any(named) or any(sign in text for sign in _SIGNS.values()):
        raise UnitRefused("unit_mixed")
    if any(unicodedata.category(char) == "Sc" for char in text):
        raise UnitRefused("unit_ambiguous")
    if any(_CODE.fullmatch(word.strip()) for word in words):
        raise UnitRefused("unit_no_currency")
    return text
