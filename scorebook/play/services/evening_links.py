"""Renewal of links that fell into the wrong hands; the old ones become invalid.

A client that loses the response of a renewal would be locked out. So a new token is derived from the old one and the
request's key: the same request with the old link finds the new one. Neither the old link nor the key alone suffices,
and a key used for two links gives different successors.
"""

from uuid import UUID

from django.db import transaction
from django.utils.crypto import salted_hmac

from scorebook.clubs.models import Club
from scorebook.core.link_tokens import link_token_of
from scorebook.play.errors import LinkGone, LinkRenewed
from scorebook.play.models import Evening
from scorebook.play.services.locks import locked_evening


def renew_watch_link(*, evening: Evening, key: UUID) -> Evening:
    """Replace the watch link of an evening.

    evening: as found by the scribe link of the request.
    Raises: LinkGone; LinkRenewed if another request renewed it since.
    """
    with transaction.atomic():
        now = locked_evening(evening)
        if now.scribe_token != evening.scribe_token:
            raise LinkGone
        wanted = _successor_of_link(now.scribe_token, key, "watch")
        if now.watch_token != wanted:
            if now.watch_token != evening.watch_token:
                raise LinkRenewed
            now.watch_token = wanted
            now.save(update_fields=["watch_token"])
    return now


def renew_by_club_link(*, link: str, key: UUID) -> Club:
    """Replace the club's own link and the scribe links of all its evenings, because each leads to all others.

    The watch links stay, because they lead to no other link. Raises: LinkGone.
    """
    tokens = (link, _successor_of_link(link, key, "club"))
    with transaction.atomic():
        club = _locked_club(Club.objects.filter(link_token__in=tokens).values_list("pk", flat=True).first())
        if club.link_token not in tokens:
            raise LinkGone
        if club.link_token == link:
            _renew_all_links(club, key, link=tokens[1])
    return club


def renew_by_scribe_link(*, link: str, key: UUID) -> Evening:
    """Replace the links of the club as `renew_by_club_link` does, and return the link's evening. Raises: LinkGone."""
    wanted = Evening.objects.filter(scribe_token__in=(link, _successor_of_link(link, key, "scribe")))
    with transaction.atomic():
        club = _locked_club(wanted.values_list("club_id", flat=True).first())
        evening = wanted.first()
        if evening is None:
            raise LinkGone
        if evening.scribe_token == link:
            _renew_all_links(club, key, link=_successor_of_link(club.link_token, key, "club"))
            evening.refresh_from_db()
    return evening


def link_mark(club: Club) -> str:
    """Return a digest that identifies the club's current link without revealing it."""
    return salted_hmac("scorebook.play.links mark", club.link_token, algorithm="sha256").hexdigest()


def renew_for_operator(*, club_id: UUID, seen: str, key: UUID) -> Club:
    """Replace the same links without one of them, for a club that lost its own.

    seen: mark of the link to be replaced. The same key finds the new link again.
    Raises: LinkGone if the club does not exist; LinkRenewed if the links were renewed since.
    """
    with transaction.atomic():
        club = _locked_club(club_id)
        wanted = _successor_of_link(seen, key, "club of mark")
        if club.link_token != wanted:
            if link_mark(club) != seen:
                raise LinkRenewed
            _renew_all_links(club, key, link=wanted)
    return club


def _locked_club(club_id: UUID | None) -> Club:
    """Lock the club and return it. Renewals and the opening of evenings wait for this lock."""
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first() if club_id else None
    if club is None:
        raise LinkGone
    return club


def _renew_all_links(club: Club, key: UUID, *, link: str) -> None:
    """Replace all links. link: the club's new one."""
    evenings = list(Evening.objects.filter(club=club).select_for_update(no_key=True))
    for evening in evenings:
        evening.scribe_token = _successor_of_link(evening.scribe_token, key, "scribe")
    Evening.objects.bulk_update(evenings, ["scribe_token"], batch_size=100)
    club.link_token = link
    club.save(update_fields=["link_token"])


def _successor_of_link(link: str, key: UUID, purpose: str) -> str:
    """Derive a token with the installation's secret key."""
    digest = salted_hmac(f"scorebook.play.links {purpose}", f"{key} {link}", algorithm="sha256").digest()
    return link_token_of(digest)
