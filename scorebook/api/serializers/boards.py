"""Responses for boards, which rank people, and for ratings."""

from rest_framework import serializers

from scorebook.api.serializers.common import (
    AmountsField,
    EnumField,
    FractionField,
    GameField,
    NamesField,
    ResponseSerializer,
    ShareField,
)
from scorebook.standings.boards.query import BoardMeasure


class ClubBoardResponse(ResponseSerializer):
    """of_all_games: whether `game=all` is allowed.
    by_contract: whether `contract` is allowed.
    least: minimum number of hands, or evenings, to be ranked; 0 if there is none.
    """

    id = EnumField(BoardMeasure)
    of_all_games = serializers.BooleanField()
    by_contract = serializers.BooleanField()
    least = serializers.IntegerField()


class PlayedInResponse(ResponseSerializer):
    game = GameField()
    unit = serializers.CharField()


class BoardsResponse(ResponseSerializer):
    """played: every game and unit in which hands were played, the latest first."""

    boards = ClubBoardResponse(many=True)
    played = PlayedInResponse(many=True)


class BoardLineResponse(ResponseSerializer):
    """rank: equal values share a rank and the next one is skipped; null with too few hands or evenings to be ranked.
    value: the ranked value; a share is between 0 and 1.
    part, of: the two numbers of a share or an average.
    movement: places gained since before the last evening, below 0 lost; null if there is nothing to compare.
    is_newcomer: whether the person has too few evenings for the value to prove anything.
    declared, declared_won: restricted to the contract, if one was requested.
    """

    rank = serializers.IntegerField(allow_null=True)
    person = serializers.UUIDField(source="person_id")
    value = FractionField()
    part = serializers.IntegerField(allow_null=True)
    of = serializers.IntegerField(allow_null=True)
    movement = serializers.IntegerField(allow_null=True)
    is_newcomer = serializers.BooleanField()
    points = serializers.IntegerField(source="sums.points")
    amounts = AmountsField(source="sums.amounts")
    evenings = serializers.IntegerField(source="sums.evenings")
    hands = serializers.IntegerField(source="sums.hands")
    declared = serializers.IntegerField(source="sums.declared")
    declared_won = serializers.IntegerField(source="sums.declared_won")


class ConstantField(serializers.BooleanField):
    """A field whose value is now constant, kept for clients that read it."""

    def __init__(self, always: bool) -> None:
        super().__init__(source="*", read_only=True)
        self.always = always

    def to_representation(self, value: object) -> bool:
        return self.always


class BoardResponse(ResponseSerializer):
    """first_on, last_on: inclusive; null leaves that side open.
    game: null for all games.
    of_closed: always true, because open evenings are not counted.
    of_months: always false, because days are exact.
    contracts: the declared contracts that `contract` may name; empty if the board does not allow it.
    lines: ranked people, best first, then the others.
    """

    board = EnumField(BoardMeasure, source="query.measure")
    first_on = serializers.DateField(source="query.span.first_on", allow_null=True)
    last_on = serializers.DateField(source="query.span.last_on", allow_null=True)
    game = GameField(source="query.game", allow_null=True)
    unit = serializers.CharField(source="query.unit")
    contract = serializers.CharField(source="query.contract", allow_null=True)
    contracts = serializers.ListField(child=serializers.CharField())
    of_closed = ConstantField(True)
    of_months = ConstantField(False)
    least = serializers.IntegerField()
    names = NamesField()
    lines = BoardLineResponse(many=True)


class RatedPersonResponse(ResponseSerializer):
    """rank: null while provisional.
    rating: the centre of the likely range.
    doubt: the true strength lies within this distance of `rating` in two cases of three.
    gained: change by the last evening; null after the first.
    """

    rank = serializers.IntegerField(allow_null=True)
    person = serializers.UUIDField(source="person_id")
    rating = serializers.IntegerField(source="rating.shown")
    doubt = serializers.IntegerField(source="rating.doubt")
    evenings = serializers.IntegerField(source="rating.evenings")
    gained = serializers.IntegerField(allow_null=True)
    is_provisional = serializers.BooleanField(source="rating.is_provisional")


class RatingsResponse(ResponseSerializer):
    """game: null if no game was played yet.
    games: games with ratings, the one the club played last first.
    provisional_below: a rating is provisional below this number of evenings.
    lines: best first, provisional ones last.
    """

    game = GameField(allow_null=True)
    games = serializers.ListField(child=serializers.CharField())
    provisional_below = serializers.IntegerField()
    names = NamesField()
    lines = RatedPersonResponse(many=True)


class CalibrationBinResponse(ResponseSerializer):
    """Predicted chances from `lower` to a tenth above it, and their outcomes.

    predicted, observed: means; null if nothing was predicted.
    says_something: whether there are enough predictions for a conclusion.
    """

    lower = ShareField()
    predicted = ShareField(allow_null=True)
    observed = ShareField(allow_null=True)
    count = serializers.IntegerField()
    says_something = serializers.BooleanField()


class CalibrationResponse(ResponseSerializer):
    """evenings: number of latest evenings that are evaluated."""

    game = GameField(allow_null=True)
    games = serializers.ListField(child=serializers.CharField())
    evenings = serializers.IntegerField()
    bins = CalibrationBinResponse(many=True)
