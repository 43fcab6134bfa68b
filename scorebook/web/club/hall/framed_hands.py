"""A memorable hand for its template, with the cards of a Sie or a Tout drawn side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from rules.cards import Suit
from rules.wording import words
from scorebook.play.hand_event_codec import report_of_event, score_of_event
from scorebook.play.models import HandResult
from scorebook.standings.records.memorable import MemorableHand
from scorebook.texts import language
from scorebook.web.club.hand_reasons import HandReasons, hand_reasons
from scorebook.web.core.person_names import People, Person, names_text
from scorebook.web.evening.hand_form.suits import suit_svg, suit_svg_shape

Feat = HandResult.Feat

SUITS = (Suit.ACORNS, Suit.LEAVES, Suit.HEARTS, Suit.BELLS)
OBER, UNTER = "O", "U"
# Size of a card in the drawing, offset of the next one, and margin.
WIDTH, HEIGHT, STEP, EDGE = 46, 74, 38, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class FramedHand:
    row: HandResult  # with its evening and club
    title: str  # of a hand with a feat
    names: str  # of those who won most by it
    reasons: HandReasons
    table: tuple[Person, ...]  # everybody at the table, in seating order
    cards: SafeString  # a drawing

    @property
    def amount_minor(self) -> int:
        """Return the gain in the unit of the evening."""
        return self.row.gain * self.row.evening.stake_minor


def framed_hand(hand: MemorableHand, people: People) -> FramedHand:
    row = hand.row
    report = report_of_event(row.event, row.evening.rules)
    return FramedHand(
        row=row,
        title=_feat_heading(row),
        names=names_text(tuple(people[str(person)] for person in hand.people)),
        reasons=hand_reasons(report, score_of_event(row.event), people),
        table=tuple(people[player] for player in report.table.players),
        cards=_drawn_cards(row.feat, row.contract, getattr(report, "trump_suit", None)),
    )


def _feat_heading(row: HandResult) -> str:
    """Return the heading of a feat; a Tout has the game's own name for it."""
    titles = {Feat.SIE.value: pgettext("feat", "Sie"), Feat.MARCH.value: pgettext("feat", "Durchmarsch")}
    return titles.get(row.feat) or words.contract_name(row.contract, language.current_language())


def _drawn_cards(feat: str, contract: str, trump_suit: str | None) -> SafeString:
    """Draw the cards of a Sie, the trumps of a Wenz Tout or Geier Tout, or the suit of another Tout; else nothing.

    The contract stands beside it in words, so the drawing is hidden from screen readers.
    """
    if feat == Feat.SIE:
        return _draw_card_row([*((OBER, suit) for suit in SUITS), *((UNTER, suit) for suit in SUITS)])
    if feat == Feat.TOUT and trump_suit is None:
        ranks = {"wenz_tout": UNTER, "geier_tout": OBER}
        return _draw_card_row([(ranks[contract], suit) for suit in SUITS]) if contract in ranks else SafeString("")
    return suit_svg(trump_suit) if feat == Feat.TOUT and trump_suit else SafeString("")


def _draw_card_row(cards: Sequence[tuple[str, Suit]]) -> SafeString:
    width = STEP * (len(cards) - 1) + WIDTH + 2 * EDGE
    drawn = ((STEP * place + EDGE, EDGE, suit, suit_svg_shape(suit), rank) for place, (rank, suit) in enumerate(cards))
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
