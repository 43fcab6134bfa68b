"""The response with the house rules of an evening, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rest_framework import serializers

from rules import PRESETS, Ruleset, nearest_preset, words
from rules.ruleset import without_effect
from scorebook import language
from scorebook.api.answers.objects import GameWordField, ResponseSerializer, RulesJSONField
from scorebook.house_rule_texts import house_rule_value_text


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRuleRepresentation:
    name: str
    ruleset: Ruleset
    preset: Ruleset
    has_effect: bool

    @property
    def text(self) -> str:
        return words.house_rule_text(self.ruleset.GAME, self.name, language.current_language())

    @property
    def value(self) -> object:
        return self.ruleset.to_json()["house_rules"][self.name]  # type: ignore[index]

    @property
    def value_text(self) -> str:
        return house_rule_value_text(self.ruleset, self.name)

    @property
    def preset_text(self) -> str:
        return house_rule_value_text(self.preset, self.name)

    @property
    def differs(self) -> bool:
        return bool(getattr(self.ruleset, self.name) != getattr(self.preset, self.name))


@dataclass(frozen=True, kw_only=True)
class HouseRulesRepresentation:
    ruleset: Ruleset

    @property
    def game_name(self) -> str:
        return words.game_name(self.ruleset.GAME, language.current_language())

    @cached_property
    def preset(self) -> str:
        return nearest_preset(self.ruleset)

    @property
    def preset_name(self) -> str:
        return words.preset_name(self.ruleset.GAME, self.preset, language.current_language())

    @property
    def house_rules(self) -> Sequence[HouseRuleRepresentation]:
        values = {name: getattr(self.ruleset, name) for name, _default, _metadata in self.ruleset.house_rules()}
        silent, preset = without_effect(type(self.ruleset), values), PRESETS[self.ruleset.GAME][self.preset]
        return [
            HouseRuleRepresentation(name=name, ruleset=self.ruleset, preset=preset, has_effect=name not in silent)
            for name in values
        ]


class NameOfGameResponse(ResponseSerializer):
    id = GameWordField(source="ruleset.GAME")
    name = serializers.CharField(source="game_name")


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

    game = NameOfGameResponse(source="*")
    version = serializers.IntegerField(source="ruleset.VERSION")
    preset = PresetNameResponse(source="*")
    house_rules = AgreedHouseRuleResponse(many=True)
