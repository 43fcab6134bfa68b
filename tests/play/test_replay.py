"""However an evening came about, it ends as if every hand had been written right at once."""

import random

import pytest

from rules import Player, ReportError, State, Table, read_report, read_ruleset, score
from scorebook.play import evening_totals, services
from tests.support.played_evening import THROWN_IN, Hand, PlayedEvening, new_evening, ramsch, rufer, solo

NAMES = ["Anna", "Beppo", "Cilli", "Done", "Elis"]


def _some_hand(chance: random.Random, active: list[str]) -> Hand:
    one, two, *_ = chance.sample(active, 2)
    won = chance.random() < 0.6
    return chance.choice(
        [
            THROWN_IN,
            rufer(one, two, won=won, kontra=chance.randrange(3)),
            solo(one, won=won, laid=chance.randrange(2)),
            ramsch(one),
            # Somebody says that the pot was his: possible only while there is one.
            solo(one, pot_taken_by=one),
        ]
    )


def _record_correctly_at_once(evening: PlayedEvening) -> dict[str, int]:
    """The points by nothing but the rules and what stands for each hand."""
    ruleset, state = read_ruleset(evening.fresh().ruleset), State()
    points = dict.fromkeys(evening.players, 0)
    names = {str(player.pk): name for name, player in evening.players.items()}
    for hand in evening_totals.current_evening_hands(evening.stored):
        if hand.is_void:
            continue
        table = Table(players=tuple(map(Player, hand.table["players"])), dealer=Player(hand.table["dealer"]))
        worth = score(read_report(hand.report, ruleset=ruleset, table=table, state=state), ruleset, state)
        state = worth.state
        for player, gain in worth.points.items():
            points[names[player]] += gain
    return points


@pytest.mark.parametrize("seed", range(8))
def test_any_mixture_of_corrections_ends_right(db: None, seed: int) -> None:
    chance = random.Random(seed)
    ruleset = read_ruleset({"game": "bavarian", "preset": "pub_10_20_50", "house_rules": {"pot_sweetener": 10}})
    evening = new_evening(*NAMES, ruleset=ruleset)
    refused = 0
    for _ in range(40):
        count = evening.fresh().hand_count
        sheet = evening.sheet()
        try:
            if count < 5 or chance.random() < 0.5:
                out = {player.name for player in sheet.sitting_out}
                evening.record(_some_hand(chance, [name for name in NAMES if name not in out]))
            else:
                line = sheet.lines[chance.randrange(count)]
                out = {sheet.names[player] for player in line.sitting_out}
                if chance.random() < 0.4:
                    evening.void(line.no)
                else:
                    evening.correct(line.no, _some_hand(chance, [name for name in NAMES if name not in out]))
        except (services.LaterHandImpossible, ReportError):
            refused += 1
    assert evening.points() == _record_correctly_at_once(evening)
    assert refused < 30
    evening.check()
