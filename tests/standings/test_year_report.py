"""The year's report against a recount by hand."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules import PRESETS
from scorebook.clubs.club_groups import CupRule, club_group
from scorebook.clubs.models import Club, Player
from scorebook.standings.records import year_report as reports
from scorebook.standings.records.club_records import Feat, highest_hands
from scorebook.standings.records.year_report import Most, YearReport, year_report
from scorebook.standings.services.cup_agreement import agree_cup
from scorebook.standings.standings_scope import FigureScope
from tests.support.hall_evenings import FIRST_AT, WEEK, closed_evening, four_evenings
from tests.support.played_evening import PlayedEvening, new_evening, ramsch, rufer, solo


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    return four_evenings()


def report_of(club: Club, year: int = 2026) -> YearReport:
    return year_report(club_group(club.pk), year=year, today=date(2029, 1, 1))


def named(people: Iterable[UUID]) -> list[str]:
    return sorted(Player.objects.get(pk=person).name for person in people)


def most(found: Most | None) -> tuple[list[str], int] | None:
    return (named(found.people), found.count) if found else None


def test_the_year_adds_up(evenings: list[PlayedEvening]) -> None:
    report = report_of(evenings[0].club)
    assert (report.evenings, report.hands) == (4, 9)
    people = {named([one.person])[0]: one for one in report.people}
    assert {name: one.points for name, one in people.items()} == {
        "Anna": {"bavarian": 250},  # -70 + 340 - 20
        "Beppo": {"bavarian": -390},  # -270 - 100 - 40 + 20
        "Cilli": {"bavarian": 410},  # 570 - 140 + 0 - 20
        "Done": {"bavarian": -370},  # -230 - 100 - 40
        "Emmi": {"bavarian": 100},  # 80 + 20
    }
    assert {name: one.amounts for name, one in people.items()} == {
        name: {"EUR": one.points["bavarian"]} for name, one in people.items()
    }
    assert {name: (one.evenings, one.evenings_won, one.hands) for name, one in people.items()} == {
        "Anna": (3, 1, 7), "Beppo": (4, 1, 9), "Cilli": (4, 1, 9), "Done": (3, 0, 8), "Emmi": (2, 2, 3)
    }  # fmt: skip
    assert {name: (one.declared, one.declared_won) for name, one in people.items()} == {
        "Anna": (4, 4), "Beppo": (1, 1), "Cilli": (2, 2), "Done": (0, 0), "Emmi": (1, 1)
    }  # fmt: skip


def test_who_is_named_for_what(evenings: list[PlayedEvening]) -> None:
    report = report_of(evenings[0].club)
    [game] = report.games
    assert (game.game, game.evenings, most(game.winners)) == ("bavarian", 4, (["Cilli"], 410))
    assert [(named([row.player_id]), row.points) for row in game.best] == [(["Cilli"], 570)]
    assert [(named(hand.people), hand.row.gain) for hand in game.highest] == [(["Cilli"], 600)]
    assert [(named([row.player_id]), row.run) for row in report.runs] == [(["Anna"], 3)]
    assert {unit: most(found) for unit, found in report.money.items()} == {"EUR": (["Cilli"], 410)}
    assert most(report.faithful) == (["Beppo", "Cilli"], 4)
    assert report.contract is not None and (report.contract.contract, report.contract.declared) == ("rufer", 5)
    assert {feat: [named(hand.people) for hand in hands] for feat, hands in report.feats.items()} == {
        Feat.SIE: [["Cilli"]], Feat.TOUT: [["Anna"]], Feat.MARCH: [["Emmi"]]
    }  # fmt: skip
    assert [named([one.holder]) for one in report.holders] == [["Cilli"], ["Anna"]]
    assert most(report.ramsch_loser) == (["Beppo", "Cilli", "Done"], 1)  # all three who let Emmi march
    assert most(report.schneider_taken) is None
    assert report.declarer is None  # nobody declared 20 hands


def test_who_loses_the_ramsch_and_becomes_schneider(db: None) -> None:
    hands = [
        ramsch("Anna"),
        ramsch("Beppo"),
        ramsch("Anna"),
        rufer("Cilli", "Done", level="schneider"),  # Anna and Beppo
        rufer("Anna", "Done", won=False, level="schneider"),  # Anna and Done
        rufer("Beppo", "Cilli", level="schneider"),  # Anna and Done
    ]
    report = report_of(closed_evening("Anna Beppo Cilli Done", hands).club)
    assert most(report.ramsch_loser) == (["Anna"], 2)
    assert most(report.schneider_taken) == (["Anna"], 3)
    assert report.contract is not None and report.contract.contract == "rufer"


def test_contracts_count_an_evening_once_it_is_closed(db: None) -> None:
    club = closed_evening("Anna Beppo Cilli Done", [rufer("Anna", "Beppo"), ramsch("Anna")]).club
    going_on = new_evening("Emmi", "Fritz", "Gretl", "Hias", club=club, at=FIRST_AT + WEEK)
    for hand in (solo("Emmi"), solo("Fritz"), ramsch("Emmi"), ramsch("Emmi")):
        going_on.record(hand)
    report = report_of(club)
    assert report.contract is not None and (report.contract.contract, report.contract.declared) == ("rufer", 1)
    assert most(report.ramsch_loser) == (["Anna"], 1)
    going_on.close()
    report = report_of(club)
    assert report.contract is not None and (report.contract.contract, report.contract.declared) == ("solo", 2)
    assert most(report.ramsch_loser) == (["Emmi"], 2)


def test_the_highest_hand_may_have_been_agreed_on_for_somebody_who_sat_out(db: None) -> None:
    """Emmi sits out and gets 200 all the same; the hall names that hand, too."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", "Emmi", first_dealer="Emmi", at=FIRST_AT)
    evening.record(
        {"contract": "agreed", "points": {"Anna": -200, "Beppo": 0, "Cilli": 0, "Done": 0, "Emmi": 200}, "why": "Wette"}
    )
    evening.record(rufer("Beppo", "Cilli"))
    evening.close()
    group = club_group(evening.club.pk)
    [hall_hand, _] = highest_hands(FigureScope(group=group, game="bavarian"))
    [game] = report_of(evening.club).games
    [highest] = game.highest
    assert (highest.row.no, highest.row.gain) == (1, 200)
    assert named(highest.people) == named(hall_hand.people) == ["Emmi"]


def test_the_best_declarer_declared_often_enough(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anna won 2 of 3, Beppo 4 of 6, Cilli her only one, which says little."""
    monkeypatch.setattr(reports, "MIN_DECLARED", 3)
    anna = [solo("Anna", won=won) for won in (True, True, False)]
    beppo = [solo("Beppo", won=won) for won in (True, False, True, False, True, True)]
    report = report_of(closed_evening("Anna Beppo Cilli Done", [*anna, *beppo, solo("Cilli")]).club)
    assert report.declarer is not None
    assert (named(report.declarer.people), report.declarer.won, report.declarer.declared) == (["Beppo"], 4, 6)


def test_each_game_has_its_own_winner(evenings: list[PlayedEvening]) -> None:
    palatinate = new_evening(
        "Beppo", "Done", "Emmi", ruleset=PRESETS["palatinate"]["palatinate"], stake_minor=50,
        club=evenings[0].club, at=FIRST_AT + 4 * WEEK,
    )  # fmt: skip
    palatinate.record({"contract": "simple", "declarer": "Beppo", "trump_suit": "clubs", "won": True})
    palatinate.close()
    report = report_of(evenings[0].club)
    assert [(one.game, one.evenings, most(one.winners)) for one in report.games] == [
        ("bavarian", 4, (["Cilli"], 410)),
        ("palatinate", 1, (["Beppo"], palatinate.points()["Beppo"])),
    ]


def test_a_year_begins_and_ends_where_the_club_is(db: None) -> None:
    """Half past midnight of New Year in Bavaria is still the old year in UTC."""
    late = closed_evening("Anna Beppo Cilli Done", [solo("Anna")], at=datetime(2026, 12, 31, 23, 30, tzinfo=UTC))
    assert report_of(late.club, 2026).evenings == 0
    assert report_of(late.club, 2027).evenings == 1
    sums = report_of(late.club, 2027).people
    assert (len(sums), len(report_of(late.club, 2026).people)) == (4, 0)


def test_who_had_the_cup_before_and_after_the_year(evenings: list[PlayedEvening]) -> None:
    club = evenings[0].club
    assert report_of(club, 2025).holders == ()
    assert [named([one.holder]) for one in report_of(club, 2027).holders] == [["Anna"]]
    closed_evening("Anna Beppo Cilli Done", [solo("Done")], club=club, at=datetime(2028, 3, 1, 19, tzinfo=UTC))
    assert [named([one.holder]) for one in report_of(club, 2027).holders] == [["Anna"]]
    assert [named([one.holder]) for one in report_of(club, 2028).holders] == [["Anna"], ["Done"]]


def test_who_had_the_cup_for_an_evening_of_new_years_day_had_it_in_the_year(db: None) -> None:
    """Beppo takes it from Anna on the same day."""
    morning = datetime(2026, 1, 1, 10, tzinfo=UTC)
    club = closed_evening("Anna Beppo Cilli Done", [solo("Anna")], at=morning).club
    closed_evening("Anna Beppo Cilli Done", [solo("Beppo")], club=club, at=morning.replace(hour=19))
    assert [named([one.holder]) for one in report_of(club).holders] == [["Anna"], ["Beppo"]]


def test_an_agreement_that_is_yet_to_begin_takes_the_cup_from_nobody(evenings: list[PlayedEvening]) -> None:
    """Anna has had it since 16 January; from December on there is to be none."""
    group = agree_cup(
        club=evenings[0].club, rule=CupRule.NO_CUP, first_on=date(2026, 12, 1), key=uuid4(), by="club link", at=FIRST_AT
    )
    for today, until in ((date(2026, 11, 30), None), (date(2026, 12, 1), date(2026, 12, 1))):
        last = year_report(group, year=2026, today=today).holders[-1]
        assert (named([last.holder]), last.until) == (["Anna"], until)


def test_a_year_without_an_evening_says_nothing(evenings: list[PlayedEvening]) -> None:
    report = report_of(evenings[0].club, 1999)
    assert (report.evenings, report.hands, report.games, report.people, report.runs) == (0, 0, (), (), ())
    assert (report.faithful, report.contract, report.declarer, dict(report.feats)) == (None, None, None, {})


def test_a_reopened_evening_is_missing_until_it_is_closed(evenings: list[PlayedEvening]) -> None:
    first = evenings[0]
    first.reopen()
    assert (report_of(first.club).evenings, Feat.SIE in report_of(first.club).feats) == (3, False)
    first.close()
    assert (report_of(first.club).evenings, Feat.SIE in report_of(first.club).feats) == (4, True)


def test_the_number_of_statements_does_not_grow(evenings: list[PlayedEvening]) -> None:
    def statement_count() -> int:
        with CaptureQueriesContext(connection) as found:
            report_of(evenings[0].club)
        return len(found)

    before = statement_count()
    for week in range(4, 9):
        closed_evening("Anna Beppo Cilli Emmi", [solo("Emmi")] * 3, club=evenings[0].club, at=FIRST_AT + week * WEEK)
    assert statement_count() == before
