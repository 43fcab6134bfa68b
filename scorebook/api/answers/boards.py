"""Boards and ratings: who is the best at what, and who is how strong."""

from rest_framework import serializers

from scorebook.api.answers.objects import Amounts, AnswerObject, Exact, GameWord, PeopleNames, Share, Word
from scorebook.standings.boards import Measure


class BoardOfClub(AnswerObject):
    """of_all_games: whether `game=all` may be asked for.
    by_contract: whether a `contract` may be.
    least: so many hands, or evenings, are needed to be ranked; 0 where none are.
    """

    id = Word(Measure)
    of_all_games = serializers.BooleanField()
    by_contract = serializers.BooleanField()
    least = serializers.IntegerField()


class PlayedInAnswer(AnswerObject):
    game = GameWord()
    unit = serializers.CharField()


class BoardsAnswer(AnswerObject):
    """played: every game and unit that a hand was played in, what was played last first."""

    boards = BoardOfClub(many=True)
    played = PlayedInAnswer(many=True)


class BoardLineAnswer(AnswerObject):
    """rank: who is level shares it, and the next one is left out; null where there is too little to be ranked.
    value: what is ranked; of a share between 0 and 1.
    part, of: the two numbers of a share or an average.
    movement: places gained since before the last evening, below 0 lost; null where there is nothing to compare.
    is_newcomer: who has so few evenings that they prove nothing.
    declared, declared_won: of a contract alone where that was asked for.
    """

    rank = serializers.IntegerField(allow_null=True)
    person = serializers.UUIDField(source="person_id")
    value = Exact()
    part = serializers.IntegerField(allow_null=True)
    of = serializers.IntegerField(allow_null=True)
    movement = serializers.IntegerField(allow_null=True)
    is_newcomer = serializers.BooleanField()
    points = serializers.IntegerField(source="sums.points")
    amounts = Amounts(source="sums.amounts")
    evenings = serializers.IntegerField(source="sums.evenings")
    hands = serializers.IntegerField(source="sums.hands")
    declared = serializers.IntegerField(source="sums.declared")
    declared_won = serializers.IntegerField(source="sums.declared_won")


class Constant(serializers.BooleanField):
    """A field that once differed from answer to answer and stays for clients that read it."""

    def __init__(self, always: bool) -> None:
        super().__init__(source="*", read_only=True)
        self.always = always

    def to_representation(self, value: object) -> bool:
        return self.always


class BoardAnswer(AnswerObject):
    """first_on, last_on: both counted; null leaves that side open.
    game: null for all.
    of_closed: always true, because open evenings count nowhere.
    of_months: always false, days are exact.
    contracts: those that somebody declared, where one may be asked for.
    lines: the ranked ones, best first, then the others.
    """

    board = Word(Measure, source="asked.measure")
    first_on = serializers.DateField(source="asked.span.first_on", allow_null=True)
    last_on = serializers.DateField(source="asked.span.last_on", allow_null=True)
    game = GameWord(source="asked.game", allow_null=True)
    unit = serializers.CharField(source="asked.unit")
    contract = serializers.CharField(source="asked.contract", allow_null=True)
    contracts = serializers.ListField(child=serializers.CharField())
    of_closed = Constant(True)
    of_months = Constant(False)
    least = serializers.IntegerField()
    names = PeopleNames()
    lines = BoardLineAnswer(many=True)


class RatedPersonAnswer(AnswerObject):
    """rank: null while provisional.
    rating: the middle of what is likely.
    doubt: the true strength lies within so much of it in two cases of three.
    gained: by the last evening; null after the first.
    """

    rank = serializers.IntegerField(allow_null=True)
    person = serializers.UUIDField(source="person_id")
    rating = serializers.IntegerField(source="rating.shown")
    doubt = serializers.IntegerField(source="rating.doubt")
    evenings = serializers.IntegerField(source="rating.evenings")
    gained = serializers.IntegerField(allow_null=True)
    is_provisional = serializers.BooleanField(source="rating.is_provisional")


class RatingsAnswer(AnswerObject):
    """game: null where nobody has played yet.
    games: those with ratings, what the club plays now first.
    provisional_below: so many evenings.
    lines: best first, provisional ones last.
    """

    game = GameWord(allow_null=True)
    games = serializers.ListField(child=serializers.CharField())
    provisional_below = serializers.IntegerField()
    names = PeopleNames()
    lines = RatedPersonAnswer(many=True)


class CalibrationBin(AnswerObject):
    """Of all chances from `lower` to a tenth above it, and what became of them.

    predicted, observed: the means; null where nothing was predicted.
    says_something: whether there are enough of them.
    """

    lower = Share()
    predicted = Share(allow_null=True)
    observed = Share(allow_null=True)
    count = serializers.IntegerField()
    says_something = serializers.BooleanField()


class CalibrationAnswer(AnswerObject):
    """evenings: so many of the latest are looked at."""

    game = GameWord(allow_null=True)
    games = serializers.ListField(child=serializers.CharField())
    evenings = serializers.IntegerField()
    bins = CalibrationBin(many=True)
