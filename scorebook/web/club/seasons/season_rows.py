"""A season for its page and for the club's page."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorebook.clubs.groups import ClubGroup
from scorebook.clubs.models import Club
from scorebook.clubs.names import nameless
from scorebook.standings.seasons import season_queries
from scorebook.standings.seasons.season_agreement import Agreement, SeasonMeasure
from scorebook.standings.seasons.season_changes import SeasonChanges
from scorebook.standings.seasons.season_queries import Season
from scorebook.standings.seasons.season_results import standings_of
from scorebook.standings.seasons.season_standings import CountedEvening, SeasonEvening, SeasonLine, SeasonStandings
from scorebook.web.club.seasons import season_texts
from scorebook.web.core.person_names import People, Person

# Figures per page below a table (a longer one shows one person at a time), and evenings listed.
MAX_CELLS, EVENINGS_SHOWN = 600, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    rank: str  # empty for a person who is not ranked
    person: Person
    url: str
    value: str
    tone: str  # CSS class of a gain or a loss
    evenings: int
    movement: str  # as a sign; empty after a single evening
    moved: str  # the movement in words


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    measured: str  # heading of the column of figures
    evenings: int
    ranked: tuple[LineView, ...]
    others: tuple[LineView, ...]  # people who have not attended enough

    @property
    def lines(self) -> tuple[LineView, ...]:
        return self.ranked + self.others


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedLine:
    """A person whose place or figure differs between the close and today's evenings."""

    person: Person
    closed: str  # the figure, and the place in brackets
    now: str  # as `closed`


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonItem:
    id: UUID
    name: str  # never empty
    said: str
    is_closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentSeason(SeasonItem):
    """The season in progress, for the club's page."""

    table: TableView


def present_season(group: ClubGroup, club: Club, persons: People, today: date) -> PresentSeason | None:
    """Return the season that includes today, or None. persons: the entries of the club group."""
    season = season_queries.present_season(group, today)
    if season is None:
        return None
    found = standings_of(group, season)
    item = season_item(season)
    return PresentSeason(
        id=item.id,
        name=item.name,
        said=item.said,
        is_closed=item.is_closed,
        table=season_table(found, season.agreement, persons, club),
    )


def season_item(season: Season) -> SeasonItem:
    agreed = season.agreement
    parts = (
        season_texts.season_period_text(agreed),
        season_texts.season_game_text(agreed.game),
        season_texts.MEASURES[agreed.measure],
    )
    said = " · ".join(map(str, parts))
    return SeasonItem(id=season.id, name=season_name(season), said=said, is_closed=season.is_closed)


def season_name(season: Season) -> str:
    return season.name or _("a name that is no longer kept")


def season_table(found: SeasonStandings, agreement: Agreement, persons: People, club: Club) -> TableView:
    """Return the table in its order, ties by name."""
    has_moved = len(found.evenings) > 1
    lines = [_season_table_line(line, agreement, persons, club, has_moved) for line in found.table.lines]
    ranked = [(line.rank, view) for line, view in zip(found.table.lines, lines, strict=True) if line.rank]
    ranked.sort(key=lambda one: (one[0], one[1].person.name.lower()))
    others = [view for line, view in zip(found.table.lines, lines, strict=True) if not line.is_ranked]
    return TableView(
        measured=season_texts.season_measure_text(agreement),
        evenings=len(found.evenings),
        ranked=tuple(view for _rank, view in ranked),
        others=tuple(others),
    )


def season_evenings_by_person(
    found: SeasonStandings, agreement: Agreement, table: TableView, people: Collection[str]
) -> list[tuple[Person, list[tuple[SeasonEvening, CountedEvening, str]]]]:
    """Return the evenings of these people, each with the person's figure, in the order of the table."""
    evenings = {evening.id: evening for evening in found.evenings}
    lines = {str(line.person): line for line in found.table.lines}

    def figures(line: SeasonLine) -> list[tuple[SeasonEvening, CountedEvening, str]]:
        return [
            (evenings[one.evening], one, season_texts.season_evening_value_text(one.value, agreement))
            for one in line.evenings
        ]

    return [(line.person, figures(lines[line.person.id])) for line in table.lines if line.person.id in people]


def season_change_sentences(found: SeasonChanges, persons: People, same: Mapping[UUID, UUID]) -> list[str]:
    """Return a sentence on each cause. same: entry -> the person it was linked to since."""
    names = {
        id: season_person(persons, id).name
        for cause in found.causes
        for one in cause.people
        for id in (one, same.get(one, one))
    }
    return [season_texts.season_change_sentence(cause, names, same) for cause in found.causes]


def changed_season_lines(found: SeasonChanges, agreement: Agreement, persons: People) -> list[ChangedLine]:
    return [
        ChangedLine(
            person=season_person(persons, one.person),
            closed=_season_standing_text(one.closed, agreement),
            now=_season_standing_text(one.now, agreement),
        )
        for one in found.lines
    ]


def season_person(persons: People, id: UUID) -> Person:
    """Return a person, without a name if their club is no longer linked."""
    return persons.get(str(id)) or Person(id=str(id), name=nameless(id), colour=0)


def _season_table_line(
    line: SeasonLine,
    agreement: Agreement,
    persons: People,
    club: Club,
    has_moved: bool,
) -> LineView:
    person = season_person(persons, line.person)
    is_signed = agreement.measure is not SeasonMeasure.PLACE_POINTS
    sign, said = _season_movement_texts(line) if has_moved and line.is_ranked else ("", "")
    return LineView(
        rank=str(line.rank or ""),
        person=person,
        url=reverse("web:person", args=[club.link_token, person.id]),
        value=season_texts.season_value_text(line.value, agreement),
        tone=("gain" if line.value > 0 else "loss" if line.value < 0 else "") if is_signed else "",
        evenings=len(line.evenings),
        movement=sign,
        moved=said,
    )


def _season_movement_texts(line: SeasonLine) -> tuple[str, str]:
    """Return a movement as a sign, and in words for screen readers."""
    if line.movement is None:
        return _("new"), _("new")
    if line.movement == 0:
        return "=", _("same place")
    n = abs(line.movement)
    if line.movement > 0:
        return f"▲{n}", ngettext("up %(n)s place", "up %(n)s places", n) % {"n": n}
    return f"▼{n}", ngettext("down %(n)s place", "down %(n)s places", n) % {"n": n}


def _season_standing_text(line: SeasonLine | None, agreement: Agreement) -> str:
    if line is None:
        return "–"
    value = season_texts.season_value_text(line.value, agreement)
    return f"{value} ({line.rank})" if line.rank else value
