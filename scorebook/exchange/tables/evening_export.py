"""The tables of an evening: its hands, everybody's result, and the payments."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, repeat
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules import Player
from rules.renaming import rename_players_in_json
from rules.score import Level
from rules.wording import words
from rules.wording.words import Names
from scorebook.exchange.evening_json import json_of_evening
from scorebook.exchange.headings import ON_SHEET
from scorebook.exchange.tables.export_table import (
    Cell,
    Column,
    ColumnKind,
    ExportTable,
    Tables,
    money_column,
    table_columns,
)
from scorebook.ledger import queries as ledger
from scorebook.ledger.accounts import TILL
from scorebook.ledger.models import Entry
from scorebook.play.models import Evening
from scorebook.play.queries import settlements
from scorebook.play.queries.evening_sheets import HandLine, Sheet, evening_sheet
from scorebook.play.terms import POINTS
from scorebook.texts.language import current_language
from scorebook.texts.statement_texts import kind_text, note_text

NO_HANDS = range(0)
COUNT = ColumnKind.COUNT


def evening_export_tables(evening: Evening, names: Names, *, hides_money: bool = False) -> Tables:
    """Return the tables by id. hides_money: with points only."""
    has_money = "payments" in evening_table_ids(evening, hides_money=hides_money)
    tables: Tables = {
        "hands": lambda: _hands_export_table(evening_sheet(evening), names, hides_money=hides_money),
        "results": lambda: _results_export_table(evening_sheet(evening, NO_HANDS), names, has_money=has_money),
    }
    return {**tables, "payments": lambda: _payments_export_table(evening, names)} if has_money else tables


def evening_table_ids(evening: Evening, *, hides_money: bool = False) -> tuple[str, ...]:
    """Return the ids; an evening for points has no payments."""
    return ("hands", "results") if hides_money or evening.unit == POINTS else ("hands", "results", "payments")


# -- hand by hand --------------------------------------------------------------------------------------------------


def _hands_export_table(sheet: Sheet, names: Names, *, hides_money: bool) -> ExportTable:
    """Return one row per hand that was not undone, in order, and one for the pot that was shared at the end.

    Points add up to the result. An evening has HANDS_PER_EVENING at most.
    """
    people = [Player(str(line.player.pk)) for line in sheet.players]
    # In the first row only, because an import takes 120 kB.
    terms = chain([json_of_evening(sheet.evening, [names[one] for one in people], hides_money=hides_money)], repeat(""))
    rows = [
        (*_hand_cells(hand, names), *_hand_points(hand, people, sheet), _hand_json(hand, names), next(terms))
        for hand in sheet.lines
        if not hand.is_undone
    ]
    fixed = table_columns("hands", no=COUNT, at=ColumnKind.MOMENT, won=COUNT, value=COUNT)
    codes = [fixed.pop(id) for id in ("more", "evening_terms")]
    columns = (*fixed.values(), *_player_columns(people, names, has_tally=sheet.ruleset.HAS_TALLY), *codes)
    return ExportTable(id="hands", columns=columns, rows=(*rows, *_pot_share_rows(sheet, people, columns)))


def _player_columns(people: Iterable[Player], names: Names, *, has_tally: bool) -> Iterator[Column]:
    for player in people:
        yield Column(id=f"points:{player}", heading=names[player], kind=ColumnKind.POINTS)
    for player in people if has_tally else ():
        heading = ON_SHEET % {"name": names[player]}
        yield Column(id=f"tally:{player}", heading=heading, kind=COUNT)


def _hand_cells(hand: HandLine, names: Names) -> tuple[Cell, ...]:
    """Return the cells of a hand; a voided one has no numbers, because it does not count."""
    language, score = current_language(), hand.score
    side = [names[player] for player in score.declarer_side]
    is_clear = score.level not in (None, Level.PLAIN)
    return (
        hand.no,
        hand.recorded_at,
        names[hand.table.dealer] if hand.table.dealer else "",
        words.contract_name(hand.report.contract, language),
        side[0] if side else "",
        side[1] if len(side) > 1 else "",
        None if hand.is_void or score.declarer_won is None else int(score.declarer_won),
        words.level_name(score.level, language) if score.level and is_clear else "",
        None if hand.is_void else score.value,
        words.hand_text(replace(hand.report, note=""), score, language, names),
        words.sum_text(score, language, names),
        hand.report.note,
        _voided_hand_text(hand, names) if hand.is_void else _("corrected") if hand.corrected else "",
    )


def _hand_json(hand: HandLine, names: Names) -> str:
    """Return the fields of a hand with names, as an import reads them; empty if the hand does not count."""
    if hand.is_void:
        return ""
    return json.dumps(rename_players_in_json(type(hand.report), hand.report.to_json(), lambda id: names[Player(id)]))


def _voided_hand_text(hand: HandLine, names: Names) -> str:
    """Return the points of a voided hand in words, because the columns of numbers add up to the result."""
    counted = hand.score.tally or hand.score.points
    figures = ", ".join(f"{names[player]} {count:+}" for player, count in counted.items())
    return _("struck out: %(figures)s") % {"figures": figures.replace("-", "\u2212")}


def _hand_points(hand: HandLine, people: Sequence[Player], sheet: Sheet) -> Iterator[int | None]:
    """Yield the points of each player: None if absent from the table, 0 if they sat out."""
    for player in people:
        yield None if hand.is_void else hand.points.get(player)
    for player in people if sheet.ruleset.HAS_TALLY else ():
        is_there = not hand.is_void and player in hand.points
        yield hand.figures.tally.get(player, 0) if is_there else None


def _pot_share_rows(sheet: Sheet, people: Sequence[Player], columns: Sequence[Column]) -> Iterator[tuple[Cell, ...]]:
    if not any(sheet.pot_shares.values()):
        return
    shares = {f"points:{player}": sheet.pot_shares.get(player, 0) for player in people}
    cells = {"at": sheet.evening.closed_at, "what": _("From the pot at the end"), **shares}
    yield tuple(cells.get(column.id) for column in columns)


# -- results and payments ------------------------------------------------------------------------------------------


def _results_export_table(sheet: Sheet, names: Names, *, has_money: bool) -> ExportTable:
    """Return everybody who was present, most points first."""
    evening, unit = sheet.evening, sheet.evening.unit
    lines = sorted(sheet.players, key=lambda line: (-line.points, names[Player(str(line.player.pk))].lower()))
    tally = sheet.figures[-1].running_tally if sheet.figures and sheet.ruleset.HAS_TALLY else None
    opened = ledger.balances(club=evening.club, unit=unit, evening_id=evening.pk) if has_money else {}
    columns = table_columns(
        "results", points=ColumnKind.POINTS, tally=COUNT, hands=COUNT, declared=COUNT, declared_won=COUNT,
        begun=ColumnKind.MOMENT,
    )  # fmt: skip
    money = {id: money_column(id, columns.pop(id).heading, unit) for id in ("amount", "open")}
    begun = columns.pop("begun")
    columns |= {**(money if has_money else {}), "begun": begun}
    rows = []
    for line in lines:
        player = Player(str(line.player.pk))
        written = None if tally is None else tally.get(player, 0)
        amounts = (line.amount_minor, opened.get(line.player.pk, 0)) if has_money else ()
        facts = (names[player], line.points, written, line.hands, line.declared, line.declared_won)
        rows.append((*facts, *amounts, evening.started_at))
    return ExportTable(id="results", columns=tuple(columns.values()), rows=tuple(rows))


def _payments_export_table(evening: Evening, names: Names) -> ExportTable:
    """Return the plan of a closed evening, and the payments beside it."""
    columns = table_columns("payments")
    columns |= {id: money_column(id, columns[id].heading, evening.unit) for id in ("amount", "paid", "open")}
    planned = settlements.evening_settlement(evening).lines if evening.is_closed else ()
    rows: list[tuple[Cell, ...]] = []
    for line in planned:
        payer, payee = _party_name(line.payer_id, names), _party_name(line.payee_id, names)
        rows.append(
            (kind_text("planned"), payer, payee, line.planned.amount_minor, line.paid_minor, line.open_minor, "")
        )
    for other in settlements.entries_beside_plan(evening):
        rows += _unplanned_entry_rows(other, names)
    return ExportTable(id="payments", columns=tuple(columns.values()), rows=tuple(rows))


def _unplanned_entry_rows(other: settlements.OtherEntry, names: Names) -> Iterator[tuple[Cell, ...]]:
    """Yield payments and charges. A charge is a part of the open amounts, and not paid yet."""
    note = note_text(other.note)
    if other.kind == Entry.Kind.PAYMENT:
        amount = max(map(abs, other.amounts.values()))
        yield (
            kind_text("payment"),
            _party_name(other.payer, names),
            _party_name(other.payee, names),
            amount,
            amount,
            0,
            note,
        )
    elif other.kind == Entry.Kind.CHARGE:
        for player, amount in other.amounts.items():
            yield kind_text("charge"), _party_name(player, names), _party_name(TILL, names), -amount, None, None, note


def _party_name(id: UUID | None, names: Names) -> str:
    return pgettext("money box", "Cash box") if id is None or id == TILL else names[Player(str(id))]
