"""The chain of names: every name of a club and its players, from when on, and who recorded it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from django.db.models import F, QuerySet

from scorebook.clubs.models import MAX_RECORDED_BY, Club, NameEvent, Player, TypedText
from scorebook.clubs.names import substitute_name
from scorebook.clubs.texts import typed_text
from scorebook.core import canonical_hash

Kind = NameEvent.Kind


class NameKeyConflict(Exception):
    """The key was already used for something else."""

    code = "key_conflict"

    def __init__(self, *, field: str) -> None:
        self.field = field
        super().__init__(f"{field}: {self.code}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    kind: Kind
    player: Player | None  # None: the club itself
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerName:
    name: str  # empty if erased
    until: datetime  # time of the next name


def append_names(club: Club, namings: Sequence[Naming], *, group: Collection[UUID] = (), by: str, at: datetime) -> None:
    """Append names to the chain of a club and store its new head. The caller holds the lock on the club's row.

    group: the clubs whose pages show the names, which the caller holds too.
    Three statements for any number of names, and one for each other club; none for no names.
    """
    if not namings:
        return
    if not 0 < len(by) <= MAX_RECORDED_BY or at.utcoffset() is None:
        raise AssertionError(f"a name needs who gave it and when, not {by!r} and {at}")
    before = club.names_length
    texts = [typed_text(naming.name, club_id=club.pk) for naming in namings]
    TypedText.objects.bulk_create(texts)
    NameEvent.objects.bulk_create(
        _next_name_event(club, naming, text, by, at) for naming, text in zip(namings, texts, strict=True)
    )
    held = Club.objects.filter(pk=club.pk, names_length=before)
    grown = {"group_version": F("group_version") + 1}
    if held.update(names_length=club.names_length, names_head=club.names_head, **grown) != 1:
        raise AssertionError("somebody else wrote names into the club while we held it")
    club.group_version += 1
    for other in group:
        if other != club.pk:
            Club.objects.filter(pk=other).update(**grown)


def name_digest(event: NameEvent) -> str:
    """Return the SHA-256 of the whole event; the name enters it as its commitment."""
    return canonical_hash.canonical_digest(
        {field.attname: getattr(event, field.attname) for field in event._meta.concrete_fields if field.name != "hash"}
    )


def name_events(club: Club) -> list[NameEvent]:
    """Return the chain with its texts, in order. Two statements.

    A text that is not the club's own comes without its club and its words, for the audit (`texts.typed_text_fault`).
    """
    events = NameEvent.objects.filter(club=club).order_by("seq")
    own = TypedText.objects.filter(club=club, pk__in=events.order_by().values("text")).in_bulk()
    found = list(events)
    for event in found:
        event.text = own.get(event.text_id) or TypedText(id=event.text_id)
    return found


def former_names_of_club(club: Club) -> tuple[FormerName, ...]:
    """Return the club's earlier names, oldest first. One statement."""
    return _former_names(NameEvent.objects.filter(club=club, player=None))


def former_names_of(player: Player) -> tuple[FormerName, ...]:
    """Return a player's earlier names, oldest first; empty if the name is hidden. One statement."""
    if player.name == substitute_name(player.pk):
        return ()
    return _former_names(NameEvent.objects.filter(club=player.club_id, player=player))


def _former_names(namings: QuerySet[NameEvent]) -> tuple[FormerName, ...]:
    own = list(namings.order_by("seq").select_related("text"))
    return tuple(FormerName(name=old.text.text, until=new.recorded_at) for old, new in pairwise(own))


def _next_name_event(club: Club, naming: Naming, text: TypedText, by: str, at: datetime) -> NameEvent:
    event = NameEvent(
        club_id=club.pk,
        seq=club.names_length + 1,
        kind=naming.kind,
        player=naming.player,
        text=text,
        recorded_by=by,
        recorded_at=at,
        previous_hash=club.names_head,
    )
    event.hash = name_digest(event)
    club.names_length, club.names_head = event.seq, event.hash
    return event
