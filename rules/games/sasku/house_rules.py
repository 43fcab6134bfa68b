"""The house rules of a table of Sasku."""

from dataclasses import dataclass
from enum import StrEnum

from rules.base_ruleset import house_rule
from rules.games.tally_game import TallyGame
from rules.problems import ProblemList


class DiamondsRule(StrEnum):
    """The strokes of diamonds: doubled, by the introduction, or two more, by the table of the document (X18)."""

    TABLE = "table"
    DOUBLE = "double_the_black_column"


class PaidFor(StrEnum):
    """The unit for which each loser owes each winner (S36)."""

    GAMES = "games"
    STROKES = "strokes"
    NOTHING = "nothing"


@dataclass(frozen=True, kw_only=True)
class SaskuHouseRules(TallyGame):
    diamonds_rule: DiamondsRule = house_rule(DiamondsRule.TABLE, source="X18")
    strokes_to_win: int = house_rule(16, source="S20", least=4, most=64)
    carry_excess_strokes: bool = house_rule(False, source="X19")
    passed_strokes: int = house_rule(1, source="S33", least=1, most=4)
    lambapea_strokes: int | None = house_rule(None, source="S30", least=1, most=64)
    tie_adds_strokes: int = house_rule(0, source="S31", least=0, most=4)
    lambapea_games: int = house_rule(1, source="X20", least=1, most=4, needs={"lambapea_strokes": (None,)})
    roof_penalty: int = house_rule(0, source="X25", least=0, most=16)
    to_nil_games: int = house_rule(1, source="X20", least=1, most=4)
    paid_for: PaidFor = house_rule(PaidFor.GAMES, source="S36")

    def check_together(self, problems: ProblemList) -> None:
        if self.lambapea_strokes is not None and self.lambapea_games > 1:
            problems.add("lambapea_is_no_game", "lambapea_games")
