"""Reading an evening: the score sheet, the history of a hand, who holds which link."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from rules import Player, Report, Ruleset, Score, State, Table, read_state
from scorebook.clubs import models as clubs
from scorebook.play import rounds, seating, totals
from scorebook.play.codec import points_of_event, report_of_event, score_of_event
from scorebook.play.ending import Course
from scorebook.play.models import Evening, HandEvent, Seat
from scorebook.play.rounds import RoundPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A player of the evening with the totals of all their stays. place: where they sit, or sat last."""

    player: clubs.Player
    place: int
    points: int
    amount_minor: int
    hands: int
    declared: int
    declared_won: int
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """A hand as it stands now.

    recorded_at, recorded_by: when and by whom first.
    written_at: when what stands now was written.
    score:      of a voided hand what it would have been; `points` are then all 0.
    corrected:  how often somebody changed it, voiding included.
    running:    player -> points after this hand; who was not there yet or any more keeps theirs.
    place:      in its round; None where the deal did not pass on.
    """

    no: int
    event_id: UUID
    recorded_at: datetime
    recorded_by: str
    written_at: datetime
    report: Report
    score: Score
    table: Table
    sitting_out: tuple[Player, ...]
    is_void: bool
    corrected: int
    points: Mapping[Player, int]
    running: Mapping[Player, int]
    place: RoundPlace | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The whole evening on one page.

    players:     those present in seating order, then those who left.
    names:       for `rules.words`.
    state:       what the next hand starts from, pot and Bock.
    course:      how far the evening has come, for the end that was agreed on.
    leader:      who leads to the first trick of the next hand.
    sitting_out: who will hold no cards in it.
    pot_shares:  player -> points of the pot that they got at closing.
    """

    evening: Evening
    ruleset: Ruleset
    players: tuple[SeatLine, ...]
    names: Mapping[Player, str]
    lines: tuple[HandLine, ...]
    state: State
    course: Course
    table: Table
    next_dealer: clubs.Player
    leader: clubs.Player
    sitting_out: tuple[clubs.Player, ...]
    pot_shares: Mapping[Player, int]

    @property
    def pot_to_kitty(self) -> int:
        """Points of the pot that the kitty got at closing."""
        return self.state.pot - sum(self.pot_shares.values()) if self.evening.is_closed else 0

    @property
    def place(self) -> RoundPlace:
        """Of the next hand in its round."""
        return self.course.place


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """An evening and what its link allows."""

    evening: Evening
    may_write: bool


def evening_by_token(token: str) -> Access | None:
    """The evening behind a scribe or watch link."""
    found = Evening.objects.select_related("club").filter(Q(scribe_token=token) | Q(watch_token=token)).first()
    return Access(evening=found, may_write=found.scribe_token == token) if found else None


def evening_sheet(evening: Evening) -> Sheet:
    """Two statements, three for a closed evening, however many hands there are."""
    ruleset = evening.rules
    seats = list(evening.all_seats().select_related("player"))
    people = {Player(str(seat.player_id)): seat.player for seat in seats}
    dealer = seating.next_dealer(evening, seats)
    table = seating.next_table(evening, seats)
    lines = _hand_lines(evening, ruleset, people)
    return Sheet(
        evening=evening,
        ruleset=ruleset,
        players=_seat_lines_of_evening(seats),
        names={player: person.name for player, person in people.items()},
        lines=lines,
        state=read_state(evening.state),
        course=_course(evening, ruleset, lines, people=len(table.players)),
        table=table,
        next_dealer=people[dealer],
        leader=people[table.active(1)[0]],
        sitting_out=tuple(people[player] for player in ruleset.sitting_out(table)),
        pot_shares=totals.pot_shares(evening),
    )


def hand_history(evening: Evening, no: int) -> tuple[HandEvent, ...]:
    """Everything that was ever written about a hand, the oldest first."""
    return tuple(HandEvent.objects.filter(evening=evening, no=no).select_related("note").order_by("seq"))


def next_table(evening: Evening) -> Table:
    return seating.next_table(evening, list(evening.all_seats()))


def _course(evening: Evening, ruleset: Ruleset, lines: Sequence[HandLine], *, people: int) -> Course:
    standing = [line for line in lines if not line.is_void]
    deals = [turn for turn, line in enumerate(standing) if line.place]
    last = deals[-1] if deals else None
    return Course(
        hand_count=evening.hand_count,
        deals=len(deals),
        most=_most_on_sheet(standing, has_tally=ruleset.HAS_TALLY),
        place=rounds.place_after(None if last is None else standing[last].place, people=people),
        state=read_state(evening.state),
        before=standing[last - 1].score.state if last else None,
    )


def _most_on_sheet(lines: Iterable[HandLine], *, has_tally: bool) -> int:
    totals: dict[Player, int] = {}
    for line in lines:
        for player, count in (line.score.tally if has_tally else line.points).items():
            totals[player] = totals.get(player, 0) + count
    return max(totals.values(), default=0)


def _seat_lines_of_evening(seats: Sequence[Seat]) -> tuple[SeatLine, ...]:
    stays: dict[UUID, list[Seat]] = {}
    for seat in sorted(seats, key=lambda seat: seat.from_hand):
        stays.setdefault(seat.player_id, []).append(seat)
    lines = (_seat_line(own) for own in stays.values())
    return tuple(sorted(lines, key=lambda line: (not line.present, line.place)))


def _seat_line(stays: Sequence[Seat]) -> SeatLine:
    last = stays[-1]
    return SeatLine(
        player=last.player,
        place=last.place,
        points=sum(stay.points for stay in stays),
        amount_minor=sum(stay.amount_minor for stay in stays),
        hands=sum(stay.hands for stay in stays),
        declared=sum(stay.declared for stay in stays),
        declared_won=sum(stay.declared_won for stay in stays),
        present=last.is_present,
    )


def _hand_lines(evening: Evening, ruleset: Ruleset, players: Iterable[Player]) -> tuple[HandLine, ...]:
    written: dict[int, list[HandEvent]] = {}
    for event in HandEvent.objects.filter(evening=evening).select_related("note").order_by("seq"):
        written.setdefault(event.no, []).append(event)
    running = dict.fromkeys(players, 0)
    lines: list[HandLine] = []
    dealt: RoundPlace | None = None
    for no in sorted(written):
        points = points_of_event(written[no][-1])
        running = {player: total + points.get(player, 0) for player, total in running.items()}
        lines.append(_hand_line(written[no], ruleset, points, running, dealt))
        dealt = lines[-1].place or dealt
    return tuple(lines)


def _hand_line(
    events: Sequence[HandEvent],
    ruleset: Ruleset,
    points: Mapping[Player, int],
    running: Mapping[Player, int],
    dealt: RoundPlace | None,
) -> HandLine:
    """dealt: the place of the deal before it."""
    first, last = events[0], events[-1]
    report, score = report_of_event(last, ruleset), score_of_event(last)
    is_deal = not last.is_void and rounds.passed_the_deal(report, score)
    return HandLine(
        no=last.no,
        event_id=last.pk,
        recorded_at=first.recorded_at,
        recorded_by=first.recorded_by,
        written_at=last.recorded_at,
        report=report,
        score=score,
        table=report.table,
        sitting_out=ruleset.sitting_out(report.table),
        is_void=last.is_void,
        corrected=sum(event.kind in (HandEvent.Kind.CORRECTED, HandEvent.Kind.VOIDED) for event in events),
        points=points,
        running=running,
        place=rounds.place_after(dealt, people=len(report.table.players)) if is_deal else None,
    )
