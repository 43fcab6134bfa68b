"""The layout of the API's document: repeated parts as components, small parts on one line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]

COLUMNS = 120
# A field becomes a component if it stands in so many objects and is so long.
MIN_TIMES, MIN_LENGTH = 3, 80
# Parameters of every list; one with another schema than most lists have stays in its place.
OF_PAGES = ("limit", "cursor")


def operations(document: Json) -> Iterator[tuple[str, Json]]:
    """Return each operation with its path."""
    return ((path, operation) for path, methods in document["paths"].items() for operation in methods.values())


def bodies(operation: Json) -> Iterator[tuple[str, Json]]:
    """Yield the content of the "request" and, by status, of each response that is not shared."""
    for name, part in {"request": operation.get("requestBody", {}), **operation["responses"]}.items():
        if "content" in part:
            yield name, part["content"]["application/json"]


def share(document: Json, names: Mapping[str, str]) -> Json:
    """Move refusals, 304, and the parameters of path, head and pages to the components.

    names: description -> name of the parameters that have no name of their own.
    """
    components: Json = document["components"]

    parameters = [one for _, operation in operations(document) for one in operation.get("parameters", [])]
    of_pages = Counter(json.dumps(one) for one in parameters if one["in"] == "query" and one["name"] in OF_PAGES)
    for text, _ in of_pages.most_common():
        part = json.loads(text)
        shared(components, "parameters", part["name"], part)
    for _, operation in operations(document):
        for status, answer in operation["responses"].items():
            if status >= "300":
                operation["responses"][status] = shared(components, "responses", status, answer)
        for place, one in enumerate(operation.get("parameters", [])):
            if one["in"] != "query" or one["name"] in OF_PAGES:
                name = names.get(one.get("description", ""), one["name"])
                operation["parameters"][place] = shared(components, "parameters", name, one)
    return document | {"components": {kind: dict(sorted(parts.items())) for kind, parts in components.items()}}


def share_fields(schemas: dict[str, Json]) -> None:
    """Make a component of a field that stands in several objects as it is, if that makes the document shorter.

    Only of a field of plain values, of another one generators would make a class; and not of a tag.
    """
    found = Counter(
        (name, json.dumps(field))
        for fields in _fields_of(schemas)
        for name, field in fields.items()
        if "type" in field and "const" not in field
    )
    names: dict[tuple[str, str], str] = {}
    for (field, text), times in found.most_common():
        name = f"{field.title().replace('_', '')}Field"
        if times >= MIN_TIMES and len(text) >= MIN_LENGTH and name not in names.values():
            names[field, text] = name
    for fields in [*_fields_of(schemas)]:
        for field, schema in fields.items():
            if name := names.get((field, json.dumps(schema)), ""):
                fields[field] = {"$ref": f"#/components/schemas/{name}"}
    schemas |= {name: json.loads(text) for (_, text), name in names.items()}


def _fields_of(schemas: dict[str, Json]) -> Iterator[Json]:
    return (part.get("properties", {}) for one in schemas.values() for part in (one, *one.get("allOf", [])))


def shared(components: Json, kind: str, name: str, part: Json) -> Json:
    """Return a reference to the part, which becomes a component; another part that has the name stays where it is."""
    component = components.setdefault(kind, {}).setdefault(name, part)
    return {"$ref": f"#/components/{kind}/{name}"} if component == part else part


def is_reference(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"$ref"}


def written(value: Any, depth: int = 0, before: int = 0) -> str:
    """Return it as JSON: on one line if it fits, else a line for each member.

    An only member begins on the line of its parent. Numbers, words, lists of them and references share lines with their
    neighbours: that halves the examples, and a change still moves few lines.

    before: how many letters stand to the left of it on its line.
    """
    line = json.dumps(value, ensure_ascii=False)
    if before + len(line) < COLUMNS or not isinstance(value, dict | list):
        return line
    members = (
        [(f"{json.dumps(name, ensure_ascii=False)}: ", one) for name, one in value.items()]
        if isinstance(value, dict)
        else [("", one) for one in value]
    )
    if len(members) == 1:
        [(name, one)] = members
        return line[0] + name + written(one, depth, before + 1 + len(name)) + line[-1]
    rows, is_open = list[str](), False
    for name, one in members:
        row, was_open = name + written(one, depth + 1, depth + 1 + len(name)), is_open
        is_open = "\n" not in row and ("{" not in row or is_reference(one))
        if was_open and is_open and depth + len(rows[-1]) + len(row) + 4 <= COLUMNS:
            rows[-1] += f", {row}"
        else:
            rows.append(row)
    indent = "\n" + " " * depth
    return f"{line[0]}{indent} " + f",{indent} ".join(rows) + indent + line[-1]
