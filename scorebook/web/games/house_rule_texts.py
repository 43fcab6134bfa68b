"""The readings of a house rule in a few words each: what its choices are called where a person picks one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules import words
from rules.texts import TEXTS
from scorebook import language

Said = Callable[[], str]

_EVENTS: Mapping[str, Said] = {
    "thrown_in": lambda: _("a hand thrown in"),
    "lost_solo": lambda: _("a lost solo"),
    "won_solo": lambda: _("a won solo"),
    "heart_solo": lambda: _("a solo in hearts"),
    "doubled": lambda: _("a Stoss"),
    "re": lambda: _("a Re"),
    "schwarz": lambda: _("a Schwarz"),
}
_OF_RULE: Mapping[str, Mapping[str, Said]] = {
    "tout_rule": {
        "double": lambda: _("doubles the solo"),
        "points_table": lambda: _("counts three solos"),
        "with_schwarz": lambda: _("doubles the solo with Schneider and Schwarz"),
    },
    "matador_value": {"unit": lambda: _("a whole unit"), "half_unit": lambda: _("half a unit")},
    "matadors_of": {
        "both": lambda: _("both sides'"),
        "declarers": lambda: _("the declaring side's"),
        "winners": lambda: _("the winners'"),
        "losers": lambda: _("the losers'"),
    },
    "round_to": {"up": lambda: pgettext("rounding", "up"), "down": lambda: pgettext("rounding", "down")},
    "overclaim": {
        "refuse": lambda: _("is put right"),
        "recoup_twice": lambda: _("costs twice the difference"),
    },
    "bock_length": {"hand": lambda: _("one hand"), "round": lambda: _("a round")},
    "bock_meeting": {"queue": lambda: _("one after the other"), "stack": lambda: _("stacked")},
    "ramsch_settlement": {
        "loser_pays_all": lambda: _("the loser pays everybody"),
        "two_worst_pay_two_best": lambda: _("the two worst pay the two best"),
        "most_pays_fewest": lambda: _("the most card points pay the fewest"),
    },
    "ramsch_tie": {
        "tricks": lambda: _("more tricks"),
        "highest_trump": lambda: _("the highest trump"),
        "shared": lambda: _("nothing, they share"),
    },
    "ramsch_full_tie": {
        "ask": lambda: _("the table says who"),
        "both_pay": lambda: _("all of them pay in full"),
        "divide": lambda: _("they divide the loss"),
    },
    "march_from": {
        "all_tricks": lambda: _("all tricks"),
        "ninety": lambda: _("90 card points"),
        "all_points": lambda: _("all 120 card points"),
    },
    "march_pays": {
        "ramsch": lambda: _("like the Ramsch"),
        "solo": lambda: _("like a solo"),
        "solo_schwarz": lambda: _("like a solo with Schwarz"),
    },
    "jungfrau_doubles": {
        "each": lambda: _("each one doubles"),
        "once": lambda: _("doubled once"),
        "own_share": lambda: _("only her own share"),
    },
    "last_round": {
        "plain": lambda: _("as usual"),
        "double": lambda: pgettext("last round", "doubled"),
        "solos_only": lambda: _("only solos"),
    },
    "bock_after": _EVENTS,
    "kreuzbock_after": _EVENTS,
    "diamonds_rule": {
        "table": lambda: _("as in the table, two more"),
        "double_the_black_column": lambda: _("twice the other suits"),
    },
    "paid_for": {
        "games": lambda: _("each game"),
        "strokes": lambda: _("each stroke"),
        "nothing": lambda: _("nothing"),
    },
    "schwarz_means": {
        "all_card_points": lambda: _("all 120 card points"),
        "all_tricks": lambda: _("all tricks"),
    },
    "silent_queens": {
        "alone": lambda: _("plays alone, undoubled"),
        "as_solo": lambda: _("counts as a soloist"),
        "must_announce": lambda: _("has to speak"),
    },
    "first_fehlstich": {
        "alone": lambda: _("then plays alone"),
        "next_trick": lambda: _("the next such trick decides"),
    },
    "money": {
        "none": lambda: _("nobody pays"),
        "losers_pay": lambda: _("the losers pay"),
        "differences": lambda: _("differences"),
    },
}


def choice_text(rule: str, value: str) -> str:
    """Raises: KeyError for a choice without words, which is ours to mend."""
    if said := _OF_RULE.get(rule, {}).get(value):
        return said()
    code = next(code for code in (f"contract.{value}", f"round.{value}", f"preset.{value}") if code in TEXTS)
    return words.text(code, language.current())


_GROUPS: tuple[tuple[Said, str], ...] = (
    (lambda: _("Cards and contracts"), "allowed deck_cards variant muss_ call_ king_ silent_ first_"),
    (
        lambda: _("What a hand is worth"),
        "unit rufer_ solo_tariff wenz_ bettel_ hochzeit_ tout_ sie_factor round_to win_value schneider_value "
        "schwarz_value asserufen_ diamonds_ strokes_ carry_ lambapea_ to_nil_ passed_ tie_",
    ),
    (lambda: _("Top trumps"), "count_matadors matador sie_counts"),
    (lambda: _("Schneider, Schwarz and mistakes"), "free_from solo_scores schwarz_ overclaim revoker_ surrender"),
    (lambda: _("Doubling"), "several_ most_doublings kontra_ laying"),
    (lambda: _("Pot"), "pot_"),
    (lambda: _("Bock"), "bock"),
    (lambda: _("Ramsch"), "ramsch_ durchmarsch march_ jungfrau"),
    (lambda: _("Special rounds"), "rounds hadschader_ minas_ kreuzbock_ last_round"),
    (lambda: _("Who pays"), "dealer_pays paid_for money"),
)


def groups() -> list[tuple[str, tuple[str, ...]]]:
    """The headings under which house rules stand, each with the beginnings of their names; the first one that fits."""
    return [(title(), tuple(starts.split())) for title, starts in _GROUPS]
