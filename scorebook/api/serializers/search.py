"""The query parameters of the search for hands, and its response."""

from collections.abc import Mapping
from enum import StrEnum

from rest_framework import serializers

from rules import Level, Player
from rules.hand_tags import tag_hand
from scorebook.api.serializers.common import (
    AmountsField,
    NamesField,
    PageResponse,
    ResponseSerializer,
    RulesJSONField,
    TimestampField,
)
from scorebook.api.serializers.fields import ChoiceField, TextField, UUIDField
from scorebook.api.serializers.hands import HandScoreResponse, worded_score
from scorebook.api.serializers.queries import BooleanQueryField, HandListQuery, NumberQueryField, PeriodQuery
from scorebook.play.hand_event_codec import points_of_event
from scorebook.play.models import HandEvent
from scorebook.standings.hand_search import FoundHand, HandOutcome
from scorebook.standings.records.club_records import Feat


class FeatName(StrEnum):
    SIE = Feat.SIE.value
    TOUT = Feat.TOUT.value
    MARCH = Feat.MARCH.value


class SearchQuery(HandListQuery, PeriodQuery):
    """person: the declarer.
    partner: the partner of `person`. With both given, either may have declared.
    contract: one contract alone, by its id.
    result: of the declarer; nobody is a hand without one.
    level: this level or a clearer one.
    feat: only hands with this feat.
    doubled: with a Stoss or Kontra.
    value: minimum value, in points.
    note: words, all of which occur in the note of the hand.
    """

    person = UUIDField(required=False)
    partner = UUIDField(required=False)
    contract = TextField(required=False)
    result = ChoiceField(HandOutcome, required=False)
    level = ChoiceField(Level, required=False)
    feat = ChoiceField(FeatName, required=False)
    doubled = BooleanQueryField(required=False)
    value = NumberQueryField(required=False)
    note = TextField(required=False)


def found_hand_json(found: FoundHand, names: Mapping[Player, str]) -> dict[str, object]:
    return {
        "found": found,
        "hand": tag_hand(found.report.to_json(), found.evening.game),
        "is_corrected": found.event.kind in (HandEvent.Kind.CORRECTED, HandEvent.Kind.REPLAYED),
        "points": points_of_event(found.event),
        "score": worded_score(found.score, found.report, names),
    }


class FoundHandResponse(ResponseSerializer):
    """id: id of the hand as it stands now.
    players: in seating order.
    """

    evening = serializers.UUIDField(source="found.evening.pk")
    evening_number = serializers.IntegerField(source="found.evening.number")
    started_at = TimestampField(source="found.evening.started_at")
    no = serializers.IntegerField(source="found.event.no")
    id = serializers.UUIDField(source="found.event.pk")
    is_corrected = serializers.BooleanField()
    players = serializers.ListField(child=serializers.UUIDField(), source="found.report.table.players")
    dealer = serializers.UUIDField(source="found.report.table.dealer", allow_null=True)
    hand = RulesJSONField("Hand")
    points = AmountsField()
    score = HandScoreResponse()


class CountedResponse(ResponseSerializer):
    """is_more: whether there are more hands, which were not counted."""

    hands = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    is_more = serializers.BooleanField()


class SearchResponse(PageResponse):
    """results: hands from closed evenings, newest first.
    counted: counts over all hands found; null on the pages after the first.
    next: the `cursor` of the next page, which even an empty page may have; null on the last one.
    earliest_at: start of the earliest evening searched, if there are older ones.
    has_open_evening: whether an open evening is not searched yet.
    contracts: contracts of which the club has a hand.
    """

    names = NamesField()
    results = FoundHandResponse(many=True)
    counted = CountedResponse(allow_null=True)
    earliest_at = TimestampField(source="looked_back_to", allow_null=True)
    has_open_evening = serializers.BooleanField()
    contracts = serializers.ListField(child=serializers.CharField())
