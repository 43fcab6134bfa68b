"""The response with the house rules of an evening, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rest_framework import serializers

from rules import PRESETS, Ruleset, nearest_preset, words
from rules.ruleset import without_effect
from scorebook import language
from scorebook.api.answers.objects import AnswerObject, GameWord, OfTheRules
from scorebook.house_rule_texts import house_rule_value_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHouseRule:
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
class ShownRules:
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
    def house_rules(self) -> Sequence[ShownHouseRule]:
        values = {name: getattr(self.ruleset, name) for name, _default, _metadata in self.ruleset.house_rules()}
        silent, preset = without_effect(type(self.ruleset), values), PRESETS[self.ruleset.GAME][self.preset]
        return [
            ShownHouseRule(name=name, ruleset=self.ruleset, preset=preset, has_effect=name not in silent)
            for name in values
        ]


class NameOfGame(AnswerObject):
    id = GameWord(source="ruleset.GAME")
    name = serializers.CharField(source="game_name")


class NameOfPreset(AnswerObject):
    id = serializers.CharField(source="preset")
    name = serializers.CharField(source="preset_name")


class AgreedHouseRule(AnswerObject):
    """has_effect: false if the other house rules make it irrelevant.
    differs: whether it differs from the preset, whose value is `preset_text`.
    """

    id = serializers.CharField(source="name")
    text = serializers.CharField()
    value = OfTheRules("HouseRuleValue")
    value_text = serializers.CharField()
    preset_text = serializers.CharField()
    differs = serializers.BooleanField()
    has_effect = serializers.BooleanField()


class RulesAnswer(AnswerObject):
    """preset: the preset with the fewest differences."""

    game = NameOfGame(source="*")
    version = serializers.IntegerField(source="ruleset.VERSION")
    preset = NameOfPreset(source="*")
    house_rules = AgreedHouseRule(many=True)
