"""Responses with the results of a person over the years, and with the results of partners."""

from collections.abc import Sequence
from datetime import date, timedelta
from uuid import UUID

from rest_framework import serializers

from scorebook.api.serializers.common import (
    AmountsField,
    EnumField,
    GameField,
    NamesField,
    ResponseSerializer,
    ShareField,
    TimestampField,
)
from scorebook.api.serializers.person_representations import CUP
from scorebook.core.months import next_month
from scorebook.play.models import MonthContract
from scorebook.standings.people.bests import PersonalBest
from scorebook.texts.contract_texts import contract_row_name


class DayBeforeField(serializers.DateField):
    """The day before the value, such as the last day of a span whose end is excluded."""

    def to_representation(self, value: date) -> str:
        return super().to_representation(value - timedelta(days=1))


class LastDayOfMonthField(DayBeforeField):
    """The last day of a month that is given by its first day."""

    def to_representation(self, value: date) -> str:
        return super().to_representation(next_month(value))


class FormerNameResponse(ResponseSerializer):
    """name: empty if it was erased.
    replaced_at: when the next one was given.
    """

    name = serializers.CharField(allow_blank=True)
    replaced_at = TimestampField(source="until")


class PersonGameResponse(ResponseSerializer):
    """first_on, last_on: the first day of the first month in which it was played, and the last day of the last one."""

    game = GameField()
    first_on = serializers.DateField(source="first")
    last_on = LastDayOfMonthField(source="last")


class MonthsResponse(ResponseSerializer):
    """A span of whole months."""

    first_on = serializers.DateField(source="first")
    last_on = DayBeforeField(source="end")


class PersonTotalsResponse(ResponseSerializer):
    """Totals of the game and the months requested."""

    evenings = serializers.IntegerField()
    points = serializers.IntegerField()
    amounts = AmountsField()
    hands = serializers.IntegerField()
    declared = serializers.IntegerField()
    declared_won = serializers.IntegerField()


class StandResponse(ResponseSerializer):
    """The total since the course began.

    first_on: the day whose evenings are counted last, or the first day of that month.
    """

    first_on = serializers.DateField(source="on")
    value = serializers.IntegerField()


class PersonCourseResponse(ResponseSerializer):
    """The course evening by evening if they are few, else month by month.

    amounts: unit -> totals in minor units.
    """

    is_by_month = serializers.BooleanField(source="course.is_by_month")
    points = StandResponse(many=True)
    amounts = serializers.DictField(child=StandResponse(many=True))


class PersonEveningResponse(ResponseSerializer):
    """place: place among the people of the evening; shared by those who are level.
    people_count: how many they were.
    """

    evening = serializers.UUIDField(source="evening.evening_id")
    evening_number = serializers.IntegerField()
    started_at = TimestampField(source="evening.started_at")
    unit = serializers.CharField(source="evening.unit")
    points = serializers.IntegerField(source="evening.points")
    amount_minor = serializers.IntegerField(source="evening.amount_minor")
    place = serializers.IntegerField(source="evening.place")
    people_count = serializers.IntegerField(source="evening.people")


class PersonContractResponse(ResponseSerializer):
    """hands: hands in which they held cards.
    won: hands, not games of many hands.
    contract: `without_cards` for all other points, with no hands: paid or received while they sat out, written down
    without a hand, or a share of the pot. So the points of all rows add up to those of `totals`.
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

    def get_name(self, figures: MonthContract) -> str:
        return contract_row_name(figures.contract)


class BestResponse(ResponseSerializer):
    """value: points, or hands of a run.
    no: the hand; null if it concerns the evening.
    """

    value = serializers.IntegerField(source="best.value")
    evening = serializers.UUIDField(source="best.evening_id")
    evening_number = serializers.IntegerField()
    started_at = TimestampField(source="best.started_at")
    no = serializers.IntegerField(source="best.no", allow_null=True)


class BestsResponse(ResponseSerializer):
    """The person's best results in the game and the months of the response.

    best_evening, best_hand: those with the most points.
    longest_run: most hands won in a row, within an evening.
    evenings_won: number of evenings won, alone or level with others.
    streak: evenings in a row, up to the last one, with a plus, or, below 0, with a minus.
    """

    best_evening = BestResponse(allow_null=True)
    best_hand = BestResponse(allow_null=True)
    longest_run = BestResponse(allow_null=True)
    evenings = serializers.IntegerField(source="bests.evenings")
    evenings_won = serializers.IntegerField(source="bests.evenings_won")
    streak = serializers.IntegerField(source="bests.streak")
    longest_streak = serializers.IntegerField(source="bests.longest_streak")


class CommonResponse(ResponseSerializer):
    """The hands with two sides in which both held cards, seen from the person requested.

    together: hands on the same side.
    together_points: points of the person in those.
    partner_points: points of the other in those.
    against: hands on opposite sides.
    against_won: won by the person.
    against_points: points of the person in those.
    other_points: points of the other in those.
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


class FirstPersonField(serializers.UUIDField):
    """The first of several people, for clients that read a single one."""

    def to_representation(self, value: Sequence[UUID]) -> str | None:  # type: ignore[override]
        return super().to_representation(value[0]) if value else None


class RivalsResponse(ResponseSerializer):
    """The best and worst partners and opponents, among people with at least 30 such hands in common.

    best_partners, worst_partners, best_opponents, worst_opponents: all who are level; empty if there are fewer than two
    to compare, or all are level.
    nemeses: people on the other side of the hands that cost the person most. None of them is a best opponent.
    best_partner, worst_partner, best_opponent, worst_opponent, nemesis: the first of the list by id, or null.
    """

    best_partner = FirstPersonField(source="best_partners", allow_null=True)
    worst_partner = FirstPersonField(source="worst_partners", allow_null=True)
    best_opponent = FirstPersonField(source="best_opponents", allow_null=True)
    worst_opponent = FirstPersonField(source="worst_opponents", allow_null=True)
    nemesis = FirstPersonField(source="nemeses", allow_null=True)
    best_partners = serializers.ListField(child=serializers.UUIDField())
    worst_partners = serializers.ListField(child=serializers.UUIDField())
    best_opponents = serializers.ListField(child=serializers.UUIDField())
    worst_opponents = serializers.ListField(child=serializers.UUIDField())
    nemeses = serializers.ListField(child=serializers.UUIDField())


class PersonResponse(ResponseSerializer):
    """id: id of the person, whichever of their entries was requested.
    entries: all of them, without other entries whose name is hidden.
    game: null if they have not played yet.
    months: null means all months.
    evenings: the last ten.
    bests: null if they have not played yet.
    records: records of the game and the months that they hold, alone or level with others; `cup` if `has_cup`.
    has_cup: whether they hold the club's cup today, which belongs to no game.
    common: people with most hands in common first.
    """

    id = serializers.UUIDField(source="person.pk")
    name = serializers.CharField(source="person.name")
    former_names = FormerNameResponse(many=True)
    entries = serializers.ListField(child=serializers.UUIDField(), source="entry_ids")
    names = NamesField()
    game = GameField(allow_null=True)
    games = PersonGameResponse(many=True)
    months = MonthsResponse(allow_null=True)
    totals = PersonTotalsResponse()
    course = PersonCourseResponse(source="*")
    contracts = PersonContractResponse(many=True)
    evenings = PersonEveningResponse(many=True)
    bests = BestsResponse(allow_null=True)
    records = serializers.ListField(child=EnumField([*PersonalBest, CUP]), source="records_and_cup")
    has_cup = serializers.BooleanField()
    common = CommonResponse(many=True)
    rivals = RivalsResponse()


class PairResponse(ResponseSerializer):
    """Two people on the same side, in all hands in which both held cards there.

    won: number of those hands that were won.
    """

    person = serializers.UUIDField()
    other = serializers.UUIDField()
    hands = serializers.IntegerField(source="share.hands")
    won = serializers.IntegerField(source="share.won")


class ChemistryResponse(PairResponse):
    """expected: the mean of the shares that each of them wins with all others.
    difference: the share that they won together, minus `expected`.
    low, high: the 95 % confidence interval of the difference.
    is_sure: whether chance alone does not explain it.
    """

    expected = ShareField(source="chemistry.expected")
    difference = ShareField(source="chemistry.difference")
    low = ShareField(source="chemistry.interval.low")
    high = ShareField(source="chemistry.interval.high")
    is_sure = serializers.BooleanField(source="chemistry.is_sure")


class PersonShareResponse(ResponseSerializer):
    """A person's hands with any partner."""

    person = serializers.UUIDField()
    hands = serializers.IntegerField(source="share.hands")
    won = serializers.IntegerField(source="share.won")


class PartnersResponse(ResponseSerializer):
    """game: null if no game was played yet.
    months: null means all months.
    least: minimum number of hands together, and with all others, for a conclusion about two people.
    people: people with most hands first.
    pairs: the pairs with enough hands, the most certain first; each once.
    others: all other pairs.
    """

    game = GameField(allow_null=True)
    games = PersonGameResponse(many=True)
    months = MonthsResponse(allow_null=True)
    least = serializers.IntegerField()
    names = NamesField()
    people = PersonShareResponse(many=True)
    pairs = ChemistryResponse(many=True)
    others = PairResponse(many=True)
