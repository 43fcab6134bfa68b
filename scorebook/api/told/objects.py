"""Base classes of requests: every field is read, every problem reported, no unknown field accepted."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Self

from rest_framework import serializers

from rules import Problem
from rules.problems import ProblemList
from scorebook.api.parsing import Refused
from scorebook.api.told.fields import ReadField, UUIDField, read_few

# Field -> validated value; None if it is missing, or failed validation and has a problem.
ValidatedData = dict[str, Any]


class StrictSerializer(serializers.Serializer[Any]):
    """A body, a part of one, or a query. One stateless instance reads all requests."""

    @classmethod
    @cache
    def reader(cls) -> Self:
        return cls()

    def read(self, raw: object, place: str, problems: ProblemList) -> Any:
        """Return the validated data and add all problems. place: prefix of the fields of a part, such as `hands.2.`."""
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

    def check_together(self, told: ValidatedData, place: str, problems: ProblemList) -> None:
        """Add problems for fields that are valid alone and not together."""

    def to_internal_value(self, raw: object) -> Any:
        problems = ProblemList()
        told = self.read(raw, "", problems)
        if problems:
            raise Refused(tuple(problems))
        return told


class KeyedRequest(StrictSerializer):
    """id: a UUID that the client makes for this write, best of version 7; repeated requests are executed once."""

    id = UUIDField()


class ObjectField(ReadField):
    """A nested object."""

    def __init__(self, kind: type[StrictSerializer], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind = kind

    def read(self, raw: object, name: str, problems: ProblemList) -> Any:
        return self.kind.reader().read(raw, f"{name}.", problems)


class ObjectListField(ReadField):
    """A list of nested objects, at least one."""

    def __init__(self, kind: type[StrictSerializer], *, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind, self.most = kind, most

    def read(self, raw: object, name: str, problems: ProblemList) -> list[Any] | None:
        found = read_few(raw, name, problems, most=self.most, least=1)
        if found is None:
            return None
        return [self.kind.reader().read(one, f"{name}.{place}.", problems) for place, one in enumerate(found)]


def refuse_with(problems: ProblemList, said: Iterable[Problem]) -> None:
    """Raise Refused with these problems, and with further ones of fields that have none yet."""
    form = tuple(problems)
    raise Refused([*form, *(problem for problem in said if not problems.has(problem.field))])


def _read_field(field: Any, raw: object, name: str, problems: ProblemList) -> Any:
    if raw is not None:
        return field.read(raw, name, problems)
    if field.required:
        problems.add("field_missing", name)
    return None
