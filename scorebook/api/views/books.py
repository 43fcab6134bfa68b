"""The endpoint of a person's statement. It only reads."""

from uuid import UUID

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from scorebook import lookups
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.permissions import MemberKey
from scorebook.api.serializers.books import StatementResponse, statement_line_json
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.payments import open_balances
from scorebook.api.serializers.queries import StatementQuery, span_of_query
from scorebook.clubs.club_groups import club_group
from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.ledger import queries as books
from scorebook.ledger.queries import Extract
from scorebook.ledger.snapshot import consistent_reads
from scorebook.play.queries import statements
from scorebook.play.queries.open_balances import open_balances_of_people

# Page sizes.
LINES, EVENINGS = 100, 20


class StatementViewSet(ClubEndpoint):
    @action(detail=True, methods=["get"], url_path="people/<uuid:person>/statement")
    @operation("statement", permission=MemberKey, query=StatementQuery, response=StatementResponse)
    def statement(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Return what a person won, lost, paid and received in a period, each line with its hand and its reason."""
        club = self.club
        player = lookups.player_of(club, person)
        unit = books.unit_named(club, data["unit"] or USUAL_CURRENCY)
        span, group = span_of_query(data, timezone.localdate()), club_group(club.pk)
        extract = Extract(first_at=span.first_at, until_at=span.end_at, before=data["before"], count=LINES)
        with consistent_reads():
            found = statements.player_statement(club=club, unit=unit, player=player, extract=extract)
            evenings = statements.statement_evenings(
                club=club,
                unit=unit,
                player=player,
                first_at=span.first_at,
                until_at=span.end_at,
                before=data["before_evenings"],
                count=EVENINGS + 1,
                also=found.evenings if data["before_evenings"] is None else (),
            )
            book = open_balances_of_people(group, club=club.pk, players=[player.pk])
            receipt = books.chain_receipt(club)
        names = statements.names_on_statement(club.players.all())
        return {
            "person": player.pk,
            "name": player.name,
            "unit": unit,
            "balance_minor": found.balance_minor,
            "open": open_balances(book, unit=unit),
            "evenings": evenings[:EVENINGS],
            "older_evenings": evenings[EVENINGS - 1].evening.number if len(evenings) > EVENINGS else None,
            "opening_minor": found.opening_minor or 0,
            "lines": [statement_line_json(line, names) for line in found.lines],
            "older": found.older,
            "receipt": receipt,
        }
