"""The headings of house rules."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

Said = Callable[[], str]

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


def house_rule_headings() -> list[tuple[str, tuple[str, ...]]]:
    """Return each heading with the prefixes of its house rules' names; the first match counts."""
    return [(title(), tuple(starts.split())) for title, starts in _GROUPS]
