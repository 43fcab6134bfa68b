"""The cookies by which a browser opens clubs without their links in the address.

A browser that opens a link of members or keepers first gets a cookie without a key (`_PROBE`) and is sent to the same
address again. If the cookie comes back, the browser becomes a device of the club and gets a key, and the address has
the id of the club from then on. If it does not, the page opens by its link. So neither a browser that refuses cookies
nor a program that fetches a link once becomes a device.
"""

from __future__ import annotations

import re
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from scorebook.clubs.devices.admission import (
    DEVICE_LASTS,
    admit_device,
    find_device,
    note_device_use,
    raise_device_role,
)
from scorebook.clubs.devices.browser_names import browser_name
from scorebook.clubs.devices.writers import writer_of_key
from scorebook.clubs.models import Club, Device
from scorebook.core.link_tokens import derived_link_token, new_link_token

# Before the club's id, in the name of a cookie. The prefix keeps other hosts of the domain from setting it, over HTTPS.
_NAME = "__Host-club-" if settings.SESSION_COOKIE_SECURE else "club-"
_PROBE = "probe"  # a cookie without a key
_KEY = re.compile(r"[\w-]{22,43}", re.ASCII)
_WITH_LINK = "link"  # in the query: this browser was asked for its cookie
_MAX_CLUBS = 50  # a browser holds that many cookies of a site
_UUID_LENGTH = 36  # no token is as long


def is_club_id(token: str) -> bool:
    """Return whether the address has the id of a club in place of a link."""
    if len(token) != _UUID_LENGTH:
        return False
    try:
        return str(UUID(token)) == token
    except ValueError:
        return False


def device_in_cookie(request: HttpRequest, club_id: UUID) -> Device | None:
    """Return the device of the club that the request comes from. One statement, none without a cookie of this club."""
    key = request.COOKIES.get(_cookie_name(club_id), _PROBE)
    return None if key == _PROBE else find_device(club_id=club_id, key=key, at=timezone.now())


def writer_in_cookie(request: HttpRequest, club_id: UUID) -> str:
    """Return the person whose device of the club the request comes from (`clubs.devices.writers`), else ""."""
    key = request.COOKIES.get(_cookie_name(club_id), _PROBE)
    return "" if key == _PROBE else writer_of_key(club_id, key)


def address_without_link(request: HttpRequest, club: Club, token: str) -> HttpResponseBase | None:
    """Return a redirect to the same page without the link, or to the request for a cookie; None to show this page.

    club: as opened. token: the link in the address.
    """
    if club.device is not None or not _is_navigation(request):
        return None
    if _cookie_name(club.pk) not in request.COOKIES:
        is_possible = _is_front_page(request, token) and len(_keys_in_cookies(request)) < _MAX_CLUBS
        return _ask_for_cookie(request, club) if is_possible and _WITH_LINK not in request.GET else None
    key = _key_after_link(request, club, token)
    if key is None:
        return None
    query = request.GET.copy()
    query.pop(_WITH_LINK, None)
    path = request.path.replace(token, str(club.pk), 1)
    answer = HttpResponseRedirect(f"{path}?{query.urlencode()}" if query else path)
    if key:
        _set_cookie(answer, club.pk, key)
    return answer


def _key_after_link(request: HttpRequest, club: Club, token: str) -> str | None:
    """Let the browser be a device with the role of the link. Return its new key, empty if it keeps its own, or None if
    it cannot be a device.
    """
    device, at = device_in_cookie(request, club.pk), timezone.now()
    if device is not None and device.role >= club.role:
        return ""
    # It follows from both, so that a browser which lost the response finds it again; the old key alone is not enough.
    raised = derived_link_token("device", f"{request.COOKIES[_cookie_name(club.pk)]} {token}")
    if device is not None:
        return raised if raise_device_role(device, club=club, key=raised) else None
    if find_device(club_id=club.pk, key=raised, at=at):
        return raised
    key, name = new_link_token(), browser_name(request.headers.get("User-Agent", ""))
    return key if admit_device(club=club, key=key, name=name, at=at) else None


def address_with_key(request: HttpRequest, club_id: UUID, address: str) -> str:
    """Return the address at which another site gives this browser the cookie of the club again, and sends it on.

    The address itself for a request that is no navigation, or has no key.
    """
    key = request.COOKIES.get(_cookie_name(club_id), _PROBE)
    if key == _PROBE or not _KEY.fullmatch(key) or not _is_navigation(request):
        return address
    return f"{reverse('web:device_from_other_site', args=[club_id, key])}?{urlencode({'next': address})}"


def arrive_with_key(request: HttpRequest, answer: HttpResponseBase, club_id: UUID, key: str) -> None:
    """Set the cookie of a device that another site has sent here with its key. An unknown key is ignored.

    A browser that is a device already keeps its own key: anybody who has one can send others here with it.
    """
    if not device_in_cookie(request, club_id) and find_device(club_id=club_id, key=key, at=timezone.now()):
        _set_cookie(answer, club_id, key)


def renew_cookie(request: HttpRequest, answer: HttpResponseBase, device: Device) -> None:
    """Let the cookie last from today on, once a day, if the view left it alone."""
    name = _cookie_name(device.club_id)
    if name not in answer.cookies and note_device_use(device, timezone.now()):
        _set_cookie(answer, device.club_id, request.COOKIES[name])


def delete_cookie(answer: HttpResponseBase, club_id: UUID) -> None:
    answer.delete_cookie(_cookie_name(club_id))


def _keys_in_cookies(request: HttpRequest) -> list[str]:
    return [key for name, key in request.COOKIES.items() if name.startswith(_NAME)]


def _is_navigation(request: HttpRequest) -> bool:
    """Return whether a person opens a page: not a script, a program or a preview of the link."""
    if request.method != "GET" or "Sec-Purpose" in request.headers:
        return False
    # Over plain HTTP browsers do not send the first header. Through a service worker Firefox sends "same-origin", and
    # scripts send "cors". Only browsers name HTML first.
    mode = request.headers.get("Sec-Fetch-Mode", "navigate")
    return mode in ("navigate", "same-origin") and request.headers.get("Accept", "").startswith("text/html")


def _is_front_page(request: HttpRequest, token: str) -> bool:
    """Return whether a link or a code to scan leads to this page; all others come after it."""
    return request.path.endswith((f"/c/{token}/", "/claim"))


def _ask_for_cookie(request: HttpRequest, club: Club) -> HttpResponseBase:
    query = request.GET.copy()
    query[_WITH_LINK] = "1"
    answer = HttpResponseRedirect(f"?{query.urlencode()}")
    _set_cookie(answer, club.pk, _PROBE)
    return answer


def _set_cookie(answer: HttpResponseBase, club_id: UUID, key: str) -> None:
    answer.set_cookie(
        _cookie_name(club_id),
        key,
        max_age=DEVICE_LASTS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _cookie_name(club_id: UUID) -> str:
    return f"{_NAME}{club_id.hex}"
