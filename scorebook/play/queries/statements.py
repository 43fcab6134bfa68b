"""What a player won, lost, paid and got: every line with its evening, its hand and its reason.

The ledger knows amounts, play knows the hands behind them. Whoever shows a line has words for its `code`; what the
hand was, and how its value came about, `rules.words` says from `report` and `score`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q

from rules import Player, Report, Score, words
from scorebook.clubs import models as clubs
from scorebook.ledger import queries as ledger
from scorebook.ledger.accounts import account_id
from scorebook.ledger.models import Account, Entry
from scorebook.play.codec import report_of_event, score_of_event
from scorebook.play.models import Evening, HandEvent

Kind = Entry.Kind
_TAB_CODES = {str(Kind.PAYMENT): "paid", str(Kind.CARRIED): "from_evening"}


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementHand:
    """The hand behind a line, as it was written when the money was booked."""

    no: int
    kind: str
    report: Report
    score: Score

    def text(self, language: str, names: words.Names) -> str:
        """`Anna with Beppo: Rufer, won with Schneider`"""
        return words.hand_text(self.report, self.score, language, names)

    def sum_text(self, language: str, names: words.Names) -> str:
        """`Rufer 20 + Schneider 10 = 30`"""
        return words.sum_text(self.score, language, names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """code: hand, hand_taken_back, pot_shared, pot_filled_again, paid, received, payment_undone, carried_over,
             from_evening, rounding, deposit, payout, charge, grant, and with `_undone` what was taken back.
    evening: the evening; of from_evening the one it came from; else None on the tab.
    cause:   of hand_taken_back what happened to the hand: corrected, voided, replayed.
    others:  with whom a payment was; nobody where it was the till.
    note:    what somebody typed to a fee, a fine, a deposit or a payment; None where that was erased.
    """

    code: str
    recorded_at: datetime
    recorded_by: str
    amount_minor: int
    balance_minor: int
    evening: Evening | None
    hand: StatementHand | None = None
    cause: str = ""
    others: tuple[clubs.Player, ...] = ()
    note: str | None = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TabEntry:
    """What was written on the club's tab at once.

    code:         paid, from_evening, rounding, deposit, payout, charge, grant, spending.
    amounts:      what it moved for people, + received: of a payment who paid and who got it; the till is nobody.
    amount_minor: of a spending what it cost, of all others the largest of the amounts.
    evening:      of from_evening the evening.
    note:         as of a Line.
    undone_at:    when somebody took it back.
    """

    id: UUID
    seq: int
    code: str
    recorded_at: datetime
    amounts: Mapping[clubs.Player, int]
    amount_minor: int
    evening: Evening | None
    note: str | None
    undone_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementEvening:
    """What an evening came to for a player: won, plus what they paid and minus what they got, leaves what is open.

    won_minor:     by the hands.
    between_minor: fees, fines and roundings.
    settled_minor: payments, + paid; carried_minor: what went to the tab.
    """

    evening: Evening
    won_minor: int
    between_minor: int
    settled_minor: int
    carried_minor: int

    @property
    def open_minor(self) -> int:
        return self.won_minor + self.between_minor + self.settled_minor + self.carried_minor


def player_statement(
    *, club: clubs.Club, unit: str, player: clubs.Player, evening: Evening | None = None
) -> tuple[Line, ...]:
    """Oldest first. evening: only this evening; None takes all evenings and the tab.

    Five statements, however long it is.
    """
    evening_id = evening.pk if evening else None
    lines = ledger.account_statement(club=club, unit=unit, player_id=player.pk, evening_id=evening_id)
    return _statement_with_hands(lines, club=club, unit=unit, player=player)


def player_tab_statement(*, club: clubs.Club, unit: str, player: clubs.Player) -> tuple[Line, ...]:
    """The lines that stand on the club's tab, one for each evening that was carried over."""
    return _statement_with_hands(
        ledger.account_tab_statement(club=club, unit=unit, player_id=player.pk), club=club, unit=unit, player=player
    )


def tab_journal(*, club: clubs.Club, unit: str, before: int | None = None, count: int) -> tuple[TabEntry, ...]:
    """The newest entries of the tab first; before: only those with a lower number.

    Six statements, however many entries.
    """
    entries = ledger.tab_entries(club=club, unit=unit)
    if before is not None:
        entries = entries.filter(seq__lt=before)
    shown = list(entries[:count])
    evenings = Evening.objects.in_bulk([entry.carried_from for entry in shown if entry.carried_from])
    people = {one.pk: one for one in clubs.Player.objects.filter(club=club)}
    return tuple(
        _tab_entry(entry, people, evenings[entry.carried_from] if entry.carried_from else None) for entry in shown
    )


def _tab_entry(entry: Entry, people: Mapping[UUID, clubs.Player], evening: Evening | None) -> TabEntry:
    reversal = getattr(entry, "reversed_by", None)
    return TabEntry(
        id=entry.pk,
        seq=entry.seq,
        code=_TAB_CODES.get(entry.kind, entry.kind),
        recorded_at=entry.recorded_at,
        amounts={people[id]: amount for id, amount in ledger.moved_for_people(entry).items()},
        amount_minor=max(transfer.amount_minor for transfer in entry.transfers.all()),
        evening=evening,
        note=ledger.note_of(entry),
        undone_at=reversal.recorded_at if reversal else None,
    )


def statement_evenings(*, club: clubs.Club, unit: str, player: clubs.Player) -> tuple[StatementEvening, ...]:
    """Each evening for this unit that they sat at or that moved money for them, in one line, oldest first."""
    moved = ledger.moved_by_evening(club=club, unit=unit, player_id=player.pk)
    was_there = Q(seats__player=player) | Q(pk__in=[evening_id for evening_id in moved if evening_id])
    evenings = Evening.objects.filter(was_there, club=club, unit=unit).distinct().order_by("number")
    return tuple(_statement_evening(evening, moved.get(evening.pk, {})) for evening in evenings)


def _statement_evening(evening: Evening, moved: Mapping[str, int]) -> StatementEvening:
    known = {Kind.RESULT: 0, Kind.PAYMENT: 0, Kind.CARRIED: 0} | {Kind(kind): amount for kind, amount in moved.items()}
    return StatementEvening(
        evening=evening,
        won_minor=known.pop(Kind.RESULT),
        settled_minor=known.pop(Kind.PAYMENT),
        carried_minor=known.pop(Kind.CARRIED),
        between_minor=sum(known.values()),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Background:
    """What the lines refer to, by id."""

    evenings: Mapping[UUID, Evening]
    hands: Mapping[UUID, StatementHand]
    people: Mapping[UUID, clubs.Player]


def _statement_with_hands(
    lines: Sequence[ledger.StatementLine], *, club: clubs.Club, unit: str, player: clubs.Player
) -> tuple[Line, ...]:
    account = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.PLAYER, owner_id=player.pk)
    evenings = {evening.pk: evening for evening in Evening.objects.filter(club=club)}
    background = _Background(
        evenings=evenings,
        hands=_hands_by_entry(account, evenings),
        people={one.pk: one for one in clubs.Player.objects.filter(club=club)},
    )
    return tuple(_line_of_statement(line, background) for line in lines)


def _hands_by_entry(account: UUID, evenings: Mapping[UUID, Evening]) -> dict[UUID, StatementHand]:
    """The hands that moved money for an account, by entry: an event that made an entry has its id."""
    moved = Q(entry__transfers__source=account) | Q(entry__transfers__target=account)
    events = HandEvent.objects.filter(moved, pk=F("entry_id")).select_related("note").distinct()
    return {event.pk: _hand_of_statement(event, evenings[event.evening_id]) for event in events}


def _hand_of_statement(event: HandEvent, evening: Evening) -> StatementHand:
    return StatementHand(
        no=event.no, kind=event.kind, report=report_of_event(event, evening.rules), score=score_of_event(event)
    )


def _line_of_statement(line: ledger.StatementLine, background: _Background) -> Line:
    hand = background.hands.get(line.reverses_id or line.entry_id)
    code = _statement_line_code(line, hand)
    evening_id = line.carried_from or line.evening_id
    return Line(
        code=code,
        recorded_at=line.recorded_at,
        recorded_by=line.recorded_by,
        amount_minor=line.amount_minor,
        balance_minor=line.balance_minor,
        evening=background.evenings.get(evening_id) if evening_id else None,
        hand=hand,
        cause=line.cause,
        others=tuple(background.people[one] for one in line.others),
        note=line.note,
    )


def _statement_line_code(line: ledger.StatementLine, hand: StatementHand | None) -> str:
    is_undone = line.kind == Kind.REVERSAL
    match line.reversed_kind or line.kind:
        case Kind.RESULT if hand:
            return "hand_taken_back" if is_undone else "hand"
        case Kind.RESULT:
            return "pot_filled_again" if is_undone else "pot_shared"
        case Kind.PAYMENT if is_undone:
            return "payment_undone"
        case Kind.PAYMENT:
            return "paid" if line.amount_minor > 0 else "received"
        case Kind.CARRIED:
            code = "carried_over" if line.evening_id else "from_evening"
        case kind:
            code = str(kind)
    return f"{code}_undone" if is_undone else code


def names_on_statement(people: Iterable[clubs.Player]) -> dict[Player, str]:
    """For `rules.words`."""
    return {Player(str(person.pk)): person.name for person in people}
