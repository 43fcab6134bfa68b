"""The score sheet for its template: cells in column order, texts complete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from rules import Player, PotAtEnd, State, Table
from rules.wording import words
from scorebook.play.models import Evening
from scorebook.play.pot import pot_at_end
from scorebook.play.queries.evening_sheets import HandLine, SeatLine, Sheet
from scorebook.play.rounds import RoundPlace
from scorebook.play.services import POINTS
from scorebook.texts import language
from scorebook.web.core.money import amount_text, points_text
from scorebook.web.core.person_names import Person, names_of
from scorebook.web.evening.table import strokes
from scorebook.web.evening.table.ending import EndPanel, agreed_end_panel
from scorebook.web.evening.table.hand_sums import HandSum, hand_sum
from scorebook.web.evening.table.strokes import PaperRow

NO_HANDS = range(0)  # for a page that shows totals only
HANDS_SHOWN = 60  # per page; few evenings have more


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCell:
    person: Person
    points: int | None  # of a struck hand what it would count; None if they were not at the table
    running: int
    tally: int | None = None  # as `points`
    running_tally: int = 0
    plays: bool = False  # declarer or partner


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRow:
    no: int
    event_id: UUID
    written_at: datetime
    text: str
    summary: str  # who played what and what they won or lost; the whole text without a declarer
    sum: HandSum
    value: int
    cells: tuple[PlayerCell, ...]
    is_void: bool
    is_undone: bool
    corrected: int
    dealer: Person
    ends_round: int | None  # number of the round if this is its newest hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    person: Person
    points: int
    amount_minor: int
    present: bool
    tally: int
    stands: str  # strokes or points, whichever the table goes by


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    totals: tuple[Total, ...]
    rows: tuple[HandRow, ...]  # newest first, without undone hands
    older: int | None  # number of the oldest row if others precede it
    running: tuple[Mapping[Player, int], ...]  # totals after each hand of the evening
    columns: int
    pot: int  # what is still in it
    pot_minor: int
    pot_left: str  # what became of the rest at the end, in words
    notes: tuple[str, ...]
    has_tally: bool  # the sheet holds strokes or points that are not what players owe
    teams: Sequence[Sequence[Person]]  # of a game of strokes
    games: Sequence[PaperRow]  # of a game of strokes, with a line below each finished game
    place: RoundPlace  # of the next hand in its round
    end: EndPanel | None

    @property
    def last(self) -> HandRow | None:
        return next((row for row in self.rows if not row.is_undone), None)


def newest_hand_numbers(evening: Evening, *, before: int | None = None, most: int = HANDS_SHOWN) -> range:
    """Return the numbers of the newest hands of a page. before: only lower numbers."""
    last = evening.hand_count if before is None else min(before - 1, evening.hand_count)
    return range(max(1, last - most + 1), last + 1)


def sheet_page(sheet: Sheet, people: Mapping[str, Person], *, hides_money: bool = False) -> SheetPage:
    """Return the page.

    people:      their names are used in the sentences too.
    hides_money: in the sentences; the template hides the rest itself.
    """
    sheet = replace(sheet, names=names_of(people))
    # Seats keep their order; players who left come last.
    columns = sorted(sheet.players, key=lambda line: (not line.present, line.place))
    tallies = sheet.figures[-1].running_tally if sheet.figures else {}
    pot = 0 if sheet.evening.is_closed else sheet.state.pot
    teams, games = strokes.stroke_paper(sheet.strokes, people)
    rounds, end = _newest_of_rounds(sheet), agreed_end_panel(sheet, people, now=timezone.now())
    rows = [sheet_hand_row(line, sheet, people, columns, ends_round=rounds.get(line.no)) for line in sheet.lines]
    return SheetPage(
        totals=tuple(_sheet_total(line, people, tallies, has_tally=sheet.ruleset.HAS_TALLY) for line in columns),
        rows=tuple(reversed(rows)),
        older=sheet.lines[0].no if sheet.lines and sheet.lines[0].no > 1 else None,
        running=tuple(hand.running for hand in sheet.figures),
        columns=len(columns),
        pot=pot,
        pot_minor=pot * sheet.evening.stake_minor,
        pot_left=pot_left_text(sheet, hides_money=hides_money),
        notes=tuple(_sheet_notes(sheet.state, end)),
        has_tally=sheet.ruleset.HAS_TALLY,
        teams=teams,
        games=games,
        place=sheet.place,
        end=end,
    )


def _newest_of_rounds(sheet: Sheet) -> Mapping[int, int]:
    """Return the newest shown hand of each round -> the number of the round."""
    shown = [line for line in sheet.lines if not line.is_undone]
    newest = {place.round: line.no for line in shown if (place := line.figures.place)}
    return {no: round for round, no in newest.items()}


def _sheet_notes(state: State, end: EndPanel | None) -> Iterator[str]:
    if state.bock and state.bock[0]:
        yield _("Bock: this hand counts × %(factor)s") % {"factor": 2 ** state.bock[0]}
    if state.round:
        name = words.rules_text(f"round.{state.round.kind}", language.current_language())
        yield _("%(round)s: %(left)s to go") % {"round": name, "left": state.round.left}
    elif end and end.is_near:
        yield end.text


def sheet_hand_row(
    line: HandLine,
    sheet: Sheet,
    people: Mapping[str, Person],
    columns: Sequence[SeatLine],
    *,
    ends_round: int | None,
) -> HandRow:
    ids = [Player(str(seat.player.pk)) for seat in columns]
    playing = {getattr(line.report, name, None) for name in ("declarer", "partner")}
    text = words.hand_text(line.report, line.score, language.current_language(), sheet.names)
    declarer = getattr(line.report, "declarer", None)
    gain = line.score.points.get(declarer) if declarer else None
    return HandRow(
        no=line.no,
        event_id=line.event_id,
        written_at=line.written_at,
        text=text,
        summary=f"{text.partition(',')[0]} {points_text(gain)}" if gain else text,
        sum=hand_sum(line.score, sheet.names, text=text),
        value=line.score.value,
        cells=tuple(
            PlayerCell(
                person=people[id],
                points=line.score.points.get(id),
                running=line.figures.running.get(id, 0),
                tally=line.score.tally.get(id),
                running_tally=line.figures.running_tally.get(id, 0),
                plays=id in playing,
            )
            for id in ids
        ),
        is_void=line.is_void,
        is_undone=line.is_undone,
        corrected=line.corrected,
        dealer=sheet_dealer(line.table, people),
        ends_round=ends_round,
    )


def sheet_dealer(table: Table, people: Mapping[str, Person]) -> Person:
    """Return the dealer, who is always known in an evening although the rules allow None."""
    if table.dealer is None:
        raise AssertionError("nobody deals at this table")
    return people[table.dealer]


def _sheet_total(
    line: SeatLine, people: Mapping[str, Person], tallies: Mapping[Player, int], *, has_tally: bool
) -> Total:
    id = str(line.player.pk)
    tally = tallies.get(Player(id), 0)
    return Total(
        person=people[id],
        points=line.points,
        amount_minor=line.amount_minor,
        present=line.present,
        tally=tally,
        stands=points_text(tally, signed=False) if has_tally else points_text(line.points),
    )


def pot_outlook_text(sheet: Sheet) -> str:
    """Announce the pot's end while the evening is open."""
    match pot_at_end(sheet.ruleset, sheet.evening.unit):
        case PotAtEnd.PAID_BACK:
            return _("The pot goes back to those who paid it in; then you see who pays whom.")
        case PotAtEnd.SHARED:
            return _("Everyone present shares the pot; then you see who pays whom.")
        case PotAtEnd.BEST:
            return _("The pot goes to the biggest winner; then you see who pays whom.")
        case PotAtEnd.KITTY:
            return _("The pot goes into the kitty; then you see who pays whom.")


def pot_left_text(sheet: Sheet, *, hides_money: bool = False) -> str:
    """Report the pot's end of a closed evening; empty if the pot was empty. hides_money: amounts in points."""
    if not (sheet.evening.is_closed and sheet.state.pot):
        return ""
    said = {
        PotAtEnd.PAID_BACK: _("The pot of %(amount)s went back to those who paid it in: %(shares)s."),
        PotAtEnd.SHARED: _("Everyone present shared the pot of %(amount)s: %(shares)s."),
        PotAtEnd.BEST: _("The pot of %(amount)s went to the biggest winner: %(shares)s."),
        PotAtEnd.KITTY: _("The pot of %(amount)s went into the kitty."),
    }
    # In seating order: JSON in the database keeps no order of keys.
    got = [(one, sheet.pot_shares.get(one, 0)) for one in (Player(str(line.player.pk)) for line in sheet.players)]
    unit, worth = (POINTS, 1) if hides_money else (sheet.evening.unit, sheet.evening.stake_minor)
    shares = [f"{sheet.names[player]} {amount_text(points * worth, unit)}" for player, points in got if points]
    text = said[pot_at_end(sheet.ruleset, sheet.evening.unit)]
    return text % {"amount": amount_text(sheet.state.pot * worth, unit), "shares": ", ".join(shares)}
