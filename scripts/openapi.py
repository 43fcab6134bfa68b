"""Write the document of the API from its serializers: `python -m scripts.openapi`.

With `--check` it writes nothing, and fails if the document is not the one of the code.

The examples are kept from the present document; a test replays them.
The site serves the written file, so nothing of this runs there and every change of the API appears in a diff.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import django

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "scorebook/api/openapi.json"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from drf_spectacular import drainage, generators, openapi, settings  # noqa: E402
from drf_spectacular.extensions import OpenApiSerializerFieldExtension  # noqa: E402
from drf_spectacular.plumbing import ResolvedComponent  # noqa: E402
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse  # noqa: E402

from scorebook.api.endpoint import Endpoint  # noqa: E402
from scorebook.api.operation import Operation  # noqa: E402
from scorebook.api.permissions import Public  # noqa: E402
from scorebook.api.serializers.common import (  # noqa: E402  # noqa: E402
    AmountsField,
    NamesField,
    ObjectListField,
    RulesJSONField,
    StrictSerializer,
    TagField,
)
from scorebook.api.serializers.error_responses import ConflictResponse, ErrorResponse  # noqa: E402
from scorebook.api.serializers.fields import (  # noqa: E402
    GameIdField,
    HandField,
    HouseRulesField,
    PresetField,
    ReadField,
    StateField,
)
from scorebook.api.serializers.queries import GameQueryField  # noqa: E402
from scripts import json_schema  # noqa: E402
from scripts.openapi_keys import KEYS, LINK_OR_DEVICE, PUBLIC, SECURITY_SCHEMES, key_of  # noqa: E402
from scripts.openapi_layout import bodies, operations, share, share_fields, written  # noqa: E402
from scripts.openapi_links import add_links  # noqa: E402
from scripts.openapi_rules import add_rules_schemas, refer, with_named_words  # noqa: E402
from scripts.openapi_texts import COMMON_TEXTS  # noqa: E402

Schema = dict[str, Any]
# Operation -> "request" or the status of an answer -> example.
Examples = Mapping[str, Mapping[str, Any]]

SETTINGS = {
    "TITLE": "Scorebook",
    "VERSION": None,  # that of the addresses
    "OAS_VERSION": "3.1.1",
    # Its first paragraph has no links, which would lead nowhere from here.
    "DESCRIPTION": (ROOT / "docs/api.md").read_text().split("\n\n")[1],
    "LICENSE": {},
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SCHEMA_PATH_PREFIX_TRIM": True,
    "SERVERS": [{"url": "/api/v1"}],
    "APPEND_COMPONENTS": {"securitySchemes": SECURITY_SCHEMES},
    "SORT_OPERATIONS": False,
    "SORT_OPERATION_PARAMETERS": False,
    "POSTPROCESSING_HOOKS": [],
    "AUTHENTICATION_WHITELIST": [],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
}

UUID_SCHEMA: Schema = {"type": "string", "format": "uuid"}
# Path parameter -> its schema and description; that of the token depends on the operation.
PATH_PARTS: dict[str, tuple[Schema, str]] = {
    "token": ({"type": "string", "pattern": "^[A-Za-z0-9_.-]+$"}, ""),
    "no": ({"type": "integer", "minimum": 0}, "The number of the hand in its evening, from 1."),
    "evening": (UUID_SCHEMA, "The `id` of the evening."),
    "year": ({"type": "integer", "minimum": 0}, "A year with four digits."),
    "person": (UUID_SCHEMA, "The `id` of the person."),
    "payment": (UUID_SCHEMA, "The `id` of a planned payment."),
    "entry": (UUID_SCHEMA, "The `id` of the entry."),
    "other": (UUID_SCHEMA, "The `id` of the linked club."),
    "season": (UUID_SCHEMA, "The `id` of the season."),
    "board": ({"$ref": refer("Board")}, "The measure of the board."),
    "feat": ({"$ref": refer("Feat")}, "The feat."),
}
# A tag is a module of views, whose docstring describes it.
VIEWS = "scorebook.api.views"
# Responses without a description of their own.
ANSWERS = {200: "Done. The response has the state after it.", 201: "Written."}
READ = "The current state."
NAMED_PARTS: dict[type[ReadField], str] = {
    **{PresetField: "PresetId", HandField: "Hand", HouseRulesField: "HouseRules", StateField: "State"},
    **dict.fromkeys((GameIdField, GameQueryField), "GameId"),
}
RETRY_AFTER = "Seconds after which it is worth asking again."
REFUSALS = {
    400: "The request is wrong by itself, whatever is stored: `problems` names everything, in form and content.",
    404: "The path names nothing for this link.",
    406: "The answer is always application/json.",
    408: "`body_too_slow`: the body did not arrive in time.",
    409: "The request is valid, but conflicts with what is stored now: read that, and decide.",
    411: "`length_missing`: bodies without Content-Length are not taken.",
    413: "`body_too_large`.",
    415: "The body must be application/json.",
    429: "`throttled`: this address has asked too often for what needs no link, or with links that open nothing.",
    503: "`unavailable` or `too_busy`. Whether anything was written nobody knows: send it again with the same `id`.",
}
OF_ALL, OF_BODIES = (404, 406, 429, 503), (400, 408, 411, 413, 415)


class OperationSchema(openapi.AutoSchema):
    """Describe a view by its `Operation`, which has what REST framework cannot know."""

    view: Any  # an Endpoint

    @property
    def operation(self) -> Operation:
        found: Operation = self.view.operation
        return found

    def is_excluded(self) -> bool:
        return self.view.operation is None

    def _is_list_view(self, serializer: Any = None) -> bool:
        return False  # the serializer of the response has the whole shape

    def get_operation_id(self) -> str:
        return self.operation.name

    def get_tags(self) -> list[str]:
        return [type(self.view).__module__.rpartition(".")[2]]

    def get_summary(self) -> str:
        return self._docstring_lines()[0].rstrip(".")

    def get_description(self) -> str:  # type: ignore[override]
        return " ".join(self._docstring_lines())

    def get_auth(self) -> list[Any]:
        return PUBLIC if self.operation.permission is Public else LINK_OR_DEVICE

    def get_request_serializer(self) -> type[StrictSerializer] | None:
        return self.operation.body

    def get_override_parameters(self) -> list[Any]:
        return [*self._path_parameters(), *self._query(), *self._headers()]

    def get_response_serializers(self) -> Any:
        operation, statuses = self.operation, list(OF_ALL)
        answers: dict[int, Any] = {status: self._answer(status) for status in operation.statuses}
        if self.method == "GET":
            answers[304] = OpenApiResponse(description="Nothing has changed since that ETag.")
        if operation.body:
            statuses += OF_BODIES
        elif operation.query:
            statuses.append(400)
        refusals = {status: OpenApiResponse(ErrorResponse, REFUSALS[status]) for status in statuses}
        if operation.has_conflict:
            refusals[409] = OpenApiResponse(ConflictResponse, REFUSALS[409])
        return answers | dict(sorted(refusals.items()))

    def _answer(self, status: int) -> Any:
        shape, minimal = self.operation.response, self.operation.minimal_response
        text = READ if self.method == "GET" else ANSWERS[status]
        if minimal is None:
            return OpenApiResponse(shape, text)
        kinds = [self.resolve_serializer(one, "response") for one in (shape, minimal)]
        names = {one.schema["properties"]["returned"]["const"]: one.name for one in kinds}
        union = ResolvedComponent(  # type: ignore[no-untyped-call]
            name=f"{kinds[0].name}OrMinimal",
            type=ResolvedComponent.SCHEMA,
            schema=json_schema.tagged_union("returned", names, refer),
            object=(shape, minimal),
        )
        self.registry.register_on_missing(union)
        return OpenApiResponse(union.ref, text)

    def _docstring_lines(self) -> list[str]:
        lines = (getattr(self.view, self.view.action).__doc__ or "").split("\n")
        return [line.strip() for line in lines if line.strip()]

    def _path_parameters(self) -> Iterator[OpenApiParameter]:
        for name in re.findall(r"{(\w+)}", self.path):
            schema, text = PATH_PARTS[name]
            if name == "token":
                _, text = key_of(self.operation.permission)
            yield OpenApiParameter(name, schema, OpenApiParameter.PATH, description=text)

    def _query(self) -> Iterator[StrictSerializer]:
        """Yield the query parameters; none may be null, since an address leaves them out."""
        if self.operation.query:
            query = self.operation.query()
            for field in query.fields.values():
                field.allow_null = False
            yield query

    def _headers(self) -> Iterator[OpenApiParameter]:
        text: Schema = {"type": "string"}
        operation = self.operation
        if self.method == "GET":
            yield OpenApiParameter("If-None-Match", text, "header", description="The ETag of what the client has.")
            yield OpenApiParameter("ETag", text, "header", response=[200, 304])
        if operation.minimal_response:
            yield OpenApiParameter("Prefer", text, "header", description="return=minimal: without score and words.")
        seconds = {"type": "integer", "minimum": 1}
        yield OpenApiParameter("Retry-After", seconds, "header", description=RETRY_AFTER, response=[429, 503])

    def _map_serializer(self, serializer: Any, direction: Any, bypass_extensions: bool = False) -> Any:
        schema = super()._map_serializer(serializer, direction, bypass_extensions)  # type: ignore[no-untyped-call]
        descriptions, kind = json_schema.field_descriptions(type(serializer)), type(serializer)
        schema.pop("description", None)
        if text := json_schema.class_description(kind):
            schema["description"] = text
        for name in schema["properties"].keys() & descriptions.keys():
            schema["properties"][name] = {**schema["properties"][name], "description": descriptions[name]}
        if isinstance(serializer, StrictSerializer):
            schema["additionalProperties"] = False
        return schema


class ReadFields(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = ReadField
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Schema:
        field: Any = self.target
        if isinstance(field, ObjectListField):
            items = auto_schema.resolve_serializer(field.kind, direction).ref
            return {"type": "array", "items": items, "minItems": 1, "maxItems": field.most}
        if type(field) in NAMED_PARTS:
            return {"$ref": refer(NAMED_PARTS[type(field)])}
        found = dict(field.schema)
        if field.allow_null and "enum" in found:
            found["enum"] = [*found["enum"], None]
        return found


class TagFields(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = TagField

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Schema:
        return json_schema.constant_schema(self.target.value)


class NamedFields(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = (RulesJSONField, AmountsField, NamesField)  # type: ignore[assignment] # it calls issubclass
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Schema:
        return {"$ref": refer(self.target.part)}


def describe_fields(schemas: dict[str, Schema]) -> None:
    """Describe the fields that have no text of their own by the words of the API."""
    for schema in schemas.values():
        for part in (schema, *schema.get("allOf", [])):
            for name, field in part.get("properties", {}).items():
                if "description" not in field and name in COMMON_TEXTS:
                    part["properties"][name] = {**field, "description": COMMON_TEXTS[name]}


def examples(document: dict[str, Any]) -> Examples:
    """Return the examples in this document."""
    return {
        operation["operationId"]: {part: body["example"] for part, body in bodies(operation) if "example" in body}
        for _, operation in operations(document)
    }


def document_text(examples: Examples) -> str:
    """Return the document of the code with these examples. Raises: AssertionError with all warnings."""
    Endpoint.schema = OperationSchema()
    with settings.patched_settings(SETTINGS):
        drainage.reset_generator_stats()
        generator = generators.SchemaGenerator(api_version="v1")  # type: ignore[no-untyped-call]
        found: dict[str, Any] = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
        warnings = {**drainage.GENERATOR_STATS._warn_cache, **drainage.GENERATOR_STATS._error_cache}
    # The enumeration of REST framework has the methods of an address in no order.
    found["paths"] = {path: dict(sorted(methods.items())) for path, methods in found["paths"].items()}
    add_rules_schemas(found)
    found = with_named_words(found)
    describe_fields(found["components"]["schemas"])
    share_fields(found["components"]["schemas"])
    add_links(found)
    used = dict.fromkeys(tag for _, operation in operations(found) for tag in operation["tags"])
    found["tags"] = [{"name": tag, "description": import_module(f"{VIEWS}.{tag}").__doc__} for tag in used]
    found["security"] = LINK_OR_DEVICE
    for _, operation in operations(found):
        # The others inherit the document's: some generators require the key of every operation that names one.
        if operation.pop("security", PUBLIC) == PUBLIC:
            operation["security"] = PUBLIC
        own = examples.get(operation["operationId"], {})
        for part, body in bodies(operation):
            if part in own:
                body["example"] = own[part]
    if warnings:
        raise AssertionError("\n".join(map(str, warnings)))
    return written(share(found, {text: name for name, text in KEYS.values()})) + "\n"


def main(arguments: list[str]) -> str | None:
    """Write the document, or return the message of a failed check."""
    before = DOCUMENT.read_text()
    after = document_text(examples(json.loads(before)))
    if "--check" in arguments:
        return f"{DOCUMENT.name} is out of date: python -m scripts.openapi" if after != before else None
    DOCUMENT.write_text(after)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
