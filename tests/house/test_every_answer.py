"""What holds for the answer of every address: who may keep it, that no search engine lists it, and its language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from tests.conftest import Figure
from tests.fuzz.addresses import Address, addresses
from tests.house.roles import OPERATORS, WITH_LINKS, Role, Walk, party, sessions_of_operators

# The address as it is, and as the tables and pictures that some of them offer beside the page.
QUERIES = ("", "?as=csv", "?as=xlsx")
# Asked by machines, answered before all headers, and without a word of anybody.
SAY_NOTHING = ("operations:alive", "operations:ready")
# What a browser may keep, as SECURITY.md says, besides what it reads over the API.
KEPT = {
    **dict.fromkeys(("web:watch", "web:watched_sheet", "web:written_sheet", "web:calendar"), "asks"),
    "phone:lookup": "private, max-age=86400",
    "web:watch_code": "private, max-age=3600",
}
BELOW_A_LINK = ("/t/", "/w/", "/c/", "/calendar/", "/api/v1/evenings/", "/api/v1/clubs/")
COOKIE = settings.LANGUAGE_COOKIE_NAME
# The two ways in which a reader says their language.
LANGUAGE_HEADERS = {
    "header": ({"accept_language": "de"}, {"accept_language": "en"}),
    "cookie": ({"cookie": f"{COOKIE}=de"}, {"cookie": f"{COOKIE}=en"}),
}

pytestmark = [pytest.mark.once, pytest.mark.django_db]


@pytest.fixture
def walk(db: None) -> Walk:
    return Walk(
        ours=party("Anna", "Beppo", "Cilli", "Done"),
        other=party("Emil", "Fanny", "Gustl", "Hans"),
        sessions=sessions_of_operators(),
    )


def opened(walk: Walk, address: Address) -> Role | None:
    """The first role of our own club whom the address answers."""
    roles = OPERATORS if address.route.startswith("/admin/") else WITH_LINKS
    for role in roles.values():
        cache.clear()  # wrong links have a budget
        if not role.is_other_club and walk.response(address, role, "GET").status_code == 200:
            return role
    return None


def forms_of(walk: Walk, address: Address, role: Role) -> Iterator[tuple[str, HttpResponse]]:
    """The page, and the tables and pictures beside it; most addresses have none and answer all with their page."""
    kinds = set[tuple[int, str]]()
    for query in QUERIES:
        answer = walk.response(address, role, "GET", query=query)
        kind = (answer.status_code, _type_of(answer))
        if kind not in kinds:
            kinds.add(kind)
            yield query, answer


def _type_of(answer: HttpResponse) -> str:
    return answer.headers.get("Content-Type", "").partition(";")[0]


@pytest.mark.long
@pytest.mark.thorough
def test_no_search_engine_lists_an_answer(walk: Walk, figure: Figure) -> None:
    """A link is a key, whatever stands behind it: a page, a table, a picture, a calendar or the API."""
    open_to_it, kinds = list[str](), set[str]()
    for address in (one for one in addresses() if one.name not in SAY_NOTHING):
        for query, answer in forms_of(walk, address, opened(walk, address) or Role()):
            kinds.add(_type_of(answer))
            if answer.headers.get("X-Robots-Tag") != "noindex":
                open_to_it.append(f"{address.route}{query}: {answer.status_code}")
    figure(f"search engines: {len(kinds)} types of content behind {len(addresses())} addresses")
    assert open_to_it == []
    assert {"text/html", "text/csv", "image/svg+xml", "text/calendar", "application/json"} <= kinds


@pytest.mark.long
@pytest.mark.thorough
def test_below_a_link_a_browser_keeps_what_security_names_and_a_proxy_nothing(walk: Walk) -> None:
    kept = dict[str, str]()
    for address in (one for one in addresses() if one.route.startswith(BELOW_A_LINK)):
        for _query, answer in forms_of(walk, address, opened(walk, address) or Role()):
            control = answer.headers.get("Cache-Control", "")
            assert "no-store" in control or "private" in control, f"{address.route}: {control}"
            if "no-store" not in control:
                kept[address.name] = "asks" if "no-cache" in control else control
    reads = {name for name in kept if name.startswith("api:")}
    assert {kept[name] for name in reads} == {"asks"} and len(reads) > 20
    assert {name: control for name, control in kept.items() if name not in reads} == KEPT


def test_search_engines_may_read_that_they_list_nothing(client: Client) -> None:
    """An address that they may not read they could still list, and the address is the key."""
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    lines = [line for line in answer.content.decode().splitlines() if not line.startswith("#")]
    assert lines == ["User-agent: *", "Disallow:"]


@pytest.mark.long
@pytest.mark.thorough
def test_what_was_kept_in_one_language_is_not_the_answer_in_another(walk: Walk, figure: Figure) -> None:
    wrong, in_both = list[str](), 0
    for address in addresses():
        if not (role := opened(walk, address)):
            continue
        for query in (query for query, answer in forms_of(walk, address, role) if answer.status_code == 200):
            for way, (german, english) in LANGUAGE_HEADERS.items():
                first = walk.response(address, role, "GET", query=query, **german)
                second = walk.response(address, role, "GET", query=query, **english)
                if _response_content(first) == _response_content(second):
                    continue
                in_both += 1
                known = first.headers.get("ETag", '"none"')
                again = walk.response(address, role, "GET", query=query, if_none_match=known, **english)
                wrong += [
                    f"{address.route}{query} by {way}: {fault}" for fault in _response_faults(first, second, again)
                ]
    figure(f"languages: {in_both} answers of two wordings")
    assert wrong == [] and in_both > 50


def _response_faults(first: HttpResponse, second: HttpResponse, again: HttpResponse) -> Iterator[str]:
    if first.headers.get("ETag") and first.headers.get("ETag") == second.headers.get("ETag"):
        yield "one ETag for both"
    if again.status_code != 200:
        yield f"{again.status_code} for what was kept in German"
    vary = second.headers.get("Vary", "")
    if "no-store" not in second.headers.get("Cache-Control", "") and not {"Accept-Language", "Cookie"} <= set(
        vary.split(", ")
    ):
        yield f"Vary: {vary}"


def _response_content(answer: HttpResponse) -> bytes:
    return answer.getvalue() if answer.streaming else answer.content
