"""The request to agree on the cup; responses with the hall of records, the cup and the report of a year."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from rest_framework import serializers

from rules import Player
from rules.hand_tags import tag_hand
from scorebook.api.serializers.common import (
    AmountsField,
    EnumField,
    GameField,
    KeyedRequest,
    NamesField,
    PageResponse,
    ResponseSerializer,
    RulesJSONField,
    TimestampField,
)
from scorebook.api.serializers.fields import ChoiceField, DateField
from scorebook.api.serializers.group_names import GroupNames
from scorebook.api.serializers.hands import HandScoreResponse, worded_score
from scorebook.clubs.club_groups import CupRule
from scorebook.play.hand_event_codec import report_of_event, score_of_event
from scorebook.standings.records.club_records import FEATS
from scorebook.standings.records.memorable import MemorableHand


class AgreeCupRequest(KeyedRequest):
    """first_on: the cup starts anew on that day."""

    rule = ChoiceField(CupRule)
    first_on = DateField()


def memorable_hands_json(hands: Iterable[MemorableHand], names: GroupNames) -> list[dict[str, Any]]:
    """Return the hands with their scores in words, each with the ids of all people in it as `mentioned`."""
    found = []
    for hand in hands:
        by_player = {Player(str(one)): name for one, name in names.everybody.items()}
        event, evening = hand.row.event, hand.row.evening
        report = report_of_event(event, evening.rules)
        found.append(
            {
                "hand": hand,
                "report": report,
                "facts": tag_hand(report.to_json(), evening.game),
                "score": worded_score(score_of_event(event), report, by_player),
                "amount_minor": hand.row.gain * evening.stake_minor,
                "mentioned": [*hand.people, *map(UUID, report.table.players)],
            }
        )
    return found


class MemorableHandResponse(ResponseSerializer):
    """feat: empty if the hand is listed only for its gain.
    people: the people who gained most.
    gain: points that they gained.
    amount_minor: amount that they gained, in `unit`.
    players: in seating order.
    """

    evening = serializers.UUIDField(source="hand.row.evening_id")
    evening_number = serializers.IntegerField(source="hand.row.evening.number")
    started_at = TimestampField(source="hand.row.started_at")
    no = serializers.IntegerField(source="hand.row.no")
    game = GameField(source="hand.row.game")
    feat = EnumField(["", *FEATS], source="hand.row.feat")
    people = serializers.ListField(child=serializers.UUIDField(), source="hand.people")
    gain = serializers.IntegerField(source="hand.row.gain")
    unit = serializers.CharField(source="hand.row.unit")
    amount_minor = serializers.IntegerField()
    players = serializers.ListField(child=serializers.UUIDField(), source="report.table.players")
    dealer = serializers.UUIDField(source="report.table.dealer", allow_null=True)
    hand = RulesJSONField("Hand", source="facts")
    score = HandScoreResponse()


class FeatResponse(PageResponse):
    """results: the hands, newest first."""

    feat = EnumField(FEATS)
    names = NamesField()
    results = MemorableHandResponse(many=True)


class HallFeatResponse(ResponseSerializer):
    """has_more: whether `feat` has older ones."""

    feat = EnumField(FEATS)
    hands = MemorableHandResponse(many=True)
    has_more = serializers.BooleanField()


class HighestHandsResponse(ResponseSerializer):
    game = GameField()
    hands = MemorableHandResponse(many=True)


class RunResponse(ResponseSerializer):
    """hands: hands won one after the other within the evening."""

    person = serializers.UUIDField()
    hands = serializers.IntegerField(source="row.run")
    evening = serializers.UUIDField(source="row.evening_id")
    evening_number = serializers.IntegerField(source="row.evening.number")
    started_at = TimestampField(source="row.started_at")


class StreakResponse(ResponseSerializer):
    """last_at: when the last of these evenings began."""

    person = serializers.UUIDField(source="player_id")
    game = GameField()
    evenings = serializers.IntegerField(source="streak")
    last_at = TimestampField(source="started_at")


class EveningsWonResponse(ResponseSerializer):
    person = serializers.UUIDField()
    evenings = serializers.IntegerField()


class HoldingResponse(ResponseSerializer):
    """evening: the evening at which they took the cup.
    before: the previous holder.
    ended_on: the day on which it passed on or another rule began, which is theirs no longer; null while they hold it.
    """

    evening = serializers.UUIDField(source="evening_id")
    person = serializers.UUIDField(source="holder")
    before = serializers.UUIDField(allow_null=True)
    first_on = serializers.DateField()
    ended_on = serializers.DateField(source="until", allow_null=True)


class CupNowResponse(ResponseSerializer):
    """rule: `beaten`, the cup is lost at the table, to the winner of an evening at which its holder was present;
    `winner`, every winner takes it; `no_cup`, there is none.
    first_on: first day of the rule; 1900-01-01 if nothing was agreed.
    holding: null if the cup has no holder.
    evenings: evenings played since they took it, including that one.
    """

    rule = EnumField(CupRule, source="agreement.rule")
    first_on = serializers.DateField(source="agreement.first_on")
    holding = HoldingResponse(allow_null=True)
    evenings = serializers.IntegerField()


class HallResponse(ResponseSerializer):
    """game: the game of all lists except the cup; null for all games.
    feats: the newest of each.
    highest: for each game, the hands with the highest gain.
    runs, streaks: the longest, of hands won and of evenings with a plus.
    won: people with most evenings won first.
    years: years in which the club has played, newest first.
    """

    game = GameField(allow_null=True)
    names = NamesField()
    feats = HallFeatResponse(many=True)
    highest = HighestHandsResponse(many=True)
    runs = RunResponse(many=True)
    streaks = StreakResponse(many=True)
    won = EveningsWonResponse(many=True)
    cup = CupNowResponse()
    years = serializers.ListField(child=serializers.IntegerField())


class HeldResponse(ResponseSerializer):
    """times: how often they took the cup.
    days: total number of days that they held it.
    """

    person = serializers.UUIDField()
    times = serializers.IntegerField()
    days = serializers.IntegerField()


class CupResponse(ResponseSerializer):
    """holders: longest holder first, over the latest 1,000 changes of holder."""

    names = NamesField()
    now = CupNowResponse()
    holders = HeldResponse(many=True)


class HoldingsResponse(PageResponse):
    """results: the times for which somebody held the cup, newest first."""

    names = NamesField()
    results = HoldingResponse(many=True)


class MostResponse(ResponseSerializer):
    """people: all who are level."""

    people = serializers.ListField(child=serializers.UUIDField())
    count = serializers.IntegerField()


class BestDeclarerResponse(ResponseSerializer):
    """The best declarer among people who declared twenty hands or more."""

    people = serializers.ListField(child=serializers.UUIDField())
    won = serializers.IntegerField()
    declared = serializers.IntegerField()


class PopularContractResponse(ResponseSerializer):
    game = GameField()
    contract = serializers.CharField()
    declared = serializers.IntegerField()


class YearBestEveningResponse(ResponseSerializer):
    person = serializers.UUIDField()
    points = serializers.IntegerField(source="row.points")
    evening = serializers.UUIDField(source="row.evening_id")
    evening_number = serializers.IntegerField(source="row.evening.number")
    started_at = TimestampField(source="row.started_at")


class YearGameResponse(ResponseSerializer):
    """winners: people with most points.
    all_best: the evenings with the highest gain, all that are level, oldest first.
    best: the first of them.
    all_highest, highest: the same for hands.
    """

    game = GameField()
    evenings = serializers.IntegerField()
    winners = MostResponse(allow_null=True)
    best = YearBestEveningResponse(allow_null=True)
    all_best = YearBestEveningResponse(many=True)
    highest = MemorableHandResponse(allow_null=True)
    all_highest = MemorableHandResponse(many=True)


class YearFeatResponse(ResponseSerializer):
    """count: total number.
    hands: the first of them.
    """

    feat = EnumField(FEATS)
    count = serializers.IntegerField()
    hands = MemorableHandResponse(many=True)


class YearPersonResponse(ResponseSerializer):
    """points: game -> sum.
    amounts: unit -> minor units.
    evenings_won: alone or level with others.
    """

    person = serializers.UUIDField()
    evenings = serializers.IntegerField()
    evenings_won = serializers.IntegerField()
    hands = serializers.IntegerField()
    declared = serializers.IntegerField()
    declared_won = serializers.IntegerField()
    schneider_given = serializers.IntegerField()
    schneider_taken = serializers.IntegerField()
    points = AmountsField()
    amounts = AmountsField()


class YearResponse(ResponseSerializer):
    """The report of the closed evenings of a year; an honour that no person earned is null.

    game: the game of the whole report; null for all games.
    money: unit -> people who won most of it.
    runs: the longest run, of each person who had one as long, oldest first.
    run: the first of them.
    holders: holders of the cup, oldest first; empty if one game is requested, because the cup belongs to no game.
    """

    year = serializers.IntegerField(source="report.year")
    game = GameField(source="report.game", allow_null=True)
    evenings = serializers.IntegerField(source="report.evenings")
    hands = serializers.IntegerField(source="report.hands")
    names = NamesField()
    games = YearGameResponse(many=True)
    money = serializers.DictField(child=MostResponse(), source="report.money")
    run = RunResponse(allow_null=True)
    runs = RunResponse(many=True)
    feats = YearFeatResponse(many=True)
    holders = HoldingResponse(many=True, source="report.holders")
    faithful = MostResponse(source="report.faithful", allow_null=True)
    declarer = BestDeclarerResponse(source="report.declarer", allow_null=True)
    contract = PopularContractResponse(source="report.contract", allow_null=True)
    ramsch_loser = MostResponse(source="report.ramsch_loser", allow_null=True)
    schneider_taken = MostResponse(source="report.schneider_taken", allow_null=True)
    people = YearPersonResponse(many=True, source="report.people")
