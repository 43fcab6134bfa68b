"""An evening as JSON: players by their ids, amounts in minor units, reasons also in words."""

import hashlib
from collections.abc import Iterable
from typing import cast
from uuid import UUID

from django.db.models import Max, Q
from rest_framework.request import Request

from rules import Report, Score, Table, words
from scorebook import language
from scorebook.api import access
from scorebook.api.catalogue import Json, contracts_json
from scorebook.api.problem_texts import Names
from scorebook.clubs.changes import circle_changes
from scorebook.clubs.circle import circle_of
from scorebook.ledger import queries as books
from scorebook.ledger.models import Plan
from scorebook.play.codec import facts_of_event, read_table, report_of_event, score_of_event
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries import evenings
from scorebook.play.queries.evenings import HandLine, SeatLine, Sheet
from scorebook.play.rounds import RoundPlace
from scorebook.play.services import POINTS


def api_sheet_etag(evening: Evening, *, may_write: bool) -> str:
    """Another one after every event, payment, plan, new name or word of the club on its people and its money, and in
    every language: all that the sheet shows.

    Two statements, three of a closed evening, however long it is.
    """
    written = (
        books.ledger_entries(club=evening.club, evening_id=evening.pk).order_by().aggregate(Max("seq"))["seq__max"]
    )
    said = (
        Evening.objects.filter(club=evening.club_id, pk=evening.pk)
        .order_by()
        .values_list(circle_changes(Evening._meta.db_table))
        .get()
    )
    plans = Plan.objects.filter(club=evening.club, evening_id=evening.pk).order_by()
    newest = plans.aggregate(Max("number"))["number__max"] if evening.is_closed else None
    shown = (
        evening.pk,
        evening.revision,
        evening.is_closed,
        written,
        newest,
        *said,
        language.current_language(),
        may_write,
    )
    return f'"{hashlib.sha256(repr(shown).encode()).hexdigest()[:32]}"'


def evening_json(request: Request, evening: Evening, *, may_write: bool) -> Json:
    """What the sheet and the list of evenings both say of one."""
    return {
        "id": evening.pk,
        "number": evening.number,
        "game": {"id": evening.game, "name": words.game_name(evening.game, language.current_language())},
        "unit": evening.unit,
        "stake_minor": evening.stake_minor,
        "started_at": evening.started_at,
        "closed_at": evening.closed_at,
        "agreed_end": evening.agreed_end,
        "hand_count": evening.hand_count,
        "links": access.links(request, evening, may_write=may_write),
    }


def sheet_json(request: Request, evening: Evening, *, may_write: bool) -> Json:
    shown = _sheet_json(request, evening, may_write=may_write)
    return shown if may_write or not hides_money(evening) else _without_money(shown)


def hides_money(evening: Evening) -> bool:
    """Whether those who look on see points only."""
    return circle_of(evening.club_id).hides_money and evening.unit != POINTS


def _without_money(shown: Json) -> Json:
    players = [{**player, "amount_minor": None} for player in cast(list[Json], shown["players"])]
    return {**shown, "stake_minor": None, "players": players, "payments": []}


def _sheet_json(request: Request, evening: Evening, *, may_write: bool) -> Json:
    sheet = evenings.evening_sheet(evening)
    return {
        **evening_json(request, evening, may_write=may_write),
        "ruleset": evening.ruleset,
        "revision": evening.revision,
        "may_write": may_write,
        "names": sheet.names,
        "players": [_seat_json(line) for line in sheet.players],
        "hands": [line_json(line, sheet.names) for line in sheet.lines],
        "pot": sheet.state.pot,
        "pot_shares": sheet.pot_shares,
        "pot_to_kitty": sheet.pot_to_kitty,
        "state": sheet.state.to_json(),
        "next": _next_hand_json(sheet),
        "contracts": contracts_json(sheet.ruleset, len(sheet.table.players)),
        "payments": planned_payments_json(evening),
    }


def line_json(line: HandLine, names: Names) -> Json:
    """A hand as it stands now. id: what a correction of it replaces. written_at: when that was written."""
    return {
        "no": line.no,
        "id": line.event_id,
        "at": line.recorded_at,
        "by": line.recorded_by,
        "written_at": line.written_at,
        "is_void": line.is_void,
        "corrected": line.corrected,
        **_table_json(line.table),
        "sitting_out": line.sitting_out,
        "hand": line.report.to_json(),
        "points": line.points,
        "running": line.figures.running,
        "round": _round_json(line.figures.place),
        "score": score_json(line.score, line.report, names),
    }


def lines_json(evening: Evening, hands: range) -> list[Json]:
    """Those of its hands as they stand now, by their numbers."""
    sheet = evenings.evening_sheet(evening, hands)
    return [line_json(line, sheet.names) for line in sheet.lines]


def event_json(event: HandEvent, names: Names) -> Json:
    """What was written about a hand, once."""
    table = read_table(event.table)
    report = report_of_event(event, event.evening.rules)
    return {
        "no": event.no,
        "id": event.pk,
        "kind": event.kind,
        "replaces": event.replaces_id,
        "cause": event.cause_id,
        "at": event.recorded_at,
        "by": event.recorded_by,
        **_table_json(table),
        "hand": facts_of_event(event),
        "score": score_json(score_of_event(event), report, names),
    }


def written_json(event: HandEvent, names: Names) -> Json:
    """The answer to a writer. revision: so that they know whether their sheet is old."""
    evening = event.evening
    return {"hand": event_json(event, names), "revision": evening.revision, "hand_count": evening.hand_count}


def score_json(score: Score, report: Report | None = None, names: Names = words.NOBODY) -> Json:
    """The score without the state, its reasons in words; with its report the hand in one line too."""
    figures = {name: value for name, value in score.to_json().items() if name != "state"}
    reasons = [
        {**one.to_json(), "text": words.reason_text(one, language.current_language(), names)} for one in score.reasons
    ]
    said = {"text": words.hand_text(report, score, language.current_language(), names)} if report else {}
    return {**figures, "reasons": reasons, "sum": words.sum_text(score, language.current_language(), names), **said}


def planned_payments_json(evening: Evening) -> list[Json]:
    """The plan of a closed evening; empty where nobody pays anybody. A payer or payee that is null is the till."""
    if not evening.is_closed or evening.unit == POINTS:
        return []
    return [plan_json(line) for line in books.plan_lines(club=evening.club, unit=evening.unit, evening_id=evening.pk)]


def plan_json(line: books.PlanLine) -> Json:
    return {
        "id": line.planned.pk,
        "payer": line.planned.payer_id,
        "payee": line.planned.payee_id,
        "amount_minor": line.planned.amount_minor,
        "paid_minor": line.paid_minor,
        "open_minor": line.open_minor,
        "is_paid": line.is_paid,
    }


def payments_json(evening: Evening) -> Json:
    return {
        "unit": evening.unit,
        "is_closed": evening.is_closed,
        "names": _names_for_sheet_json(evening) | _names_for_plan_json(evening),
        "payments": planned_payments_json(evening),
        "is_proven": _is_plan_proven(evening),
    }


def _is_plan_proven(evening: Evening) -> bool | None:
    """Whether no way at all needs fewer payments; null where the plan is another than the fewest, or there is none."""
    plan = books.current_plan(club=evening.club, unit=evening.unit, evening_id=evening.pk)
    return plan.is_proven if plan else None


def _names_for_sheet_json(evening: Evening) -> dict[str, str]:
    return {str(id): name for id, name in evening.all_seats().values_list("player_id", "player__name")}


def _names_for_plan_json(evening: Evening) -> dict[str, str]:
    """Who keeps the money need not have played for it."""
    planned = Q(planned_to_pay__plan__evening_id=evening.pk) | Q(planned_to_receive__plan__evening_id=evening.pk)
    return {str(id): name for id, name in evening.club.players.filter(planned).values_list("id", "name")}


def _seat_json(line: SeatLine) -> Json:
    return {
        "id": line.player.pk,
        "name": line.player.name,
        "place": line.place,
        "present": line.present,
        "points": line.points,
        "amount_minor": line.amount_minor,
        "hands": line.hands,
        "declared": line.declared,
        "declared_won": line.declared_won,
    }


def _table_json(table: Table) -> Json:
    return {"players": table.players, "dealer": table.dealer}


def _next_hand_json(sheet: Sheet) -> Json:
    return {
        "no": sheet.evening.hand_count + 1,
        **_table_json(sheet.table),
        "leader": sheet.leader.pk,
        "round": _round_json(sheet.place),
        "sitting_out": _ids_json(player.pk for player in sheet.sitting_out),
    }


def _round_json(place: RoundPlace | None) -> Json | None:
    """Round 3, hand 2 of 4; null where the deal did not pass on."""
    return {"no": place.round, "hand": place.hand, "of": place.of} if place else None


def _ids_json(ids: Iterable[UUID]) -> list[str]:
    return [str(id) for id in ids]
