"""Who asks for new links is looked at again under the lock: what they came with may have been replaced since."""

from uuid import uuid4

import pytest

from rules import PRESETS
from scorebook.clubs.models import Club
from scorebook.play import services
from scorebook.play.models import Evening
from tests.support.played_evening import PlayedEvening, new_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> PlayedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Done")


def test_who_has_not_seen_the_newest_watch_link_makes_none(table: PlayedEvening) -> None:
    seen = table.fresh()
    services.renew_watch_link(evening=table.fresh(), key=uuid4())
    with pytest.raises(services.LinkRenewed):
        services.renew_watch_link(evening=seen, key=uuid4())


def test_a_replaced_scribe_link_makes_no_watch_link(table: PlayedEvening) -> None:
    seen = table.fresh()
    services.renew_by_club_link(link=table.club.link_token, key=uuid4())
    with pytest.raises(services.LinkGone):
        services.renew_watch_link(evening=seen, key=uuid4())
    assert table.fresh().watch_token == seen.watch_token


def test_a_replaced_club_link_opens_no_evening(table: PlayedEvening) -> None:
    """Its scribe link would lead whoever misused the old link to the new one."""
    seen = Club.objects.get()
    services.renew_by_club_link(link=seen.link_token, key=uuid4())
    with pytest.raises(services.LinkGone):
        services.open_evening(
            club=seen,
            key=uuid4(),
            terms=services.Terms(ruleset=PRESETS["bavarian"]["school_10_50"], unit="EUR", stake_minor=1),
            players=list(table.players.values()),
            first_dealer=None,
            at=table.now(),
            by="club link",
        )
    assert Evening.objects.count() == 1


def test_the_key_alone_and_the_old_link_alone_find_nothing(table: PlayedEvening) -> None:
    old, key = table.club.link_token, uuid4()
    new = services.renew_by_club_link(link=old, key=key).link_token
    assert services.renew_by_club_link(link=old, key=key).link_token == new
    for link, other_key in ((old, uuid4()), ("guessed", key), (table.fresh().watch_token, key)):
        with pytest.raises(services.LinkGone):
            services.renew_by_club_link(link=link, key=other_key)
    assert Club.objects.get().link_token == new
