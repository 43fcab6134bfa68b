"""Functions that create a club, enrol players and rename both.

Each new name goes into the club's chain of names (`name_chain`) in the same transaction.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from scorebook.clubs import name_chain
from scorebook.clubs import names as naming
from scorebook.clubs.club_groups import lock_club_group
from scorebook.clubs.link_routes import add_links
from scorebook.clubs.models import Club, Player, founding_token
from scorebook.clubs.name_chain import Kind, Naming
from scorebook.clubs.name_chain import NameKeyConflict as NameKeyConflict
from scorebook.clubs.names import KnownNames
from scorebook.core import budgets
from scorebook.core.database.taken_ids import taken_id


@dataclass(frozen=True, slots=True, kw_only=True)
class NameProblem:
    code: str  # stable, translated at the edge
    field: str  # "name", or "names.2" counted from 0


class ClubError(Exception):
    """Invalid input, with every problem found."""

    def __init__(self, problems: Iterable[NameProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(f"{problem.field}: {problem.code}" for problem in self.problems))


def create_club(*, key: UUID, name: str, by: str, at: datetime) -> Club:
    """Create a club under the client's key; the same key and name return the club until its links are renewed.

    Raises: ClubError name_missing, name_too_long, name_invalid; NameKeyConflict.
    """
    name = _checked_name(name, longest=naming.MAX_CLUB_NAME)
    with transaction.atomic():
        founded = {"name": name, "created_at": at, "keeper_token": founding_token(key)}
        club, is_new = Club.objects.get_or_create(id=key, defaults=founded)
        if is_new:
            add_links(club.pk, [club.keeper_token, club.member_token])
            name_chain.append_names(club, [Naming(kind=Kind.FOUNDED, player=None, name=name)], by=by, at=at)
        elif club.name != name or not club.has_founding_link:
            raise NameKeyConflict(field="key")
    return club


def rename_club(*, club: Club, name: str, by: str, at: datetime) -> Club:
    """Rename the club; its current name changes nothing.

    Raises: ClubError name_missing, name_too_long, name_invalid, names_full.
    """
    name = _checked_name(name, longest=naming.MAX_CLUB_NAME)
    with transaction.atomic():
        held = lock_club_group(club.pk, known=club)
        club = held.clubs[club.pk]
        if club.name != name:
            _check_room_for_names(club, field="name")
            club.name = name
            club.save(update_fields=["name"])
            renamed = Naming(kind=Kind.RENAMED, player=None, name=name)
            name_chain.append_names(club, [renamed], group=held.clubs, by=by, at=at)
    return club


def enrol_players(
    *, club: Club, names: Sequence[str], by: str, at: datetime, keys: Sequence[UUID] | None = None
) -> list[Player]:
    """Return the players with these names in the given order, and create those that the club does not know.

    A name that looks like a known one is that one (`names.KnownNames`).
    keys: one id per name for new players; known players keep theirs.
    Raises: ClubError name_missing, name_too_long, name_invalid, name_twice, name_reserved, key_twice, names_full;
    NameKeyConflict.
    """
    ids = keys if keys is not None else [uuid4() for _ in names]
    wanted = [
        _WantedPlayer(key=key, name=naming.tidied_name(name), name_folded=naming.folded_name(name))
        for key, name in zip(ids, names, strict=True)
    ]
    if problems := [*name_problems(names), *_player_key_problems(wanted)]:
        raise ClubError(problems)
    with transaction.atomic():
        return _enrolled_players(club, wanted, by, at)


def name_problems(names: Sequence[str]) -> Iterator[NameProblem]:
    """Yield the problems of the names at one table; fields: names.2."""
    seen: set[str] = set()
    for index, name in enumerate(names):
        code = naming.name_fault(naming.tidied_name(name), longest=naming.MAX_PLAYER_NAME)
        if code is None and naming.folded_name(name) in seen:
            code = "name_twice"
        seen.add(naming.folded_name(name))
        if code:
            yield NameProblem(code=code, field=f"names.{index}")


def rename_player(*, player: Player, name: str, by: str, at: datetime) -> Player:
    """Rename the player; their current name changes nothing.

    Raises: ClubError name_missing, name_too_long, name_invalid, name_taken, name_hidden, name_reserved, names_full.
    """
    name = _checked_name(name, longest=naming.MAX_PLAYER_NAME)
    with transaction.atomic():
        held = lock_club_group(player.club_id)
        club = held.clubs[player.club_id]
        player = Player.objects.get(club=club, pk=player.pk)
        if player.name == naming.substitute_name(player.pk):
            raise ClubError([NameProblem(code="name_hidden", field="name")])
        if naming.is_substitute_name(name):
            raise ClubError([NameProblem(code="name_reserved", field="name")])
        is_other = naming.folded_name(name) != player.name_folded
        if is_other and names_in_use(club.pk, except_for=player.pk).find(name):
            raise ClubError([NameProblem(code="name_taken", field="name")])
        if player.name != name:
            _check_room_for_names(club, field="name")
            player.name, player.name_folded = name, naming.folded_name(name)
            Player.objects.filter(club=club, pk=player.pk).update(name=name, name_folded=player.name_folded)
            renamed = Naming(kind=Kind.RENAMED, player=player, name=name)
            name_chain.append_names(club, [renamed], group=held.clubs, by=by, at=at)
    return player


def names_in_use(club_id: UUID, *, except_for: UUID | None = None) -> KnownNames[UUID]:
    """Return the names of a club's players with the players' ids. One statement."""
    named = (
        Player.objects.filter(club=club_id).exclude(pk=except_for)
        if except_for
        else Player.objects.filter(club=club_id)
    )
    return KnownNames(named.order_by("created_at", "pk").values_list("name", "pk"))


def locked_club(club_id: UUID) -> Club:
    """Lock the club until the transaction ends, and return it."""
    # NO KEY: concurrent bookings insert rows that refer to the club and must not wait for this lock.
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class _WantedPlayer:
    key: UUID
    name: str
    name_folded: str


def _enrolled_players(club: Club, wanted: Sequence[_WantedPlayer], by: str, at: datetime) -> list[Player]:
    found = _found_players(club, wanted)
    if len(found) == len(wanted):
        return [found[one.name_folded] for one in wanted]
    # When two phones send the same name at once, the second waits here and then finds the first one's player.
    held = lock_club_group(club.pk, known=club)
    if held.clubs[club.pk].group_version != club.group_version:
        found = _found_players(club, wanted)
    club = held.clubs[club.pk]
    new = [
        Player(id=one.key, club=club, name=one.name, name_folded=one.name_folded, created_at=at)
        for one in wanted
        if one.name_folded not in found
    ]
    if new:
        _check_no_substitute_names(wanted, new)
        _check_room_for_names(club, field="names", more=len(new))
    found |= {player.name_folded: player for player in _stored_players(new, wanted)}
    namings = [Naming(kind=Kind.ENROLLED, player=player, name=player.name) for player in new]
    name_chain.append_names(club, namings, group=held.clubs, by=by, at=at)
    return [found[one.name_folded] for one in wanted]


def _found_players(club: Club, wanted: Sequence[_WantedPlayer]) -> dict[str, Player]:
    """Return folded name -> player, of those that the club knows. Raises: ClubError name_twice; NameKeyConflict."""
    # Reads all players of the club: a database cannot compare looks, and a query by name takes one statement too.
    players = list(Player.objects.filter(club=club).order_by("created_at", "pk"))
    _check_player_keys(wanted, {player.pk: player for player in players})
    in_use = KnownNames((player.name, player) for player in players)
    found = {one.name_folded: player for one in wanted if (player := in_use.find(one.name))}
    if problems := [*_problems_of_names_twice(wanted, found)]:
        raise ClubError(problems)
    return found


def _stored_players(new: Sequence[Player], wanted: Sequence[_WantedPlayer]) -> list[Player]:
    """Store new players. Raises: NameKeyConflict for an id of another club's player."""
    try:
        return Player.objects.bulk_create(new)
    except IntegrityError as error:
        taken = taken_id(error, [player.pk for player in new])
        if taken is None:
            raise
        place = next(index for index, one in enumerate(wanted) if one.key == taken)
        raise NameKeyConflict(field=f"keys.{place}") from error


def _problems_of_names_twice(wanted: Sequence[_WantedPlayer], by_name: Mapping[str, Player]) -> Iterator[NameProblem]:
    """Yield a problem for two names that look alike: they are one person, who can only sit once."""
    taken, new = set[UUID](), KnownNames[UUID]()
    for index, one in enumerate(wanted):
        player = by_name.get(one.name_folded)
        owner = player.pk if player else new.find(one.name) or one.key
        if owner in taken:
            yield NameProblem(code="name_twice", field=f"names.{index}")
        taken.add(owner)
        if not player:
            new.add(one.name, owner)


def _check_room_for_names(club: Club, *, field: str, more: int = 1) -> None:
    if club.names_length + more > budgets.NAMES_PER_CLUB:
        raise ClubError([NameProblem(code="names_full", field=field)])


def _check_no_substitute_names(wanted: Sequence[_WantedPlayer], new: Iterable[Player]) -> None:
    """Raise ClubError for new players with a substitute name, which only players with a hidden name have."""
    reserved = {player.name_folded for player in new if naming.is_substitute_name(player.name)}
    found = [index for index, one in enumerate(wanted) if one.name_folded in reserved]
    if found:
        raise ClubError(NameProblem(code="name_reserved", field=f"names.{index}") for index in found)


def _check_player_keys(wanted: Iterable[_WantedPlayer], by_key: Mapping[UUID, Player]) -> None:
    for index, one in enumerate(wanted):
        first = by_key.get(one.key)
        if first and first.name_folded != one.name_folded:
            raise NameKeyConflict(field=f"keys.{index}")


def _checked_name(text: str, *, longest: int) -> str:
    name = naming.tidied_name(text)
    if code := naming.name_fault(name, longest=longest):
        raise ClubError([NameProblem(code=code, field="name")])
    return name


def _player_key_problems(wanted: Sequence[_WantedPlayer]) -> Iterator[NameProblem]:
    keys = [one.key for one in wanted]
    for index, key in enumerate(keys):
        if key in keys[:index]:
            yield NameProblem(code="key_twice", field=f"keys.{index}")
