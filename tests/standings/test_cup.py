"""The travelling cup: who takes it when, who had it how long, and what a club agrees on."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from uuid import UUID, uuid4, uuid5

import pytest

from scorebook.clubs.club_groups import ClubGroup, CupAgreement, CupRule, club_group
from scorebook.clubs.models import ClubEvent, Player
from scorebook.clubs.services import NameKeyConflict
from scorebook.core.months import EARLIEST
from scorebook.core.time_spans import Span
from scorebook.operations.audit.full_audit import audit_club
from scorebook.standings.records.cup_holders import (
    EveningPoints,
    Holding,
    cup_history,
    cup_holders,
    cup_holders_between,
    cup_now,
    end_holdings,
    holdings_between,
    pass_cup_on,
    sum_holdings_by_person,
)
from scorebook.standings.services.cup_agreement import agree_cup
from scorebook.standings.standings_updates import rebuild_standings
from tests.support.hall_evenings import FIRST_AT, WEEK, closed_evening, four_evenings
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer, solo

ANNA, BEPPO, CILLI = PEOPLE = [uuid5(UUID(int=0), name) for name in ("Anna", "Beppo", "Cilli")]
NAMES = dict(zip(PEOPLE, "ABC", strict=True))
BEATEN, WINNER, NO_CUP = CupRule.BEATEN, CupRule.WINNER, CupRule.NO_CUP
CHRISTMAS = date(2026, 12, 24)


def evenings(*texts: str) -> list[EveningPoints]:
    """`A AB`: Anna won, Anna and Beppo were there; on one day of January after the other."""
    by_letter = {letter: person for person, letter in NAMES.items()}
    return [
        EveningPoints(
            evening_id=uuid5(UUID(int=1), str(day)),
            started_at=datetime(2026, 1, day, 20, tzinfo=UTC),
            points={by_letter[letter]: int(letter in one.split()[0]) for letter in one.split()[1]},
        )
        for day, one in enumerate(texts, start=1)
    ]


def agreed(rule: CupRule, day: int) -> CupAgreement:
    return CupAgreement(rule=rule, first_on=date(2026, 1, day))


def shown(found: Sequence[Holding]) -> str:
    return " ".join(f"{one.first_on.day}{NAMES[one.before] if one.before else ''}>{NAMES[one.holder]}" for one in found)


@pytest.mark.parametrize(
    ("played", "rules", "line"),
    [
        pytest.param(["A AB"], [], "1>A", id="the first winner takes it"),
        pytest.param(["AB ABC", "C ABC"], [], "2>C", id="several who are level take nothing, and it stays free"),
        pytest.param(["A AB", "B AB"], [], "1>A 2A>B", id="beaten at the table"),
        pytest.param(["A AB", "B BC", "C AC"], [], "1>A 3A>C", id="who stays at home keeps it"),
        pytest.param(["A AB", "AB AB"], [], "1>A", id="level with the best keeps it"),
        pytest.param(["A ABC", "BC ABC"], [], "1>A", id="two who are level beat nobody"),
        pytest.param(["A AB", "A AB"], [], "1>A", id="who has it takes it from nobody"),
        pytest.param(["A AB", "B BC"], [agreed(WINNER, 1)], "1>A 2A>B", id="every winner takes it"),
        pytest.param(["A AB", "BC ABC"], [agreed(WINNER, 1)], "1>A", id="every winner, but one alone"),
        pytest.param(["A AB", "B AB"], [agreed(NO_CUP, 1)], "", id="no cup"),
        pytest.param(["A AB", "B AB"], [agreed(NO_CUP, 2)], "1>A", id="no cup any more"),
        pytest.param(["A AB", "B BC"], [agreed(BEATEN, 2)], "1>A 2>B", id="a new agreement begins anew"),
        pytest.param(["A AB", "A AB"], [agreed(BEATEN, 2)], "1>A 2>A", id="and the same may take it again"),
        pytest.param(["A AB", "B AB", "A AB"], [agreed(NO_CUP, 2), agreed(WINNER, 3)], "1>A 3>A", id="after a pause"),
    ],
)
def test_who_takes_the_cup(played: list[str], rules: list[CupAgreement], line: str) -> None:
    assert shown(pass_cup_on(evenings(*played), rules)) == line


@pytest.mark.parametrize("split", range(4))
def test_the_line_goes_on_from_any_evening(split: int) -> None:
    played, rules = evenings("A AB", "B AB", "C BC", "A AC"), [agreed(WINNER, 3)]
    first = pass_cup_on(played[:split], rules)
    rest = pass_cup_on(played[split:], rules, last=first[-1] if first else None)
    assert [*first, *rest] == pass_cup_on(played, rules)


def test_whoever_has_it_has_it_until_it_passes_on_or_begins_anew() -> None:
    passings = pass_cup_on(evenings("A AB", "B AB", "C BC", "A AC"), [agreed(WINNER, 3)])
    line = end_holdings(passings, [agreed(WINNER, 3), agreed(NO_CUP, 20)], today=date(2026, 1, 14))
    assert [(NAMES[one.holder], one.first_on.day, one.until and one.until.day) for one in line] == [
        ("A", 1, 2), ("B", 2, 3), ("C", 3, 4), ("A", 4, None)
    ]  # fmt: skip
    held = sum_holdings_by_person(line, today=date(2026, 1, 14))
    assert [(NAMES[one.person], one.times, one.days) for one in held] == [
        ("A", 2, 11), *sorted([("B", 1, 1), ("C", 1, 1)], key=lambda one: PEOPLE["ABC".index(one[0])])
    ]  # fmt: skip
    later = end_holdings(passings, [agreed(WINNER, 3), agreed(NO_CUP, 20)], today=date(2026, 1, 20))
    assert later[-1].until == date(2026, 1, 20)


def test_a_gap_belongs_to_nobody() -> None:
    passings = pass_cup_on(evenings("A AB", "AB AB", "AB AB", "B AB"), [agreed(BEATEN, 2)])
    line = end_holdings(passings, [agreed(BEATEN, 2)], today=date(2026, 1, 6))
    assert [(NAMES[one.holder], one.first_on.day, one.until and one.until.day) for one in line] == [
        ("A", 1, 2), ("B", 4, None)
    ]  # fmt: skip
    assert [NAMES[one.holder] for one in holdings_between(line, date(2026, 1, 2), date(2026, 1, 4))] == []
    assert [NAMES[one.holder] for one in holdings_between(line, date(2026, 1, 1), date(2026, 1, 4))] == ["A"]
    assert [NAMES[one.holder] for one in holdings_between(line, date(2026, 2, 1), date(2026, 3, 1))] == ["B"]


# -- over the services ---------------------------------------------------------------------------------------------


def line_of(group: ClubGroup) -> list[tuple[str, str, date | None]]:
    names = {player.pk: player.name for player in Player.objects.all()}
    return [
        (names[one.holder], names[one.before] if one.before else "", one.until)
        for one in reversed(cup_history(group, today=CHRISTMAS, size=30).line)
    ]


def agree(evening: PlayedEvening, rule: CupRule, first_on: date, *, key: UUID | None = None) -> ClubGroup:
    return agree_cup(
        club=evening.club, rule=rule, first_on=first_on, key=key or uuid4(), by="club link", at=NINE_O_CLOCK
    )


@pytest.fixture
def played(db: None) -> list[PlayedEvening]:
    """Cilli takes it on 9 January, Anna from her a week later, and keeps it: away once, and beaten by two at once."""
    return four_evenings()


def test_the_cup_of_four_evenings(played: list[PlayedEvening]) -> None:
    group = club_group(played[0].club.pk)
    assert line_of(group) == [("Cilli", "", date(2026, 1, 16)), ("Anna", "Cilli", None)]
    now = cup_now(group, today=CHRISTMAS)
    assert (now.evenings, now.agreement.rule, now.agreement.first_on) == (3, BEATEN, EARLIEST)
    assert now.holding is not None and now.holding.evening_id == played[1].stored.pk
    days = {played[0].players["Cilli"].pk: 7, played[0].players["Anna"].pk: (CHRISTMAS - date(2026, 1, 16)).days}
    assert {one.person: one.days for one in cup_holders(group, today=CHRISTMAS)} == days


@pytest.mark.parametrize(
    ("before", "size", "holders", "has_more"),
    [(None, 1, ["Anna"], True), (1, 1, ["Cilli"], False), (None, 2, ["Anna", "Cilli"], False), (0, 2, [], False)],
)
def test_a_page_of_the_cup_says_whether_more_come(
    played: list[PlayedEvening], before: int | None, size: int, holders: list[str], has_more: bool
) -> None:
    names = {player.pk: player.name for player in Player.objects.all()}
    evening = None if before is None else played[before].stored.pk
    found = cup_history(club_group(played[0].club.pk), today=CHRISTMAS, before=evening, size=size)
    assert ([names[one.holder] for one in found.line], found.has_more) == (holders, has_more)


@pytest.mark.parametrize("week", [-1, 9])
def test_the_cup_of_another_club_is_not_taken_from_anybody(played: list[PlayedEvening], week: int) -> None:
    other = closed_evening("Hias Irmi Jackl Korbi", [solo("Irmi")], at=FIRST_AT + week * WEEK)
    assert line_of(club_group(other.club.pk)) == [("Irmi", "", None)]


def test_every_winner_takes_it_where_the_club_agrees_so(played: list[PlayedEvening]) -> None:
    group = agree(played[0], WINNER, date(2026, 1, 1))
    assert line_of(group) == [
        ("Cilli", "", date(2026, 1, 16)), ("Anna", "Cilli", date(2026, 1, 23)), ("Emmi", "Anna", None)
    ]  # fmt: skip
    assert audit_club(played[0].club) is None
    assert rebuild_standings(played[0].club.pk) == 0


def test_no_cup_from_a_day_on(played: list[PlayedEvening]) -> None:
    group = agree(played[0], NO_CUP, date(2026, 1, 16))
    assert line_of(group) == [("Cilli", "", date(2026, 1, 16))]
    now = cup_now(group, today=CHRISTMAS)
    assert (now.holding, now.evenings) == (None, 0)
    assert cup_now(group, today=date(2026, 1, 15)).holding is not None
    [held] = cup_holders_between(group, Span.of_year(2026), today=CHRISTMAS)
    assert held.until == date(2026, 1, 16)


def test_the_last_agreement_of_a_day_holds(played: list[PlayedEvening]) -> None:
    agree(played[0], NO_CUP, date(2026, 1, 1))
    group = agree(played[0], BEATEN, date(2026, 1, 1))
    assert line_of(group) == [("Cilli", "", date(2026, 1, 16)), ("Anna", "Cilli", None)]
    assert rebuild_standings(played[0].club.pk) == 0


def test_agreed_twice_is_agreed_once(played: list[PlayedEvening]) -> None:
    key = uuid4()
    for _ in range(2):
        agree(played[0], WINNER, date(2026, 1, 1), key=key)
    agree(played[0], WINNER, date(2026, 1, 1))  # another key, but nothing new
    assert ClubEvent.objects.count() == 1
    with pytest.raises(NameKeyConflict):
        agree(played[0], WINNER, date(2026, 1, 2), key=key)
    stranger = new_evening("Gustl", "Hias", "Irmi", "Jackl")
    with pytest.raises(NameKeyConflict):
        agree(stranger, WINNER, date(2026, 1, 1), key=key)
    assert ClubEvent.objects.count() == 1


@pytest.mark.parametrize("day", [date.min, date(1899, 12, 31), date(9000, 1, 1), date.max])
def test_any_day_will_do(played: list[PlayedEvening], day: date) -> None:
    group = agree(played[0], WINNER, day)
    assert group.cups == (CupAgreement(rule=WINNER, first_on=day),)
    assert len(line_of(group)) == (3 if day.year < 2026 else 2)
    assert rebuild_standings(played[0].club.pk) == 0


def test_an_older_evening_that_is_closed_later_changes_the_line(db: None) -> None:
    names = ("Anna", "Beppo", "Cilli", "Done")
    first = closed_evening(" ".join(names), [solo("Anna")])
    late = new_evening(*names, club=first.club, at=FIRST_AT + WEEK)
    late.record(solo("Cilli"))
    closed_evening(" ".join(names), [solo("Beppo")], club=first.club, at=FIRST_AT + 2 * WEEK)
    assert [(who, whose) for who, whose, _ in line_of(club_group(first.club.pk))] == [("Anna", ""), ("Beppo", "Anna")]
    late.close()
    assert [(who, whose) for who, whose, _ in line_of(club_group(first.club.pk))] == [
        ("Anna", ""), ("Cilli", "Anna"), ("Beppo", "Cilli")
    ]  # fmt: skip
    first.reopen()
    assert [(who, whose) for who, whose, _ in line_of(club_group(first.club.pk))] == [("Cilli", ""), ("Beppo", "Cilli")]
    first.correct(1, solo("Done"))
    first.close()
    assert [(who, whose) for who, whose, _ in line_of(club_group(first.club.pk))] == [
        ("Done", ""), ("Cilli", "Done"), ("Beppo", "Cilli")
    ]  # fmt: skip
    assert audit_club(first.club) is None


def test_a_day_is_a_day_where_the_club_is(db: None) -> None:
    """Half past midnight in Bavaria is the next day, though not in UTC."""
    late = closed_evening("Anna Beppo Cilli Done", [solo("Anna")], at=datetime(2026, 1, 9, 23, 30, tzinfo=UTC))
    group = agree(late, NO_CUP, date(2026, 1, 10))
    assert line_of(group) == []
    assert [who for who, *_ in line_of(agree(late, BEATEN, date(2026, 1, 10)))] == ["Anna"]


def test_an_evening_that_nobody_won_alone_hands_over_nothing(db: None) -> None:
    evening = closed_evening("Anna Beppo Cilli Done", [rufer("Anna", "Beppo")])
    group = club_group(evening.club.pk)
    assert cup_history(group, today=CHRISTMAS, size=30).line == ()
    assert (cup_now(group, today=CHRISTMAS).holding, cup_holders(group, today=CHRISTMAS)) == (None, [])
