"""The service by which a club agrees on how its cup passes on."""

from datetime import date, datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs.club_groups import (
    ClubGroup,
    CupAgreement,
    CupRule,
    append_group_event,
    club_group,
    is_repeated_event,
    lock_club_group,
)
from scorebook.clubs.models import Club, ClubEvent
from scorebook.core.months import midnight
from scorebook.standings.standings_updates import replay_standings


def agree_cup(*, club: Club, rule: CupRule, first_on: date, key: UUID, by: str, at: datetime) -> ClubGroup:
    """Start the cup anew under the rule from that day, and replay the evenings since then.

    In a group of linked clubs, the agreement applies to all. Agreeing again on the same rule and day changes nothing.
    Raises: NameKeyConflict.
    """
    facts = {"rule": rule.value, "first_on": first_on.isoformat()}
    with transaction.atomic():
        held = lock_club_group(club.pk, known=club)
        group, root = held.group, held.group.club_id
        is_repeat = is_repeated_event(key, kind=ClubEvent.Kind.CUP_AGREED, club_id=root, facts=facts)
        if is_repeat or CupAgreement(rule=rule, first_on=first_on) in group.cups:
            return group
        append_group_event(held, root, kind=ClubEvent.Kind.CUP_AGREED, key=key, by=by, at=at, facts=facts)
        group = club_group(root)
        replay_standings(group, since=midnight(first_on), games=())
    return group
