"""Units: one list of currencies for every page, answer, file and script, with the digits that ISO 4217 gives."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.numbers import get_currency_precision

from scorebook.core.currencies import UnitRefused, currencies, currency_of, digits_of, named_currency, read_unit
from tests.support.process import ROOT, environment

pytestmark = pytest.mark.once

# Of the table of 2026-01-01 all that do not count in hundredths.
OTHER_DIGITS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "UYW",
}
HUNDREDTHS = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
    CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR
    KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB
    PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY
    TTD TWD TZS UAH USD UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
"""
# CLDR rounds these to what is in people's hands, which is why it cannot say what a minor unit is.
ROUNDED_BY_CLDR = "AFN ALL IQD IRR KPW LAK LBP MGA MMK RSD SOS SYP YER"
SOURCES = [
    path
    for folder, pattern in (("scorebook", "*.py"), ("rules", "*.py"), ("scorebook/web/static", "*.js"))
    for path in (ROOT / folder).rglob(pattern)
]
THE_LIST = ROOT / "scorebook/core/currencies.py"


def test_each_currency_has_the_digits_of_iso_4217() -> None:
    """Stored amounts would change with a list that changes: what it loses belongs among the withdrawn ones."""
    expected = {code: digits for digits, codes in OTHER_DIGITS.items() for code in codes.split()}
    expected |= dict.fromkeys(HUNDREDTHS.split(), 2)
    assert {code: one.digits for code, one in currencies().items()} == expected


def test_cldr_says_the_same_but_where_it_rounds() -> None:
    differ = [code for code, one in currencies().items() if get_currency_precision(code) != one.digits]
    assert sorted(differ) == ROUNDED_BY_CLDR.split()


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("EUR", "EUR"), ("eur", "EUR"), ("€", "EUR"), ("Euro", "EUR"), ("EUROS", "EUR"), ("euro/euros", "EUR"),
        ("CHF", "CHF"), ("chf", "CHF"), ("Fr.", "CHF"), ("SFr.", "CHF"), ("Franken", "CHF"),
        ("usd", "USD"), ("USD", "USD"), ("Jpy", "JPY"), ("bhd", "BHD"), ("KWD", "KWD"), ("usd/USD", "USD"),
        ("litre/litres", "litre/litres"), ("Halbe", "Halbe"), ("Maß", "Maß"), ("dem", "dem"), ("DM", "DM"),
        ("BIER", "BIER"), ("cups", "cups"), ("Dollar", "Dollar"), ("XAUs", "XAUs"),
    ],
)  # fmt: skip
def test_a_currency_is_read_however_it_is_written_and_a_word_stays(text: str, unit: str) -> None:
    assert read_unit(text) == unit


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("$", "unit_ambiguous"), ("US$", "unit_ambiguous"), ("£", "unit_ambiguous"), ("¥", "unit_ambiguous"),
        ("5 €", "unit_mixed"), ("EUR/beers", "unit_mixed"), ("cup/cups", "unit_mixed"), ("EUR/CHF", "unit_mixed"),
        # Withdrawn, a metal, a fund, no currency at all, and a slip for USD.
        ("DEM", "unit_no_currency"), ("XAU", "unit_no_currency"), ("CHE", "unit_no_currency"),
        ("XXX", "unit_no_currency"), ("UDS", "unit_no_currency"), ("UDS/UDS", "unit_no_currency"),
    ],
)  # fmt: skip
def test_what_may_be_two_units_is_none(text: str, code: str) -> None:
    with pytest.raises(UnitRefused) as refused:
        read_unit(text)
    assert refused.value.code == code


def test_every_code_names_its_currency_in_capitals_or_not() -> None:
    for code in currencies():
        assert {named_currency(code), named_currency(code.lower()), read_unit(f" {code} ".strip())} == {code}


@pytest.mark.parametrize("unit", ["eur", "€", "Euro", "usd", "Halbe", "points", "DEM", ""])
def test_a_unit_that_is_stored_as_a_word_is_no_currency(unit: str) -> None:
    """An older version counted it in whole ones, and so it stays."""
    assert (currency_of(unit), digits_of(unit)) == (None, 0)


def texts_of(path: Path) -> Iterator[str]:
    """The literals of a source file, comments and docstrings left out."""
    source = path.read_text()
    if path.suffix == ".js":
        bare = re.sub(r"//[^\n]*|/\*.*?\*/", "", source, flags=re.S)
        yield from re.findall(r"[\"'`](\w{3}|\W)[\"'`]", bare)
        yield from re.findall(r"\b([A-Z]{3}):", bare)
        return
    yield from (
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def test_nothing_else_lists_currencies() -> None:
    """A tariff may be in EUR; two currencies in a file, or a sign, are a second list. Spliit has digits of its own."""
    found = {path: {text for text in texts_of(path) if text in currencies() or text == "€"} for path in SOURCES}
    lists = {str(path.relative_to(ROOT)): named for path, named in found.items() if len(named) > 1 or "€" in named}
    assert lists == {
        str(THE_LIST.relative_to(ROOT)): {"EUR", "CHF", "€"},
        "scorebook/exchange/imports/formats/spliit.py": {"JPY", "HUF", "ISK", "IDR", "KRW", "VND", "COP"},
    }
    assert len(SOURCES) > 400


def test_the_list_is_read_when_the_first_amount_needs_it() -> None:
    """What serves pages imports the module, and not the table with it."""
    script = (
        "import sys, django; django.setup()\n"
        "import scorebook.web.urls, scorebook.api.urls\n"
        "assert 'iso4217' not in sys.modules\n"
        "from scorebook.core.currencies import digits_of\n"
        "assert digits_of('EUR') == 2\n"
        "assert 'iso4217' in sys.modules\n"
    )
    variables = environment(DJANGO_SETTINGS_MODULE="tests.settings")
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=variables, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
