"""Queries of one evening: the score sheet, the history of a hand, the access of a link."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Max, QuerySet

from rules import Player, Report, Ruleset, Score, State, Table, read_state
from rules.report import AgreedHand
from scorebook.clubs import models as clubs
from scorebook.play import evening_totals, rounds, seating
from scorebook.play.counted_hands import (
    StoredHand,
    add_counts,
    counted_hand,
    read_stored_hands,
    stored_hand,
    stored_hand_rows,
)
from scorebook.play.ending import EveningCourse, is_last_round
from scorebook.play.evening_story import PlayedHand
from scorebook.play.hand_event_codec import points_of_event, read_score, report_of_event, score_of_event
from scorebook.play.models import Evening, EveningEvent, HandEvent, Seat
from scorebook.play.rounds import RoundPlace

UNDO_S = 15  # the pages offer the undo for 12 seconds; the rest is for the request


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    player: clubs.Player
    place: int  # current, or last
    points: int
    amount_minor: int
    hands: int
    declared: int
    declared_won: int
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFigures(PlayedHand):
    """Points, tally and winners are empty if the hand is voided."""

    contract: str
    is_void: bool
    tally: Mapping[Player, int]
    running: Mapping[Player, int]  # totals after the hand, of all players
    running_tally: Mapping[Player, int]
    place: RoundPlace | None  # in its round; None if the deal did not pass on
    round_kind_after: str | None  # of the special round of the next hand


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    no: int
    event_id: UUID
    recorded_at: datetime  # of the first version
    recorded_by: str  # of the first version
    written_at: datetime  # of the current version
    report: Report
    score: Score  # of a voided hand: what it would have been; `points` are then 0
    table: Table
    sitting_out: tuple[Player, ...]
    is_void: bool
    # Voided within `UNDO_S` seconds, before any other event; it keeps number and history, and sheets omit it.
    is_undone: bool
    corrected: int  # number of changes, voiding included
    points: Mapping[Player, int]
    figures: HandFigures  # with totals after the hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """An evening: figures of all hands, and the requested hands with facts and reasons."""

    evening: Evening
    ruleset: Ruleset
    players: tuple[SeatLine, ...]  # present in seating order, then those who left
    names: Mapping[Player, str]  # for `rules.wording.words`
    figures: tuple[HandFigures, ...]  # of all hands
    lines: tuple[HandLine, ...]  # of the requested hands
    strokes: tuple[Score, ...]  # in a game of strokes: those that decided a game, and the last hand's
    state: State  # before the next hand, with pot and Bock
    course: EveningCourse  # progress toward the agreed end
    table: Table
    next_dealer: clubs.Player
    leader: clubs.Player  # leads to the first trick of the next hand
    sitting_out: tuple[clubs.Player, ...]  # without cards in the next hand
    pot_shares: Mapping[Player, int]  # player -> points of the pot at closing
    absent: Mapping[Player, Player]  # player who left -> who deals in their place

    @property
    def pot_to_kitty(self) -> int:
        return self.state.pot - sum(self.pot_shares.values()) if self.evening.is_closed else 0

    @property
    def place(self) -> RoundPlace:
        return self.course.place


def evening_sheet(evening: Evening, hands: range | None = None) -> Sheet:
    """Return the sheet. Two statements; one more if closed, and one more if only some hands are requested.

    hands: numbers of the hands to load with facts and reasons; None for all.
    """
    ruleset = evening.rules
    seats = list(evening.all_seats().select_related("player"))
    people = {seat.of_player: seat.player for seat in seats}
    state = read_state(evening.state)
    table = seating.next_table(evening, seats, state)
    assert table.dealer is not None
    written = _events_by_hand(evening, hands)
    if hands is None or len(written) == evening.hand_count:
        stored = [stored_hand(events[-1]) for events in written.values()]
    else:
        stored = _stored_hands(evening)
    figures = tuple(_hand_figures(stored, ruleset, people))
    return Sheet(
        evening=evening,
        ruleset=ruleset,
        players=_seat_lines_of_evening(seats),
        names={player: person.name for player, person in people.items()},
        figures=figures,
        lines=tuple(_hand_line(events, ruleset, figures[no - 1]) for no, events in written.items()),
        strokes=_stroke_scores(stored) if ruleset.HAS_TALLY else (),
        state=state,
        course=_course_of_evening(evening, ruleset, figures, people=len(table.players)),
        table=table,
        next_dealer=people[table.dealer],
        leader=people[table.active(1)[0]],
        sitting_out=tuple(people[player] for player in ruleset.sitting_out(table)),
        pot_shares=evening_totals.closing_pot_shares(evening),
        absent=seating.dealers_for_absent(seats),
    )


def hand_lines(sheet: Sheet, numbers: Iterable[int]) -> dict[int, HandLine]:
    """Return number -> hand. One statement; none if the sheet holds all of them."""
    found = {line.no: line for line in sheet.lines}
    missing = set(numbers) - found.keys()
    if missing:
        written = _group_by_hand(_hand_events_of_evening(sheet.evening).filter(no__in=missing))
        found |= {no: _hand_line(events, sheet.ruleset, sheet.figures[no - 1]) for no, events in written.items()}
    return {no: found[no] for no in numbers}


def hand_history(evening: Evening, no: int) -> tuple[HandEvent, ...]:
    """Return all versions of a hand, oldest first."""
    events = tuple(_hand_events_of_evening(evening).filter(no=no))
    for event in events:
        event.evening = evening
    return events


def newest_changes(club: clubs.Club, evening_ids: Collection[UUID]) -> dict[UUID, datetime]:
    """Return evening -> time of its last event. Two statements; none without evenings."""
    found: dict[UUID, datetime] = {}
    for events in (HandEvent, EveningEvent) if evening_ids else ():
        rows = events.objects.filter(club=club, evening__in=evening_ids).order_by().values_list("evening")
        for evening, at in rows.annotate(Max("recorded_at")):
            found[evening] = max(at, found.get(evening, at))
    return found


def next_table(evening: Evening) -> Table:
    return seating.next_table(evening, list(evening.all_seats()), read_state(evening.state))


def _course_of_evening(
    evening: Evening, ruleset: Ruleset, figures: Sequence[HandFigures], *, people: int
) -> EveningCourse:
    deals = [turn for turn, hand in enumerate(figures) if hand.place]
    before_last = [hand for hand in figures[: deals[-1]] if not hand.is_void] if deals else []
    return EveningCourse(
        hand_count=evening.hand_count,
        deals=len(deals),
        most=_most_on_sheet(figures, has_tally=ruleset.HAS_TALLY),
        place=rounds.round_place_after(figures[deals[-1]].place if deals else None, people=people),
        state=read_state(evening.state),
        was_last_round=bool(before_last) and is_last_round(before_last[-1].round_kind_after),
    )


def _most_on_sheet(figures: Sequence[HandFigures], *, has_tally: bool) -> int:
    if not figures:
        return 0
    running = figures[-1].running_tally if has_tally else figures[-1].running
    return max(running.values(), default=0)


def _seat_lines_of_evening(seats: Sequence[Seat]) -> tuple[SeatLine, ...]:
    stays = seating.stays_by_player(sorted(seats, key=lambda seat: seat.from_hand))
    lines = (_seat_line(own) for own in stays.values())
    return tuple(sorted(lines, key=lambda line: (not line.present, line.place)))


def _seat_line(stays: Sequence[Seat]) -> SeatLine:
    last = stays[-1]
    sums = {name: sum(getattr(stay, name) for stay in stays) for name in evening_totals.TOTALS}
    return SeatLine(player=last.player, place=last.place, present=last.is_present, **sums)


def _events_by_hand(evening: Evening, hands: range | None) -> dict[int, list[HandEvent]]:
    """Return hand number -> versions, newest last, by number. No statement for an empty range."""
    if hands is not None and not hands:
        return {}
    events = _hand_events_of_evening(evening)
    return _group_by_hand(events if hands is None else events.filter(no__gte=hands[0], no__lte=hands[-1]))


def _group_by_hand(events: Iterable[HandEvent]) -> dict[int, list[HandEvent]]:
    found: dict[int, list[HandEvent]] = {}
    for event in events:
        found.setdefault(event.no, []).append(event)
    return dict(sorted(found.items()))


def _hand_events_of_evening(evening: Evening) -> QuerySet[HandEvent]:
    return HandEvent.objects.filter(club=evening.club_id, evening=evening).select_related("note").order_by("seq")


def _was_undone_at_once(events: Sequence[HandEvent]) -> bool:
    """Return whether the hand was voided right after recording. events: all of one hand; consecutive `seq` means that
    nothing was written in between.
    """
    first, last = events[0], events[-1]
    took = last.recorded_at - first.recorded_at
    return last.is_void and last.seq == first.seq + 1 and took <= timedelta(seconds=UNDO_S)


def _hand_line(events: Sequence[HandEvent], ruleset: Ruleset, figures: HandFigures) -> HandLine:
    first, last = events[0], events[-1]
    report = report_of_event(last, ruleset)
    return HandLine(
        no=last.no,
        event_id=last.pk,
        recorded_at=first.recorded_at,
        recorded_by=first.recorded_by,
        written_at=last.recorded_at,
        report=report,
        score=score_of_event(last),
        table=report.table,
        sitting_out=ruleset.sitting_out(report.table),
        is_void=last.is_void,
        is_undone=_was_undone_at_once(events),
        corrected=sum(event.kind in (HandEvent.Kind.CORRECTED, HandEvent.Kind.VOIDED) for event in events),
        points=points_of_event(last),
        figures=figures,
    )


# -- figures hand by hand -------------------------------------------------------------------------------------------


def _stored_hands(evening: Evening) -> list[StoredHand]:
    """Read all hands in order, for `_hand_figures`. One statement."""
    # In a game of strokes the reasons name the deciding hand, and the state has the score of the running game.
    columns = ("score", "state_after") if evening.rules.HAS_TALLY else ()
    return list(
        read_stored_hands(stored_hand_rows(evening_totals.newest_hands_of_evening(evening).order_by("no"), *columns))
    )


def _hand_figures(hands: Sequence[StoredHand], ruleset: Ruleset, people: Iterable[Player]) -> Iterator[HandFigures]:
    """Yield the figures of hands in order. people: all who ever sat at the table."""
    running, tally, dealt = dict.fromkeys(people, 0), dict[Player, int](), None
    struck = rounds.struck_deals([hand.table.dealer for hand in hands], [hand.is_void for hand in hands])
    for hand, is_struck_deal in zip(hands, struck, strict=True):
        counted = counted_hand(hand, ruleset)
        points, written = ({}, {}) if hand.is_void else (hand.points, hand.tally)
        running, tally = add_counts(running, points), add_counts(tally, written)
        has_passed = _has_deal_passed(hand, ruleset)
        is_deal = counted.had_cards and (is_struck_deal if hand.is_void else has_passed)
        place = rounds.round_place_after(dealt, people=len(hand.table.players)) if is_deal else None
        dealt = place or dealt
        yield HandFigures(
            no=hand.no,
            contract=hand.contract,
            is_void=hand.is_void,
            holders=counted.holders,
            winners=() if hand.is_void else counted.outcome.winners,
            points=points,
            tally=written,
            written=written if ruleset.HAS_TALLY else points,
            running=running,
            running_tally=tally,
            place=place,
            round_kind_after=hand.round_kind,
        )


def _stroke_scores(hands: Sequence[StoredHand]) -> tuple[Score, ...]:
    """Return the scores of hands that decided a game of strokes, and of the last hand, without voided hands."""
    standing = [hand for hand in hands if not hand.is_void]
    deciding = [hand for hand in standing[:-1] if any(one["code"] == "game_won" for one in hand.score["reasons"])]
    return tuple(
        read_score(hand.score, table=hand.table, state=read_state(hand.state_after))
        for hand in [*deciding, *standing[-1:]]
    )


def _has_deal_passed(hand: StoredHand, ruleset: Ruleset) -> bool:
    """Return whether the deal passes to the next person after a hand with cards; it stays after a tie.

    An amount written down without facts always passes it.
    """
    contract = ruleset.contract(hand.contract, len(hand.table.players))
    if contract is None:
        raise AssertionError(f"hand {hand.no} cannot be read back")
    return issubclass(contract.report, AgreedHand) or hand.next_dealer != hand.table.dealer
