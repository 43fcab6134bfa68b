"""A phone that speaks with the API in the words of the table: names in, ids on the wire.

Whatever it is answered must be as the document of the API says.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.test import Client

from rules.hand_tags import tag_hand
from scorebook.clubs.models import Club, Player
from scorebook.ledger.models import Entry, PlannedPayment
from scorebook.play.models import Evening, EveningEvent, HandEvent, Seat
from scorebook.standings.models import SeasonEvent
from tests.support.api_document import check_answer

ROOT = "/api/v1"
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int
    json: Json
    headers: Mapping[str, str]
    text: str

    @property
    def problems(self) -> list[tuple[str, str]]:
        """Code and field of everything that is wrong; also proves the shape of an error."""
        error = self.json["error"]
        first, *_ = error["problems"]
        assert {name: error[name] for name in first} == first
        assert all(one["message"] and {"code", "field"} <= one.keys() for one in error["problems"])
        return [(problem["code"], problem["field"]) for problem in error["problems"]]


@dataclass(kw_only=True)
class Phone:
    """is_documented: whether answers are held to the document, which knows no game that a test invented."""

    language: str = "en"
    is_documented: bool = True
    client: Client = field(default_factory=Client)

    def get(self, path: str, **headers: str) -> Answer:
        return self._send("GET", path, None, headers)

    def post(self, path: str, body: object = None, **headers: str) -> Answer:
        return self._send("POST", path, body, headers)

    def put(self, path: str, body: object = None, **headers: str) -> Answer:
        return self._send("PUT", path, body, headers)

    def _send(self, method: str, path: str, body: object, headers: Mapping[str, str]) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        response = self.client.generic(
            method,
            path if path.startswith("/") else f"{ROOT}/{path}",
            raw,
            content_type=named.pop("content-type", "application/json"),
            headers={"accept-language": self.language} | named,
        )
        text = response.content.decode()
        found = Answer(
            status=response.status_code, json=json.loads(text) if text else {}, headers=response.headers, text=text
        )
        if self.is_documented:
            check_answer(method=method, url=response.wsgi_request.path, status=found.status, answer=found.json)
        return found


def opening(*names: str, **changes: object) -> Json:
    """Bavarian at 10/20/50 cents, unless the test says otherwise."""
    return {
        "id": str(uuid4()),
        "game": "bavarian",
        "preset": "pub_10_20_50",
        "unit": "EUR",
        "stake_minor": 1,
        "people": list(names) or ["Anna", "Beppo", "Cilli", "Done"],
        **changes,
    }


@dataclass(kw_only=True)
class ApiEvening:
    """An evening opened over the API, and whoever holds one of its links."""

    phone: Phone
    opened: Json

    @property
    def scribe(self) -> str:
        return f"evenings/{self.token('scribe')}"

    @property
    def watch(self) -> str:
        return f"evenings/{self.token('watch')}"

    @property
    def club(self) -> str:
        return f"clubs/{self.token('club')}"

    def token(self, link: str) -> str:
        return str(self.opened["links"][link]["token"])

    def id(self, name: str) -> str:
        return next(str(id) for id, known in self.sheet()["names"].items() if known == name)

    def sheet(self) -> Json:
        return self.phone.get(self.scribe).json

    def record(self, hand: Mapping[str, object], *, known: int, **more: object) -> Answer:
        body = {"id": str(uuid4()), "known_hands": known, "hand": self.by_id(hand), **more}
        return self.phone.post(f"{self.scribe}/hands", body)

    def by_id(self, fields: Mapping[str, object]) -> Json:
        """With ids in place of names, and with its tags where it is a hand."""
        ids = {name: id for id, name in self.opened["names"].items()}

        def replaced(value: Any) -> Any:
            if isinstance(value, Mapping):
                return {ids.get(name, name): replaced(one) for name, one in value.items()}
            if isinstance(value, list):
                return [replaced(one) for one in value]
            return ids.get(value, value) if isinstance(value, str) else value

        found = {name: replaced(value) for name, value in fields.items()}
        return tag_hand(found, self.opened["game"]["id"]) if "contract" in found else found

    def named(self, points: Mapping[str, int]) -> dict[str, int]:
        names = self.sheet()["names"]
        return {names[id]: count for id, count in points.items()}


def rows() -> dict[str, int]:
    """How much stands in the tables that an evening writes."""
    models = (Club, Player, Evening, Seat, HandEvent, EveningEvent, Entry, PlannedPayment, SeasonEvent)
    return {model.__name__: model._default_manager.count() for model in models}


def key() -> Json:
    return {"id": str(uuid4())}


def unchanged(act: Callable[[], Answer]) -> Answer:
    """The answer of something that writes nothing."""
    before = rows()
    answer = act()
    assert rows() == before
    return answer
