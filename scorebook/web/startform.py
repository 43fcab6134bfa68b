"""The start form: game, names, stake. Read, judged as a whole, shown again with everything that was typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

import rules
from rules import words
from rules.problems import Complaints
from rules.ruleset import AGREED
from scorebook import language
from scorebook.clubs import services as clubs
from scorebook.clubs.models import Club, Player
from scorebook.play import services as play
from scorebook.play.models import Session
from scorebook.web import houseform, houserules, stakes, wording
from scorebook.web.entry import Person
from scorebook.web.houseform import Shown
from scorebook.web.stakes import Offer
from scorebook.web.typed import Typed

PLACES = 7
PLACES_SHOWN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferChip:
    id: str
    text: str
    hint: str
    is_checked: bool
    is_common: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChip:
    id: str
    name: str
    blurb: str
    suits: tuple[str, ...]
    offers: tuple[OfferChip, ...]
    is_checked: bool
    is_common: bool

    @property
    def common_offers(self) -> tuple[OfferChip, ...]:
        return tuple(offer for offer in self.offers if offer.is_common)

    @property
    def more_offers(self) -> tuple[OfferChip, ...]:
        return tuple(offer for offer in self.offers if not offer.is_common)

    @property
    def is_more_open(self) -> bool:
        return any(offer.is_checked for offer in self.more_offers)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLine:
    index: int
    place: int
    name: str
    deals: bool
    problems: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPerson:
    id: str
    name: str
    colour: int
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StartForm:
    key: UUID
    games: tuple[GameChip, ...]
    first_names: tuple[NameLine, ...]
    more_names: tuple[NameLine, ...]
    is_more_open: bool
    house_rules: Shown | None = None
    known_people: tuple[KnownPerson, ...] = ()
    problems: Mapping[str, Sequence[str]] = field(default_factory=dict)
    other_problems: Sequence[str] = ()

    @property
    def common_games(self) -> tuple[GameChip, ...]:
        return tuple(game for game in self.games if game.is_common)

    @property
    def more_games(self) -> tuple[GameChip, ...]:
        return tuple(game for game in self.games if not game.is_common)

    @property
    def is_more_games_open(self) -> bool:
        return any(game.is_checked for game in self.more_games)


class StartRefused(Exception):
    """Everything that is wrong; fields are those of the form, names counted over its lines."""

    def __init__(self, problems: Iterable[rules.Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{problem.field}: {problem.code}" for problem in self.problems))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the form says, as far as it can be read. places: the form's line of each name."""

    game: str
    offer: Offer | None
    names: tuple[str, ...]
    places: tuple[int, ...]
    dealer_place: int | None
    house_rules: Mapping[str, object] = field(default_factory=dict)


def read(typed: Typed) -> Wanted:
    """Empty lines between names are no problem: somebody left a place out."""
    lines = [(place, name) for place, name in enumerate(typed.all("names")) if name.strip()]
    dealer = typed.whole("first_dealer")
    game = typed.one("game")
    return Wanted(
        game=game,
        offer=stakes.offer(game, typed.one(f"stake_{game}")),
        house_rules=houseform.changes(typed, game),
        names=tuple(name for _place, name in lines),
        places=tuple(place for place, _name in lines),
        dealer_place=dealer if isinstance(dealer, int) else None,
    )


def open_evening(wanted: Wanted, *, key: UUID, club: Club | None, at: datetime, by: str) -> Session:
    """Found the club if there is none, enrol who is new, open the evening: all of it or nothing.

    Raises: StartRefused with every problem; play.KeyReused, clubs.KeyConflict.
    """
    ruleset, problems = _judged(wanted)
    try:
        with transaction.atomic():
            players = _players(wanted, key=key, club=club, at=at)
            if problems or wanted.offer is None or ruleset is None:
                raise StartRefused(problems)
            return play.open_session(
                club=players[0].club,
                key=key,
                ruleset=ruleset,
                unit=wanted.offer.unit,
                stake_minor=wanted.offer.stake_minor,
                players=players,
                first_dealer=_first_dealer(wanted, players),
                at=at,
                by=by,
            )
    except clubs.ClubError as error:
        raise StartRefused([*problems, *_on_lines(error.problems, wanted)]) from error


def _players(wanted: Wanted, *, key: UUID, club: Club | None, at: datetime) -> list[Player]:
    # Keys that follow from the form's key make a repeated form find what the first one made.
    keys = [uuid5(key, f"player {place}") for place in wanted.places]
    if club is None:
        club = clubs.create_club(key=uuid5(key, "club"), name=_club_name(at), at=at)
    return clubs.enrol_players(club=club, names=wanted.names, keys=keys, at=at)


def _club_name(at: datetime) -> str:
    return _("Table of %(date)s") % {"date": date_format(localtime(at), "SHORT_DATE_FORMAT")}


def _first_dealer(wanted: Wanted, players: Sequence[Player]) -> Player:
    """Whose line is marked; the first where that line was left empty."""
    dealt = dict(zip(wanted.places, players, strict=True))
    return dealt.get(wanted.dealer_place if wanted.dealer_place is not None else -1, players[0])


def fields_of(session: Session) -> dict[str, list[str]]:
    """The form's fields of an evening like this one: its offer, and what it has settled otherwise."""
    offers = [
        one
        for one in stakes.OFFERS.get(session.game, ())
        if (one.unit, one.stake_minor) == (session.unit, session.stake_minor)
    ]
    if not offers:
        return {"game": [session.game]}
    ruleset = rules.read_ruleset(session.ruleset)
    nearest = min(offers, key=lambda one: len(houseform.differences(ruleset, one.ruleset(session.game))))
    fields = {"game": [session.game], f"stake_{session.game}": [nearest.id]}
    return fields | houseform.fields_of(ruleset, session.game, nearest.preset)


def _judged(wanted: Wanted) -> tuple[rules.Ruleset | None, list[rules.Problem]]:
    """The ruleset that is wanted, and everything that is wrong with it or with the number of people."""
    if wanted.game not in stakes.OFFERS:
        return None, [rules.Problem(code="game_missing", field="game")]
    problems = [] if wanted.offer else [rules.Problem(code="stake_unknown", field="stake")]
    ruleset = (wanted.offer or stakes.OFFERS[wanted.game][0]).ruleset(wanted.game)
    try:
        ruleset = ruleset.with_house_rules(wanted.house_rules)
    except rules.RulesetError as error:
        problems += [
            rules.Problem(code=one.code, field=houserules.FIELD + one.field, args=one.args) for one in error.problems
        ]
    return ruleset, [*problems, *_problems_of_people(ruleset, wanted)]


def _problems_of_people(ruleset: rules.Ruleset, wanted: Wanted) -> Iterable[rules.Problem]:
    """Asked with a hand that every table may report, because house rules too decide how many may sit there."""
    people = tuple(rules.Player(str(place)) for place in wanted.places)
    table = rules.Table(players=people, dealer=people[0] if people else rules.Player(""))
    complaints = Complaints()
    ruleset.check(AGREED.report(table=table, contract=AGREED.id), rules.State(), complaints)
    yield from (
        rules.Problem(code=one.code, field="names", args=one.args) for one in complaints.all if one.field == "players"
    )


def _on_lines(problems: Iterable[clubs.Problem], wanted: Wanted) -> Iterable[rules.Problem]:
    for problem in problems:
        top, _dot, index = problem.field.partition(".")
        on_line = f"names.{wanted.places[int(index)]}" if top == "names" and index else "other"
        yield rules.Problem(code=problem.code, field=on_line)


def build(
    typed: Typed,
    *,
    key: UUID,
    problems: Iterable[rules.Problem] = (),
    other_problems: Sequence[str] = (),
    people: Iterable[Person] = (),
) -> StartForm:
    problems = tuple(problems)
    rows: dict[str, list[str]] = {}
    for problem in problems:
        rows.setdefault(problem.field, []).append(wording.problem_sentence(problem))
    names = [*typed.all("names")[:PLACES], *[""] * PLACES][:PLACES]
    dealer = typed.one("first_dealer") or "0"
    lines = [
        NameLine(
            index=index,
            place=index + 1,
            name=name,
            deals=str(index) == dealer,
            problems=rows.get(f"names.{index}", ()),
        )
        for index, name in enumerate(names)
    ]
    more = tuple(lines[PLACES_SHOWN:])
    sitting = {name.strip().lower() for name in names}
    return StartForm(
        key=key,
        games=tuple(_game_chip(game, typed) for game in stakes.OFFERS),
        first_names=tuple(lines[:PLACES_SHOWN]),
        more_names=more,
        is_more_open=any(line.name or line.problems for line in more),
        house_rules=_house_rules(typed, problems),
        known_people=tuple(
            KnownPerson(id=person.id, name=person.name, colour=person.colour, is_here=person.name.lower() in sitting)
            for person in people
        ),
        problems=rows,
        other_problems=[*other_problems, *rows.get("other", ())],
    )


def _house_rules(typed: Typed, problems: Iterable[rules.Problem]) -> Shown | None:
    wanted = read(typed)
    if wanted.offer is None:
        return None
    return houseform.shown(typed, game=wanted.game, preset=wanted.offer.preset, problems=problems)


def _game_chip(game: str, typed: Typed) -> GameChip:
    offers = stakes.OFFERS[game]
    chosen = typed.one(f"stake_{game}") or offers[0].id
    return GameChip(
        id=game,
        name=words.game_name(game, language.current()),
        blurb=str(stakes.BLURBS[game]),
        suits=tuple(suit.value for suit in rules.GAMES[game].PACK),
        offers=tuple(
            OfferChip(
                id=one.id,
                text=str(one.text),
                hint=str(one.hint),
                is_checked=one.id == chosen,
                is_common=one.is_common,
            )
            for one in offers
        ),
        is_checked=game == (typed.one("game") or next(iter(stakes.OFFERS))),
        is_common=game in stakes.COMMON_GAMES,
    )
