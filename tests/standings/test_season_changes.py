"""Why a closed season would stand otherwise today: each cause by its name, and no other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Player
from scorebook.standings.seasons.season_changes import Cause, season_changes
from scorebook.standings.seasons.season_results import season_standings
from scorebook.standings.services.linking import link_club, link_players, unlink_club, unlink_player
from tests.standings.club_season import FRIDAY, PEOPLE, WEEK, YEAR, Club2026, two_evenings
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo


@pytest.fixture
def table(db: None) -> Club2026:
    return two_evenings()


def stamp() -> dict[str, Any]:
    return {"key": uuid4(), "by": "club link", "at": FRIDAY}


def causes(table: Club2026) -> list[tuple[Cause, list[int], list[str]]]:
    group = club_group(table.club.pk)
    found = season_changes(group, table.kept(table.known), season_standings(group, table.known.agreement))
    assert bool(found.causes) == bool(found.lines)
    return [
        (one.cause, [evening.number for evening in one.evenings], [Player.objects.get(pk=id).name for id in one.people])
        for one in found.causes
    ]


def third_evening(table: Club2026, *names: str) -> PlayedEvening:
    evening = new_evening(*(names or PEOPLE), club=table.club, at=FRIDAY + 2 * WEEK)
    evening.record(rufer(*(names or PEOPLE)[:2]))
    evening.close()
    return evening


def test_nothing_changed(table: Club2026) -> None:
    table.agree()
    table.close()
    assert causes(table) == []
    table.evenings[0].reopen()
    table.evenings[0].close()
    assert causes(table) == []


def test_a_hand_was_corrected(table: Club2026) -> None:
    table.agree()
    table.close()
    second = table.evenings[1]
    second.reopen()
    assert causes(table) == [(Cause.REOPENED, [2], [])]
    second.correct(1, solo("Cilli", won=False))
    second.close()
    assert causes(table) == [(Cause.CORRECTED, [2], [])]


def test_an_evening_came_in_since(table: Club2026) -> None:
    table.agree()
    table.close()
    third_evening(table)
    assert causes(table) == [(Cause.ADDED, [3], [])]


def test_two_are_one_person_since(table: Club2026) -> None:
    third_evening(table, "Emmi", "Beppo", "Cilli", "Done")
    table.agree()
    table.close()
    emmi, anna = (table.club.players.get(name=name) for name in ("Emmi", "Anna"))
    link_players(player=emmi, other=anna, **stamp())
    assert causes(table) == [(Cause.LINKED, [], ["Emmi"])]
    unlink_player(player=emmi, **stamp())
    assert causes(table) == []


def test_two_are_no_longer_one_person(table: Club2026) -> None:
    third_evening(table, "Emmi", "Beppo", "Cilli", "Done")
    emmi, anna = (table.club.players.get(name=name) for name in ("Emmi", "Anna"))
    link_players(player=emmi, other=anna, **stamp())
    table.agree()
    table.close()
    assert causes(table) == []
    unlink_player(player=emmi, **stamp())
    assert causes(table) == [(Cause.UNLINKED, [], ["Emmi"])]


def test_a_club_is_linked_no_longer(table: Club2026) -> None:
    krone = new_evening("Fritz", "Gusti", "Hias", "Ida", at=FRIDAY + 2 * WEEK)
    krone.record(solo("Fritz"))
    krone.close()
    link_club(club=table.club, other=krone.club, **stamp())
    table.agree(YEAR)
    table.close()
    unlink_club(club=table.club, other=krone.club, **stamp())
    assert causes(table) == [(Cause.GONE, [1], [])]


@pytest.fixture
def with_a_tie(table: Club2026) -> Club2026:
    """Beppo and Done -50 each."""
    table.evenings[1].reopen()
    table.evenings[1].record(rufer("Done", "Anna"))
    table.evenings[1].close()
    table.agree()
    table.close()
    return table


def test_tied_people_who_change_places_are_both_changed(with_a_tie: Club2026) -> None:
    kept = with_a_tie.kept(with_a_tie.known)
    first, second, third, fourth = kept.table.lines
    assert (third.rank, fourth.rank, third.value) == (3, 4, fourth.value)
    swapped = (first, second, replace(fourth, rank=3), replace(third, rank=4))
    other_way = replace(kept, table=replace(kept.table, lines=swapped))
    now = season_standings(club_group(with_a_tie.club.pk), with_a_tie.known.agreement)
    found = season_changes(club_group(with_a_tie.club.pk), other_way, now)
    assert {one.person for one in found.lines} == {third.person, fourth.person}


def test_a_season_closed_before_ties_were_broken_has_not_changed(with_a_tie: Club2026) -> None:
    """The record of an older Scorebook has them share the third place."""
    table = with_a_tie
    kept = table.kept(table.known)
    assert [line.rank for line in kept.table.lines] == [1, 2, 3, 4]
    shared = [replace(line, rank=min(line.rank or 0, 3)) for line in kept.table.lines]
    older = replace(kept, table=replace(kept.table, lines=tuple(shared)))
    group = club_group(table.club.pk)
    assert season_changes(group, older, season_standings(group, table.known.agreement)).lines == ()
