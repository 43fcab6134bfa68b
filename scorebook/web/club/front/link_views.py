"""The links of a club: which to pass on, which to keep, and their renewal after they leaked."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorebook import access, device_cookies
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.core.keys import new_key
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.web.club.front.device_views import removable_devices
from scorebook.web.club.front.lost_keeper_views import keeper_request_context
from scorebook.web.core import person_names, problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.table.links import link_for_phones, qr_svg


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(writes=Role.KEEPER)
def club_links_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the links that the one in use includes. A POST says that the keeper's link is kept."""
    if request.method == "POST":
        if club.keeper_link_kept_at is None:
            Club.objects.filter(pk=club.pk).update(keeper_link_kept_at=timezone.now())
        return redirect("web:club", token=club.link)
    shown = {
        "club": club,
        "evenings": play.listed_evenings(play.with_scribe_link(Evening.objects.filter(club=club))),
        "key": new_key(),
        "member_link": _link_with_code(request, club.member_token),
        "devices": removable_devices(club),
        "lost_link": keeper_request_context(club, person_names.people_of_club(club)),
    }
    if club.is_opened_by_keeper:
        shown["keeper_link"] = _link_with_code(request, club.keeper_token)
    return render(request, "club/front/links.html", shown)


@never_cache
@require_POST
@access.opens_club(Role.KEEPER)
def renew_member_link(request: HttpRequest, club: Club) -> HttpResponse:
    typed = FormData.of(request.POST)
    try:
        with access.gone_is_404():
            play.renew_member_link(
                club=club,
                key=typed.key(),
                replaces=typed.one("replaces") or None,
                keeps_devices=not typed.has("devices"),
            )
    except play.LinkRenewed as renewed:
        messages.error(request, problem_texts.web_problem_text(renewed.code))
    else:
        messages.success(request, _("The members' link is new. Pass it on: the old one no longer works."))
    return redirect("web:club_links", token=club.link)


@never_cache
@require_POST
@access.opened_in_view(Role.KEEPER)
def renew_all_links(request: HttpRequest, token: str) -> HttpResponse:
    """Replace the keeper's link and all weaker ones. A repeated request still has the old one in its address.

    The form of a device has the old link.
    """
    typed, device = FormData.of(request.POST), None
    link = token
    if device_cookies.is_club_id(token):
        opened = access.club_of(token, Role.KEEPER, request=request)
        link, device = typed.one("replaces") or opened.keeper_token, opened.device
    with access.gone_is_404():
        club = play.renew_keeper_link(link=link, key=typed.key(), keeps_devices=not typed.has("devices"), device=device)
    messages.success(request, _("All links of the club are new. The old ones no longer work."))
    return redirect("web:club_links", token=token if device else club.keeper_token)


def _link_with_code(request: HttpRequest, token: str) -> dict[str, str]:
    url = link_for_phones(request, reverse("web:club", args=[token]))
    return {"url": url, "code": qr_svg(url)}
