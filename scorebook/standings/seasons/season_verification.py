"""The audit of the chain of season events and of what its events contain."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.chain_ends import ChainPlace, chain_end_differences
from scorebook.clubs.models import ChainEnd, Club
from scorebook.clubs.texts import typed_text_fault
from scorebook.standings.models import SeasonEvent
from scorebook.standings.seasons.closed_season import check_closed_season
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.seasons.season_queries import Kind

# The state that a season needs before an event: None before its first, else whether it is closed.
BEFORE: Mapping[Kind, bool | None] = {Kind.AGREED: None, Kind.CHANGED: False, Kind.CLOSED: False, Kind.REOPENED: True}


def season_chain_differences(club: Club) -> Iterator[AuditDifference]:
    """Yield every fault in the club's chain of season events. Two statements.

    Codes: season_event_missing, previous_hash, season_event_changed, text_missing, text_changed, text_unexpected,
    season_out_of_order, season_unreadable, chain_end.
    """
    events = SeasonEvent.objects.filter(club=club).order_by("seq").select_related("text")
    previous_hash, length = "", 0
    is_closed: dict[UUID, bool] = {}
    for seq, event in enumerate(events, start=1):
        yield from _season_hash_differences(event, seq=seq, previous_hash=previous_hash)
        yield from _season_text_differences(event)
        yield from _season_order_differences(event, is_closed)
        yield from _season_fact_differences(event)
        previous_hash, length = event.hash, event.seq
        is_closed[event.season] = event.kind == Kind.CLOSED
    yield from chain_end_differences(club, ChainEnd.Name.SEASONS, ChainPlace(length=length, hash=previous_hash))


def _season_hash_differences(event: SeasonEvent, *, seq: int, previous_hash: str) -> Iterator[AuditDifference]:
    place = _event_place(event)
    if event.seq != seq:
        yield AuditDifference(code="season_event_missing", place=f"season event {seq}", found=str(event.seq))
    if event.previous_hash != previous_hash:
        yield AuditDifference(code="previous_hash", place=place, expected=previous_hash, found=event.previous_hash)
    if event.hash != (fitting := event.compute_digest()):
        yield AuditDifference(code="season_event_changed", place=place, expected=fitting, found=event.hash)


def _season_text_differences(event: SeasonEvent) -> Iterator[AuditDifference]:
    """Yield a fault of the event's text; only a closing has none."""
    if event.kind == Kind.CLOSED and event.text_id is None:
        return
    fault = typed_text_fault(event.text, club_id=event.club_id)
    if code := "text_unexpected" if event.kind == Kind.CLOSED else fault:
        yield AuditDifference(code=code, place=_event_place(event), found=str(event.text_id or ""))


def _season_order_differences(event: SeasonEvent, is_closed: Mapping[UUID, bool]) -> Iterator[AuditDifference]:
    stood = is_closed.get(event.season)
    is_first = (event.kind == Kind.AGREED) is (event.season == event.pk)
    if event.kind not in BEFORE or stood is not BEFORE[Kind(event.kind)] or not is_first:
        yield AuditDifference(code="season_out_of_order", place=_event_place(event), found=event.kind)


def _season_fact_differences(event: SeasonEvent) -> Iterator[AuditDifference]:
    # The people in the table of a closed season are not checked: their club may have been unlinked since.
    try:
        _check_event_facts(event)
    except ValueError as error:
        yield AuditDifference(code="season_unreadable", place=_event_place(event), found=str(error))


def _check_event_facts(event: SeasonEvent) -> None:
    facts: Any = event.facts
    if event.kind == Kind.CLOSED:
        check_closed_season(facts)
    elif event.kind != Kind.REOPENED:
        Agreement.from_json(facts)
    elif facts:
        raise ValueError(f"nothing is agreed when a season is reopened: {facts}")


def _event_place(event: SeasonEvent) -> str:
    return f"season event {event.seq}"
