"""Links are keys: whoever holds one may do what it is for, everybody else finds nothing."""

from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request

from scorebook.clubs.models import Club
from scorebook.play.models import Evening
from scorebook.play.queries.evenings import Access, evening_by_token

SCRIBE = "scribe link"
CLUB = "club link"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    token: str
    url: str

    def to_json(self) -> dict[str, str]:
        return {"token": self.token, "url": self.url}


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


def links(request: Request, evening: Evening, *, may_write: bool) -> dict[str, object]:
    """The links of an evening; to watchers only their own."""
    found = {"watch": _link(request, "evening", evening.watch_token)}
    if may_write:
        found["scribe"] = _link(request, "evening", evening.scribe_token)
        found["club"] = club_link(request, evening.club)
    return {name: link.to_json() for name, link in found.items()}


def club_link(request: Request, club: Club) -> Link:
    return _link(request, "club", club.link_token)


def _link(request: Request, view: str, token: str) -> Link:
    return Link(token=token, url=request.build_absolute_uri(reverse(f"api:{view}", args=[token])))
