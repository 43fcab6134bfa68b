"""The cards of a Sie or a Tout, drawn side by side."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rules.cards import Suit
from scorebook.play.models import HandResult
from scorebook.web.evening.hand_form.suits import suit_drawing, suit_shape

Feat = HandResult.Feat

SUITS = (Suit.ACORNS, Suit.LEAVES, Suit.HEARTS, Suit.BELLS)
OBER, UNTER = "O", "U"
# Size of a card in the drawing, offset of the next one, and margin.
WIDTH, HEIGHT, STEP, EDGE = 46, 74, 38, 4


def drawn_cards(feat: str, contract: str, trump_suit: str | None) -> SafeString:
    """Draw the cards of a Sie, the trumps of a Wenz Tout or Geier Tout, or the suit of another Tout; else nothing.

    The contract stands beside it in words, so the drawing is hidden from screen readers.
    """
    if feat == Feat.SIE:
        return _row_of_cards([*((OBER, suit) for suit in SUITS), *((UNTER, suit) for suit in SUITS)])
    if feat == Feat.TOUT and trump_suit is None:
        ranks = {"wenz_tout": UNTER, "geier_tout": OBER}
        return _row_of_cards([(ranks[contract], suit) for suit in SUITS]) if contract in ranks else SafeString("")
    return suit_drawing(trump_suit) if feat == Feat.TOUT and trump_suit else SafeString("")


def _row_of_cards(cards: Sequence[tuple[str, Suit]]) -> SafeString:
    width = STEP * (len(cards) - 1) + WIDTH + 2 * EDGE
    drawn = ((STEP * place + EDGE, EDGE, suit, suit_shape(suit), rank) for place, (rank, suit) in enumerate(cards))
    return format_html(
        '<svg class="cards cards-{}" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">{}</svg>',
        len(cards),
        width,
        HEIGHT + 2 * EDGE,
        format_html_join(
            "",
            f'<g transform="translate({{}} {{}})"><rect class="card" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'
            '<g class="suit-{}" transform="translate(6 7) scale(1.05)">{}</g><text x="19" y="61">{}</text></g>',
            drawn,
        ),
    )
