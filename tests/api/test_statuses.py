"""The code of a problem decides the status: every code has one, docs/api.md lists them, and requests get them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest

from rules.wording.texts import TEXTS
from scorebook.api import problem_texts, statuses
from scorebook.api.statuses import CONFLICTS, NOT_FOUND, status_of_code, status_of_codes
from scorebook.core import budgets, throttles
from scorebook.exchange.imports import import_texts
from scorebook.texts import refusal_texts
from tests.support.api_phone import Answer, ApiEvening, Json, Phone, key, opening, unchanged

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SOLO = {"contract": "solo", "declarer": "Done", "trump_suit": "eichel", "card_points": 40}
PROBLEM = "problem."  # in names of the texts of the rules
# They belong to the connection or to a budget: HTTP has statuses of their own.
OF_THE_CONNECTION = {
    "body_too_large", "body_too_slow", "length_missing", "method_not_allowed", "not_acceptable", "throttled",
    "too_busy", "unavailable", "unsupported_media_type",
}  # fmt: skip
# Those of the services that are wrong by themselves. A new code belongs here or into the table.
WRONG_BY_ITSELF = {
    "account_unknown", "amount_out_of_range", "attendance_not_one", "club_name_too_long", "club_unknown",
    "coin_out_of_range", "dealer_not_at_table", "end_not_one", "end_out_of_range", "evening_unknown", "game_unknown",
    "iban_checksum", "iban_country", "iban_impossible", "iban_length", "iban_missing", "key_twice", "left_out_too_many",
    "name_invalid", "name_missing", "name_reserved", "name_too_long", "name_twice", "payer_is_payee",
    "place_out_of_range", "place_points_row", "player_of_other_club", "points_of_all_games", "reason_invalid",
    "reason_missing", "reason_too_long", "same_club", "same_entry", "scheme_of_places", "season_figure_out_of_range",
    "season_out_of_range", "season_reversed", "season_too_long", "stake_out_of_range", "text_too_long",
    "text_unprintable", "unit_ambiguous", "unit_impossible", "unit_missing", "unit_mixed", "unit_no_currency",
    "unit_not_euro", "unit_of_money",
}  # fmt: skip


def rows_of_the_document() -> list[tuple[int, list[str]]]:
    """Return status and codes of each row of the table in docs/api.md."""
    table = DOCUMENT.partition("The code decides the status:")[2].partition("After a 409")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if re.match(r"\| \d", line)]
    return [(int(status), re.findall(r"`(\w+)`", codes)) for status, _meaning, codes in rows]


def known_codes() -> set[str]:
    """Return every code that has a text in the API: of requests, services, imports and rules."""
    of_rules = {name.removeprefix(PROBLEM) for name in TEXTS if name.startswith(PROBLEM)}
    own = {*problem_texts.SENTENCES, *refusal_texts.SENTENCES, *import_texts.SENTENCES}
    return (own | of_rules) - OF_THE_CONNECTION


def test_the_document_has_each_code_once_under_its_status() -> None:
    rows = rows_of_the_document()
    listed = [(code, status) for status, codes in rows for code in codes]
    assert [code for code, count in Counter(code for code, _ in listed).items() if count > 1] == []
    assert dict(listed) == {**dict.fromkeys(NOT_FOUND, 404), **dict.fromkeys(CONFLICTS, 409)}
    assert [codes for status, codes in rows if status == 400] == [[]]


def test_every_code_has_one_status_and_every_code_of_the_table_has_a_text() -> None:
    codes = known_codes()
    assert NOT_FOUND.isdisjoint(CONFLICTS)
    assert codes >= NOT_FOUND | CONFLICTS
    assert {code: status_of_code(code) for code in NOT_FOUND} == dict.fromkeys(NOT_FOUND, 404)
    assert {code: status_of_code(code) for code in CONFLICTS} == dict.fromkeys(CONFLICTS, 409)
    rest = codes - NOT_FOUND - CONFLICTS
    assert len(rest) > 200 and {status_of_code(code) for code in rest} == {400}


def test_every_code_of_a_service_was_put_on_one_side() -> None:
    services = set(refusal_texts.SENTENCES) - OF_THE_CONNECTION
    assert services - NOT_FOUND - CONFLICTS == WRONG_BY_ITSELF


def test_like_codes_have_like_statuses() -> None:
    codes = known_codes()
    assert {code for code in codes if code.endswith("_full")} <= CONFLICTS
    assert {code for code in codes if code.startswith(("already_", "stale_"))} <= CONFLICTS
    assert {code for code in CONFLICTS if code.endswith(("_missing", "_unknown", "_invalid", "_too_long"))} == set()


def test_every_code_of_the_table_is_raised() -> None:
    files = [path for folder in ("clubs", "exchange", "ledger", "play", "standings", "api")
             for path in (ROOT / "scorebook" / folder).rglob("*.py")]  # fmt: skip
    texts = {Path(module.__file__ or "") for module in (statuses, problem_texts, import_texts)}
    found = {
        node.value
        for path in files
        if path not in texts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert (NOT_FOUND | CONFLICTS) - found == set()


def test_several_problems_are_a_400_if_one_of_them_is() -> None:
    assert status_of_codes(["names_full", "place_out_of_range"]) == 400
    assert status_of_codes(["evenings_full", "names_full"]) == 409
    assert status_of_codes(["evening_closed", "hand_unknown"]) == 404


Request = Callable[[ApiEvening], Answer]


def _pay(evening: ApiEvening, **changes: object) -> Answer:
    paid = {"payer": evening.id("Anna"), "payee": evening.id("Beppo"), "amount_minor": 250}
    return evening.phone.post(f"{evening.scribe}/payments", {**key(), **paid, **changes})


def _book(evening: ApiEvening, verb: str, **more: object) -> Answer:
    return evening.phone.post(f"{evening.club}/tab/entries", {**key(), "verb": verb, "amount_minor": 100, **more})


def _post(evening: ApiEvening, path: str, **more: object) -> Answer:
    return evening.phone.post(path, {**key(), **more})


REQUESTS: list[tuple[str, int, str, Request]] = [
    # A value, a rule or an id in the body: wrong whatever is stored.
    ("amount_out_of_range", 400, "amount_minor", lambda it: _pay(it, amount_minor=0)),
    ("payer_is_payee", 400, "payee", lambda it: _pay(it, payee=it.id("Anna"))),
    ("player_of_other_club", 400, "payee", lambda it: _pay(it, payee=str(uuid4()))),
    ("unit_unknown", 400, "unit", lambda it: _book(it, "spend", unit="JPY")),
    ("place_out_of_range", 400, "place", lambda it: _post(it, f"{it.scribe}/people", name="Emil", place=9)),
    ("link_unknown", 400, "club_token", lambda it: it.phone.post("evenings", opening(club_token="a" * 22))),
    ("club_unknown", 400, "club_token", lambda it: _post(it, f"{it.club}/clubs", club_token="a" * 22)),
    ("same_club", 400, "club_token", lambda it: _post(it, f"{it.club}/clubs", club_token=it.token("club"))),
    ("same_entry", 400, "person",
     lambda it: _post(it, f"{it.club}/people/{it.id('Anna')}/link", other=it.id("Anna"))),
    ("number_unknown", 400, "no",
     lambda it: it.phone.post(f"{it.scribe}/hands/preview", {"hand": it.by_id(SOLO), "no": 1})),
    # The path names nothing.
    ("not_found", 404, "path", lambda it: it.phone.get("evenings/none")),
    ("not_found", 404, "path", lambda it: _post(it, f"{it.scribe}/entries/{uuid4()}/undo")),
    ("not_found", 404, "path", lambda it: _post(it, f"{it.club}/seasons/{uuid4()}/close", seen=1)),
    ("hand_unknown", 404, "no", lambda it: it.phone.get(f"{it.scribe}/hands/1")),
    ("import_unknown", 404, "text", lambda it: _post(it, f"{it.club}/imports/{uuid4()}/undo")),
    # What is stored now does not allow it.
    ("evening_open", 409, "evening", lambda it: _post(it, f"{it.scribe}/close/undo")),
    ("stale_hand", 409, "known_hands", lambda it: it.record(SOLO, known=1)),
    ("link_renewed", 409, "links", lambda it: _post(it, f"{it.scribe}/links/watch", replaces="a" * 22)),
    ("player_already_there", 409, "person", lambda it: _post(it, f"{it.scribe}/people", name="Anna", place=1)),
    ("name_taken", 409, "name",
     lambda it: it.phone.put(f"{it.club}/people/{it.id('Anna')}/name", {"name": "Beppo"})),
    ("not_hidden", 409, "person", lambda it: _post(it, f"{it.club}/people/{it.id('Anna')}/hide/undo")),
    ("not_linked", 409, "person", lambda it: _post(it, f"{it.club}/people/{it.id('Anna')}/link/undo")),
]  # fmt: skip


@pytest.mark.parametrize(("code", "status", "field", "send"), REQUESTS, ids=[row[0] for row in REQUESTS])
def test_a_request_gets_the_status_of_its_code(
    evening: ApiEvening, code: str, status: int, field: str, send: Request
) -> None:
    answer = unchanged(partial(send, evening))
    assert (answer.status, answer.problems) == (status, [(code, field)])
    assert status_of_code(code) == status


def test_a_limit_is_a_409_for_every_kind_of_row(evening: ApiEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NAMES_PER_CLUB", "SEASON_EVENTS_PER_CLUB", "EVENTS_PER_EVENING", "ENTRIES_PER_CLUB"):
        monkeypatch.setattr(budgets, name, 0)
    season: Json = {"name": "2026", "first_on": "2026-01-01", "last_on": "2026-12-31", "game": "bavarian"}
    answers = [
        evening.phone.put(f"{evening.club}/name", {"name": "Krone"}),
        _post(evening, f"{evening.club}/people", people=["Emil"]),
        _post(evening, f"{evening.club}/seasons", **season, measure="points"),
        evening.record(SOLO, known=0),
        _book(evening, "spend"),
    ]
    assert [(answer.status, [code for code, _ in answer.problems]) for answer in answers] == [
        (409, ["names_full"]), (409, ["names_full"]), (409, ["seasons_full"]), (409, ["events_full"]),
        (409, ["entries_full"]),
    ]  # fmt: skip


def test_a_full_club_and_a_wrong_chair_together_are_a_400(evening: ApiEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "NAMES_PER_CLUB", 0)
    answer = _post(evening, f"{evening.scribe}/people", name="", place=9)
    assert (answer.status, answer.problems[0]) == (400, ("name_missing", "name"))


def test_a_wrong_link_in_the_body_is_counted_like_one_in_the_path(
    evening: ApiEvening, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(throttles.Budget.THROTTLE_RATES, "wrong_link", "1/minute")
    assert phone.get("evenings/none").status == 404
    answer = phone.post("evenings", opening(club_token="a" * 22))
    assert (answer.status, answer.problems) == (429, [("throttled", "request")])
