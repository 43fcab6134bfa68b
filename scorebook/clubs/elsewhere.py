"""Clubs that another site has: they moved there, or are still in use there while they are copied here.

Nothing opens such a copy: look-ups by links and devices are for clubs with an empty `arriving_from`.
"""

from uuid import UUID

from scorebook.clubs.models import Club, EndedClub


def site_of_club(club_id: UUID) -> str:
    """Return the address of the other site that has the club; empty if this one has it, or none.

    At most two statements.
    """
    arriving_from = Club.objects.filter(pk=club_id).values_list("arriving_from", flat=True).first()
    return site_of_gone_club(club_id) if arriving_from is None else arriving_from


def site_of_gone_club(club_id: UUID) -> str:
    """Return the address of the site to which a club moved that is not here any more; else an empty one."""
    notes = EndedClub.objects.filter(club_id=club_id).order_by("-ended_at")
    return notes.values_list("moved_to", flat=True).first() or ""
