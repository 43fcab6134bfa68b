"""The start form: game, names, stake; parsed, validated as a whole, and shown again with everything typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import rules
from scorebook.clubs import names as naming
from scorebook.clubs import services as clubs
from scorebook.clubs.models import Club
from scorebook.core.currencies import minor_units_of_one
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.texts.refusal_texts import club_name_of_table
from scorebook.web import games
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import Person
from scorebook.web.evening.table import ending
from scorebook.web.games.house_rule_fields import FIELD
from scorebook.web.games.presentation import IN_WORDS, Offer, Presentation
from scorebook.web.start import house_rules_form
from scorebook.web.start.house_rules_form import HouseRulesFields

PLACES = 7
PLACES_SHOWN = 4
SHORT_CARDS = "three_need_short_cards"
ON_THE_PAGE = ("game", "names", "stake", "end_", FIELD, "club_name")  # fields in this order


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChip:
    presentation: Presentation
    offer: str  # id of the chosen one
    unit_words: tuple[str, str]  # for one, and for many
    is_checked: bool
    is_more_needed: bool

    @property
    def id(self) -> str:
        return self.presentation.game

    @property
    def suits(self) -> list[str]:
        return [suit.value for suit in rules.GAMES[self.id].PACK]

    @property
    def is_for_four(self) -> bool:
        """Return whether the visible name fields are enough for this game."""
        return rules.GAMES[self.id].MOST_PLAYERS <= PLACES_SHOWN

    @property
    def common_offers(self) -> list[tuple[Offer, bool]]:
        """Return the offers that stand at the top, each with whether it is chosen."""
        return [(one, one.id == self.offer) for one in self.presentation.offers if one.is_common]

    @property
    def more_offers(self) -> list[tuple[Offer, bool]]:
        return [(one, one.id == self.offer) for one in self.presentation.offers if not one.is_common]

    @property
    def is_more_open(self) -> bool:
        return self.is_more_needed or any(is_chosen for _offer, is_chosen in self.more_offers)


NameLine = tuple[int, str, bool, Sequence[str]]  # index, name, whether they deal, problems


@dataclass(frozen=True, kw_only=True)
class StartForm:
    """The start form for its templates, with everything typed. Each part is made when it is first read."""

    typed: FormData
    key: UUID
    found_problems: Sequence[rules.Problem] = ()  # by field of the form; those of "other" have none
    refusals: Sequence[str] = ()
    known_people: Sequence[Person] = ()

    @cached_property
    def problems(self) -> dict[str, list[str]]:
        return problem_texts.sentences_by_field(self.found_problems)

    @property
    def other_problems(self) -> Sequence[str]:
        return [*self.refusals, *self.problems.get("other", ())]

    @cached_property
    def complaints(self) -> list[tuple[str, str, str]]:
        """Return the problems in the order of the page: the field's id, its label or none, and the text."""
        labels = _start_form_labels(self.house_rules)
        return [
            (field.replace(".", "-"), _start_form_label(field, labels), text)
            for field in sorted(self.problems, key=_page_order_of_field)
            if field != "other"
            for text in self.problems[field]
        ]

    @cached_property
    def games(self) -> list[GameChip]:
        chosen = self.typed.one("game") or next(iter(games.PRESENTATIONS))
        is_short = any(one.code == SHORT_CARDS for one in self.found_problems)
        return [
            GameChip(
                presentation=presentation,
                offer=self.typed.one(f"stake_{game}") or presentation.offers[0].id,
                unit_words=_typed_unit_words(self.typed, game),
                is_checked=game == chosen,
                is_more_needed=is_short,
            )
            for game, presentation in games.PRESENTATIONS.items()
        ]

    @property
    def common_games(self) -> list[GameChip]:
        return [game for game in self.games if game.presentation.is_common]

    @cached_property
    def more_games(self) -> list[GameChip]:
        return [game for game in self.games if not game.presentation.is_common]

    @property
    def is_more_games_open(self) -> bool:
        return any(game.is_checked for game in self.more_games)

    @cached_property
    def names(self) -> list[NameLine]:
        names = [*self.typed.all("names")[:PLACES], *[""] * PLACES][:PLACES]
        # The first person named: B1 lets the highest card decide, which the book cannot see.
        dealer = self.typed.one("first_dealer") or "0"
        return [
            (index, name, str(index) == dealer, self.problems.get(f"names.{index}", ()))
            for index, name in enumerate(names)
        ]

    @property
    def first_names(self) -> Sequence[NameLine]:
        return self.names[:PLACES_SHOWN]

    @property
    def more_names(self) -> Sequence[NameLine]:
        return self.names[PLACES_SHOWN:]

    @property
    def is_more_open(self) -> bool:
        return any(name or problems for _index, name, _deals, problems in self.more_names)

    @cached_property
    def sitting(self) -> set[str]:
        """Return the names in the form, in lower case."""
        return {name.strip().lower() for _index, name, _deals, _problems in self.names}

    @cached_property
    def house_rules(self) -> HouseRulesFields | None:
        wanted = WantedEvening(self.typed)
        if wanted.offer is None:
            return None
        return house_rules_form.house_rules_fields(
            self.typed, game=wanted.game, preset=wanted.offer.preset, problems=self.found_problems
        )


class StartRefused(Exception):
    """The problems of the form, by its fields; names are counted over all lines."""

    def __init__(self, problems: Iterable[rules.Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{problem.field}: {problem.code}" for problem in self.problems))


class WantedEvening:
    """The parsed form, not yet validated; empty lines between names are skipped."""

    def __init__(self, typed: FormData) -> None:
        lines = [(place, name) for place, name in enumerate(typed.all("names")) if name.strip()]
        marked = typed.whole("first_dealer")
        self.typed = typed
        self.game = typed.one("game")
        self.offer = games.offer_of_game(self.game, typed.one(f"stake_{self.game}"))
        self.house_rules = house_rules_form.typed_house_rule_changes(typed, self.game)
        self.club_name = naming.tidied_name(typed.one("club_name"))  # optional
        self.names = tuple(name for _place, name in lines)
        self.places = [place for place, _name in lines]  # the line of each name
        # Of these names; None if the marked line is empty.
        self.dealer = self.places.index(marked) if isinstance(marked, int) and marked in self.places else None


def open_evening_from_form(wanted: WantedEvening, *, key: UUID, club: Club | None, at: datetime, by: str) -> Evening:
    """Start it. Raises: StartRefused of all problems, play.KeyReused and CeilingReached, clubs.NameKeyConflict."""
    start, problems = _validate_start(wanted, club=club, at=at)
    if problems or start is None:
        raise StartRefused(problems)
    try:
        name = wanted.club_name or club_name_of_table(at)
        return play.start_evening(start, key=key, club=club, own_club_name=name, at=at, by=by)
    except play.EveningProblems as error:  # checks that need the club
        raise StartRefused(_problem_on_start_form(one, wanted) for one in error.problems) from error


def start_form_fields(evening: Evening) -> dict[str, list[str]]:
    """Return the form fields for an evening like this one: its offer, and the house rules that differ from it."""
    unit, stake_minor = evening.unit, evening.stake_minor
    if not _is_unit_offered(unit, evening.game) and stake_minor == minor_units_of_one(unit):
        unit, stake_minor = IN_WORDS, 1
    offers = [one for one in games.offers_of_game(evening.game) if (one.unit, one.stake_minor) == (unit, stake_minor)]
    if not offers:
        return {"game": [evening.game]}
    ruleset = evening.rules
    nearest = min(offers, key=lambda one: len(ruleset.unlike(one.ruleset(evening.game))))
    fields = {"game": [evening.game], f"stake_{evening.game}": [nearest.id]}
    if unit == IN_WORDS:
        one, _slash, many = evening.unit.partition("/")
        fields |= {f"unit_one_{evening.game}": [one], f"unit_many_{evening.game}": [many or one]}
    return fields | house_rules_form.house_rule_form_fields(ruleset, evening.game, nearest.preset)


def _validate_start(
    wanted: WantedEvening, *, club: Club | None, at: datetime
) -> tuple[play.Start | None, list[rules.Problem]]:
    """Return the validated start, and every problem by the form's fields."""
    if wanted.game not in games.PRESENTATIONS:
        names = [_problem_on_start_form(one, wanted) for one in clubs.name_problems(wanted.names)]
        return None, [rules.Problem(code="game_missing", field="game"), *names]
    problems = [] if wanted.offer else [rules.Problem(code="stake_unknown", field="stake")]
    offer = wanted.offer or games.offers_of_game(wanted.game)[0]
    ruleset = offer.ruleset(wanted.game)
    try:
        ruleset = ruleset.with_house_rules(wanted.house_rules)
    except rules.RulesetError as error:
        problems += [rules.Problem(code=one.code, field=FIELD + one.field, args=one.args) for one in error.problems]
    terms = play.Terms(ruleset=ruleset, unit=offer.unit, stake_minor=offer.stake_minor)
    if offer.unit == IN_WORDS:
        terms = _terms_for_typed_unit(ruleset, _typed_unit(wanted.typed, wanted.game), club)
        if _is_unit_offered(terms.unit, wanted.game):
            problems.append(rules.Problem(code="unit_is_money", field="stake"))
    end, end_problems = ending.read_agreed_end_fields(wanted.typed, now=at, begun=at)
    if wanted.club_name and (fault := naming.name_fault(wanted.club_name, longest=naming.MAX_CLUB_NAME)):
        problems.append(rules.Problem(code=fault.replace("name_too_long", "club_name_too_long"), field="club_name"))
    start = play.Start(terms=terms, names=wanted.names, dealer_place=wanted.dealer, end=None if end_problems else end)
    return start, [*problems, *(_problem_on_start_form(one, wanted) for one in start.problems()), *end_problems]


def _terms_for_typed_unit(ruleset: rules.Ruleset, unit: str, club: Club | None) -> play.Terms:
    """Return the terms for a typed unit, spelt as in the club's books: a point is one whole unit, not a cent."""
    named = play.Terms(ruleset=ruleset, unit=unit, stake_minor=1)
    if club:
        named = named.of_club(club)
    return replace(named, stake_minor=minor_units_of_one(named.unit))


def _is_unit_offered(unit: str, game: str) -> bool:
    return unit != IN_WORDS and any(unit == one.unit for one in games.offers_of_game(game))


def _typed_unit_words(typed: FormData, game: str) -> tuple[str, str]:
    """Return the typed words for one and for many, else a proposal."""
    one, many = f"unit_one_{game}", f"unit_many_{game}"
    if typed.has(one) or typed.has(many):
        return typed.one(one), typed.one(many)
    return pgettext("unit", "beer"), pgettext("unit", "beers")


def _typed_unit(typed: FormData, game: str) -> str:
    """Return both words joined by a slash; one if they are equal or only one is given."""
    return "/".join(dict.fromkeys(word for word in _typed_unit_words(typed, game) if word))


def _problem_on_start_form(problem: rules.Problem | clubs.NameProblem, wanted: WantedEvening) -> rules.Problem:
    """Map a problem to its field; names are counted over all lines of the form, empty ones included."""
    args = problem.args if isinstance(problem, rules.Problem) else {}
    top, _dot, index = problem.field.partition(".")
    fields = {"players": "names", "unit": "stake"}
    field = f"names.{wanted.places[int(index)]}" if top == "names" else fields.get(top, "other")
    if top == "own_contracts":
        field = FIELD + problem.field
    # This message also names the tariff to choose.
    code = SHORT_CARDS if problem.code == "three_need_24_cards" else problem.code
    return rules.Problem(code=code, field=field, args=args)


def _page_order_of_field(field: str) -> int:
    return next((place for place, start in enumerate(ON_THE_PAGE) if field.startswith(start)), len(ON_THE_PAGE))


def _start_form_labels(shown: HouseRulesFields | None) -> dict[str, str]:
    house_rules = [rule for group in shown.groups for rule in group.rules] if shown else []
    labels = {rule.field: rule.text.rstrip(".") for rule in house_rules}
    for rule in house_rules:
        for place, row in enumerate(rule.rows):
            labels |= {f"{rule.field}.{place}.{field}": row.name or labels[rule.field] for field in row.problems}
    return labels


def _start_form_label(field: str, labels: Mapping[str, str]) -> str:
    if field.startswith("names."):
        return _("Name at place %(place)s") % {"place": int(field.removeprefix("names.")) + 1}
    if field == "club_name":
        return _("Club name")
    return _("Agreed end") if field.startswith("end_") else labels.get(field, "")
