"""An evening is opened, people come and go, it is closed and opened again."""

from typing import Any
from uuid import uuid4

import pytest

from rules import PRESETS, ReportError
from scorebook.clubs.services import create_club, enrol_players
from scorebook.ledger import queries as ledger
from scorebook.ledger.accounts import TILL
from scorebook.ledger.models import Entry
from scorebook.ledger.services import SettlementMethod, mark_paid
from scorebook.play import services
from scorebook.play.models import Evening, EveningEvent
from scorebook.play.queries import evening_sheets
from tests.support.played_evening import (
    NINE_O_CLOCK,
    PUB,
    THROWN_IN,
    Change,
    PlayedEvening,
    names_of,
    new_evening,
    rufer,
    solo,
)


def _open_evening_with(evening: PlayedEvening, **changes: Any) -> Evening:
    agreed = {"ruleset": PUB, "unit": "EUR", "stake_minor": 1}
    terms = {name: changes.pop(name, value) for name, value in agreed.items()}
    wanted: dict[str, Any] = {
        "club": evening.club,
        "key": uuid4(),
        "terms": services.Terms(**terms),
        "players": list(evening.players.values()),
        "first_dealer": None,
        "at": NINE_O_CLOCK,
        "by": "Anna",
    }
    return services.open_evening(**(wanted | changes))


def test_an_evening_pins_what_was_agreed(evening: PlayedEvening) -> None:
    stored = evening.fresh()
    assert (stored.number, stored.game, stored.unit, stored.stake_minor) == (1, "bavarian", "EUR", 1)
    assert stored.ruleset == PUB.to_json()
    assert names_of([line.player for line in evening.sheet().players]) == ["Anna", "Beppo", "Cilli", "Done"]
    assert len({stored.scribe_token, stored.watch_token, stored.club.keeper_token}) == 3


def test_the_first_named_deals_unless_somebody_else_is_named(evening: PlayedEvening) -> None:
    assert evening.dealer() == "Anna"
    opened = _open_evening_with(evening, first_dealer=evening.players["Cilli"])
    assert evening_sheets.evening_sheet(opened).next_dealer.name == "Cilli"


def test_evenings_of_a_club_are_numbered(evening: PlayedEvening) -> None:
    assert [_open_evening_with(evening).number for _ in range(3)] == [2, 3, 4]
    assert new_evening("Anna", "Beppo", "Cilli", "Done").stored.number == 1


def test_an_evening_sent_twice_is_opened_once(evening: PlayedEvening) -> None:
    key = uuid4()
    first = _open_evening_with(evening, key=key)
    services.record_hand(evening=first, key=uuid4(), known_hands=0, hand=THROWN_IN, at=NINE_O_CLOCK, by="Anna")
    again = _open_evening_with(evening, key=key)
    assert (again.pk, again.scribe_token, again.hand_count) == (first.pk, first.scribe_token, 1)
    for change in (
        {"stake_minor": 2},
        {"unit": "CHF"},
        {"ruleset": PRESETS["bavarian"]["school_10_50"]},
        {"first_dealer": evening.players["Done"]},
        {"players": list(reversed(evening.players.values()))},
    ):
        with pytest.raises(services.KeyReused):
            _open_evening_with(evening, key=key, **change)
    assert Evening.objects.count() == 2


def test_an_evening_under_the_key_of_another_clubs_is_refused(evening: PlayedEvening) -> None:
    other, key = new_evening("Emil", "Fanny", "Gustl", "Hans"), uuid4()
    _open_evening_with(other, key=key)
    with pytest.raises(services.KeyReused):
        _open_evening_with(evening, key=key)
    assert Evening.objects.filter(club=evening.club).count() == 1


def test_everything_wrong_with_an_evening_is_named_at_once(evening: PlayedEvening) -> None:
    other = create_club(key=uuid4(), name="Nebenzimmer", at=NINE_O_CLOCK, by="club link")
    stranger = enrol_players(club=other, names=["Elis"], at=NINE_O_CLOCK, by="club link")[0]
    anna = evening.players["Anna"]
    with pytest.raises(services.EveningProblems) as refused:
        _open_evening_with(evening, stake_minor=0, unit=" ", players=[anna, anna], first_dealer=stranger)
    assert {(problem.code, problem.field) for problem in refused.value.problems} == {
        ("stake_out_of_range", "stake_minor"),
        ("unit_missing", "unit"),
        ("players_out_of_range", "players"),
        ("player_twice", "players"),
        ("dealer_not_at_table", "first_dealer"),
    }
    with pytest.raises(services.EveningProblems) as refused:
        _open_evening_with(evening, players=[*evening.players.values(), stranger])
    assert [problem.code for problem in refused.value.problems] == ["player_of_other_club"]
    assert Evening.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"stake_minor": 1}, None),
        ({"stake_minor": 1_000_000}, None),
        ({"stake_minor": 1_000_001}, "stake_out_of_range"),
        ({"stake_minor": -5}, "stake_out_of_range"),
        ({"stake_minor": True}, "not_integer"),
        ({"stake_minor": 1.5}, "not_integer"),
        ({"unit": "x" * 20}, None),
        ({"unit": "x" * 21}, "unit_impossible"),
        ({"unit": "E\nUR"}, "unit_impossible"),
        ({"players": []}, "players_out_of_range"),
        ({"ruleset": PRESETS["asserufen"]["asserufen"]}, None),
        ({"ruleset": PRESETS["palatinate"]["palatinate"]}, None),
    ],
)
def test_what_may_be_settled_for_an_evening(evening: PlayedEvening, change: dict[str, Any], code: str | None) -> None:
    if code is None:
        assert _open_evening_with(evening, **change).number == 2
        return
    with pytest.raises(services.EveningProblems) as refused:
        _open_evening_with(evening, **change)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_eight_at_a_table_are_too_many(db: None) -> None:
    with pytest.raises(services.EveningProblems):
        new_evening("Anna", "Beppo", "Cilli", "Done", "Elis", "Fritz", "Gusti", "Hias")


def test_three_play_bavarian_only_with_short_cards(db: None) -> None:
    with pytest.raises(services.EveningProblems) as refused:
        new_evening("Anna", "Beppo", "Cilli")
    assert [problem.code for problem in refused.value.problems] == ["three_need_24_cards"]
    assert new_evening("Anna", "Beppo", "Cilli", ruleset=PRESETS["bavarian"]["short"]).stored.number == 1


def test_who_comes_late_takes_part_from_then_on(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.join("Elis", place=3)
    sheet = evening.sheet()
    assert names_of([line.player for line in sheet.players]) == ["Anna", "Beppo", "Elis", "Cilli", "Done"]
    assert (sheet.next_dealer.name, names_of(sheet.sitting_out)) == ("Beppo", ["Beppo"])
    evening.record(rufer("Elis", "Anna"))
    assert evening.dealer() == "Elis"
    assert evening.points() == {"Anna": 40, "Beppo": 20, "Elis": 20, "Cilli": -40, "Done": -40}
    assert {line.player.name: line.hands for line in evening.sheet().players}["Elis"] == 1
    evening.check()


def test_who_goes_home_keeps_his_total_and_the_next_one_deals(evening: PlayedEvening) -> None:
    evening.join("Elis", place=5)
    evening.record(rufer("Beppo", "Cilli"))
    assert evening.dealer() == "Beppo"
    evening.leave("Beppo")
    sheet = evening.sheet()
    assert (sheet.next_dealer.name, sheet.leader.name) == ("Cilli", "Done")
    evening.record(solo("Elis"))
    assert evening.points() == {"Anna": -50, "Cilli": -30, "Done": -70, "Elis": 130, "Beppo": 20}
    assert [line.present for line in evening.sheet().players] == [True, True, True, True, False]
    evening.check()


def test_the_last_in_the_row_leaves_and_the_first_deals(evening: PlayedEvening) -> None:
    evening.join("Elis", place=5)
    for _ in range(4):
        evening.record(THROWN_IN)
    assert evening.dealer() == "Elis"
    evening.leave("Elis")
    assert evening.dealer() == "Anna"


def test_two_who_leave_one_after_the_other_pass_the_deal_on(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", "Elis", "Fritz", first_dealer="Beppo")
    evening.leave("Beppo")
    assert evening.dealer() == "Cilli"
    evening.leave("Anna")
    assert evening.dealer() == "Cilli"
    evening.record(THROWN_IN)
    assert evening.dealer() == "Done"


def test_with_too_few_left_no_hand_can_be_recorded(evening: PlayedEvening) -> None:
    evening.leave("Done")
    with pytest.raises(ReportError) as refused:
        evening.record(solo("Anna"))
    assert [problem.field for problem in refused.value.problems] == ["players"]
    evening.join("Elis", place=1)
    assert evening.record(solo("Anna")).no == 1


def test_who_comes_back_has_one_line_with_both_stays(evening: PlayedEvening) -> None:
    evening.join("Elis", place=5)
    evening.record(solo("Elis"))
    evening.leave("Elis")
    evening.record(rufer("Anna", "Beppo"))
    evening.join("Elis", place=1)
    evening.record(solo("Elis"))
    assert names_of([line.player for line in evening.sheet().players]) == ["Elis", "Anna", "Beppo", "Cilli", "Done"]
    elis = evening.sheet().players[0]
    assert (elis.points, elis.hands, elis.declared, elis.declared_won) == (300, 2, 2, 2)
    stays = evening.stored.seats.filter(player=elis.player).order_by("from_hand")
    assert [(stay.from_hand, stay.until_hand, stay.points) for stay in stays] == [(1, 1, 150), (3, None, 150)]
    evening.check()


def test_who_leaves_and_is_back_before_the_next_hand_only_changed_places(evening: PlayedEvening) -> None:
    evening.leave("Done")
    evening.join("Done", place=1)
    assert names_of([line.player for line in evening.sheet().players]) == ["Done", "Anna", "Beppo", "Cilli"]
    assert evening.stored.seats.count() == 4
    evening.record(rufer("Anna", "Beppo"))
    evening.check()


def test_correcting_a_hand_of_somebody_who_has_left(evening: PlayedEvening) -> None:
    evening.join("Elis", place=5)
    evening.record(rufer("Beppo", "Elis"))
    evening.leave("Elis")
    evening.record(rufer("Anna", "Beppo"))
    evening.correct(1, rufer("Beppo", "Elis", won=False))
    assert evening.hand_points(1) == {"Anna": 0, "Beppo": -20, "Cilli": 20, "Done": 20, "Elis": -20}
    evening.check()


@pytest.mark.parametrize(
    ("name", "place", "problems"),
    [
        ("Anna", 1, [("player_already_there", "player")]),
        ("Elis", 0, [("place_out_of_range", "place")]),
        ("Elis", 6, [("place_out_of_range", "place")]),
        ("Anna", 9, [("player_already_there", "player"), ("place_out_of_range", "place")]),
    ],
)
def test_nobody_joins_twice_or_beside_the_table(
    evening: PlayedEvening, name: str, place: int, problems: list[tuple[str, str]]
) -> None:
    with pytest.raises(services.EveningProblems) as refused:
        evening.join(name, place=place)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == problems
    assert evening.stored.seats.count() == 4


def test_the_fifth_in_the_palatinate_finds_no_place(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PRESETS["palatinate"]["palatinate"])
    with pytest.raises(services.EveningProblems) as refused:
        evening.join("Elis", place=5)
    assert [problem.code for problem in refused.value.problems] == ["players_out_of_range"]


def test_the_last_one_stays_and_nobody_leaves_twice(evening: PlayedEvening) -> None:
    for name in ("Anna", "Beppo", "Cilli"):
        evening.leave(name)
    for name, code in (("Anna", "player_not_there"), ("Done", "last_player_stays")):
        with pytest.raises(services.EveningProblems) as refused:
            evening.leave(name)
        assert [problem.code for problem in refused.value.problems] == [code]


def test_coming_and_going_sent_twice_happens_once(evening: PlayedEvening) -> None:
    key, other = uuid4(), uuid4()
    evening.join("Elis", place=2, key=key)
    evening.join("Elis", place=2, key=key)
    evening.leave("Elis", key=other)
    evening.leave("Elis", key=other)
    assert EveningEvent.objects.filter(evening=evening.stored).count() == 3
    changes: list[Change] = [
        lambda: evening.join("Elis", place=1, key=key),
        lambda: evening.leave("Elis", key=key),
        lambda: evening.leave("Anna", key=other),
        lambda: evening.close(key=key),
    ]
    for change in changes:
        with pytest.raises(services.KeyReused):
            change()


def test_an_evening_is_settled_with_the_fewest_payments(evening: PlayedEvening) -> None:
    evening.record(solo("Anna"))
    evening.record(rufer("Beppo", "Cilli"))
    evening.close()
    owed = {(line.planned.payer_name, line.planned.payee_name): line.planned.amount_minor for line in evening.plan()}
    # Anna +130, Beppo -30, Cilli -30, Done -70.
    assert owed == {("Beppo", "Anna"): 30, ("Cilli", "Anna"): 30, ("Done", "Anna"): 70}
    for line in evening.plan():
        mark_paid(planned=line.planned, key=uuid4(), by="Anna", at=evening.now())
    assert set(evening.balances().values()) == {0}


def test_a_closed_evening_takes_nothing_more(evening: PlayedEvening) -> None:
    first = evening.record(rufer("Anna", "Beppo"))
    evening.close()
    written = (evening.fresh().revision, Entry.objects.count())
    changes: list[Change] = [
        lambda: evening.record(solo("Anna")),
        lambda: evening.correct(1, solo("Anna"), replaces=first.pk),
        lambda: evening.void(1, replaces=first.pk),
        lambda: evening.join("Elis", place=1),
        lambda: evening.leave("Anna"),
        lambda: evening.close(),
    ]
    for change in changes:
        with pytest.raises(services.EveningClosed) as refused:
            change()
        assert refused.value.code == "evening_closed"
    assert (evening.fresh().revision, Entry.objects.count()) == written


def test_a_reopened_evening_goes_on_and_what_is_paid_stays_paid(evening: PlayedEvening) -> None:
    evening.record(solo("Anna"))
    evening.close()
    mark_paid(planned=evening.plan()[0].planned, key=uuid4(), by="Anna", at=evening.now())
    evening.reopen()
    assert [line.is_paid for line in evening.plan()] == [True]
    evening.record(solo("Anna", won=False))
    evening.close()
    # All square at the table: whoever has paid gets it back.
    assert [(line.planned.payer_name, line.planned.amount_minor) for line in evening.plan() if not line.is_paid] == [
        ("Anna", 50)
    ]


def test_only_a_closed_evening_is_reopened(evening: PlayedEvening) -> None:
    with pytest.raises(services.EveningOpen):
        evening.reopen()


def test_closing_and_reopening_sent_twice_happen_once(evening: PlayedEvening) -> None:
    closing, reopening = uuid4(), uuid4()
    evening.close(key=closing)
    evening.close(key=closing)
    evening.reopen(key=reopening)
    assert not evening.reopen(key=reopening).is_closed
    assert evening.fresh().revision == 3


def back_from_the_pot(evening: PlayedEvening) -> dict[str, int]:
    sheet = evening.sheet()
    return {sheet.names[player]: points for player, points in sheet.pot_shares.items()}


def test_what_nobody_won_goes_back_to_those_who_paid_it_in(pot_evening: PlayedEvening) -> None:
    """10 each for the thrown in hand, and 40 of Anna's, who doubled what lay there (B85, B87)."""
    evening = pot_evening
    evening.record(THROWN_IN)
    evening.record(solo("Anna", won=False))
    assert evening.pot() == 80
    evening.close()
    assert evening.pot() == 0
    assert back_from_the_pot(evening) == {"Anna": 50, "Beppo": 10, "Cilli": 10, "Done": 10}
    assert evening.points() == {"Anna": -150, "Beppo": 50, "Cilli": 50, "Done": 50}  # the Solo, as without a pot
    evening.check()


def test_at_a_table_of_five_who_dealt_and_paid_nothing_gets_nothing(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.join("Emil", place=5)
    evening.record(THROWN_IN, dealer="Emil")
    evening.record(THROWN_IN, dealer="Emil")
    evening.close()
    assert back_from_the_pot(evening) == dict.fromkeys(("Anna", "Beppo", "Cilli", "Done"), 20)
    assert set(evening.points().values()) == {0}
    evening.check()


def test_only_what_was_paid_in_since_the_pot_was_won_goes_back(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(THROWN_IN)
    evening.record(solo("Beppo"))  # takes the 40
    evening.record(THROWN_IN)
    evening.record(solo("Cilli", won=False))
    evening.void(4)
    evening.close()
    assert back_from_the_pot(evening) == dict.fromkeys(("Anna", "Beppo", "Cilli", "Done"), 10)
    evening.check()


def test_who_has_gone_home_gets_back_what_they_paid_in(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(THROWN_IN)
    evening.leave("Anna")
    evening.close()
    assert evening.points() == dict.fromkeys(("Anna", "Beppo", "Cilli", "Done"), 0)
    evening.check()


def test_partners_who_doubled_a_shared_pot_get_back_their_halves(db: None) -> None:
    house_rules = {"pot_sweetener": 5, "pot_shared": True, "pot_cap": 35}
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PUB.with_house_rules(house_rules))
    evening.record(THROWN_IN)
    evening.record(rufer("Cilli", "Anna", won=False))  # 15 into a pot that holds 35 at most: 8 of Cilli, 7 of Anna
    assert evening.pot() == 35
    evening.close()
    assert back_from_the_pot(evening) == {"Anna": 12, "Beppo": 5, "Cilli": 13, "Done": 5}
    evening.check()


def test_reopening_fills_the_pot_again(pot_evening: PlayedEvening) -> None:
    evening = pot_evening
    evening.record(THROWN_IN)
    evening.close()
    evening.reopen()
    assert (evening.pot(), evening.points()) == (40, dict.fromkeys(("Anna", "Beppo", "Cilli", "Done"), -10))
    evening.check()
    evening.record(solo("Done"))
    assert evening.points()["Done"] == -10 + 150 + 40
    evening.close()
    assert evening.sheet().pot_shares == {}
    evening.check()


def evening_with_pot(*, at_end: str, **more: object) -> PlayedEvening:
    house_rules = {"pot_sweetener": 10, "pot_at_end": at_end, **more}
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PUB.with_house_rules(house_rules))
    evening.record(THROWN_IN)
    return evening


def test_a_pot_for_the_kitty_is_paid_into_the_till(db: None) -> None:
    evening = evening_with_pot(at_end="kitty")
    evening.record(solo("Beppo"))  # takes the 40
    evening.record(THROWN_IN)
    evening.close()
    assert evening.points() == {"Anna": -70, "Beppo": 170, "Cilli": -70, "Done": -70}
    assert (evening.pot(), evening.sheet().pot_shares, evening.sheet().pot_to_kitty) == (0, {}, 40)
    assert ledger.kitty_balance(club=evening.club, unit="EUR") == 40
    assert sum(line.planned.amount_minor for line in evening.plan() if line.payee_id == TILL) == 40
    evening.check()
    evening.reopen()
    assert (evening.pot(), ledger.kitty_balance(club=evening.club, unit="EUR")) == (40, 0)
    evening.check()


def test_everybody_settles_with_everybody_also_where_the_kitty_gets_the_pot(db: None) -> None:
    evening = evening_with_pot(at_end="kitty")
    evening.close()
    services.settle_evening(evening=evening.fresh(), at=evening.now(), method=SettlementMethod.DIRECT)
    assert [(line.payee_id, line.planned.amount_minor) for line in evening.plan()] == [(TILL, 10)] * 4
    evening.check()


def test_a_pot_may_be_shared_by_those_who_are_there(db: None) -> None:
    """The odd cents go to who sits first."""
    evening = evening_with_pot(at_end="shared")
    evening.leave("Cilli")
    evening.close()
    assert evening.points() == {"Anna": 4, "Beppo": 3, "Done": 3, "Cilli": -10}
    assert back_from_the_pot(evening) == {"Anna": 14, "Beppo": 13, "Done": 13}
    evening.check()


def test_a_pot_may_go_to_the_best_of_the_table(db: None) -> None:
    evening = evening_with_pot(at_end="best", pot_kept=True)
    evening.record(rufer("Cilli", "Done"))
    evening.close()
    assert back_from_the_pot(evening) == {"Cilli": 20, "Done": 20}
    evening.reopen()
    evening.record(solo("Done"))
    evening.close()
    assert back_from_the_pot(evening) == {"Done": 40}
    evening.check()


def test_reuegeld_goes_back_to_who_has_paid_it_unless_it_is_for_others(db: None) -> None:
    regret = {"pot_sweetener": 0, "pot_reuegeld": 30, "pot_kept": True}
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PUB.with_house_rules(regret))
    evening.record(solo("Anna", won=False))
    evening.record(solo("Anna", won=False))
    assert evening.pot() == 60
    evening.close()
    assert back_from_the_pot(evening) == {"Anna": 60}
    evening.check()


def test_points_are_no_money_for_the_kitty(db: None) -> None:
    ruleset = PUB.with_house_rules({"pot_sweetener": 10, "pot_at_end": "kitty"})
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=ruleset, unit=services.POINTS)
    evening.record(THROWN_IN)
    evening.close()
    assert set(evening.points().values()) == {0}
    evening.check()


def test_an_evening_for_points_plans_no_payments(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", unit=services.POINTS)
    evening.record(solo("Anna"))
    evening.close()
    assert evening.plan() == []
    assert evening.balances()["Anna"] == 150
