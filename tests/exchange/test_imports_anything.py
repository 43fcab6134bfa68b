"""Whatever a text says, it is read or refused with problems, and nothing else happens."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange.imports.formats.registry import FORMATS, read_evenings
from scorebook.exchange.imports.import_records import ImportRefused

pytestmark = pytest.mark.once

HEAD = "date;Anna;Beppo;Cilli;Done\n"
SPLIIT_HEAD = (
    "Date,Description,Category,Currency,Cost,Original cost,Original currency,Conversion rate,"
    "Is Reimbursement,Split mode"
)

ALPHABET = "date;,\t\n\r\"'1234567890-+=.€ Annabeppo{}[]:contract\x00\u2212\ufeff"
PIECES = st.sampled_from(
    [
        HEAD, SPLIIT_HEAD + ",Anna,Beppo\n", "Date,Description,Category,Cost,Currency,Anna,Beppo\n",
        "date;contract;players\n", "what,bill_type,amount,currency,date,payer_name,payer_weight,owers\n",
        "2025-11-13", ";", ",", "\n", '"', "1,20", "-1.20", "1,234", "Yes", "EUR", "Summe", "Solo", "Anna, Beppo", "{}",
    ]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(
            [
                "tische", "runden", "allePlayerinnen", "id", "name", "tarif", "punkteProSpieler", "spielerParteiIds",
                "erstelltAm", "spielerIds", "spielartName", "gewonnen", "anzahlLaufende", "multiplikator", "expenses",
                "participants", "paidFor", "shares", "amount", "expenseDate", "splitMode", "participantId", "paidById",
                "what", "bill_type", "currency", "date", "payer_name", "payer_weight", "owers",
            ]
        ),
        inner,
        max_size=6,
    ),
    max_leaves=25,
)  # fmt: skip


def _is_read_or_refused(text: str) -> None:
    for format in (None, *FORMATS):
        try:
            found = read_evenings(text, format=format)
        except ImportRefused as refused:
            assert refused.problems
            continue
        assert all(
            sum((hand.amounts or {}).values()) == 0 for one in found.evenings for hand in one.hands if not hand.hand
        )


@given(st.text(alphabet=ALPHABET) | st.text() | st.lists(PIECES, max_size=30).map("".join))
def test_no_text_at_all_is_more_than_problems(text: str) -> None:
    _is_read_or_refused(text)


BILLS = st.lists(
    st.fixed_dictionaries(
        dict.fromkeys(("what", "amount", "date", "payer_name", "payer_weight", "owers"), JSON),
        optional={"currency": JSON, "bill_type": JSON},
    ),
    max_size=3,
)


@given(JSON | BILLS)
def test_no_json_at_all_is_more_than_problems(value: object) -> None:
    _is_read_or_refused(json.dumps(value))
