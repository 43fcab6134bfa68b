"""Base classes of requests, which read every field and report every problem, and of responses, with their fields."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Any, NoReturn, Self

from rest_framework import serializers

from rules import Problem
from rules.problems import ProblemList
from scorebook.api.parsing import Refused
from scorebook.api.serializers.fields import ReadField, UUIDField, read_list

# Field -> validated value; None if it is missing, or failed validation and has a problem.
ValidatedData = dict[str, Any]


class StrictSerializer(serializers.Serializer[Any]):
    """A body, a part of one, or a query. An optional field that is missing or null has the value None."""

    # After `is_valid`:
    valid_part: ValidatedData  # the fields as far as they are valid; None in place of the others
    problems: ProblemList  # every problem

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        return False, data  # null is no object either

    def to_internal_value(self, raw: Any) -> Any:
        """Read every field. Raises: Refused with all problems, each field named from here."""
        self.valid_part, self.problems = dict.fromkeys(self.fields), ProblemList()
        if not isinstance(raw, Mapping):
            is_whole = hasattr(self, "initial_data")
            self.problems.add("not_a_mapping", "body" if is_whole else "")
            if not is_whole:
                raise Refused(self.problems, self.valid_part)
            raw = {}
        for name, field in self.fields.items():
            self._read_field(name, field, raw.get(name))
        self.check_together(self.valid_part, self.problems)
        for unknown in sorted(raw.keys() - self.valid_part.keys()):
            self.problems.add("field_unexpected", unknown)
        if self.problems:
            raise Refused(self.problems, self.valid_part)
        return self.valid_part

    def _read_field(self, name: str, field: Any, raw: object) -> None:
        if raw is None:
            if field.required:
                self.problems.add("field_missing", name)
            elif field.default is not serializers.empty:
                self.valid_part[name] = field.default
            return
        try:
            self.valid_part[name] = field.run_validation(raw)
        except Refused as refused:
            nested = isinstance(field, StrictSerializer)
            self.problems += problems_below(name, refused.problems) if nested else refused.problems
            self.valid_part[name] = refused.valid_part

    def check_together(self, data: ValidatedData, problems: ProblemList) -> None:
        """Add problems for fields that are valid alone and not together."""

    def refuse(self, extra: Iterable[Problem] = ()) -> NoReturn:
        """Raise Refused with the problems found, and with further ones of fields that have none yet."""
        raise Refused([*self.problems, *(problem for problem in extra if not self.problems.has(problem.field))])


class KeyedRequest(StrictSerializer):
    """id: a UUID that the client makes for this write, best of version 7; repeated requests are executed once."""

    id = UUIDField()


class ObjectListField(ReadField):
    """A list of nested objects, at least one."""

    def __init__(self, kind: type[StrictSerializer], *, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind, self.most = kind, most

    def read(self, raw: object, name: str, problems: ProblemList) -> list[Any] | None:
        child, found = self.kind(), []
        for place, one in enumerate(read_list(raw, name, problems, most=self.most, least=1) or ()):
            try:
                found.append(child.run_validation(one))
            except Refused as refused:
                problems += problems_below(f"{name}.{place}", refused.problems)
                found.append(refused.valid_part)
        return found


def problems_below(place: str, problems: Iterable[Problem]) -> list[Problem]:
    """Return problems of an object with the fields named from outside of it."""
    return [replace(one, field=f"{place}.{one.field}".rstrip(".")) for one in problems]


class ResponseSerializer(serializers.Serializer[Any]):
    """A response, or a part of one; times and UUIDs are left to the renderer."""

    @classmethod
    @cache
    def _shared(cls) -> Self:
        return cls()

    @property
    def data(self) -> Any:
        # To make the fields anew would take 1 ms of the 3 of a recorded hand (decision 411).
        return self._shared().to_representation(self.instance)


class PageResponse(ResponseSerializer):
    """A page of a list; its rows are the `results`.

    next: the `cursor` of the next page; null on the last one.
    """

    next = serializers.CharField(allow_null=True)


class TimestampField(serializers.DateTimeField):
    """A time in UTC, independent of the site's time zone."""

    def to_representation(self, value: datetime) -> datetime:  # type: ignore[override] # the renderer writes it
        return value


class AmountsField(serializers.DictField):
    """Person -> points or minor units."""

    part = "Amounts"  # its name in the document
    child = serializers.IntegerField()

    def to_representation(self, value: Mapping[object, int]) -> dict[str, int]:
        return {str(person): amount for person, amount in value.items()}


class NamesField(serializers.DictField):
    """Id -> name, of everybody mentioned in this response."""

    part = "PeopleNames"  # its name in the document
    child = serializers.CharField()

    def to_representation(self, value: Mapping[object, str]) -> dict[str, str]:
        return {str(person): name for person, name in value.items()}


class EnumField(serializers.ChoiceField):
    """A value of an enum."""

    def __init__(self, choices: Iterable[str], **kwargs: Any) -> None:
        super().__init__(choices=[str(one) for one in choices], **kwargs)

    def to_representation(self, value: object) -> str:
        return str(value)


class RulesJSONField(serializers.Field):  # type: ignore[type-arg]
    """JSON written by the rules; `part` is the name of their schema for it."""

    def __init__(self, part: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.part = part

    def to_representation(self, value: Any) -> Any:
        return value


class TagField(serializers.Field):  # type: ignore[type-arg]
    """A tag of the response, which tells it from others in the same place."""

    def __init__(self, value: str) -> None:
        super().__init__(source="*")
        self.value = value

    def to_representation(self, value: object) -> str:
        return self.value


class GameField(RulesJSONField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__("GameId", **kwargs)


class FractionField(RulesJSONField):
    """A whole number, or a fraction as text: 7, or "7/3"."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("Exact", **kwargs)

    def to_representation(self, value: Fraction | int) -> int | str:
        return int(value) if value == int(value) else str(value)


class ShareField(serializers.FloatField):
    """A share from 0 to 1, or the difference of two, to four decimals."""

    def to_representation(self, value: Fraction | float) -> float:  # type: ignore[override] # the renderer writes it
        return round(float(value), 4)
