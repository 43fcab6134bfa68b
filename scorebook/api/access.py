"""Links are keys: whoever holds one may do what it is for, everybody else finds nothing."""

from django.http import Http404

from scorebook.clubs.circle import Circle, circle_of
from scorebook.clubs.models import Club
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


def club_of(token: str) -> Club:
    found = Club.objects.filter(link_token=token).first()
    if found is None:
        raise Http404
    return found


def circle_by(token: str) -> Circle:
    """The clubs that are one with that of the link."""
    return circle_of(club_of(token).pk)
