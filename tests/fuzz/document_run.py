"""Requests made of the API's document, each going on from answers before it, and every answer held to the document."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count as count_from
from typing import Any

import schemathesis
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.errors import Flaky, FlakyStrategyDefinition
from hypothesis.stateful import run_state_machine_as_test
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup

from tests.api.example_story import examples_played
from tests.fuzz.aiming import aim

# Of each seed.
CHAINS, STEPS = 4, 30
# What is wrong may also be too long.
REFUSED = ["400", "404", "405", "406", "409", "413", "415", "429", "5xx"]
AIMED = 0.8
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
    answered_well: Counter[str] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)


def run_document(count: int, *, first_seed: int, on_progress: Callable[[int], None] = lambda done: None) -> DocumentRun:
    """So many requests or a few more, in chains of a few dozen."""
    run, dice = DocumentRun(), random.Random(first_seed)
    examples_played()  # an evening in which everything was done once
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", WSGIHandler())
    schema.config.checks.negative_data_rejection.expected_statuses = REFUSED
    checks = CHECKS.get_by_names(CHECKED)

    class Machine(schema.as_state_machine()):  # type: ignore[misc] # made for this document
        def before_call(self, case: Any) -> None:
            case.headers["Accept-Encoding"] = "identity"
            if dice.random() < AIMED:
                aim(case, dice)

        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            name = case.operation.definition.raw["operationId"]
            run.requests += 1
            run.statuses[response.status_code] += 1
            run.answered_well[name] += response.status_code < 300
            on_progress(run.requests)
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
