"""Access by links and devices: the club or evening that a token opens, and what it allows there; for pages and API.

A writing address has the scribe's token of one evening; or, for members, the token of their club, a dot and the id of
the evening, so that no page of the club needs a link of the evening's own that would not expire.
A device has the id of the club in place of the club's token, and its key in a cookie (`device_cookies`).
Functions that take a token raise Http404 for an unknown one, and for one that allows less than what is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import Resolver404, URLPattern, path, resolve

from scorebook import device_cookies, lookups
from scorebook.clubs import link_routes
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.devices.writers import writer_of_player
from scorebook.clubs.models import Club
from scorebook.clubs.roles import LINK_SEPARATOR, Role
from scorebook.play import services as play
from scorebook.play.models import Evening

NO_DEVICE = "no_device"  # text of the Http404 for the address of a device; the page explains it
View = Callable[..., HttpResponseBase]
AnyView = TypeVar("AnyView", bound=View)


def club_of(token: str, role: Role = Role.MEMBER, *, request: HttpRequest | None = None) -> Club:
    """Return the club of a keeper's or member's link, or of a device, that allows as much as the role.

    request: with the cookie of the device; None if its cookies must not count.
    """
    club = _club_of_device(token, request) if device_cookies.is_club_id(token) else _club_of_link(token)
    if club.role < role:
        raise Http404
    club.link = token
    return club


def _club_of_link(token: str) -> Club:
    of_token = Q(keeper_token=token) | Q(member_token=token)
    club = Club.objects.filter(of_token, pk=_club_id_of_link(token), arriving_from="").first()
    if club is None:
        raise Http404
    club.role = Role.KEEPER if club.keeper_token == token else Role.MEMBER
    return club


def _club_id_of_link(token: str) -> UUID:
    found = link_routes.club_of_link(token)
    if found is None:
        raise Http404
    return found


def _club_of_device(club_id: str, request: HttpRequest | None) -> Club:
    device = device_cookies.device_in_cookie(request, UUID(club_id)) if request else None
    if device is None:
        raise Http404(NO_DEVICE)
    club = device.club
    club.role, club.device = Role(device.role), device
    club.writer = writer_of_player(device.player_id) if device.player_id else ""
    return club


def evening_of(token: str, role: Role, *, request: HttpRequest | None = None) -> Evening:
    """Return the evening of a link that allows as much as the role. request: as of `club_of`."""
    club_token, separator, id = token.partition(LINK_SEPARATOR)
    evening = _evening_of_club(club_token, id, request) if separator else _evening_of_own_link(token)
    if evening.role < role:
        raise Http404
    if request and not evening.writer and evening.role >= Role.SCRIBE and request.method not in ("GET", "HEAD"):
        evening.writer = device_cookies.writer_in_cookie(request, evening.club_id)
    return evening


def _evening_of_own_link(token: str) -> Evening:
    of_token = Q(scribe_token=token) | Q(watch_token=token)
    evenings = Evening.objects.select_related("club").filter(of_token, club__arriving_from="")
    found = evenings.filter(club=_club_id_of_link(token)).first()
    if found is None:
        raise Http404
    found.link, found.role = token, Role.SCRIBE if found.scribe_token == token else Role.WATCH
    if found.role == Role.SCRIBE and found.is_scribe_link_expired:
        raise Http404
    return found


def _evening_of_club(club_token: str, id: str, request: HttpRequest | None) -> Evening:
    """Return an evening of the club or of one linked with it."""
    club = club_of(club_token, request=request)
    try:
        found = lookups.find_evening(club_group(club.pk), UUID(id))
    except ValueError:
        raise Http404 from None
    if found is None:
        raise Http404
    found.opened_like(club)
    found.link, found.club_link = found.member_link(club_token), club_token
    if found.club_id == club.pk:
        found.club = club
    else:
        found.role = Role.SCRIBE  # a linked club writes in the evening; its links are the business of its own club
    return found


def watched_evening(token: str) -> Evening:
    """Return the evening of a watch link. A stronger one is refused, so that it is not passed on by mistake."""
    evening = evening_of(token, Role.WATCH)
    if evening.role != Role.WATCH:
        raise Http404
    return evening


def opened_from(club: Club, evening: Evening) -> Evening:
    """Return the evening as one to which the opened club leads."""
    evening.opened_like(club)
    evening.link, evening.club_link = evening.link_from(club), club.link
    return evening


def founded(club: Club) -> Club:
    """Return the club as opened by its keeper, for the answer to the request that founded it."""
    club.link, club.role = club.keeper_token, Role.KEEPER
    return club


def hides_money(evening: Evening, group: ClubGroup | None = None) -> bool:
    """Return whether the link in use shows only the points of the evening. group: of its club, if already read."""
    if evening.role >= Role.SCRIBE or evening.unit == play.POINTS:
        return False
    return (group or club_group(evening.club_id)).hides_money


@contextmanager
def gone_is_404() -> Iterator[None]:
    """Raise Http404 for a link that was replaced during the request."""
    try:
        yield
    except play.LinkGone as gone:
        raise Http404 from gone


# -- clubs of another site --------------------------------------------------------------------------------------------


class ClubMoved(Exception):
    """Another site has the club of a link that a request names beside its address."""

    def __init__(self, site: str) -> None:
        super().__init__(site)
        self.site = site


def moved_address(request: HttpRequest) -> str:
    """Return where the requested address is, if another site has its club; else an empty text.

    Asked only for an address that opens nothing here. No statement for an unknown link.
    """
    try:
        names = resolve(request.path_info).kwargs
    except Resolver404:
        return ""
    token = str(names.get("token") or names.get("club_id") or "")
    site = other_site_of_token(token)
    if not site:
        return ""
    address = request.get_full_path()
    if device_cookies.is_club_id(club_token := token.partition(LINK_SEPARATOR)[0]):
        address = device_cookies.address_with_key(request, UUID(club_token), address)
    return site + address


def other_site_of_token(token: str) -> str:
    """Return the other site that has the club of a token, which opens nothing here; else an empty text."""
    token = token.partition(LINK_SEPARATOR)[0]
    club_id = UUID(token) if device_cookies.is_club_id(token) else link_routes.kept_club_of_link(token)
    return link_routes.other_site_of_club(club_id) if club_id else ""


# -- pages -----------------------------------------------------------------------------------------------------------


def opens_club(reads: Role = Role.MEMBER, *, writes: Role | None = None) -> Callable[[View], View]:
    """Declare what opens a page of a club. The view gets the club instead of the token. writes: for POST."""

    def declare(view: View) -> View:
        @wraps(view)
        def opened(request: HttpRequest, token: str, **path: Any) -> HttpResponseBase:
            role = writes if writes is not None and request.method == "POST" else reads
            club = club_of(token, role, request=request)
            moved = device_cookies.address_without_link(request, club, token)
            return moved or _answer_to_device(request, club, view(request, club, **path))

        return _declared(opened, reads)

    return declare


def opens_evening(view: View) -> View:
    """Declare a page that writes an evening, or needs the same link. The view gets the evening instead of the token."""

    @wraps(view)
    def opened(request: HttpRequest, token: str, **path: Any) -> HttpResponseBase:
        evening = evening_of(token, Role.SCRIBE, request=request)
        club_token, separator, _ = token.partition(LINK_SEPARATOR)
        is_own = separator and evening.role >= Role.MEMBER  # not of a linked club, which has devices of its own
        moved = device_cookies.address_without_link(request, evening.club, club_token) if is_own else None
        return moved or _answer_to_device(request, evening, view(request, evening, **path))

    return _declared(opened, Role.SCRIBE)


def _answer_to_device(request: HttpRequest, opened: Club | Evening, answer: HttpResponseBase) -> HttpResponseBase:
    if opened.device is not None:
        device_cookies.renew_cookie(request, answer, opened.device)
    return answer


def opens_watched_evening(view: View) -> View:
    """Declare a page for those who look on. The view gets the evening instead of the token."""

    @wraps(view)
    def opened(request: HttpRequest, token: str, **path: Any) -> HttpResponseBase:
        return view(request, watched_evening(token), **path)

    return _declared(opened, Role.WATCH)


def opened_in_view(role: Role) -> Callable[[AnyView], AnyView]:
    """Declare what opens a page whose view reads the token itself, because it answers before it knows the row."""

    return lambda view: _declared(view, role)


def public(view: AnyView) -> AnyView:
    """Declare a page that needs no link, or has a signed address."""
    return _declared(view, Role.PUBLIC)


def _declared(view: AnyView, role: Role) -> AnyView:
    view.opened_by = role  # type: ignore[attr-defined]
    return view


def page(route: str, view: View, name: str) -> URLPattern:
    """Return the address of a page. Raises: ImproperlyConfigured if its view does not declare what opens it."""
    if not isinstance(getattr(view, "opened_by", None), Role):
        raise ImproperlyConfigured(f"{view.__module__}.{view.__name__} does not declare which link opens it")
    return path(route, view, name=name)
