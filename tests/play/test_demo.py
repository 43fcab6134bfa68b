"""The demo club is believable, harmless and made by the same verbs as everything else."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from scorebook.clubs.models import Club
from scorebook.ledger import queries as ledger
from scorebook.operations.audit.full_audit import audit_club
from scorebook.operations.demo.demo_hands import Hand
from scorebook.play import evening_totals
from scorebook.play.models import Evening, HandEvent, Seat
from scorebook.play.queries import evening_sheets as queries
from tests.books.copies import reading
from tests.support.process import manage

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.sqlite_only(reason="the club is made once, in a file of its own; see test_demo_sizes.py"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    data: Path
    printed: str


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Filled:
    """Once, as somebody does who looks around."""
    data = tmp_path_factory.mktemp("demo")
    assert manage("migrate", "--data", str(data)).returncode == 0
    return Filled(data=data, printed=_run_demo(data))


def _run_demo(data: Path) -> str:
    done = manage("demo", "--data", str(data))
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def club(filled: Filled, db: None) -> Iterator[Club]:
    with reading(filled.data / "scorebook.sqlite3"):
        yield Club.objects.get()


@pytest.fixture
def hands(club: Club) -> list[HandEvent]:
    """As they stand now."""
    found = []
    for evening in Evening.objects.filter(club=club).order_by("number"):
        for hand in evening_totals.current_evening_hands(evening):
            hand.evening = evening
            found.append(hand)
    return found


def _player_names(club: Club) -> dict[str, str]:
    return {str(player.pk): player.name for player in club.players.all()}


def test_the_links_of_the_last_evenings_are_printed(filled: Filled, club: Club) -> None:
    first, *evenings = filled.printed.splitlines()
    assert club.keeper_token in first
    club.link = club.keeper_token
    last = reversed(Evening.objects.order_by("-number")[:3])
    for line, evening in zip(evenings, last, strict=True):
        assert evening.link_from(club) in line


def test_a_second_run_changes_nothing(filled: Filled, club: Club) -> None:
    written = HandEvent.objects.count()
    assert _run_demo(filled.data) == filled.printed
    assert HandEvent.objects.count() == written


def test_the_audit_finds_nothing(club: Club) -> None:
    assert audit_club(club) is None


def test_it_met_on_thursdays_for_three_years_and_not_in_the_holidays(club: Club) -> None:
    *closed, tonight = Evening.objects.order_by("number")
    assert 130 <= len(closed) <= 150
    assert {evening.started_at.weekday() for evening in closed} == {3}
    assert timedelta(days=2 * 365) < tonight.started_at - closed[0].started_at < timedelta(days=3 * 365 + 60)
    assert not [one for one in closed if one.started_at.month == 12 and one.started_at.day > 24]
    assert all(25 <= one.hand_count <= 60 for one in closed[:-3])


def test_mostly_bavarian_is_played_and_now_and_then_something_else(club: Club) -> None:
    played = Counter(Evening.objects.values_list("game", flat=True))
    assert played["bavarian"] > 120 and min(played["palatinate"], played["sasku"]) >= 4


def test_seven_regulars_three_guests_a_newcomer_and_a_name_entered_twice(club: Club) -> None:
    came: Counter[str] = Counter(
        name for _evening, name in set(Seat.objects.values_list("evening", "player__name")) if name
    )
    assert len(came) == 12
    assert all(came[name] > 40 for name in ("Resi", "Sepp", "Vroni", "Xaver", "Anna", "Beppo", "Kathi"))
    assert all(10 <= came[name] < 40 for name in ("Gitti", "Done"))
    [forgotten] = [name for name in came if name.startswith("N. N. ")]
    assert 10 <= came[forgotten] < 40
    assert 3 <= came["Lisl"] < 10 and came["Sepp H."] == 3
    first = Evening.objects.filter(seats__player__name="Lisl").order_by("number").first()
    assert first and Evening.objects.latest("number").started_at - first.started_at < timedelta(days=100)


def test_somebody_comes_late_and_somebody_leaves_early(club: Club) -> None:
    assert Seat.objects.filter(from_hand__gt=1).exists()
    assert Seat.objects.filter(until_hand__isnull=False).exists()


def test_the_demo_has_memorable_hands(hands: list[HandEvent]) -> None:
    """A tour finds these hands where they are named."""
    found = {(hand.evening.number, hand.no): hand for hand in hands}
    assert [at for at, hand in found.items() if hand.report["contract"] == "sie"] == [(41, 11), (113, 19)]
    assert [at for at, hand in found.items() if hand.report.get("march_by")] == [(66, 17)]
    assert found[22, 8].report["contract"] == "solo_tout" and found[95, 5].report["contract"] == "wenz_tout"


def test_everything_the_sheet_can_show_is_there(hands: list[HandEvent]) -> None:
    reports: list[Hand] = [hand.report for hand in hands if not hand.is_void]
    contracts = {str(report["contract"]) for report in reports}
    assert {
        "rufer",
        "solo",
        "wenz",
        "suit_wenz",
        "geier",
        "ramsch",
        "thrown_in",
        "sie",
        "solo_du",
        "passed",
    } <= contracts
    for field in ("kontra", "laid", "top_trumps", "maidens", "surrender", "card_points"):
        assert any(report.get(field) for report in reports), field
    assert {"schneider", "schwarz"} <= {(hand.score or {}).get("level") for hand in hands}
    assert any((hand.state_after or {}).get("pot") for hand in hands)
    kinds = Counter(HandEvent.objects.values_list("kind", flat=True))
    assert kinds["corrected"] > 3 and kinds["voided"] > 3


def test_rufers_are_as_frequent_and_as_often_won_as_in_real_play(hands: list[HandEvent]) -> None:
    """18,369 hands of an online club: 66 % of the declared ones are Rufers, 81 % of them won, 39 % with Schneider."""
    declared = [hand for hand in hands if hand.evening.game == "bavarian" and hand.report.get("declarer")]
    rufers = [hand for hand in declared if hand.report["contract"] == "rufer"]
    won = [hand for hand in rufers if (hand.score or {})["declarer_won"]]
    level = [hand for hand in rufers if (hand.score or {})["level"] != "plain"]
    assert abs(100 * len(rufers) - 66 * len(declared)) < 4 * len(declared)
    assert abs(100 * len(won) - 81 * len(rufers)) < 4 * len(rufers)
    assert abs(100 * len(level) - 39 * len(rufers)) < 4 * len(rufers)


def test_two_play_well_together_and_one_is_somebodys_nemesis(club: Club, hands: list[HandEvent]) -> None:
    names, together, against = _player_names(club), list[bool](), list[bool]()
    for hand in hands:
        if hand.report["contract"] != "rufer" or hand.is_void:
            continue
        side = {names[hand.report["declarer"]], names[hand.report["partner"]]}
        others = {names[player] for player, points in hand.score["points"].items() if points} - side
        won = hand.score["declarer_won"]
        if {"Vroni", "Xaver"} == side:
            together.append(won)
        if "Sepp" in side and "Anna" in others:
            against.append(won)
    assert 100 * sum(together) > 88 * len(together) and len(together) > 80
    assert 100 * sum(against) < 72 * len(against) and len(against) > 80


def test_two_evenings_are_still_open_and_all_others_paid_or_on_the_tab(club: Club) -> None:
    closed = Evening.objects.filter(closed_at__isnull=False).order_by("number")
    plans = [ledger.plan_lines(club=club, unit="EUR", evening_id=evening.pk) for evening in closed]
    is_open = [not all(line.is_paid for line in plan) for plan in plans]
    assert [place for place, one in enumerate(reversed(is_open), start=1) if one] == [1, 6]
    assert len([plan for plan in plans if not plan]) > 5, "carried over"


def test_the_open_evening_shows_what_there_is_to_see(club: Club) -> None:
    sheet = queries.evening_sheet(Evening.objects.get(closed_at__isnull=True))
    assert len(sheet.lines) == 12
    assert {"rufer", "solo", "wenz", "ramsch", "thrown_in"} == {line.report.contract for line in sheet.lines}
    assert ([line.no for line in sheet.lines if line.corrected], [line.no for line in sheet.lines if line.is_void]) == (
        [5, 11],
        [11],
    )


def test_the_kitty_holds_what_was_paid_for_cards_and_not_spent(club: Club) -> None:
    """Seven pay 2 euros in each of three years, and 11.90 are spent; then four owe one, and 3.90 are."""
    assert ledger.kitty_balance(club=club, unit="EUR") == 3 * (7 * 200 - 1190) + 4 * 100 - 390
    tab = ledger.tab_balances(club=club, unit="EUR")
    assert ledger.till_balance(club=club, unit="EUR") == sum(tab.values()) + ledger.kitty_balance(club=club, unit="EUR")
    assert min(tab.values()) < 0 < max(tab.values())


def test_the_books_of_the_demo_are_right(club: Club) -> None:
    assert ledger.verify_chain(club=club) is None
    for evening in Evening.objects.all():
        assert evening_totals.rebuild_seats(evening) == []
        assert sum(ledger.balances(club=club, unit=evening.unit, evening_id=evening.pk).values()) == 0
