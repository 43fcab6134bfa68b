"""Short texts of house rules: the names of their choices, and their values in a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules import Ruleset
from rules.own_contracts import OwnContract
from rules.wording import words
from rules.wording.texts import TEXTS
from scorebook.texts import language

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

    # House rule -> value -> its text.
    Choices = Mapping[str, Mapping[str, StrPromise]]

_EVENTS: Mapping[str, StrPromise] = {
    "thrown_in": _("a hand thrown in"),
    "lost_solo": _("a lost Solo"),
    "won_solo": _("a won Solo"),
    "heart_solo": _("a Solo in hearts"),
    "doubled": _("a Stoss"),
    "re": _("a Re"),
    "schwarz": _("a Schwarz"),
}
_BAVARIAN: Choices = {
    "after_thrown_in": {
        "nothing": _("played as usual"),
        "muss": _("a Muss"),
        "ramsch": _("a Ramsch"),
        "kreuzspiel": _("a Kreuz-Spiel"),
    },
    "tout_rule": {
        "double": _("doubles the Solo"),
        "points_table": _("counts three Solos"),
        "with_schwarz": _("doubles the Solo with Schneider and Schwarz"),
    },
    "matador_value": {"unit": _("a whole unit"), "half_unit": _("half a unit")},
    "matadors_of": {
        "both": _("both sides'"),
        "declarers": _("the declaring side's"),
        "winners": _("the winners'"),
        "losers": _("the losers'"),
    },
    "round_to": {"up": pgettext_lazy("rounding", "up"), "down": pgettext_lazy("rounding", "down")},
    "overclaim": {
        "refuse": _("is corrected"),
        "recoup_twice": _("costs twice the difference"),
    },
    "pot_at_end": {
        "paid_back": _("the people who paid it in"),
        "shared": _("everyone present, in equal shares"),
        "best": _("the biggest winner"),
        "kitty": _("the kitty"),
    },
    "bock_length": {"hand": _("one hand"), "round": _("a round")},
    "bock_meeting": {"queue": _("one after the other"), "stack": _("stacked")},
    "ramsch_settlement": {
        "loser_pays_all": _("the loser pays everyone"),
        "two_worst_pay_two_best": _("the two worst pay the two best"),
        "most_pays_fewest": _("the most card points pay the fewest"),
    },
    "ramsch_tie": {
        "tricks": _("more tricks"),
        "highest_trump": _("the highest trump"),
        "shared": _("nothing: they lose together"),
    },
    "ramsch_full_tie": {
        "ask": _("the table decides"),
        "both_pay": _("all of them pay in full"),
        "divide": _("they divide the loss"),
    },
    "march_from": {
        "all_tricks": _("all tricks"),
        "ninety": _("90 card points"),
        "all_points": _("all 120 card points"),
    },
    "march_pays": {
        "ramsch": _("like the Ramsch"),
        "solo": _("like a Solo"),
        "solo_schwarz": _("like a Solo with Schwarz"),
    },
    "jungfrau_doubles": {
        "each": _("each one doubles"),
        "once": _("doubled once"),
        "own_share": _("only their own share"),
    },
    "last_round": {
        "plain": _("as usual"),
        "double": pgettext_lazy("last round", "doubled"),
        "solos_only": _("only Solos"),
    },
    "bock_after": _EVENTS,
    "kreuzbock_after": _EVENTS,
}
_SASKU: Choices = {
    "diamonds_rule": {
        "table": _("two strokes more"),
        "double_the_black_column": _("twice as many strokes"),
    },
    "paid_for": {
        "games": _("each game"),
        "strokes": _("each stroke"),
        "nothing": _("nothing"),
    },
}
_SCHAFSKOPF24: Choices = {
    "schwarz_means": {
        "all_card_points": _("all 120 card points"),
        "all_tricks": _("all tricks"),
    },
    "silent_queens": {
        "alone": _("plays alone, undoubled"),
        "as_solo": _("counts as a Solo"),
        "must_announce": _("has to announce"),
    },
    "first_fehlstich": {
        "alone": _("then plays alone"),
        "next_trick": _("the next Fehlstich decides"),
    },
    "money": {
        "none": _("nobody pays"),
        "losers_pay": _("the losers pay"),
        "differences": _("every two players settle the difference"),
    },
}
CHOICES: Mapping[str, Choices] = {"bavarian": _BAVARIAN, "sasku": _SASKU, "schafskopf24": _SCHAFSKOPF24}


def house_rule_value_text(ruleset: Ruleset, name: str) -> str:
    """Return the value of a house rule as text."""
    value = getattr(ruleset, name)
    if value is None:
        return pgettext("house rule", "not set")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, tuple):
        texts = (_single_value_text(ruleset.GAME, name, one) for one in value)
        return ", ".join(texts) or pgettext("house rule", "none")
    return _single_value_text(ruleset.GAME, name, value)


def _single_value_text(game: str, name: str, value: object) -> str:
    if isinstance(value, OwnContract):
        return f"{value.name} {value.price}"
    return str(value) if isinstance(value, int) else house_rule_choice_text(game, name, str(value))


def house_rule_choice_text(game: str, rule: str, value: str) -> str:
    """Return the text of a choice. Raises: KeyError for a choice without one (a bug)."""
    if (own := CHOICES.get(game, {}).get(rule, {}).get(value)) is not None:
        return str(own)
    codes = [code for code in (f"contract.{value}", f"round.{value}", f"preset.{value}") if code in TEXTS]
    if not codes:
        raise KeyError(f"{game}: no words for {rule} = {value}")
    return words.rules_text(codes[0], language.current_language())
