"""Rows add up to what stands above them, also for those who sat out and paid."""

from __future__ import annotations

from rules import PRESETS
from scorebook.clubs.club_groups import club_group
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.months import WITHOUT_CARDS
from scorebook.standings.people import profiles
from scorebook.standings.standings_scope import FigureScope
from tests.support.played_evening import PlayedEvening, new_evening


def by_contract(evening: PlayedEvening, name: str) -> dict[str, tuple[int, int]]:
    scope = FigureScope(group=club_group(evening.club.pk), game=evening.stored.game)
    return {
        one.contract: (one.hands, one.points)
        for one in profiles.contract_figures_of_person(scope, evening.players[name].pk)
    }


def test_the_dealer_of_four_in_the_palatinate_pays_without_cards(db: None) -> None:
    """P51: of four the dealer sits out, and pays the declarer as an opponent does."""
    table = new_evening(
        "Anna", "Beppo", "Cilli", "Done", ruleset=PRESETS["palatinate"]["palatinate"], first_dealer="Done"
    )
    table.record({"contract": "solo", "declarer": "Anna", "trump_suit": "clubs", "won": True})
    value = table.points()["Anna"] // 3
    assert value > 0 and table.points()["Done"] == -value
    table.close()
    assert by_contract(table, "Done") == {WITHOUT_CARDS: (0, -value)}
    assert by_contract(table, "Anna") == {"solo": (1, 3 * value)}
    for name, player in table.players.items():
        totals = profiles.totals_of_months(profiles.played_months(club_group(table.club.pk), player.pk))
        rows = by_contract(table, name).values()
        assert (totals.hands, totals.points) == (sum(hands for hands, _ in rows), sum(points for _, points in rows))
    table.reopen()
    table.close()
    assert by_contract(table, "Done") == {WITHOUT_CARDS: (0, -value)}
    assert audit_club(table.club) is None
