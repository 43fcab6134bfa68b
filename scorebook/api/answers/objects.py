"""Base classes of the responses: REST framework's serializers, each instantiated once and shared by all requests."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cache, cached_property
from types import MethodType
from typing import Any, Self

from rest_framework import serializers
from rest_framework.fields import SkipField


class ResponseSerializer(serializers.Serializer[Any]):
    @classmethod
    @cache
    def _shower(cls) -> Self:
        return cls()

    @classmethod
    def shown(cls, value: object) -> Mapping[str, Any]:
        """Return the value as JSON data; times and UUIDs are left to the renderer."""
        return cls._shower().to_representation(value)

    @cached_property
    def _members(self) -> tuple[tuple[str, Sequence[str], Any], ...]:
        """Return name in the response, path in the value, and field of each member."""
        return tuple((str(field.field_name), field.source_attrs, field) for field in self._readable_fields)

    def to_representation(self, value: object) -> dict[str, Any]:
        """Replace REST framework's method, whose checks for each member cost more than a response (decision 411)."""
        shown = {}
        for name, way, field in self._members:
            try:
                member = _found(value, way)
            except (AttributeError, KeyError):  # null or missing on the path: REST framework decides
                try:
                    member = field.get_attribute(value)
                except SkipField:
                    continue
            shown[name] = None if member is None else field.to_representation(member)
        return shown


def _found(value: Any, way: Sequence[str]) -> Any:
    for part in way:
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

    child = serializers.IntegerField()

    def to_representation(self, value: Mapping[object, int]) -> dict[str, int]:
        return {str(person): amount for person, amount in value.items()}


class NamesField(serializers.DictField):
    """Id -> name, of everybody mentioned in this response."""

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
