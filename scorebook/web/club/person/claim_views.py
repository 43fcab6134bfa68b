"""Whose phone is it: "That is me", the code to scan at the table, and the answers of the other members."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access, lookups
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.devices import claims
from scorebook.clubs.devices.claim_codes import ScannedCode, code_of, read_code
from scorebook.clubs.models import Club, Device, Player
from scorebook.clubs.services import NameKeyConflict
from scorebook.core.keys import new_key
from scorebook.web.core import person_names, problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.table.links import link_for_phones, qr_svg


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club()
def claim_page(request: HttpRequest, club: Club, player_id: UUID) -> HttpResponse:
    """Show whose phones are this person's, and let a phone say that it is."""
    player = _own_entry(club, player_id)
    code = FormData.of(request.GET).one("code")
    scanned = read_code(code, club=club, player=player) if code else None
    if request.method == "POST":
        return _answer(request, club, player, scanned)
    address = reverse("web:claim", args=[club.member_token, player.pk])
    context = {
        "club": club,
        "person": person_names.people_of_club(club)[str(player.pk)],
        "device": club.device,
        "is_own": club.device is not None and club.device.player_id == player.pk,
        "is_requested": club.device is not None and club.device.requested_player_id == player.pk,
        "has_other_name": club.device is not None and club.device.player_id not in (None, player.pk),
        "is_scanned": scanned is not None,
        "is_code_old": bool(code) and scanned is None,
        "qr_code": qr_svg(link_for_phones(request, f"{address}?{urlencode({'code': code_of(club, player)})}")),
        "devices": club.devices.filter(player=player),
        "requests": club.other_devices().filter(requested_player=player),
        "key": new_key(),
    }
    return render(request, "club/person/claim.html", context)


def _own_entry(club: Club, player_id: UUID) -> Player:
    """Return the entry of a person in this club, whose books name it."""
    group = club_group(club.pk)
    entries = lookups.entries_of_person(group, player_id)
    usable = [one for one in entries if one.club_id == club.pk and one.pk not in group.forgotten]
    own = next((one for one in usable if one.pk == player_id), usable[0] if usable else None)
    if own is None:
        raise Http404
    return own


def _answer(request: HttpRequest, club: Club, player: Player, scanned: ScannedCode | None) -> HttpResponse:
    typed = FormData.of(request.POST)
    try:
        text = _do(club, player, typed, scanned)
    except (claims.ClaimRefused, NameKeyConflict) as refused:
        messages.error(request, problem_texts.web_problem_text(refused.code))
    else:
        if text:
            messages.success(request, text)
    if typed.has("yes") or typed.has("no"):
        return redirect("web:club", token=club.link)
    return redirect("web:claim", token=club.link, player_id=player.pk)


def _do(club: Club, player: Player, typed: FormData, scanned: ScannedCode | None) -> str:
    """Do what the pressed button says, and return what was done; empty without a button. Raises: ClaimRefused."""
    at, key, device_id = timezone.now(), typed.key(), typed.id("device")
    if typed.has("me"):
        return _claim_for_this_device(club, player, scanned, typed)
    if typed.has("yes"):
        by_device = club.device.pk if club.device else None
        claims.confirm_claim(
            club=club, device_id=device_id, player=player, confirmed_by=by_device, key=key, by=club.by, at=at
        )
        return _("From now on entries from %(name)s's phone carry their name.") % {"name": player.name}
    if typed.has("no"):
        claims.withdraw_request(club=club, device_id=device_id, player=player)
        return _("The phone stays without a name.")
    if not typed.has("not"):
        return ""
    if claims.deny_claim(club=club, device_id=device_id, player=player, key=key, at=at):
        return _("The phone no longer has a name.")
    return _("Noted. Once another member or a keeper says so too, the phone no longer has a name.")


def _claim_for_this_device(club: Club, player: Player, scanned: ScannedCode | None, typed: FormData) -> str:
    device: Device | None = club.device
    if device is None:
        raise claims.ClaimRefused("claim_needs_device")
    if scanned is None:
        claims.request_claim(device=device, player=player)
        return _("Now another member has to say yes. The question is on the club's page.")
    shown_by, by, at = scanned.shown_by, scanned.writer, timezone.now()
    claims.claim_by_code(device=device, player=player, shown_by=shown_by, key=typed.key(), by=by, at=at)
    return _("From now on entries from this phone carry your name.")
