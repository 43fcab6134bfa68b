"""Who won a hand: its strokes and not the game that it may end, on every page that says "won"."""

from __future__ import annotations

import pytest

from rules import PRESETS
from scorebook.clubs.club_groups import club_group
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import EveningResult
from scorebook.play.queries.evening_ends import evening_end
from scorebook.standings.people import pairs, profiles
from scorebook.standings.records import club_records
from scorebook.standings.standings_scope import FigureScope
from tests.support.played_evening import Hand, PlayedEvening, new_evening

SASKU = PRESETS["sasku"]["sasku"]


def trumps(declarer: str, *, won: bool = True, **more: object) -> Hand:
    return {"contract": "trumps", "declarer": declarer, "trump_suit": "spades", "won": won, **more}


@pytest.fixture
def sasku(db: None) -> PlayedEvening:
    """Anna and Cilli against Beppo and Done. Nobody reaches 16 strokes, so that no point moves all evening."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=SASKU)
    for hand in (trumps("Anna"), trumps("Cilli"), trumps("Beppo", won=False), trumps("Done")):
        table.record(hand)
    table.record({"contract": "passed", "team": "Beppo", "card_points": 70})
    table.close()
    return table


def test_a_hand_is_won_by_its_strokes(sasku: PlayedEvening) -> None:
    """S20, S33. Anna's team wins the first three, Beppo's the last two; nobody has won or lost a point yet."""
    results = {row.player.name: row for row in EveningResult.objects.select_related("player")}
    assert {name: (row.won, row.lost, row.run, row.points) for name, row in results.items()} == {
        "Anna": (3, 2, 3, 0), "Beppo": (2, 3, 2, 0), "Cilli": (3, 2, 3, 0), "Done": (2, 3, 2, 0),
    }  # fmt: skip
    assert audit_club(sasku.club) is None


def test_person_partners_hall_and_evening_say_the_same(sasku: PlayedEvening) -> None:
    scope = FigureScope(group=club_group(sasku.club.pk), game="sasku")
    anna, cilli = sasku.players["Anna"].pk, sasku.players["Cilli"].pk
    by_contract = {one.contract: one for one in profiles.contract_figures_of_person(scope, anna)}
    trumps_of_anna = by_contract["trumps"]
    assert (trumps_of_anna.hands, trumps_of_anna.won, trumps_of_anna.lost) == (4, 3, 1)
    assert trumps_of_anna.won >= trumps_of_anna.declared_won + trumps_of_anna.defended_won == 2
    assert (by_contract["passed"].won, by_contract["passed"].lost) == (0, 1)
    together = pairs.common_hands_of_person(scope, anna)[cilli]
    assert (together.together, together.together_won) == (4, 3)
    runs = {(run.length, run.first, run.last) for run in evening_end(sasku.sheet()).story.runs}
    assert runs == {(3, 1, 3)}
    assert {(one.person, one.row.run) for one in club_records.longest_runs(scope)} >= {(anna, 3), (cilli, 3)}


def test_strokes_for_the_others_roof_win_no_hand(db: None) -> None:
    """X25: one team wins, and the other writes strokes down for the roof that one of the winners showed."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=SASKU.with_house_rules({"roof_penalty": 2}))
    table.record({"contract": "passed", "team": "Anna", "card_points": 70, "roof_shown_by": "Cilli"})
    table.close()
    assert {row.player.name: (row.won, row.lost) for row in EveningResult.objects.select_related("player")} == {
        "Anna": (1, 0), "Beppo": (0, 1), "Cilli": (1, 0), "Done": (0, 1),
    }  # fmt: skip


def test_24_cards_without_money(db: None) -> None:
    """K24: the winners write points of the sheet's own down; no money moves."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PRESETS["schafskopf24"]["schafskopf24"])
    table.record({"contract": "solo", "declarer": "Anna", "won": True})
    table.record({"contract": "solo", "declarer": "Beppo", "won": False})
    table.close()
    assert {row.player.name: (row.won, row.lost) for row in EveningResult.objects.select_related("player")} == {
        "Anna": (2, 0), "Beppo": (0, 2), "Cilli": (1, 1), "Done": (1, 1),
    }  # fmt: skip
