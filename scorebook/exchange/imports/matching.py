"""Matching of the names in a file with people of the club: by their name, by the name of a linked entry, or new."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from uuid import UUID, uuid5

from scorebook.clubs import names as naming
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club, Player

SUGGESTED = 3
ALIKE = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedName:
    name: str  # in the file
    player: Player | None  # None is a new person
    near: tuple[Player, ...] = ()  # people who may be meant by a name that is nobody's here, the likeliest first
    is_open: bool = False  # one of them may be meant, and nobody has chosen
    id: UUID  # the player's, or that of the person to be enrolled

    @property
    def is_new(self) -> bool:
        return self.player is None


def matched_names(
    club: Club, names: Iterable[str], chosen: Mapping[str, UUID | None], *, key: UUID, takes_near: bool = False
) -> tuple[MatchedName, ...]:
    """Match names.

    chosen:     folded name -> the player picked, None for a new person; other names are looked up.
    takes_near: whether a name without a choice is the likeliest person with a similar name.
    """
    group = club_group(club.pk)
    players = sorted(Player.objects.filter(club__in=group.clubs), key=lambda one: one.club_id != club.pk)
    by_name = naming.KnownNames(
        (player.name, player) for player in players if not naming.is_substitute_name(player.name)
    )
    own = {player.pk: player for player in players if player.club_id == club.pk}
    new = naming.KnownNames[UUID]()
    found = []
    for name in names:
        # Two names of the file that look the same are one new person.
        id = new.find(name) or uuid5(key, f"person {naming.folded_name(name)}")
        new.add(name, id)
        folded, known = naming.folded_name(name), by_name.find(name)
        picked = chosen.get(folded)
        # Names are unique in a club: a person of it with this name is no new one.
        if folded in chosen and not (known and known.club_id == club.pk and not picked):
            player = own.get(picked) if picked else None
        else:
            player = _imported_player_in_club(known, own, group) if known else None
        found.append(MatchedName(name=name, player=player, id=player.pk if player else id))
    return tuple(_with_near_people(found, chosen, own, takes_near=takes_near))


def _with_near_people(
    matched: Sequence[MatchedName], chosen: Mapping[str, UUID | None], own: Mapping[UUID, Player], *, takes_near: bool
) -> Iterator[MatchedName]:
    """Yield the names with people of similar names, except people whom another name of the file means."""
    meant = {one.player.pk for one in matched if one.player}
    for one in matched:
        folded = naming.folded_name(one.name)
        if one.player and (folded not in chosen or one.player.name_folded == folded):
            yield one
            continue
        free = [player for player in own.values() if player.pk not in meant or player == one.player]
        near = tuple(_similar_players(folded, free))
        if one.player or not near or folded in chosen:
            yield replace(one, near=near)
        elif takes_near:
            meant.add(near[0].pk)
            yield replace(one, near=near, player=near[0], id=near[0].pk)
        else:
            yield replace(one, near=near, is_open=True)


def _imported_player_in_club(player: Player, own: Mapping[UUID, Player], group: ClubGroup) -> Player | None:
    """Return the club's entry of a person, which plays and pays for them; None if the club has none."""
    person = group.person(player.pk)
    return next((own[id] for id in group.entries_of(person) if id in own), None)


def _similar_players(folded: str, own: Iterable[Player]) -> Sequence[Player]:
    by_name = {player.name_folded: player for player in own if not naming.is_substitute_name(player.name)}
    first = folded.split()[0] if folded else ""
    alike = [name for name in by_name if name.split()[0] == first or name.startswith(folded) or folded.startswith(name)]
    close = get_close_matches(folded, list(by_name), n=SUGGESTED, cutoff=ALIKE)
    return [by_name[name] for name in dict.fromkeys([*close, *alike])][:SUGGESTED]
