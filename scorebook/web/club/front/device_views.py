"""The devices of a club on the page of its links: the list, and the removal of one."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorebook import access, device_cookies
from scorebook.clubs.models import Club, Device
from scorebook.clubs.roles import Role
from scorebook.play import services as play
from scorebook.web.core.form_data import FormData


def removable_devices(club: Club) -> list[Device]:
    """Return the devices that this one may remove: all for a keeper, else its own; the one in use first."""
    devices = [one for one in club.devices.select_related("player") if club.is_opened_by_keeper or one == club.device]
    return sorted(devices, key=lambda one: one != club.device)


@never_cache
@require_POST
@access.opened_in_view(Role.MEMBER)
def remove_device(request: HttpRequest, token: str, device_id: UUID) -> HttpResponse:
    """Remove a device; the one that asks forgets the club.

    A repeat may have a link that the first one replaced, or come from the device that is removed.
    """
    typed = FormData.of(request.POST)
    try:
        club = access.club_of(token, request=request)
    except Http404:
        if device_cookies.is_club_id(token):
            return _forgotten_here(request, UUID(token), status=404)
        club_now = play.club_of_removal(link=token, key=typed.key())
        if club_now is None:
            raise
        return redirect("web:club_links", token=club_now.keeper_token)
    is_own = club.device is not None and club.device.pk == device_id
    if not (is_own or club.is_opened_by_keeper):
        raise Http404
    with access.gone_is_404():
        renewed = play.remove_device(
            club=club, device_id=device_id, key=typed.key(), renews_link=typed.has("renew") and not is_own
        )
    if is_own:
        return _forgotten_here(request, club.pk)
    messages.success(
        request,
        _("Device removed. It can no longer open the club.")
        if typed.has("renew")
        else _("Device removed. If it still has the link, it can open the club again."),
    )
    return redirect("web:club_links", token=renewed.opened_like(club).link if club.device else renewed.keeper_token)


def _forgotten_here(request: HttpRequest, club_id: UUID, *, status: int = 200) -> HttpResponse:
    """Answer a device that is removed by its own hand."""
    answer = render(request, "club/front/forgotten_here.html", {"club_id": club_id}, status=status)
    device_cookies.delete_cookie(answer, club_id)
    return answer


@never_cache
@require_safe
@access.public
def device_from_other_site(request: HttpRequest, club_id: UUID, key_token: str) -> HttpResponse:
    """Give a device its cookie again, and show the page it asked for: its club moved here, and no cookie did."""
    address = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(address, allowed_hosts=None):
        address = reverse("web:club", args=[club_id])
    answer = redirect(address)
    device_cookies.arrive_with_key(request, answer, club_id, key_token)
    return answer
