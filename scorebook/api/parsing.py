"""A strict JSON parser, as books of accounts need it; the content is validated later."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, NoReturn

from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.parsers import BaseParser

from rules import Problem
from scorebook.server.request_bodies import MAX_BATCH_BYTES

MAX_BYTES = 65_536
MAX_DEPTH = 12
MAX_INT = 2**53 - 1  # other clients' JSON would round larger numbers
# A NUL cannot be stored as text by PostgreSQL, a surrogate cannot be sent back as UTF-8.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Refused(ValidationError):
    """A request, or a part of one, that failed validation, with every problem at once.

    valid_part: what of it is valid, to look for further problems.
    """

    def __init__(self, problems: Sequence[Problem], valid_part: Any = None) -> None:
        super().__init__({problem.field: problem.code for problem in problems})
        self.problems, self.valid_part = tuple(problems), valid_part


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"


class StrictJSONParser(BaseParser):
    """A parser of UTF-8 JSON that refuses NaN, repeated members, and bodies that are too large or nested too deeply."""

    media_type = "application/json"
    most_bytes = MAX_BYTES

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        raw = stream.read(self.most_bytes + 1)
        if len(raw) > self.most_bytes:
            raise BodyTooLarge
        try:
            read = json.loads(
                raw.decode(),
                parse_float=_read_json_number,
                parse_constant=_refuse_json_constant,
                object_pairs_hook=_json_names_once,
            )
        except (ValueError, RecursionError) as error:
            raise ParseError(code="bad_json") from error
        check_texts(read)
        return read


class BatchJSONParser(StrictJSONParser):
    """A parser for a batch of hands."""

    most_bytes = MAX_BATCH_BYTES


def check_texts(read: object) -> None:
    """Check all texts, numbers and the depth of JSON. Raises: Refused with every problem."""
    if problems := list(_json_faults(read, "")):
        raise Refused(problems)


def _json_faults(value: object, field: str, depth: int = 1) -> Iterator[Problem]:
    if depth > MAX_DEPTH:
        yield Problem(code="nested_too_deeply", field=field)
    elif isinstance(value, str) and _UNSTORABLE.search(value):
        yield Problem(code="text_unstorable", field=field)
    elif isinstance(value, int) and abs(value) > MAX_INT:
        yield Problem(code="number_out_of_range", field=field, args={"most": MAX_INT})
    elif isinstance(value, Mapping):
        for name, one in value.items():
            if _UNSTORABLE.search(name):
                yield Problem(code="text_unstorable", field=field)
            else:
                yield from _json_faults(one, f"{field}.{name}" if field else name, depth + 1)
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from _json_faults(one, f"{field}.{place}" if field else str(place), depth + 1)


def _json_names_once(members: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(members)
    if len(found) != len(members):
        raise ValueError("a member stands there twice")
    return found


def _read_json_number(text: str) -> float:
    """Return a whole number as an integer, which 82.0 is in JSON Schema too."""
    number = float(text)
    return int(number) if number.is_integer() and abs(number) <= MAX_INT else number


def _refuse_json_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
