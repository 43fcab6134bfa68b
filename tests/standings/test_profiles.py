"""A person's figures are a plain recount of hands, whatever was corrected, struck out or linked."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from uuid import UUID

import pytest
from django.utils import timezone

from scorebook.clubs.models import Player
from scorebook.play import totals
from scorebook.play.codec import read_table
from scorebook.play.models import Evening
from scorebook.standings import bests, pairs, profiles
from scorebook.standings.bests import Record
from scorebook.standings.partners import partners
from scorebook.standings.period import Span
from tests.standings.seeded_club import SeededClub, seeded_club

GAME = "bavarian"
NOVEMBER = Span(first=date(2026, 11, 1), end=date(2026, 12, 1))
PERIODS = [
    None,
    NOVEMBER,
    Span(first=date(2026, 12, 1), end=date(2027, 3, 1)),
    Span(first=date(2020, 1, 1), end=date(2020, 2, 1)),
]


@dataclass(frozen=True, slots=True)
class ToldHand:
    """A hand that counts, by the people who held cards."""

    evening: Evening
    no: int
    contract: str
    points: dict[UUID, int]
    side: list[UUID]
    won: bool | None
    is_clear: bool
    paid: dict[UUID, int]  # also by those who held none

    def is_on_side(self, person: UUID) -> bool:
        return person in self.side

    def has_won(self, person: UUID) -> bool:
        return self.won is not None and self.is_on_side(person) == self.won


def told_hands(club: SeededClub, months: Span | None) -> Iterator[ToldHand]:
    """From the events alone; the one who is Emmi is only known to be so here."""
    emmerl = club.id("Emmerl")

    def who(player: object) -> UUID:
        id = UUID(str(player))
        return club.id("Emmi") if id == emmerl else id

    for evening in club.evenings:
        stored = evening.fresh()
        day = timezone.localdate(stored.started_at)
        if months and not months.first <= day < months.end:
            continue
        for event in totals.current_hands(stored):
            if not event.is_void:
                active = stored.rules.active(read_table(event.table))
                yield ToldHand(
                    evening=stored,
                    no=event.no,
                    contract=event.report["contract"],
                    points={who(player): event.score["points"][player] for player in active},
                    side=[who(player) for player in event.score["declarer_side"]],
                    won=event.score["declarer_won"],
                    is_clear=event.score["level"] not in (None, "plain"),
                    paid={who(player): points for player, points in event.score["points"].items()},
                )


@pytest.fixture(params=range(3))
def club(db: None, request: pytest.FixtureRequest) -> SeededClub:
    return seeded_club(request.param)


def people(club: SeededClub) -> list[UUID]:
    return [player.pk for name, player in club.people.items() if name != "Emmerl"]


def test_totals_and_contracts(club: SeededClub) -> None:
    for months in PERIODS:
        check_totals_and_contracts(club, months)


def check_totals_and_contracts(club: SeededClub, months: Span | None) -> None:
    hands = list(told_hands(club, months))
    for person in people(club):
        found = profiles.totals_of(
            profiles.chosen(profiles.played_months(club.circle, person), game=GAME, months=months)
        )
        own = [hand for hand in hands if person in hand.points]
        points = sum(hand.paid.get(person, 0) for hand in hands)
        assert (found.points, found.amounts.get("EUR", 0)) == (points, points)
        assert found.evenings == len({hand.evening.pk for hand in hands})
        assert found.hands == len(own)
        assert found.declared == sum(hand.side[:1] == [person] for hand in own)
        by_contract = profiles.contracts_of(club.circle, person, game=GAME, months=months)
        told = {one.contract: one for one in by_contract}
        assert told.keys() == {hand.contract for hand in own}
        assert [one.hands for one in by_contract] == sorted((one.hands for one in by_contract), reverse=True)
        for contract, one in told.items():
            assert counted(one) == recounted(person, [hand for hand in own if hand.contract == contract])


def counted(one: profiles.ContractFigures) -> dict[str, int]:
    return {name: getattr(one, name) for name in one.__dataclass_fields__ if name != "contract"}


def recounted(person: UUID, hands: list[ToldHand]) -> dict[str, int]:
    declared = [hand for hand in hands if hand.side[:1] == [person]]
    defended = [hand for hand in hands if hand.won is not None and person not in hand.side]
    clear = [hand for hand in hands if hand.won is not None and hand.is_clear]
    return {
        "hands": len(hands),
        "won": sum(hand.points[person] > 0 for hand in hands),
        "lost": sum(hand.points[person] < 0 for hand in hands),
        "points": sum(hand.points[person] for hand in hands),
        "declared": len(declared),
        "declared_won": sum(hand.has_won(person) for hand in declared),
        "defended": len(defended),
        "defended_won": sum(hand.has_won(person) for hand in defended),
        "schneider_given": sum(hand.has_won(person) for hand in clear),
        "schneider_taken": sum(not hand.has_won(person) for hand in clear),
    }


def test_what_two_had_in_common(club: SeededClub) -> None:
    for months in PERIODS:
        must = common_recounted(told_hands(club, months))
        assert pairs.common_of_all(club.circle, game=GAME, months=months) == must
        for person in people(club):
            own = {pair[1]: common for pair, common in must.items() if pair[0] == person}
            assert pairs.common_of(club.circle, person, game=GAME, months=months) == own


def common_recounted(hands: Iterator[ToldHand]) -> dict[tuple[UUID, UUID], pairs.Common]:
    sums: dict[tuple[UUID, UUID], Counter[str]] = defaultdict(Counter)
    for hand in hands:
        for one, other in combinations(hand.points, 2) if hand.won is not None else ():
            for pair in ((one, other), (other, one)):
                me, you = pair
                where = "together" if hand.is_on_side(me) == hand.is_on_side(you) else "against"
                sums[pair][where] += 1
                sums[pair][f"{where}_won"] += hand.has_won(me)
                sums[pair][f"{where}_points"] += hand.points[me]
                sums[pair]["other_points"] += hand.points[you] if where == "against" else 0
    return {pair: pairs.Common(**own) for pair, own in sums.items()}


def test_partners_are_told_by_their_hands_on_one_side(club: SeededClub) -> None:
    found = partners(club.circle, game=GAME, months=None)
    hands = [hand for hand in told_hands(club, None) if hand.won is not None]
    for person in people(club):
        mates = [
            (hand, other)
            for hand in hands
            for other in hand.points
            if person in hand.points and other != person and hand.is_on_side(other) == hand.is_on_side(person)
        ]
        assert (found.shares[person].won, found.shares[person].hands) == (
            sum(hand.has_won(person) for hand, _other in mates),
            len(mates),
        )


def test_evenings_streaks_and_bests(club: SeededClub) -> None:
    for person in people(club):
        evenings = person_evenings(club, person)
        last = profiles.last_evenings(club.circle, person, game=GAME)
        assert [(one.evening_id, one.points, one.amount_minor, one.place, one.people) for one in last] == [
            (one.id, one.points, one.points, one.place, 5) for one in reversed(evenings)
        ]
        found = bests.bests(club.circle, person, game=GAME, games=[GAME])
        best = max(evenings, key=lambda one: one.points)
        assert found.evening is not None
        assert (found.evening.value, found.evening.evening_id) == (best.points, best.id)
        assert (found.evenings, found.evenings_won) == (len(evenings), sum(one.place == 1 for one in evenings))
        assert (found.streak, found.longest_streak) == streaks([one.points for one in evenings])
        run = max(one.run for one in evenings)
        assert (found.run.value if found.run else 0) == run
        gains = [
            (hand.points[person], -hand.evening.number, -hand.no)
            for hand in told_hands(club, None)
            if person in hand.points
        ]
        gain, number, no = max(gains)
        assert found.hand is not None
        assert (found.hand.value, found.hand.no) == (gain, -no)


@dataclass
class Told:
    id: UUID
    points: int
    place: int
    run: int = field(default=0)


def person_evenings(club: SeededClub, person: UUID) -> list[Told]:
    by_evening: dict[UUID, list[ToldHand]] = {evening.stored.pk: [] for evening in club.evenings}
    for hand in told_hands(club, None):
        by_evening[hand.evening.pk].append(hand)
    found = []
    for id, hands in by_evening.items():
        brought: Counter[UUID] = Counter()
        for hand in hands:
            brought.update(hand.paid)
        place = 1 + sum(points > brought[person] for points in brought.values())
        found.append(Told(id=id, points=brought[person], place=place, run=longest_run(person, hands)))
    return found


def longest_run(person: UUID, hands: list[ToldHand]) -> int:
    wins = "".join("+" if hand.points[person] > 0 else "-" for hand in hands if person in hand.points)
    return max(map(len, wins.split("-")))


def streaks(points: list[int]) -> tuple[int, int]:
    """Now, and the longest with a plus."""
    signs = "".join("+" if one > 0 else "-" if one < 0 else "0" for one in points)
    now = len(signs) - len(signs.rstrip(signs[-1]))
    return {"+": now, "-": -now, "0": 0}[signs[-1]], max(map(len, signs.replace("-", "0").split("0")))


def test_the_course_ends_where_the_totals_stand(club: SeededClub) -> None:
    person = club.id("Emmi")
    played = profiles.chosen(profiles.played_months(club.circle, person), game=GAME, months=None)
    course = profiles.course(club.circle, person, game=GAME, months=None, played=played)
    evenings = person_evenings(club, person)
    assert not course.is_by_month
    assert [one.value for one in course.stands(None)] == [
        sum(one.points for one in evenings[: place + 1]) for place in range(len(evenings))
    ]
    assert course.stands("EUR") == course.stands(None)  # a point is a cent here
    assert course.stands("beer") == []


def test_more_evenings_than_can_be_drawn_go_by_months(club: SeededClub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "EVENINGS_DRAWN", 3)
    person = club.id("Anna")
    played = profiles.chosen(profiles.played_months(club.circle, person), game=GAME, months=None)
    stands = profiles.course(club.circle, person, game=GAME, months=None, played=played).stands(None)
    # The evenings began on 20 November, 10 and 30 December, 19 January, 8 February.
    assert [one.on for one in stands] == [date(2026, 11, 1), date(2026, 12, 1), date(2027, 1, 1), date(2027, 2, 1)]
    assert stands[-1].value == sum(one.points for one in person_evenings(club, person))


def test_a_record_is_held_by_whoever_nobody_has_beaten(club: SeededClub) -> None:
    held: dict[Record, set[UUID]] = defaultdict(set)
    best: dict[Record, dict[UUID, int]] = defaultdict(dict)
    for person in people(club):
        found = bests.bests(club.circle, person, game=GAME, games=[GAME])
        for record in bests.records_held(club.circle, person, found, game=GAME, today=date(2027, 3, 1)):
            held[record].add(person)
        evenings = person_evenings(club, person)
        best[Record.RUN][person] = max(one.run for one in evenings)
        best[Record.STREAK][person] = streaks([one.points for one in evenings])[1]
        best[Record.HAND][person] = max(hand.points[person] for hand in told_hands(club, None) if person in hand.points)
    for record, by_person in best.items():
        assert held[record] == {person for person, value in by_person.items() if value == max(by_person.values())}
    assert held[Record.CUP] == {cup_recounted(club)}


def cup_recounted(club: SeededClub) -> UUID | None:
    """Everybody is always there: the winner of the last evening that was not level has it."""
    holder = None
    for turn in range(len(club.evenings)):
        first = [person for person in people(club) if person_evenings(club, person)[turn].place == 1]
        holder = first[0] if len(first) == 1 else holder
    return holder


def test_who_never_played_has_nothing(db: None) -> None:
    club = seeded_club(0, evenings=2)
    stranger = Player.objects.create(
        club=club.club, name="Xaver", name_folded="xaver", created_at=club.evenings[0].clock
    )
    assert profiles.played_months(club.circle, stranger.pk) == []
    assert pairs.common_of(club.circle, stranger.pk, game=GAME, months=None) == {}
    found = bests.bests(club.circle, stranger.pk, game=GAME, games=[])
    assert (found.evening, found.hand, found.run, found.evenings, found.streak) == (None, None, None, 0, 0)
    assert bests.records_held(club.circle, stranger.pk, found, game=GAME, today=date(2027, 3, 1)) == ()
