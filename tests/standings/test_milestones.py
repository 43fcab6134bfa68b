"""A person by role, and the milestones that a random club is too young for."""

from __future__ import annotations

from dataclasses import astuple
from datetime import timedelta

import pytest

from scorebook.clubs.club_groups import club_group
from scorebook.standings.people import milestones, profiles
from scorebook.standings.people.roles import HandRole, figures_by_role
from scorebook.standings.standings_scope import FigureScope
from tests.support.hall_evenings import march
from tests.support.played_evening import new_evening, rufer, solo


def test_each_hand_counts_for_one_role(db: None) -> None:
    """Anna declares a Rufer for 20 and a lost solo, is called once, defends once, and loses a Ramsch to Cilli."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    for hand in (rufer("Anna", "Beppo"), solo("Anna", won=False), rufer("Cilli", "Anna"), solo("Done"), march("Cilli")):
        evening.record(hand)
    evening.close()
    scope = FigureScope(group=club_group(evening.club.pk))
    anna = evening.players["Anna"].pk
    contracts = profiles.contract_figures_of_person(scope, anna)
    found = figures_by_role(contracts)
    assert astuple(found[HandRole.DECLARED])[1:] == (1, 2, 20 - 150)
    assert astuple(found[HandRole.PARTNERED])[1:] == (1, 1, 20)
    assert astuple(found[HandRole.DEFENDED])[1:] == (0, 1, -50)
    assert found[HandRole.ALONE].hands == 1 and found[HandRole.ALONE].won == 0
    [total] = profiles.played_months(scope.group, anna)
    assert sum(one.points for one in found.values()) == total.points


def test_round_numbers_are_reached_in_an_evening(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(milestones, "EVERY_EVENINGS", 2)
    monkeypatch.setattr(milestones, "HANDS", (3,))
    monkeypatch.setattr(milestones, "EVERY_HANDS", 4)
    first = new_evening("Anna", "Beppo", "Cilli", "Done")
    evenings = [first, new_evening(*first.players, club=first.club, at=first.clock + timedelta(days=7))]
    for evening in evenings:
        for _ in range(2):
            evening.record(rufer("Beppo", "Cilli"))
        evening.close()
    scope = FigureScope(group=club_group(first.club.pk))
    anna = first.players["Anna"].pk
    found = milestones.milestones(scope, anna, milestones.rated_evenings(scope, anna))
    second = evenings[1].stored.pk
    assert [(one.kind, one.count, one.evening_id) for one in found] == [
        ("hand", 4, second), ("hand", 3, second), ("evening", 2, second), ("evening", 1, first.stored.pk),
    ]  # fmt: skip
