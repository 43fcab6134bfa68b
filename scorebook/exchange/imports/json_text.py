"""JSON of other programs: numbers stay exact, and whatever is none is a problem and no error of ours."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from scorebook.exchange.imports.told import Problems


def read_json(text: str, problems: Problems) -> Any:
    """Numbers with a point as Decimal. None where it is no JSON, which is then a problem."""
    try:
        return json.loads(text.removeprefix("\ufeff"), parse_float=Decimal, parse_constant=_refused)
    except json.JSONDecodeError as error:
        problems.add("json_unreadable", line=error.lineno, where=str(error.colno))
    except (ValueError, RecursionError, ArithmeticError):
        problems.add("json_unreadable")
    return None


def _refused(constant: str) -> None:
    raise ValueError(constant)
