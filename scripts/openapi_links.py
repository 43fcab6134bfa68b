"""Links from one operation to the next: the token, person or payment of a response that another operation needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scripts.openapi_layout import operations

Json = dict[str, Any]

# Start of a path -> operation -> the links in its response.
_SCRIBE, _WATCH, _CLUB = (f"$response.body#/links/{link}/token" for link in ("scribe", "watch", "club"))
_PLAYER = "$response.body#/people/0/id"
# Clients and schemathesis cannot guess the use of a token; a test by the document would meet only 404.
TOKENS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "/evenings/{token}": {"open_evening": (_SCRIBE, _WATCH)},
    "/clubs/{token}": {"open_evening": (_CLUB,), "create_club": (_CLUB,)},
}
# Operation -> path parameter -> its place in the response. The token is that of the operation itself.
GIVEN: Mapping[str, Mapping[str, str]] = {
    "close_evening": {"payment": "$response.body#/payments/0/id"},
    "settle_evening": {"payment": "$response.body#/payments/0/id"},
    "pay_in_evening": {"entry": "$response.body#/beside/0/id"},
    "charge_in_evening": {"entry": "$response.body#/beside/0/id"},
    "record_hand": {"no": "$response.body#/hand/no"},
    "tab_entries": {"entry": "$response.body#/results/0/id"},
    "import_evenings": {"entry": "$response.body#/written/id"},
    "settle_tab": {"payment": "$response.body#/payments/0/id"},
    "club_evenings": {"evening": "$response.body#/results/0/id"},
    "agree_season": {"season": "$response.body#/id"},
    "people": {"person": "$response.body#/results/0/id"},
    "link_club": {"other": "$response.body#/clubs/1/id"},
}


def add_links(document: Json) -> None:
    """Add links to each successful response whose values another operation needs."""
    paths = {operation["operationId"]: (path, operation) for path, operation in operations(document)}
    for name, (path, operation) in paths.items():
        links = {link: led for target, (to, _) in paths.items() for link, led in _links(name, path, target, to)}
        status = "201" if "201" in operation["responses"] else "200"
        if links:
            operation["responses"][status]["links"] = links


def _links(name: str, path: str, target: str, to: str) -> Iterator[tuple[str, Json]]:
    places = {
        place for place in ("person", "no", "payment", "entry", "evening", "other", "season") if f"{{{place}}}" in to
    }
    for start, given_by in TOKENS.items():
        if to.startswith(start) and name in given_by and places <= {"person"}:
            for token in given_by[name]:
                parameters = {"token": token, **dict.fromkeys(places, _PLAYER)}
                yield f"{target}_by_{token.split('/')[2]}", {"operationId": target, "parameters": parameters}
    given = GIVEN.get(name, {})
    is_below = any(path.startswith(start) and to.startswith(start) for start in TOKENS)
    if places and is_below and places <= given.keys():
        parameters = {"token": "$request.path.token", **{place: given[place] for place in places}}
        yield target, {"operationId": target, "parameters": parameters}
