"""What a client sends, an object at a time: each field read, each problem named, nothing unknown let through."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Self

from rest_framework import serializers

from rules import Problem
from rules.problems import ProblemList
from scorebook.api.parsing import Refused
from scorebook.api.told.fields import Key, ReadField, read_few

# Field -> what was read; None where nothing was said, or where it could not be read and is named.
Told = dict[str, Any]


class ToldObject(serializers.Serializer[Any]):
    """A body, a part of one, or a query. Read by one instance that all requests share: it keeps nothing."""

    @classmethod
    @cache
    def reader(cls) -> Self:
        return cls()

    def read(self, raw: object, place: str, problems: ProblemList) -> Any:
        """place: of a part, before the names of its fields, as in `hands.2.`."""
        if not isinstance(raw, Mapping):
            problems.add("not_a_mapping", place.rstrip(".") or "body")
            if place:
                return dict.fromkeys(self.fields)
            raw = {}
        told = {name: _read_field(field, raw.get(name), place + name, problems) for name, field in self.fields.items()}
        self.check_together(told, place, problems)
        for unknown in sorted(raw.keys() - told.keys()):
            problems.add("field_unexpected", place + unknown)
        return told

    def check_together(self, told: Told, place: str, problems: ProblemList) -> None:
        """Fields that each can be, and not beside one another."""

    def to_internal_value(self, raw: object) -> Any:
        problems = ProblemList()
        told = self.read(raw, "", problems)
        if problems:
            raise Refused(tuple(problems))
        return told


class Keyed(ToldObject):
    """id: a UUID that the client makes for this write, best of version 7; sent again with it, it is done once."""

    id = Key()


class Part(ReadField):
    """An object within an object."""

    def __init__(self, kind: type[ToldObject], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind = kind

    def read(self, raw: object, name: str, problems: ProblemList) -> Any:
        return self.kind.reader().read(raw, f"{name}.", problems)


class Parts(ReadField):
    """A list of objects, at least one."""

    def __init__(self, kind: type[ToldObject], *, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind, self.most = kind, most

    def read(self, raw: object, name: str, problems: ProblemList) -> list[Any] | None:
        found = read_few(raw, name, problems, most=self.most, least=1)
        if found is None:
            return None
        return [self.kind.reader().read(one, f"{name}.{place}.", problems) for place, one in enumerate(found)]


def also_said(problems: ProblemList, said: Iterable[Problem]) -> None:
    """Raises: Refused with the problems of the form, and what is said of those fields that could be read."""
    form = tuple(problems)
    raise Refused([*form, *(problem for problem in said if not problems.has(problem.field))])


def _read_field(field: Any, raw: object, name: str, problems: ProblemList) -> Any:
    if raw is not None:
        return field.read(raw, name, problems)
    if field.required:
        problems.add("field_missing", name)
    return None
