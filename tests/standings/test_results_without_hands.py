"""Amounts that were written down without a hand: they count in points, money and evenings, and nowhere as a hand."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from rules import PRESETS
from rules.report import RoundCall
from scorebook.clubs.club_groups import club_group
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.counted_hands import ROUND_CALL
from scorebook.play.models import EveningResult, MonthTotal
from scorebook.standings import hand_search
from scorebook.standings.boards import leaderboards
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.standings.people import profiles
from scorebook.standings.people.bests import personal_bests
from scorebook.standings.records import club_records
from scorebook.standings.records.year_report import year_report
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.seasons.season_agreement import SeasonMeasure as SeasonMeasure
from scorebook.standings.seasons.season_results import season_standings
from scorebook.standings.standings_scope import FigureScope
from tests.books.random_hands import numbers_at_table
from tests.support.played_evening import NINE_O_CLOCK, Hand, PlayedEvening, new_evening, rufer, solo

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
SUMS = {"Anna": 13860, "Beppo": 0, "Cilli": -6930, "Done": -6930}


def amount(points: dict[str, int], **more: object) -> Hand:
    return {"contract": "agreed", "points": points, "why": "import", "was_dealt": False, **more}


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    """A page of sums from an old book, then an evening of two hands, a fine of 40 and a hand that was agreed on."""
    sums = new_evening(*PEOPLE, at=NINE_O_CLOCK - timedelta(days=7))
    sums.record(amount(SUMS))
    sums.close()
    played = new_evening(*PEOPLE, club=sums.club)
    played.record(rufer("Anna", "Beppo"))
    played.record(amount({"Anna": -40, "Beppo": 40, "Cilli": 0, "Done": 0}, why="wrong lead"))
    played.record(solo("Cilli"))
    played.record(amount({"Anna": 30, "Beppo": -30, "Cilli": 0, "Done": 0}, was_dealt=True))
    played.close()
    return [sums, played]


def person(evenings: list[PlayedEvening], name: str) -> UUID:
    return evenings[0].players[name].pk


def test_they_count_in_points_money_and_evenings(evenings: list[PlayedEvening]) -> None:
    """Beppo sat there when the sums were written down, with nothing."""
    group = club_group(evenings[0].club.pk)
    months = profiles.played_months(group, person(evenings, "Beppo"))
    totals = profiles.totals_of_months(months)
    assert (totals.evenings, totals.hands) == (2, 3)
    assert totals.points == 0 + 20 + 40 - 50 - 30
    assert (
        profiles.totals_of_months(profiles.played_months(group, person(evenings, "Anna"))).points
        == 13860 + 20 - 40 - 50 + 30
    )


def test_none_of_them_is_a_hand_in_hall_year_person_and_search(evenings: list[PlayedEvening]) -> None:
    group = club_group(evenings[0].club.pk)
    scope = FigureScope(group=group, game="bavarian")
    assert [hand.row.gain for hand in club_records.highest_hands(scope)] == [150, 30, 20]
    report = year_report(group, year=2026, today=NINE_O_CLOCK.date())
    assert (report.evenings, report.hands) == (2, 3)
    assert [hand.row.gain for game in report.games for hand in game.highest] == [150]
    anna = personal_bests(scope, person(evenings, "Anna"))
    assert anna.hand is not None and anna.hand.value == 30
    assert anna.evening is not None and anna.evening.value == 13860
    found = hand_search.search_hands(group, hand_search.HandFilter())
    assert [hand.event.no for hand in found.hands] == [4, 3, 1]
    assert [
        line.sums.hands for line in leaderboards.compute_board(group, BoardQuery(measure=BoardMeasure.HANDS)).lines
    ] == [
        3,
        3,
        3,
        3,
    ]


def test_points_a_hand_are_those_of_hands(evenings: list[PlayedEvening]) -> None:
    group = club_group(evenings[0].club.pk)
    query = BoardQuery(measure=BoardMeasure.PER_HAND, game="bavarian")
    lines = {line.person_id: (line.part, line.of) for line in leaderboards.compute_board(group, query).lines}
    assert lines[person(evenings, "Anna")] == (20 - 50 + 30, 3)
    agreement = Agreement(
        first_on=NINE_O_CLOCK.date() - timedelta(days=30),
        last_on=None,
        game="bavarian",
        measure=SeasonMeasure.PER_HAND,
    )
    table = season_standings(group, agreement).table
    assert {line.person: (line.value, len(line.evenings)) for line in table.lines}[person(evenings, "Anna")] == (0, 2)


def test_a_reopened_evening_takes_them_away_again(evenings: list[PlayedEvening]) -> None:
    sums = evenings[0]
    sums.reopen()
    assert not EveningResult.objects.filter(evening=sums.stored.pk).exists()
    sums.close()
    assert MonthTotal.objects.get(club=sums.club, player=sums.players["Anna"]).undealt_points == 13860 - 40
    assert audit_club(sums.club) is None


def test_who_was_there_for_an_announcement_alone_has_no_evening(db: None) -> None:
    """Emil comes after the last hand, hears the last round announced and goes; Fanny sees an amount written down."""
    table = new_evening(*PEOPLE, ruleset=PRESETS["bavarian"]["pub_everything"])
    table.record(rufer("Anna", "Beppo"))
    table.join("Emil", place=5)
    table.record({"contract": "round", "round": "last"})
    table.leave("Emil")
    table.join("Fanny", place=5)
    table.record(amount({"Anna": -40, "Beppo": 40, "Cilli": 0, "Done": 0, "Fanny": 0}))
    table.close()
    assert {row.player.name for row in EveningResult.objects.select_related("player")} == {*PEOPLE, "Fanny"}
    assert audit_club(table.club) is None


@pytest.mark.parametrize("game", sorted(PRESETS))
def test_only_an_announced_round_is_played_without_cards(game: str) -> None:
    """Every contract by its form, in every preset: `had_cards` knows it by its id."""
    contracts = [
        contract
        for ruleset in PRESETS[game].values()
        for players in numbers_at_table(ruleset)
        for contract in ruleset.contracts(players)
    ]
    assert contracts
    assert all(issubclass(one.report, RoundCall) == (one.id == ROUND_CALL) for one in contracts)
