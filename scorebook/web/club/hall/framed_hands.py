"""A memorable hand for its template."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from rules.wording import words
from scorebook.play.codec import report_of_event, score_of_event
from scorebook.play.models import HandResult
from scorebook.standings.records.memorable import MemorableHand
from scorebook.texts import language
from scorebook.web.club.hall.cards import drawn_cards
from scorebook.web.club.hand_reasons import HandReasons, hand_reasons
from scorebook.web.core.person_names import People, Person, names_text

Feat = HandResult.Feat


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
        cards=drawn_cards(row.feat, row.contract, getattr(report, "trump_suit", None)),
    )


def _feat_heading(row: HandResult) -> str:
    """Return the heading of a feat; a Tout has the game's own name for it."""
    titles = {Feat.SIE.value: pgettext("feat", "Sie"), Feat.MARCH.value: pgettext("feat", "March")}
    return titles.get(row.feat) or words.contract_name(row.contract, language.current_language())
