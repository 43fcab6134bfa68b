"""Renewal of links that fell into the wrong hands; the old ones become invalid.

A client that loses the response of a renewal would be locked out. So a new token is derived from the old one and the
request's key: the same request with the old link finds the new one. Neither the old link nor the key alone suffices,
and a key used for two links gives different successors.
"""

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorebook.clubs.devices.writers import forget_cached_writers
from scorebook.clubs.link_routes import club_of_keeper_link, clubs_of_links, replace_links
from scorebook.clubs.models import Club, Device
from scorebook.clubs.roles import Role
from scorebook.core.link_tokens import derived_link_token
from scorebook.play.club_links import replace_evening_link
from scorebook.play.errors import LinkGone, LinkRenewed
from scorebook.play.models import SCRIBE_LINK_LASTS, Evening
from scorebook.play.services.locks import locked_evening


def with_scribe_link(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """Return the evenings that their scribe's link still opens."""
    return evenings.exclude(closed_at__lt=timezone.now() - SCRIBE_LINK_LASTS)


def renew_watch_link(*, evening: Evening, key: UUID, replaces: str | None = None) -> Evening:
    """Replace the watch link of an evening.

    evening:  as found by the link of the request.
    replaces: the token that the client wants to replace; None for the present one, and then a repeat replaces again.
    Raises: LinkGone; LinkRenewed if another one is in use by now.
    """
    with transaction.atomic():
        now = locked_evening(evening)
        _check_link_in_use(evening, now)
        wanted = _checked_successor(now.watch_token, replaces or evening.watch_token, key, "watch")
        if now.watch_token != wanted:
            replace_evening_link(now, "watch_token", wanted)
    return now


def renew_scribe_link(*, evening: Evening, key: UUID, replaces: str | None = None) -> Evening:
    """Replace the scribe link of an evening; arguments and errors as of `renew_watch_link`."""
    with transaction.atomic():
        now = locked_evening(evening)
        _check_link_in_use(evening, now)
        wanted = _checked_successor(now.scribe_token, replaces or evening.scribe_token, key, "scribe")
        if now.scribe_token != wanted:
            replace_evening_link(now, "scribe_token", wanted)
    return now


def renew_member_link(*, club: Club, key: UUID, replaces: str | None = None, keeps_devices: bool = True) -> Club:
    """Replace the members' link, and all links to which it leads: those of the scribes and the calendar's address.

    club: as opened by the keeper. keeps_devices: False also removes all devices but the one in use. Else as
    `renew_watch_link`.
    """
    with transaction.atomic():
        now = _locked_club(club.pk)
        if not now.has_same_link(club):
            raise LinkGone
        wanted = _checked_successor(now.member_token, replaces or club.member_token, key, "member")
        if now.member_token != wanted:
            _renew_links_of_members(now, key, link=wanted)
            if not keeps_devices:
                club.other_devices().delete()
    forget_cached_writers()
    return now


def remove_device(*, club: Club, device_id: UUID, key: UUID, renews_link: bool) -> Club:
    """Remove a device of the club; a repeat changes nothing.

    renews_link: also replace the link that the device opened, which it may have kept.
    Raises: LinkGone.
    """
    with transaction.atomic():
        now = _locked_club(club.pk)
        if not now.has_same_link(club):
            raise LinkGone
        device = Device.objects.filter(club=now, pk=device_id).first()
        if device and renews_link:
            is_keeper = device.role >= Role.KEEPER
            renew, link = (
                (_renew_all_links, now.keeper_token) if is_keeper else (_renew_links_of_members, now.member_token)
            )
            renew(now, key, link=_successor_of_link(link, key, "club" if is_keeper else "member"))
        if device:
            Device.objects.filter(club=now, pk=device_id).delete()
    forget_cached_writers()
    return now


def club_of_removal(*, link: str, key: UUID) -> Club | None:
    """Return the club whose keeper's link the removal of a device has replaced, for a repeat of it."""
    return club_of_keeper_link(_successor_of_link(link, key, "club"))


def _check_link_in_use(opened: Evening, now: Evening) -> None:
    """Raise LinkGone if the link by which the evening was opened was replaced since."""
    by_members = opened.role >= Role.MEMBER
    if not (now.club.has_same_link(opened.club) if by_members else now.scribe_token == opened.scribe_token):
        raise LinkGone


def _checked_successor(current: str, replaced: str, key: UUID, purpose: str) -> str:
    """Return the token that follows from the replaced one. Raises: LinkRenewed if neither of the two is in use."""
    wanted = _successor_of_link(replaced, key, purpose)
    if current not in (replaced, wanted):
        raise LinkRenewed
    return wanted


def renew_keeper_link(*, link: str, key: UUID, keeps_devices: bool = True, device: Device | None = None) -> Club:
    """Replace the keeper's link, and all links to which it leads. The watch links stay, because they lead nowhere.

    keeps_devices: False also removes all devices of the club. device: the one in use, which stays.
    Raises: LinkGone.
    """
    tokens = (link, _successor_of_link(link, key, "club"))
    with transaction.atomic():
        club = _locked_club(next(iter(clubs_of_links(tokens).values()), None))
        if club.keeper_token not in tokens:
            raise LinkGone
        if club.keeper_token == link:
            _renew_all_links(club, key, link=tokens[1])
            if not keeps_devices:
                club.device = device
                club.other_devices().delete()
    forget_cached_writers()
    return club


def link_mark(club: Club) -> str:
    """Return a digest that identifies the keeper's current link without revealing it."""
    return salted_hmac("scorebook.play.links mark", club.keeper_token, algorithm="sha256").hexdigest()


def renew_for_operator(*, club_id: UUID, seen: str, key: UUID) -> Club:
    """Replace the same links without one of them, and remove all devices, for a club whose keeper lost theirs.

    seen: mark of the link to be replaced. The same key finds the new link again.
    Raises: LinkGone if the club does not exist; LinkRenewed if the links were renewed since.
    """
    with transaction.atomic():
        club = _locked_club(club_id)
        wanted = _successor_of_link(seen, key, "club of mark")
        if club.keeper_token != wanted:
            if link_mark(club) != seen:
                raise LinkRenewed
            _renew_all_links(club, key, link=wanted)
            club.devices.all().delete()
    forget_cached_writers()
    return club


def _locked_club(club_id: UUID | None) -> Club:
    """Lock the club and return it. Renewals and the opening of evenings wait for this lock."""
    found = Club.objects.select_for_update(no_key=True).filter(pk=club_id, arriving_from="") if club_id else None
    if found is None or (club := found.first()) is None:
        raise LinkGone
    return club


def _renew_all_links(club: Club, key: UUID, *, link: str) -> None:
    """Replace all links. link: the keeper's new one."""
    replace_links(club.pk, {club.keeper_token: link})
    club.keeper_token = link
    club.keeper_link_kept_at = None
    club.save(update_fields=["keeper_token", "keeper_link_kept_at"])
    _renew_links_of_members(club, key, link=_successor_of_link(link, key, "member"))


def _renew_links_of_members(club: Club, key: UUID, *, link: str) -> None:
    """Replace the links that members have. link: their new one."""
    evenings = list(Evening.objects.filter(club=club).select_for_update(no_key=True))
    successors = {club.member_token: link}
    for evening in evenings:
        replaced, evening.scribe_token = evening.scribe_token, _successor_of_link(evening.scribe_token, key, "scribe")
        successors[replaced] = evening.scribe_token
    Evening.objects.filter(club=club).bulk_update(evenings, ["scribe_token"], batch_size=100)
    replace_links(club.pk, successors)
    club.member_token, club.calendar_seed = link, _successor_of_link(link, key, "calendar")
    club.save(update_fields=["member_token", "calendar_seed"])


def _successor_of_link(link: str, key: UUID, purpose: str) -> str:
    return derived_link_token(purpose, f"{key} {link}")
