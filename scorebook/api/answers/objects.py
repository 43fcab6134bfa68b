"""What is answered, an object at a time: REST framework's serializers, each made once and asked by all requests."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Any, Self

from rest_framework import serializers


class AnswerObject(serializers.Serializer[Any]):
    @classmethod
    @cache
    def _shower(cls) -> Self:
        return cls()

    @classmethod
    def shown(cls, value: object) -> Mapping[str, Any]:
        """As JSON has it, but for times and keys, which the renderer writes."""
        return cls._shower().to_representation(value)


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
