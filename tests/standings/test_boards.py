"""Boards: who stands where, who is not ranked yet, and who moved since the last evening. Worked out by hand."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, Player
from scorebook.core.time_spans import Span
from scorebook.standings.boards.leaderboards import Board, BoardLine, compute_board
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from tests.support.played_evening import THROWN_IN, Hand, PlayedEvening, new_evening, ramsch, rufer, solo

# A Solo is worth 50 from each of the three others, a Rufer 20, a Ramsch 20 to each of them.
FRIDAY = datetime(2026, 11, 13, 18, 0, tzinfo=UTC)
FOUR = ("Anna", "Beppo", "Cilli", "Done")


def held(
    *hands: Hand, names: tuple[str, ...] = FOUR, after: PlayedEvening | None = None, days: int = 7
) -> PlayedEvening:
    """An evening that is closed. after: the one before it, so many days ago."""
    evening = still_open(*hands, names=names, after=after, days=days)
    evening.close()
    return evening


def still_open(
    *hands: Hand, names: tuple[str, ...] = FOUR, after: PlayedEvening | None = None, days: int = 7
) -> PlayedEvening:
    club, at = (after.club, after.stored.started_at + timedelta(days=days)) if after else (None, FRIDAY)
    evening = new_evening(*names, club=club, at=at)
    for hand in hands:
        evening.record(hand)
    return evening


def board(club: Club, measure: BoardMeasure, **more: object) -> Board:
    return compute_board(club_group(club.pk), BoardQuery(measure=measure, **more))  # type: ignore[arg-type]


def lines(found: Board) -> dict[str, BoardLine]:
    names = dict(Player.objects.filter(pk__in=[line.person_id for line in found.lines]).values_list("pk", "name"))
    return {names[line.person_id]: line for line in found.lines}


def ranks(found: Board) -> dict[str, int | None]:
    return {name: line.rank for name, line in lines(found).items()}


def values(found: Board) -> dict[str, Fraction]:
    return {name: line.value for name, line in lines(found).items()}


def movements(found: Board) -> dict[str, int | None]:
    return {name: line.movement for name, line in lines(found).items()}


def test_who_is_level_shares_a_rank_and_the_next_is_left_out(db: None) -> None:
    evening = held(rufer("Anna", "Beppo"), ramsch("Done"))
    assert ranks(board(evening.club, BoardMeasure.POINTS)) == {"Anna": 1, "Beppo": 1, "Cilli": 3, "Done": 4}
    evening = held(rufer("Anna", "Beppo"))
    assert ranks(board(evening.club, BoardMeasure.POINTS)) == {"Anna": 1, "Beppo": 1, "Cilli": 3, "Done": 3}


def test_a_better_share_of_too_few_games_stands_below_and_has_no_rank(db: None) -> None:
    """Beppo won all of his four, Anna one of her five."""
    annas = [solo("Anna"), *[solo("Anna", won=False)] * 4]
    evening = held(*annas, *[solo("Beppo")] * 4)
    found = board(evening.club, BoardMeasure.DECLARED)
    assert (found.least, list(ranks(found).items())) == (5, [("Anna", 1), ("Beppo", None)])
    assert [(line.part, line.of) for line in found.lines] == [(1, 5), (4, 4)]
    assert values(found) == {"Anna": Fraction(1, 5), "Beppo": 1}


@pytest.mark.parametrize(("hands", "is_ranked"), [(19, False), (20, True)])
def test_twenty_hands_are_enough_for_an_average(db: None, hands: int, is_ranked: bool) -> None:
    evening = held(solo("Anna"), *[THROWN_IN] * (hands - 1))
    found = board(evening.club, BoardMeasure.PER_HAND)
    assert [line.rank is not None for line in found.lines] == [is_ranked] * 4
    assert values(found)["Anna"] == Fraction(150, hands)


def test_an_average_is_exact(db: None) -> None:
    """Of three hands Anna has 150 - 50 - 50, of which no decimal number is a third."""
    evening = held(solo("Anna"), solo("Beppo"), solo("Beppo"))
    anna = lines(board(evening.club, BoardMeasure.PER_HAND))["Anna"]
    assert (anna.value, anna.part, anna.of) == (Fraction(50, 3), 50, 3)


def test_who_sat_out_all_evening_has_no_average(db: None) -> None:
    """With five the dealer sits out. Nobody can divide by no hand."""
    names = (*FOUR, "Emmi")
    evening = new_evening(*names, first_dealer="Emmi")
    evening.record({"contract": "agreed", "why": "a round on Emmi"} | _round_on_emmi(evening))
    evening.close()
    emmi = lines(board(evening.club, BoardMeasure.PER_HAND))["Emmi"]
    assert (emmi.rank, emmi.value, emmi.part, emmi.of) == (None, Fraction(0), -40, 0)


def _round_on_emmi(evening: PlayedEvening) -> dict[str, object]:
    return {"points": {"Anna": 10, "Beppo": 10, "Cilli": 10, "Done": 10, "Emmi": -40}}


def test_after_one_evening_nobody_has_moved(db: None) -> None:
    evening = held(solo("Anna"))
    for measure in (BoardMeasure.POINTS, BoardMeasure.MONEY, BoardMeasure.PLACES, BoardMeasure.HANDS):
        assert set(movements(board(evening.club, measure)).values()) == {None}


def test_an_evening_of_which_every_hand_was_struck_out_moved_nobody(db: None) -> None:
    """Nobody was there; so the last evening is the one before it."""
    first = held(solo("Anna"))
    struck_out = still_open(solo("Beppo"), after=first)
    struck_out.void(1)
    struck_out.close()
    for measure in (BoardMeasure.POINTS, BoardMeasure.HANDS):
        assert set(movements(board(first.club, measure)).values()) == {None}


def test_the_last_evening_moved_everybody_but_who_came_new(db: None) -> None:
    """Before it: Anna 150, the others -50, all of them second. Then Emmi 300, Anna 50, Done -50, the others -150."""
    first = held(solo("Anna"))
    last = held(solo("Emmi"), solo("Emmi"), names=("Anna", "Beppo", "Cilli", "Emmi"), after=first)
    found = board(last.club, BoardMeasure.POINTS)
    assert ranks(found) == {"Emmi": 1, "Anna": 2, "Done": 3, "Beppo": 4, "Cilli": 4}
    assert movements(found) == {"Emmi": None, "Anna": -1, "Done": -1, "Beppo": -2, "Cilli": -2}


def test_who_was_not_ranked_before_has_not_moved(db: None) -> None:
    """Of two evenings an average begins to count: Anna, Beppo and Cilli had two before the last, Done had one."""
    first = held(solo("Anna"))
    second = held(solo("Beppo"), solo("Beppo"), names=("Anna", "Beppo", "Cilli", "Emmi"), after=first)
    last = held(solo("Done"), after=second)
    found = board(last.club, BoardMeasure.PER_EVENING)
    assert ranks(found) == {"Beppo": 1, "Done": 2, "Anna": 3, "Cilli": 4, "Emmi": None}  # 200/3, 50, 0, -200/3
    assert movements(found) == {"Beppo": 0, "Done": None, "Anna": -1, "Cilli": -1, "Emmi": None}


def test_places_count_closed_evenings_by_the_usual_scheme(db: None) -> None:
    """Two winners of four take 5 each, the two behind them, third, 2 each. An evening that goes on counts nothing."""
    first = held(rufer("Anna", "Beppo"))
    assert values(board(first.club, BoardMeasure.PLACES)) == {"Anna": 5, "Beppo": 5, "Cilli": 2, "Done": 2}
    goes_on = still_open(solo("Emmi"), names=("Anna", "Beppo", "Cilli", "Emmi"), after=first)
    found = board(goes_on.club, BoardMeasure.PLACES)
    assert values(found) == {"Anna": 5, "Beppo": 5, "Cilli": 2, "Done": 2}
    goes_on.close()
    found = board(goes_on.club, BoardMeasure.PLACES)
    assert values(found) == {"Anna": 8, "Beppo": 8, "Emmi": 5, "Cilli": 5, "Done": 2}  # second of four: 3, all three


def test_runs_and_the_highest_hand_are_those_of_one_evening(db: None) -> None:
    """Anna won two in a row and, a week later, two more: that makes no four."""
    first = held(solo("Cilli"), solo("Anna"), solo("Anna"))
    last = held(rufer("Anna", "Beppo"), solo("Cilli", won=False), after=first)
    assert values(board(last.club, BoardMeasure.RUN)) == {"Anna": 2, "Beppo": 2, "Cilli": 1, "Done": 1}
    found = board(last.club, BoardMeasure.HIGHEST)
    assert values(found) == {"Anna": 150, "Cilli": 150, "Beppo": 50, "Done": 50}
    assert ranks(found) == {"Anna": 1, "Cilli": 1, "Beppo": 3, "Done": 3}


def test_who_has_nothing_of_it_does_not_stand_there(db: None) -> None:
    evening = held(rufer("Anna", "Beppo", level="schneider"))
    assert values(board(evening.club, BoardMeasure.SCHNEIDER)) == {"Anna": 1, "Beppo": 1}
    assert values(board(evening.club, BoardMeasure.SCHNEIDER_TAKEN)) == {"Cilli": 1, "Done": 1}
    assert values(board(evening.club, BoardMeasure.RAMSCH)) == {}


def test_a_contract_counts_on_the_days_that_were_asked_for(db: None) -> None:
    """The Solos of the 13th of November, and that of the 4th of December."""
    november = held(solo("Anna", won=False), solo("Beppo"))
    december = held(solo("Anna"), after=november, days=21)

    def solos(first: str, last: str) -> dict[str, tuple[int | None, int | None]]:
        span = Span.of_days(date.fromisoformat(first), date.fromisoformat(last))
        found = lines(board(december.club, BoardMeasure.DECLARED, contract="solo", span=span))
        return {name: (line.part, line.of) for name, line in found.items()}

    assert solos("2026-11-13", "2026-12-03") == {"Anna": (0, 1), "Beppo": (1, 1)}
    assert solos("2026-11-01", "2026-12-04") == {"Anna": (1, 2), "Beppo": (1, 1)}
    assert solos("2026-11-14", "2026-12-31") == {"Anna": (1, 1)}
    assert solos("2026-11-14", "2026-12-03") == {}


def test_who_has_no_evening_has_lost_no_ramsch(db: None) -> None:
    evening = held(ramsch("Anna"))
    span = Span.of_days(date(2026, 11, 14), date(2026, 11, 30))
    assert board(evening.club, BoardMeasure.RAMSCH, span=span).lines == ()


def test_who_came_to_less_than_a_third_is_a_newcomer(db: None) -> None:
    """Of four evenings Done came to two, Emmi and Fritz to one each."""
    evening = held(solo("Anna"))
    for guest in ("Done", "Emmi", "Fritz"):
        evening = held(solo("Anna"), names=("Anna", "Beppo", "Cilli", guest), after=evening)
    found = lines(board(evening.club, BoardMeasure.POINTS))
    assert {name for name, line in found.items() if line.is_newcomer} == {"Emmi", "Fritz"}


# -- money of several units --------------------------------------------------------------------------------------------


def played_for(unit: str, hand: Hand, *, club: Club | None, week: int, stake_minor: int = 1) -> Club:
    table = new_evening(*FOUR, unit=unit, stake_minor=stake_minor, club=club, at=FRIDAY + timedelta(weeks=week))
    table.record(hand)
    table.close()
    return table.club


def test_money_moves_by_the_last_evening_in_its_unit(db: None) -> None:
    """Euros: 50 each to Anna, then 150 to Cilli, who passes her. Two evenings for beer and one for dollars later, the
    board of euros says the same."""
    club = played_for("EUR", solo("Anna", won=True), club=None, week=0)
    played_for("EUR", solo("Cilli"), club=club, week=1, stake_minor=3)
    before = movements(board(club, BoardMeasure.MONEY, unit="EUR"))
    assert before == {"Anna": -1, "Beppo": -1, "Cilli": 1, "Done": -1}
    for week, unit, hand in ((2, "beer", solo("Done")), (3, "beer", rufer("Beppo", "Done")), (4, "USD", solo("Beppo"))):
        played_for(unit, hand, club=club, week=week)
    assert movements(board(club, BoardMeasure.MONEY, unit="EUR")) == before
    assert set(movements(board(club, BoardMeasure.MONEY, unit="USD")).values()) == {None}
    # Done 150, then with Beppo 20 from each of the others: all keep their places but Beppo, who was level with them.
    assert movements(board(club, BoardMeasure.MONEY, unit="beer")) == {
        "Anna": -1,
        "Beppo": 0,
        "Cilli": -1,
        "Done": 0,
    }


def test_a_board_of_money_holds_the_evenings_in_its_unit_alone(db: None) -> None:
    club = played_for("EUR", solo("Anna"), club=None, week=0)
    table = new_evening("Anna", "Beppo", "Cilli", "Emil", unit="JPY", club=club, at=FRIDAY + timedelta(weeks=1))
    table.record(solo("Emil"))
    table.close()
    euros, yen = (lines(board(club, BoardMeasure.MONEY, unit=unit)) for unit in ("EUR", "JPY"))
    assert (set(euros), set(yen)) == ({"Anna", "Beppo", "Cilli", "Done"}, {"Anna", "Beppo", "Cilli", "Emil"})
    assert {line.sums.evenings for line in (*euros.values(), *yen.values())} == {1}
    assert lines(board(club, BoardMeasure.POINTS))["Anna"].sums.evenings == 2
