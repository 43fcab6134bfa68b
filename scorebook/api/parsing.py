"""What a client sent, read once at the edge: JSON as strict as a book of accounts needs it, every fault named."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import IO, Any, NoReturn, TypeVar
from uuid import UUID

from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from rules import Problem
from rules.problems import ProblemList
from rules.reading import read_choice, read_int, read_text
from scorebook.core.request_bodies import MOST_BATCH_BYTES
from scorebook.play.services import AgreedEnd

MOST_BYTES = 65_536
MOST_DEPTH = 12
MOST_TEXTS = 50
FIRST_YEAR, LAST_YEAR = 1900, 9000
MOST_DIGITS = 9
MOST_INT = 2**53 - 1  # beyond it another client's JSON would round
# What PostgreSQL cannot store as text, and what cannot be sent back as UTF-8.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

Value = TypeVar("Value")
Choice = TypeVar("Choice", bound=StrEnum)
Reader = Callable[[object, str, ProblemList], Value | None]


class Refused(Exception):
    """The request itself cannot be read; every problem at once."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{problem.field}: {problem.code}" for problem in problems))
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


def lone_key(raw: object) -> UUID:
    """The key of a body that says nothing else. Raises: Refused."""
    body = RequestBody(raw)
    key = body.key()
    body.check()
    return key


class RequestBody:
    """The JSON object of a request, or its query. Each field is asked for by name, at most once.

    A field that is missing or of a wrong type gives a stand-in of its type, which nobody sees:
    `check` raises Refused with everything that was wrong, fields that nobody asked for included.
    """

    def __init__(self, raw: object, *, place: str = "", problems: ProblemList | None = None) -> None:
        """place: of a part of a body, before the names of its fields. problems: the body's, which the part adds to."""
        self.problems = ProblemList() if problems is None else problems
        self._place = place
        self._parts: list[RequestBody] = []
        self._asked: set[str] = set()
        self._raw: Mapping[str, object] = {}
        if isinstance(raw, Mapping):
            self._raw = raw
        else:
            self.problems.add("not_a_mapping", place.rstrip(".") or "body")

    def key(self, name: str = "id") -> UUID:
        return self._needed(name, _body_key) or UUID(int=0)

    def key_or_none(self, name: str) -> UUID | None:
        return self._told(name, _body_key)

    def integer(self, name: str) -> int:
        return self._needed(name, read_int) or 0

    def integer_or_none(self, name: str) -> int | None:
        return self._told(name, read_int)

    def text(self, name: str) -> str:
        return self._needed(name, read_text) or ""

    def text_or_none(self, name: str) -> str | None:
        return self._told(name, read_text)

    def texts(self, name: str) -> Sequence[str]:
        return self._needed(name, _body_texts) or []

    def bodies(self, name: str, *, most: int) -> "Sequence[RequestBody]":
        """The objects of a list, each read as a body of its own; their problems come with this one's."""
        raw = self._needed(name, _body_list(most)) or []
        parts = [RequestBody(one, place=f"{name}.{place}.", problems=self.problems) for place, one in enumerate(raw)]
        self._parts += parts
        return parts

    def mapping(self, name: str) -> Mapping[str, object]:
        return self._needed(name, _body_mapping) or {}

    def mapping_or_none(self, name: str) -> Mapping[str, object]:
        return self._told(name, _body_mapping) or {}

    def house_rules(self, name: str = "house_rules") -> Mapping[str, object]:
        """Which values a house rule may have is for the rules to judge."""
        return self._told(name, _body_mapping) or {}

    def day_or_none(self, name: str) -> date | None:
        return self._told(name, _body_day)

    def end_or_none(self, name: str = "end") -> AgreedEnd | None:
        """When the evening is to end: `{"rounds"}`, `{"deals"}` or `{"at"}`; whether that can be is for play to say."""
        return self._told(name, _body_end)

    def days_or_none(self, first: str, last: str) -> tuple[date | None, date | None]:
        """Two days of a period, the first of them no later."""
        first_on, last_on = self.day_or_none(first), self.day_or_none(last)
        if first_on and last_on and first_on > last_on:
            self.problems.add("dates_reversed", last)
        return first_on, last_on

    def integer_in_query(self, name: str) -> int | None:
        """In an address everything is text."""
        return self._told(name, _number_in_query)

    def choice(self, name: str, choices: type[Choice]) -> Choice:
        return self._needed(name, read_choice(choices)) or next(iter(choices))

    def choice_or_none(self, name: str, choices: type[Choice]) -> Choice | None:
        return self._told(name, read_choice(choices))

    def check(self, rehearsal: Callable[[], Iterable[Problem]] = tuple) -> None:
        """rehearsal: what the services would say; asked only where the form is wrong already, so that all is said.

        Raises: Refused.
        """
        self._check_all_asked()
        if not self.problems:
            return
        form = tuple(self.problems)
        also = [problem for problem in rehearsal() if not self.problems.has(problem.field)]
        raise Refused([*form, *also])

    def _check_all_asked(self) -> None:
        for name in sorted(self._raw.keys() - self._asked):
            self.problems.add("field_unexpected", f"{self._place}{name}")
        for part in self._parts:
            part._check_all_asked()

    def _needed(self, name: str, read: Reader[Value]) -> Value | None:
        if self._raw.get(name) is None:
            self._asked.add(name)
            # A part that is no object at all has been named already.
            if not self._place or not self.problems.has(self._place.rstrip(".")):
                self.problems.add("field_missing", f"{self._place}{name}")
            return None
        return self._told(name, read)

    def _told(self, name: str, read: Reader[Value]) -> Value | None:
        self._asked.add(name)
        raw = self._raw.get(name)
        return None if raw is None else read(raw, f"{self._place}{name}", self.problems)


def _body_key(raw: object, name: str, problems: ProblemList) -> UUID | None:
    try:
        return UUID(raw if isinstance(raw, str) else "")
    except ValueError:
        problems.add("not_a_key", name)
        return None


def _body_day(raw: object, name: str, problems: ProblemList) -> date | None:
    try:
        day = date.fromisoformat(raw if isinstance(raw, str) else "")
    except ValueError:
        day = date.min
    # The first days of the calendar have no midnight in UTC, and nobody kept a scorebook then.
    if day.year < FIRST_YEAR:
        problems.add("date_impossible", name)
        return None
    return day


def _number_in_query(raw: object, name: str, problems: ProblemList) -> int | None:
    text = raw if isinstance(raw, str) else ""
    if not (text.isascii() and text.isdigit()) or len(text) > MOST_DIGITS:
        problems.add("not_integer", name)
        return None
    return int(text)


def _body_end(raw: object, name: str, problems: ProblemList) -> AgreedEnd | None:
    told = _body_mapping(raw, name, problems)
    if told is None:
        return None
    for unknown in sorted(told.keys() - {"rounds", "deals", "points", "at"}):
        problems.add("field_unexpected", f"{name}.{unknown}")
    numbers = {
        one: None if told.get(one) is None else read_int(told[one], f"{name}.{one}", problems)
        for one in ("rounds", "deals", "points")
    }
    at = None if told.get("at") is None else _body_moment(told["at"], f"{name}.at", problems)
    return AgreedEnd(**numbers, at=at)


def _body_moment(raw: object, name: str, problems: ProblemList) -> datetime | None:
    """With its time zone."""
    try:
        moment = datetime.fromisoformat(raw if isinstance(raw, str) else "")
    except ValueError:
        moment = datetime.min
    if moment.tzinfo is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        problems.add("moment_impossible", name)
        return None
    return moment


def _body_texts(raw: object, name: str, problems: ProblemList) -> Sequence[str] | None:
    if not isinstance(raw, list):
        problems.add("not_a_list", name)
        return None
    if len(raw) > MOST_TEXTS:
        problems.add("list_too_long", name, most=MOST_TEXTS)
        return None
    return [read_text(one, f"{name}.{place}", problems) for place, one in enumerate(raw)]


def _body_list(most: int) -> Reader[Sequence[object]]:
    def read(raw: object, name: str, problems: ProblemList) -> Sequence[object] | None:
        if not isinstance(raw, list):
            problems.add("not_a_list", name)
        elif not raw:
            problems.add("field_missing", name)
        elif len(raw) > most:
            problems.add("list_too_long", name, most=most)
        else:
            return raw
        return None

    return read


def _body_mapping(raw: object, name: str, problems: ProblemList) -> Mapping[str, object] | None:
    if isinstance(raw, Mapping):
        return raw
    problems.add("not_a_mapping", name)
    return None


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
