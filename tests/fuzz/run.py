"""So many requests of a seed, and what was answered."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from traceback import extract_tb
from types import TracebackType

from django.core.cache import cache
from django.test import Client

from scorebook.play.models import Evening
from tests.fuzz import nasty, requests
from tests.fuzz.addresses import addresses
from tests.fuzz.forms import Form, forms_of
from tests.fuzz.operator import Operator
from tests.fuzz.requests import FuzzRequest
from tests.fuzz.world import NAMES, World

LOOK_EVERY = 40
FORMS_KEPT = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """where: the error and the last line of ours that it passed."""

    request: FuzzRequest
    status: int
    where: str

    def __str__(self) -> str:
        return f"{self.status} {self.where}\n    {self.request}"


@dataclass(kw_only=True)
class Found:
    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    counts_by_address: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    @property
    def kinds(self) -> dict[str, Fault]:
        """The first of each kind."""
        return {one.where: one for one in reversed(self.faults)}


class Fuzz:
    def __init__(self, seed: int) -> None:
        self.found = Found()
        self._dice = random.Random(seed)
        self._client = Client(raise_request_exception=False)
        self._world = World(dice=self._dice)
        self._forms: list[Form] = []
        self._allowed: dict[str, list[str]] = {}
        self._addresses = addresses()
        self._operator = Operator()

    def run(self, count: int, on_progress: Callable[[int], None] = lambda done: None) -> Found:
        self._world.open_evenings(self._client)
        while self.found.requests < count:
            if self.found.requests % LOOK_EVERY == 0:
                self._world.look()
                if self._dice.randrange(2):
                    cache.clear()  # as if the hour were over: who is always refused for asking too often finds nothing
                on_progress(self.found.requests)
            chance = self._dice.random()
            if chance < 0.01:
                self._empty_a_table()
            elif chance < 0.1:
                self._play_on()
            elif chance < 0.45 and self._forms:
                self.ask(requests.sent(self._world, self._dice.choice(self._forms)), "form")
            else:
                address = self._dice.choice(self._addresses)
                one = requests.random_request(self._world, address, self._allowed.get(address.name, ()))
                self.ask(one, address.name)
        return self.found

    def ask(self, one: FuzzRequest, name: str) -> None:
        self._client.cookies.clear()
        if one.path.startswith("/admin"):
            # Other hosts find nothing there; without a login every request leads to one page.
            one = replace(one, headers={**one.headers, "host": "localhost"})
            if self._dice.randrange(4):
                self._client.cookies["sessionid"] = self._operator.session()
        path = f"{one.path}?{one.query}" if one.query else one.path
        answer = self._client.generic(one.method, path, one.body, content_type=one.content_type, headers=one.headers)
        self.found.requests += 1
        self.found.statuses[answer.status_code] += 1
        self.found.counts_by_address[name] += 1
        if answer.status_code == 405:
            self._allowed[name] = [method.strip() for method in answer.headers["Allow"].split(",")]
        if answer.status_code >= 500:
            self.found.faults.append(
                Fault(request=one, status=answer.status_code, where=_where(getattr(answer, "exc_info", None)))
            )
        elif answer.status_code in (200, 409, 422) and "html" in answer.headers.get("Content-Type", ""):
            self._keep(forms_of(answer.content.decode(), one.path))

    def _keep(self, forms: list[Form]) -> None:
        for form in forms:
            if len(self._forms) < FORMS_KEPT:
                self._forms.append(form)
            else:
                self._forms[self._dice.randrange(FORMS_KEPT)] = form

    def _play_on(self) -> None:
        """What a table does most of the time, so that there is something to be wrong about."""
        evening = self._dice.choice(self._world.evenings)
        path = f"/api/v1/evenings/{evening.scribe_token}"
        now = Evening.objects.filter(pk=evening.pk).values_list("hand_count", flat=True).first()
        for _ in range(self._dice.randrange(1, 4)):
            self._write(f"{path}/hands", {"known_hands": now or 0, "hand": self._world.hand(evening)})
            now = (now or 0) + 1
        if self._dice.randrange(4) == 0:
            self._write(f"{path}/close", {})
            self._open_pages(evening.scribe_token)
            self._write(f"{path}/payments/{self._world.payment_of(evening)}/paid", {})
            self._write(f"{path}/close/undo", {})

    def _empty_a_table(self) -> None:
        """All but one go, every page of the evening is opened, then they come back; closed and reopened in between."""
        evening = self._dice.choice(self._world.evenings)
        path = f"/api/v1/evenings/{evening.scribe_token}"
        seats = [str(seat.player_id) for seat in evening.seats.filter(until_hand__isnull=True)]
        for player in seats[self._dice.randrange(2) :]:
            self._write(f"{path}/people/{player}/leave", {})
        self._open_pages(evening.scribe_token)
        for verb in ("close", "close/undo"):
            self._write(f"{path}/{verb}", {})
            self._open_pages(evening.scribe_token)
        for name in NAMES[: self._dice.randrange(1, 6)]:
            self._write(f"{path}/people", {"name": name, "place": 0})

    def _open_pages(self, token: str) -> None:
        for address in self._addresses:
            if [name for _, name in address.places] == ["scribe_token"]:
                self.ask(FuzzRequest(method="GET", path=address.filled(token)), address.name)
        self.ask(FuzzRequest(method="GET", path=f"/api/v1/evenings/{token}"), "api:v1:evening-detail")

    def _write(self, path: str, fields: dict[str, object]) -> None:
        body = nasty.as_json({"id": self._world.key(), **fields})
        self.ask(FuzzRequest(method="POST", path=path, body=body, content_type=requests.JSON), "story")


def _where(error: tuple[type[Exception], Exception, TracebackType] | None) -> str:
    if not error:
        return "answered so, without an error"
    kind, value, trace = error
    ours = [one for one in extract_tb(trace) if "/scorebook/" in one.filename or "/rules/" in one.filename]
    last = (ours or extract_tb(trace))[-1]
    place = last.filename.partition("/scorebook/")[2] or last.filename
    return f"{kind.__name__} in {place}:{last.lineno} {last.name}: {str(value)[:160]!r}"
