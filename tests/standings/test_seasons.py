"""Seasons: agreed, changed, closed with a receipt, reopened by an entry that says so."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules import PRESETS
from scorebook.clubs.circle import append_club_event, circle_of
from scorebook.clubs.models import Club, ClubEvent
from scorebook.clubs.services import create_club, locked_club
from scorebook.core import append_only, budgets
from scorebook.operations.audit import audit_club
from scorebook.play.results import ruleset_digest
from scorebook.standings import memory, seasons
from scorebook.standings.models import Rating, SeasonEvent
from scorebook.standings.season_agreement import USUAL_SCHEME, Agreement, Measure
from scorebook.standings.season_errors import (
    SeasonClosed,
    SeasonError,
    SeasonKeyReused,
    SeasonOpen,
    SeasonProblems,
    SeasonUnknown,
    StaleSeason,
)
from scorebook.standings.season_results import SeasonStandings, closed_standings, season_standings
from scorebook.standings.season_services import agree_season, change_season, close_season, reopen_season
from scorebook.standings.season_verification import wrong_seasons
from scorebook.standings.seasons import Season
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
FRIDAY = datetime(2026, 11, 13, 19, 0, tzinfo=UTC)
WEEK = timedelta(weeks=1)
YEAR = Agreement(first_on=date(2026, 1, 1), last_on=date(2026, 12, 31), game="bavarian")


@dataclass(kw_only=True)
class Club2026:
    """The club, its season in the tests' hand, and the clock."""

    club: Club
    evenings: list[PlayedEvening]
    clock: datetime = field(default=FRIDAY + 2 * WEEK)
    season: Season | None = None

    def agree(self, agreement: Agreement = YEAR, *, name: str = "2026", key: UUID | None = None) -> Season:
        self.season = agree_season(name=name, agreement=agreement, **self._told(key))
        return self.season

    def change(self, agreement: Agreement, *, name: str = "2026", **more: Any) -> Season:
        return self._write(change_season, more, name=name, agreement=agreement)

    def close(self, **more: Any) -> Season:
        return self._write(close_season, more)

    def reopen(self, reason: str = "a slip of the pen", **more: Any) -> Season:
        return self._write(reopen_season, more, reason=reason)

    def _write(self, verb: Any, more: dict[str, Any], **facts: object) -> Season:
        known = self.known
        told = {"season_id": known.id, "seen": known.newest.pk} | self._told(more.pop("key", None)) | more
        self.season = verb(**facts, **told)
        return self.known

    def _told(self, key: UUID | None) -> dict[str, Any]:
        self.clock += timedelta(minutes=1)
        return {"club": self.club, "key": key or uuid4(), "by": "club link", "at": self.clock}

    @property
    def known(self) -> Season:
        assert self.season is not None
        return self.season

    def standings(self, agreement: Agreement | None = None) -> dict[str, tuple[int | None, object]]:
        return self.named(season_standings(circle_of(self.club.pk), agreement or self.known.agreement))

    def kept(self, season: Season) -> SeasonStandings:
        return closed_standings(circle_of(self.club.pk), season)

    def named(self, found: SeasonStandings) -> dict[str, tuple[int | None, object]]:
        names = {player.pk: player.name for player in self.club.players.all()}
        return {names[line.person]: (line.rank, line.value) for line in found.table.lines}


@pytest.fixture
def table(db: None) -> Club2026:
    """Two closed evenings. 13 November: Anna and Beppo 20 each from Cilli and Done; a week later Cilli 50 from each."""
    first = new_evening(*PEOPLE, at=FRIDAY)
    first.record(rufer("Anna", "Beppo"))
    first.close()
    second = new_evening(*PEOPLE, club=first.club, at=FRIDAY + WEEK)
    second.record(solo("Cilli"))
    second.close()
    return Club2026(club=first.club, evenings=[first, second])


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
        pytest.param({"measure": Measure.MONEY, "unit": "EUR"}, BOTH, id="money at a cent a point"),
        pytest.param({"measure": Measure.MONEY, "unit": "CHF"}, {}, id="other money"),
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
    # -50 + 20, -50 - 20, 150 - 20, -50 + 20, and the first evening
    assert table.standings(YEAR) == {"Cilli": (1, 110), "Anna": (2, -10), "Beppo": (3, -50), "Done": (3, -50)}


def test_evenings_by_the_same_house_rules(table: Club2026) -> None:
    long = new_evening(*PEOPLE, club=table.club, at=FRIDAY + 2 * WEEK, ruleset=PRESETS["bavarian"]["tournament"])
    long.record(solo("Done"))
    long.close()
    pub = table.evenings[0].stored
    assert table.standings(replace(YEAR, ruleset=ruleset_digest(pub), rules_of=pub.pk)) == BOTH
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
            agree_season(**{**table._told(key), "name": "2026", "agreement": YEAR, **change})
    with pytest.raises(SeasonKeyReused):
        table.reopen(key=key)


def test_a_key_of_another_club_is_taken(table: Club2026) -> None:
    key = table.agree().id
    other = create_club(key=uuid4(), name="Krone", at=FRIDAY, by="club link")
    with pytest.raises(SeasonKeyReused):
        agree_season(club=other, key=key, name="2026", agreement=YEAR, by="club link", at=FRIDAY)


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


def test_everything_that_is_wrong_is_said_at_once(table: Club2026) -> None:
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
    kept = seasons.season_by_id(circle_of(table.club.pk), closed.id)
    assert kept is not None and kept.receipt == closed.receipt
    assert table.named(table.kept(kept)) == BOTH
    assert audit_club(table.club) is None
    table.reopen("Cilli lost the solo")
    assert table.close().receipt != closed.receipt


# -- which season is the present one, and when they begin --------------------------------------------------------------


def test_the_present_season(table: Club2026) -> None:
    circle = circle_of(table.club.pk)
    assert seasons.present_season(circle, date(2026, 11, 20)) is None
    year = table.agree().id
    autumn = table.agree(replace(YEAR, first_on=date(2026, 9, 1), last_on=date(2026, 11, 30)), name="Autumn").id
    table.agree(replace(YEAR, first_on=date(2027, 1, 1), last_on=None), name="2027")
    shown = {
        day: found.id if found else None
        for day in (date(2025, 12, 31), date(2026, 8, 31), date(2026, 9, 1), date(2026, 11, 30), date(2026, 12, 1))
        for found in [seasons.present_season(circle, day)]
    }
    assert list(shown.values()) == [None, year, autumn, autumn, year]
    assert [season.name for season in seasons.seasons_of(circle)] == ["2027", "Autumn", "2026"]


def test_an_open_season_comes_before_a_closed_one(table: Club2026) -> None:
    year = table.agree().id
    table.agree(replace(YEAR, first_on=date(2026, 9, 1)), name="Autumn")
    table.close()
    found = seasons.present_season(circle_of(table.club.pk), date(2026, 11, 20))
    assert found is not None and found.id == year


def sigmas(table: Club2026) -> list[int]:
    rows = Rating.objects.filter(club=table.club, player__name="Anna").order_by("started_at")
    assert list(memory.wrong_memory(table.club.pk)) == []
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
    table.change(replace(between, game=None, measure=Measure.PLACE_POINTS, scheme=USUAL_SCHEME))
    assert sigmas(table) == widened
    table.change(replace(between, first_on=date(2026, 11, 21)))
    assert sigmas(table) == without
    assert seasons.season_starts(circle_of(table.club.pk), game="bavarian") == [date(2026, 11, 21)]
    assert seasons.season_starts(circle_of(table.club.pk), game="sasku") == []


def test_a_season_costs_as_many_statements_however_long_it_is(table: Club2026) -> None:
    costs = []
    for week in range(2, 5):
        later = new_evening(*PEOPLE, club=table.club, at=FRIDAY + week * WEEK)
        later.record(rufer("Anna", "Beppo"))
        later.close()
        circle = circle_of(table.club.pk)
        with CaptureQueriesContext(connection) as queries:
            season_standings(circle, YEAR)
        costs.append(len(queries))
    assert costs == [2, 2, 2]


# -- what somebody who owns the database may do to it ------------------------------------------------------------------


@pytest.fixture
def unguarded(table: Club2026) -> Club2026:
    """Agreed, changed, closed, reopened, closed again; and the triggers are away."""
    table.agree()
    table.change(replace(YEAR, best=4))
    table.close()
    table.reopen()
    table.close()
    connection.check_constraints()
    append_only.drop_triggers(connection, append_only.protected_tables())
    return table


NAME, EVENT = "(SELECT text_id FROM standings_seasonevent WHERE seq = 1)", "UPDATE standings_seasonevent SET "
NOBODY = "'00000000000040008000000000000001'"
TAMPERED = {
    "id": (f"{EVENT} id = {NOBODY} WHERE seq = 3", "season event 3: season_event_changed"),
    "season": (f"{EVENT} season = {NOBODY} WHERE seq = 3", "season event 3: season_event_changed"),
    "seq": (f"{EVENT} seq = 9 WHERE seq = 5", "season event 5: season_event_missing"),
    "kind": (f"{EVENT} kind = 'changed' WHERE seq = 4", "season event 4: season_event_changed"),
    "facts": (
        f"{EVENT} facts = REPLACE({{facts}}, '130', '230') WHERE seq = 3", "season event 3: season_event_changed"
    ),
    "text_id": (f"{EVENT} text_id = NULL WHERE seq = 4", "season event 4: text_missing"),
    "recorded_by": (f"{EVENT} recorded_by = 'Sepp' WHERE seq = 5", "season event 5: season_event_changed"),
    "recorded_at": (
        f"{EVENT} recorded_at = '2026-01-01 00:00:00+00:00' WHERE seq = 2", "season event 2: season_event_changed"
    ),
    "previous_hash": (f"{EVENT} previous_hash = 'f00' WHERE seq = 3", "season event 3: previous_hash"),
    "hash": (f"{EVENT} hash = 'f00' WHERE seq = 3", "season event 4: previous_hash"),
    "an event is gone": ("DELETE FROM standings_seasonevent WHERE seq = 4", "season event 4: season_event_missing"),
    "order": (f"{EVENT} kind = 'reopened' WHERE seq = 2", "season event 2: season_out_of_order"),
    "an agreement": (f"{EVENT} facts = '{{}}' WHERE seq = 2", "season event 2: season_unreadable"),
    "a table": (f"{EVENT} facts = '{{}}' WHERE seq = 5", "season event 5: season_unreadable"),
    "the name": (f"UPDATE clubs_typedtext SET text = 'x' WHERE id = {NAME}", "season event 1: text_changed"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_a_change_of_any_column_is_found(unguarded: Club2026, name: str) -> None:
    statement, place = TAMPERED[name]
    is_postgresql = connection.vendor == "postgresql"
    facts = "facts::text" if is_postgresql else "facts"
    with connection.cursor() as cursor:
        told = statement.replace("{facts}", facts).replace("{{}}", "{}")
        cursor.execute(told.replace("'230')", "'230')::jsonb") if is_postgresql else told)
        assert cursor.rowcount == 1
    assert place in [f"{one.place}: {one.code}" for one in wrong_seasons(unguarded.club)]
    found = audit_club(unguarded.club)
    assert found is not None and found.place.startswith("season event")


def test_every_column_has_its_row() -> None:
    columns = {column.column for column in SeasonEvent._meta.concrete_fields} - {"club_id"}
    assert columns <= TAMPERED.keys()


def test_an_erased_name_leaves_every_hash_right(unguarded: Club2026) -> None:
    """The one thing that may be done: forget what somebody typed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE clubs_typedtext SET text = '', salt = '' WHERE id IN (SELECT text_id FROM standings_seasonevent)"
        )
    assert list(wrong_seasons(unguarded.club)) == []
    [season] = seasons.seasons_of(circle_of(unguarded.club.pk))
    assert season.name == ""


def test_every_refusal_has_a_code_and_a_field() -> None:
    refusals: list[SeasonError] = [SeasonClosed(), SeasonOpen(), SeasonUnknown(), StaleSeason(), SeasonKeyReused()]
    assert len({one.code for one in refusals}) == len(refusals) and all(one.field for one in refusals)
