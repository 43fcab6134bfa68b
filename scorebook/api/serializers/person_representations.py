"""The data of the response about a person, read lazily for one game and a span of months."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from uuid import UUID

from scorebook.api.serializers.group_names import GroupNames
from scorebook.clubs import name_chain
from scorebook.clubs.club_groups import ClubGroup
from scorebook.clubs.models import Player
from scorebook.core.time_spans import ALL, Span
from scorebook.play.models import MonthContract, MonthTotal
from scorebook.play.services import POINTS
from scorebook.standings.boards.board_sums import Sums
from scorebook.standings.people import bests, pairs, profiles
from scorebook.standings.people.bests import Bests, PersonalBest
from scorebook.standings.people.pairs import Common
from scorebook.standings.people.point_history import PointHistory, Stand
from scorebook.standings.people.profiles import PersonEvening, PlayedGame
from scorebook.standings.people.rivals import Rivals, find_rivals
from scorebook.standings.records.cup_holders import cup_holder
from scorebook.standings.standings_scope import FigureScope

Json = Mapping[str, object]

CUP = "cup"  # v1 lists it among the records


@dataclass(frozen=True, kw_only=True)
class PersonRepresentation:
    group: ClubGroup
    entries: Sequence[Player]  # all of them, the person's own first
    played: Sequence[MonthTotal]
    game: str | None
    span: Span
    found: Bests | None
    records: Collection[PersonalBest]
    has_cup: bool

    @property
    def scope(self) -> FigureScope | None:
        return FigureScope(group=self.group, game=self.game, span=self.span) if self.game else None

    @property
    def months(self) -> Span | None:
        return None if self.span == ALL else self.span

    @property
    def person(self) -> Player:
        return self.entries[0]

    @property
    def is_nameless(self) -> bool:
        return self.person.pk in self.group.hidden | self.group.forgotten

    @property
    def entry_ids(self) -> Sequence[UUID]:
        """Return the person and their entries, without those whose name is hidden: the person would reveal them."""
        nameless = self.group.hidden | self.group.forgotten
        return [self.person.pk, *(entry.pk for entry in self.entries[1:] if entry.pk not in nameless)]

    @property
    def former_names(self) -> Sequence[name_chain.FormerName]:
        return () if self.is_nameless else name_chain.former_names_of(self.person)

    @property
    def games(self) -> Sequence[PlayedGame]:
        return profiles.games_of_months(self.played)

    @cached_property
    def own(self) -> Sequence[MonthTotal]:
        return profiles.months_in_scope(self.played, self.scope) if self.scope else []

    @property
    def totals(self) -> Sums:
        return profiles.totals_of_months(self.own)

    @cached_property
    def course(self) -> PointHistory:
        if self.scope is None:
            return PointHistory(steps=(), is_by_month=False)
        return profiles.point_history_of_person(self.scope, self.person.pk, played=self.own)

    @property
    def points(self) -> Sequence[Stand]:
        return self.course.stands(None)

    @property
    def amounts(self) -> Mapping[str, Sequence[Stand]]:
        units = dict.fromkeys(step.unit for step in self.course.steps if step.unit != POINTS)
        return {unit: self.course.stands(unit) for unit in units}

    @cached_property
    def last_evenings(self) -> Sequence[PersonEvening]:
        return profiles.last_evenings(self.scope, self.person.pk) if self.scope else ()

    @property
    def contracts(self) -> Sequence[MonthContract]:
        return profiles.contract_figures_of_person(self.scope, self.person.pk) if self.scope else ()

    @cached_property
    def common_of(self) -> Mapping[UUID, Common]:
        return pairs.common_hands_of_person(self.scope, self.person.pk) if self.scope else {}

    @property
    def common(self) -> Sequence[Json]:
        ordered = sorted(self.common_of.items(), key=lambda row: (-row[1].together - row[1].against, row[0]))
        return [{"person": person, "common": common} for person, common in ordered]

    @property
    def records_and_cup(self) -> Sequence[str]:
        return [*map(str, self.records), *([CUP] if self.has_cup else [])]

    @property
    def rivals(self) -> Rivals:
        return find_rivals(self.common_of)

    @property
    def names(self) -> Mapping[UUID, str]:
        return GroupNames(self.group).names_of([self.person.pk, *self.common_of])

    @cached_property
    def numbers(self) -> Mapping[UUID, int]:
        data = [one.evening_id for one in self.last_evenings]
        best = [one.evening_id for one in (self.found.each if self.found else ()) if one]
        links = profiles.evening_links(self.group, {*data, *best})
        return {evening: link.number for evening, link in links.items()}

    @property
    def evenings(self) -> Sequence[Json]:
        return [{"evening": one, "evening_number": self.numbers[one.evening_id]} for one in self.last_evenings]

    @property
    def bests(self) -> Json | None:
        if self.found is None:
            return None
        evening, hand, run = (
            {"best": one, "evening_number": self.numbers[one.evening_id]} if one else None for one in self.found.each
        )
        return {"bests": self.found, "best_evening": evening, "best_hand": hand, "longest_run": run}


def person_representation(
    group: ClubGroup, entries: Sequence[Player], *, game: str | None, span: Span, today: date
) -> PersonRepresentation:
    """Return a person's data; without a game, of the one that they played last."""
    person = entries[0].pk
    played = profiles.played_months(group, person)
    games = [one.game for one in profiles.games_of_months(played)]
    game = game or next(iter(games), None)
    scope = FigureScope(group=group, game=game, span=span)
    own = bests.personal_bests(scope, person) if game else None
    return PersonRepresentation(
        group=group,
        entries=entries,
        played=played,
        game=game,
        span=span,
        found=own,
        records=bests.records_held(scope, own) if own else (),
        has_cup=cup_holder(group, today=today) == person,
    )
