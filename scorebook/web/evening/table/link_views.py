"""The links of an evening, and their renewal after they leaked."""

from __future__ import annotations

from django.contrib import messages
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.clubs.roles import Role
from scorebook.core.keys import new_key
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.table import links as addresses

_SIGNER = Signer(salt="scorebook.web.moved_evening")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_evening
def links_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    if request.method == "POST":
        return _renew_link_of_evening(request, evening)
    links = addresses.evening_links(request, evening)
    shown = {
        "evening": evening,
        "key": new_key(),
        "was": _replaced_link(FormData.of(request.GET).one("was"), evening),
        "back": evening.scribe_token if "scribe_url" in links else evening.link,
        "came_by": addresses.address_kind(request).value,
        "scribe_code": addresses.qr_svg(links["scribe_url"]) if "scribe_url" in links else "",
        **links,
    }
    return render(request, "evening/table/links.html", shown)


def _renew_link_of_evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    typed, address = FormData.of(request.POST), reverse("web:links", args=[evening.link])
    is_watch_link = typed.has("watch")
    if not is_watch_link and evening.role < Role.MEMBER:
        raise Http404
    try:
        with access.gone_is_404():
            if is_watch_link:
                play.renew_watch_link(evening=evening, key=typed.key(), replaces=typed.one("replaces") or None)
            else:
                now = play.renew_scribe_link(evening=evening, key=typed.key(), replaces=typed.one("replaces") or None)
    except play.LinkRenewed as renewed:
        messages.error(request, problem_texts.web_problem_text(renewed.code))
        return redirect(address)
    if is_watch_link:
        messages.success(request, _("New watch link made. The old one no longer works."))
        return redirect(address)
    messages.success(request, _("New scribe link made. Pass it on; the old one no longer works."))
    # The page updates the address of the evening in the phone's storage.
    moved = _SIGNER.sign(f"{typed.one('replaces') or evening.scribe_token} {now.scribe_token}")
    return redirect(f"{address}?{urlencode({'was': moved})}")


def _replaced_link(signed: str, evening: Evening) -> str:
    """Return the link that the present one has just replaced; nobody else can name one, to move a phone's evening."""
    try:
        was, new = _SIGNER.unsign(signed).split(" ")
    except (BadSignature, ValueError):
        return ""
    return was if new == evening.scribe_token else ""
