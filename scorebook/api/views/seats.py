"""The endpoints to join and to leave the table."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from rules import Problem
from scorebook import lookups
from scorebook.api.endpoint import EveningEndpoint
from scorebook.api.exceptions import api_problems_of
from scorebook.api.operation import operation
from scorebook.api.parsing import Refused
from scorebook.api.permissions import ScribeKey
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.evenings import JoinEveningRequest, SheetRepresentation, SheetResponse
from scorebook.clubs import services as clubs
from scorebook.play import services as play
from scorebook.play.models import Evening


class SeatViewSet(EveningEndpoint):
    lookup_field, lookup_value_converter = "person", "uuid"

    @operation("join_evening", permission=ScribeKey, body=JoinEveningRequest, response=SheetResponse)
    def create(self, request: Request, data: ValidatedData) -> object:
        """Add a person to the table; a name unknown to the club is enrolled."""
        opened, at = self.evening, timezone.now()
        key, name, place = data["id"], data["name"], data["place"]
        try:
            evening = _join_from_body(opened, key=key, name=name, place=place, at=at)
        except clubs.ClubError as error:
            about_name = [Problem(code=one.code, field="name") for one in error.problems]
            raise Refused([*about_name, *_problems_of_body_place(opened, place, at)]) from error
        return SheetRepresentation(request=request, evening=evening.opened_like(opened))

    @action(detail=True, methods=["post"], url_path="leave")
    @operation("leave_evening", permission=ScribeKey, body=KeyedRequest, response=SheetResponse)
    def leave(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Let a person leave early: they sit in no further hand, and keep what they won or lost."""
        opened = self.evening
        leaver = lookups.player_of(opened.club, person)
        evening = play.leave_evening(evening=opened, key=data["id"], player=leaver, at=timezone.now(), by=opened.by)
        return SheetRepresentation(request=request, evening=evening.opened_like(opened))


def _join_from_body(evening: Evening, *, key: UUID, name: str, place: int | None, at: datetime) -> Evening:
    """Enrol and seat the person in one transaction: a refusal at the table undoes the enrolment."""
    with transaction.atomic():
        [player] = clubs.enrol_players(
            club=evening.club, names=[name], keys=[uuid5(key, "player")], by=evening.by, at=at
        )
        return play.join_evening(evening=evening, key=key, player=player, place=place, at=at, by=evening.by)


def _problems_of_body_place(evening: Evening, place: int | None, at: datetime) -> Sequence[Problem]:
    """Return the table's problems with the place, found by adding an invented person and rolling back."""
    with transaction.atomic():
        try:
            _join_from_body(evening, key=uuid4(), name=f"rehearsal {uuid4().hex[:20]}", place=place, at=at)
        except play.EveningProblems as error:
            return api_problems_of(error)
        except clubs.ClubError:
            return ()  # the club is full, which is reported already
        finally:
            # A trial with the service itself, so that the API has no second copy of its checks.
            transaction.set_rollback(True)
    return ()
