"""What was carried over to the tab, taken back from there."""

from uuid import uuid4

import pytest

from scorebook.clubs.services import create_club
from scorebook.ledger import queries
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import services
from scorebook.play.queries import statements
from tests.support.played_evening import PlayedEvening, rufer


@pytest.fixture
def carried(evening: PlayedEvening) -> PlayedEvening:
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    services.carry_over_evening(evening=evening.stored, key=uuid4(), by="scribe", at=evening.now())
    return evening


def on_tab(evening: PlayedEvening) -> Entry:
    return queries.tab_entries(club=evening.club, unit="EUR")[0]


def test_an_evening_comes_back_from_the_tab_and_is_planned_again(carried: PlayedEvening) -> None:
    ledger.make_plan(club=carried.club, unit="EUR", evening_id=None, at=carried.now())
    assert carried.plan() == []
    key = uuid4()
    for _ in range(2):
        services.undo_on_tab(club=carried.club, entry=on_tab(carried), key=key, by="club", at=carried.now())
    assert len(carried.plan()) == 2 and set(queries.tab_balances(club=carried.club, unit="EUR").values()) == {0}
    assert queries.plan_lines(club=carried.club, unit="EUR", evening_id=None) == []
    [entry] = statements.tab_journal(club=carried.club, unit="EUR", count=5)
    assert entry.undone_at is not None
    with pytest.raises(ledger.EntryRefused, match="already_reversed"):
        services.undo_on_tab(club=carried.club, entry=on_tab(carried), key=uuid4(), by="club", at=carried.now())
    assert audit_club(carried.club) is None


def test_what_is_not_on_this_tab_is_not_taken_back_there(carried: PlayedEvening) -> None:
    other = create_club(key=uuid4(), name="Other", at=carried.now(), by="club link")
    carried_entry = Entry.objects.get(evening_id=carried.stored.pk, kind=Entry.Kind.CARRIED)
    for club, entry in ((other, on_tab(carried)), (carried.club, carried_entry)):
        with pytest.raises(ledger.EntryRefused, match="entry_unknown"):
            services.undo_on_tab(club=club, entry=entry, key=uuid4(), by="club", at=carried.now())


def test_a_deposit_is_taken_back(carried: PlayedEvening) -> None:
    entry = ledger.deposit(
        club=carried.club, unit="EUR", key=uuid4(), player=carried.players["Anna"], amount_minor=500,
        by="club", at=carried.now(),
    )  # fmt: skip
    services.undo_on_tab(club=carried.club, entry=entry, key=uuid4(), by="club", at=carried.now())
    assert queries.till_balance(club=carried.club, unit="EUR") == 0
