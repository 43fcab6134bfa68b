"""A person over the years: how they fare, with whom, against whom; and who wins with whom."""

from rest_framework import serializers

from scorebook.api.answers.objects import Amounts, AnswerObject, At, GameWord, PeopleNames, Share, Word
from scorebook.api.answers.shown_person import CUP
from scorebook.contract_texts import contract_row_name
from scorebook.standings.bests import Record
from scorebook.standings.profiles import ContractFigures


class FormerNameAnswer(AnswerObject):
    """name: empty where it was erased.
    until: when the next one was given.
    """

    name = serializers.CharField(allow_blank=True)
    until = At()


class GameOfPerson(AnswerObject):
    """first, last: the months in which it was played first and last, by their first days."""

    game = GameWord()
    first = serializers.DateField()
    last = serializers.DateField()


class Months(AnswerObject):
    """From the first day of a month up to, and without, the first day of another."""

    first = serializers.DateField()
    end = serializers.DateField()


class PersonTotals(AnswerObject):
    """Of the game and the months."""

    evenings = serializers.IntegerField()
    points = serializers.IntegerField()
    amounts = Amounts()
    hands = serializers.IntegerField()
    declared = serializers.IntegerField()
    declared_won = serializers.IntegerField()


class StandAnswer(AnswerObject):
    """After the evenings of a day, or of the month that begins there, since the course began."""

    on = serializers.DateField()
    value = serializers.IntegerField()


class PersonCourse(AnswerObject):
    """Evening by evening where they are few, else month by month.

    amounts: unit -> how its minor units stood.
    """

    is_by_month = serializers.BooleanField(source="course.is_by_month")
    points = StandAnswer(many=True)
    amounts = serializers.DictField(child=StandAnswer(many=True))


class PersonEveningAnswer(AnswerObject):
    """place: among so many people; who is level shares it."""

    evening = serializers.UUIDField(source="evening.evening_id")
    number = serializers.IntegerField()
    started_at = At(source="evening.started_at")
    unit = serializers.CharField(source="evening.unit")
    points = serializers.IntegerField(source="evening.points")
    amount_minor = serializers.IntegerField(source="evening.amount_minor")
    place = serializers.IntegerField(source="evening.place")
    people = serializers.IntegerField(source="evening.people")


class ContractOfPerson(AnswerObject):
    """hands: in which they held cards.
    won: hands, not games of many hands.
    contract: `without_cards` for all other points, with no hands: paid or got while they sat out, written down without
    a hand, or a share of the pot. So the points of all rows are those of `totals`.
    """

    contract = serializers.CharField()
    name = serializers.SerializerMethodField()
    hands = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    points = serializers.IntegerField()
    declared = serializers.IntegerField()
    declared_won = serializers.IntegerField()
    defended = serializers.IntegerField()
    defended_won = serializers.IntegerField()
    schneider_given = serializers.IntegerField()
    schneider_taken = serializers.IntegerField()

    def get_name(self, figures: ContractFigures) -> str:
        return contract_row_name(figures.contract)


class BestAnswer(AnswerObject):
    """value: points, or hands of a run.
    no: the hand; null where it is about the evening.
    """

    value = serializers.IntegerField(source="best.value")
    evening = serializers.UUIDField(source="best.evening_id")
    number = serializers.IntegerField()
    started_at = At(source="best.started_at")
    no = serializers.IntegerField(source="best.no", allow_null=True)


class BestsAnswer(AnswerObject):
    """Of the game and the months, as all figures of the answer.

    run: most hands won in a row, within an evening.
    evenings_won: in how many nobody did better.
    streak: how many evenings in a row up to the last one brought points, or, below 0, cost some.
    """

    evening = BestAnswer(allow_null=True)
    hand = BestAnswer(allow_null=True)
    run = BestAnswer(allow_null=True)
    evenings = serializers.IntegerField(source="bests.evenings")
    evenings_won = serializers.IntegerField(source="bests.evenings_won")
    streak = serializers.IntegerField(source="bests.streak")
    longest_streak = serializers.IntegerField(source="bests.longest_streak")


class CommonAnswer(AnswerObject):
    """The hands with two sides in which both held cards, as the one sees them whom the answer is about.

    together: on one side.
    together_points: what those brought the one.
    partner_points: what those brought the other.
    against: on two sides.
    against_won: by the one.
    against_points: what those brought the one.
    other_points: what those brought the other.
    """

    person = serializers.UUIDField()
    together = serializers.IntegerField(source="common.together")
    together_won = serializers.IntegerField(source="common.together_won")
    together_points = serializers.IntegerField(source="common.together_points")
    partner_points = serializers.IntegerField(source="common.partner_points")
    against = serializers.IntegerField(source="common.against")
    against_won = serializers.IntegerField(source="common.against_won")
    against_points = serializers.IntegerField(source="common.against_points")
    other_points = serializers.IntegerField(source="common.other_points")


class RivalsAnswer(AnswerObject):
    """With whom, and against whom, they fare best and worst, of those who have 30 such hands in common with them.

    best_partners, worst_partners, best_opponents, worst_opponents: all who are level; nobody where there are not two to
    compare, or all are level.
    nemeses: who was on the other side of the hands that cost them most. None of them is a best opponent.
    best_partner, worst_partner, best_opponent, worst_opponent, nemesis: the first of the list by id, or null.
    """

    best_partner = serializers.UUIDField(allow_null=True)
    worst_partner = serializers.UUIDField(allow_null=True)
    best_opponent = serializers.UUIDField(allow_null=True)
    worst_opponent = serializers.UUIDField(allow_null=True)
    nemesis = serializers.UUIDField(allow_null=True)
    best_partners = serializers.ListField(child=serializers.UUIDField(), source="rivals.best_partners")
    worst_partners = serializers.ListField(child=serializers.UUIDField(), source="rivals.worst_partners")
    best_opponents = serializers.ListField(child=serializers.UUIDField(), source="rivals.best_opponents")
    worst_opponents = serializers.ListField(child=serializers.UUIDField(), source="rivals.worst_opponents")
    nemeses = serializers.ListField(child=serializers.UUIDField(), source="rivals.nemeses")


class PersonAnswer(AnswerObject):
    """id: of the person, whichever of their entries was asked for.
    entries: all of them.
    game: null where they have not played yet.
    months: null is always.
    evenings: the last ten of them.
    bests: null where they have not played yet.
    records: of the game and the months, which they hold alone or with others who are level; `cup` as `has_cup`.
    has_cup: whether they have the club's cup today, which is not of a game.
    common: who has most hands in common with them first.
    """

    id = serializers.UUIDField(source="person.pk")
    name = serializers.CharField(source="person.name")
    former_names = FormerNameAnswer(many=True)
    entries = serializers.ListField(child=serializers.UUIDField(), source="entry_ids")
    names = PeopleNames()
    game = GameWord(allow_null=True)
    games = GameOfPerson(many=True)
    months = Months(allow_null=True)
    totals = PersonTotals()
    course = PersonCourse(source="*")
    contracts = ContractOfPerson(many=True)
    evenings = PersonEveningAnswer(many=True)
    bests = BestsAnswer(allow_null=True)
    records = serializers.ListField(child=Word([*Record, CUP]), source="records_and_cup")
    has_cup = serializers.BooleanField()
    common = CommonAnswer(many=True)
    rivals = RivalsAnswer()


class PairAnswer(AnswerObject):
    """Two people on one side, as often as both held cards there.

    won: of their hands.
    """

    person = serializers.UUIDField()
    other = serializers.UUIDField()
    hands = serializers.IntegerField(source="share.hands")
    won = serializers.IntegerField(source="share.won")


class ChemistryAnswer(PairAnswer):
    """expected: the mean of how often each of them wins with all others.
    difference: of what they won and that.
    low, high: within which the difference lies with 95 % of certainty.
    is_sure: whether chance alone does not explain it.
    """

    expected = Share(source="chemistry.expected")
    difference = Share(source="chemistry.difference")
    low = Share(source="chemistry.interval.low")
    high = Share(source="chemistry.interval.high")
    is_sure = serializers.BooleanField(source="chemistry.is_sure")


class PersonShare(AnswerObject):
    """With anybody."""

    person = serializers.UUIDField()
    hands = serializers.IntegerField(source="share.hands")
    won = serializers.IntegerField(source="share.won")


class PartnersAnswer(AnswerObject):
    """game: null where nobody has played yet.
    months: null is always.
    least: so many hands together, and with all others, are needed to say something of two.
    people: who played most first.
    pairs: those of whom something can be said, that of which most is certain first; each once.
    others: all other pairs.
    """

    game = GameWord(allow_null=True)
    games = GameOfPerson(many=True)
    months = Months(allow_null=True)
    least = serializers.IntegerField()
    names = PeopleNames()
    people = PersonShare(many=True)
    pairs = ChemistryAnswer(many=True)
    others = PairAnswer(many=True)
