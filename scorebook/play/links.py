"""New links for old ones that fell into the wrong hands: from then on the old ones open nothing.

A link is all that its holder needs, and whoever loses his own while he asks for a new one would be locked out when
the answer is lost on the way. So the new tokens follow from the key that the request brought: sent again, it finds
them.
"""

import base64
from uuid import UUID

from django.db import transaction
from django.utils.crypto import salted_hmac

from scorebook.clubs.models import Club
from scorebook.play.hands import locked
from scorebook.play.models import Session


def renew_watch_link(*, session: Session, key: UUID) -> Session:
    """Whoever looked on has to be given the new link."""
    with transaction.atomic():
        session = locked(session)
        session.watch_token = _token(key, "watch")
        session.save(update_fields=["watch_token"])
    return session


def renew_writing_links(*, club: Club, key: UUID) -> Club:
    """The club's own link and the scribe links of all its evenings: each of them leads to all others.

    The watch links stay; they lead nowhere.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        sessions = list(Session.objects.filter(club=club).select_for_update(no_key=True))
        for session in sessions:
            session.scribe_token = _token(key, f"scribe {session.pk}")
        Session.objects.bulk_update(sessions, ["scribe_token"], batch_size=100)
        club.link_token = _token(key, "club")
        club.save(update_fields=["link_token"])
    return club


def club_renewed_by(key: UUID) -> Club | None:
    """The club whose links this key made: for a request whose answer was lost."""
    return Club.objects.filter(link_token=_token(key, "club")).first()


def _token(key: UUID, purpose: str) -> str:
    """128 bits that only this installation can work out, as many as a random token has."""
    digest = salted_hmac(f"scorebook.play.links {purpose}", str(key), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()
