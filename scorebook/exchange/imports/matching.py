"""Who the people of a file are in the club: by their very name, by a name that somebody is linked to, or new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from uuid import UUID, uuid5

from scorebook.clubs import names as naming
from scorebook.clubs.circle import Circle, circle_of
from scorebook.clubs.models import Club, Player

SUGGESTED = 3
ALIKE = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedName:
    """name:  as the file has it. player: who that is; None is somebody new.
    near: whom somebody new may be all the same, the likeliest first.
    id:   the player's, or that of the one who would be enrolled.
    """

    name: str
    player: Player | None
    near: tuple[Player, ...]
    id: UUID

    @property
    def is_new(self) -> bool:
        return self.player is None


def matched_names(
    club: Club, names: Iterable[str], chosen: Mapping[str, UUID | None], *, key: UUID
) -> tuple[MatchedName, ...]:
    """chosen: folded name -> the player that somebody picked, None for somebody new; who is not in it is looked for."""
    circle = circle_of(club.pk)
    players = sorted(Player.objects.filter(club__in=circle.clubs), key=lambda one: one.club_id != club.pk)
    by_name = naming.KnownNames(
        (player.name, player) for player in players if not naming.is_for_the_nameless(player.name)
    )
    own = {player.pk: player for player in players if player.club_id == club.pk}
    new = naming.KnownNames[UUID]()
    found = []
    for name in names:
        # Two names of the file that look the same are one new person.
        id = new.find(name) or new_player_id(name, key)
        new.add(name, id)
        found.append(_matched(name, id, by_name, own, circle, chosen))
    return tuple(found)


def seated(player: Player, own: Mapping[UUID, Player], circle: Circle) -> Player | None:
    """The entry of the club that plays and pays for a person; None where they never sat there."""
    person = circle.person(player.pk)
    return next((own[id] for id in circle.entries_of(person) if id in own), None)


def new_player_id(name: str, key: UUID) -> UUID:
    return uuid5(key, f"person {naming.folded_name(name)}")


def _matched(
    name: str,
    id: UUID,
    by_name: naming.KnownNames[Player],
    own: Mapping[UUID, Player],
    circle: Circle,
    chosen: Mapping[str, UUID | None],
) -> MatchedName:
    folded = naming.folded_name(name)
    known = by_name.find(name)
    picked = chosen.get(folded)
    if known and known.club_id == own_club(own) and not picked:
        player = seated(known, own, circle)  # nobody else can be called so in this club
    elif folded in chosen:
        player = own.get(picked) if picked else None
    else:
        player = seated(known, own, circle) if known else None
    return MatchedName(
        name=name,
        player=player,
        near=() if player else tuple(_near(folded, own.values())),
        id=player.pk if player else id,
    )


def own_club(own: Mapping[UUID, Player]) -> UUID | None:
    return next((player.club_id for player in own.values()), None)


def _near(folded: str, own: Iterable[Player]) -> Sequence[Player]:
    by_name = {player.name_folded: player for player in own if not naming.is_for_the_nameless(player.name)}
    first = folded.split()[0] if folded else ""
    alike = [name for name in by_name if name.split()[0] == first or name.startswith(folded) or folded.startswith(name)]
    close = get_close_matches(folded, list(by_name), n=SUGGESTED, cutoff=ALIKE)
    return [by_name[name] for name in dict.fromkeys([*close, *alike])][:SUGGESTED]
