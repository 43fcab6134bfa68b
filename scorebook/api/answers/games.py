"""Responses with the games in the language of the request: all a client needs to open an evening and enter a hand."""

from rest_framework import serializers

from scorebook.api.answers.objects import GameWordField, ResponseSerializer, RulesJSONField


class SuitNameResponse(ResponseSerializer):
    id = RulesJSONField("Suit")
    name = serializers.CharField()


class GameContractResponse(ResponseSerializer):
    """A contract that may be reported at this table, and the fields that it needs.

    common: offered first.
    needs_trump: its suit must be named.
    top_trumps: the runs that change the value.
    """

    id = serializers.CharField()
    name = serializers.CharField()
    sides = RulesJSONField("Sides")
    aim = RulesJSONField("Aim")
    common = serializers.BooleanField()
    trump_suits = SuitNameResponse(many=True)
    names_trump = serializers.BooleanField()
    needs_trump = serializers.BooleanField()
    has_levels = serializers.BooleanField()
    top_trumps = serializers.ListField(child=serializers.IntegerField())
    may_kontra = serializers.BooleanField()
    may_lay = serializers.BooleanField()
    may_surrender = serializers.BooleanField()
    calls_a_card = serializers.BooleanField()


class TableContractsResponse(ResponseSerializer):
    """players: numbers of people at a table that plays these contracts."""

    players = serializers.ListField(child=serializers.IntegerField())
    contracts = GameContractResponse(many=True)


class PresetResponse(ResponseSerializer):
    id = serializers.CharField()
    name = serializers.CharField()
    house_rules = RulesJSONField("HouseRules")
    contracts = TableContractsResponse(many=True)


class HouseRuleResponse(ResponseSerializer):
    """source: id of the source of the rule.
    least, most, choices: the values allowed.
    rows: for a list, the fields of each row.
    """

    id = serializers.CharField()
    text = serializers.CharField()
    default = RulesJSONField("HouseRuleValue")
    source = serializers.CharField()  # type: ignore[assignment] # a declared field leaves the class's own alone
    least = serializers.IntegerField(required=False)
    most = serializers.IntegerField(required=False)
    choices = serializers.ListField(child=serializers.CharField(), required=False)
    may_be_none = serializers.BooleanField(required=False)
    rows = serializers.DictField(required=False)


class GamePlayersResponse(ResponseSerializer):
    least = serializers.IntegerField()
    most = serializers.IntegerField()


class GameResponse(ResponseSerializer):
    """fields: contract -> the fields that its hands may have."""

    id = GameWordField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    players = GamePlayersResponse()
    suits = SuitNameResponse(many=True)
    house_rules = HouseRuleResponse(many=True)
    fields = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))  # type: ignore[assignment]
    presets = PresetResponse(many=True)


class GamesResponse(ResponseSerializer):
    games = GameResponse(many=True)
