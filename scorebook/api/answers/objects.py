"""What is answered, an object at a time: REST framework's serializers, each made once and asked by all requests."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cache, cached_property
from types import MethodType
from typing import Any, Self

from rest_framework import serializers
from rest_framework.fields import SkipField


class AnswerObject(serializers.Serializer[Any]):
    @classmethod
    @cache
    def _shower(cls) -> Self:
        return cls()

    @classmethod
    def shown(cls, value: object) -> Mapping[str, Any]:
        """As JSON has it, but for times and keys, which the renderer writes."""
        return cls._shower().to_representation(value)

    @cached_property
    def _members(self) -> tuple[tuple[str, Sequence[str], Any], ...]:
        """Name in the answer, the way to it in the value, and what shows it."""
        return tuple((str(field.field_name), field.source_attrs, field) for field in self._readable_fields)

    def to_representation(self, value: object) -> dict[str, Any]:
        """As REST framework's own, whose many questions for each member cost more than an answer (0170)."""
        shown = {}
        for name, way, field in self._members:
            try:
                member = _found(value, way)
            except (AttributeError, KeyError):  # null on the way, or not there: REST framework knows what may be so
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


class At(serializers.DateTimeField):
    """A moment in UTC, whatever time zone the site lives in."""

    def to_representation(self, value: datetime) -> datetime:  # type: ignore[override] # the renderer writes it
        return value


class Amounts(serializers.DictField):
    """Person -> points or minor units."""

    child = serializers.IntegerField()

    def to_representation(self, value: Mapping[object, int]) -> dict[str, int]:
        return {str(person): amount for person, amount in value.items()}


class PeopleNames(serializers.DictField):
    """Id -> name, of everybody who is meant somewhere in this answer."""

    child = serializers.CharField()

    def to_representation(self, value: Mapping[object, str]) -> dict[str, str]:
        return {str(person): name for person, name in value.items()}


class Word(serializers.ChoiceField):
    """One of an enum's words."""

    def __init__(self, choices: Iterable[str], **kwargs: Any) -> None:
        super().__init__(choices=[str(one) for one in choices], **kwargs)

    def to_representation(self, value: object) -> str:
        return str(value)


class OfTheRules(serializers.Field):  # type: ignore[type-arg]
    """JSON that the rules wrote. part: the name of the schema by which they describe it."""

    def __init__(self, part: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.part = part

    def to_representation(self, value: Any) -> Any:
        return value


class GameWord(OfTheRules):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__("GameId", **kwargs)


class Exact(OfTheRules):
    """A number that need not be whole: 7, or "7/3"."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("Exact", **kwargs)

    def to_representation(self, value: Fraction | int) -> int | str:
        return int(value) if value == int(value) else str(value)


class Share(serializers.FloatField):
    """0 to 1, or how far two of them lie apart, to four decimals."""

    def to_representation(self, value: Fraction | float) -> float:  # type: ignore[override] # the renderer writes it
        return round(float(value), 4)
