"""New links for old ones that fell into the wrong hands: from then on the old ones open nothing.

A link is all that its holder needs, and whoever loses their own while they ask for a new one would be locked out when
the answer is lost on the way. So a new token follows from the old one and from the key that the request brought: sent
again, with the old link and the same key, it finds them. Neither of the two alone finds anything, and a key used for
two links makes each of them a successor of its own.
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
    """Whoever looked on has to be given the new link.

    evening: as the scribe link that asks has found it.
    Raises: LinkGone; LinkRenewed where somebody else made a new one since.
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
    """The club's own link and the scribe links of all its evenings: each of them leads to all others.

    The watch links stay; they lead nowhere. Raises: LinkGone.
    """
    tokens = (link, _successor_of_link(link, key, "club"))
    with transaction.atomic():
        club = _held_club(Club.objects.filter(link_token__in=tokens).values_list("pk", flat=True).first())
        if club.link_token not in tokens:
            raise LinkGone
        if club.link_token == link:
            _renew_all_links(club, key)
    return club


def renew_by_scribe_link(*, link: str, key: UUID) -> Evening:
    """The same, asked for with the link of one evening: that evening. Raises: LinkGone."""
    wanted = Evening.objects.filter(scribe_token__in=(link, _successor_of_link(link, key, "scribe")))
    with transaction.atomic():
        club = _held_club(wanted.values_list("club_id", flat=True).first())
        evening = wanted.first()
        if evening is None:
            raise LinkGone
        if evening.scribe_token == link:
            _renew_all_links(club, key)
            evening.refresh_from_db()
    return evening


def _held_club(club_id: UUID | None) -> Club:
    """The club as it is now. All who renew its links, and who open an evening, wait here for each other."""
    if club_id is None:
        raise LinkGone
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def _renew_all_links(club: Club, key: UUID) -> None:
    evenings = list(Evening.objects.filter(club=club).select_for_update(no_key=True))
    for evening in evenings:
        evening.scribe_token = _successor_of_link(evening.scribe_token, key, "scribe")
    Evening.objects.bulk_update(evenings, ["scribe_token"], batch_size=100)
    club.link_token = _successor_of_link(club.link_token, key, "club")
    club.save(update_fields=["link_token"])


def _successor_of_link(link: str, key: UUID, purpose: str) -> str:
    """What only this installation can work out."""
    digest = salted_hmac(f"scorebook.play.links {purpose}", f"{key} {link}", algorithm="sha256").digest()
    return link_token_of(digest)
