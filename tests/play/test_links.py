"""Who asks for new links is looked at again under the lock: what they came with may have been replaced since."""

from uuid import uuid4

import pytest

from rules import PRESETS
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
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
    services.renew_keeper_link(link=table.club.keeper_token, key=uuid4())
    with pytest.raises(services.LinkGone):
        services.renew_watch_link(evening=seen, key=uuid4())
    assert table.fresh().watch_token == seen.watch_token


@pytest.mark.parametrize("role", [Role.MEMBER, Role.KEEPER])
def test_a_replaced_link_of_the_club_opens_no_evening(table: PlayedEvening, role: Role) -> None:
    """Whoever misused the old link would know the evening's."""
    seen = Club.objects.get()
    seen.role = role
    if role == Role.MEMBER:
        services.renew_member_link(club=Club.objects.get(), key=uuid4())
    else:
        services.renew_keeper_link(link=seen.keeper_token, key=uuid4())
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


def test_a_new_link_for_members_stops_no_keeper(table: PlayedEvening) -> None:
    seen = Club.objects.get()
    seen.role = Role.KEEPER
    services.renew_member_link(club=Club.objects.get(), key=uuid4())
    assert Club.objects.get().has_same_link(seen)


def test_who_has_not_seen_the_newest_link_for_members_makes_none(table: PlayedEvening) -> None:
    seen = Club.objects.get()
    services.renew_member_link(club=Club.objects.get(), key=uuid4())
    with pytest.raises(services.LinkRenewed):
        services.renew_member_link(club=seen, key=uuid4())
    services.renew_keeper_link(link=seen.keeper_token, key=uuid4())
    with pytest.raises(services.LinkGone):
        services.renew_member_link(club=seen, key=uuid4())


def test_the_key_alone_and_the_old_link_alone_find_nothing(table: PlayedEvening) -> None:
    old, key = table.club.keeper_token, uuid4()
    new = services.renew_keeper_link(link=old, key=key).keeper_token
    assert services.renew_keeper_link(link=old, key=key).keeper_token == new
    for link, other_key in ((old, uuid4()), ("guessed", key), (table.fresh().watch_token, key)):
        with pytest.raises(services.LinkGone):
            services.renew_keeper_link(link=link, key=other_key)
    assert Club.objects.get().keeper_token == new
