"""A memorable hand for its template: the people, its sentence, the reason, and its links."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from rules.wording import words
from scorebook.core.months import day_of
from scorebook.play.codec import report_of_event, score_of_event
from scorebook.play.models import HandResult
from scorebook.play.services import POINTS
from scorebook.standings.records.memorable import MemorableHand
from scorebook.texts import language
from scorebook.web.club.hall.cards import drawn_cards
from scorebook.web.core.person_names import People, Person, names_of, names_text
from scorebook.web.evening.table.sheet import SumStep, sheet_remarks, sheet_sum_steps, sheet_worth_text

Feat = HandResult.Feat


@dataclass(frozen=True, slots=True, kw_only=True)
class FramedHand:
    evening_id: UUID
    no: int
    feat: str
    title: str  # of a hand with a feat
    day: date
    club_name: str
    game: str
    people: tuple[Person, ...]  # who won most by it
    names: str  # of `people`
    said: str
    steps: tuple[SumStep, ...]  # with remarks, worth and value: the explanation, as on the sheet
    remarks: tuple[str, ...]
    worth: str
    value: int
    gain: int  # in points
    unit: str
    amount_minor: int  # the gain in the unit
    table: tuple[Person, ...]  # everybody at the table, in seating order
    dealer: Person | None
    cards: SafeString  # a drawing
    scribe_token: str

    @property
    def is_for_money(self) -> bool:
        return self.unit != POINTS


def framed_hand(hand: MemorableHand, people: People) -> FramedHand:
    row, evening, current = hand.row, hand.row.evening, language.current_language()
    report, score, names = report_of_event(row.event, evening.rules), score_of_event(row.event), names_of(people)
    said = words.hand_text(report, score, current, names)
    own = tuple(people[str(person)] for person in hand.people)
    return FramedHand(
        evening_id=row.evening_id,
        no=row.no,
        feat=row.feat,
        title=_title(row),
        day=day_of(row.started_at),
        club_name=evening.club.name,
        game=words.game_name(row.game, current),
        people=own,
        names=names_text(own),
        said=said,
        steps=sheet_sum_steps(score, names),
        remarks=tuple(text for text in sheet_remarks(score, names) if text != said),
        worth=sheet_worth_text(score),
        value=score.value,
        gain=row.gain,
        unit=row.unit,
        amount_minor=row.gain * evening.stake_minor,
        table=tuple(people[player] for player in report.table.players),
        dealer=people[report.table.dealer] if report.table.dealer else None,
        cards=drawn_cards(row.feat, row.contract, getattr(report, "trump_suit", None)),
        scribe_token=evening.scribe_token,
    )


def _title(row: HandResult) -> str:
    """Return the heading of a feat; a Tout has the game's own name for it."""
    titles = {Feat.SIE.value: pgettext("feat", "Sie"), Feat.MARCH.value: pgettext("feat", "March")}
    return titles.get(row.feat) or words.contract_name(row.contract, language.current_language())
