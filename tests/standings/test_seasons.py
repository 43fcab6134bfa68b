"""Seasons: agreed, changed, closed with a receipt, reopened by an entry that says so."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules import PRESETS
from scorebook.clubs.club_groups import append_club_event, club_group
from scorebook.clubs.models import ClubEvent
from scorebook.clubs.services import create_club, locked_club
from scorebook.core import budgets
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.evening_results import evening_ruleset_digest
from scorebook.standings import standings_updates
from scorebook.standings.models import Rating, SeasonEvent
from scorebook.standings.seasons import season_queries
from scorebook.standings.seasons.season_agreement import USUAL_SCHEME, Agreement, SeasonMeasure
from scorebook.standings.seasons.season_errors import (
    SeasonClosed,
    SeasonError,
    SeasonKeyReused,
    SeasonOpen,
    SeasonProblems,
    SeasonUnknown,
    StaleSeason,
)
from scorebook.standings.seasons.season_results import season_standings
from scorebook.standings.services.season_services import agree_season, close_season
from tests.standings.club_season import FRIDAY, PEOPLE, WEEK, YEAR, Club2026, two_evenings
from tests.support.played_evening import new_evening, rufer, solo


@pytest.fixture
def table(db: None) -> Club2026:
    return two_evenings()


BOTH = {"Cilli": (1, 130), "Anna": (2, -30), "Beppo": (2, -30), "Done": (4, -70)}
FIRST = {"Anna": (1, 20), "Beppo": (1, 20), "Cilli": (3, -20), "Done": (3, -20)}


def test_a_season_from_its_agreement_to_its_receipt(table: Club2026) -> None:
    season = table.agree()
    assert (season.name, season.agreement, season.is_closed, season.receipt) == ("2026", YEAR, False, "")
    assert table.standings() == BOTH
    closed = table.close()
    assert closed.is_closed and closed.receipt == closed.newest.hash[:16]
    assert table.named(table.kept(closed)) == BOTH
    evenings = table.kept(closed).evenings
    assert [(one.number, one.started_on, one.last_hash) for one in evenings] == [
        (evening.stored.number, evening.clock.date(), evening.fresh().last_hash) for evening in table.evenings
    ]
    assert audit_club(table.club) is None


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param({"last_on": date(2026, 11, 19)}, FIRST, id="the day before the second"),
        pytest.param({"last_on": date(2026, 11, 20)}, BOTH, id="its day"),
        pytest.param({"first_on": date(2026, 11, 13)}, BOTH, id="the day of the first"),
        pytest.param(
            {"first_on": date(2026, 11, 14)},
            {"Cilli": (1, 150), "Anna": (2, -50), "Beppo": (2, -50), "Done": (2, -50)},
            id="the day after it",
        ),
        pytest.param({"last_on": None}, BOTH, id="without a last day"),
        pytest.param({"game": "palatinate"}, {}, id="another game"),
        pytest.param({"measure": SeasonMeasure.MONEY, "unit": "EUR"}, BOTH, id="money at a cent a point"),
        pytest.param({"measure": SeasonMeasure.MONEY, "unit": "CHF"}, {}, id="other money"),
    ],
)
def test_which_evenings_count(
    table: Club2026, change: dict[str, Any], expected: dict[str, tuple[int | None, object]]
) -> None:
    assert table.standings(replace(YEAR, **change)) == expected


def test_an_evening_that_is_left_out_or_open_does_not_count(table: Club2026) -> None:
    second = table.evenings[1]
    assert table.standings(replace(YEAR, left_out=(second.stored.pk,))) == FIRST
    second.reopen()
    assert table.standings(YEAR) == FIRST
    second.record(rufer("Done", "Anna"))
    second.close()
    # -50 + 20, -50 - 20, 150 - 20, -50 + 20, and the first evening, which Beppo won
    assert table.standings(YEAR) == {"Cilli": (1, 110), "Anna": (2, -10), "Beppo": (3, -50), "Done": (4, -50)}


def test_evenings_by_the_same_house_rules(table: Club2026) -> None:
    long = new_evening(*PEOPLE, club=table.club, at=FRIDAY + 2 * WEEK, ruleset=PRESETS["bavarian"]["tournament"])
    long.record(solo("Done"))
    long.close()
    pub = table.evenings[0].stored
    assert table.standings(replace(YEAR, ruleset=evening_ruleset_digest(pub), rules_of=pub.pk)) == BOTH
    assert table.standings(YEAR)["Done"] != BOTH["Done"]


def test_two_entries_that_are_one_person_stand_in_one_line(table: Club2026) -> None:
    """Done was once written as Dodo; at one table with three others they come third of four, and not of five."""
    third = new_evening("Anna", "Beppo", "Cilli", "Dodo", club=table.club, at=FRIDAY + 2 * WEEK)
    third.record(rufer("Cilli", "Dodo"))
    third.close()
    players = {player.name: player for player in table.club.players.all()}
    append_club_event(
        locked_club(table.club.pk), kind=ClubEvent.Kind.PERSON_LINKED, key=uuid4(), by="club link", at=table.clock,
        player=players["Dodo"], other_player=players["Done"],
    )  # fmt: skip
    # Done -20 - 50 + 20, Cilli -20 + 150 + 20, Anna and Beppo 20 - 50 - 20
    assert table.standings(YEAR) == {"Cilli": (1, 150), "Anna": (2, -50), "Beppo": (2, -50), "Done": (2, -50)}


def test_the_same_key_gives_the_first_again(table: Club2026) -> None:
    key, other = uuid4(), uuid4()
    season = table.agree(key=key)
    assert table.agree(key=key).id == season.id == key
    closed = table.close(key=other)
    again = close_season(
        club=table.club, season_id=key, seen=season.newest.pk, key=other, by="club link", at=table.clock
    )
    assert again.receipt == closed.receipt
    assert SeasonEvent.objects.filter(club=table.club).count() == 2
    for change in ({"name": "2027"}, {"agreement": replace(YEAR, best=4)}):
        with pytest.raises(SeasonKeyReused):
            agree_season(**{**table._stamp(key), "name": "2026", "agreement": YEAR, **change})
    with pytest.raises(SeasonKeyReused):
        table.reopen(key=key)


def test_a_key_of_another_club_is_taken(table: Club2026) -> None:
    key = table.agree().id
    other = create_club(key=uuid4(), name="Krone", at=FRIDAY, by="club link")
    with pytest.raises(SeasonKeyReused):
        agree_season(club=other, key=key, name="2026", agreement=YEAR, by="club link", at=FRIDAY)
    its = agree_season(club=other, key=uuid4(), name="2026", agreement=YEAR, by="club link", at=FRIDAY)
    with pytest.raises(SeasonKeyReused):
        close_season(club=other, season_id=its.id, seen=its.newest.pk, key=key, by="club link", at=FRIDAY)
    assert SeasonEvent.objects.filter(club=other).count() == 1


def test_who_has_not_seen_the_newest_has_to_look_first(table: Club2026) -> None:
    seen = table.agree().newest.pk
    table.change(replace(YEAR, best=4))
    with pytest.raises(StaleSeason):
        table.change(YEAR, seen=seen)
    with pytest.raises(StaleSeason):
        table.close(seen=seen)
    assert table.known.agreement.best == 4


def test_a_closed_season_refuses_changes_and_an_open_one_to_be_reopened(table: Club2026) -> None:
    table.agree()
    with pytest.raises(SeasonOpen):
        table.reopen()
    table.close()
    with pytest.raises(SeasonClosed):
        table.change(replace(YEAR, best=4))
    with pytest.raises(SeasonClosed):
        table.close()
    reopened = table.reopen("Done's solo is missing")
    text = reopened.newest.text
    assert text is not None and (reopened.is_closed, text.text) == (False, "Done's solo is missing")
    assert table.change(replace(YEAR, best=1)).agreement.best == 1
    assert table.close().is_closed
    assert audit_club(table.club) is None


@pytest.mark.parametrize(
    ("reason", "code"), [(" ", "reason_missing"), ("x" * 101, "reason_too_long"), ("a\x07", "reason_invalid")]
)
def test_reopening_needs_a_reason(table: Club2026, reason: str, code: str) -> None:
    table.agree()
    table.close()
    with pytest.raises(SeasonProblems) as refused:
        table.reopen(reason)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_all_problems_are_reported_at_once(table: Club2026) -> None:
    strange = Agreement(
        first_on=date(2026, 12, 31), last_on=date(2026, 1, 1), best=0, left_out=(uuid4(),), rules_of=uuid4(),
        ruleset="0" * 16,
    )  # fmt: skip
    with pytest.raises(SeasonProblems) as refused:
        table.agree(strange, name=" ")
    assert {(problem.field, problem.code) for problem in refused.value.problems} == {
        ("name", "name_missing"), ("last_on", "season_reversed"), ("measure", "points_of_all_games"),
        ("best", "season_figure_out_of_range"), ("rules_of", "evening_unknown"), ("left_out", "evening_unknown"),
    }  # fmt: skip
    assert not SeasonEvent.objects.filter(club=table.club).exists()


def test_evenings_of_another_club_cannot_be_named(table: Club2026) -> None:
    other = two_evenings().evenings[0].stored
    agreement = replace(YEAR, left_out=(other.pk,), rules_of=other.pk, ruleset=evening_ruleset_digest(other))
    with pytest.raises(SeasonProblems) as refused:
        table.agree(agreement)
    assert {(problem.field, problem.code) for problem in refused.value.problems} == {
        ("rules_of", "evening_unknown"), ("left_out", "evening_unknown"),
    }  # fmt: skip


def test_a_season_of_another_club_is_unknown(table: Club2026) -> None:
    season = table.agree()
    other = create_club(key=uuid4(), name="Krone", at=FRIDAY, by="club link")
    with pytest.raises(SeasonUnknown):
        close_season(
            club=other, season_id=season.id, seen=season.newest.pk, key=uuid4(), by="club link", at=table.clock
        )


def test_a_club_has_room_for_so_many_events(table: Club2026, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "SEASON_EVENTS_PER_CLUB", 2)
    table.agree()
    table.close()
    with pytest.raises(SeasonProblems, match="seasons_full"):
        table.reopen()


def test_a_correction_after_the_closing_leaves_the_table_that_was_closed(table: Club2026) -> None:
    table.agree()
    closed = table.close()
    second = table.evenings[1]
    second.reopen()
    second.correct(1, solo("Cilli", won=False))
    second.close()
    # Cilli -20 - 150, the others 50 more each
    assert table.standings() == {"Anna": (1, 70), "Beppo": (1, 70), "Done": (3, 30), "Cilli": (4, -170)}
    kept = season_queries.season_by_id(club_group(table.club.pk), closed.id)
    assert kept is not None and kept.receipt == closed.receipt
    assert table.named(table.kept(kept)) == BOTH
    assert audit_club(table.club) is None
    table.reopen("Cilli lost the solo")
    assert table.close().receipt != closed.receipt


# -- which season is the present one, and when they begin --------------------------------------------------------------


def test_the_present_season(table: Club2026) -> None:
    group = club_group(table.club.pk)
    assert season_queries.present_season(group, date(2026, 11, 20)) is None
    year = table.agree().id
    autumn = table.agree(replace(YEAR, first_on=date(2026, 9, 1), last_on=date(2026, 11, 30)), name="Autumn").id
    table.agree(replace(YEAR, first_on=date(2027, 1, 1), last_on=None), name="2027")
    shown = {
        day: found.id if found else None
        for day in (date(2025, 12, 31), date(2026, 8, 31), date(2026, 9, 1), date(2026, 11, 30), date(2026, 12, 1))
        for found in [season_queries.present_season(group, day)]
    }
    assert list(shown.values()) == [None, year, autumn, autumn, year]
    assert [season.name for season in season_queries.seasons_of(group)] == ["2027", "Autumn", "2026"]


def test_an_open_season_comes_before_a_closed_one(table: Club2026) -> None:
    year = table.agree().id
    table.agree(replace(YEAR, first_on=date(2026, 9, 1)), name="Autumn")
    table.close()
    found = season_queries.present_season(club_group(table.club.pk), date(2026, 11, 20))
    assert found is not None and found.id == year


def sigmas(table: Club2026) -> list[int]:
    rows = Rating.objects.filter(club=table.club, player__name="Anna").order_by("started_at")
    assert list(standings_updates.standings_mismatches(table.club.pk)) == []
    return [row.sigma_thousandths for row in rows]


def test_a_season_start_widens_the_doubt_of_the_evenings_after_it(table: Club2026) -> None:
    """Whenever a first day or a game is agreed on or changed, the ratings are counted anew from there."""
    without = sigmas(table)
    between = replace(YEAR, first_on=date(2026, 11, 20))
    table.agree(between)
    widened = sigmas(table)
    assert widened[0] == without[0] and widened[1] > without[1]
    table.change(replace(between, game="palatinate"))
    assert sigmas(table) == without
    table.change(replace(between, game=None, measure=SeasonMeasure.PLACE_POINTS, scheme=USUAL_SCHEME))
    assert sigmas(table) == widened
    table.change(replace(between, first_on=date(2026, 11, 21)))
    assert sigmas(table) == without
    assert season_queries.season_starts(club_group(table.club.pk), game="bavarian") == [date(2026, 11, 21)]
    assert season_queries.season_starts(club_group(table.club.pk), game="sasku") == []


def test_a_season_costs_as_many_statements_however_long_it_is(table: Club2026) -> None:
    costs = []
    for week in range(2, 5):
        later = new_evening(*PEOPLE, club=table.club, at=FRIDAY + week * WEEK)
        later.record(rufer("Anna", "Beppo"))
        later.close()
        group = club_group(table.club.pk)
        with CaptureQueriesContext(connection) as queries:
            season_standings(group, YEAR)
        costs.append(len(queries))
    assert costs == [2, 2, 2]


def test_every_refusal_has_a_code_and_a_field() -> None:
    refusals: list[SeasonError] = [SeasonClosed(), SeasonOpen(), SeasonUnknown(), StaleSeason(), SeasonKeyReused()]
    assert len({one.code for one in refusals}) == len(refusals) and all(one.field for one in refusals)
