"""Opening an evening from names: found the club if there is none, enrol who is new. All of it or nothing."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from rules import GAMES, Problem, RulesError, Ruleset, read_ruleset
from rules.problems import Complaints
from scorebook.api.body import Body
from scorebook.api.errors import problems_of
from scorebook.clubs import services as clubs
from scorebook.clubs.models import Club, Player
from scorebook.clubs.names import folded
from scorebook.play import services as play
from scorebook.play.models import Session

REFUSALS = (RulesError, clubs.ClubError, play.SessionProblems)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the client wants to be agreed. dealer_place: place in names; None takes the first."""

    key: UUID
    ruleset: Mapping[str, object]
    unit: str
    stake_minor: int
    names: Sequence[str]
    dealer_place: int | None


def read(body: Body) -> Wanted:
    key, names = body.key(), body.texts("players")
    return Wanted(
        key=key,
        ruleset={"game": body.text("game"), "preset": body.text_if_told("preset"), "house_rules": body.house_rules()},
        unit=body.text("unit"),
        stake_minor=body.whole("stake_minor"),
        names=names,
        dealer_place=_dealer_place(body, names),
    )


def open_evening(wanted: Wanted, *, club: Club | None, at: datetime, by: str) -> Session:
    """The same key and content give the first evening again.

    Raises: one of REFUSALS, see `problems` for all of them; play.KeyReused, clubs.KeyConflict.
    """
    ruleset = read_ruleset(wanted.ruleset)
    with transaction.atomic():
        club = club or _own_club(wanted.key, at)
        # Keys that follow from the evening's make a repeat find what the first one made.
        keys = [uuid5(wanted.key, f"player {place}") for place in range(len(wanted.names))]
        players = clubs.enrol_players(club=club, names=wanted.names, keys=keys, at=at)
        return _opened(wanted, key=wanted.key, club=club, ruleset=ruleset, players=players, at=at, by=by)


def problems(wanted: Wanted, *, at: datetime) -> Sequence[Problem]:
    """Everything that is wrong: a rehearsal with stand-ins for what is refused, of which nothing stays written."""
    complaints = Complaints()
    with transaction.atomic():
        game = GAMES.get(str(wanted.ruleset["game"]))
        ruleset: Ruleset | None = None
        with _noting(complaints):
            ruleset = read_ruleset(wanted.ruleset)
        club = clubs.create_club(key=uuid4(), name="rehearsal", at=at)
        with _noting(complaints):
            clubs.enrol_players(club=club, names=wanted.names, at=at)
        people = clubs.enrol_players(club=club, names=[f"seat {place}" for place in range(len(wanted.names))], at=at)
        with _noting(complaints):
            any_ruleset = ruleset or (game or next(iter(GAMES.values())))()
            _opened(wanted, key=uuid4(), club=club, ruleset=any_ruleset, players=people, at=at, by="rehearsal")
        transaction.set_rollback(True)
    # How many may play is for the ruleset to say; where it cannot be read, its game knows the bounds.
    return tuple(
        one for one in complaints if ruleset or one.field != "players" or (game and one.code == "players_out_of_range")
    )


def _opened(
    wanted: Wanted, *, key: UUID, club: Club, ruleset: Ruleset, players: Sequence[Player], at: datetime, by: str
) -> Session:
    return play.open_session(
        club=club,
        key=key,
        ruleset=ruleset,
        unit=wanted.unit,
        stake_minor=wanted.stake_minor,
        players=players,
        first_dealer=None if wanted.dealer_place is None else players[wanted.dealer_place],
        at=at,
        by=by,
    )


def _dealer_place(body: Body, names: Sequence[str]) -> int | None:
    dealer = body.text_if_told("first_dealer")
    if dealer is None:
        return None
    place = next((place for place, name in enumerate(names) if folded(name) == folded(dealer)), None)
    if place is None:
        body.complaints.add("dealer_not_at_table", "first_dealer")
    return place


def _own_club(key: UUID, at: datetime) -> Club:
    """The club that an evening of no club founds; a repeat finds it whatever it is called by then."""
    id = uuid5(key, "club")
    return Club.objects.filter(pk=id).first() or clubs.create_club(key=id, name=_club_name(at), at=at)


def _club_name(at: datetime) -> str:
    return _("Table of %(date)s") % {"date": date_format(localtime(at), "SHORT_DATE_FORMAT")}


@contextmanager
def _noting(complaints: Complaints) -> Iterator[None]:
    try:
        yield
    except REFUSALS as refusal:
        for problem in problems_of(refusal):
            # The clubs' field for names is the API's for players.
            complaints.add(problem.code, problem.field.replace("names.", "players.", 1), **problem.args)
