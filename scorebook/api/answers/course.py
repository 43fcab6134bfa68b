"""The course of an evening: what stood after each hand, how near its end is, and how it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework import serializers

from scorebook.api.answers.evenings import AgreedEndAnswer
from scorebook.api.answers.hands import RoundPlace, ShownLine
from scorebook.api.answers.objects import Amounts, AnswerObject, PeopleNames, Word
from scorebook.clubs.circle import Circle, circle_of
from scorebook.play.ending import EndStanding, Phase, end_standing, read_end
from scorebook.play.evening_story import EveningStory, Lead
from scorebook.play.models import Evening
from scorebook.play.queries.evening_ends import EveningEnd, evening_end
from scorebook.play.queries.evenings import Sheet, evening_sheet
from scorebook.standings.broken_records import BrokenRecord, Record, record_broken
from scorebook.standings.rating_queries import expectations_of
from scorebook.standings.ratings import Expectation, Verdict

NO_HANDS = range(0)  # their figures are there all the same


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRecord:
    broken: BrokenRecord
    people: Sequence[UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownExpectation:
    player: UUID
    expectation: Expectation


@dataclass(frozen=True, kw_only=True)
class ShownEnding:
    """What is told of a closed evening. People are told by the entries that sat there."""

    sheet: Sheet

    @cached_property
    def end(self) -> EveningEnd:
        return evening_end(self.sheet)

    @property
    def story(self) -> EveningStory:
        return self.end.story

    @property
    def won_together(self) -> bool:
        return len(self.story.winners) > 1 and self.story.won_together

    @cached_property
    def circle(self) -> Circle:
        return circle_of(self.sheet.evening.club_id)

    @cached_property
    def entries(self) -> Mapping[UUID, UUID]:
        """Person -> who sat there for them."""
        return {self.circle.person(line.player.pk): line.player.pk for line in self.sheet.players}

    @property
    def best(self) -> Mapping[str, Any] | None:
        best = self.story.best
        if best is None:
            return None
        return {
            "no": best.no,
            "players": best.players,
            "others": best.others,
            "count": best.count,
            "text": self._text(best.no),
        }

    @property
    def turn(self) -> Mapping[str, Any] | None:
        no = self.story.turn
        return None if no is None else {"no": no, "text": self._text(no)}

    @property
    def records(self) -> Sequence[ShownRecord]:
        return [
            ShownRecord(broken=one, people=[self.entries.get(person, person) for person in one.people])
            for one in record_broken(self.circle, self.sheet.evening)
        ]

    @property
    def expectations(self) -> Sequence[ShownExpectation]:
        found = expectations_of(self.circle, self.sheet.evening)
        shown = [
            ShownExpectation(player=self.entries.get(person, person), expectation=one) for person, one in found.items()
        ]
        return sorted(shown, key=lambda one: (one.expectation.place, one.player))

    def _text(self, no: int) -> str:
        return str(ShownLine(line=self.end.hands[no], names=self.sheet.names).score["text"])


@dataclass(frozen=True, kw_only=True)
class ShownCourse:
    evening: Evening

    @cached_property
    def sheet(self) -> Sheet:
        return evening_sheet(self.evening, NO_HANDS)

    @property
    def end(self) -> EndStanding | None:
        if self.evening.is_closed:
            return None
        return end_standing(read_end(self.evening.agreed_end), self.sheet.course, now=timezone.now())

    @property
    def ending(self) -> ShownEnding | None:
        return ShownEnding(sheet=self.sheet) if self.evening.is_closed else None


class HandOfCourse(AnswerObject):
    """points: what it counted; empty where it is struck out.
    tally: the same in strokes or points of their own, in games that write them.
    running, running_tally: what stood for everybody after it.
    round: null where the deal did not pass on.
    """

    no = serializers.IntegerField()
    contract = serializers.CharField()
    is_void = serializers.BooleanField()
    round = RoundPlace(source="place", allow_null=True)
    points = Amounts()
    running = Amounts()
    tally = Amounts()
    running_tally = Amounts()


class EndOfCourse(AnswerObject):
    """phase: `agreed` while it is not near yet; `reached` when the points or the time are; `last` when the last round
    begins; `running` while it is played; `over` when it is played out.
    after_hand: the last hand of a last round that is being played.
    """

    phase = Word(Phase)
    after_hand = serializers.IntegerField(allow_null=True)


class PlaceOfEnding(AnswerObject):
    """rank: who is level shares it, and the next one is left out."""

    rank = serializers.IntegerField()
    player = serializers.CharField()
    count = serializers.IntegerField()


class ToldOfEnding(AnswerObject):
    no = serializers.IntegerField()
    text = serializers.CharField()


class BestOfEnding(ToldOfEnding):
    """The hand that brought somebody most, and whom.

    others: whom another hand brought as much.
    """

    players = serializers.ListField(child=serializers.CharField())
    others = serializers.ListField(child=serializers.CharField())
    count = serializers.IntegerField()


class RunOfEnding(AnswerObject):
    """Hands won one after the other.

    first, last: their numbers.
    """

    player = serializers.CharField()
    length = serializers.IntegerField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()


class RecordOfEnding(AnswerObject):
    """A record of the club that the evening broke.

    count: points, hands or evenings.
    before: what it was, null of a first Sie.
    no: of the hand.
    """

    kind = Word(Record, source="broken.kind")
    players = serializers.ListField(child=serializers.UUIDField(), source="people")
    count = serializers.IntegerField(source="broken.count")
    before = serializers.IntegerField(source="broken.before", allow_null=True)
    no = serializers.IntegerField(source="broken.no", allow_null=True)


class ExpectationOfEnding(AnswerObject):
    """place: those who are level share the middle of their places.
    expected: by the ratings before the evening.
    """

    player = serializers.UUIDField()
    place = serializers.FloatField(source="expectation.place")
    expected = serializers.FloatField(source="expectation.expected")
    verdict = Word(Verdict, source="expectation.verdict")


class Ending(AnswerObject):
    """hands: for which cards were dealt.
    winners: nobody where all are level.
    won_together: several who played on one side all evening.
    places: best first, with the pot that was shared at the close.
    runs: the longest, of everybody who had one as long.
    lead: how the winners came to lead for good.
    turn: the hand after which they did.
    """

    hands = serializers.IntegerField(source="story.hands")
    winners = serializers.ListField(child=serializers.CharField(), source="story.winners")
    won_together = serializers.BooleanField()
    places = PlaceOfEnding(many=True, source="story.places")
    best = BestOfEnding(allow_null=True)
    runs = RunOfEnding(many=True, source="story.runs")
    lead = Word([one.value for one in Lead], source="story.lead.value", allow_null=True)
    turn = ToldOfEnding(allow_null=True)
    records = RecordOfEnding(many=True)
    expectations = ExpectationOfEnding(many=True)


class CourseAnswer(AnswerObject):
    """deals: how often the deal has passed on.
    round: of the next hand.
    most: what whoever has most has on the sheet.
    end: how near the agreed end is; null where nothing was agreed and no last round announced, and once it is closed.
    ending: how it ended; null as long as it is open.
    """

    names = PeopleNames(source="sheet.names")
    hand_count = serializers.IntegerField(source="evening.hand_count")
    is_closed = serializers.BooleanField(source="evening.is_closed")
    deals = serializers.IntegerField(source="sheet.course.deals")
    round = RoundPlace(source="sheet.place")
    most = serializers.IntegerField(source="sheet.course.most")
    agreed_end = AgreedEndAnswer(source="evening.agreed_end", allow_null=True)
    end = EndOfCourse(allow_null=True)
    hands = HandOfCourse(many=True, source="sheet.figures")
    ending = Ending(allow_null=True)
