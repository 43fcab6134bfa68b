"""A link is a key: what a token of a club, a scribe or a watcher opens. Pages and API use these functions alone.

All raise Http404 for a token that opens nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import Http404
from django.shortcuts import get_object_or_404

from scorebook.clubs.circle import Circle, circle_of
from scorebook.clubs.models import Club
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries.evenings import Access, evening_by_token

SCRIBE = "scribe link"
CLUB = "club link"


def read_by(token: str) -> Access:
    """The evening that this link shows, the scribe's or the watchers'."""
    found = evening_by_token(token)
    if found is None:
        raise Http404
    return found


def written_by(token: str) -> Evening:
    """The evening that this scribe link opens. A watch link opens nothing here."""
    found = read_by(token)
    if not found.may_write:
        raise Http404
    return found.evening


def watched_by(token: str) -> Evening:
    """The evening that this watch link shows. A scribe link is not taken, so that nobody passes it on by mistake."""
    found = read_by(token)
    if found.may_write:
        raise Http404
    return found.evening


def hides_money(evening: Evening, circle: Circle) -> bool:
    """Whether those who look on see its points only."""
    return circle.hides_money and evening.unit != play.POINTS


def club_of(token: str) -> Club:
    return get_object_or_404(Club, link_token=token)


def circle_by(token: str) -> Circle:
    """The clubs that are one with that of the link."""
    return circle_of(club_of(token).pk)


@contextmanager
def gone_is_404() -> Iterator[None]:
    """A link that was replaced while it asked is one like any other that opens nothing."""
    try:
        yield
    except play.LinkGone as gone:
        raise Http404 from gone
