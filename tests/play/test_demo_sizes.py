"""A demo club of the size that somebody asks for, to see how the site does under load."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from random import Random
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from scorebook.clubs.models import Club
from scorebook.operations import demo
from scorebook.operations.audit.full_audit import audit_club
from scorebook.operations.demo.demo_plan import demo_evening_times, last_thursday, plan_demo_evenings
from scorebook.play.models import Evening, HandEvent

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def _run_demo(*arguments: str) -> str:
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue()


def _points_of_size(size: demo.ClubSize, *, now: datetime) -> list[object]:
    """Who won what in every hand, by name. Nothing of it stays."""
    with transaction.atomic():
        club = demo.fill_demo_club(size=size, now=now)
        names = {str(player.pk): player.name for player in club.players.all()}
        hands = HandEvent.objects.filter(club=club).order_by("evening__number", "seq")
        found: list[object] = [
            (hand.no, hand.kind, {names[one]: points for one, points in (hand.score or {}).get("points", {}).items()})
            for hand in hands
        ]
        transaction.set_rollback(True)
    return found


def test_a_club_of_one_year_and_two_hundred_hands(db: None) -> None:
    printed = _run_demo("--years", "1", "--hands", "200")
    club = Club.objects.get()
    assert club.name == "Stammtisch Goldener Hirsch, 1 year, 200 hands" and club.keeper_token in printed
    evenings = list(Evening.objects.order_by("number"))
    assert sum(evening.hand_count for evening in evenings) == 200
    assert [evening.is_closed for evening in evenings] == [True] * (len(evenings) - 1) + [False]
    assert timedelta(days=200) < evenings[-1].started_at - evenings[0].started_at < timedelta(days=365)
    assert audit_club(club) is None


def test_the_same_size_again_changes_nothing_and_another_is_another_club(db: None) -> None:
    first = _run_demo("--years", "1", "--hands", "60")
    assert _run_demo("--years", "1", "--hands", "60") == first
    assert (Club.objects.count(), HandEvent.objects.filter(kind="recorded").count()) == (1, 60)
    _run_demo("--years", "2", "--hands", "60")
    assert (Club.objects.count(), HandEvent.objects.filter(kind="recorded").count()) == (2, 120)


@pytest.mark.parametrize("hands", [1, 8, 9, 61])
def test_a_few_hands_are_a_club_too(db: None, hands: int) -> None:
    club = demo.fill_demo_club(size=demo.ClubSize(years=1, hands=hands), now=NOON)
    assert sum(evening.hand_count for evening in Evening.objects.filter(club=club)) == hands
    assert audit_club(club) is None


def test_a_club_that_meets_seldom_has_seasons_too(db: None) -> None:
    club = demo.fill_demo_club(size=demo.ClubSize(years=4, hands=200), now=NOON)
    assert sum(evening.hand_count for evening in Evening.objects.filter(club=club)) == 200
    assert audit_club(club) is None


def test_the_same_dice_are_the_same_club_whenever_it_is_made(db: None) -> None:
    size = demo.ClubSize(years=1, hands=200)
    first = _points_of_size(size, now=NOON)
    assert len(first) >= 200
    assert _points_of_size(size, now=NOON + timedelta(days=100)) == first


@pytest.mark.once
def test_more_evenings_than_weeks_are_played_on_more_days() -> None:
    planned = plan_demo_evenings(Random(1), years=1, hands=3_000, until=NOON)
    times = [evening.at for evening in planned]
    assert len(times) > 53 and times == sorted(set(times))
    assert timedelta(days=350) < times[-1] - times[0] < timedelta(days=366)


@pytest.mark.once
def test_the_demo_club_meets_on_thursdays_whatever_day_it_is_made() -> None:
    zone = ZoneInfo("Europe/Berlin")
    for day in range(2 * 366):
        now = datetime(2026, 1, 1, 12, tzinfo=zone) + timedelta(days=day)
        last = last_thursday(now, zone)
        times = demo_evening_times(137, years=3, until=last)
        assert times[-1] <= last < now - timedelta(days=1)
        assert {(one.weekday(), one.hour) for one in times} == {(3, 19)} and len(set(times)) == 137


def test_of_years_alone_as_many_hands_a_year_as_the_demo_club_plays() -> None:
    assert demo.ClubSize.from_options(years=None, hands=None) == demo.DEMO
    assert demo.ClubSize.from_options(years=3, hands=None) == demo.DEMO
    assert demo.ClubSize.from_options(years=6, hands=None) == demo.ClubSize(years=6, hands=2 * demo.DEMO.hands)
    assert demo.ClubSize.from_options(years=None, hands=7) == demo.ClubSize(years=3, hands=7)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--years", "0"], ["--years"]),
        (["--years", "51"], ["--years"]),
        (["--hands", "0"], ["--hands"]),
        (["--hands", "-5"], ["--hands"]),
        (["--hands", "1250001"], ["--hands"]),
        (["--years", "0", "--hands", "0"], ["--years", "--hands"]),
        (["--years", "many"], ["--years"]),
    ],
)
def test_what_cannot_be_is_refused_by_name(db: None, arguments: list[str], named: list[str]) -> None:
    with pytest.raises(CommandError) as refused:
        _run_demo(*arguments)
    assert [name for name in ("--years", "--hands") if name in str(refused.value)] == named
    assert not Club.objects.exists()
