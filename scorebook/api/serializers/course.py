"""Responses for the course of an evening: totals after each hand, progress to its end, and the outcome."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework import serializers

from scorebook.api.serializers.common import AmountsField, EnumField, NamesField, ResponseSerializer
from scorebook.api.serializers.evenings import AgreedEndResponse
from scorebook.api.serializers.hands import RoundPlaceResponse, hand_line_json
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.play.ending import EndStanding, Phase, evening_end_progress, read_agreed_end
from scorebook.play.evening_story import EveningStory, Lead
from scorebook.play.models import Evening
from scorebook.play.queries.evening_ends import EveningEnd, evening_end
from scorebook.play.queries.evening_sheets import Sheet, evening_sheet
from scorebook.standings.ratings.rating_model import Verdict
from scorebook.standings.ratings.rating_queries import expectations_of_evening
from scorebook.standings.records.broken_records import RecordKind, records_broken_by_evening

NO_HANDS = range(0)  # loads no hands; the figures cover all of them anyway


@dataclass(frozen=True, kw_only=True)
class EveningSummaryRepresentation:
    """The summary of a closed evening, with people given by the entries that sat at the table."""

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
    def group(self) -> ClubGroup:
        return club_group(self.sheet.evening.club_id)

    @cached_property
    def entries(self) -> Mapping[UUID, UUID]:
        """Return a mapping of each person to the entry that sat at the table for them."""
        return {self.group.person(line.player.pk): line.player.pk for line in self.sheet.players}

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
            "text": self._hand_text(best.no),
        }

    @property
    def turn(self) -> Mapping[str, Any] | None:
        no = self.story.turn
        return None if no is None else {"no": no, "text": self._hand_text(no)}

    @property
    def records(self) -> Sequence[Mapping[str, Any]]:
        return [
            {"broken": one, "people": [self.entries.get(person, person) for person in one.people]}
            for one in records_broken_by_evening(self.group, self.sheet.evening)
        ]

    @property
    def expectations(self) -> Sequence[Mapping[str, Any]]:
        found = expectations_of_evening(self.group, self.sheet.evening)
        people = [{"person": self.entries.get(person, person), "expectation": one} for person, one in found.items()]
        return sorted(people, key=lambda one: (one["expectation"].place, one["person"]))

    def _hand_text(self, no: int) -> str:
        return str(hand_line_json(self.end.hands[no], self.sheet)["score"]["text"])


@dataclass(frozen=True, kw_only=True)
class CourseRepresentation:
    evening: Evening

    @cached_property
    def sheet(self) -> Sheet:
        return evening_sheet(self.evening, NO_HANDS)

    @property
    def end(self) -> EndStanding | None:
        if self.evening.is_closed:
            return None
        return evening_end_progress(read_agreed_end(self.evening.agreed_end), self.sheet.course, now=timezone.now())

    @property
    def ending(self) -> EveningSummaryRepresentation | None:
        return EveningSummaryRepresentation(sheet=self.sheet) if self.evening.is_closed else None


class CourseHandResponse(ResponseSerializer):
    """points: points of the hand; empty if it was voided.
    tally: the same in strokes or points of their own, in games that write them.
    running, running_tally: everybody's total after the hand.
    round: null if the deal did not pass on.
    """

    no = serializers.IntegerField()
    contract = serializers.CharField()
    is_void = serializers.BooleanField()
    round = RoundPlaceResponse(source="place", allow_null=True)
    points = AmountsField()
    running = AmountsField()
    tally = AmountsField()
    running_tally = AmountsField()


class CourseEndResponse(ResponseSerializer):
    """phase: `agreed` while the end is not near; `reached` when the points or the time are reached; `last` when the
    last round begins; `running` while it is played; `over` when it is played out.
    after_hand: the last hand of a last round in progress.
    """

    phase = EnumField(Phase)
    after_hand = serializers.IntegerField(allow_null=True)


class FinalPlaceResponse(ResponseSerializer):
    """rank: equal ranks are shared and the next one is skipped.
    person: their entry in this club, as in the other parts of the outcome.
    """

    rank = serializers.IntegerField()
    person = serializers.UUIDField(source="player")
    count = serializers.IntegerField()


class HighlightResponse(ResponseSerializer):
    no = serializers.IntegerField()
    text = serializers.CharField()


class BestHandResponse(HighlightResponse):
    """The hand with the highest gain, and the people who made it.

    players: of the side that gained it.
    others: people who gained as much in another hand.
    """

    players = serializers.ListField(child=serializers.UUIDField())
    others = serializers.ListField(child=serializers.UUIDField())
    count = serializers.IntegerField()


class WinningRunResponse(ResponseSerializer):
    """Hands won one after the other.

    person: their entry in this club.
    first_no, last_no: the numbers of the first and the last of them.
    """

    person = serializers.UUIDField(source="player")
    length = serializers.IntegerField()
    first_no = serializers.IntegerField(source="first")
    last_no = serializers.IntegerField(source="last")


class BrokenRecordResponse(ResponseSerializer):
    """A record of the club that the evening broke.

    count: points, hands or evenings.
    before: the previous record; null for a first Sie.
    no: number of the hand.
    """

    kind = EnumField(RecordKind, source="broken.kind")
    people = serializers.ListField(child=serializers.UUIDField())
    count = serializers.IntegerField(source="broken.count")
    before = serializers.IntegerField(source="broken.before", allow_null=True)
    no = serializers.IntegerField(source="broken.no", allow_null=True)


class ExpectationResponse(ResponseSerializer):
    """person: their entry in this club.
    place: people who tie share the mean of their places.
    expected: the place expected from the ratings before the evening.
    """

    person = serializers.UUIDField()
    place = serializers.FloatField(source="expectation.place")
    expected = serializers.FloatField(source="expectation.expected")
    verdict = EnumField(Verdict, source="expectation.verdict")


class EveningSummaryResponse(ResponseSerializer):
    """hands: number of hands for which cards were dealt.
    winners: empty if all are level.
    won_together: whether several winners played on one side all evening.
    places: best first, including the pot that was shared at the close.
    runs: the longest run, of each person who had one as long.
    lead: how the winners took the lead for good.
    turn: the hand after which they led for good.
    """

    hands = serializers.IntegerField(source="story.hands")
    winners = serializers.ListField(child=serializers.UUIDField(), source="story.winners")
    won_together = serializers.BooleanField()
    places = FinalPlaceResponse(many=True, source="story.places")
    best = BestHandResponse(allow_null=True)
    runs = WinningRunResponse(many=True, source="story.runs")
    lead = EnumField([one.value for one in Lead], source="story.lead.value", allow_null=True)
    turn = HighlightResponse(allow_null=True)
    records = BrokenRecordResponse(many=True)
    expectations = ExpectationResponse(many=True)


class CourseResponse(ResponseSerializer):
    """deals: how often the deal has passed on.
    round: round of the next hand.
    most: the highest total on the sheet.
    end: progress to the agreed end; null if nothing was agreed and no last round announced, and after the close.
    ending: the outcome; null while the evening is open.
    """

    names = NamesField(source="sheet.names")
    hand_count = serializers.IntegerField(source="evening.hand_count")
    is_closed = serializers.BooleanField(source="evening.is_closed")
    deals = serializers.IntegerField(source="sheet.course.deals")
    round = RoundPlaceResponse(source="sheet.place")
    most = serializers.IntegerField(source="sheet.course.most")
    agreed_end = AgreedEndResponse(source="evening.agreed_end", allow_null=True)
    end = CourseEndResponse(allow_null=True)
    hands = CourseHandResponse(many=True, source="sheet.figures")
    ending = EveningSummaryResponse(allow_null=True)
