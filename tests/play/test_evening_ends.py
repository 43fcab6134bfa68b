"""The end of evenings that were played: what stands counts, in every game, and it costs one statement more."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from rules import PRESETS
from scorebook.play.evening_story import Lead
from scorebook.play.queries.evening_ends import EveningEnd, evening_end
from scorebook.play.queries.evening_sheets import evening_sheet
from tests.support.played_evening import PUB, THROWN_IN, PlayedEvening, new_evening, rufer, solo

pytestmark = pytest.mark.django_db


def end_of(table: PlayedEvening) -> EveningEnd:
    return evening_end(evening_sheet(table.fresh(), range(0)))


def winners(table: PlayedEvening) -> list[str]:
    return [name(table, player) for player in end_of(table).story.winners]


def places(table: PlayedEvening) -> list[tuple[int, str, int]]:
    return [(one.rank, name(table, one.player), one.count) for one in end_of(table).story.places]


def name(table: PlayedEvening, player: str) -> str:
    return next(name for name, known in table.players.items() if str(known.pk) == player)


def runs(table: PlayedEvening) -> list[tuple[str, int, int, int]]:
    return [(name(table, run.player), run.length, run.first, run.last) for run in end_of(table).story.runs]


def test_an_evening_from_its_hands() -> None:
    """Rufer 20, Solo 50: Anna 20 + 20 - 50, Beppo the same, Cilli -20 - 20 + 150, Done -20 - 20 - 50."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record(rufer("Anna", "Beppo"))
    table.record(rufer("Beppo", "Anna"))
    table.record(solo("Cilli"))
    table.close()
    end = end_of(table)
    assert places(table) == [(1, "Cilli", 110), (2, "Anna", -10), (2, "Beppo", -10), (4, "Done", -90)]
    assert end.story.best and (end.story.best.no, end.story.best.count) == (3, 150)
    assert (end.story.lead, end.story.turn, end.story.hands) == (Lead.TAKEN, 3, 3)
    assert runs(table) == [("Anna", 2, 1, 2), ("Beppo", 2, 1, 2)]
    assert [line.report.contract for line in end.hands.values()] == ["solo"]


def test_a_hand_counts_as_it_stands_now() -> None:
    """The solo was lost after all, and the last hand is struck out."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record(rufer("Anna", "Beppo"))
    table.record(solo("Cilli"))
    table.record(solo("Done"))
    table.correct(2, solo("Cilli", won=False))
    table.void(3)
    table.close()
    end = end_of(table)
    assert places(table) == [(1, "Anna", 70), (1, "Beppo", 70), (3, "Done", 30), (4, "Cilli", -170)]
    assert end.story.hands == 2 and end.story.best and (end.story.best.no, end.story.best.count) == (2, 50)
    assert end.hands[2].score.declarer_won is False


def test_what_the_pot_brings_at_closing_counts() -> None:
    """Thrown in: all put 10 into the pot. Anna and Beppo win a hand of 20 and, being best, get 20 each of the pot."""
    ruleset = PUB.with_house_rules({"pot_sweetener": 10, "pot_kept": True, "pot_at_end": "best"})
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=ruleset)
    table.record(THROWN_IN)
    table.record(rufer("Anna", "Beppo"))
    table.close()
    assert places(table) == [(1, "Anna", 30), (1, "Beppo", 30), (3, "Cilli", -30), (3, "Done", -30)]


def test_five_people_of_whom_one_sits_out_and_one_comes_late() -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done", first_dealer="Done")
    table.record(rufer("Anna", "Beppo"))
    table.join("Emil", place=4)
    table.record(THROWN_IN)
    sheet = table.sheet()
    resting = [player.name for player in sheet.sitting_out]
    assert len(resting) == 1
    first, second = [who for who in table.players if who not in resting][:2]
    table.record(solo(first))
    table.leave(second)
    table.close()
    assert {who: count for _rank, who, count in places(table)} == table.points()
    assert winners(table) == [first]


def test_who_comes_and_goes_without_a_hand_has_no_place() -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record(rufer("Anna", "Beppo"))
    table.join("Emil", place=4)
    table.leave("Emil")
    table.close()
    assert [who for _rank, who, _count in places(table)] == ["Anna", "Beppo", "Cilli", "Done"]


def trumps(declarer: str, level: str = "plain") -> dict[str, object]:
    return {"contract": "trumps", "declarer": declarer, "trump_suit": "spades", "won": True, "level": level}


def test_a_game_of_strokes_goes_by_games_and_before_that_by_strokes() -> None:
    """S25: 2 strokes for a plain hand of spades. A game that is won is worth a point to both of the team."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PRESETS["sasku"]["sasku"], stake_minor=50)
    table.record(trumps("Anna"))
    assert places(table)[:2] == [(1, "Anna", 2), (1, "Cilli", 2)] and winners(table) == ["Anna", "Cilli"]
    table.record(trumps("Beppo", "schwarz"))
    table.close()
    assert winners(table) == ["Beppo", "Done"] and end_of(table).story.won_together
    assert {who: count for _rank, who, count in places(table)} == table.points()


def test_of_a_game_of_strokes_the_hands_that_decided_a_game_and_the_last_one_are_drawn() -> None:
    """All 16 strokes of a game fall in a hand where the others take no trick at all."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PRESETS["sasku"]["sasku"])
    drawn = []
    for hand in (trumps("Anna"), trumps("Beppo", "schwarz"), trumps("Cilli", "schwarz"), trumps("Done")):
        table.record(hand)
        drawn.append([hands_of(table, code="game_won"), len(table.sheet().strokes)])
    assert drawn == [[[], 1], [[2], 1], [[2, 3], 2], [[2, 3], 3]]
    lines = table.sheet().lines
    assert list(table.sheet().strokes) == [line.score for line in lines[1:]]
    table.void(2)
    lines = table.sheet().lines
    assert list(table.sheet().strokes) == [lines[2].score, lines[3].score]


def hands_of(table: PlayedEvening, *, code: str) -> list[int]:
    """The numbers of the hands with such a reason."""
    return [line.no for line in table.sheet().lines if any(one.code == code for one in line.score.reasons)]


@pytest.mark.parametrize("hands", [1, 5, 40])
def test_the_end_costs_one_statement_however_many_hands(
    hands: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    for _ in range(hands):
        table.record(rufer("Anna", "Beppo"))
    table.record(solo("Cilli"))
    table.close()
    sheet = evening_sheet(table.fresh(), range(0))
    with django_assert_num_queries(1):
        evening_end(sheet)
    whole = evening_sheet(table.fresh())
    with django_assert_num_queries(0):
        evening_end(whole)


def test_an_evening_without_a_hand_costs_none(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.close()
    sheet = evening_sheet(table.fresh(), range(0))
    with django_assert_num_queries(0):
        assert evening_end(sheet).story.places == ()
