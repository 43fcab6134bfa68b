"""The text of a GiroCode: a SEPA transfer that a banking app reads from a QR code (EPC069-12, version 002).

Pure, standard library only. The caller renders the QR code: error correction M, UTF-8, at most version 13.
"""

import re
from dataclasses import dataclass

UNIT = "EUR"  # the only currency of SEPA transfers
MAX_AMOUNT_MINOR = 99_999_999_999
MAX_NAME, MAX_TEXT, PAYLOAD_MAX_BYTES = 70, 140, 331

# SEPA countries and the length of their IBANs.
IBAN_LENGTHS = {
    "AD": 24, "AL": 28, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20,
    "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GI": 23, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27,
    "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MT": 31, "NL": 18, "NO": 15,
    "PL": 28, "PT": 25, "RO": 24, "RS": 22, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "VA": 22,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class GirocodeProblem:
    code: str
    field: str


class GiroCodeRefused(Exception):
    """Invalid input for a GiroCode, with every problem found.

    Codes: iban_missing, iban_impossible, iban_country, iban_length, iban_checksum; name_missing, name_too_long,
    text_too_long, text_unprintable (of "name" or "text"), amount_out_of_range, unit_not_euro.
    """

    def __init__(self, problems: tuple[GirocodeProblem, ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{problem.field}: {problem.code}" for problem in problems))


def girocode_payload(*, name: str, iban: str, amount_minor: int, unit: str, text: str) -> str:
    """Return the content of the QR code.

    name: of the payee, as their bank knows it. text: for the payer's statement.
    Raises: GiroCodeRefused.
    """
    name, text, iban = " ".join(name.split()), " ".join(text.split()), compact_iban(iban)
    amount = f"{UNIT}{amount_minor // 100}.{amount_minor % 100:02}"
    whole = "\n".join(["BCD", "002", "1", "SCT", "", name, iban, amount, "", "", text]).rstrip("\n")
    is_in_range = type(amount_minor) is int and 0 < amount_minor <= MAX_AMOUNT_MINOR
    checks = (
        *(("iban", code, True) for code in iban_problems(iban)),
        ("name", "name_missing", not name),
        ("name", "name_too_long", len(name) > MAX_NAME),
        ("text", "text_too_long", len(text) > MAX_TEXT),
        ("name", "text_unprintable", not name.isprintable()),
        ("text", "text_unprintable", not text.isprintable()),
        ("amount_minor", "amount_out_of_range", not is_in_range),
        ("unit", "unit_not_euro", unit != UNIT),
    )
    problems = [GirocodeProblem(code=code, field=field) for field, code, is_wrong in checks if is_wrong]
    if not problems and len(whole.encode()) > PAYLOAD_MAX_BYTES:
        problems.append(GirocodeProblem(code="text_too_long", field="text"))
    if problems:
        raise GiroCodeRefused(tuple(problems))
    return whole


def compact_iban(iban: str) -> str:
    return "".join(iban.split()).upper()


def grouped_iban(iban: str) -> str:
    """Group the IBAN in fours, as printed on bank cards."""
    iban = compact_iban(iban)
    return " ".join(iban[place : place + 4] for place in range(0, len(iban), 4))


def iban_problems(iban: str) -> tuple[str, ...]:
    """Return at most one code, that of the first problem. iban: from `compact_iban`."""
    if not iban:
        return ("iban_missing",)
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]+", iban, re.ASCII):
        return ("iban_impossible",)
    if iban[:2] not in IBAN_LENGTHS:
        return ("iban_country",)
    if len(iban) != IBAN_LENGTHS[iban[:2]]:
        return ("iban_length",)
    # ISO 13616: move the first four to the end, read letters as numbers from 10; the remainder by 97 must be 1.
    number = "".join(str(int(sign, 36)) for sign in iban[4:] + iban[:4])
    return () if int(number) % 97 == 1 else ("iban_checksum",)
