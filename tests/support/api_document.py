"""The document of the API as those see it who have nothing else: is an answer as it says?"""

import json
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema_rs
from django.urls import Resolver404, resolve

from scorebook.api.operation import Operation
from scripts import openapi_layout
from scripts.openapi import DOCUMENT
from scripts.openapi_layout import bodies

Json = dict[str, Any]
ROOT = "/api/v1"
CASES = Path(__file__).parents[1] / "cases"


@cache
def api_document() -> Json:
    found: Json = json.loads(DOCUMENT.read_text())
    return found


def declared_operation(method: str, url: str) -> Operation | None:
    """None for what no operation stands for."""
    try:
        view: Any = resolve(urlsplit(url).path).func
    except (Resolver404, ValueError):
        return None
    action = getattr(view, "actions", {}).get(method.lower(), "")
    return getattr(getattr(view.cls, action, None), "operation", None) if action else None


def operation_name(method: str, url: str) -> str | None:
    declared = declared_operation(method, url)
    return declared.name if declared else None


def check_answer(*, method: str, url: str, status: int, answer: Any) -> None:
    """Raises: AssertionError where the document does not know this answer of this operation."""
    name = operation_name(method, url)
    if name is None:
        return
    assert str(status) in operations()[name]["responses"], f"{name} answers {status}, and the document does not say so"
    if status != 304:
        faults = [
            f"{fault.instance_path}: {fault.message}" for fault in validator(name, str(status)).iter_errors(answer)
        ]
        assert not faults, f"{name} {status}: {faults[:3]}"


@cache
def operations() -> dict[str, Json]:
    return {operation["operationId"]: operation for _, operation in openapi_layout.operations(api_document())}


def fields_of(schema: Json) -> set[str]:
    """The fields of an object; of a union those that all its members have."""
    if "$ref" in schema:
        return fields_of(api_document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "oneOf" in schema:
        return set.intersection(*map(fields_of, schema["oneOf"]))
    return {*schema.get("properties", {})}.union(*map(fields_of, schema.get("allOf", [])))


@cache
def validator(name: str, part: str) -> Any:
    """Of an answer, by its status, or of the "request"."""
    operation, components = operations()[name], api_document()["components"]
    contents = dict(bodies({"responses": components["responses"]})) | dict(bodies(operation))
    schema = contents[part]["schema"]
    return jsonschema_rs.Draft202012Validator({**schema, "components": components}, validate_formats=True)


def hands_of_cases() -> list[tuple[str, Json]]:
    """Game and hand of all worked cases that tell one and are not refused."""
    texts = [(CASES / f"{name}.jsonl").read_text() for name in ("hands", "sasku", "schafskopf24", "sequences")]
    cases = [json.loads(line) for text in texts for line in text.splitlines()]
    worked = [
        case for case in cases if "refused" not in case.get("expected", ["refused"]) and {"hand", "hands"} & case.keys()
    ]
    return [(case["game"], hand) for case in worked for hand in case.get("hands", [case.get("hand")])]
