"""The services of a season: agree on it, change the agreement, close it, reopen it.

Each appends an event to the club's chain of season events, once for each key. A change of a season's first day also
replays the ratings from there, in the same transaction.
"""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from rules import GAMES
from rules.problems import ProblemList
from scorebook.clubs import names as naming
from scorebook.clubs.chain_ends import ChainPlace, chain_end, move_chain_end
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import MAX_RECORDED_BY, ChainEnd, Club
from scorebook.clubs.services import locked_club
from scorebook.clubs.texts import typed_text, typed_text_matches
from scorebook.core import budgets
from scorebook.core.database.taken_ids import is_taken_id
from scorebook.core.months import midnight
from scorebook.play.models import Evening
from scorebook.standings import standings_updates
from scorebook.standings.models import SeasonEvent
from scorebook.standings.seasons import season_queries
from scorebook.standings.seasons.closed_season import write_closed_season
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.seasons.season_errors import (
    SeasonClosed,
    SeasonKeyReused,
    SeasonOpen,
    SeasonProblems,
    SeasonUnknown,
    StaleSeason,
)
from scorebook.standings.seasons.season_queries import Kind, Season
from scorebook.standings.seasons.season_results import season_standings

MAX_SEASON_NAME = naming.MAX_PLAYER_NAME
MAX_REASON = 100


def agree_season(*, club: Club, key: UUID, name: str, agreement: Agreement, by: str, at: datetime) -> Season:
    """Begin a season of the club, or of the root of its group; the key becomes its id.

    Raises: SeasonProblems, SeasonKeyReused.
    """
    with transaction.atomic():
        group = _lock_group_of_club(club)
        event = SeasonEvent(pk=key, club_id=group.club_id, season=key, kind=Kind.AGREED, recorded_by=by, recorded_at=at)
        event.facts, name = agreement.to_json(), naming.tidied_name(name)
        if first := _season_if_already_written(group, event, text=name):
            return first
        _check_agreement(group, name, agreement)
        _append_season_event(event, text=name)
        _replay_ratings(group, agreement)
        return _load_season(group, key)


def change_season(
    *, club: Club, season_id: UUID, seen: UUID, key: UUID, name: str, agreement: Agreement, by: str, at: datetime
) -> Season:
    """Change the agreement of an open season.

    seen: its newest event that the writer knows of.
    Raises: SeasonProblems, SeasonClosed, StaleSeason, SeasonUnknown, SeasonKeyReused.
    """
    with transaction.atomic():
        group = _lock_group_of_club(club)
        event = SeasonEvent(
            pk=key, club_id=group.club_id, season=season_id, kind=Kind.CHANGED, recorded_by=by, recorded_at=at
        )
        event.facts, name = agreement.to_json(), naming.tidied_name(name)
        if first := _season_if_already_written(group, event, text=name):
            return first
        before = _load_season_as_seen(group, season_id, seen)
        if before.is_closed:
            raise SeasonClosed
        _check_agreement(group, name, agreement)
        _append_season_event(event, text=name)
        _replay_ratings(group, before.agreement, agreement)
        return _load_season(group, season_id)


def close_season(*, club: Club, season_id: UUID, seen: UUID, key: UUID, by: str, at: datetime) -> Season:
    """Close a season and store its table; the beginning of this event's hash is its receipt.

    Raises: SeasonClosed, StaleSeason, SeasonUnknown, SeasonKeyReused; SeasonProblems seasons_full.
    """
    with transaction.atomic():
        group = _lock_group_of_club(club)
        event = SeasonEvent(
            pk=key, club_id=group.club_id, season=season_id, kind=Kind.CLOSED, recorded_by=by, recorded_at=at
        )
        if first := _season_if_already_written(group, event):
            return first
        season = _load_season_as_seen(group, season_id, seen)
        if season.is_closed:
            raise SeasonClosed
        event.facts = write_closed_season(season_standings(group, season.agreement))
        _append_season_event(event)
        return _load_season(group, season_id)


def reopen_season(*, club: Club, season_id: UUID, seen: UUID, key: UUID, reason: str, by: str, at: datetime) -> Season:
    """Reopen a closed season, so that its evenings and agreement count again as they are.

    Raises: SeasonProblems reason_missing, reason_too_long, reason_invalid; SeasonOpen, StaleSeason, SeasonUnknown,
    SeasonKeyReused.
    """
    reason = naming.tidied_name(reason)
    if problems := reason_problems(reason):
        raise SeasonProblems(tuple(problems))
    with transaction.atomic():
        group = _lock_group_of_club(club)
        event = SeasonEvent(
            pk=key, club_id=group.club_id, season=season_id, kind=Kind.REOPENED, recorded_by=by, recorded_at=at
        )
        if first := _season_if_already_written(group, event, text=reason):
            return first
        if not _load_season_as_seen(group, season_id, seen).is_closed:
            raise SeasonOpen
        _append_season_event(event, text=reason)
        return _load_season(group, season_id)


def season_problems_in_club(group: ClubGroup, name: str, agreement: Agreement) -> ProblemList:
    """Return every problem of an agreement. One statement, and none if it names no evening."""
    problems = season_problems(name, agreement)
    named = {*agreement.left_out, *([agreement.rules_of] if agreement.rules_of else [])}
    if named:
        known = set(Evening.objects.filter(club__in=group.clubs, pk__in=named).values_list("pk", flat=True))
        if agreement.rules_of and agreement.rules_of not in known:
            problems.add("evening_unknown", "rules_of")
        if not known.issuperset(agreement.left_out):
            problems.add("evening_unknown", "left_out")
    return problems


def season_problems(name: str, agreement: Agreement) -> ProblemList:
    """Return the problems that can be found without the club."""
    problems = ProblemList()
    if fault := naming.name_fault(naming.tidied_name(name), longest=MAX_SEASON_NAME):
        problems.add(fault, "name")
    agreement.check(problems)
    return problems


def reason_problems(reason: str) -> ProblemList:
    problems = ProblemList()
    if fault := naming.name_fault(naming.tidied_name(reason), longest=MAX_REASON):
        problems.add(fault.replace("name", "reason"), "reason", most=MAX_REASON)
    return problems


def _lock_group_of_club(club: Club) -> ClubGroup:
    """Lock the club that the chain belongs to, which every writer to it does, and return its group."""
    group = club_group(club.pk)
    locked_club(group.club_id)
    return group


def _season_if_already_written(group: ClubGroup, event: SeasonEvent, *, text: str = "") -> Season | None:
    """Return the season if this event was already written under its key. The table of a closing is not compared."""
    written = SeasonEvent.objects.filter(club=event.club_id, pk=event.pk).select_related("text").first()
    if written is None:
        return None
    is_same = (written.season, written.kind) == (event.season, event.kind)
    is_same = is_same and (event.kind == Kind.CLOSED or written.facts == event.facts)
    if not is_same or not typed_text_matches(written.text, text):
        raise SeasonKeyReused
    return _load_season(group, event.season)


def _load_season(group: ClubGroup, season_id: UUID) -> Season:
    season = season_queries.season_by_id(group, season_id)
    if season is None:
        raise SeasonUnknown
    return season


def _load_season_as_seen(group: ClubGroup, season_id: UUID, seen: UUID) -> Season:
    season = _load_season(group, season_id)
    if season.newest.pk != seen:
        raise StaleSeason
    return season


def _check_agreement(group: ClubGroup, name: str, agreement: Agreement) -> None:
    problems = season_problems_in_club(group, name, agreement)
    if problems:
        raise SeasonProblems(tuple(problems))


def _append_season_event(event: SeasonEvent, *, text: str = "") -> None:
    """Write an event at the end of the chain of its club, whose row is locked. Raises: SeasonKeyReused."""
    if not 0 < len(event.recorded_by) <= MAX_RECORDED_BY or event.recorded_at.utcoffset() is None:
        raise AssertionError(
            f"an event of a season needs who wrote it and when, not {event.recorded_by!r} and {event.recorded_at}"
        )
    before = chain_end(event.club_id, ChainEnd.Name.SEASONS)
    if before.length >= budgets.SEASON_EVENTS_PER_CLUB:
        problems = ProblemList()
        problems.add("seasons_full", "season", most=budgets.SEASON_EVENTS_PER_CLUB)
        raise SeasonProblems(tuple(problems))
    if text:
        event.text = typed_text(text, club_id=event.club_id)
        event.text.save()
    event.seq, event.previous_hash = before.length + 1, before.hash
    event.hash = event.compute_digest()
    try:
        event.save()
    except IntegrityError as error:
        if is_taken_id(error):  # by an event of another club
            raise SeasonKeyReused from error
        raise
    after = ChainPlace(length=event.seq, hash=event.hash)
    move_chain_end(event.club_id, ChainEnd.Name.SEASONS, before=before, after=after)


def _replay_ratings(group: ClubGroup, *agreements: Agreement) -> None:
    """Replay the ratings of the games from the earliest first day, unless neither day nor game changed."""
    starts = {(agreement.first_on, agreement.game) for agreement in agreements}
    if len(agreements) > 1 and len(starts) == 1:
        return
    since, games = midnight(min(day for day, _game in starts)), {game for _day, game in starts}
    standings_updates.replay_standings(
        group, since=since, games=None if None in games else sorted(GAMES.keys() & games)
    )
