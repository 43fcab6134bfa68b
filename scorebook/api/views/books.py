"""The endpoints of a person's statement. They only read."""

from uuid import UUID

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from scorebook import lookups
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.pagination import Page, first_page
from scorebook.api.permissions import MemberKey
from scorebook.api.serializers.books import (
    StatementEveningsResponse,
    StatementLinesResponse,
    StatementResponse,
    statement_line_json,
)
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.payments import open_balances
from scorebook.api.serializers.queries import StatementEveningsQuery, StatementLinesQuery, StatementQuery, span_of_query
from scorebook.clubs.club_groups import club_group
from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.ledger import queries as books
from scorebook.ledger.queries import Extract
from scorebook.ledger.snapshot import consistent_reads
from scorebook.play.queries import statements
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.play.queries.statements import PlayerStatement

PATH = "people/<uuid:person>/statement"


class StatementViewSet(ClubEndpoint):
    @action(detail=True, methods=["get"], url_path=PATH)
    @operation("statement", permission=MemberKey, query=StatementQuery, response=StatementResponse)
    def statement(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Return what a person has or owes at the end of a period and today, and the receipt of the books."""
        club, span = self.club, span_of_query(data, timezone.localdate())
        player, unit = lookups.player_of(club, person), self._unit(data)
        with consistent_reads():
            balance = books.account_balance(club=club, unit=unit, player_id=player.pk, until_at=span.end_at)
            book = open_balances_of_people(club_group(club.pk), club=club.pk, players=[player.pk])
            receipt = books.chain_receipt(club)
        return {
            "person": player.pk,
            "name": player.name,
            "unit": unit,
            "balance_minor": balance,
            "open": open_balances(book, unit=unit),
            "receipt": receipt,
        }

    @action(detail=True, methods=["get"], url_path=f"{PATH}/lines")
    @operation("statement_lines", permission=MemberKey, query=StatementLinesQuery, response=StatementLinesResponse)
    def lines(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Return what a person won, lost, paid and received in a period, each line with its hand and its reason."""
        club, span = self.club, span_of_query(data, timezone.localdate())
        player, unit = lookups.player_of(club, person), self._unit(data)
        found: PlayerStatement

        def read(before: int | None, limit: int) -> Page:
            nonlocal found
            extract = Extract(first_at=span.first_at, until_at=span.end_at, before=before, count=limit)
            found = statements.player_statement(club=club, unit=unit, player=player, extract=extract)
            return Page(rows=found.lines[::-1], next=found.older)

        with consistent_reads():
            lines = self.paginate_queryset(read)
        names = statements.names_on_statement(club.players.all())
        return self.get_paginated_response([statement_line_json(line, names) for line in lines]) | {
            "unit": unit,
            "names": {other.pk: other.name for line in lines for other in line.others},
            "opening_minor": found.opening_minor or 0,
        }

    @action(detail=True, methods=["get"], url_path=f"{PATH}/evenings")
    @operation(
        "statement_evenings", permission=MemberKey, query=StatementEveningsQuery, response=StatementEveningsResponse
    )
    def evenings(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Return the evenings of a period at which a person sat, the latest first, each with its sums."""
        club, span = self.club, span_of_query(data, timezone.localdate())
        player, unit = lookups.player_of(club, person), self._unit(data)

        def read(before: int | None, limit: int) -> Page:
            found = statements.statement_evenings(
                club=club,
                unit=unit,
                player=player,
                first_at=span.first_at,
                until_at=span.end_at,
                before=before,
                count=limit + 1,
            )
            return first_page(found, limit, lambda one: one.evening.number)

        with consistent_reads():
            evenings = self.paginate_queryset(read)
        return self.get_paginated_response(evenings) | {"unit": unit}

    def _unit(self, data: ValidatedData) -> str:
        return books.unit_named(self.club, data["unit"] or USUAL_CURRENCY)
