"""A club group: linked clubs and their people, each person once, computed from club events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.db.models import F

from scorebook.clubs.chain_ends import ChainPlace, chain_end, folded_hash, move_chain_end
from scorebook.clubs.models import MAX_RECORDED_BY, ChainEnd, Club, ClubEvent, Player
from scorebook.clubs.name_chain import NameKeyConflict
from scorebook.core.database.taken_ids import is_taken_id

Kind = ClubEvent.Kind
ReadEvents = Callable[[Sequence[UUID]], list[ClubEvent]]

CLAIM_KINDS = (Kind.PERSON_CLAIMED, Kind.CLAIM_DISPUTED, Kind.CLAIM_REVOKED)
KEEPER_KINDS = (
    Kind.KEEPER_LINK_WANTED, Kind.KEEPER_LINK_SECONDED, Kind.KEEPER_LINK_REFUSED, Kind.KEEPER_LINK_MADE,
)  # fmt: skip


class CupRule(StrEnum):
    """The rule by which the travelling cup of the club changes hands."""

    BEATEN = "beaten"  # the holder loses it to the winner of an evening that both attended
    WINNER = "winner"  # the winner of every evening takes it, whether or not the holder attended
    NO_CUP = "no_cup"  # the club has no cup


@dataclass(frozen=True, slots=True, kw_only=True)
class CupAgreement:
    rule: CupRule
    first_on: date  # valid from this day; the first evening from then on starts without a holder


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGroup:
    """A club group: a main club and the clubs linked to it."""

    club_id: UUID  # of the main club, to which the others are linked
    clubs: tuple[UUID, ...]  # all clubs, the main club first
    same: Mapping[UUID, UUID]  # linked player -> the player who stands for the same person
    hidden: frozenset[UUID]  # players whose name is replaced by a neutral one
    forgotten: frozenset[UUID]  # players whose name was erased
    unrated: frozenset[UUID]  # players out of the public ratings, and the persons they are linked to
    hides_money: bool
    cups: tuple[CupAgreement, ...]  # by day; empty without an agreement
    keeper_events: tuple[ClubEvent, ...]  # about lost keepers' links, for `lost_keeper.keeper_request`

    def person(self, player_id: UUID) -> UUID:
        """Return the player who stands for the person."""
        return self.same.get(player_id, player_id)

    def entries_of(self, person_id: UUID) -> tuple[UUID, ...]:
        """Return all players of a person, the person's own id first."""
        return (person_id, *sorted(other for other, person in self.same.items() if person == person_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedGroup:
    """A club group whose clubs are locked until the transaction ends."""

    group: ClubGroup
    clubs: Mapping[UUID, Club]

    def raise_versions(self) -> None:
        """Let every page of these clubs see that a name or an event has changed (`Club.group_version`)."""
        for club_id in self.clubs:
            Club.objects.filter(pk=club_id).update(group_version=F("group_version") + 1)


def club_group(club_id: UUID) -> ClubGroup:
    """Return the club group of a club. At most three statements; one if the club is not linked."""
    clubs, events = linked_clubs(club_id, _events_of_clubs)
    if len(clubs) > 1:
        events += _events_of_clubs(clubs[1:])
    return _group_from_events(clubs, events)


def linked_clubs(club_id: UUID, events_of: ReadEvents) -> tuple[tuple[UUID, ...], list[ClubEvent]]:
    """Return the clubs of a group, the main club first, and the main club's events.

    events_of: returns the events of some clubs in order, of the database or of a file.
    """
    events = events_of([club_id])
    joined = _joined_main_club(events)
    if joined:
        events = events_of([joined])
    return (joined or club_id, *_linked_clubs(events)), events


def lock_club_group(club_id: UUID, *, others: Iterable[UUID] = (), known: Club | None = None) -> LockedGroup:
    """Lock the rows of all clubs of the group until the transaction ends, and return the group as it is then.

    The lock covers all clubs, so two concurrent links in different clubs cannot form a cycle.
    others: clubs to lock as well.
    known: the club as read before; if nothing has changed since, the group is read once.
    """
    group = club_group(club_id)
    while True:
        # The club itself too: it may have left the group while the group was read.
        clubs = _lock_clubs([club_id, *others, *group.clubs])
        if known and clubs[club_id].group_version == known.group_version:
            return LockedGroup(group=group, clubs=clubs)
        now = club_group(club_id)
        if clubs.keys() >= set(now.clubs):
            return LockedGroup(group=now, clubs=clubs)
        group = now


def _lock_clubs(club_ids: Iterable[UUID]) -> dict[UUID, Club]:
    """Lock clubs one after the other, always in the same order. NO KEY for the reason given in `services.locked_club`.

    A club that does not exist is left out.
    """
    rows = Club.objects.select_for_update(no_key=True)
    found = (rows.filter(pk=club_id).first() for club_id in sorted(set(club_ids)))
    return {club.pk: club for club in found if club}


def direct_links(club_ids: Sequence[UUID]) -> Mapping[UUID, UUID]:
    """Return linked player -> the player they were linked to, who may be linked to another player in turn."""
    return _player_links(_events_of_clubs(club_ids))


def is_repeated_event(key: UUID, *, club_id: UUID, **content: object) -> bool:
    """Return whether the event was written under this key before. Raises: NameKeyConflict if another one was.

    content: values of the event by their columns.
    """
    first = ClubEvent.objects.filter(club=club_id, pk=key).first()
    if first and any(getattr(first, column) != value for column, value in content.items()):
        raise NameKeyConflict(field="key")
    return first is not None


def events_of_a_day(club: Club, kinds: Sequence[Kind], at: datetime) -> int:
    """Return how many events of these kinds the club has from the day before; for limits on what members write."""
    return ClubEvent.objects.filter(club=club, kind__in=kinds, recorded_at__gt=at - timedelta(days=1)).count()


def append_group_event(held: LockedGroup, club_id: UUID, *, kind: Kind, **event: Any) -> None:
    """Append an event that pages of all clubs of the group show. The rest as of `append_club_event`."""
    append_club_event(held.clubs[club_id], kind=kind, **event)
    held.raise_versions()


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
    """Append an event to the club's list. The caller holds the lock on the club's row. Raises: NameKeyConflict."""
    if not 0 < len(by) <= MAX_RECORDED_BY or at.utcoffset() is None:
        raise AssertionError(f"an event of a club needs who wrote it and when, not {by!r} and {at}")
    before = chain_end(club.pk, ChainEnd.Name.CLUB_EVENTS)
    event = ClubEvent(
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
    try:
        event.save()
    except IntegrityError as error:
        if is_taken_id(error):  # by an event of another club
            raise NameKeyConflict(field="key") from error
        raise
    after = ChainPlace(length=event.seq, hash=folded_hash([event], previous=before.hash))
    move_chain_end(club.pk, ChainEnd.Name.CLUB_EVENTS, before=before, after=after)
    return event


def _events_of_clubs(clubs: Sequence[UUID]) -> list[ClubEvent]:
    """Return the events in order, club by club, without those of claims: a group needs none of them."""
    found = list(ClubEvent.objects.filter(club__in=clubs).exclude(kind__in=CLAIM_KINDS).order_by("seq"))
    return sorted(found, key=lambda event: clubs.index(event.club_id))


def _joined_main_club(events: Iterable[ClubEvent]) -> UUID | None:
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


def _group_from_events(clubs: tuple[UUID, ...], events: Sequence[ClubEvent]) -> ClubGroup:
    root = clubs[0]
    links = _player_links(events)
    same = {player: _last_linked_player(links, player) for player in links}
    unrated = _marked_players(events, Kind.LEFT_RATINGS, Kind.JOINED_RATINGS)
    own = [event for event in events if event.club_id == root]
    return ClubGroup(
        club_id=root,
        clubs=clubs,
        same=same,
        hidden=_marked_players(events, Kind.NAME_HIDDEN, Kind.NAME_SHOWN),
        forgotten=_marked_players(events, Kind.NAME_FORGOTTEN),
        unrated=unrated | {same[player] for player in unrated if player in same},
        hides_money=next(
            (event.kind == Kind.MONEY_HIDDEN for event in reversed(own) if event.kind in _MONEY_KINDS), False
        ),
        cups=_cup_agreements(own),
        keeper_events=tuple(event for event in events if event.kind in KEEPER_KINDS),
    )


_MONEY_KINDS = (Kind.MONEY_HIDDEN, Kind.MONEY_SHOWN)


def _player_links(events: Iterable[ClubEvent]) -> dict[UUID, UUID]:
    """Return the links in force. All events of a player are in their own club, so they come in order."""
    links: dict[UUID, UUID] = {}
    for event in events:
        if event.player_id and event.other_player_id and event.kind == Kind.PERSON_LINKED:
            links[event.player_id] = event.other_player_id
        elif event.player_id and event.kind == Kind.PERSON_UNLINKED:
            links.pop(event.player_id, None)
    return links


def _last_linked_player(links: Mapping[UUID, UUID], player: UUID) -> UUID:
    """Follow links to the last player. The services allow no cycle."""
    while player in links:
        player = links[player]
    return player


def _marked_players(events: Iterable[ClubEvent], on: Kind, off: Kind | None = None) -> frozenset[UUID]:
    """Return the players whose last event of the two kinds is `on`."""
    marked: set[UUID] = set()
    for event in events:
        if event.player_id and event.kind == on:
            marked.add(event.player_id)
        elif event.player_id and event.kind == off:
            marked.discard(event.player_id)
    return frozenset(marked)


def _cup_agreements(events: Iterable[ClubEvent]) -> tuple[CupAgreement, ...]:
    """Return the agreements by day; the last event for a day wins."""
    by_day = {
        date.fromisoformat(event.facts["first_on"]): CupRule(event.facts["rule"])
        for event in events
        if event.kind == Kind.CUP_AGREED
    }
    return tuple(CupAgreement(rule=rule, first_on=day) for day, rule in sorted(by_day.items()))
