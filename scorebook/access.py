"""Access by links: the rows that a token of a club, a scribe or a watcher opens, for pages and the API.

All functions raise Http404 for an unknown token.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import Http404
from django.shortcuts import get_object_or_404

from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries.evening_sheets import Access, evening_by_token

SCRIBE = "scribe link"
CLUB = "club link"


def read_by(token: str) -> Access:
    """Return the evening of a scribe link or a watch link."""
    found = evening_by_token(token)
    if found is None:
        raise Http404
    return found


def written_by(token: str) -> Evening:
    """Return the evening of a scribe link. A watch link is refused."""
    found = read_by(token)
    if not found.may_write:
        raise Http404
    return found.evening


def watched_by(token: str) -> Evening:
    """Return the evening of a watch link. A scribe link is refused, so that it is not passed on by mistake."""
    found = read_by(token)
    if found.may_write:
        raise Http404
    return found.evening


def hides_money(evening: Evening, group: ClubGroup) -> bool:
    """Return whether watchers see only the points of the evening."""
    return group.hides_money and evening.unit != play.POINTS


def club_of(token: str) -> Club:
    return get_object_or_404(Club, link_token=token)


def group_by_token(token: str) -> ClubGroup:
    """Return the club group of a club's link."""
    return club_group(club_of(token).pk)


@contextmanager
def gone_is_404() -> Iterator[None]:
    """Raise Http404 for a link that was replaced during the request."""
    try:
        yield
    except play.LinkGone as gone:
        raise Http404 from gone
