"""What stands below a link is for its holder: nobody in between keeps an answer, whichever page it is."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse

from scorebook.api import urls as api
from scorebook.clubs.models import Player
from scorebook.ledger.models import PlannedPayment
from scorebook.standings.models import SeasonEvent
from scorebook.web import urls
from scorebook.web.offline import urls as phone_urls
from tests.support.club_rows import add_club_rows
from tests.support.paged_evening import PagedEvening


def _routes() -> Iterator[tuple[str, URLPattern]]:
    for namespace, module in (("web", urls), ("phone", phone_urls), ("api:v1", api)):
        for route in module.urlpatterns:
            if any(name.endswith("token") for name in route.pattern.converters):
                yield f"{namespace}:{route.name}", route


ROUTES = dict(_routes())


@pytest.fixture
def closed(evening: PagedEvening) -> PagedEvening:
    """A hand, a plan, a season, and so something at every address."""
    evening.record()
    evening.post("close")
    add_club_rows(evening.stored.club, Player.objects.get(pk=evening.ids["Anna"]), at=evening.stored.started_at)
    return evening


def _address(evening: PagedEvening, name: str) -> str:
    tokens = {
        "scribe_token": evening.stored.scribe_token,
        "watch_token": evening.stored.watch_token,
        "club_token": evening.club_token,
        "key_token": "no-key",
        "club_id": evening.stored.club_id,
        "token": evening.club_token if "club" in name else evening.stored.scribe_token,
    }
    payment = PlannedPayment.objects.values_list("pk", flat=True)[0]
    anna, season = evening.ids["Anna"], SeasonEvent.objects.values_list("season", flat=True)[0]
    rest = {
        "no": 1, "number": 1, "payment": payment, "person": anna, "player_id": anna, "evening_id": evening.stored.pk,
        "entry": uuid4(), "other": uuid4(), "device_id": uuid4(), "evening": evening.stored.pk, "player": anna,
        "season_id": season, "season": season, "board": "money", "feat": "sie", "year": evening.stored.started_at.year,
    }  # fmt: skip
    known = tokens | rest
    return reverse(name, kwargs={part: known[part] for part in ROUTES[name].pattern.converters})


@pytest.mark.parametrize("method", ["get", "post"])
def test_no_answer_below_a_link_is_kept(closed: PagedEvening, client: Client, method: str) -> None:
    kept = []
    for address in [_address(closed, name) for name in ROUTES]:
        with transaction.atomic():
            answer = getattr(client, method)(address, {"key": str(uuid4())} if method == "post" else {})
            transaction.set_rollback(True)
        cache.clear()
        policy = answer.headers.get("Cache-Control", "")
        is_no_page = answer.status_code == 405 and method == "post"  # of a POST only what says so itself is ever kept
        if not (is_no_page or "no-store" in policy or "private" in policy):
            kept.append((address, answer.status_code, policy))
    assert kept == []


@pytest.mark.parametrize("path", ["/t/guessed/", "/w/guessed/rules", "/c/guessed/", "/api/v1/evenings/guessed"])
def test_nobody_keeps_that_a_link_opens_nothing(evening: PagedEvening, client: Client, path: str) -> None:
    assert "no-store" in client.get(path).headers.get("Cache-Control", "")
