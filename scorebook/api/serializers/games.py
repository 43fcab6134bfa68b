"""Responses with the games in the language of the request: all a client needs to open an evening and enter a hand."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rest_framework import serializers

from rules import PRESETS, Ruleset, nearest_preset
from rules.base_ruleset import house_rules_without_effect
from rules.wording import words
from scorebook.api.serializers.common import GameField, ResponseSerializer, RulesJSONField
from scorebook.texts import language
from scorebook.texts.house_rule_texts import house_rule_value_text


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

    id = GameField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    players = GamePlayersResponse()
    suits = SuitNameResponse(many=True)
    house_rules = HouseRuleResponse(many=True)
    fields = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))  # type: ignore[assignment]
    presets = PresetResponse(many=True)


class GamesResponse(ResponseSerializer):
    games = GameResponse(many=True)


def game_name_json(game: str) -> dict[str, str]:
    return {"id": game, "name": words.game_name(game, language.current_language())}


@dataclass(frozen=True, kw_only=True)
class HouseRulesRepresentation:
    ruleset: Ruleset

    @property
    def game(self) -> dict[str, str]:
        return game_name_json(self.ruleset.GAME)

    @cached_property
    def preset(self) -> str:
        return nearest_preset(self.ruleset)

    @property
    def preset_name(self) -> str:
        return words.preset_name(self.ruleset.GAME, self.preset, language.current_language())

    @property
    def house_rules(self) -> list[dict[str, object]]:
        ruleset, preset = self.ruleset, PRESETS[self.ruleset.GAME][self.preset]
        values = {name: getattr(ruleset, name) for name, _default, _metadata in ruleset.house_rules()}
        as_json: Any = ruleset.to_json()["house_rules"]
        silent = house_rules_without_effect(type(ruleset), values)
        return [
            {
                "name": name,
                "text": words.house_rule_text(ruleset.GAME, name, language.current_language()),
                "value": as_json[name],
                "value_text": house_rule_value_text(ruleset, name),
                "preset_text": house_rule_value_text(preset, name),
                "differs": value != getattr(preset, name),
                "has_effect": name not in silent,
            }
            for name, value in values.items()
        ]


class GameNameResponse(ResponseSerializer):
    id = GameField()
    name = serializers.CharField()


class PresetNameResponse(ResponseSerializer):
    id = serializers.CharField(source="preset")
    name = serializers.CharField(source="preset_name")


class AgreedHouseRuleResponse(ResponseSerializer):
    """has_effect: false if the other house rules make it irrelevant.
    differs: whether it differs from the preset, whose value is `preset_text`.
    """

    id = serializers.CharField(source="name")
    text = serializers.CharField()
    value = RulesJSONField("HouseRuleValue")
    value_text = serializers.CharField()
    preset_text = serializers.CharField()
    differs = serializers.BooleanField()
    has_effect = serializers.BooleanField()


class RulesResponse(ResponseSerializer):
    """preset: the preset with the fewest differences."""

    game = GameNameResponse()
    version = serializers.IntegerField(source="ruleset.VERSION")
    preset = PresetNameResponse(source="*")
    house_rules = AgreedHouseRuleResponse(many=True)
