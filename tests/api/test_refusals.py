"""Every refusal has one shape, and words."""

import ast
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from rules.wording.texts import TEXTS
from scorebook.api import problem_texts
from scorebook.api.parsing import MAX_BYTES
from scorebook.clubs.names import name_fault
from scorebook.texts import refusal_texts
from tests.support.api_phone import ApiEvening, Phone, key, unchanged

ROOT = Path(__file__).parents[2]
# What the audit finds; no request can cause it.
AUDIT_CLASSES = {"AuditDifference"}


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        (b"", [("field_missing", "id")]),
        (b"{", [("bad_json", "body")]),
        (b"\xff", [("bad_json", "body")]),
        (b'{"id": NaN}', [("bad_json", "body")]),
        (b'{"id": 1, "id": 2}', [("bad_json", "body")]),
        (b'{"id": ' + b"9" * 5000 + b"}", [("bad_json", "body")]),
        (b"[" * 30_000, [("bad_json", "body")]),
        (b"[" * 500 + b"]" * 500, [("nested_too_deeply", ".".join("0" * 12))]),
        (b"[]", [("not_a_mapping", "body"), ("field_missing", "id")]),
        (b"null", [("not_a_mapping", "body"), ("field_missing", "id")]),
        (b'{"id": "\\u0000", "b": ["\\ud800"]}', [("text_unstorable", "id"), ("text_unstorable", "b.0")]),
        (b'{"a\\u0000": 9007199254740992}', [("text_unstorable", "")]),
        (b'{"id": 9007199254740992}', [("number_out_of_range", "id")]),
        (b'{"id": 5, "a": 1}', [("not_a_key", "id"), ("field_unexpected", "a")]),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(
    evening: ApiEvening, raw: bytes, problems: list[tuple[str, str]]
) -> None:
    answer = unchanged(lambda: evening.phone.post(f"{evening.scribe}/close", raw))
    assert (answer.status, answer.problems) == (400, problems)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["evenings", "clubs", "hands/score"])
def test_a_body_that_cannot_be_read_is_refused_where_the_path_has_no_key(phone: Phone, path: str) -> None:
    answer = unchanged(lambda: phone.post(path, b"{"))
    assert (answer.status, answer.problems) == (400, [("bad_json", "body")])


def test_a_body_without_end_is_not_read(evening: ApiEvening) -> None:
    answer = evening.phone.post(f"{evening.scribe}/close", b" " * (MAX_BYTES + 1))
    assert (answer.status, answer.problems) == (413, [("body_too_large", "body")])


def test_only_json_is_taken_so_that_no_form_of_another_site_can_write(evening: ApiEvening) -> None:
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"):
        answer = unchanged(partial(evening.phone.post, f"{evening.scribe}/close", key(), content_type=kind))
        assert (answer.status, answer.problems) == (415, [("unsupported_media_type", "body")])


def test_a_method_that_is_not_offered_is_refused(evening: ApiEvening) -> None:
    answer = evening.phone.put(evening.scribe, key())
    assert (answer.status, answer.problems) == (405, [("method_not_allowed", "request")])
    assert answer.headers["Allow"] == "GET, HEAD"


@pytest.mark.parametrize("path", ["", "nothing", "games/", "evenings/", "evenings/a/b/c", "hands"])
def test_what_is_not_there_is_not_found_in_the_same_shape(phone: Phone, path: str) -> None:
    for answer in (phone.get(path), phone.post(path, {})):
        assert (answer.status, answer.problems) == (404, [("not_found", "path")])


def test_only_json_is_given(phone: Phone) -> None:
    answer = phone.get("games", accept="text/html")
    assert (answer.status, answer.problems) == (406, [("not_acceptable", "request")])


def test_messages_are_in_the_language_of_the_request(evening: ApiEvening) -> None:
    messages = [
        evening.phone.post(f"{evening.scribe}/close", {}, accept_language=language).json["error"]["message"]
        for language in ("de", "en")
    ]
    assert messages == ["Dieses Feld ist Pflicht.", "This field is required."]


def _has_text(code: str) -> bool:
    return code in problem_texts.SENTENCES or code in refusal_texts.SENTENCES or f"problem.{code}" in TEXTS


def test_every_code_of_the_services_has_words() -> None:
    folders = ("clubs", "ledger", "play", "standings", "api")
    files = (path for folder in folders for path in (ROOT / "scorebook" / folder).rglob("*.py"))
    codes = {code for path in files for code in _codes(ast.parse(path.read_text()))}
    assert {"stale_hand", "stake_out_of_range", "already_paid", "not_a_key"} <= codes
    assert {code for code in codes if not _has_text(code)} == set()


def test_every_fault_of_a_name_has_words() -> None:
    faults = {name_fault("", longest=3), name_fault("Anna", longest=3), name_fault("A\a", longest=3)}
    assert faults == {"name_missing", "name_too_long", "name_invalid"}
    assert all(_has_text(code) for code in faults if code)


def _codes(tree: ast.AST) -> Iterator[str]:
    """Yield the codes that are passed to an error or a problem, and those of classes of errors."""
    for node in ast.walk(tree):
        found: list[ast.expr] = []
        if isinstance(node, ast.Call) and _name(node.func) not in AUDIT_CLASSES:
            found = [word.value for word in node.keywords if word.arg == "code"]
            found += node.args[:1] if _is_complaint(node.func) else []
        elif isinstance(node, ast.ClassDef):
            assigned = [line for line in node.body if isinstance(line, ast.Assign)]
            found = [line.value for line in assigned if [_name(target) for target in line.targets] == ["code"]]
        yield from (code.value for code in found if isinstance(code, ast.Constant) and isinstance(code.value, str))


def _is_complaint(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr == "add" and _name(function.value) == "problems"


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
