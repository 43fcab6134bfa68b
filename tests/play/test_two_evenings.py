"""Two evenings of one club, and two clubs: nothing of one appears in the other."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scorebook.ledger.services import PaymentDraft
from scorebook.play import services
from scorebook.play.models import Evening
from scorebook.play.queries.evening_sheets import hand_history
from scorebook.play.queries.settlements import entries_beside_plan, evening_settlement_options
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings() -> tuple[PlayedEvening, PlayedEvening]:
    """Emil sits at the first table, Done at the second."""
    first = new_evening("Anna", "Beppo", "Cilli", "Emil")
    first.record(rufer("Anna", "Beppo"))
    second = new_evening("Anna", "Beppo", "Cilli", "Done", club=first.club)
    second.record(solo("Cilli"))
    return first, second


def test_a_sheet_has_the_hands_of_its_evening_alone(evenings: tuple[PlayedEvening, PlayedEvening]) -> None:
    first, second = evenings
    for evening, contract in ((first, "rufer"), (second, "solo")):
        assert [line.report.contract for line in evening.sheet().lines] == [contract]
        assert [event.report["contract"] for event in hand_history(evening.fresh(), 1)] == [contract]


def test_only_people_of_the_evening_are_offered_as_treasurers(evenings: tuple[PlayedEvening, PlayedEvening]) -> None:
    """Each of the table once, and the till, next to the fewest payments and the direct ones."""
    for evening in evenings:
        evening.close()
        options = evening_settlement_options(evening.fresh())
        people = [player.pk for player in evening.players.values()]
        assert [option.treasurer for option in options] == [None, None, *people, None]


def test_a_player_who_came_back_to_another_chair_is_offered_once() -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", "Emil")
    evening.record(solo("Beppo"))
    evening.leave("Beppo")
    evening.record(solo("Cilli"))
    evening.join("Beppo", place=5)
    evening.record(solo("Beppo"))
    evening.close()
    options = evening_settlement_options(evening.fresh())
    people = [player.pk for player in evening.players.values()]
    assert [option.treasurer for option in options] == [None, None, *people, None]


def test_listing_one_archived_evening_leaves_the_other_archived(
    evenings: tuple[PlayedEvening, PlayedEvening],
) -> None:
    for evening in evenings:
        services.archive_evening(evening=evening.stored, by="club link", at=evening.now())
    first, second = evenings
    services.restore_evening(evening=first.stored)
    assert list(services.archived_evenings(Evening.objects.filter(club=first.club))) == [second.stored]


def test_a_payment_of_one_cent_names_both_people(evenings: tuple[PlayedEvening, PlayedEvening]) -> None:
    evening = evenings[0]
    anna, cilli = evening.players["Anna"].pk, evening.players["Cilli"].pk
    draft = PaymentDraft(key=uuid4(), payer_id=cilli, payee_id=anna, amount_minor=1, note="found under the table")
    services.pay_in_evening(evening=evening.stored, draft=draft, by="scribe", at=evening.now())
    [entry] = entries_beside_plan(evening.fresh())
    assert (entry.payer, entry.payee, entry.amounts) == (cilli, anna, {cilli: 1, anna: -1})
