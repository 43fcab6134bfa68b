"""JSON as strict as a book of accounts needs it, before anybody looks at what it says."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, NoReturn

from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.parsers import BaseParser

from rules import Problem
from scorebook.core.request_bodies import MOST_BATCH_BYTES

MOST_BYTES = 65_536
MOST_DEPTH = 12
MOST_INT = 2**53 - 1  # beyond it another client's JSON would round
# What PostgreSQL cannot store as text, and what cannot be sent back as UTF-8.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Refused(ValidationError):
    """The request itself cannot be read; every problem at once."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__({problem.field: problem.code for problem in problems})
        self.problems = tuple(problems)


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"


class StrictJSONParser(BaseParser):
    """UTF-8 JSON without what the standard leaves open: NaN, a member named twice, no end of size or depth."""

    media_type = "application/json"
    most_bytes = MOST_BYTES

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        raw = stream.read(self.most_bytes + 1)
        if len(raw) > self.most_bytes:
            raise BodyTooLarge
        try:
            read = json.loads(raw.decode(), parse_constant=_refuse_json_constant, object_pairs_hook=_json_names_once)
        except (ValueError, RecursionError) as error:
            raise ParseError(code="bad_json") from error
        check_texts(read)
        return read


class BatchJSONParser(StrictJSONParser):
    """Of many hands at once."""

    most_bytes = MOST_BATCH_BYTES


def check_texts(read: object) -> None:
    """Raises: Refused with everything that nobody could have meant, wherever it stands."""
    if problems := list(_json_faults(read, "")):
        raise Refused(problems)


def _json_faults(value: object, field: str, depth: int = 1) -> Iterator[Problem]:
    """What is JSON and yet nothing that anybody could have meant."""
    if depth > MOST_DEPTH:
        yield Problem(code="nested_too_deeply", field=field)
    elif isinstance(value, str) and _UNSTORABLE.search(value):
        yield Problem(code="text_unstorable", field=field)
    elif isinstance(value, int) and abs(value) > MOST_INT:
        yield Problem(code="number_out_of_range", field=field, args={"most": MOST_INT})
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


def _refuse_json_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
