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
            _renew_all_links(club, key, link=tokens[1])
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
            _renew_all_links(club, key, link=_successor_of_link(club.link_token, key, "club"))
            evening.refresh_from_db()
    return evening


def link_mark(club: Club) -> str:
    """Which link the club has, for whoever may replace it without being told: it opens nothing."""
    return _link_mark(club.link_token)


def renew_for_operator(*, club_id: UUID, seen: str, key: UUID) -> Club:
    """The same for somebody who has none of the links, because the club has lost its own.

    seen: the mark of the link that is to be replaced. With the same key it finds the new one again.
    Raises: LinkGone where the club is gone; LinkRenewed where somebody made new links since.
    """
    with transaction.atomic():
        club = _held_club(club_id)
        wanted = _successor_of_link(seen, key, "club of mark")
        if club.link_token != wanted:
            if _link_mark(club.link_token) != seen:
                raise LinkRenewed
            _renew_all_links(club, key, link=wanted)
    return club


def _link_mark(link: str) -> str:
    return salted_hmac("scorebook.play.links mark", link, algorithm="sha256").hexdigest()


def _held_club(club_id: UUID | None) -> Club:
    """The club as it is now. All who renew its links, and who open an evening, wait here for each other."""
    if club_id is None:
        raise LinkGone
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None:
        raise LinkGone
    return club


def _renew_all_links(club: Club, key: UUID, *, link: str) -> None:
    """link: the club's new one."""
    evenings = list(Evening.objects.filter(club=club).select_for_update(no_key=True))
    for evening in evenings:
        evening.scribe_token = _successor_of_link(evening.scribe_token, key, "scribe")
    Evening.objects.bulk_update(evenings, ["scribe_token"], batch_size=100)
    club.link_token = link
    club.save(update_fields=["link_token"])


def _successor_of_link(link: str, key: UUID, purpose: str) -> str:
    """What only this installation can work out."""
    digest = salted_hmac(f"scorebook.play.links {purpose}", f"{key} {link}", algorithm="sha256").digest()
    return link_token_of(digest)
