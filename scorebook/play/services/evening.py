"""Functions that open an evening, join, leave, close, reopen it and agree on its end."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F, Max

from rules import Player, Ruleset, Table, read_state
from rules.problems import ProblemList
from scorebook.clubs import models as clubs
from scorebook.clubs.link_routes import add_links
from scorebook.clubs.services import locked_club as locked_club
from scorebook.core import budgets, rows
from scorebook.core.link_tokens import new_link_token
from scorebook.core.rows import Insert, Update
from scorebook.ledger import services as ledger
from scorebook.play import evening_results, evening_totals, seating
from scorebook.play.club_links import replace_evening_link
from scorebook.play.ending import AgreedEnd, write_agreed_end
from scorebook.play.errors import (
    CeilingReached,
    EveningOpen,
    EveningProblems,
    KeyReused,
    LinkGone,
    translate_ledger_errors,
)
from scorebook.play.event_chain import seal_event
from scorebook.play.hand_event_codec import score_of_event
from scorebook.play.models import Evening, EveningEvent, HandEvent, Seat
from scorebook.play.pot import pot_at_end, pot_draft, pot_reversal, pot_shares
from scorebook.play.services.locks import check_evening_open, check_room_for_event, locked_evening, report_reused_keys
from scorebook.play.terms import POINTS, Terms

Kind = EveningEvent.Kind


def open_evening(
    *,
    club: clubs.Club,
    key: UUID,
    terms: Terms,
    players: Sequence[clubs.Player],
    first_dealer: clubs.Player | None,
    at: datetime,
    by: str,
    end: AgreedEnd | None = None,
) -> Evening:
    """Begin an evening of players of one club, under the client's key.

    players:      in seating order, clockwise.
    first_dealer: None for the first player.
    Raises: EveningProblems with all problems; KeyReused, CeilingReached; LinkGone if the link in use was replaced since
    the club was read.
    """
    problems, terms = ProblemList(), terms.of_club(club)
    check_opening(problems, club, terms, players, end)
    if first_dealer is not None and first_dealer not in players:
        problems.add("dealer_not_at_table", "first_dealer", player=str(first_dealer.pk))
    raise_evening_problems(problems)
    evening = new_evening(club=club, key=key, terms=terms, first_dealer=first_dealer or players[0], at=at, end=end)
    facts = evening_opening_facts(players, end)
    with report_reused_keys([key]), transaction.atomic():
        # Concurrent evenings must not get the same number.
        held = locked_club(club.pk)
        if not held.has_same_link(club):
            raise LinkGone  # the new evening's links would be known to a holder of the old link
        # In older books the first event has the key itself, which others may have learned: it gets no links again.
        known = (key, opening_event_id(key))
        opened = EveningEvent.objects.filter(club=club, pk__in=known).select_related("evening__club")
        if first := opened.first():
            return _check_repeated_opening(first, evening, facts, key)
        _insert_evening(evening, held, players)
        ledger.open_accounts(**evening.ledger_key, players=players)
        first = new_evening_event(evening, key=opening_event_id(key), kind=Kind.OPENED, facts=facts, by=by, at=at)
        _write_evening_event(first)
    return evening


def new_evening(
    *, club: clubs.Club, key: UUID, terms: Terms, first_dealer: clubs.Player, at: datetime, end: AgreedEnd | None
) -> Evening:
    """Return an unsaved evening without a number.

    key: of its opening.
    """
    return Evening(
        id=evening_id_of_opening(key),
        club=club,
        ruleset=terms.ruleset.to_json(),
        game=terms.ruleset.GAME,
        unit=terms.unit,
        stake_minor=terms.stake_minor,
        first_dealer=first_dealer,
        started_at=at,
        agreed_end=write_agreed_end(end),
    )


def evening_id_of_opening(key: UUID) -> UUID:
    """Return the id of an evening that is opened with a key. It does not reveal the key, which gets the links again."""
    return uuid5(key, "evening")


def opening_event_id(key: UUID) -> UUID:
    """Return the id of the first event: not the key either, as club files and operators' pages show it."""
    return uuid5(key, "opened")


def evening_opening_facts(players: Sequence[clubs.Player], end: AgreedEnd | None) -> Mapping[str, object]:
    return {"players": [str(player.pk) for player in players], **({"end": write_agreed_end(end)} if end else {})}


def new_seats(evening: Evening, players: Sequence[clubs.Player]) -> list[Seat]:
    """Return the unsaved seats of the opening. players: in seating order."""
    return [
        Seat(club=evening.club, evening=evening, player=player, place=place, from_hand=1)
        for place, player in enumerate(players, start=1)
    ]


def _insert_evening(evening: Evening, club: clubs.Club, players: Sequence[clubs.Player]) -> None:
    """Store the evening as the club's next one, with its seats. club: locked."""
    evening.names_head = club.names_head
    evening.number = (Evening.objects.filter(club=club).aggregate(Max("number"))["number__max"] or 0) + 1
    if evening.number > budgets.EVENINGS_PER_CLUB:
        raise CeilingReached(code="evenings_full", field="club")
    evening.save(force_insert=True)
    add_links(club.pk, [evening.scribe_token, evening.watch_token])
    Seat.objects.bulk_create(new_seats(evening, players))


def join_evening(
    *, evening: Evening, key: UUID, player: clubs.Player, place: int | None = None, at: datetime, by: str
) -> Evening:
    """Seat a player from the next hand on; players at this place and after it move up.

    place: 1 to one more than are present; None for the player's old chair, or the last place.
    Raises: EveningProblems; EveningClosed, KeyReused, CeilingReached.
    """
    wanted: dict[str, object] = {"player": str(player.pk), **({} if place is None else {"place": place})}
    with transaction.atomic():
        evening = locked_evening(evening)
        if _is_evening_event_repeated(evening, key, Kind.JOINED, wanted):
            return evening
        check_evening_open(evening)
        check_room_for_event(evening)
        seats = list(evening.all_seats())
        place = _default_place_at_table(evening, seats, player) if place is None else place
        facts = {**wanted, "place": place}
        if len(seats) >= budgets.STAYS_PER_EVENING:
            raise CeilingReached(code="stays_full", field="player")
        _check_joining(evening, seats, player, place)
        evening.all_seats().filter(place__gte=place).update(place=F("place") + 1)
        # A player who comes back before the next hand continues the old stay.
        stay = {"player": player, "from_hand": evening.hand_count + 1}
        if not evening.all_seats().filter(**stay).update(place=place, until_hand=None):
            Seat.objects.create(club_id=evening.club_id, evening=evening, place=place, **stay)
        ledger.open_accounts(**evening.ledger_key, players=[player])
        _write_evening_event(new_evening_event(evening, key=key, kind=Kind.JOINED, facts=facts, by=by, at=at))
    return evening


def leave_evening(*, evening: Evening, key: UUID, player: clubs.Player, at: datetime, by: str) -> Evening:
    """End a player's stay after the last recorded hand; the others close up.

    Raises: EveningProblems player_not_there, last_player_stays; EveningClosed, KeyReused, CeilingReached.
    """
    facts = {"player": str(player.pk)}
    with transaction.atomic():
        evening = locked_evening(evening)
        if _is_evening_event_repeated(evening, key, Kind.LEFT, facts):
            return evening
        check_evening_open(evening)
        check_room_for_event(evening)
        seat = _seat_to_leave(list(evening.all_seats()), player)
        evening.all_seats().filter(pk=seat.pk).update(until_hand=evening.hand_count)
        evening.all_seats().filter(place__gt=seat.place).update(place=F("place") - 1)
        _write_evening_event(new_evening_event(evening, key=key, kind=Kind.LEFT, facts=facts, by=by, at=at))
    return evening


def close_evening(*, evening: Evening, key: UUID, at: datetime, by: str) -> Evening:
    """Close the evening: distribute the pot as agreed and plan the payments.

    Called by `standings.services`, which also updates the standings.
    Raises: EveningClosed, KeyReused.
    """
    with transaction.atomic():
        evening = locked_evening(evening)
        if _is_evening_event_repeated(evening, key, Kind.CLOSED, {}):
            return evening
        check_evening_open(evening)
        shares = _share_out_pot(evening, key=key, by=by, at=at)
        evening.closed_at = at
        event = new_evening_event(evening, key=key, kind=Kind.CLOSED, facts={}, shares=shares, by=by, at=at)
        _write_evening_event(event)
        # Points stand in the books like money, but they are no debt.
        if evening.unit != POINTS:
            ledger.make_plan(**evening.ledger_key, at=at)
        evening_results.write_results(evening)
    return evening


def reopen_evening(*, evening: Evening, key: UUID, at: datetime, by: str) -> Evening:
    """Reopen a closed evening: refill the pot and withdraw open payments; paid ones stay paid.

    An expired scribe link stays expired: the evening gets a new one.
    Called by `standings.services`.
    Raises: EveningOpen, KeyReused, CeilingReached.
    """
    with transaction.atomic():
        evening = locked_evening(evening)
        if _is_evening_event_repeated(evening, key, Kind.REOPENED, {}):
            return evening
        if not evening.is_closed:
            raise EveningOpen
        check_room_for_event(evening)
        _refill_pot(evening, key=key, by=by, at=at)
        ledger.withdraw_plan(**evening.ledger_key, at=at)
        evening_results.remove_results(evening)
        if evening.is_scribe_link_expired:
            replace_evening_link(evening, "scribe_token", new_link_token())
        evening.closed_at = None
        _write_evening_event(new_evening_event(evening, key=key, kind=Kind.REOPENED, facts={}, by=by, at=at))
    return evening


def agree_end(*, evening: Evening, key: UUID, end: AgreedEnd | None, at: datetime, by: str) -> Evening:
    """Set or remove the agreed end of the evening. It never closes by itself.

    Raises: EveningProblems end_not_one, end_out_of_range; EveningClosed, KeyReused, CeilingReached.
    """
    facts = {"end": write_agreed_end(end)}
    problems = ProblemList()
    if end:
        end.check(problems)
    raise_evening_problems(problems)
    with transaction.atomic():
        evening = locked_evening(evening)
        if _is_evening_event_repeated(evening, key, Kind.END_AGREED, facts):
            return evening
        check_evening_open(evening)
        check_room_for_event(evening)
        evening.agreed_end = facts["end"]
        _write_evening_event(new_evening_event(evening, key=key, kind=Kind.END_AGREED, facts=facts, by=by, at=at))
    return evening


def _share_out_pot(evening: Evening, *, key: UUID, by: str, at: datetime) -> dict[Player, int] | None:
    """Distribute the pot and return player -> points; None if it was empty."""
    pot = read_state(evening.state).pot
    if not pot:
        return None
    hands = evening_totals.current_evening_hands(evening)
    shares = pot_shares_on_closing(evening, evening.all_seats(), hands)
    _post_pot_draft(evening, pot_draft(key=key, pot=pot, shares=shares, stake_minor=evening.stake_minor), by=by, at=at)
    evening_totals.rewrite_seat_totals(evening, hands=hands, shares=shares)
    return shares


def pot_shares_on_closing(evening: Evening, seats: Iterable[Seat], hands: Iterable[HandEvent]) -> dict[Player, int]:
    """Return player -> points of a pot that is not empty, if the evening closes after these current hands."""
    pot = read_state(evening.state).pot
    shares = pot_shares(
        [score_of_event(hand) for hand in hands if not hand.is_void],
        agreed=pot_at_end(evening.rules, evening.unit),
        present=seating.players_present(seats),
    )
    if shares and sum(shares.values()) != pot:
        raise AssertionError(f"{pot} points lie in the pot, and {shares} go out of it")
    return shares


def _refill_pot(evening: Evening, *, key: UUID, by: str, at: datetime) -> None:
    closing = EveningEvent.objects.filter(club=evening.club_id, evening=evening, kind=Kind.CLOSED).latest("seq")
    if closing.entry_id is None:
        return
    _post_pot_draft(evening, pot_reversal(key=key, closing=closing.entry_id), by=by, at=at)
    evening_totals.rewrite_seat_totals(evening, hands=evening_totals.current_evening_hands(evening), shares={})


def _post_pot_draft(
    evening: Evening, draft: ledger.ResultDraft | ledger.ReversalDraft, *, by: str, at: datetime
) -> None:
    with translate_ledger_errors():
        ledger.post_drafts(**evening.ledger_key, drafts=[draft], by=by, at=at)


def _write_evening_event(event: EveningEvent) -> None:
    """Store a new event with what it has changed in the evening."""
    with report_reused_keys([event.pk]):
        rows.write_rows([Update([event.evening]), Insert([event])], club_id=event.club_id)


def new_evening_event(
    evening: Evening,
    *,
    key: UUID,
    kind: Kind,
    facts: Mapping[str, object],
    by: str,
    at: datetime,
    shares: Mapping[Player, int] | None = None,
) -> EveningEvent:
    """Return the next event, not written yet, and update the evening's revision and hash."""
    event = EveningEvent(
        id=key,
        club_id=evening.club_id,
        evening=evening,
        kind=kind,
        after_hand=evening.hand_count,
        facts=facts,
        shares=shares or {},
        entry_id=None if shares is None else key,
        recorded_by=by,
        recorded_at=at,
    )
    seal_event(event, evening)
    return event


def _is_evening_event_repeated(evening: Evening, key: UUID, kind: Kind, facts: Mapping[str, object]) -> bool:
    """Return whether the request is a repeat. facts: a place that was left open is not compared, as it may move."""
    first = EveningEvent.objects.filter(club=evening.club_id, pk=key).first()
    if first and (first.evening_id, first.kind, first.facts) != (evening.pk, kind, {**first.facts, **facts}):
        raise KeyReused
    return first is not None


def _default_place_at_table(evening: Evening, seats: Sequence[Seat], player: clubs.Player) -> int:
    changes = EveningEvent.objects.filter(club=evening.club_id, evening=evening).order_by("seq")
    old = seating.place_of_old_chair(Player(str(player.pk)), changes)
    return len(seating.seats_present(seats)) + 1 if old is None else old


def _check_repeated_opening(first: EveningEvent, wanted: Evening, facts: Mapping[str, object], key: UUID) -> Evening:
    same = ("ruleset", "unit", "stake_minor", "first_dealer_id")
    evening = first.evening
    if first.pk == key or first.facts != facts or any(getattr(evening, name) != getattr(wanted, name) for name in same):
        raise KeyReused
    return evening


def check_opening(
    problems: ProblemList, club: clubs.Club, terms: Terms, players: Sequence[clubs.Player], end: AgreedEnd | None = None
) -> None:
    """Check that these people can play on these terms; the players may be unsaved."""
    terms.check(problems)
    if end:
        end.check(problems)
    ids = [Player(str(player.pk)) for player in players]
    terms.ruleset.check_table(Table(players=tuple(ids), dealer=ids[0] if ids else Player("")), problems)
    _check_players_of_club(club, players, problems)


def _check_joining(evening: Evening, seats: Sequence[Seat], player: clubs.Player, place: int) -> None:
    problems = ProblemList()
    here = seating.players_present(seats)
    newcomer = Player(str(player.pk))
    if newcomer in here:
        problems.add("player_already_there", "player", player=newcomer)
    elif not _may_table_grow_to(evening.rules, len(here) + 1):
        table = Table(players=(*here, newcomer), dealer=newcomer)
        evening.rules.check_table(table, problems)
    if not 1 <= place <= len(here) + 1:
        problems.add("place_out_of_range", "place", least=1, most=len(here) + 1)
    _check_players_of_club(evening.club, [player], problems)
    raise_evening_problems(problems)


def _may_table_grow_to(ruleset: Ruleset, people: int) -> bool:
    """Return whether this many may play, or more: a table that two have left fills up one by one."""
    for count in range(people, ruleset.MOST_PLAYERS + 1):
        problems, some = ProblemList(), tuple(Player(str(number)) for number in range(count))
        ruleset.check_table(Table(players=some, dealer=some[0]), problems)
        if not problems:
            return True
    return False


def _check_players_of_club(club: clubs.Club, players: Iterable[clubs.Player], problems: ProblemList) -> None:
    for player in players:
        if player.club_id != club.pk:
            problems.add("player_of_other_club", "players", player=str(player.pk))


def _seat_to_leave(seats: Sequence[Seat], player: clubs.Player) -> Seat:
    problems = ProblemList()
    here = seating.seats_present(seats)
    seat = next((seat for seat in here if seat.player_id == player.pk), None)
    if seat is None:
        problems.add("player_not_there", "player", player=str(player.pk))
    elif len(here) == 1:
        problems.add("last_player_stays", "player", player=str(player.pk))
    raise_evening_problems(problems)
    assert seat is not None
    return seat


def raise_evening_problems(problems: ProblemList) -> None:
    if problems:
        raise EveningProblems(tuple(problems))
