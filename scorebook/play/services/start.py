"""Start of an evening from names: create a club if needed, enrol new players, open the evening."""

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
from scorebook.play.errors import EveningProblems, KeyReused
from scorebook.play.models import Evening
from scorebook.play.services.evening import check_opening, open_evening
from scorebook.play.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    terms: Terms
    names: Sequence[str]  # in seating order
    dealer_place: int | None = None  # index into names; None for the first
    end: AgreedEnd | None = None

    def problems(self) -> tuple[Problem, ...]:
        """Return all problems that do not depend on the club; fields: names.2, players, unit, stake_minor, end."""
        problems = ProblemList()
        for problem in clubs.name_problems(self.names):
            problems.add(problem.code, problem.field)
        club = Club()
        strangers = [Player(club=club) for _name in self.names]
        check_opening(problems, club, self.terms, strangers, self.end)
        return tuple(problems)


def start_evening(start: Start, *, key: UUID, club: Club | None, own_club_name: str, at: datetime, by: str) -> Evening:
    """Start an evening in one transaction. The same key and content return the first evening.

    own_club_name: name of the club that is created without one.
    Raises: EveningProblems with all problems; KeyReused, LinkGone, CeilingReached, clubs.NameKeyConflict.
    """
    if problems := start.problems():
        raise EveningProblems(problems)
    with transaction.atomic():
        club = club or _own_club_of_evening(key, own_club_name, by, at)
        # Keys derived from the evening's, so that a repeat finds the first players.
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
    except clubs.ClubError as error:  # problems of the club; names were checked before
        fields = {one: one.field if one.code == "name_twice" else "players" for one in error.problems}
        raise EveningProblems(tuple(Problem(code=one.code, field=fields[one]) for one in error.problems)) from error


def _own_club_of_evening(key: UUID, name: str, by: str, at: datetime) -> Club:
    """Return the club of a repeat, which may have been renamed, else create it."""
    id = uuid5(key, "club")
    found = Club.objects.filter(pk=id).first()
    if found and not found.has_founding_link:
        raise KeyReused  # a repeat would get the new links
    return found or clubs.create_club(key=id, name=name, by=by, at=at)
