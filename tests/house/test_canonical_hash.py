"""The digests of the chains are those of Python's own JSON, with which the first books were written."""

from __future__ import annotations

import hashlib
import json
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as some

from scorebook.core.canonical_hash import canonical_digest
from scorebook.play.models import HandEvent

SURROGATES = range(0xD800, 0xE000)
NUMBERS = some.integers(min_value=-(2**63), max_value=2**63 - 1)
TIMES = some.datetimes(timezones=some.just(UTC))
SCALARS = some.none() | some.booleans() | NUMBERS | some.text() | some.uuids() | TIMES
FACTS = some.dictionaries(
    some.text(),
    some.recursive(SCALARS, lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner), max_leaves=20),
)


def by_python(facts: dict[str, Any]) -> str:
    present = {name: value for name, value in facts.items() if value is not None}
    text = json.dumps(present, default=as_text, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def as_text(value: object) -> str:
    return value.astimezone(UTC).isoformat(timespec="microseconds") if isinstance(value, datetime) else str(value)


@given(facts=FACTS)
def test_any_facts_have_the_digest_of_python_s_json(facts: dict[str, Any]) -> None:
    assert canonical_digest(facts) == by_python(facts)


def test_every_letter_is_written_as_python_writes_it() -> None:
    for first in range(0, sys.maxunicode + 1, 0x1000):
        letters = "".join(chr(code) for code in range(first, first + 0x1000) if code not in SURROGATES)
        facts = {"text": letters, "names": dict.fromkeys(reversed(letters), 1)}
        assert canonical_digest(facts) == by_python(facts)


def test_what_is_text_of_another_kind_too() -> None:
    facts = {
        "kind": HandEvent.Kind.RECORDED,
        "at": datetime(2026, 11, 24, 9, 30, tzinfo=timezone(timedelta(hours=1))),
        "day": date(2026, 11, 24),
        "pair": (UUID(int=1), (True, None)),
        "absent": None,
    }
    assert canonical_digest(facts) == by_python(facts)
