"""JSON in the database and the values it was written from."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rules import Level, Player, Reason, Report, Ruleset, Score, State, Table, read_state
from rules.problems import Complaints
from scorebook.play.models import HandEvent


def table_to_json(table: Table) -> dict[str, object]:
    return {"players": list(table.players), "dealer": table.dealer}


def read_table(raw: Mapping[str, Any]) -> Table:
    return Table(players=tuple(Player(player) for player in raw["players"]), dealer=Player(raw["dealer"]))


def score_to_json(score: Score) -> dict[str, object]:
    """Without the state, which has a column of its own."""
    return {name: value for name, value in score.to_json().items() if name != "state"}


def read_score(raw: Mapping[str, Any], *, table: Table, state: State) -> Score:
    return Score(
        points=_points(raw, table),
        pot=raw["pot"],
        value=raw["value"],
        declarer_side=tuple(Player(player) for player in raw["declarer_side"]),
        declarer_won=raw["declarer_won"],
        level=Level(raw["level"]) if raw["level"] else None,
        reasons=tuple(_read_reason(reason) for reason in raw["reasons"]),
        tally={player: raw["tally"][player] for player in table.players if player in raw.get("tally", {})},
        state=state,
    )


def score_of(event: HandEvent) -> Score:
    return read_score(event.score, table=read_table(event.table), state=read_state(event.state_after or {}))


def points_of(event: HandEvent) -> dict[Player, int]:
    """What the hand counts for everybody who was at the table."""
    points = _points(event.score, read_table(event.table))
    return dict.fromkeys(points, 0) if event.is_void else points


def pot_of(event: HandEvent) -> int:
    """The points by which the hand filled the pot, below 0 where it paid out."""
    return 0 if event.is_void else int(event.score["pot"])


def report_of(event: HandEvent, ruleset: Ruleset) -> Report:
    report = told(event.report, ruleset=ruleset, table=read_table(event.table))
    if report is None:
        raise AssertionError(f"{event} cannot be read back")
    return report


def told(hand: Mapping[str, object], *, ruleset: Ruleset, table: Table) -> Report | None:
    """The report of a hand as far as its form goes, whether or not it makes sense; None without a form."""
    complaints = Complaints()
    contract = ruleset.contract(str(hand.get("contract")), len(table.players))
    if contract is None:
        return None
    report = contract.report.read(hand, table=table, complaints=complaints)
    return None if complaints else report


def _points(raw: Mapping[str, Any], table: Table) -> dict[Player, int]:
    # In seating order: PostgreSQL keeps the members of a JSON object in an order of its own.
    return {player: raw["points"][player] for player in table.players}


def _read_reason(raw: Mapping[str, Any]) -> Reason:
    amount = raw.get("amount")
    return Reason(
        code=raw["code"],
        rule=raw["rule"],
        amount=Fraction(amount) if isinstance(amount, str) else amount,
        factor=raw.get("factor"),
        args=raw.get("args", {}),
    )
