"""JSON of other programs: numbers stay exact, and whatever is none is a problem and no error of ours."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from scorebook.exchange.imports.told import Problems

MOST_NUMBER = 2**53 - 1


def read_json(text: str, problems: Problems) -> Any:
    """Numbers with a point as Decimal. None where it is no JSON, which is then a problem."""
    try:
        found = json.loads(text.removeprefix("\ufeff"), parse_float=Decimal, parse_constant=_refused)
        check_json(found)
        return found
    except json.JSONDecodeError as error:
        problems.add("json_unreadable", line=error.lineno, where=str(error.colno))
    except (ValueError, RecursionError, ArithmeticError):
        problems.add("json_unreadable")
    return None


def check_json(value: Any) -> None:
    """Raises: ValueError for texts and numbers that no database takes."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left += [*one, *one.values()]
        elif isinstance(one, list):
            left += one
        elif isinstance(one, str):
            one.encode()
            if "\x00" in one:
                raise ValueError(one)
        elif isinstance(one, int) and abs(one) > MOST_NUMBER:
            raise ValueError(str(MOST_NUMBER))


def _refused(constant: str) -> None:
    raise ValueError(constant)
