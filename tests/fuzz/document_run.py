"""Requests made of the API's document, each going on from answers before it, and every answer held to the document."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count as count_from
from typing import Any
from uuid import UUID

import schemathesis
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.errors import Flaky, FlakyStrategyDefinition
from hypothesis.stateful import run_state_machine_as_test
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation

from scorebook.clubs.models import Club
from scorebook.ledger.models import Entry, PlannedPayment
from scorebook.play.models import Evening, HandEvent
from scorebook.standings.models import SeasonEvent
from tests.api.example_story import examples_played
from tests.support.api_phone import ApiEvening, Phone, key, opening

# Of each seed.
CHAINS, STEPS = 5, 30
# What is wrong may also be too long.
REFUSED = ["400", "404", "405", "406", "409", "413", "415", "429", "5xx"]
AIMED = 0.8
# Those of most hands and the newest are gone on with.
EVENINGS = 6
NAMES = ("Anna", "Beppo", "Cilli", "Done", "Elis", "Fanny")
OPTIONAL = dict.fromkeys(("preset", "house_rules", "first_dealer", "end", "club"))
CHECKED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
)


@dataclass(kw_only=True)
class DocumentRun:
    """faults: what was answered otherwise than the document says, by what it was."""

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    asked_for: Counter[str] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)


def run_document(count: int, *, first_seed: int, told: Callable[[int], None] = lambda done: None) -> DocumentRun:
    """So many requests or a few more, in chains of a few dozen."""
    run, dice = DocumentRun(), random.Random(first_seed)
    _open_evenings(dice)
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", WSGIHandler())
    schema.config.checks.negative_data_rejection.expected_statuses = REFUSED
    checks = CHECKS.get_by_names(CHECKED)

    class Machine(schema.as_state_machine()):  # type: ignore[misc] # made for this document
        def before_call(self, case: Any) -> None:
            case.headers["Accept-Encoding"] = "identity"
            if dice.random() < AIMED:
                _aim(case, dice)

        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            name = case.operation.definition.raw["operationId"]
            run.requests += 1
            run.statuses[response.status_code] += 1
            run.asked_for[name] += response.status_code < 300
            told(run.requests)
            if run.requests % 50 == 0:
                cache.clear()  # as if the hour were over
            try:
                case.validate_response(response, checks=checks)
            except FailureGroup as group:
                for fault in group.exceptions:
                    run.faults.setdefault(f"{name}: {fault.title}", f"{fault.message}\n{case.as_curl_command()[:2000]}")

    quiet = settings(
        max_examples=CHAINS,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    chains = count_from(first_seed)
    while run.requests < count:
        # What is answered depends on what was written before, so a chain cannot be gone once more.
        with suppress(Flaky, FlakyStrategyDefinition):
            seed(next(chains))(run_state_machine_as_test)(Machine, settings=quiet)
    return run


def _aim(case: Any, dice: random.Random) -> None:
    """At what there is: with the links of an evening and its club, people who sit there, a hand that is known.

    Otherwise chance would meet a link that opens something only where it goes on from an answer.
    """
    evenings = Evening.objects.select_related("club").order_by("-hand_count", "-started_at")[:EVENINGS]
    if not evenings:
        return
    evening = dice.choice(evenings)
    path, body = case.path, case.body if _is_right(case, ParameterLocation.BODY) else None
    places = case.path_parameters if _is_right(case, ParameterLocation.PATH) else {}
    if "token" in places:
        links = (evening.scribe_token, evening.scribe_token, evening.watch_token)
        places["token"] = evening.club.link_token if path.startswith("/clubs/") else dice.choice(links)
    people = [str(id) for id in evening.club.players.values_list("pk", flat=True)]
    known: dict[str, list[Any]] = {
        "player": people,
        "no": [1, evening.hand_count],
        "number": [evening.number],
        "payment": [*PlannedPayment.objects.filter(club=evening.club).values_list("pk", flat=True)],
        "entry": [*Entry.objects.filter(club=evening.club).values_list("pk", flat=True)],
        "other": [*Club.objects.values_list("pk", flat=True)],
        "season": [*SeasonEvent.objects.filter(club=evening.club).values_list("season", flat=True)],
    }
    for name in sorted(places.keys() & known.keys()):
        if known[name]:
            one = dice.choice(known[name])
            places[name] = one if isinstance(one, int) else str(one)
    if isinstance(body, dict):
        case.body = _aimed_body(body, evening, people, dice)
        if path.endswith("/clubs") and "other" in body:
            case.body["other"] = dice.choice([*Club.objects.values_list("link_token", flat=True)])
        if "replaces" in body and "no" in places:
            last = HandEvent.objects.filter(club=evening.club, evening=evening, no=places["no"]).last()
            case.body["replaces"] = str(last.pk) if last else body["replaces"]


def _is_right(case: Any, part: ParameterLocation) -> bool:
    """Whether it is as the document says: what is wrong on purpose is to be refused, so it stays wrong."""
    made = case.meta.components.get(part) if case.meta else None
    return made is None or made.mode.is_positive


def _open_evenings(dice: random.Random) -> None:
    """One in which everything was done once, and some that go on."""
    examples_played()
    for _ in range(EVENINGS // 2):
        evening = ApiEvening(phone=Phone(), opened=Phone().post("evenings", opening(*dice.sample(NAMES, 4))).json)
        hands = [evening.by_id({"contract": "thrown_in"}) for _ in range(3)]
        told = [{**key(), "hand": hand} for hand in hands]
        evening.phone.post(f"{evening.scribe}/hands/batch", {"known_hands": 0, "hands": told})


def _aimed_body(body: dict[str, Any], evening: Evening, people: list[str], dice: random.Random) -> dict[str, Any]:
    if "stake_minor" in body:
        return {**body, "players": dice.sample(NAMES, 4), "unit": "EUR", "stake_minor": 10, **OPTIONAL}
    hand = {"contract": "rufer", "declarer": people[0], "partner": people[1], "card_points": dice.randrange(121)}
    known = {
        "known_hands": evening.hand_count,
        "hand": hand,
        "hands": [{"id": str(UUID(int=dice.getrandbits(128), version=4)), "hand": hand}],
        "place": len(people) + 1,
        "name": f"Gast {dice.randrange(1000)}",
        "end": {"rounds": 8},
        "dealer": None,
        "lines": "zusammengeworfen",
        "text": "date;Anna;Beppo;Cilli;Done\n2024-05-02;1,20;-0,40;-0,40;-0,40",
        "figures": "EUR",
        "format": None,
        "people": None,
        "player": people[0],
        "payer": people[0],
        "payee": people[1],
        "players": people[:2],
        "other": people[-1],
        "amount_minor": dice.randrange(1, 500),
        "unit": "EUR",
    }
    return {name: known[name] if name in known and dice.random() < AIMED else one for name, one in body.items()}
