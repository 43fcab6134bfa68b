"""The club of each link: the first look-up of a request, and the only one for an unknown link.

A link belongs to one club for good, so each process keeps what it has read. A link that was replaced since does no
harm: its club has it no more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from scorebook.clubs.models import Club, EndedClub, LinkRoute

_MAX_KEPT = 50_000
_BATCH = 1_000  # tokens in a statement; a club has tens of thousands, and some builds of SQLite take 32,766 values
_kept: dict[str, UUID] = {}


def club_of_link(token: str) -> UUID | None:
    """Return the club that the token is a link of, or of one of whose evenings. One statement, none if it is kept."""
    return clubs_of_links([token]).get(token)


def clubs_of_links(tokens: Collection[str]) -> Mapping[str, UUID]:
    """Return token -> club, without unknown tokens. At most one statement."""
    found = {token: club_id for token in tokens if (club_id := _kept.get(token))}
    if missing := [token for token in tokens if token not in found]:
        read = dict(LinkRoute.objects.filter(token__in=missing).values_list("token", "club_id"))
        _keep(read)
        found |= read
    return found


def _keep(found: Mapping[str, UUID]) -> None:
    if len(_kept) > _MAX_KEPT:
        _kept.clear()
    _kept.update(found)


def kept_club_of_link(token: str) -> UUID | None:
    """Return the club of a link that was looked up before, without a statement."""
    return _kept.get(token)


def club_of_keeper_link(token: str) -> Club | None:
    club_id = club_of_link(token)
    return Club.objects.filter(pk=club_id, keeper_token=token, arriving_from="").first() if club_id else None


def add_links(club_id: UUID, tokens: Collection[str]) -> None:
    """Store the routes of new links of the club and its evenings, in the transaction that stores the links."""
    LinkRoute.objects.bulk_create([LinkRoute(token=token, club_id=club_id) for token in tokens], batch_size=_BATCH)
    # Before the commit: a link is random or derives from its club or an older link, so it never gets another club.
    _keep(dict.fromkeys(tokens, club_id))


def replace_links(club_id: UUID, successors: Mapping[str, str]) -> None:
    """Store the routes of the links that replace others. successors: old token -> new token."""
    remove_links(successors)
    add_links(club_id, [*successors.values()])


def remove_links(tokens: Collection[str]) -> None:
    """Remove the routes of these tokens, whatever club they lead to."""
    listed = list(tokens)
    for start in range(0, len(listed), _BATCH):
        LinkRoute.objects.filter(token__in=listed[start : start + _BATCH]).delete()


# -- clubs that moved to another site, or that it still has while they are copied here; nothing opens such a copy ------


def other_site_of_club(club_id: UUID) -> str:
    """Return the address of the other site that has the club; empty if this one has it, or none.

    At most two statements.
    """
    arriving_from = Club.objects.filter(pk=club_id).values_list("arriving_from", flat=True).first()
    return site_moved_to(club_id) if arriving_from is None else arriving_from


def site_moved_to(club_id: UUID) -> str:
    """Return the address of the site to which a club moved that is not here any more; else an empty one."""
    notes = EndedClub.objects.filter(club_id=club_id).order_by("-ended_at")
    return notes.values_list("moved_to", flat=True).first() or ""
