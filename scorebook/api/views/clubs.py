"""A club over its evenings."""

from rest_framework.request import Request
from rest_framework.response import Response

from rules import GAMES
from scorebook.api import access, sheets
from scorebook.api.body import RequestBody, lone_key
from scorebook.api.catalogue import Json
from scorebook.api.endpoint import Endpoint
from scorebook.clubs.models import Club
from scorebook.ledger import queries as books
from scorebook.play import services as play
from scorebook.play.services import POINTS
from scorebook.standings import queries as standings
from scorebook.standings.queries import EveningResults, Ranking, Standing

# Of each page.
EVENINGS = 20


class OneClub(Endpoint):
    def get(self, request: Request, token: str) -> Response:
        club = access.club_of(token)
        query = RequestBody(request.query_params.dict())
        before = query.integer_in_query("before")
        query.check()
        evenings = standings.evenings(club, before=before, count=EVENINGS + 1)
        units = sorted(set(books.units_in_books(club)) - {POINTS})
        return Response({
            "id": club.pk,
            "name": club.name,
            "players": [{"id": player.pk, "name": player.name} for player in club.players.all()],
            "evenings": [_evening_of_club_json(request, one) for one in evenings[:EVENINGS]],
            "older": evenings[EVENINGS - 1].evening.number if len(evenings) > EVENINGS else None,
            "balances": {unit: _balances_json(club, unit) for unit in units},
        })  # fmt: skip


class Leaderboard(Endpoint):
    def get(self, request: Request, token: str) -> Response:
        club = access.club_of(token)
        query = RequestBody(request.query_params.dict())
        first_on, last_on = query.days_or_none("from", "to")
        by, unit = query.choice_or_none("by", Ranking), query.text_or_none("unit")
        game = query.text_or_none("game")
        if game is not None and game not in GAMES:
            query.problems.add("game_unknown", "game", choices=", ".join(GAMES))
        query.check()
        board = standings.leaderboard(
            club=club, first_on=first_on, last_on=last_on, game=game, by=by or Ranking.POINTS, unit=unit or "EUR"
        )
        return Response({"standings": [_standing_json(one) for one in board]})


class ClubLinks(Endpoint):
    def post(self, request: Request, token: str) -> Response:
        key = lone_key(request.data)
        # Without a look at the club first: sent again after the answer was lost, the link opens nothing any more.
        club = play.renew_by_club_link(link=token, key=key)
        return Response({"links": {"club": access.club_link(request, club).to_json()}})


def _evening_of_club_json(request: Request, found: EveningResults) -> Json:
    """Whoever has the club's link belongs to it, and writes in its evenings as on its page."""
    return {
        **sheets.evening_json(request, found.evening, may_write=True),
        "results": [
            {"player": one.player.pk, "points": one.points, "amount_minor": one.amount_minor} for one in found.results
        ],
    }


def _balances_json(club: Club, unit: str) -> dict[str, int]:
    """What everybody still owes (below 0) or is owed over all evenings."""
    return {str(player): amount for player, amount in books.balances(club=club, unit=unit).items()}


def _standing_json(standing: Standing) -> Json:
    return {
        "rank": standing.rank,
        "player": standing.player.pk,
        "name": standing.player.name,
        "points": standing.points,
        "amounts": standing.amounts,
        "evenings": standing.evenings,
        "hands": standing.hands,
        "declared": standing.declared,
        "declared_won": standing.declared_won,
    }
