"""Requests made of the API's document, each going on from answers before it, and every answer held to the document."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count as count_from
from typing import Any

import schemathesis
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Flaky, FlakyStrategyDefinition
from hypothesis.stateful import run_state_machine_as_test
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok

from tests.api.example_story import examples_played
from tests.fuzz.aiming import aim

# Of each seed.
CHAINS, STEPS = 2, 30
# What is wrong may also be too long.
REFUSED = ["400", "404", "405", "406", "409", "413", "415", "429", "5xx"]
AIMED = 0.8
PASSES = 3  # over the operations, because some need what a later one writes
LEAST_SHARE = 0.95  # of the operations that have to answer without an error at least once
BUDGETS_LAST = 10  # requests, so that hardly any is refused for asking too often
CHECKED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
)
_QUIET = settings(
    max_examples=CHAINS,
    stateful_step_count=STEPS,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@dataclass(kw_only=True)
class DocumentRun:
    """statuses_by_operation: of every operation of the document, asked or not.
    faults: what was answered otherwise than the document says, by what it was.
    """

    requests: int = 0
    statuses_by_operation: dict[str, Counter[int]] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    @property
    def statuses(self) -> Counter[int]:
        return sum(self.statuses_by_operation.values(), Counter())

    def answered_well(self, operation: str) -> int:
        """Return how often it answered with 2xx."""
        return sum(count for status, count in self.statuses_by_operation[operation].items() if status < 300)

    @property
    def never_answered_well(self) -> Sequence[str]:
        return [name for name in self.statuses_by_operation if not self.answered_well(name)]

    @property
    def share_answered_well(self) -> float:
        return 1 - len(self.never_answered_well) / len(self.statuses_by_operation)

    @property
    def problems(self) -> Sequence[str]:
        """Return every fault, and the operations never answered well if these are too many."""
        faults = [f"{what}\n{fault}" for what, fault in self.faults.items()]
        if self.share_answered_well < LEAST_SHARE:
            faults.append(f"never answered with 2xx: {', '.join(self.never_answered_well)}")
        return faults


class DocumentFuzz:
    """Asks in chains of a few dozen requests, and between them whatever these answered too seldom.

    A chain goes along the document's links, which lead to some operations seldom and to some never.
    """

    def __init__(self, first_seed: int, on_progress: Callable[[int], None] = lambda done: None) -> None:
        self._dice = random.Random(first_seed)
        self._seeds = count_from(first_seed)
        self._on_progress = on_progress
        self._schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", WSGIHandler())
        self._schema.config.checks.negative_data_rejection.expected_statuses = REFUSED
        self._checks = CHECKS.get_by_names(CHECKED)
        self._operations = {
            _name(one.ok()): one.ok() for one in self._schema.get_all_operations() if isinstance(one, Ok)
        }
        self._run = DocumentRun(statuses_by_operation={name: Counter() for name in self._operations})

    def run(self, count: int) -> DocumentRun:
        """So many requests or a few more."""
        examples_played()  # an evening in which everything was done once
        machine, rounds = self._machine(), 0
        while self._run.requests < count:
            for name in [*self._operations] * PASSES:
                if self._run.answered_well(name) <= rounds:
                    self._ask(self._operations[name])
            rounds += 1
            # What is answered depends on what was written before, so a chain cannot be gone once more.
            with suppress(Flaky, FlakyStrategyDefinition):
                seed(next(self._seeds))(run_state_machine_as_test)(machine, settings=_QUIET)
        return self._run

    def _machine(self) -> type:
        fuzz = self

        class Machine(self._schema.as_state_machine()):  # type: ignore[misc] # made for this document
            def before_call(self, case: Any) -> None:
                fuzz._prepare(case)
                if fuzz._dice.random() < AIMED:
                    aim(case, fuzz._dice)

            def validate_response(self, response: Any, case: Any, **_: Any) -> None:
                fuzz._check(response, case)

        return Machine

    def _ask(self, operation: Any) -> None:
        @seed(next(self._seeds))
        @settings(_QUIET, max_examples=1)
        @given(case=operation.as_strategy())
        def once(case: Any) -> None:
            self._prepare(case)
            aim(case, self._dice, mostly=1)
            self._check(case.call(), case)

        once()

    def _prepare(self, case: Any) -> None:
        case.headers["Accept-Encoding"] = "identity"
        if self._run.requests % BUDGETS_LAST == 0:
            cache.clear()  # as if the hour were over

    def _check(self, response: Any, case: Any) -> None:
        name, run = _name(case.operation), self._run
        run.requests += 1
        run.statuses_by_operation[name][response.status_code] += 1
        self._on_progress(run.requests)
        try:
            case.validate_response(response, checks=self._checks)
        except FailureGroup as group:
            for fault in group.exceptions:
                run.faults.setdefault(f"{name}: {fault.title}", f"{fault.message}\n{case.as_curl_command()[:2000]}")


def _name(operation: Any) -> str:
    return str(operation.definition.raw["operationId"])
