"""Functions for the people of a club group: link players who are one person, hide names, forget a person.

Each function writes events of the club and changes no earlier row, so it can be reverted. The exception is
`forget_person`, which erases typed texts and keeps every hash.
Names and ratings belong to a person, so an event is written for each of their players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.contrib.admin.models import LogEntry
from django.db import transaction

from scorebook.clubs import names as naming
from scorebook.clubs.club_groups import (
    ClubGroup,
    LockedGroup,
    append_group_event,
    club_group,
    is_repeated_event,
    lock_club_group,
)
from scorebook.clubs.devices import claims
from scorebook.clubs.forgetting import NamesInText
from scorebook.clubs.models import Club, ClubEvent, NameEvent, Player, TypedText
from scorebook.clubs.name_chain import Naming, append_names
from scorebook.clubs.services import ClubError, NameProblem, names_in_use
from scorebook.core import erasure

Kind = ClubEvent.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class TextsOfPerson:
    """The texts that `forget_person` would change."""

    names: tuple[TypedText, ...]  # every name they had
    notes: tuple[TypedText, ...]  # other texts that hold one of the names
    renamed: tuple[tuple[str, str], ...]  # names of clubs that hold one: old, new
    in_texts: NamesInText  # finds the names in other texts


@transaction.atomic
def link_players(*, player: Player, other: Player, key: UUID, by: str, at: datetime) -> bool:
    """Link the player to another who is the same person and keeps name and colour. Return whether this call did it.

    Raises: ClubError same_entry (linked with itself), same_person, already_linked, player_of_other_club, name_hidden
    (only one of the two is hidden or forgotten, and the other's name would reveal it); NameKeyConflict.
    """

    held = _group_for_event(Kind.PERSON_LINKED, player, other=other, key=key)
    if held is None:
        return False
    group = held.group
    _refuse_if(player.pk == other.pk, "same_entry")
    _refuse_if(group.person(player.pk) == group.person(other.pk), "same_person")
    _refuse_if(player.pk in group.same, "already_linked")
    _refuse_if(other.club_id not in group.clubs, "player_of_other_club")
    _refuse_if(_is_name_hidden(group, player) != _is_name_hidden(group, other), "name_hidden")
    append_group_event(
        held, player.club_id, kind=Kind.PERSON_LINKED, player=player, other_player=other, key=key, by=by, at=at
    )
    return True


@transaction.atomic
def unlink_player(*, player: Player, key: UUID, by: str, at: datetime) -> bool:
    """Make the player a person of their own. Return whether this call did it.

    Raises: ClubError not_linked; NameKeyConflict.
    """
    held = _group_for_event(Kind.PERSON_UNLINKED, player, key=key)
    if held is None:
        return False
    _refuse_if(player.pk not in held.group.same, "not_linked")
    append_group_event(held, player.club_id, kind=Kind.PERSON_UNLINKED, player=player, key=key, by=by, at=at)
    return True


@transaction.atomic
def hide_name(*, player: Player, key: UUID, by: str, at: datetime) -> bool:
    """Replace the name by a neutral one on all pages. Return whether this call did it.

    Raises: ClubError already_hidden; NameKeyConflict.
    """
    held = _group_for_event(Kind.NAME_HIDDEN, player, key=key)
    if held is None:
        return False
    _refuse_if(_is_name_hidden(held.group, player), "already_hidden")
    for entry in _append_events_of_person(Kind.NAME_HIDDEN, held, player, key=key, by=by, at=at):
        _set_displayed_name(entry, naming.substitute_name(entry.pk))
    return True


@transaction.atomic
def show_name(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    """Restore a hidden name. Raises: ClubError not_hidden, name_taken; NameKeyConflict."""
    if held := _group_for_event(Kind.NAME_SHOWN, player, key=key):
        _refuse_if(player.pk not in held.group.hidden - held.group.forgotten, "not_hidden")
        for entry in _append_events_of_person(Kind.NAME_SHOWN, held, player, key=key, by=by, at=at):
            newest = NameEvent.objects.filter(club=entry.club_id, player=entry).select_related("text").latest("seq")
            _set_displayed_name(entry, newest.text.text or naming.substitute_name(entry.pk))


@transaction.atomic
def forget_person(*, player: Player, key: UUID, by: str, at: datetime) -> bool:
    """Erase every name the person had in these clubs and all typed texts that hold one of them. This cannot be undone.

    Returns: whether this call did it.
    Clubs whose name holds one of theirs are renamed. Afterwards the database files are cleaned too (`core.erasure`).
    Raises: ClubError already_forgotten; NameKeyConflict.
    """
    held = _group_for_event(Kind.NAME_FORGOTTEN, player, key=key)
    if held is None:
        return False
    _refuse_if(player.pk in held.group.forgotten, "already_forgotten")
    entries = _append_events_of_person(Kind.NAME_FORGOTTEN, held, player, key=key, by=by, at=at)
    claims.revoke_claims_of_players(entries, key=uuid5(key, "claims"), by=by, at=at)
    texts, clubs = texts_of_person(player), sorted({entry.club_id for entry in entries})
    for club_id in clubs:
        _remove_names_from_club_name(held, club_id, texts.in_texts, by=by, at=at)
    ids = [text.pk for text in (*texts.names, *texts.notes)]
    for club_id in clubs:
        TypedText.objects.filter(club=club_id, pk__in=ids).erase()
    for entry in entries:
        _set_displayed_name(entry, naming.substitute_name(entry.pk))
    erasure.erase_traces(after_changes_of=(TypedText, Player, Club, LogEntry))
    return True


def texts_of_person(player: Player) -> TextsOfPerson:
    """Return the texts in all clubs of the person, without erased ones and without names of other people."""
    group = club_group(player.club_id)
    entries = _players_of_person(group, player)
    names = tuple(text for entry in entries for text in _name_texts_of_player(entry))
    clubs = sorted({entry.club_id for entry in entries}, key=group.clubs.index)
    in_texts = NamesInText([text.text for text in names], _names_of_other_people(entries, clubs))
    renamed = tuple(
        (club.name, in_texts.text_without_names(club.name, instead=naming.NO_NAME))
        for club in Club.objects.filter(pk__in=clubs).order_by("pk")
        if in_texts.found_in(club.name)
    )
    return TextsOfPerson(
        names=names, notes=tuple(_texts_holding_name(in_texts, clubs)), renamed=renamed, in_texts=in_texts
    )


@transaction.atomic
def leave_ratings(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    """Take the person out of the public ratings. Raises: ClubError already_out; NameKeyConflict."""
    if held := _group_for_event(Kind.LEFT_RATINGS, player, key=key):
        _refuse_if(held.group.person(player.pk) in held.group.unrated, "already_out")
        _append_events_of_person(Kind.LEFT_RATINGS, held, player, key=key, by=by, at=at)


@transaction.atomic
def join_ratings(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    """Put the person back into the public ratings. Raises: ClubError not_out; NameKeyConflict."""
    if held := _group_for_event(Kind.JOINED_RATINGS, player, key=key):
        _refuse_if(held.group.person(player.pk) not in held.group.unrated, "not_out")
        _append_events_of_person(Kind.JOINED_RATINGS, held, player, key=key, by=by, at=at)


def _group_for_event(kind: Kind, player: Player, *, other: Player | None = None, key: UUID) -> LockedGroup | None:
    """Lock and return the player's club group; None if the key was used before. Raises: NameKeyConflict."""
    held = lock_club_group(player.club_id)
    content = {"player_id": player.pk, "other_player_id": other.pk if other else None}
    return None if is_repeated_event(key, kind=kind, club_id=player.club_id, **content) else held


def _refuse_if(is_refused: bool, code: str) -> None:
    if is_refused:
        raise ClubError([NameProblem(code=code, field="player")])


def _append_events_of_person(
    kind: Kind, held: LockedGroup, player: Player, *, key: UUID, by: str, at: datetime
) -> list[Player]:
    """Write an event for each player of the person, and return the players; that of the given one has the key."""
    # The given one first, because a repeat finds their event.
    entries = sorted(_players_of_person(held.group, player), key=lambda entry: entry.pk != player.pk)
    for entry in entries:
        own_key = key if entry.pk == player.pk else uuid5(key, str(entry.pk))
        append_group_event(held, entry.club_id, kind=kind, player=entry, key=own_key, by=by, at=at)
    return entries


def _is_name_hidden(group: ClubGroup, player: Player) -> bool:
    return group.person(player.pk) in group.hidden | group.forgotten


def _players_of_person(group: ClubGroup, player: Player) -> list[Player]:
    ids = group.entries_of(group.person(player.pk))
    found = Player.objects.filter(club__in=group.clubs, pk__in=ids).select_related("club")
    return sorted(found, key=lambda entry: ids.index(entry.pk))


def _name_texts_of_player(player: Player) -> list[TypedText]:
    events = NameEvent.objects.filter(club=player.club_id, player=player).order_by("seq").select_related("text")
    return [event.text for event in events if event.text.text]


def _names_of_other_people(entries: Collection[Player], clubs: Iterable[UUID]) -> Iterator[str]:
    own = {entry.pk for entry in entries}
    for club_id in clubs:
        named = NameEvent.objects.filter(club=club_id, player__isnull=False).exclude(player__in=own)
        yield from named.exclude(text__text="").values_list("text__text", flat=True)


def _texts_holding_name(in_texts: NamesInText, clubs: Iterable[UUID]) -> Iterator[TypedText]:
    """Yield typed texts that hold one of the names, including the club's own names but no person's."""
    for club_id in clubs:
        of_people = NameEvent.objects.filter(club=club_id, player__isnull=False).values("text")
        typed = TypedText.objects.filter(club=club_id).exclude(pk__in=of_people).exclude(text="")
        yield from (text for text in typed.iterator() if in_texts.found_in(text.text))


def _remove_names_from_club_name(
    held: LockedGroup, club_id: UUID, in_texts: NamesInText, *, by: str, at: datetime
) -> None:
    """Remove the person's names from the club's name and the operators' log. The limit of names is not checked."""
    club = held.clubs[club_id]
    if not in_texts.found_in(club.name):
        return
    club.name = in_texts.text_without_names(club.name, instead=naming.NO_NAME)[: naming.MAX_CLUB_NAME]
    club.save(update_fields=["name"])
    renamed = Naming(kind=NameEvent.Kind.RENAMED, player=None, name=club.name)
    append_names(club, [renamed], group=held.clubs, by=by, at=at)
    LogEntry.objects.filter(object_id=str(club.pk)).update(object_repr=club.name)


def _set_displayed_name(player: Player, name: str) -> None:
    """Set the displayed name without touching the chain of names. Raises: ClubError name_taken."""
    if names_in_use(player.club_id, except_for=player.pk).find(name):
        raise ClubError([NameProblem(code="name_taken", field="player")])
    named = Player.objects.filter(club=player.club_id, pk=player.pk)
    named.update(name=name, name_folded=naming.folded_name(name))
