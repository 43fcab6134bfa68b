"""Statements of a player: each line with its evening, its hand and its reason.

The ledger knows amounts, `play` knows the hands behind them. The caller translates a line's `code`;
`rules.wording.words` makes the text of a hand and of its value from `report` and `score`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import Exists, OuterRef

from rules import Player, Report, Score
from rules.wording import words
from scorebook.clubs import models as clubs
from scorebook.ledger import queries as ledger
from scorebook.ledger.models import Entry
from scorebook.ledger.queries import Extract, Scope
from scorebook.play.hand_event_codec import report_of_event, score_of_event
from scorebook.play.models import Evening, HandEvent, Seat
from scorebook.play.queries.evening_lists import latest_first

Kind = Entry.Kind
_TAB_CODES = {str(Kind.PAYMENT): "paid", str(Kind.CARRIED): "from_evening"}


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementHand:
    """The hand behind a line, in the version for which the money was booked."""

    no: int
    kind: str
    report: Report
    score: Score

    def text(self, language: str, names: words.Names) -> str:
        """Return a text such as `Anna with Beppo: Rufer, won with Schneider`."""
        return words.hand_text(self.report, self.score, language, names)

    def sum_text(self, language: str, names: words.Names) -> str:
        """Return a text such as `Rufer 20 + Schneider 10 = 30`."""
        return words.sum_text(self.score, language, names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a statement.

    code: hand, hand_taken_back, pot_shared, pot_filled_again, paid, received, payment_undone; carried_over,
          from_evening, rounding, deposit, payout, charge, grant, these seven also with `_undone` for reversals.
    """

    seq: int
    code: str
    recorded_at: datetime
    recorded_by: str
    amount_minor: int
    balance_minor: int
    evening: Evening | None  # of from_evening: the source; None for other tab lines
    hand: StatementHand | None = None
    cause: str = ""  # of hand_taken_back: corrected, voided, replayed
    others: tuple[clubs.Player, ...] = ()  # other side of a payment; empty: the till
    note: str | None = ""  # typed by a person; None if erased


@dataclass(frozen=True, slots=True, kw_only=True)
class TabEntry:
    """An entry on the club's tab.

    code: paid, from_evening, rounding, deposit, payout, charge, grant, spending.
    """

    id: UUID
    seq: int
    code: str
    recorded_at: datetime
    amounts: Mapping[clubs.Player, int]  # balance changes, + received; the till is not listed
    amount_minor: int  # the largest transfer
    till_minor: int  # + more cash in the till
    kitty_minor: int  # + the kitty owns more
    evening: Evening | None  # of from_evening
    note: str | None  # None if erased
    undone_at: datetime | None  # time of the reversal


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementEvening:
    """The sums of an evening for a player; together they are what is open."""

    evening: Evening
    won_minor: int  # by hands and pot
    between_minor: int  # fees, fines and roundings
    settled_minor: int  # payments, + paid
    carried_minor: int  # moved to the tab

    @property
    def open_minor(self) -> int:
        return self.won_minor + self.between_minor + self.settled_minor + self.carried_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStatement:
    """A statement with lines oldest first; other fields as in `ledger.Statement`."""

    lines: tuple[Line, ...]
    opening_minor: int | None
    closing_minor: int
    balance_minor: int
    older: int | None

    @property
    def evenings(self) -> Collection[Evening]:
        return {line.evening.pk: line.evening for line in self.lines if line.evening}.values()

    def whole_evenings(self, count: int) -> PlayerStatement:
        """Return the newest evenings; one whose beginning is on the next page goes there, unless it is the only one.

        count: maximum, in which tab entries between two evenings count as one.
        """
        evenings = [list(own) for _evening, own in groupby(self.lines, key=lambda line: line.evening)]
        is_cut = self.older is not None and len(evenings) > 1
        kept = [line for own in evenings[is_cut:][-count:] for line in own]
        if len(kept) == len(self.lines):
            return self
        opening_minor = kept[0].balance_minor - kept[0].amount_minor
        return replace(self, lines=tuple(kept), opening_minor=opening_minor, older=kept[0].seq)


def player_statement(
    *, club: clubs.Club, unit: str, player: clubs.Player, scope: Scope = Scope.CLUB, extract: Extract | None = None
) -> PlayerStatement:
    """Return a player's statement. With Scope.TAB an evening carried over is one line. extract: None for all lines."""
    found = ledger.account_statement(club=club, unit=unit, player_id=player.pk, scope=scope, extract=extract)
    return _statement_with_hands(found, club=club)


def evening_player_statement(*, player: clubs.Player, evening: Evening) -> PlayerStatement:
    """Return a player's statement of one evening, with opening balance 0."""
    found = ledger.evening_account_statement(**evening.ledger_key, player_id=player.pk)
    return _statement_with_hands(found, club=evening.club)


def tab_journal(*, club: clubs.Club, unit: str, before: int | None = None, count: int) -> tuple[TabEntry, ...]:
    """Return entries of the tab with numbers below `before`, newest first. Six statements for any number of entries."""
    entries = ledger.tab_entries(club=club, unit=unit)
    if before is not None:
        entries = entries.filter(seq__lt=before)
    found = list(entries[:count])
    evenings = _evenings_by_id(club, [entry.carried_from for entry in found])
    people = {one.pk: one for one in clubs.Player.objects.filter(club=club)}
    return tuple(
        _tab_entry(entry, people, evenings[entry.carried_from] if entry.carried_from else None) for entry in found
    )


def _tab_entry(entry: Entry, people: Mapping[UUID, clubs.Player], evening: Evening | None) -> TabEntry:
    reversal = getattr(entry, "reversed_by", None)
    own = ledger.moved_for_club(entry)
    return TabEntry(
        id=entry.pk,
        seq=entry.seq,
        code=_TAB_CODES.get(entry.kind, entry.kind),
        recorded_at=entry.recorded_at,
        amounts={people[id]: amount for id, amount in ledger.moved_for_people(entry).items()},
        amount_minor=max(transfer.amount_minor for transfer in entry.transfers.all()),
        till_minor=own.till_minor,
        kitty_minor=own.kitty_minor,
        evening=evening,
        note=ledger.note_of_entry(entry),
        undone_at=reversal.recorded_at if reversal else None,
    )


def statement_evenings(
    *,
    club: clubs.Club,
    unit: str,
    player: clubs.Player,
    first_at: datetime | None = None,
    until_at: datetime | None = None,
    before: int | None = None,
    count: int | None = None,
    also: Collection[Evening] = (),
) -> tuple[StatementEvening, ...]:
    """Return the player's evenings for this unit, and given others, as one line each, latest first.

    first_at, until_at: begun from then on, and before then.
    before: only evenings after the one with this number. also: other evenings, only allowed without `before`.
    """
    own = Seat.objects.filter(club=club, player=player, evening=OuterRef("pk"))
    found = latest_first(Evening.objects.filter(Exists(own), club=club, unit=unit), club, before=before)
    others = [one for one in also if one.unit == unit]
    if first_at:
        found, others = found.filter(started_at__gte=first_at), [one for one in others if one.started_at >= first_at]
    if until_at:
        found, others = found.filter(started_at__lt=until_at), [one for one in others if one.started_at < until_at]
    if before is not None and others:
        raise AssertionError("other evenings are listed on the first page alone")
    # In the same statement, the others would keep the database from walking backwards through an index.
    latest = {one.pk: one for one in (*others, *found[:count])}
    evenings = sorted(latest.values(), key=lambda one: (one.started_at, one.number), reverse=True)[:count]
    return sums_of_evenings(player=player, unit=unit, evenings=evenings)


def sums_of_evenings(*, player: clubs.Player, unit: str, evenings: Collection[Evening]) -> tuple[StatementEvening, ...]:
    """Return each of these evenings of the player's club as one line."""
    moved = ledger.moved_by_evening(
        club=player.club, unit=unit, player_id=player.pk, evening_ids=[evening.pk for evening in evenings]
    )
    return tuple(_statement_evening(evening, moved.get(evening.pk, {})) for evening in evenings)


def statement_of_evening(*, player: clubs.Player, evening: Evening) -> StatementEvening | None:
    """Return the sums of one evening; None if the player neither sat there nor has movements."""
    moved = ledger.moved_by_evening(club=evening.club, unit=evening.unit, player_id=player.pk, evening_ids=[evening.pk])
    if not moved and not evening.all_seats().filter(player=player).exists():
        return None
    return _statement_evening(evening, moved.get(evening.pk, {}))


def _statement_evening(evening: Evening, moved: Mapping[str, int]) -> StatementEvening:
    known = {Kind.RESULT: 0, Kind.PAYMENT: 0, Kind.CARRIED: 0} | {Kind(kind): amount for kind, amount in moved.items()}
    return StatementEvening(
        evening=evening,
        won_minor=known.pop(Kind.RESULT),
        settled_minor=known.pop(Kind.PAYMENT),
        carried_minor=known.pop(Kind.CARRIED),
        between_minor=sum(known.values()),
    )


def _statement_with_hands(found: ledger.Statement, *, club: clubs.Club) -> PlayerStatement:
    # An event that made an entry has its id.
    moved_by = {line.entry.reverses_id or line.entry.pk for line in found.lines}
    events = list(HandEvent.objects.filter(club=club, pk__in=moved_by).select_related("note"))
    ids = [id for line in found.lines for id in (line.entry.evening_id, line.entry.carried_from)]
    evenings = _evenings_by_id(club, [*ids, *(event.evening_id for event in events)])
    hands = {event.pk: _hand_of_statement(event, evenings[event.evening_id]) for event in events}
    people = {one.pk: one for one in clubs.Player.objects.filter(club=club)}
    return PlayerStatement(
        lines=tuple(_line_of_statement(line, evenings=evenings, hands=hands, people=people) for line in found.lines),
        opening_minor=found.opening_minor,
        closing_minor=found.closing_minor,
        balance_minor=found.balance_minor,
        older=found.older,
    )


def _evenings_by_id(club: clubs.Club, ids: Iterable[UUID | None]) -> dict[UUID, Evening]:
    return Evening.objects.filter(club=club).in_bulk({id for id in ids if id})


def _hand_of_statement(event: HandEvent, evening: Evening) -> StatementHand:
    return StatementHand(
        no=event.no, kind=event.kind, report=report_of_event(event, evening.rules), score=score_of_event(event)
    )


def _line_of_statement(
    line: ledger.StatementLine,
    *,
    evenings: Mapping[UUID, Evening],
    hands: Mapping[UUID, StatementHand],
    people: Mapping[UUID, clubs.Player],
) -> Line:
    entry = line.entry
    hand = hands.get(entry.reverses_id or entry.pk)
    evening_id = entry.carried_from or entry.evening_id
    return Line(
        seq=entry.seq,
        code=_statement_line_code(line, hand),
        recorded_at=entry.recorded_at,
        recorded_by=entry.recorded_by,
        amount_minor=line.amount_minor,
        balance_minor=line.balance_minor,
        evening=evenings.get(evening_id) if evening_id else None,
        hand=hand,
        cause=entry.cause,
        others=tuple(people[one] for one in line.others),
        note=ledger.note_of_entry(entry),
    )


def _statement_line_code(line: ledger.StatementLine, hand: StatementHand | None) -> str:
    is_undone = line.entry.kind == Kind.REVERSAL
    match (line.entry.reverses or line.entry).kind:
        case Kind.RESULT if hand:
            return "hand_taken_back" if is_undone else "hand"
        case Kind.RESULT:
            return "pot_filled_again" if is_undone else "pot_shared"
        case Kind.PAYMENT if is_undone:
            return "payment_undone"
        case Kind.PAYMENT:
            return "paid" if line.amount_minor > 0 else "received"
        case Kind.CARRIED:
            code = "carried_over" if line.entry.evening_id else "from_evening"
        case kind:
            code = str(kind)
    return f"{code}_undone" if is_undone else code


def names_on_statement(people: Iterable[clubs.Player]) -> dict[Player, str]:
    return {Player(str(person.pk)): person.name for person in people}
