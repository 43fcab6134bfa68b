"""The parser of other programs' JSON: numbers stay exact, and invalid JSON is a problem of the file."""

import json
from decimal import Decimal
from typing import Any

from scorebook.exchange.imports.import_records import ImportProblem, ImportRefused, import_refused

MAX_NUMBER = 2**53 - 1


def read_import_json(text: str) -> Any:
    """Return the JSON, numbers with a point as Decimal. Raises: ImportRefused json_unreadable."""
    try:
        found = json.loads(text.removeprefix("\ufeff"), parse_float=Decimal, parse_constant=_refuse_json_constant)
        check_json_storable(found)
        return found
    except json.JSONDecodeError as error:
        problem = ImportProblem(code="json_unreadable", line=error.lineno, where=str(error.colno))
        raise ImportRefused([problem]) from error
    except (ValueError, RecursionError, ArithmeticError) as error:
        raise import_refused("json_unreadable") from error


def check_json_storable(value: Any) -> None:
    """Raise ValueError for texts and numbers that no database can store."""
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
        elif isinstance(one, int) and abs(one) > MAX_NUMBER:
            raise ValueError(str(MAX_NUMBER))


def _refuse_json_constant(constant: str) -> None:
    raise ValueError(constant)
