"""The links of an evening and of its club, and their renewal after they leaked."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.core.keys import new_key
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.table import links as addresses


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def links_page(request: HttpRequest, scribe_token: str) -> HttpResponse:
    if request.method == "POST":
        return _renew_evening_links(request, scribe_token)
    evening = access.written_by(scribe_token)
    shown = {
        "evening": evening,
        "key": new_key(),
        "was": request.GET.get("was", ""),
        "came_by": addresses.address_kind(request).value,
        **addresses.evening_links(request, evening),
    }
    return render(request, "evening/table/links.html", shown)


def _renew_evening_links(request: HttpRequest, scribe_token: str) -> HttpResponse:
    typed = FormData.of(request.POST)
    if typed.one("watch"):
        return _renew_watch_link(request, access.written_by(scribe_token), typed)
    with access.gone_is_404():
        evening = play.renew_by_scribe_link(link=scribe_token, key=typed.key())
    _announce_new_links(request)
    # The page updates the address of the evening in the phone's storage.
    return redirect(f"{reverse('web:links', args=[evening.scribe_token])}?was={scribe_token}")


def _renew_watch_link(request: HttpRequest, evening: Evening, typed: FormData) -> HttpResponse:
    try:
        with access.gone_is_404():
            play.renew_watch_link(evening=evening, key=typed.key())
    except play.LinkRenewed as renewed:
        messages.error(request, problem_texts.web_problem_text(renewed.code))
    else:
        messages.success(request, _("There is a new link for looking on. The old one opens nothing any more."))
    return redirect("web:links", scribe_token=evening.scribe_token)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_links_page(request: HttpRequest, club_token: str) -> HttpResponse:
    if request.method == "POST":
        with access.gone_is_404():
            club = play.renew_by_club_link(link=club_token, key=FormData.of(request.POST).key())
        _announce_new_links(request)
        return redirect("web:club", club_token=club.link_token)
    club = access.club_of(club_token)
    club_url = addresses.link_for_phones(request, reverse("web:club", args=[club.link_token]))
    return render(request, "club/front/links.html", {"club": club, "key": new_key(), "club_url": club_url})


def _announce_new_links(request: HttpRequest) -> None:
    messages.success(
        request, _("The club and its evenings have new links. Pass them on; the old ones open nothing any more.")
    )
