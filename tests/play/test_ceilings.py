"""Far above what anybody plays stands a ceiling: it is named, nothing is written, and the evening can be closed."""

from typing import Any
from uuid import uuid4

import pytest

from rules import PRESETS
from scorebook.clubs import services as clubs
from scorebook.clubs.models import Player
from scorebook.core import budgets
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry
from scorebook.play import services
from scorebook.play.models import Evening, HandEvent
from scorebook.texts import refusal_texts
from tests.support.api_phone import ApiEvening, Phone, opening
from tests.support.paged_evening import start, start_fields, text_of
from tests.support.played_evening import PUB, THROWN_IN, PlayedEvening, new_evening, rufer

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> PlayedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Done")


def _lower_ceilings(monkeypatch: pytest.MonkeyPatch, **numbers: int) -> None:
    for name, most in numbers.items():
        monkeypatch.setattr(budgets, name, most)


def test_the_ceilings_are_far_above_a_day_and_a_night(table: PlayedEvening) -> None:
    assert budgets.HANDS_PER_EVENING >= 600 and budgets.EVENINGS_PER_CLUB >= 52 * 4 * 40
    codes = ("hands_full", "events_full", "stays_full", "evenings_full", "names_full", "entries_full")
    assert all(refusal_texts.refusal_text(code) for code in codes)


def test_an_evening_that_is_full_of_hands_takes_none_and_can_be_closed(
    table: PlayedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lower_ceilings(monkeypatch, HANDS_PER_EVENING=2)
    table.record(rufer("Anna", "Beppo"))
    key = table.record(THROWN_IN).pk
    with pytest.raises(services.CeilingReached, match="hand: hands_full"):
        table.record(THROWN_IN)
    assert table.record(THROWN_IN, key=key, known=1).pk == key  # sent again
    assert HandEvent.objects.count() == 2
    table.correct(1, rufer("Cilli", "Done"))
    table.close()
    table.check()


def test_an_evening_that_was_changed_too_often_takes_nothing_but_its_close(
    table: PlayedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.record(rufer("Anna", "Beppo"))
    _lower_ceilings(monkeypatch, EVENTS_PER_EVENING=table.fresh().revision)
    for change in (
        lambda: table.record(THROWN_IN),
        lambda: table.correct(1, rufer("Cilli", "Done")),
        lambda: table.void(1),
        lambda: table.join("Emil", place=1),
        lambda: table.leave("Anna"),
    ):
        with pytest.raises(services.CeilingReached, match="evening: events_full"):
            change()
    table.close()
    with pytest.raises(services.CeilingReached, match="evening: events_full"):
        table.reopen()
    table.check()


def test_a_table_that_too_many_have_sat_at(table: PlayedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    _lower_ceilings(monkeypatch, STAYS_PER_EVENING=5)
    table.join("Emil", place=5)
    with pytest.raises(services.CeilingReached, match="player: stays_full"):
        table.join("Fanny", place=5)


def test_a_club_of_too_many_names(table: PlayedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    _lower_ceilings(monkeypatch, NAMES_PER_CLUB=6)
    clubs.enrol_players(club=table.club, names=["Anna", "Emil"], by="Anna", at=table.now())
    with pytest.raises(clubs.ClubError, match="names: names_full"):
        clubs.enrol_players(club=table.club, names=["Emil", "Fanny"], by="Anna", at=table.now())
    with pytest.raises(clubs.ClubError, match="name: names_full"):
        clubs.rename_player(player=table.players["Anna"], name="Annamirl", by="Anna", at=table.now())
    with pytest.raises(clubs.ClubError, match="name: names_full"):
        clubs.rename_club(club=table.club, name="Herz-Ober", by="Anna", at=table.now())
    assert (Player.objects.count(), Player.objects.filter(name="Anna").count()) == (5, 1)


def test_a_club_of_too_many_evenings(table: PlayedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    _lower_ceilings(monkeypatch, EVENINGS_PER_CLUB=1)
    with pytest.raises(services.CeilingReached, match="club: evenings_full"):
        services.open_evening(
            club=table.club,
            key=uuid4(),
            terms=services.Terms(ruleset=PRESETS["bavarian"]["school_10_50"], unit="EUR", stake_minor=1),
            players=list(table.players.values()),
            first_dealer=None,
            at=table.now(),
            by="club link",
        )
    assert Evening.objects.count() == 1


@pytest.mark.parametrize(("evenings", "is_full"), [(2, False), (1, True)])
def test_evenings_that_are_over_count_with_those_that_are_there(
    table: PlayedEvening, monkeypatch: pytest.MonkeyPatch, evenings: int, is_full: bool
) -> None:
    """The club has one and gets another."""
    _lower_ceilings(monkeypatch, EVENINGS_PER_CLUB=evenings)
    players, at = list(table.players.values()), table.now()
    finished = services.FinishedEvening(
        key=uuid4(), terms=services.Terms(ruleset=PUB, unit="EUR", stake_minor=1), players=players,
        first_dealer=players[0], hands=[], started_at=at, recorded_at=at, closed_at=at,
    )  # fmt: skip
    arguments: dict[str, Any] = {"club": table.club, "finished": [finished], "settled": ledger.SettledHow.OPEN}
    arguments |= {"basis": services.basis_of_club_evenings(table.club, holds=False), "by": "import"}
    if is_full:
        with pytest.raises(services.CeilingReached, match="club: evenings_full"):
            services.prepare_evenings(**arguments)
    else:
        assert [one.number for one in services.prepare_evenings(**arguments).evenings] == [2]


def test_books_that_are_full(table: PlayedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    table.record(rufer("Anna", "Beppo"))
    _lower_ceilings(monkeypatch, ENTRIES_PER_CLUB=1)
    with pytest.raises(services.CeilingReached, match="club: entries_full"):
        table.record(rufer("Anna", "Beppo"))
    anna, beppo = table.players["Anna"], table.players["Beppo"]
    draft = ledger.PaymentDraft(key=uuid4(), payer_id=anna.pk, payee_id=beppo.pk, amount_minor=5, note="round of beer")
    with pytest.raises(ledger.EntryRefused, match="club: entries_full"):
        ledger.pay(club=table.club, unit="EUR", evening_id=table.stored.pk, draft=draft, by="Anna", at=table.now())
    assert Entry.objects.count() == 1
    table.check()


def test_the_api_names_the_ceiling_and_the_field(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone()
    evening = ApiEvening(phone=phone, opened=phone.post("evenings", opening()).json)
    again = {"club_token": evening.token("club")}
    _lower_ceilings(monkeypatch, HANDS_PER_EVENING=0, EVENINGS_PER_CLUB=1, NAMES_PER_CLUB=5)
    answers = [
        evening.record({"contract": "thrown_in"}, known=0),
        phone.post("evenings", opening(**again)),
        phone.post("evenings", opening("Anna", "Beppo", "Cilli", "Emil", **again)),
        phone.post(f"{evening.scribe}/people", {"id": str(uuid4()), "name": "Emil", "place": 1}),
    ]
    assert [(answer.status, answer.problems) for answer in answers] == [
        (409, [("hands_full", "hand")]),
        (409, [("evenings_full", "club")]),
        (409, [("names_full", "people")]),
        (409, [("names_full", "name")]),
    ]


def test_the_pages_say_it_and_keep_what_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = start(Phone().client)
    path = f"/c/{evening.club_token}/start"
    _lower_ceilings(monkeypatch, HANDS_PER_EVENING=0, EVENINGS_PER_CLUB=1, NAMES_PER_CLUB=5)
    answers = [
        (evening.record(), 409, "hands_full"),
        (evening.client.post(path, start_fields()), 409, "evenings_full"),
        (evening.client.post(path, start_fields("Anna", "Beppo", "Cilli", "Emil")), 422, "names_full"),
        (evening.post("seats", name="Emil", place="1"), 422, "names_full"),
    ]
    for answer, status, code in answers:
        assert (answer.status_code, refusal_texts.refusal_text(code) in text_of(answer)) == (status, True), code
    assert 'value="Emil"' in answers[2][0].content.decode()


@pytest.mark.parametrize(("short_of", "is_full"), [(0, False), (1, True)])
def test_striking_out_all_hands_needs_room_for_each(
    table: PlayedEvening, monkeypatch: pytest.MonkeyPatch, short_of: int, is_full: bool
) -> None:
    table.record(rufer("Anna", "Beppo"))
    table.record(rufer("Cilli", "Done"))
    _lower_ceilings(monkeypatch, EVENTS_PER_EVENING=table.fresh().revision + 2 - short_of)
    arguments: dict[str, Any] = {"evening": table.stored, "key": uuid4(), "at": table.now(), "by": "scribe"}
    if is_full:
        with pytest.raises(services.CeilingReached, match="evening: events_full"):
            services.void_all_hands(**arguments)
    else:
        assert len(services.void_all_hands(**arguments)) == 2
    assert set(table.points().values()) == ({0} if not is_full else {0, 40, -40} & set(table.points().values()))


@pytest.mark.parametrize(("entries", "is_full"), [(2, False), (1, True)])
def test_books_take_their_last_entry(
    table: PlayedEvening, monkeypatch: pytest.MonkeyPatch, entries: int, is_full: bool
) -> None:
    table.record(rufer("Anna", "Beppo"))
    _lower_ceilings(monkeypatch, ENTRIES_PER_CLUB=entries)
    if is_full:
        with pytest.raises(services.CeilingReached, match="club: entries_full"):
            table.record(rufer("Anna", "Beppo"))
    else:
        table.record(rufer("Anna", "Beppo"))
    assert Entry.objects.count() == entries
