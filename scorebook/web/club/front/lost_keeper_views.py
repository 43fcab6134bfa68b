"""A new keeper's link for a club whose keeper lost theirs, on the page of links and announced on the club's page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorebook import access
from scorebook.clubs.devices import lost_keeper
from scorebook.clubs.devices.lost_keeper import KeeperRequestRefused
from scorebook.clubs.models import Club, ClubEvent
from scorebook.clubs.services import NameKeyConflict
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import People


def keeper_request_context(
    club: Club, persons: People, events: Iterable[ClubEvent] | None = None
) -> Mapping[str, object] | None:
    """Return the request that stands, and what the device in use can do about it; for the templates.

    events: of the club group, if they are already read.
    """
    now = timezone.now()
    request = lost_keeper.keeper_request(club, events=events, at=now)
    if request is None:
        return None
    is_own, has_name = request.is_by(club.device), club.device is not None and club.device.player_id is not None
    return {
        "ready_at": request.ready_at,
        "first": persons[str(request.first.person)],
        "second": persons[str(request.second.person)] if request.second else None,
        "may_make": is_own and request.ready_at is not None and request.ready_at <= now,
        "may_agree": has_name and not is_own and request.second is None,
        "may_stop": is_own or club.is_opened_by_keeper,
    }


@never_cache
@require_POST
@access.opens_club()
def lost_keeper_link(request: HttpRequest, club: Club) -> HttpResponse:
    """Do the step that the pressed button names."""
    typed, at = FormData.of(request.POST), timezone.now()
    key = typed.key()
    try:
        if typed.has("want"):
            lost_keeper.want_keeper_link(club=club, device=club.device, key=key, at=at)
            text = _("Everyone in the club can see it now. Ask a second member to agree.")
        elif typed.has("agree"):
            lost_keeper.second_keeper_link(club=club, device=club.device, key=key, at=at)
            text = _("In three days either of you can make the new link here, unless a keeper stops it.")
        elif typed.has("stop"):
            lost_keeper.refuse_keeper_link(club=club, key=key, by=club.by, at=at)
            text = _("Stopped. The keeper's link stays as it is.")
        elif typed.has("make"):
            lost_keeper.make_keeper_link(club=club, key=key, at=at)
            text = _("Here is the new keeper's link. Keep it in a second place too.")
        else:
            return redirect("web:club_links", token=club.link)
    except (KeeperRequestRefused, NameKeyConflict) as refused:
        messages.error(request, problem_texts.web_problem_text(refused.code))
    else:
        messages.success(request, text)
    return redirect("web:club_links", token=club.link)
