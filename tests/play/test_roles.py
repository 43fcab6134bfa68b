"""What each link of an evening allows, and how long."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.http import Http404
from django.utils import timezone

from scorebook import access
from scorebook.clubs.roles import Role
from scorebook.play.models import Evening
from tests.support.played_evening import PlayedEvening, new_evening, solo

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> PlayedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Done")


def test_each_link_opens_the_evening_as_far_as_it_may(evening: PlayedEvening) -> None:
    stored, club = evening.stored, evening.club
    for token, role in (
        (stored.watch_token, Role.WATCH),
        (stored.scribe_token, Role.SCRIBE),
        (f"{club.member_token}.{stored.pk}", Role.MEMBER),
        (f"{club.keeper_token}.{stored.pk}", Role.KEEPER),
    ):
        found = access.evening_of(token, Role.WATCH)
        assert (found, found.role, found.link) == (stored, role, token)
        if role < Role.KEEPER:
            with pytest.raises(Http404):
                access.evening_of(token, Role(role + 1))


@pytest.mark.parametrize("token", ["", ".", str(UUID(int=0)), f"guessed.{UUID(int=0)}"])
def test_no_other_token_opens_an_evening(evening: PlayedEvening, token: str) -> None:
    links = (token, f"{evening.club.member_token}.", f"{evening.club.member_token}.1", evening.club.member_token)
    for link in (*links, f"{evening.stored.scribe_token}.{evening.stored.pk}", f".{evening.stored.pk}"):
        with pytest.raises(Http404):
            access.evening_of(link, Role.WATCH)


def test_the_scribes_link_expires_a_day_after_the_close_and_the_members_does_not(evening: PlayedEvening) -> None:
    evening.record(solo("Anna"))
    evening.close()
    for hours, is_open in ((0, True), (23, True), (25, False)):
        Evening.objects.update(closed_at=timezone.now() - timedelta(hours=hours))
        found = [_is_opened_by(token) for token in (evening.stored.scribe_token, evening.link)]
        assert found == [is_open, True]
    Evening.objects.update(closed_at=None)
    assert _is_opened_by(evening.stored.scribe_token)


def _is_opened_by(token: str) -> bool:
    try:
        return access.evening_of(token, Role.SCRIBE).link == token
    except Http404:
        return False
