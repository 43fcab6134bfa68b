"""The hall: every Sie, Tout and march, and the records, as the table would recount them."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules import PRESETS
from scorebook.clubs.club_groups import append_club_event, club_group
from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.standings.records import club_records
from scorebook.standings.records.broken_records import BrokenRecord, RecordKind, records_broken_by_evening
from scorebook.standings.records.club_records import Feat
from scorebook.standings.records.memorable import MemorableHand, memorable_hand
from scorebook.standings.standings_scope import FigureScope
from scorebook.standings.standings_updates import replay_standings
from tests.support.hall_evenings import FIRST_AT, WEEK, closed_evening, four_evenings, sie, wenz_tout
from tests.support.played_evening import NINE_O_CLOCK, PUB, THROWN_IN, PlayedEvening, new_evening, rufer, solo

Kind = ClubEvent.Kind


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    return four_evenings()


def named(people: Iterable[UUID]) -> list[str]:
    return sorted(Player.objects.get(pk=person).name for person in people)


def people_and_gains(hands: Iterable[MemorableHand]) -> list[tuple[str, int]]:
    return [(" ".join(named(hand.people)), hand.row.gain) for hand in hands]


def feats(club: Club, feat: Feat) -> list[tuple[str, int]]:
    return people_and_gains(club_records.feat_records(FigureScope(group=club_group(club.pk)), feat, size=10).hands)


def broken(evening: PlayedEvening) -> list[BrokenRecord]:
    return list(records_broken_by_evening(club_group(evening.club.pk), evening.fresh()))


def test_every_feat_is_there(evenings: list[PlayedEvening]) -> None:
    club = evenings[0].club
    assert feats(club, Feat.SIE) == [("Cilli", 600)]
    assert feats(club, Feat.TOUT) == [("Anna", 300)]
    assert feats(club, Feat.MARCH) == [("Emmi", 60)]


def test_highest_hands_put_the_earlier_of_equals_first(evenings: list[PlayedEvening]) -> None:
    group = club_group(evenings[0].club.pk)
    level = [(pair, 20) for pair in ("Cilli Done", "Anna Beppo", "Anna Done", "Cilli Emmi", "Beppo Emmi")]
    expected = [("Cilli", 600), ("Anna", 300), ("Anna", 150), ("Emmi", 60), *level]
    assert people_and_gains(club_records.highest_hands(FigureScope(group=group, game="bavarian"))) == expected
    assert club_records.highest_hands(FigureScope(group=group, game="palatinate")) == []
    assert club_records.hall_games(group) == ["bavarian"]
    assert club_records.hall_years(group) == [2026]


def test_the_longest_runs_are_those_of_the_evenings(evenings: list[PlayedEvening]) -> None:
    runs = club_records.longest_runs(FigureScope(group=club_group(evenings[0].club.pk)))
    assert [(*named([one.person]), one.row.run, one.row.started_at) for one in runs] == [
        ("Anna", 3, FIRST_AT + WEEK),
        ("Cilli", 2, FIRST_AT),
        ("Emmi", 2, FIRST_AT + 2 * WEEK),
    ]


def test_a_streak_counts_once_with_all_its_evenings(evenings: list[PlayedEvening]) -> None:
    club = evenings[0].club
    for week in (4, 5):
        closed_evening("Anna Beppo Cilli Emmi", [solo("Emmi")], club=club, at=FIRST_AT + week * WEEK)
    closed_evening("Anna Beppo Cilli Emmi", [solo("Anna")], club=club, at=FIRST_AT + 6 * WEEK)
    closed_evening("Anna Beppo Cilli Emmi", [rufer("Anna", "Emmi")], club=club, at=FIRST_AT + 7 * WEEK)
    streaks = club_records.longest_streaks(FigureScope(group=club_group(club.pk)))
    assert [(*named([one.player_id]), one.streak, one.started_at) for one in streaks] == [
        ("Emmi", 4, FIRST_AT + 5 * WEEK),
        ("Anna", 2, FIRST_AT + 7 * WEEK),
    ]


def test_a_streak_that_fills_a_part_by_itself_does_not_hide_the_others(
    evenings: list[PlayedEvening], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_records, "PART", 1)
    test_a_streak_counts_once_with_all_its_evenings(evenings)


def test_a_streak_in_each_of_two_games_are_two(db: None) -> None:
    club = None
    for week in range(4):
        is_bavarian = week % 2 == 0
        names = ("Anna", "Beppo", "Cilli", "Done") if is_bavarian else ("Anna", "Beppo", "Cilli")
        evening = new_evening(
            *names, club=club, ruleset=PUB if is_bavarian else PRESETS["palatinate"]["palatinate"],
            at=FIRST_AT + week * WEEK,
        )  # fmt: skip
        simple = {"contract": "simple", "declarer": "Anna", "trump_suit": "clubs", "won": True}
        evening.record(solo("Anna") if is_bavarian else simple)
        evening.close()
        club = evening.club
    assert club is not None
    streaks = club_records.longest_streaks(FigureScope(group=club_group(club.pk)))
    assert [(*named([one.player_id]), one.game, one.streak) for one in streaks] == [
        ("Anna", "bavarian", 2), ("Anna", "palatinate", 2)
    ]  # fmt: skip


def test_an_evening_won_together_is_won_by_both(evenings: list[PlayedEvening]) -> None:
    won = club_records.most_evenings_won(FigureScope(group=club_group(evenings[0].club.pk)))
    assert {(*named([one.person]), one.evenings) for one in won} == {
        ("Emmi", 2), ("Anna", 1), ("Beppo", 1), ("Cilli", 1)
    }  # fmt: skip
    assert won[0].evenings == 2


def test_a_sie_struck_out_or_corrected_is_none(evenings: list[PlayedEvening]) -> None:
    first = evenings[0]
    first.reopen()
    assert feats(first.club, Feat.SIE) == []
    first.close()
    assert feats(first.club, Feat.SIE) == [("Cilli", 600)]
    first.reopen()
    first.correct(2, wenz_tout("Done"))
    first.close()
    assert feats(first.club, Feat.SIE) == []
    assert feats(first.club, Feat.TOUT) == [("Anna", 300), ("Done", 300)]
    first.reopen()
    first.void(2)
    first.close()
    assert feats(first.club, Feat.TOUT) == [("Anna", 300)]
    first.check()


def test_a_tout_that_was_lost_is_no_feat(db: None) -> None:
    lost = closed_evening("Anna Beppo Cilli Done", [wenz_tout("Anna", won=False)])
    assert feats(lost.club, Feat.TOUT) == []


def test_only_a_feat_is_framed(evenings: list[PlayedEvening]) -> None:
    first, group = evenings[0], club_group(evenings[0].club.pk)
    framed = memorable_hand(group, evening_id=first.stored.pk, no=2)
    assert framed is not None and people_and_gains([framed]) == [("Cilli", 600)]
    assert memorable_hand(group, evening_id=first.stored.pk, no=1) is None
    assert memorable_hand(group, evening_id=uuid4(), no=2) is None
    stranger = closed_evening("Gustl Hias Irmi Jackl", [sie("Gustl")])
    assert memorable_hand(group, evening_id=stranger.stored.pk, no=1) is None


def test_clubs_that_are_one_have_one_hall(evenings: list[PlayedEvening]) -> None:
    """Cilli played in another club as Zilli, which was linked to this one."""
    other = closed_evening("Zilli Gustl Hias Irmi", [sie("Zilli"), solo("Zilli")], at=FIRST_AT - WEEK)
    club, by = evenings[0].club, dict[str, Any](by="club link", at=NINE_O_CLOCK)
    append_club_event(club, kind=Kind.CLUB_LINKED, key=uuid4(), other_club=other.club, **by)
    append_club_event(other.club, kind=Kind.CLUB_JOINED, key=uuid4(), other_club=club, **by)
    zilli, cilli = other.players["Zilli"], evenings[0].players["Cilli"]
    append_club_event(other.club, kind=Kind.PERSON_LINKED, key=uuid4(), player=zilli, other_player=cilli, **by)
    replay_standings(club_group(club.pk))
    assert feats(club, Feat.SIE) == feats(other.club, Feat.SIE) == [("Cilli", 600), ("Cilli", 600)]
    group = club_group(club.pk)
    assert people_and_gains(club_records.highest_hands(FigureScope(group=group, game="bavarian")))[:3] == [
        ("Cilli", 600),
        ("Cilli", 600),
        ("Anna", 300),
    ]
    runs = [(*named([one.person]), one.row.run) for one in club_records.longest_runs(FigureScope(group=group))]
    assert runs == [("Anna", 3), ("Cilli", 2), ("Cilli", 2), ("Emmi", 2)]
    assert {
        (*named([one.person]), one.evenings) for one in club_records.most_evenings_won(FigureScope(group=group))
    } >= {("Cilli", 2)}
    assert broken(evenings[0]) == []  # Zilli's Sie came first


def test_the_records_that_an_evening_broke(evenings: list[PlayedEvening]) -> None:
    first, second, third, fourth = evenings
    [record] = broken(first)
    assert (record.kind, named(record.people), record.no) == (RecordKind.FIRST_SIE, ["Cilli"], 2)
    [record] = broken(second)
    assert (record.kind, named(record.people), record.count, record.before) == (RecordKind.LONGEST_RUN, ["Anna"], 3, 2)
    assert broken(third) == broken(fourth) == []
    hands = [sie("Emmi", laid=1), rufer("Emmi", "Anna"), rufer("Emmi", "Anna"), rufer("Emmi", "Anna")]
    last = closed_evening("Anna Beppo Cilli Emmi", hands, club=first.club, at=FIRST_AT + 4 * WEEK)
    assert [(one.kind, named(one.people), one.count, one.before) for one in broken(last)] == [
        (RecordKind.HIGHEST_HAND, ["Emmi"], 1200, 600),
        (RecordKind.BEST_EVENING, ["Emmi"], 1260, 570),
        (RecordKind.LONGEST_RUN, ["Emmi"], 4, 3),
        (RecordKind.LONGEST_STREAK, ["Emmi"], 3, 2),
    ]


def test_who_is_level_breaks_no_record_and_those_who_are_level_break_it_together(evenings: list[PlayedEvening]) -> None:
    club = evenings[0].club
    level = closed_evening("Anna Beppo Cilli Done", [rufer("Anna", "Done")] * 3, club=club, at=FIRST_AT + 4 * WEEK)
    assert broken(level) == []
    both = closed_evening("Anna Beppo Cilli Done", [rufer("Anna", "Done")] * 4, club=club, at=FIRST_AT + 5 * WEEK)
    assert [(one.kind, named(one.people), one.count) for one in broken(both)] == [
        (RecordKind.LONGEST_RUN, ["Anna", "Done"], 4)
    ]
    both.reopen()
    assert broken(both) == []


def test_a_first_evening_breaks_nothing(db: None) -> None:
    evening = closed_evening("Anna Beppo Cilli Done", [solo("Anna"), solo("Anna"), THROWN_IN])
    assert broken(evening) == []


def test_the_number_of_statements_does_not_grow(evenings: list[PlayedEvening]) -> None:
    def statement_count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            group = club_group(evenings[0].club.pk)
            for feat in club_records.FEATS:
                club_records.feat_records(FigureScope(group=group), feat, size=10)
            club_records.highest_hands(FigureScope(group=group, game="bavarian"))
            club_records.longest_runs(FigureScope(group=group))
            club_records.longest_streaks(FigureScope(group=group))
            club_records.most_evenings_won(FigureScope(group=group))
            records_broken_by_evening(group, evenings[0].stored)
        return len(found)

    before = statement_count()
    for week in range(4, 8):
        hands = [sie("Anna"), wenz_tout("Beppo"), rufer("Anna", "Beppo"), rufer("Anna", "Beppo")]
        closed_evening("Anna Beppo Cilli Done", hands, club=evenings[0].club, at=FIRST_AT + week * WEEK)
    assert statement_count() == before
