"""An evening as JSON: players by their ids, amounts in minor units, reasons also in words."""

import hashlib
from collections.abc import Iterable
from uuid import UUID

from django.db.models import Max, Q
from rest_framework.request import Request

from rules import Report, Score, Table, read_ruleset, words
from scorebook import language
from scorebook.api import access
from scorebook.api.catalogue import Json, contracts_json
from scorebook.api.endpoint import names_of
from scorebook.api.wording import Names
from scorebook.ledger import queries as books
from scorebook.ledger.models import PlannedPayment
from scorebook.play.codec import facts_of, read_table, report_of, score_of
from scorebook.play.models import HandEvent, Session
from scorebook.play.queries import evenings
from scorebook.play.queries.evenings import HandLine, SeatLine, Sheet
from scorebook.play.services import POINTS


def etag(session: Session, *, may_write: bool) -> str:
    """Another one after every event, payment, plan or new name, and in every language: all that the sheet shows.

    Two statements, three of a closed evening, however long it is.
    """
    written = books.entries(club=session.club, session_id=session.pk).order_by().aggregate(Max("seq"))["seq__max"]
    names = session.seats.order_by("id").values_list("player__name", flat=True)
    planned = PlannedPayment.objects.filter(club=session.club, session_id=session.pk).order_by()
    newest = planned.aggregate(Max("position"))["position__max"] if session.is_closed else None
    shown = (session.pk, session.revision, session.is_closed, written, newest, *names, language.current(), may_write)
    return f'"{hashlib.sha256(repr(shown).encode()).hexdigest()[:32]}"'


def sheet_json(request: Request, session: Session, *, may_write: bool) -> Json:
    sheet = evenings.sheet(session)
    return {
        "id": session.pk,
        "number": session.number,
        "game": {"id": session.game, "name": words.game_name(session.game, language.current())},
        "ruleset": session.ruleset,
        "unit": session.unit,
        "stake_minor": session.stake_minor,
        "started_at": session.started_at,
        "closed_at": session.closed_at,
        "revision": session.revision,
        "may_write": may_write,
        "links": access.links(request, session, may_write=may_write),
        "names": sheet.names,
        "players": [_seat_json(line) for line in sheet.players],
        "hand_count": session.hand_count,
        "hands": [line_json(line, sheet.names) for line in sheet.lines],
        "pot": sheet.state.pot,
        "pot_shares": sheet.pot_shares,
        "state": sheet.state.to_json(),
        "next": _next_json(sheet),
        "contracts": contracts_json(sheet.ruleset, len(sheet.table.players)),
        "payments": payments(session),
    }


def line_json(line: HandLine, names: Names) -> Json:
    """A hand as it stands now. id: what a correction of it replaces. written_at: when that was written."""
    return {
        "no": line.no,
        "id": line.event_id,
        "at": line.at,
        "by": line.by,
        "written_at": line.written_at,
        "is_void": line.is_void,
        "corrected": line.corrected,
        **_table_json(line.table),
        "sitting_out": line.sitting_out,
        "hand": line.report.to_json(),
        "points": line.points,
        "running": line.running,
        "score": score_json(line.score, line.report, names),
    }


def lines_after(session: Session, known_hands: int) -> list[Json]:
    """What was written since somebody knew so many hands."""
    sheet = evenings.sheet(session)
    return [line_json(line, sheet.names) for line in sheet.lines if line.no > known_hands]


def event_json(event: HandEvent, names: Names) -> Json:
    """What was written about a hand, once."""
    table = read_table(event.table)
    report = report_of(event, read_ruleset(event.session.ruleset))
    return {
        "no": event.no,
        "id": event.pk,
        "kind": event.kind,
        "replaces": event.replaces_id,
        "cause": event.cause_id,
        "at": event.at,
        "by": event.by,
        **_table_json(table),
        "hand": facts_of(event),
        "score": score_json(score_of(event), report, names),
    }


def written_json(event: HandEvent) -> Json:
    """The answer to a writer. revision: so that he knows whether his sheet is old."""
    session, names = event.session, names_of(event.session)
    return {"hand": event_json(event, names), "revision": session.revision, "hand_count": session.hand_count}


def score_json(score: Score, report: Report | None = None, names: Names = words.NOBODY) -> Json:
    """The score without the state, its reasons in words; with its report the hand in one line too."""
    figures = {name: value for name, value in score.to_json().items() if name != "state"}
    reasons = [{**one.to_json(), "text": words.reason_text(one, language.current(), names)} for one in score.reasons]
    said = {"text": words.hand_text(report, score, language.current(), names)} if report else {}
    return {**figures, "reasons": reasons, "sum": words.sum_text(score, language.current(), names), **said}


def payments(session: Session) -> list[Json]:
    """The plan of a closed evening; empty where nobody pays anybody. A payer or payee that is null is the till."""
    if not session.is_closed or session.unit == POINTS:
        return []
    return [plan_json(line) for line in books.plan(club=session.club, unit=session.unit, session_id=session.pk)]


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


def payments_json(session: Session) -> Json:
    return {
        "unit": session.unit,
        "is_closed": session.is_closed,
        "names": _names_at_table(session) | _names_in_plan(session),
        "payments": payments(session),
    }


def _names_at_table(session: Session) -> dict[str, str]:
    return {str(id): name for id, name in session.seats.values_list("player_id", "player__name")}


def _names_in_plan(session: Session) -> dict[str, str]:
    """Who keeps the money need not have played for it."""
    planned = Q(planned_to_pay__session_id=session.pk) | Q(planned_to_receive__session_id=session.pk)
    return {str(id): name for id, name in session.club.players.filter(planned).values_list("id", "name")}


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


def _next_json(sheet: Sheet) -> Json:
    return {
        "no": sheet.session.hand_count + 1,
        **_table_json(sheet.table),
        "leader": sheet.leader.pk,
        "sitting_out": _ids(player.pk for player in sheet.sitting_out),
    }


def _ids(ids: Iterable[UUID]) -> list[str]:
    return [str(id) for id in ids]
