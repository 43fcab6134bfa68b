"""Asking a server of its own: no client of a library in between, one connection a question."""

import http.client
import json
from contextlib import closing
from dataclasses import dataclass
from uuid import uuid4

from tests.support.process import Serving

ANSWER_S = 60
PLAYERS = ("Anna", "Beppo", "Cilli", "Done")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """scribe: the token. hand: a Rufer that Anna wins with Cilli, as the API takes it."""

    scribe: str
    hand: dict[str, object]

    @property
    def hands_path(self) -> str:
        return f"/api/v1/evenings/{self.scribe}/hands"


def send(server: Serving, method: str, path: str, body: object = None) -> tuple[int, bytes]:
    text = None if body is None else json.dumps(body)
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=ANSWER_S)) as line:
        line.request(method, path, body=text, headers={"Content-Type": "application/json"})
        answer = line.getresponse()
        return answer.status, answer.read()


def new_evening(server: Serving) -> Evening:
    wanted = {"id": str(uuid4()), "game": "bavarian", "unit": "EUR", "stake_minor": 1, "people": PLAYERS}
    status, text = send(server, "POST", "/api/v1/evenings", wanted)
    assert status == 201, text
    sheet = json.loads(text)
    anna, _, cilli, _ = (player["id"] for player in sheet["people"])
    hand = {"kind": "bavarian.rufer", "declarer": anna, "partner": cilli, "won": True}
    return Evening(scribe=sheet["links"]["scribe"]["token"], hand=hand)
