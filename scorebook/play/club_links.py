"""The links of a club and its evenings, and their routes (`clubs.link_routes`)."""

from __future__ import annotations

from collections.abc import Iterator

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.link_routes import add_links, remove_links, replace_links
from scorebook.clubs.models import Club, LinkRoute
from scorebook.play.models import Evening


def replace_evening_link(evening: Evening, field: str, link: str) -> None:
    """Replace one of the two links of an evening. The caller holds the lock on its row."""
    replaced = getattr(evening, field)
    setattr(evening, field, link)
    Evening.objects.filter(club=evening.club_id, pk=evening.pk).update(**{field: link})
    replace_links(evening.club_id, {replaced: link})


def rebuild_link_routes(club: Club) -> int:
    """Write the routes that follow from the links, and return how many were missing or too many."""
    missing, surplus = _wrong_routes(club)
    remove_links([*missing, *surplus])  # a missing route may lead to another club
    add_links(club.pk, missing)
    return len(missing) + len(surplus)


def link_route_differences(club: Club) -> Iterator[AuditDifference]:
    """Compare the routes with the links. Two statements. Codes: route_missing, route_of_no_link. No link is named."""
    missing, surplus = _wrong_routes(club)
    for place in sorted(set(missing.values())):
        yield AuditDifference(code="route_missing", place=place)
    if surplus:
        yield AuditDifference(code="route_of_no_link", place="the club's links", found=str(len(surplus)))


def _wrong_routes(club: Club) -> tuple[dict[str, str], set[str]]:
    """Return the links without a route, with what each opens, and the tokens of routes that are no links."""
    links = _links_of_club(club)
    routes = set(LinkRoute.objects.filter(club=club).values_list("token", flat=True))
    return {token: place for token, place in links.items() if token not in routes}, routes - links.keys()


def _links_of_club(club: Club) -> dict[str, str]:
    """Return every link -> what it opens, as an audit names it."""
    found = dict.fromkeys((club.keeper_token, club.member_token), "the club's links")
    evenings = Evening.objects.filter(club=club).values_list("number", "scribe_token", "watch_token")
    for number, *tokens in evenings.iterator():
        found |= dict.fromkeys(tokens, f"evening {number}'s links")
    return found
