"""Conversion between values of the rules and JSON in the database."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from rules import Level, Player, Reason, Report, Ruleset, Score, State, Table, read_state
from rules.hand_tags import check_game, untag_hand
from rules.problems import ProblemList
from scorebook.play.models import HandEvent

# Texts typed by people: why the table settled a hand by itself (report and reason), and a note to any hand.
WHY, NOTE = "why", "note"
TYPED = (WHY, NOTE)
# Separates the two if there is a note; the reason before it may be empty.
TYPED_SEPARATOR = "\x1e"
AGREED = "agreed"
TABLES_KEPT = 1024
PLAYERS_KEPT = 4096


@lru_cache(maxsize=PLAYERS_KEPT)
def player_key(player: Player) -> UUID:
    """Return the database id of a player of the rules. Cached, because the same few people play all evening."""
    return UUID(player)


def table_to_json(table: Table) -> dict[str, object]:
    return {"players": list(table.players), "dealer": table.dealer}


def read_table(raw: Mapping[str, Any]) -> Table:
    return _cached_table(tuple(raw["players"]), raw["dealer"])


@lru_cache(maxsize=TABLES_KEPT)
def _cached_table(players: tuple[Player, ...], dealer: Player) -> Table:
    """Return a cached table, because the same few tables occur in all hands of an evening."""
    return Table(players=players, dealer=dealer)


def split_typed_text(report: Mapping[str, object]) -> tuple[dict[str, object], str]:
    """Split a report into the facts and the typed text, which has a table of its own because it can be erased."""
    why, note = (str(report.get(name, "")) for name in TYPED)
    text = f"{why}{TYPED_SEPARATOR}{note}" if note else why
    return {name: value for name, value in report.items() if name not in TYPED}, text


def facts_of_event(event: HandEvent) -> dict[str, Any]:
    """Return the whole report of a hand, including typed text. The event's note must be selected."""
    facts: dict[str, Any] = event.report
    return facts | typed_texts_of_event(event) if event.note_id else facts


def typed_texts_of_event(event: HandEvent) -> dict[str, str]:
    """Return the typed text by field; for an erased text, a sentence that says so."""
    if event.note is None or event.note.is_erased:
        return {WHY if event.report["contract"] == AGREED else NOTE: _("(note deleted)")}
    why, separator, note = event.note.text.partition(TYPED_SEPARATOR)
    return {**({WHY: why} if why else {}), **({NOTE: note} if separator else {})}


def score_to_json(score: Score, *, has_note: bool) -> dict[str, object]:
    """Serialize a score without the state, which has its own column, and without typed text if it is a note."""
    raw = {name: value for name, value in score.to_json().items() if name != "state"}
    if has_note:
        raw["reasons"] = [_reason_without_note(reason.to_json()) for reason in score.reasons]
    return raw


def read_score(raw: Mapping[str, Any], *, table: Table, state: State) -> Score:
    return Score(
        points=_points_from_json(raw, table),
        pot=raw["pot"],
        value=raw["value"],
        declarer_side=tuple(Player(player) for player in raw["declarer_side"]),
        declarer_won=raw["declarer_won"],
        level=Level(raw["level"]) if raw["level"] else None,
        reasons=tuple(_read_reason(reason) for reason in raw["reasons"]),
        tally={player: raw["tally"][player] for player in table.players if player in raw.get("tally", {})},
        state=state,
    )


def score_of_event(event: HandEvent) -> Score:
    found = read_score(event.score, table=read_table(event.table), state=read_state(event.state_after or {}))
    if not event.note_id:
        return found
    return replace(found, reasons=tuple(_reason_with_note(reason, event) for reason in found.reasons))


def points_of_event(event: HandEvent) -> dict[Player, int]:
    """Return the points of all players at the table, 0 in a voided hand."""
    points = _points_from_json(event.score, read_table(event.table))
    return dict.fromkeys(points, 0) if event.is_void else points


def pot_of_event(event: HandEvent) -> int:
    """Return the points that the hand added to the pot, below 0 if the pot paid out."""
    return 0 if event.is_void else int(event.score["pot"])


def report_of_event(event: HandEvent, ruleset: Ruleset) -> Report:
    report = read_report_unchecked(facts_of_event(event), ruleset=ruleset, table=read_table(event.table))
    if report is None:
        raise AssertionError(f"{event} cannot be read back")
    return report


def read_report_unchecked(hand: Mapping[str, object], *, ruleset: Ruleset, table: Table) -> Report | None:
    """Read the form of a hand's report without checking that it makes sense; None if the form is invalid."""
    problems = ProblemList()
    check_game(hand, ruleset.GAME, problems)
    facts = untag_hand(hand)
    contract = ruleset.contract(str(facts.get("contract")), len(table.players))
    if contract is None:
        return None
    report = contract.report.read(facts, table=table, problems=problems)
    return None if problems else report


def _reason_without_note(reason: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in reason.items() if reason["code"] != AGREED or name != "args"}


def _reason_with_note(reason: Reason, event: HandEvent) -> Reason:
    if reason.code != AGREED:
        return reason
    return replace(reason, args={**reason.args, WHY: typed_texts_of_event(event).get(WHY, "")})


def _points_from_json(raw: Mapping[str, Any], table: Table) -> dict[Player, int]:
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
