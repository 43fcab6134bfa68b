"""Wrong requests to every address never meet a fault of ours. `python -m benchmarks.fuzz` sends many more."""

import pytest
from django.db import connection

from scorebook.api.urls import urlpatterns as api_patterns
from scorebook.clubs.models import Club
from scorebook.operations.audit.full_audit import audit_club
from scorebook.web.urls import urlpatterns as page_patterns
from tests.conftest import Figure
from tests.fuzz.addresses import addresses
from tests.fuzz.run import Fuzz
from tests.support.extent import in_ci

SEED = {"sqlite": 1, "postgresql": 2}[connection.vendor]  # each engine goes another way
REQUESTS = in_ci(400, otherwise=100)


def test_every_address_is_known() -> None:
    """Those that a resolver has, pages, API, the phone's and Django's own."""
    names = {one.name for one in addresses()}
    assert {f"web:{route.name}" for route in page_patterns} <= names
    assert {f"api:v1:{getattr(route, 'name', '') or 'anything_else'}" for route in api_patterns} <= names
    assert {"phone:lookup", "set_language", "admin:clubs_club_find", "admin:play_handevent_change"} <= names
    assert {"operations:alive", "operations:ready", "operations:metrics"} <= names


@pytest.mark.django_db(transaction=True)
def test_no_request_meets_a_fault_of_ours(figure: Figure) -> None:
    found = Fuzz(SEED).run(REQUESTS)
    figure(
        f"fuzz on {connection.vendor}, seed {SEED}: {found.requests} requests, {dict(sorted(found.statuses.items()))}"
    )
    assert not found.faults, "\n" + "\n".join(map(str, found.kinds.values()))
    assert [audit_club(club) for club in Club.objects.all()] == [None] * Club.objects.count()
