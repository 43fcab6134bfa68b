"""Figures that stand on two pages, boards, answers or tables: the pairs, each read in both places.

`PAIRS` is the table. A pair is compared in every random club, for every game of it and everybody in it: two places that
agree by chance in one club do not in two hundred. The recount says that a figure is right; this says that nobody reads
another one on other pages, and that rows add up to what stands above them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils import timezone

from rules import Player as RulesPlayer
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club, Player
from scorebook.core.time_spans import ALL, Span
from scorebook.exchange.tables import board_table, evening_export_tables, season_tables
from scorebook.play.counted_hands import had_cards
from scorebook.play.evening_story import EveningStory
from scorebook.play.models import Evening, EveningResult, MonthContract
from scorebook.play.queries import statements
from scorebook.play.queries.evening_ends import evening_end
from scorebook.play.queries.evening_sheets import evening_sheet
from scorebook.play.queries.hand_counts import hands_played
from scorebook.standings import hand_search
from scorebook.standings.boards import leaderboards
from scorebook.standings.boards.board_sums import Sums
from scorebook.standings.boards.leaderboards import Board
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.standings.people import bests, pairs, profiles
from scorebook.standings.records import club_records
from scorebook.standings.records.year_report import YearReport, year_report
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.seasons.season_agreement import SeasonMeasure as SeasonMeasure
from scorebook.standings.seasons.season_results import season_standings
from scorebook.standings.seasons.season_standings import SeasonStandings
from scorebook.standings.standings_scope import FigureScope
from tests.standings.figures import Compared, Figure, games_of
from tests.standings.plain_recount import PlainClub

ByPerson = Mapping[UUID, Any]
SUMMED = ("hands", "points", "declared", "declared_won")


@dataclass(frozen=True)
class Seen:
    """What pages read of one game of a club, in a span of whole months."""

    club: Club
    group: ClubGroup
    game: str
    span: Span

    @property
    def scope(self) -> FigureScope:
        return FigureScope(group=self.group, game=self.game, span=self.span)

    @cached_property
    def people(self) -> Sequence[UUID]:
        return sorted({self.group.person(row.player_id) for row in self.scope.results()})

    @cached_property
    def totals(self) -> Mapping[UUID, Sums]:
        """The heads of the pages of people."""
        played = {person: profiles.played_months(self.group, person) for person in self.people}
        return {
            person: profiles.totals_of_months(profiles.months_in_scope(own, self.scope))
            for person, own in played.items()
        }

    @cached_property
    def contracts(self) -> Mapping[UUID, Sequence[MonthContract]]:
        return {person: profiles.contract_figures_of_person(self.scope, person) for person in self.people}

    @cached_property
    def bests(self) -> Mapping[UUID, bests.Bests]:
        return {person: bests.personal_bests(self.scope, person) for person in self.people}

    @cached_property
    def evenings(self) -> Sequence[Evening]:
        ids = {row.evening_id for row in self.scope.results()}
        return list(Evening.objects.filter(pk__in=ids).select_related("club").order_by("started_at", "id"))

    @cached_property
    def stories(self) -> Mapping[UUID, EveningStory]:
        return {one.pk: evening_end(evening_sheet(one)).story for one in self.evenings}

    @cached_property
    def year(self) -> YearReport:
        """Of the first year of the span."""
        return year_report(self.group, year=self.first_year, today=timezone.localdate(), game=self.game)

    @property
    def first_year(self) -> int:
        return min((day.year for day in self.days), default=2025)

    @property
    def days(self) -> Sequence[date]:
        return sorted(timezone.localtime(one.started_at).date() for one in self.evenings)

    @cached_property
    def in_first_year(self) -> Seen:
        return Seen(self.club, self.group, self.game, Span.of_year(self.first_year))

    def season(self, measure: SeasonMeasure) -> tuple[Agreement, SeasonStandings]:
        """Of the first year."""
        first = date(self.first_year, 1, 1)
        agreement = Agreement(first_on=first, last_on=date(first.year, 12, 31), game=self.game, measure=measure)
        return agreement, season_standings(self.group, agreement)

    def board(self, measure: BoardMeasure, **filters: Any) -> Board:
        return leaderboards.compute_board(
            self.group, BoardQuery(measure=measure, game=self.game, span=self.span, **filters)
        )

    def parts(self, measure: BoardMeasure, **filters: Any) -> ByPerson:
        """Who has nothing stands on some boards and not on others."""
        return some({line.person_id: line.part for line in self.board(measure, **filters).lines})

    def head(self, name: str) -> ByPerson:
        return some({person: getattr(one, name) for person, one in self.totals.items()})

    def rows_sum(self, name: str, *, contract: str | None = None) -> ByPerson:
        """Rows by contract, added up."""
        rows = {
            person: [one for one in own if contract in (None, one.contract)] for person, own in self.contracts.items()
        }
        return some({person: sum(getattr(one, name) for one in own) for person, own in rows.items()})

    def results_sum(self, name: str) -> ByPerson:
        found: Counter[UUID] = Counter()
        for row in self.scope.results():
            found[self.group.person(row.player_id)] += getattr(row, name)
        return some(found)

    def year_people(self, name: str) -> ByPerson:
        return some({one.person: getattr(one, name) for one in self.year.people})


def some(found: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return {key: value for key, value in found.items() if value}


@dataclass(frozen=True, kw_only=True)
class Pair:
    """one, other: the same figure as two places have it."""

    of: str
    one: Callable[[Seen], Any]
    other: Callable[[Seen], Any]


def named_pair(of: str, name: str, one: Callable[[Seen, str], Any], other: Callable[[Seen, str], Any]) -> Pair:
    """The same column in both places."""
    return Pair(of=f"{name}: {of}", one=lambda seen: one(seen, name), other=lambda seen: other(seen, name))


# -- readings --------------------------------------------------------------------------------------------------------


def last_stands(seen: Seen) -> ByPerson:
    """Where the drawn course of each person ends."""
    found = {}
    for person in seen.people:
        played = profiles.months_in_scope(profiles.played_months(seen.group, person), seen.scope)
        stands = profiles.point_history_of_person(seen.scope, person, played=played).stands(None)
        found[person] = stands[-1].value if stands else 0
    return some(found)


def won_in_hall(seen: Seen) -> ByPerson:
    return {one.person: one.evenings for one in club_records.most_evenings_won(seen.scope)}


def by_contract(seen: Seen, measure: BoardMeasure) -> ByPerson:
    """The boards of all contracts, one by one, added up."""
    contracts = {one.contract for own in seen.contracts.values() for one in own}
    found: Counter[UUID] = Counter()
    for contract in contracts:
        found.update(seen.parts(measure, contract=contract))
    return some(found)


def common_added_up(seen: Seen) -> ByPerson:
    """Hands on one side with everybody else, from the pages of people."""
    common = {person: pairs.common_hands_of_person(seen.scope, person) for person in seen.people}
    return some({person: sum(one.together for one in own.values()) for person, own in common.items()})


def head_to_head(seen: Seen, *, is_turned: bool) -> Mapping[Any, Any]:
    """(one, other) -> hands won by one of them against the other, as the page of the one or the other has it."""
    found = {}
    for person in seen.people:
        for other, one in pairs.common_hands_of_person(seen.scope, person).items():
            key = (other, person) if is_turned else (person, other)
            found[key] = one.turned if is_turned else one
    return found


def results_by_evening(seen: Seen) -> Mapping[Any, tuple[int, int]]:
    rows: Iterable[EveningResult] = seen.scope.results()
    return {(row.evening_id, row.player_id): (row.place, row.points) for row in rows if seen.stories[row.evening_id]}


def places_of_stories(seen: Seen) -> Mapping[Any, tuple[int, int]]:
    """A sheet on which no point moved is ranked by what is written on it."""
    moved = {row.evening_id for row in seen.scope.results() if row.points}
    must = results_by_evening(seen)
    found = dict(must)
    for evening, story in seen.stories.items():
        for place in story.places if evening in moved else ():
            found[evening, UUID(place.player)] = place.rank, place.count
    return found


def runs_of_stories(seen: Seen) -> Mapping[UUID, int]:
    """Of those evenings that have a run."""
    return {evening: story.runs[0].length for evening, story in seen.stories.items() if story.runs}


def runs_of_results(seen: Seen) -> Mapping[UUID, int]:
    runs: dict[UUID, int] = {}
    for row in seen.scope.results():
        runs[row.evening_id] = max(row.run, runs.get(row.evening_id, 0))
    return {evening: runs[evening] for evening in runs_of_stories(seen)}


def hands_of_lists(seen: Seen) -> Mapping[UUID, int]:
    clubs = {one.club_id: one.club for one in seen.evenings}
    found: dict[UUID, int] = {}
    for id, club in clubs.items():
        found |= hands_played(club, [one for one in seen.evenings if one.club_id == id])
    return found


def hands_of_tables(seen: Seen) -> Mapping[UUID, int]:
    """The rows of the table of hands that stand, and of which somebody held cards."""
    found: Counter[UUID] = Counter()
    for one in seen.evenings:
        sheet = evening_sheet(one)
        rows = [hand for hand in sheet.lines if not hand.is_void]
        dealt = [had_cards(hand.report.contract, was_dealt=getattr(hand.report, "was_dealt", True)) for hand in rows]
        found[one.pk] = sum(dealt)
    return some(found)


def won_on_statements(seen: Seen) -> Mapping[Any, int]:
    """What an entry won or lost at each evening, in money, as the statement of the entry says."""
    found: dict[Any, int] = {}
    wanted = {one.pk for one in seen.evenings}
    for player in Player.objects.filter(club__in=seen.group.clubs).select_related("club"):
        for unit in {one.unit for one in seen.evenings}:
            lines = statements.statement_evenings(club=player.club, unit=unit, player=player)
            found |= {(one.evening.pk, player.pk): one.won_minor for one in lines if one.evening.pk in wanted}
    return some(found)


def amounts_of_results(seen: Seen) -> Mapping[Any, int]:
    return some({(row.evening_id, row.player_id): row.amount_minor for row in seen.scope.results()})


def on_board(seen: Seen, name: str) -> ByPerson:
    lines = seen.board(BoardMeasure.POINTS).lines
    return some({line.person_id: getattr(line.sums, name) for line in lines})


def table_of_board(seen: Seen) -> Mapping[str, tuple[Any, ...]]:
    names = {RulesPlayer(str(person)): str(person) for person in seen.people}
    table = board_table(seen.board(BoardMeasure.POINTS), names, measured="points")
    return {str(row[1]): (row[2], row[5], row[6]) for row in table.rows}


def head_of_people(seen: Seen) -> Mapping[str, tuple[Any, ...]]:
    return {str(person): (one.points, one.evenings, one.hands) for person, one in seen.totals.items()}


def season_rows(seen: Seen) -> Mapping[str, int]:
    """The table of a season's evenings, added up person by person."""
    agreement, found = seen.season(SeasonMeasure.POINTS)
    names = {RulesPlayer(str(line.person)): str(line.person) for line in found.table.lines}
    table = season_tables(found, agreement, names, measured="points")["evenings"]()
    sums: Counter[str] = Counter()
    for row in table.rows:
        sums[str(row[0])] += int(str(row[3]))
    return some(sums)


def season_lines(seen: Seen) -> Mapping[str, Any]:
    return some({str(line.person): line.value for line in seen.season(SeasonMeasure.POINTS)[1].table.lines})


def per_hand_of_season(seen: Seen) -> ByPerson:
    """Of those who had a hand: of the others a board says nothing."""
    lines = seen.season(SeasonMeasure.PER_HAND)[1].table.lines
    had_hands = seen.in_first_year.head("hands")
    return some({line.person: line.value for line in lines if line.person in had_hands})


def results_of_table(seen: Seen) -> Mapping[Any, tuple[Any, ...]]:
    """The table of an evening's results."""
    found = {}
    for one in seen.evenings:
        seats = {seat.player_id for seat in one.all_seats()}
        names = {RulesPlayer(str(player)): str(player) for player in seats}
        table = evening_export_tables(one, names, hides_money=False)["results"]()
        columns = [column.id for column in table.columns]
        for row in table.rows:
            cells = dict(zip(columns, row, strict=True))
            if str(cells["player"]) in {str(seat) for seat in seats} and (cells["hands"] or cells["points"]):
                found[one.pk, UUID(str(cells["player"]))] = cells["points"], cells["hands"]
    return found


def results_with_hands(seen: Seen) -> Mapping[Any, tuple[int, int]]:
    rows = seen.scope.results()
    return {(row.evening_id, row.player_id): (row.points, row.hands) for row in rows if row.hands or row.points}


def found_by_search(seen: Seen) -> int:
    """All hands of the game that search leads to, page by page."""
    count, before = 0, None
    while True:
        page = hand_search.search_hands(seen.group, hand_search.HandFilter(), before=before)
        count += sum(hand.evening.game == seen.game for hand in page.hands)
        if (before := page.older) is None:
            return count


def best_in(seen: Seen, name: str) -> ByPerson:
    values = {person: getattr(one, name) for person, one in seen.bests.items()}
    return {person: best.value for person, best in values.items() if best}


PAIRS: Sequence[Pair] = (
    *(named_pair("person's head and rows by contract", name, Seen.head, Seen.rows_sum) for name in SUMMED),
    *(
        named_pair("person's head and a board's sums", name, Seen.head, on_board)
        for name in (*SUMMED, "evenings", "amounts")
    ),
    *(
        named_pair("person's head and the year's report", name, lambda s, n: s.in_first_year.head(n), Seen.year_people)
        for name in ("evenings", "hands", "declared", "declared_won", "amounts")
    ),
    *(named_pair("rows by contract and evenings", name, Seen.rows_sum, Seen.results_sum) for name in ("won", "lost")),
    Pair(of="points: head and year", one=lambda s: s.in_first_year.head("points"),
         other=lambda s: some({one.person: one.points.get(s.game, 0) for one in s.year.people})),
    Pair(of="points: head and board", one=lambda s: s.head("points"), other=lambda s: s.parts(BoardMeasure.POINTS)),
    Pair(of="hands: head and board", one=lambda s: s.head("hands"), other=lambda s: s.parts(BoardMeasure.HANDS)),
    Pair(of="points, evenings, hands: head and the board's table", one=head_of_people, other=table_of_board),
    Pair(of="declared and won: head and board", one=lambda s: s.head("declared_won"),
         other=lambda s: s.parts(BoardMeasure.DECLARED)),
    Pair(of="declared and won: board of all contracts and boards of each", one=lambda s: s.parts(BoardMeasure.DECLARED),
         other=lambda s: by_contract(s, BoardMeasure.DECLARED)),
    Pair(of="defended and won: board of all contracts and boards of each", one=lambda s: s.parts(BoardMeasure.DEFENDED),
         other=lambda s: by_contract(s, BoardMeasure.DEFENDED)),
    Pair(of="defended and won: rows by contract and board", one=lambda s: s.rows_sum("defended_won"),
         other=lambda s: s.parts(BoardMeasure.DEFENDED)),
    Pair(of="Ramsch lost: row by contract and board", one=lambda s: s.rows_sum("lost", contract="ramsch"),
         other=lambda s: s.parts(BoardMeasure.RAMSCH)),
    Pair(of="Schneider given: rows by contract and board", one=lambda s: s.rows_sum("schneider_given"),
         other=lambda s: s.parts(BoardMeasure.SCHNEIDER)),
    Pair(of="Schneider taken: rows by contract and board", one=lambda s: s.rows_sum("schneider_taken"),
         other=lambda s: s.parts(BoardMeasure.SCHNEIDER_TAKEN)),
    Pair(of="Schneider taken: rows by contract and year", one=lambda s: s.in_first_year.rows_sum("schneider_taken"),
         other=lambda s: s.year_people("schneider_taken")),
    Pair(of="longest run: person and board", one=lambda s: best_in(s, "run"),
         other=lambda s: s.parts(BoardMeasure.RUN)),
    Pair(of="best hand: person and board", one=lambda s: best_in(s, "hand"),
         other=lambda s: s.parts(BoardMeasure.HIGHEST)),
    Pair(of="longest run: hall and board",
         one=lambda s: max((one.row.run for one in club_records.longest_runs(s.scope)), default=None),
         other=lambda s: max((run for run in s.parts(BoardMeasure.RUN).values() if run > 1), default=None)),
    Pair(of="longest run: evening's story and results", one=runs_of_stories, other=runs_of_results),
    Pair(of="evenings won: person and hall",
         one=lambda s: some({p: one.evenings_won for p, one in s.bests.items()}) if s.span == ALL else None,
         other=lambda s: won_in_hall(s) if s.span == ALL else None),
    Pair(of="evenings: person's head and streaks", one=lambda s: s.head("evenings"),
         other=lambda s: {person: one.evenings for person, one in s.bests.items()}),
    Pair(of="points: person's head and end of the course", one=lambda s: s.head("points"), other=last_stands),
    Pair(of="points: season's table and its evenings", one=season_lines, other=season_rows),
    Pair(of="points: season of a year and person's head", one=season_lines,
         other=lambda s: {str(person): points for person, points in s.in_first_year.head("points").items()}),
    Pair(of="points a hand: season of a year and board", one=per_hand_of_season,
         other=lambda s: some({
             line.person_id: line.value for line in s.in_first_year.board(BoardMeasure.PER_HAND).lines if line.of
         })),
    Pair(of="hands on one side: partners and person", one=common_added_up,
         other=lambda s: {
             person: one.hands
             for person, one in pairs.partners_of_pairs(pairs.common_hands_of_all_pairs(s.scope)).shares.items()
         }),
    Pair(of="head to head: the pages of both", one=lambda s: head_to_head(s, is_turned=False),
         other=lambda s: head_to_head(s, is_turned=True)),
    Pair(of="places and points: evening's story and results", one=results_by_evening, other=places_of_stories),
    Pair(of="points and hands: evening's table and results", one=results_with_hands, other=results_of_table),
    Pair(of="hands of an evening: list and story", one=hands_of_lists,
         other=lambda s: some({evening: story.hands for evening, story in s.stories.items()})),
    Pair(of="hands of an evening: list and sheet", one=hands_of_lists, other=hands_of_tables),
    Pair(of="hands: the year's report and its evenings", one=lambda s: s.year.hands,
         other=lambda s: sum(hands_of_lists(s.in_first_year).values())),
    Pair(of="hands: search and evenings", one=found_by_search,
         other=lambda s: sum(hands_of_lists(Seen(s.club, s.group, s.game, ALL)).values())),
    Pair(of="money of an evening: statement and result", one=won_on_statements, other=amounts_of_results),
)  # fmt: skip


def same_on_two_pages(club: PlainClub) -> Iterator[Figure]:
    group = club_group(club.id)
    stored = Club.objects.get(pk=club.id)
    for game in games_of(club):
        for span in (ALL, Span.of_year(min(evening.day.year for evening in club.evenings))):
            seen = Seen(stored, group, game, span)
            for pair in PAIRS:
                yield Figure(of=f"{pair.of}, {game}, {span.first}", must=pair.one(seen), does=pair.other(seen))
            yield Figure(of=f"won as declarer or defender is won, {game}", must=[], does=_won_too_little(seen))


def _won_too_little(seen: Seen) -> list[Any]:
    """ "24 of 28 as declarer" cannot stand beside "14 of 110"."""
    rows = MonthContract.objects.filter(club__in=seen.group.clubs, game=seen.game)
    return [row for row in rows if row.declared_won + row.defended_won > row.won or row.won + row.lost > row.hands]


SAME: Sequence[Compared] = (same_on_two_pages,)
