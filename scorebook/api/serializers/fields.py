"""The fields of requests, as strict as the rules' own: no "7" for 7, no true for 1, nothing ignored.

Each field reads like a reader of `rules.reading`, names every problem and its place, and has a JSON Schema, from which
the document of the API is made.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from rest_framework import serializers

from rules import GAMES, State, hand_tags
from rules.games.registry import contracts_by_tag
from rules.own_contracts import OwnContract
from rules.problems import ProblemList
from rules.reading import MAX_NUMBER, MAX_TEXT, ChoiceReader, check_strictly, read_int, read_text
from scorebook.api.parsing import Refused
from scorebook.core.currencies import named_currency
from scorebook.exchange.imports.formats.registry import FORMATS
from scorebook.ledger.models import MAX_NOTE_LENGTH
from scorebook.play.terms import POINTS

Schema = dict[str, Any]

MAX_TEXTS = 50
MAX_KEYS = 1_000
MAX_LINES_LETTERS = 60_000
MAX_ROWS = 50
MOST_PLAYERS = max(game.MOST_PLAYERS for game in GAMES.values())
FIRST_YEAR, LAST_YEAR = 1900, 9000
KEY_PATTERN = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
_PEOPLE = re.compile("[1-9][0-9]?")
_KEY = re.compile(KEY_PATTERN)
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile("[0-9-]{10}T[0-9:]{8}([.][0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})")


class ReadField(serializers.Field, ABC):  # type: ignore[type-arg] # what it gives is each subclass's own
    """A field that reads as the rules do. If it is optional, null counts as missing."""

    schema: Schema

    def __init__(self, *, required: bool = True, **kwargs: Any) -> None:
        super().__init__(required=required, allow_null=not required, **kwargs)

    def to_internal_value(self, raw: Any) -> Any:
        problems = ProblemList()
        value = self.read(raw, str(self.field_name), problems)
        if problems:
            raise Refused(problems, value)
        return value

    @abstractmethod
    def read(self, raw: object, name: str, problems: ProblemList) -> Any:
        """Return the value, or anything after adding a problem. name: path of the field in its object."""


class IntegerField(ReadField):
    """A number from `least` to `most`. The services check it, each with its own problem."""

    def __init__(self, *, least: int = -MAX_NUMBER, most: int = MAX_NUMBER, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schema = {"type": "integer", "minimum": least, "maximum": most}

    def read(self, raw: object, name: str, problems: ProblemList) -> int | None:
        return read_int(raw, name, problems)


class TextField(ReadField):
    """A text of `least` to `most` characters. The services check it, each with its own problem."""

    def __init__(self, *, least: int = 0, most: int = MAX_TEXT, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schema = text_schema(least, most)

    def read(self, raw: object, name: str, problems: ProblemList) -> str:
        return read_text(raw, name, problems)


class NoteField(ReadField):
    """A note to an entry."""

    schema = {"type": "string", "maxLength": MAX_NOTE_LENGTH}

    def read(self, raw: object, name: str, problems: ProblemList) -> str:
        if isinstance(raw, str) and len(raw) > MAX_NOTE_LENGTH:
            problems.add("note_too_long", name, most=MAX_NOTE_LENGTH)
            return ""
        return read_text(raw, name, problems)


class LinesField(ReadField):
    """One or more lines of text, with their line breaks."""

    schema = {"type": "string", "minLength": 1, "maxLength": MAX_LINES_LETTERS}

    def read(self, raw: object, name: str, problems: ProblemList) -> str | None:
        if not isinstance(raw, str) or len(raw) > MAX_LINES_LETTERS:
            problems.add("lines_too_long" if isinstance(raw, str) else "not_text", name, most=MAX_LINES_LETTERS)
        elif not raw:
            problems.add("field_missing", name)
        else:
            return raw
        return None


class TextsField(ReadField):
    """From `least` to `most` texts. The services check them, each with its own problem."""

    def __init__(self, *, least: int = 0, most: int = MAX_TEXTS, longest: int = MAX_TEXT, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schema = {"type": "array", "items": text_schema(1, longest), "minItems": least, "maxItems": most}

    def read(self, raw: object, name: str, problems: ProblemList) -> list[str] | None:
        found = read_list(raw, name, problems, most=MAX_TEXTS)
        return None if found is None else [read_text(one, f"{name}.{no}", problems) for no, one in enumerate(found)]


class PlayerNamesField(TextsField):
    """The names of a table in seating order, as many as a game takes."""

    def __init__(self, **kwargs: Any) -> None:
        least = min(game.LEAST_PLAYERS for game in GAMES.values())
        super().__init__(least=least, most=MOST_PLAYERS, **kwargs)


class PresetField(TextField):
    """The id of a preset of the game."""


class BooleanField(ReadField):
    schema = {"type": "boolean"}

    def read(self, raw: object, name: str, problems: ProblemList) -> bool | None:
        if isinstance(raw, bool):
            return raw
        problems.add("not_yes_or_no", name)
        return None


class UUIDField(ReadField):
    schema = {"type": "string", "format": "uuid"}

    def read(self, raw: object, name: str, problems: ProblemList) -> UUID | None:
        if isinstance(raw, str) and _KEY.fullmatch(raw):
            return UUID(raw)
        problems.add("not_a_key", name)
        return None


class UUIDListField(ReadField):
    """A list of UUIDs, from `least` to `most`; the services check a `most` below MAX_KEYS."""

    def __init__(self, *, least: int = 0, most: int = MAX_KEYS, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least = least
        self.schema = {"type": "array", "items": UUIDField.schema, "minItems": least, "maxItems": most}

    def read(self, raw: object, name: str, problems: ProblemList) -> list[UUID | None] | None:
        found, one = read_list(raw, name, problems, most=MAX_KEYS, least=self.least), UUIDField()
        return None if found is None else [one.read(key, f"{name}.{no}", problems) for no, key in enumerate(found)]


class PeopleMatchField(ReadField):
    """Name -> id of a person, or null for a new person."""

    schema = {
        "type": "object",
        "additionalProperties": {"type": ["string", "null"], "format": "uuid"},
        "maxProperties": MAX_KEYS,
    }

    def read(self, raw: object, name: str, problems: ProblemList) -> dict[str, UUID | None] | None:
        if not isinstance(raw, Mapping):
            problems.add("not_a_mapping", name)
        elif len(raw) > MAX_KEYS:
            problems.add("list_too_long", name, most=MAX_KEYS)
        else:
            return {
                one: None if key is None else UUIDField().read(key, f"{name}.{one}", problems)
                for one, key in raw.items()
            }
        return None


class PlacePointsField(ReadField):
    """Number of people -> points of the first place, the second, and so on."""

    schema = {
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]?$"},
        "additionalProperties": {"type": "array", "items": {"type": "integer"}, "maxItems": MAX_ROWS},
        "maxProperties": MAX_ROWS,
    }

    def read(self, raw: object, name: str, problems: ProblemList) -> dict[int, tuple[int, ...]] | None:
        if not isinstance(raw, Mapping):
            problems.add("not_a_mapping", name)
            return None
        read_list(list(raw), name, problems, most=MAX_ROWS)
        found: dict[int, tuple[int, ...]] = {}
        for people, row in list(raw.items())[:MAX_ROWS]:
            place = f"{name}.{people}"
            numbers = read_list(row, place, problems, most=MAX_ROWS) or []
            points = tuple(read_int(one, f"{place}.{no}", problems) or 0 for no, one in enumerate(numbers))
            if _PEOPLE.fullmatch(people):
                found[int(people)] = points
            else:
                problems.add("not_integer", place)
        return found


class DateField(ReadField):
    schema = {"type": "string", "format": "date"}

    def read(self, raw: object, name: str, problems: ProblemList) -> date | None:
        text = raw if isinstance(raw, str) and _DAY.fullmatch(raw) else ""
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = date.min
        # The first days of the calendar have no midnight in UTC; no scorebook is that old.
        if day.year < FIRST_YEAR:
            problems.add("date_impossible", name)
            return None
        return day


class DateTimeField(ReadField):
    """A time with its time zone."""

    schema = {"type": "string", "format": "date-time"}

    def read(self, raw: object, name: str, problems: ProblemList) -> datetime | None:
        text = raw if isinstance(raw, str) and _MOMENT.fullmatch(raw) else ""
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            moment = datetime.min
        if moment.tzinfo is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
            problems.add("moment_impossible", name)
            return None
        return moment


class ChoiceField(ReadField):
    """A value of a StrEnum."""

    def __init__(self, choices: type[StrEnum], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._read = ChoiceReader(choices)
        self.schema = {"type": "string", "enum": [str(one) for one in choices]}

    def read(self, raw: object, name: str, problems: ProblemList) -> StrEnum | None:
        return self._read(raw, name, problems)


class ImportFormatField(ReadField):
    """The id of a format that can be imported."""

    schema = {"type": "string", "enum": list(FORMATS)}

    def read(self, raw: object, name: str, problems: ProblemList) -> str | None:
        if str(raw) in FORMATS:
            return str(raw)
        problems.add("not_a_choice", name, choices=", ".join(FORMATS))
        return None


class FigureUnitField(ReadField):
    """The unit of figures: points, or a currency, read as its code."""

    schema = {"type": "string", "maxLength": MAX_TEXT}

    def read(self, raw: object, name: str, problems: ProblemList) -> str | None:
        text = read_text(raw, name, problems)
        found = POINTS if text == POINTS else named_currency(text)
        if text and found is None:
            problems.add("currency_unknown", name)
        return found


class GameIdField(ReadField):
    """A game. The rules report an unknown one, together with all other problems of the ruleset."""

    schema = {"type": "string", "enum": list(GAMES)}

    def read(self, raw: object, name: str, problems: ProblemList) -> str | None:
        return read_text(raw, name, problems)


class MappingField(ReadField):
    """An object that the rules check. They name its members without the field that holds them."""

    def read(self, raw: object, name: str, problems: ProblemList) -> Mapping[str, object] | None:
        if isinstance(raw, Mapping):
            self.check_members(raw, problems)
            return raw
        problems.add("not_a_mapping", name)
        return None

    def check_members(self, raw: Mapping[str, object], problems: ProblemList) -> None:
        """Add problems for members that the rules would ignore."""


class HandField(MappingField):
    """A hand whose tag (`rules.hand_tags`) tells what else it may have."""

    def check_members(self, raw: Mapping[str, object], problems: ProblemList) -> None:
        kind = raw.get(hand_tags.KIND)
        game, contract = hand_tags.split_kind(kind)
        if kind is None:
            problems.add("contract_missing", hand_tags.KIND)
        elif game not in GAMES:
            problems.add("game_unknown", hand_tags.KIND, choices=", ".join(GAMES))
        elif (known := contracts_by_tag(game).get(contract)) is None:
            problems.add("contract_unknown", hand_tags.KIND, contract=contract)
        else:
            check_strictly(known.report, hand_tags.untag_hand(raw), problems)
        if hand_tags.CONTRACT in raw:
            problems.add("field_unknown", hand_tags.CONTRACT)


class HouseRulesField(MappingField):
    def check_members(self, raw: Mapping[str, object], problems: ProblemList) -> None:
        rows = raw.get("own_contracts")
        for no, row in enumerate(rows if isinstance(rows, list) else []):
            if isinstance(row, Mapping):
                check_strictly(OwnContract, row, problems, prefix=f"own_contracts.{no}.")


class StateField(MappingField):
    """The state after the previous hand."""

    def check_members(self, raw: Mapping[str, object], problems: ProblemList) -> None:
        check_strictly(State, raw, problems, prefix=f"{self.field_name}.")


def text_schema(least: int, most: int) -> Schema:
    return {"type": "string", **({"minLength": least} if least else {}), "maxLength": most}


def read_list(raw: object, name: str, problems: ProblemList, *, most: int, least: int = 0) -> list[object] | None:
    """Return a list of `least` to `most` items; None after adding a problem."""
    if not isinstance(raw, list):
        problems.add("not_a_list", name)
    elif len(raw) < least:
        problems.add("field_missing", name)
    elif len(raw) > most:
        problems.add("list_too_long", name, most=most)
    else:
        return raw
    return None
