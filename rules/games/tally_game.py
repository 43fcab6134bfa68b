"""The base of Sasku and 24-card Schafskopf: the sheet holds a tally, and the table agrees how it becomes money.

The winners write points or strokes down and the losers nothing (K24, S20), so a tally does not sum to 0. A house rule
says what the players owe one another for it (S36, X33): that is `Score.points`, the sheet is `Score.tally`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import ClassVar

from rules import hand_validation
from rules.base_ruleset import Aim, Contract, Sides
from rules.cards import FRENCH, Suit
from rules.games.declarer_game import DeclarerGame
from rules.hand_fields import hand_field
from rules.problems import ProblemList
from rules.reading import read_counts
from rules.report import AgreedHand, DeclaredHand, Report
from rules.score import Reason, Score
from rules.state import State
from rules.table import Player, Table

_PLAYED_HERE = frozenset(
    {one.name for one in fields(Report)}
    | {"declarer", "partner", "trump_suit", "card_points", "tricks", "opponents_card_points", "opponents_tricks"}
    | {"won", "level", "value"}
)
NOT_PLAYED_HERE = tuple((one.name, one.default) for one in fields(DeclaredHand) if one.name not in _PLAYED_HERE)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedTally(AgreedHand):
    """A correction of the sheet that the table settled by itself. X16, X25.

    tally:  added to the sheet, or taken off it; the money follows by the house rule.
    points: moved between the players in addition to that.
    """

    tally: Mapping[Player, int] | None = hand_field(read_counts, "Zettel")


AGREED_TALLY = Contract(
    id="agreed", sides=Sides.NONE, aim=Aim.SHOWN, report=AgreedTally, common=False, source="X16"
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class TallyGame(DeclarerGame):
    """A game for four with French cards, without top trumps to pay, doublings, surrender or revoke."""

    PACK: ClassVar[tuple[Suit, ...]] = FRENCH
    HAS_TALLY: ClassVar[bool] = True
    LEAST_PLAYERS: ClassVar[int] = 4
    MOST_PLAYERS: ClassVar[int] = 4

    def offline_settings(self) -> dict[str, object]:
        return {**super().offline_settings(), "tally": True}

    def check_table(self, table: Table, problems: ProblemList) -> None:
        if len(table.players) != self.MOST_PLAYERS:
            problems.add("players_exactly", "players", number=self.MOST_PLAYERS)
        elif len(set(table.players)) != len(table.players):
            problems.add("player_twice", "players")

    def check(self, report: Report, state: State, problems: ProblemList) -> None:
        if isinstance(report, AgreedTally):
            self.check_table(report.table, problems)
            if report.points or not report.tally:
                hand_validation.check_agreed(report, problems)
            elif not report.why and not problems.has("why"):
                problems.add("why_missing", "why")
            hand_validation.check_agreed_counts("tally", report.tally or {}, report.table, problems)
        else:
            super().check(report, state, problems)

    def score_agreed_tally(
        self,
        report: AgreedTally,
        state: State,
        *,
        tally: Mapping[Player, int],
        owed: Mapping[Player, int],
        more: Iterable[Reason] = (),
    ) -> Score:
        """Score a correction of the sheet. owed: by the tally. more: reasons after the agreement."""
        extra = counts_by_seat(report.table, report.points)
        return Score(
            points={player: owed[player] + extra[player] for player in report.table.players},
            tally=tally,
            value=max(*tally.values(), *extra.values()),
            reasons=(Reason(code="agreed", rule="X16", args={"why": report.why}), *more),
            state=self.state_after(report, state) if report.was_dealt else state,
        )

    def check_more(self, hand: DeclaredHand, contract: Contract, problems: ProblemList) -> None:
        """Refuse the fields of other games; a revoke is settled by hand (X16)."""
        for name, default in NOT_PLAYED_HERE:
            if getattr(hand, name) != default:
                problems.add("field_unknown", name)


def counts_by_seat(table: Table, counts: Mapping[Player, int] | None) -> dict[Player, int]:
    return {player: (counts or {}).get(player, 0) for player in table.players}


def differences(tally: Mapping[Player, int]) -> dict[Player, int]:
    """Return the payments that settle the difference of tallies within every pair of players.

    The sum over all hands is the same as settling the final tallies, because the difference is linear.
    """
    everything = sum(tally.values())
    return {player: len(tally) * own - everything for player, own in tally.items()}
