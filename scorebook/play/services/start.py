"""From names to the first hand: found a club where there is none, enrol who is new, open the evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from rules import Problem
from rules.problems import ProblemList
from scorebook.clubs import services as clubs
from scorebook.clubs.models import Club, Player
from scorebook.play.ending import AgreedEnd
from scorebook.play.errors import EveningProblems
from scorebook.play.models import Evening
from scorebook.play.services.evening import check_opening, open_evening
from scorebook.play.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Who plays on which terms. names: in seating order. dealer_place: place among them; None takes the first."""

    terms: Terms
    names: Sequence[str]
    dealer_place: int | None = None
    end: AgreedEnd | None = None

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with it in any club; fields: names.2, players, unit, stake_minor, end."""
        problems = ProblemList()
        for problem in clubs.name_problems(self.names):
            problems.add(problem.code, problem.field)
        club = Club()
        strangers = [Player(club=club) for _name in self.names]
        check_opening(problems, club, self.terms, strangers, self.end)
        return tuple(problems)


def start_evening(start: Start, *, key: UUID, club: Club | None, own_club_name: str, at: datetime, by: str) -> Evening:
    """All of it or nothing. The same key and content give the first evening again.

    own_club_name: of the club that an evening of no club founds.
    Raises: EveningProblems with everything that is wrong; KeyReused, LinkGone, CeilingReached, clubs.KeyConflict.
    """
    if problems := start.problems():
        raise EveningProblems(problems)
    with transaction.atomic():
        club = club or _own_club_of_evening(key, own_club_name, by, at)
        # Keys that follow from the evening's make a repeat find what the first one made.
        keys = [uuid5(key, f"player {place}") for place in range(len(start.names))]
        players = _enrol_for_evening(club, start, keys, by, at)
        return open_evening(
            club=club,
            key=key,
            terms=start.terms,
            players=players,
            first_dealer=None if start.dealer_place is None else players[start.dealer_place],
            at=at,
            by=by,
            end=start.end,
        )


def _enrol_for_evening(club: Club, start: Start, keys: Sequence[UUID], by: str, at: datetime) -> list[Player]:
    try:
        return clubs.enrol_players(club=club, names=start.names, keys=keys, by=by, at=at)
    except clubs.ClubError as error:  # of the club; the names were judged before
        fields = {one: one.field if one.code == "name_twice" else "players" for one in error.problems}
        raise EveningProblems(tuple(Problem(code=one.code, field=fields[one]) for one in error.problems)) from error


def _own_club_of_evening(key: UUID, name: str, by: str, at: datetime) -> Club:
    """A repeat finds it whatever it is called by then."""
    id = uuid5(key, "club")
    return Club.objects.filter(pk=id).first() or clubs.create_club(key=id, name=name, by=by, at=at)
