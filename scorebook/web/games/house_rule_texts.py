"""The readings of a house rule in a few words each: what its choices are called where a person picks one."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from rules import words
from rules.texts import TEXTS
from scorebook import language
from scorebook.web.games import PRESENTATIONS

Said = Callable[[], str]


def choice_text(game: str, rule: str, value: str) -> str:
    """Raises: KeyError for a choice without words (a bug)."""
    if (own := PRESENTATIONS[game].choices.get(rule, {}).get(value)) is not None:
        return str(own)
    codes = [code for code in (f"contract.{value}", f"round.{value}", f"preset.{value}") if code in TEXTS]
    if not codes:
        raise KeyError(f"{game}: no words for {rule} = {value}")
    return words.rules_text(codes[0], language.current_language())


_GROUPS: tuple[tuple[Said, str], ...] = (
    (lambda: _("Cards and contracts"), "allowed deck_cards variant after_thrown_in muss_ call_ king_ silent_ first_"),
    (lambda: _("Contracts of your own"), "own_contracts"),
    (
        lambda: _("What a hand is worth"),
        "unit rufer_ solo_tariff heart_solo_ wenz_ geier_ bettel_ hochzeit_ tout_ sie_factor round_to win_value "
        "schneider_value schwarz_value asserufen_ diamonds_ strokes_ carry_ lambapea_ roof_ to_nil_ passed_ tie_",
    ),
    (lambda: _("Top trumps"), "count_matadors matador sie_counts"),
    (lambda: _("Schneider, Schwarz and mistakes"), "free_from solo_scores schwarz_ overclaim revoker_ surrender"),
    (lambda: _("Doubling"), "several_ only_ most_doublings kontra_ laying"),
    (lambda: _("Pot"), "pot_"),
    (lambda: _("Bock"), "bock"),
    (lambda: _("Ramsch"), "ramsch_ durchmarsch march_ jungfrau"),
    (lambda: _("Special rounds"), "rounds hadschader_ minas_ kreuzbock_ last_round"),
    (lambda: _("Who pays"), "dealer_pays paid_for money"),
)


def group_titles() -> list[tuple[str, tuple[str, ...]]]:
    """The headings under which house rules stand, each with the beginnings of their names; the first one that fits."""
    return [(title(), tuple(starts.split())) for title, starts in _GROUPS]
