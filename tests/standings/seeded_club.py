"""A club of some seeded evenings, with corrections, hands that were struck out, and two entries that are one person."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid4

from scorebook.clubs.circle import Circle, append_club_event, circle_of
from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.standings.memory import replay
from tests.support.played_evening import (
    NINE_O_CLOCK,
    THROWN_IN,
    Hand,
    PlayedEvening,
    new_evening,
    ramsch,
    rufer,
    solo,
)

NAMES = ("Anna", "Beppo", "Cilli", "Done")
HANDS = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class SeededClub:
    club: Club
    people: dict[str, Player]
    evenings: list[PlayedEvening]

    @property
    def circle(self) -> Circle:
        return circle_of(self.club.pk)

    def id(self, name: str) -> UUID:
        return self.people[name].pk

    def link(self, name: str, is_really: str) -> None:
        append_club_event(
            self.club,
            kind=ClubEvent.Kind.PERSON_LINKED,
            key=uuid4(),
            by="club link",
            at=NINE_O_CLOCK,
            player=self.people[name],
            other_player=self.people[is_really],
        )
        replay(self.circle)


def seeded_club(seed: int, *, evenings: int = 5) -> SeededClub:
    """Evenings some weeks apart, each closed. In every second one Emmi was written as Emmerl."""
    dice = random.Random(seed)
    played: list[PlayedEvening] = []
    people: dict[str, Player] = {}
    for turn in range(evenings):
        names = [*NAMES, "Emmerl" if turn % 2 else "Emmi"]
        begun = NINE_O_CLOCK + turn * timedelta(days=20)
        played.append(new_evening(*names, club=played[0].club if played else None, at=begun))
        _play(played[-1], dice)
        people |= played[-1].players
    found = SeededClub(club=played[0].club, people=people, evenings=played)
    found.link("Emmerl", "Emmi")
    return found


def _play(evening: PlayedEvening, dice: random.Random) -> None:
    """Hands, some of them struck out, and one that is corrected when the evening was closed already."""
    for _ in range(HANDS):
        names = list(evening.players)
        evening.record(_hand(dice, [name for name in names if name != evening.dealer()]))
    wrong, *struck_out = dice.sample(range(1, HANDS + 1), 4)
    for no in struck_out:
        evening.void(no)
    evening.close()
    evening.reopen()
    out = evening.sheet().lines[wrong - 1].sitting_out
    evening.correct(wrong, _hand(dice, [name for name, one in evening.players.items() if str(one.pk) not in out]))
    evening.close()


def _hand(dice: random.Random, active: list[str]) -> Hand:
    declarer, partner = dice.sample(active, 2)
    won = dice.random() < 0.5
    hands = (
        rufer(declarer, partner, won=won, level="schneider"),
        rufer(declarer, partner, won=won),
        solo(declarer, won=won),
        ramsch(declarer),
        THROWN_IN,
    )
    return dice.choice(hands)
