"""The club's books: what a player won, lost, paid and got, and what stands on the tab. They only read."""

from collections.abc import Mapping
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from rules import Player
from scorebook import language
from scorebook.api import access
from scorebook.api.body import RequestBody
from scorebook.api.catalogue import Json
from scorebook.api.endpoint import Endpoint
from scorebook.api.sheets import plan_json
from scorebook.clubs.models import Club
from scorebook.core.months import midnight, midnight_after
from scorebook.ledger import queries as books
from scorebook.ledger.queries import Extract
from scorebook.ledger.snapshot import one_moment
from scorebook.play.queries import statements
from scorebook.play.queries.statements import Line, StatementEvening, TabEntry

USUAL_UNIT = "EUR"
# Of each page.
ENTRIES = 100
LINES, EVENINGS = 100, 20


class Statement(Endpoint):
    """The newest lines and evenings of a period; an older page begins before a line or an evening."""

    def get(self, request: Request, token: str, player: UUID) -> Response:
        club = access.club_of(token)
        person = get_object_or_404(club.players, pk=player)
        query = RequestBody(request.query_params.dict())
        unit = query.text_or_none("unit") or USUAL_UNIT
        first_on, last_on = query.days_or_none("from", "to")
        before, evening = query.integer_in_query("before"), query.integer_in_query("evening")
        query.check()
        first_at = midnight(first_on) if first_on else None
        until_at = midnight_after(last_on) if last_on else None
        extract = Extract(first_at=first_at, until_at=until_at, before=before, count=LINES)
        with one_moment():
            found = statements.player_statement(club=club, unit=unit, player=person, extract=extract)
            evenings = statements.statement_evenings(
                club=club,
                unit=unit,
                player=person,
                first_at=first_at,
                until_at=until_at,
                before=evening,
                count=EVENINGS + 1,
                also=found.evenings if evening is None else (),
            )
            receipt = books.chain_receipt(club)
        names = statements.names_on_statement(club.players.all())
        return Response({
            "player": person.pk,
            "name": person.name,
            "unit": unit,
            "balance_minor": found.balance_minor,
            "evenings": [_statement_evening_json(one) for one in evenings[:EVENINGS]],
            "older_evenings": evenings[EVENINGS - 1].evening.number if len(evenings) > EVENINGS else None,
            "opening_minor": found.opening_minor or 0,
            "lines": [_statement_line_json(line, names) for line in found.lines],
            "older": found.older,
            "receipt": {"entries": receipt.entries, "hash": receipt.hash},
        })  # fmt: skip


class Tab(Endpoint):
    def get(self, request: Request, token: str) -> Response:
        club, unit = access.club_of(token), _unit_in_query(request)
        with one_moment():
            balances = books.tab_balances(club=club, unit=unit)
            plan = books.plan_lines(club=club, unit=unit, evening_id=None)
            current = books.current_plan(club=club, unit=unit, evening_id=None)
            journal = statements.tab_journal(club=club, unit=unit, count=ENTRIES)
            till_minor, kitty_minor = (
                books.till_balance(club=club, unit=unit),
                books.kitty_balance(club=club, unit=unit),
            )
        return Response({
            "unit": unit,
            "names": _player_names_json(club),
            "balances": {str(player): amount for player, amount in balances.items()},
            "till_minor": till_minor,
            "kitty_minor": kitty_minor,
            "payments": [plan_json(line) for line in plan if not line.is_paid],
            "is_proven": current.is_proven if current else None,
            "entries": [_tab_entry_json(entry) for entry in journal],
        })  # fmt: skip


def _unit_in_query(request: Request) -> str:
    query = RequestBody(request.query_params.dict())
    unit = query.text_or_none("unit")
    query.check()
    return unit or USUAL_UNIT


def _player_names_json(club: Club) -> dict[str, str]:
    return {str(player.pk): player.name for player in club.players.all()}


def _statement_evening_json(line: StatementEvening) -> Json:
    return {
        "id": line.evening.pk,
        "number": line.evening.number,
        "started_at": line.evening.started_at,
        "won_minor": line.won_minor,
        "between_minor": line.between_minor,
        "settled_minor": line.settled_minor,
        "carried_minor": line.carried_minor,
        "open_minor": line.open_minor,
    }


def _statement_line_json(line: Line, names: Mapping[Player, str]) -> Json:
    """evening: where it was; of from_evening the one it came from. hand: null where no hand moved the money."""
    return {
        "code": line.code,
        "at": line.recorded_at,
        "by": line.recorded_by,
        "amount_minor": line.amount_minor,
        "balance_minor": line.balance_minor,
        "evening": line.evening.number if line.evening else None,
        "hand": {
            "no": line.hand.no,
            "kind": line.hand.kind,
            "text": line.hand.text(language.current_language(), names),
            "sum": line.hand.sum_text(language.current_language(), names),
        }
        if line.hand
        else None,
        "cause": line.cause,
        "others": [player.pk for player in line.others],
        "note": line.note,
    }


def _tab_entry_json(entry: TabEntry) -> Json:
    return {
        "id": entry.id,
        "seq": entry.seq,
        "code": entry.code,
        "at": entry.recorded_at,
        "amounts": {str(player.pk): amount for player, amount in entry.amounts.items()},
        "amount_minor": entry.amount_minor,
        "evening": entry.evening.number if entry.evening else None,
        "note": entry.note,
        "undone_at": entry.undone_at,
    }
