"""A field of a hand is declared once; the documents and the scripts of the phone follow from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.games.registry import hand_fields
from scripts.hand_fields import written

WRITTEN = written()


@pytest.mark.parametrize("path", WRITTEN, ids=[path.name for path in WRITTEN])
def test_what_follows_from_the_fields_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == WRITTEN[path], "python -m scripts.hand_fields"


def test_a_control_belongs_to_a_field_outside_nested_values() -> None:
    """The form and the phone read such a field by its path, which is then its name."""
    assert [path for path, one in hand_fields().items() if one.control and "." in path] == []
