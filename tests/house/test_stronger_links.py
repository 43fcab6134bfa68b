"""No answer to a link contains a stronger one, and none of another club.

Which link is stronger follows from `addresses_and_roles.txt`: it opens more of the API's addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from scorebook.clubs.models import Club
from scorebook.play.models import Evening
from tests.conftest import Figure
from tests.fuzz.addresses import Address, addresses
from tests.house.roles import DEVICES, LINKS, WITH_LINKS, Party, Walk, party
from tests.house.test_addresses_and_roles import METHODS, expected_rows
from tests.support.extent import in_ci

LEAST_ANSWERS = in_ci(1_500, otherwise=500)
# When the evening was closed; None: it is open. After two days the scribe's link has expired.
STATES = {"closed": timedelta(), "open": None, "expired": timedelta(days=2)}
OWN_DEVICES = ("member_device", "keeper_device")
FOR_ALL = {"/api/v1/evenings", "/api/v1/clubs", "/"}  # found a club, and answer with its links


def opened_by(role: str) -> set[tuple[str, str]]:
    """The operations of the API that a link opens, by the table."""
    return {
        (route, method)
        for route, row in expected_rows().items()
        for method, answer in zip(METHODS, row.get(role, ()), strict=False)
        if route.startswith("/api/v1/") and answer not in ("404", "405")
    }


def stronger_than(role: str) -> list[str]:
    return [other for other in LINKS if opened_by(other) > opened_by(role)]


def test_each_link_opens_all_that_a_weaker_one_opens_and_more() -> None:
    assert [stronger_than(role) for role in LINKS] == [
        ["scribe", "member", "keeper"], ["member", "keeper"], ["keeper"], [],
    ]  # fmt: skip


def two_parties() -> Walk:
    ours, other = party("Anna", "Beppo", "Cilli", "Done"), party("Emil", "Fanny", "Gustl", "Hans")
    return Walk(ours=ours, other=other, sessions={})


def tokens_of(whose: Party, role: str) -> list[str]:
    club = Club.objects.get(pk=str(whose.places["club"]))
    if role == "member":
        return [club.member_token]
    if role == "keeper":
        return [club.keeper_token]
    return [str(token) for token in club.evenings.values_list(f"{role}_token", flat=True)]


def leaks(walk: Walk, address: Address, role: str, *, method: str, secrets: dict[str, str]) -> Iterator[str]:
    answer = walk.response(address, (WITH_LINKS | DEVICES)[role], method)
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    text = content.decode(errors="replace") + "".join(f"{name}: {value}\n" for name, value in answer.headers.items())
    yield from (
        f"{method} {address.route} as {role} tells {whose}" for token, whose in secrets.items() if token in text
    )


@pytest.mark.long
@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize("state", in_ci([*STATES], otherwise=["closed"]))
def test_no_answer_has_a_stronger_link(figure: Figure, state: str) -> None:
    walk = Walk(
        ours=party("Anna", "Beppo", "Cilli", "Done"), other=party("Emil", "Fanny", "Gustl", "Hans"), sessions={}
    )
    age = STATES[state]
    Evening.objects.update(closed_at=None if age is None else timezone.now() - age)
    found, count = list[str](), 0
    methods = METHODS[: in_ci(3, otherwise=1)]
    for role in (*LINKS, *OWN_DEVICES):
        link = DEVICES[role].link if role in DEVICES else role
        secrets = {token: name for name in stronger_than(link) for token in tokens_of(walk.ours, name)}
        secrets |= {token: f"{name} of another club" for name in LINKS for token in tokens_of(walk.other, name)}
        for address in addresses():
            if address.route.startswith("/admin/") or address.route in FOR_ALL:
                continue
            for method in methods:
                cache.clear()  # wrong links have a budget
                found += leaks(walk, address, role, method=method, secrets=secrets)
                count += 1
    figure(f"stronger links: {count:,} answers searched")
    assert found == [] and count >= LEAST_ANSWERS


@pytest.mark.django_db
def test_the_search_finds_a_link() -> None:
    """The keeper's own, which its page has to show."""
    walk = Walk(
        ours=party("Anna", "Beppo", "Cilli", "Done"), other=party("Emil", "Fanny", "Gustl", "Hans"), sessions={}
    )
    [links] = [address for address in addresses() if address.route == "/c/<str:token>/links"]
    secrets = dict.fromkeys(tokens_of(walk.ours, "keeper"), "keeper")
    with transaction.atomic():
        assert list(leaks(walk, links, "keeper", method="GET", secrets=secrets)) != []
        assert list(leaks(walk, links, "member", method="GET", secrets=secrets)) == []
