"""The verbs of people in order: two entries that are one person, names that are hidden or forgotten.

Nothing that was written is changed: each verb is an event of the club, and what it says can be taken back. The one that
cannot is `forget_person`, which empties what somebody typed and leaves every hash as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs import names as naming
from scorebook.clubs.circle import Circle, append_club_event, circle_of
from scorebook.clubs.models import ClubEvent, NameEvent, Player, TypedText
from scorebook.clubs.services import ClubError, NameKeyConflict, Problem, locked_club

Kind = ClubEvent.Kind


@transaction.atomic
def link_players(*, player: Player, other: Player, key: UUID, by: str, at: datetime) -> None:
    """From now on the player is another entry of the other person, who keeps name and colour.

    Raises: ClubError same_person, already_linked, player_of_other_club; NameKeyConflict.
    """

    def fault(circle: Circle) -> str | None:
        if circle.person(player.pk) == circle.person(other.pk):
            return "same_person"
        if player.pk in circle.same:
            return "already_linked"
        return None if other.club_id in circle.clubs else "player_of_other_club"

    _say(Kind.PERSON_LINKED, player, fault, other_player=other, key=key, by=by, at=at)


@transaction.atomic
def unlink_player(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    """They are a person of their own again. Raises: ClubError not_linked; NameKeyConflict."""
    _say(
        Kind.PERSON_UNLINKED,
        player,
        lambda circle: None if player.pk in circle.same else "not_linked",
        key=key,
        by=by,
        at=at,
    )


@transaction.atomic
def hide_name(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    """Show a neutral word instead, everywhere. Raises: ClubError already_hidden; NameKeyConflict."""
    if _say(
        Kind.NAME_HIDDEN,
        player,
        lambda circle: "already_hidden" if player.pk in circle.hidden | circle.forgotten else None,
        key=key,
        by=by,
        at=at,
    ):
        _call(player, naming.nameless(player.pk))


@transaction.atomic
def show_name(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    """Show the name again that was hidden. Raises: ClubError not_hidden, name_taken; NameKeyConflict."""
    newest = NameEvent.objects.filter(club=player.club_id, player=player).select_related("text").latest("seq")
    name = newest.text.text

    def fault(circle: Circle) -> str | None:
        if player.pk not in circle.hidden - circle.forgotten:
            return "not_hidden"
        others = Player.objects.filter(club=player.club_id, name_folded=naming.folded_name(name)).exclude(pk=player.pk)
        return "name_taken" if others.exists() else None

    if _say(Kind.NAME_SHOWN, player, fault, key=key, by=by, at=at):
        _call(player, name)


@transaction.atomic
def forget_person(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    """Empty every name that they had here, and every note that holds one of them. Nobody can take it back.

    Raises: ClubError already_forgotten; NameKeyConflict.
    """
    if _say(
        Kind.NAME_FORGOTTEN,
        player,
        lambda circle: "already_forgotten" if player.pk in circle.forgotten else None,
        key=key,
        by=by,
        at=at,
    ):
        texts = [*_names_of(player), *notes_that_name(player)]
        TypedText.objects.filter(club=player.club_id, pk__in=[text.pk for text in texts]).exclude(text="").erase()
        _call(player, naming.nameless(player.pk))


def notes_that_name(player: Player) -> Sequence[TypedText]:
    """What somebody typed in the club that holds one of their names as a word of its own; names of others are none."""
    names = {naming.folded_name(text.text) for text in _names_of(player) if text.text}
    if not names:
        return ()
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names)))})(?!\w)")
    given = NameEvent.objects.filter(club=player.club_id).values("text")
    typed = TypedText.objects.filter(club=player.club_id).exclude(pk__in=given).exclude(text="")
    return [text for text in typed.iterator() if words.search(naming.folded_name(text.text))]


@transaction.atomic
def leave_ratings(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    """Stay out of the table of ratings that all see. Raises: ClubError already_out; NameKeyConflict."""
    _say(
        Kind.LEFT_RATINGS,
        player,
        lambda circle: "already_out" if player.pk in circle.unrated else None,
        key=key,
        by=by,
        at=at,
    )


@transaction.atomic
def join_ratings(*, player: Player, key: UUID, by: str, at: datetime) -> None:
    """Stand in it again. Raises: ClubError not_out; NameKeyConflict."""
    _say(
        Kind.JOINED_RATINGS,
        player,
        lambda circle: None if player.pk in circle.unrated else "not_out",
        key=key,
        by=by,
        at=at,
    )


def _say(
    kind: Kind,
    player: Player,
    fault: Callable[[Circle], str | None],
    *,
    key: UUID,
    by: str,
    at: datetime,
    other_player: Player | None = None,
) -> bool:
    """Write an event about a person unless it cannot be; whether it is new, and not sent once more."""
    club = locked_club(player.club_id)
    first = ClubEvent.objects.filter(pk=key).first()
    if first:
        wanted = (club.pk, kind, player.pk, other_player and other_player.pk)
        if (first.club_id, first.kind, first.player_id, first.other_player_id) != wanted:
            raise NameKeyConflict(field="key")
        return False
    if code := fault(circle_of(club.pk)):
        raise ClubError([Problem(code=code, field="player")])
    append_club_event(club, kind=kind, player=player, other_player=other_player, key=key, by=by, at=at)
    return True


def _names_of(player: Player) -> list[TypedText]:
    events = NameEvent.objects.filter(club=player.club_id, player=player).select_related("text")
    return [event.text for event in events]


def _call(player: Player, name: str) -> None:
    """What stands everywhere. The chain of names is not touched."""
    player.name, player.name_folded = name, naming.folded_name(name)
    player.save(update_fields=["name", "name_folded"])
