"""A hand that was struck out at once, by a slip of the thumb, keeps number and history and stands on no sheet."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest

from rules import Player as RulesPlayer
from rules.notation import read_evening, write_evening
from scorebook.exchange.tables import evening_export as tables
from scorebook.play import services
from scorebook.play.notation import written_evening
from scorebook.play.queries.evening_sheets import UNDO_S
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, rufer, solo

pytestmark = pytest.mark.django_db


def void_after(evening: PlayedEvening, no: int, seconds: float) -> None:
    hand = evening.standing(no)
    at = hand.recorded_at + timedelta(seconds=seconds)
    services.void_hand(evening=evening.stored, key=uuid4(), no=no, replaces=hand.pk, at=at, by="scribe")


def undone(evening: PlayedEvening) -> list[bool]:
    return [line.is_undone for line in evening.sheet().lines]


@pytest.mark.parametrize(("seconds", "is_undone"), [(0, True), (UNDO_S, True), (UNDO_S + 1, False), (3600, False)])
def test_only_within_seconds(seconds: float, is_undone: bool) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Cilli"))
    void_after(evening, 2, seconds)
    assert undone(evening) == [False, is_undone]
    assert [line.is_void for line in evening.sheet().lines] == [False, True]


BETWEEN: dict[str, Callable[[PlayedEvening], object]] = {
    "another hand": lambda evening: evening.record(solo("Done")),
    "a correction of another": lambda evening: evening.correct(1, rufer("Anna", "Done")),
    "its own correction": lambda evening: evening.correct(2, solo("Cilli", won=False)),
    "somebody comes": lambda evening: evening.join("Emil", place=2),
}


@pytest.mark.parametrize("between", BETWEEN.values(), ids=BETWEEN.keys())
def test_only_before_anything_else_is_written(between: Callable[[PlayedEvening], object]) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Cilli"))
    between(evening)
    void_after(evening, 2, 1)
    assert not any(undone(evening))


def test_counted_again_it_is_a_hand_like_any_other() -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(solo("Cilli"))
    void_after(evening, 1, 1)
    evening.correct(1, rufer("Anna", "Beppo"))
    assert undone(evening) == [False]
    evening.void(1)
    assert undone(evening) == [False]


def test_the_next_hand_keeps_its_number_and_tables_leave_the_undone_one_out() -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Cilli"))
    void_after(evening, 2, 1)
    evening.record(rufer("Anna", "Done"))
    names = {player: player for player in evening.sheet().names}
    rows = tables.evening_export_tables(evening.fresh(), names)["hands"]().rows
    assert [row[0] for row in rows] == [1, 3]
    assert evening.fresh().hand_count == 3
    assert evening.points() == {"Anna": 40, "Beppo": 0, "Cilli": -40, "Done": 0}


# -- the evening written out -------------------------------------------------------------------------------------------


def written(evening: PlayedEvening) -> str:
    names = {RulesPlayer(str(player.pk)): name for name, player in evening.players.items()}
    return write_evening(written_evening(evening.sheet()), names=names)


def hand_lines(text: str) -> list[str]:
    return text.partition("\n\n")[2].splitlines()


def test_the_evening_written_out_keeps_an_undone_hand_and_so_its_numbers() -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Cilli"))
    void_after(evening, 2, 1)
    evening.record(rufer("Anna", "Done"))
    assert [line.split()[0] for line in hand_lines(written(evening))] == [
        str(line.no) for line in evening.sheet().lines
    ]
    assert [line.split()[:2] for line in hand_lines(written(evening))][1] == ["2", "gestrichen"]
    read = read_evening(written(evening)).evening
    assert read is not None and write_evening(read) == written(evening)


def test_without_an_undone_hand_the_text_would_name_another_dealer() -> None:
    """Toni sat down before hand 2 and so did not take the chair of Anna, who left after it: Cilli deals."""
    evening = new_evening("Vroni", "Anna", "Cilli", "Dani")
    evening.record(THROWN_IN)
    evening.join("Toni", place=2)
    evening.record(THROWN_IN)
    void_after(evening, 2, 1)
    assert undone(evening) == [False, True]
    evening.leave("Anna")
    evening.record(THROWN_IN)
    text = written(evening)
    without = "".join(line for line in text.splitlines(keepends=True) if "gestrichen" not in line)
    assert [dealer_of_last_hand(text), dealer_of_last_hand(without)] == ["Cilli", "Toni"]
    assert evening.sheet().lines[-1].table.dealer == str(evening.players["Cilli"].pk)


def dealer_of_last_hand(text: str) -> str | None:
    read = read_evening(text).evening
    assert read is not None
    return read.hands[-1].report.table.dealer
