"""How an evening ended and came to that, from hands alone: rows that can be reckoned at the table."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as some

from rules import Player
from scorebook.play.evening_story import EveningStory, Lead, PlayedHand, evening_story

FOUR = ("Resi", "Sepp", "Vroni", "Xaver")
FIVE = (*FOUR, "Zenzi")


def hand(no: int, *points: int, out: str = "", written: Mapping[str, int] | None = None) -> PlayedHand:
    """Points in seating order. out: who sat out, or "all" where nobody was dealt cards."""
    counts = {Player(name): count for name, count in zip(FIVE, points, strict=False)}
    holders = () if out == "all" else tuple(player for player in counts if player != out)
    sheet = counts if written is None else {Player(name): count for name, count in written.items()}
    winners = tuple(player for player in holders if sheet.get(player, 0) > 0)
    return PlayedHand(no=no, holders=holders, winners=winners, points=counts, written=sheet)


def story_of(*hands: PlayedHand, shares: Mapping[str, int] | None = None) -> EveningStory:
    got = {Player(name): points for name, points in (shares or {}).items()}
    return evening_story(hands, shares=got, seated=[Player(name) for name in FIVE])


def ranks(story: EveningStory) -> list[tuple[int, str, int]]:
    return [(place.rank, place.player, place.count) for place in story.places]


def runs(story: EveningStory) -> list[tuple[str, int, int, int]]:
    return [(run.player, run.length, run.first, run.last) for run in story.runs]


def test_places_are_shared_and_the_next_is_left_out() -> None:
    story = story_of(hand(1, 20, 20, -20, -20), hand(2, 30, -10, -10, -10))
    assert ranks(story) == [(1, "Resi", 50), (2, "Sepp", 10), (3, "Vroni", -30), (3, "Xaver", -30)]
    assert story.winners == ("Resi",) and story.hands == 2


def test_two_who_come_out_level_share_the_evening() -> None:
    """By chance: Resi won the first hand and Sepp the second; side by side all evening is another thing."""
    by_chance = story_of(hand(1, 30, -10, -10, -10), hand(2, -10, 30, -10, -10))
    assert by_chance.winners == ("Resi", "Sepp") and not by_chance.won_together
    assert (by_chance.lead, by_chance.turn) == (Lead.TAKEN, 2)
    together = story_of(hand(1, 20, 20, -20, -20), hand(2, 10, 10, -10, -10))
    assert together.winners == ("Resi", "Sepp") and together.won_together and together.lead is Lead.FROM_START


@pytest.mark.parametrize(
    "hands",
    [
        [],
        [hand(1, 0, 0, 0, 0)],
        [hand(1, 20, 20, -20, -20), hand(2, -20, -20, 20, 20)],
    ],
    ids=["no hand", "thrown in", "back to nothing"],
)
def test_where_all_are_level_nobody_wins(hands: list[PlayedHand]) -> None:
    story = story_of(*hands)
    assert story.winners == () and (story.lead, story.turn) == (None, None)
    assert {place.rank for place in story.places} <= {1}


def test_who_sat_there_without_a_hand_has_no_place() -> None:
    assert [name for _rank, name, _count in ranks(story_of(hand(1, 20, 20, -20, -20, 0, out="Zenzi")))] == list(FOUR)


def test_who_sat_out_and_paid_has_one() -> None:
    assert ranks(story_of(hand(1, 30, 10, -10, -20, -10, out="Zenzi")))[3:] == [(3, "Zenzi", -10), (5, "Xaver", -20)]


def test_the_best_hand_is_the_first_with_the_highest_gain() -> None:
    best = story_of(hand(1, 20, 20, -20, -20), hand(2, -50, 150, -50, -50), hand(3, 150, -50, -50, -50)).best
    assert best and (best.no, best.players, best.count) == (2, ("Sepp",), 150)


def test_a_hand_may_be_the_best_of_those_who_played_against_it() -> None:
    best = story_of(hand(1, -60, 20, 20, 20)).best
    assert best and (best.players, best.count) == (("Sepp", "Vroni", "Xaver"), 20)


@pytest.mark.parametrize(
    "hands",
    [[], [hand(1, 0, 0, 0, 0)], [hand(1, 0, 0, 0, 0, written={"Resi": -4})], [hand(1, 30, -10, -20, 0, out="all")]],
    ids=["no hand", "thrown in", "deductions alone", "no cards"],
)
def test_where_no_hand_moved_points_none_is_the_best(hands: list[PlayedHand]) -> None:
    assert story_of(*hands).best is None


@pytest.mark.parametrize("points", [1, 2])
def test_one_point_is_enough_for_the_best_hand(points: int) -> None:
    best = story_of(hand(1, points, -points, 0, 0)).best
    assert best and (best.players, best.count) == (("Resi",), points)


def test_what_was_only_written_down_is_no_hand() -> None:
    """A fine moves points, and the place with them; it is neither the best hand nor does it end a run."""
    story = story_of(hand(1, 30, -10, -10, -10), hand(2, 200, -200, 0, 0, out="all"), hand(3, 30, -10, -10, -10))
    assert story.hands == 2 and story.best and story.best.no == 1
    assert runs(story) == [("Resi", 2, 1, 3)] and ranks(story)[0] == (1, "Resi", 260)


@pytest.mark.parametrize(
    ("hands", "found"),
    [
        ([hand(1, 30, -10, -10, -10), hand(2, -10, 30, -10, -10)], []),
        ([hand(1, 30, -10, -10, -10), hand(2, 30, -10, -10, -10)], [("Resi", 2, 1, 2)]),
        # Resi holds no cards in hand 2: it neither adds to their run nor ends it.
        (
            [hand(1, 30, -10, -10, 0, -10, out="Xaver"), hand(2, 0, -10, 30, -10, -10, out="Resi"),
             hand(3, 30, 0, -10, -10, -10, out="Sepp")],
            [("Resi", 2, 1, 3)],
        ),
        # Thrown in: they held cards, and nobody won anything.
        ([hand(1, 30, -10, -10, -10), hand(2, 0, 0, 0, 0), hand(3, 30, -10, -10, -10)], []),
        # Hand 2 is struck out, so it is not among those that stand.
        ([hand(1, 30, -10, -10, -10), hand(3, 30, -10, -10, -10)], [("Resi", 2, 1, 3)]),
        # Two have one as long; of Resi's two the first.
        (
            [hand(1, 20, 20, -20, -20), hand(2, 20, 20, -20, -20), hand(3, -30, -30, 90, -30),
             hand(4, 20, -20, -20, 20), hand(5, 20, -20, -20, 20)],
            [("Resi", 2, 1, 2), ("Sepp", 2, 1, 2), ("Xaver", 2, 4, 5)],
        ),
        # Everybody has one as long: that is nobody's feat.
        (
            [hand(1, 20, 20, -20, -20), hand(2, 20, 20, -20, -20),
             hand(3, -20, -20, 20, 20), hand(4, -20, -20, 20, 20)],
            [],
        ),
    ],
    ids=["none", "two", "sat out", "thrown in", "struck out", "level", "all"],
)  # fmt: skip
def test_the_longest_run(hands: list[PlayedHand], found: list[tuple[str, int, int, int]]) -> None:
    assert runs(story_of(*hands)) == found


@pytest.mark.parametrize(
    ("hands", "shares", "lead", "turn"),
    [
        ([hand(1, 30, -10, -10, -10), hand(2, -20, 20, 20, -20)], {}, Lead.TAKEN, 2),
        ([hand(1, 60, -20, -20, -20), hand(2, -10, 30, -10, -10)], {}, Lead.FROM_START, None),
        # A hand that moved no points is no start.
        ([hand(1, 0, 0, 0, 0), hand(2, 30, -10, -10, -10)], {}, Lead.FROM_START, None),
        # Resi leads, then Sepp, then Resi for good: the lead changed twice, and the second time counts.
        ([hand(1, 30, -10, -10, -10), hand(2, -30, 90, -30, -30), hand(3, 150, -50, -50, -50)], {}, Lead.TAKEN, 3),
        # Level with the leader is not in front.
        ([hand(1, 20, 20, -20, -20), hand(2, 20, -20, 20, -20)], {}, Lead.TAKEN, 2),
        # Sepp led to the end; what Resi got of the pot made them the winner.
        ([hand(1, 10, 20, -20, -20)], {"Resi": 20, "Sepp": -10}, Lead.BY_POT, None),
        ([hand(1, -10, -10, -10, -10)], {"Resi": 10}, Lead.BY_POT, None),
    ],
    ids=["taken", "from the start", "after nothing", "twice", "level before", "by the pot", "pot paid back"],
)
def test_what_turned_it(hands: list[PlayedHand], shares: dict[str, int], lead: Lead, turn: int | None) -> None:
    story = story_of(*hands, shares=shares)
    assert (story.lead, story.turn) == (lead, turn)


def test_the_sheet_decides_where_nobody_pays_for_it() -> None:
    """Strokes of a game that nobody has won yet; once one is won, the games decide and not the strokes."""
    strokes = [
        hand(1, 0, 0, 0, 0, written={"Resi": 2, "Vroni": 2}),
        hand(2, 0, 0, 0, 0, written={"Sepp": 6, "Xaver": 6}),
    ]
    story = story_of(*strokes)
    assert story.winners == ("Sepp", "Xaver") and story.won_together and story.turn == 2
    won = story_of(*strokes, hand(3, 1, -1, 1, -1, written={"Resi": 3, "Vroni": 3}))
    assert won.winners == ("Resi", "Vroni") and ranks(won)[0] == (1, "Resi", 1)
    assert won.best and (won.best.no, won.best.count) == (2, 6)
    assert won.lead is Lead.FROM_START  # before the first game that was won nobody led by games


POINTS = some.lists(some.integers(-3, 3), min_size=4, max_size=4)


@given(some.lists(POINTS, max_size=12))
def test_the_turn_equals_a_plain_recount(rows: list[list[int]]) -> None:
    """A second calculation: hand by hand, whether the winners were in front after it and after each that followed."""
    story = story_of(*(hand(no, *row) for no, row in enumerate(rows, start=1)))
    sums = [[sum(row[seat] for row in rows[:count]) for seat in range(4)] for count in range(1, len(rows) + 1)]
    fronts = [{FOUR[seat] for seat in range(4) if row[seat] == max(row)} for row in sums]
    if not story.winners:
        assert not fronts or len(fronts[-1]) == 4
        return
    assert fronts[-1] == set(story.winners)
    no = next(no for no in range(1, len(rows) + 1) if all(one == fronts[-1] for one in fronts[no - 1 :]))
    is_first = not any(any(row) for row in sums[: no - 1])
    assert (story.lead, story.turn) == ((Lead.FROM_START, None) if is_first else (Lead.TAKEN, no))
