"""The text that a banking app reads from the QR code of a payment."""

from typing import Any

import pytest
import segno

from scorebook.ledger.girocode import (
    IBAN_LENGTHS,
    MAX_AMOUNT_MINOR,
    PAYLOAD_MAX_BYTES,
    GiroCodeRefused,
    compact_iban,
    girocode_payload,
    grouped_iban,
    iban_problems,
)

pytestmark = pytest.mark.once

# The examples that the countries publish.
IBANS = [
    "AT61 1904 3002 3457 3201",
    "BE68 5390 0754 7034",
    "CH93 0076 2011 6238 5295 7",
    "DE89 3704 0044 0532 0130 00",
    "FR14 2004 1010 0505 0001 3M02 606",
    "GB29 NWBK 6016 1331 9268 19",
    "IT60 X054 2811 1010 0000 0123 456",
    "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
    "NL91 ABNA 0417 1643 00",
    "NO93 8601 1117 947",
]
ANNA: dict[str, Any] = {
    "name": "Anna Huber",
    "iban": "DE89 3704 0044 0532 0130 00",
    "amount_minor": 1230,
    "unit": "EUR",
    "text": "Schafkopf 20.11.",
}


def refused_girocode(**changes: object) -> list[tuple[str, str]]:
    with pytest.raises(GiroCodeRefused) as refusal:
        girocode_payload(**ANNA | changes)
    return [(problem.field, problem.code) for problem in refusal.value.problems]


def test_the_lines_of_a_transfer() -> None:
    assert girocode_payload(**ANNA).split("\n") == [
        "BCD", "002", "1", "SCT", "", "Anna Huber", "DE89370400440532013000", "EUR12.30", "", "", "Schafkopf 20.11.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("amount_minor", "line"),
    [(1, "EUR0.01"), (99, "EUR0.99"), (100, "EUR1.00"), (MAX_AMOUNT_MINOR, "EUR999999999.99")],
)
def test_amounts_have_two_decimals_and_a_point(amount_minor: int, line: str) -> None:
    assert girocode_payload(**ANNA | {"amount_minor": amount_minor}).split("\n")[7] == line


@pytest.mark.parametrize("amount_minor", [0, -1, MAX_AMOUNT_MINOR + 1])
def test_no_other_amounts(amount_minor: int) -> None:
    assert refused_girocode(amount_minor=amount_minor) == [("amount_minor", "amount_out_of_range")]


@pytest.mark.parametrize("iban", IBANS)
def test_ibans_of_many_countries(iban: str) -> None:
    assert iban_problems(compact_iban(iban.lower())) == ()
    assert grouped_iban(compact_iban(iban)) == iban


@pytest.mark.parametrize("iban", IBANS)
def test_every_wrong_digit_and_most_swaps_are_noticed(iban: str) -> None:
    right = compact_iban(iban)
    for place, sign in enumerate(right[2:], start=2):
        for other in "0123456789" if sign.isdigit() else "ABCXYZ":
            if other != sign:
                assert iban_problems(right[:place] + other + right[place + 1 :]) == ("iban_checksum",)
    for place in range(4, len(right) - 1):
        swapped = right[:place] + right[place + 1] + right[place] + right[place + 2 :]
        if swapped != right:
            assert iban_problems(swapped) != ()


@pytest.mark.parametrize(
    ("iban", "code"),
    [
        ("", "iban_missing"),
        ("   ", "iban_missing"),
        ("12345678", "iban_impossible"),
        ("DE89-3704-0044", "iban_impossible"),
        ("DE٨٩370400440532013000", "iban_impossible"),
        ("US89370400440532013000", "iban_country"),
        ("DE8937040044053201300", "iban_length"),
        ("DE893704004405320130000", "iban_length"),
        ("DE89370400440532013001", "iban_checksum"),
    ],
)
def test_what_is_wrong_with_an_iban(iban: str, code: str) -> None:
    assert refused_girocode(iban=iban) == [("iban", code)]


def test_everything_wrong_is_reported_at_once() -> None:
    assert refused_girocode(name=" ", iban="", amount_minor=0, text="x" * 141) == [
        ("iban", "iban_missing"),
        ("name", "name_missing"),
        ("text", "text_too_long"),
        ("amount_minor", "amount_out_of_range"),
    ]
    assert refused_girocode(name="A" * 71) == [("name", "name_too_long")]
    assert refused_girocode(name="Anna\x00", text="a\u202eb") == [
        ("name", "text_unprintable"),
        ("text", "text_unprintable"),
    ]


def test_no_line_can_be_smuggled_in() -> None:
    lines = girocode_payload(**ANNA | {"name": "Anna\nHuber", "text": "a\r\nb\u2028c"}).split("\n")
    assert (lines[5], lines[10], len(lines)) == ("Anna Huber", "a b c", 11)


def test_a_text_is_optional_and_a_long_one_must_fit_the_code() -> None:
    assert girocode_payload(**ANNA | {"text": ""}).endswith("EUR12.30")
    assert len(girocode_payload(**ANNA | {"name": "A" * 70, "text": "x" * 140}).encode()) <= PAYLOAD_MAX_BYTES
    assert refused_girocode(name="ä" * 70, text="ß" * 140) == [("text", "text_too_long")]


@pytest.mark.parametrize(("letters", "is_too_long"), [(331, False), (332, True)])
def test_331_bytes_fit_and_no_more(letters: int, is_too_long: bool) -> None:
    """EPC069-12, at most 331 bytes: each ß is two of them."""
    whole = {"name": "A" * 70, "text": "ß" * 100}
    rest = letters - len(girocode_payload(**ANNA | whole).encode())
    whole["text"] += "x" * rest
    assert len(whole["text"]) <= 140
    if is_too_long:
        assert refused_girocode(**whole) == [("text", "text_too_long")]
    else:
        assert len(girocode_payload(**ANNA | whole).encode()) == letters


def test_the_longest_fits_the_largest_code_that_banks_read() -> None:
    longest = girocode_payload(**ANNA | {"name": "A" * 70, "text": "ß" * 90})
    code = segno.make(longest, error="m", encoding="utf-8", boost_error=False, micro=False)
    assert isinstance(code.version, int) and code.version <= 13


def test_lengths_are_those_of_the_examples() -> None:
    assert {compact_iban(iban)[:2]: len(compact_iban(iban)) for iban in IBANS}.items() <= IBAN_LENGTHS.items()
