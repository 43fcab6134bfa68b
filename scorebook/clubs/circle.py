"""A club's circle: the clubs that are one, and its people, each of them once. What its club events come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from scorebook.clubs.chain_ends import ChainPlace, chain_end, folded_hash, move_chain_end
from scorebook.clubs.models import RECORDED_BY_MAX, ChainEnd, Club, ClubEvent, Player

Kind = ClubEvent.Kind


class CupRule(StrEnum):
    """How the club's travelling cup passes on.

    BEATEN: who holds it loses it at the table, to the winner of an evening at which they were there.
    WINNER: the winner of every evening takes it, whoever was there.
    NO_CUP: the club has none.
    """

    BEATEN = "beaten"
    WINNER = "winner"
    NO_CUP = "no_cup"


@dataclass(frozen=True, slots=True, kw_only=True)
class CupAgreement:
    """first_on: the day from which it holds; on the first evening from then on nobody has the cup yet."""

    rule: CupRule
    first_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """A club with those that are linked to it.

    club_id: that of the club to which the others are linked. clubs: all of them, it is the first.
    same:    whoever is another entry of somebody -> whom they are; nobody else.
    hidden, forgotten: entries whose name is not shown, or no longer known.
    unrated: who stays out of the public ratings: those of whom it was said, and the people that they are.
    cups:    what was agreed of the cup, by its days; empty as long as nobody agreed on anything.
    """

    club_id: UUID
    clubs: tuple[UUID, ...]
    same: Mapping[UUID, UUID]
    hidden: frozenset[UUID]
    forgotten: frozenset[UUID]
    unrated: frozenset[UUID]
    hides_money: bool
    cups: tuple[CupAgreement, ...]

    def person(self, player_id: UUID) -> UUID:
        """Who that is."""
        return self.same.get(player_id, player_id)

    def entries_of(self, person_id: UUID) -> tuple[UUID, ...]:
        """All players who are that person, they themselves first."""
        return (person_id, *sorted(other for other, person in self.same.items() if person == person_id))


def circle_of(club_id: UUID) -> Circle:
    """Three statements at most; one where the club was linked to no other."""
    events = _club_events([club_id])
    joined = _joined(events)
    if joined:
        events = _club_events([joined])
    root = joined or club_id
    members = _linked_clubs(events)
    if members:
        events += _club_events(members)
    return _circle(root, members, events)


def held_circle(club_id: UUID) -> Circle:
    """The circle as it is now, the rows of its clubs held until the transaction ends.

    Two who link in two of its clubs at once must not each link one to the other.
    """
    circle = circle_of(club_id)
    while True:
        hold_clubs(circle.clubs)
        now = circle_of(club_id)
        if set(now.clubs) <= set(circle.clubs):
            return now
        circle = now


def hold_clubs(club_ids: Iterable[UUID]) -> None:
    """In one order for all. NO KEY, as in `services.locked_club`."""
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=set(club_ids)).order_by("pk"))


def direct_links(club_ids: Sequence[UUID]) -> Mapping[UUID, UUID]:
    """Whoever was linked in these clubs -> to whom, who may be another entry of somebody themselves."""
    return _links(_club_events(club_ids))


def append_club_event(
    club: Club,
    *,
    kind: Kind,
    key: UUID,
    by: str,
    at: datetime,
    player: Player | None = None,
    other_player: Player | None = None,
    other_club: Club | None = None,
    facts: Mapping[str, object] | None = None,
) -> ClubEvent:
    """Write what the club said. club: its row is held."""
    if not 0 < len(by) <= RECORDED_BY_MAX or at.utcoffset() is None:
        raise AssertionError(f"an event of a club needs who wrote it and when, not {by!r} and {at}")
    before = chain_end(club.pk, ChainEnd.Name.CLUB_EVENTS)
    event = ClubEvent.objects.create(
        id=key,
        club=club,
        seq=before.length + 1,
        kind=kind,
        player=player,
        other_player=other_player,
        other_club=other_club,
        facts=facts or {},
        recorded_by=by,
        recorded_at=at,
    )
    after = ChainPlace(length=event.seq, hash=folded_hash([event], previous=before.hash))
    move_chain_end(club.pk, ChainEnd.Name.CLUB_EVENTS, before=before, after=after)
    return event


def _club_events(clubs: Sequence[UUID]) -> list[ClubEvent]:
    found = list(ClubEvent.objects.filter(club__in=clubs).order_by("seq"))
    return sorted(found, key=lambda event: clubs.index(event.club_id))


def _joined(events: Iterable[ClubEvent]) -> UUID | None:
    """The club that this one was linked to."""
    joined: UUID | None = None
    for event in events:
        if event.kind in (Kind.CLUB_JOINED, Kind.CLUB_LEFT):
            joined = event.other_club_id if event.kind == Kind.CLUB_JOINED else None
    return joined


def _linked_clubs(events: Iterable[ClubEvent]) -> list[UUID]:
    linked: dict[UUID, None] = {}
    for event in events:
        if event.other_club_id and event.kind == Kind.CLUB_LINKED:
            linked[event.other_club_id] = None
        elif event.other_club_id and event.kind == Kind.CLUB_UNLINKED:
            linked.pop(event.other_club_id, None)
    return list(linked)


def _circle(root: UUID, members: Sequence[UUID], events: Sequence[ClubEvent]) -> Circle:
    links = _links(events)
    same = {player: _end_of(links, player) for player in links}
    unrated = _marked(events, Kind.LEFT_RATINGS, Kind.JOINED_RATINGS)
    own = [event for event in events if event.club_id == root]
    return Circle(
        club_id=root,
        clubs=(root, *members),
        same=same,
        hidden=_marked(events, Kind.NAME_HIDDEN, Kind.NAME_SHOWN),
        forgotten=_marked(events, Kind.NAME_FORGOTTEN),
        unrated=unrated | {same[player] for player in unrated if player in same},
        hides_money=next(
            (event.kind == Kind.MONEY_HIDDEN for event in reversed(own) if event.kind in _OF_MONEY), False
        ),
        cups=_cups(own),
    )


_OF_MONEY = (Kind.MONEY_HIDDEN, Kind.MONEY_SHOWN)


def _links(events: Iterable[ClubEvent]) -> dict[UUID, UUID]:
    """All that was said of a player was said in their own club, and so comes in its order."""
    links: dict[UUID, UUID] = {}
    for event in events:
        if event.player_id and event.other_player_id and event.kind == Kind.PERSON_LINKED:
            links[event.player_id] = event.other_player_id
        elif event.player_id and event.kind == Kind.PERSON_UNLINKED:
            links.pop(event.player_id, None)
    return links


def _end_of(links: Mapping[UUID, UUID], player: UUID) -> UUID:
    """Whom a player is, where somebody was linked to somebody who was linked; the services let nobody go in a ring."""
    while player in links:
        player = links[player]
    return player


def _marked(events: Iterable[ClubEvent], on: Kind, off: Kind | None = None) -> frozenset[UUID]:
    """The players of whom the first was said and not the second after it."""
    marked: set[UUID] = set()
    for event in events:
        if event.player_id and event.kind == on:
            marked.add(event.player_id)
        elif event.player_id and event.kind == off:
            marked.discard(event.player_id)
    return frozenset(marked)


def _cups(events: Iterable[ClubEvent]) -> tuple[CupAgreement, ...]:
    """What was said last of a day holds."""
    by_day = {
        date.fromisoformat(event.facts["first_on"]): CupRule(event.facts["rule"])
        for event in events
        if event.kind == Kind.CUP_AGREED
    }
    return tuple(CupAgreement(rule=rule, first_on=day) for day, rule in sorted(by_day.items()))
