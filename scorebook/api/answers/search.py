"""The response of a search for hands."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from rules import Player
from scorebook.api.answers.hands import HandScoreResponse, worded_score
from scorebook.api.answers.objects import AmountsField, NamesField, ResponseSerializer, RulesJSONField, TimestampField
from scorebook.play.codec import points_of_event
from scorebook.play.models import HandEvent
from scorebook.standings.search import FoundHand


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundHandRepresentation:
    found: FoundHand
    names: Mapping[Player, str]

    @property
    def points(self) -> Mapping[Player, int]:
        return points_of_event(self.found.event)

    @property
    def score(self) -> Mapping[str, Any]:
        return worded_score(self.found.score, self.found.report, self.names)

    @property
    def is_corrected(self) -> bool:
        return self.found.event.kind in (HandEvent.Kind.CORRECTED, HandEvent.Kind.REPLAYED)


class FoundHandResponse(ResponseSerializer):
    """id: id of the hand as it stands now."""

    evening = serializers.UUIDField(source="found.evening.pk")
    number = serializers.IntegerField(source="found.evening.number")
    started_at = TimestampField(source="found.evening.started_at")
    no = serializers.IntegerField(source="found.event.no")
    id = serializers.UUIDField(source="found.event.pk")
    is_corrected = serializers.BooleanField()
    players = serializers.ListField(child=serializers.CharField(), source="found.report.table.players")
    dealer = serializers.CharField(source="found.report.table.dealer", allow_null=True)
    hand = RulesJSONField("Hand", source="found.report.to_json")
    points = AmountsField()
    score = HandScoreResponse()


class CountedResponse(ResponseSerializer):
    """is_more: whether there are more hands, which were not counted."""

    hands = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    is_more = serializers.BooleanField()


class SearchResponse(ResponseSerializer):
    """hands: from closed evenings, newest first.
    counted: counts over all hands found; null on the pages after the first.
    older: the `before` of the page of earlier hands; a page may be empty and have older ones.
    looked_back_to: start of the earliest evening searched, if there are older ones.
    has_open_evening: whether an open evening is not searched yet.
    contracts: contracts of which the club has a hand.
    """

    names = NamesField()
    hands = FoundHandResponse(many=True)
    counted = CountedResponse(allow_null=True)
    older = serializers.CharField(allow_null=True)
    looked_back_to = TimestampField(allow_null=True)
    has_open_evening = serializers.BooleanField()
    contracts = serializers.ListField(child=serializers.CharField())
