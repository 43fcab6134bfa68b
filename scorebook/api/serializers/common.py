"""Base classes of requests: every field is read, every problem reported, no unknown field accepted."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cache, cached_property
from types import MethodType
from typing import Any, Self

from rest_framework import serializers
from rest_framework.fields import SkipField

from rules import Problem
from rules.problems import ProblemList
from scorebook.api.parsing import Refused
from scorebook.api.serializers.fields import ReadField, UUIDField, read_list

# Field -> validated value; None if it is missing, or failed validation and has a problem.
ValidatedData = dict[str, Any]


class StrictSerializer(serializers.Serializer[Any]):
    """A body, a part of one, or a query. One stateless instance reads all requests."""

    @classmethod
    @cache
    def shared_instance(cls) -> Self:
        return cls()

    def read(self, raw: object, place: str, problems: ProblemList) -> Any:
        """Return the validated data and add all problems. place: prefix of the fields of a part, such as `hands.2.`."""
        if not isinstance(raw, Mapping):
            problems.add("not_a_mapping", place.rstrip(".") or "body")
            if place:
                return dict.fromkeys(self.fields)
            raw = {}
        data = {name: _read_field(field, raw.get(name), place + name, problems) for name, field in self.fields.items()}
        self.check_together(data, place, problems)
        for unknown in sorted(raw.keys() - data.keys()):
            problems.add("field_unexpected", place + unknown)
        return data

    def check_together(self, data: ValidatedData, place: str, problems: ProblemList) -> None:
        """Add problems for fields that are valid alone and not together."""


class KeyedRequest(StrictSerializer):
    """id: a UUID that the client makes for this write, best of version 7; repeated requests are executed once."""

    id = UUIDField()


class ObjectField(ReadField):
    """A nested object."""

    def __init__(self, kind: type[StrictSerializer], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind = kind

    def read(self, raw: object, name: str, problems: ProblemList) -> Any:
        return self.kind.shared_instance().read(raw, f"{name}.", problems)


class ObjectListField(ReadField):
    """A list of nested objects, at least one."""

    def __init__(self, kind: type[StrictSerializer], *, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind, self.most = kind, most

    def read(self, raw: object, name: str, problems: ProblemList) -> list[Any] | None:
        found = read_list(raw, name, problems, most=self.most, least=1)
        if found is None:
            return None
        return [self.kind.shared_instance().read(one, f"{name}.{place}.", problems) for place, one in enumerate(found)]


def refuse_with_extra_problems(problems: ProblemList, extra: Iterable[Problem]) -> None:
    """Raise Refused with these problems, and with further ones of fields that have none yet."""
    form = tuple(problems)
    raise Refused([*form, *(problem for problem in extra if not problems.has(problem.field))])


def _read_field(field: Any, raw: object, name: str, problems: ProblemList) -> Any:
    if raw is not None:
        return field.read(raw, name, problems)
    if field.required:
        problems.add("field_missing", name)
    return None


class ResponseSerializer(serializers.Serializer[Any]):
    @classmethod
    @cache
    def shared_instance(cls) -> Self:
        return cls()

    @classmethod
    def represent(cls, value: object) -> Mapping[str, Any]:
        """Return the value as JSON data; times and UUIDs are left to the renderer."""
        return cls.shared_instance().to_representation(value)

    @cached_property
    def _response_members(self) -> tuple[tuple[str, Sequence[str], Any], ...]:
        """Return name in the response, path in the value, and field of each member."""
        return tuple((str(field.field_name), field.source_attrs, field) for field in self._readable_fields)

    def to_representation(self, value: object) -> dict[str, Any]:
        """Replace REST framework's method, whose checks for each member cost more than a response (decision 411)."""
        found = {}
        for name, path, field in self._response_members:
            try:
                member = _value_at_path(value, path)
            except (AttributeError, KeyError):  # null or missing on the path: REST framework decides
                try:
                    member = field.get_attribute(value)
                except SkipField:
                    continue
            found[name] = None if member is None else field.to_representation(member)
        return found


def _value_at_path(value: Any, path: Sequence[str]) -> Any:
    for part in path:
        value = value[part] if isinstance(value, dict) else getattr(value, part)
        if isinstance(value, MethodType):
            value = value()
    return value


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


class GameWordField(RulesJSONField):
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
