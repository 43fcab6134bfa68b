"""What the document of the API promises, schemathesis asks for. `python -m benchmarks.fuzz --document` asks more."""

import pytest
from django.db import connection

from scorebook.clubs.models import Club
from scorebook.operations.audit.full_audit import audit_club
from tests.conftest import Figure
from tests.fuzz import aiming
from tests.fuzz.document_run import DocumentFuzz
from tests.support.api_document import operations

# Each engine goes another way, and the second not as far.
FIRST_SEED, REQUESTS = {"sqlite": (1, 200), "postgresql": (1001, 100)}[connection.vendor]


@pytest.mark.once
def test_what_is_aimed_at_stands_in_the_document() -> None:
    """Another name would only show in the figures."""
    named = aiming.ROWS.keys() | aiming.FIELDS.keys() | aiming.OF_CLOSED_EVENING | aiming.OF_MEMBERS
    assert named - operations().keys() == set()


@pytest.mark.thorough
@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_every_answer_is_as_the_document_says(figure: Figure) -> None:
    run = DocumentFuzz(FIRST_SEED).run(REQUESTS)
    figure(f"document on {connection.vendor}: {run.requests} requests, {dict(sorted(run.statuses.items()))}")
    assert not run.problems, "\n\n".join(run.problems)
    assert {200, 201, 400, 404, 409} <= run.statuses.keys()
    assert [audit_club(club) for club in Club.objects.all()] == [None] * Club.objects.count()
