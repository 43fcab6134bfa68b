"""The audit holds what was imported against the club: whoever changed it past the program is found out."""

from uuid import uuid4

import pytest
from django.db import connection, models

from scorebook.clubs.models import Club, TypedText
from scorebook.core import append_only
from scorebook.exchange.models import Import
from scorebook.ledger.services import mark_paid
from scorebook.operations.audit.full_audit import audit_club
from tests.exchange.club_with_everything import import_and_undo
from tests.support.imported import NOW, new_club
from tests.support.played_evening import new_evening, solo

pytestmark = pytest.mark.django_db

NOBODY = "00000000-0000-4000-8000-000000000000"
DIGEST = "0" * 64


@pytest.fixture
def club() -> Club:
    """Its first import stands, its second was undone by the third; and the database keeps nobody from changing them."""
    club = new_club("Anna", "Beppo", "Cilli", "Done")
    import_and_undo(club, at=NOW)
    connection.check_constraints()
    append_only.drop_triggers(connection, append_only.protected_tables())
    return club


def audited(club: Club) -> str:
    return str(audit_club(club))


def changed(club: Club, number: int, **values: object) -> None:
    """Past our own query set."""
    one = Import.objects.filter(club=club)[number - 1]
    models.QuerySet(Import).filter(pk=one.pk).update(**values)


def facts(club: Club, **more: object) -> dict[str, object]:
    return {**Import.objects.filter(club=club)[0].facts, **more}


def test_what_was_written_by_the_program_is_right(club: Club) -> None:
    assert audit_club(club) is None
    assert Import.objects.filter(club=club).count() == 3


def test_an_evening_that_is_not_there_is_found(club: Club) -> None:
    more = {"evenings": {NOBODY: DIGEST}, "stands": {NOBODY: [3, 1]}}
    changed(club, 1, facts=facts(club, **more))
    assert audited(club).endswith(f"import 1: evening_missing, expected {NOBODY}, found nothing")


def test_a_payment_that_is_not_there_is_found(club: Club) -> None:
    changed(club, 1, facts=facts(club, payments={NOBODY: DIGEST}))
    assert audited(club).endswith(f"import 1: payment_missing, expected {NOBODY}, found nothing")


@pytest.mark.parametrize(
    "more",
    [
        {"evenings": []},
        {"stands": {}},
        {"last_entry": True},
        {"last_entry": -1},
        {"last_entry": 10**6},
        {"content": "x"},
        {"payments": {NOBODY: 7}},
        {"x": 1},
        {"stands": {NOBODY: [3]}, "evenings": {NOBODY: DIGEST}},
        {"stands": {NOBODY: [3, 1, 1]}, "evenings": {NOBODY: DIGEST}},
        {"stands": {NOBODY: [3, -1]}, "evenings": {NOBODY: DIGEST}},
        {"evenings": {NOBODY: DIGEST}, "stands": {DIGEST: [3, 1]}},
        {"rest": -1},
        {"rest": True},
        {"rest": 0, "part": "2", "part_of": NOBODY},
        {"rest": 0, "part": 2, "part_of": 7},
        {"rest": 0, "part": 2},
        {"rest": 0, "part_of": NOBODY},
    ],
)
def test_facts_that_nobody_can_read_are_found(club: Club, more: dict[str, object]) -> None:
    changed(club, 1, facts=facts(club, **more))
    assert "import 1: import_unreadable" in audited(club)


def test_a_payment_of_an_evening_is_none_that_was_imported(club: Club) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", club=club)
    evening.record(solo("Anna"))
    evening.close()
    paid = mark_paid(planned=evening.plan()[0].planned, key=uuid4(), by="scribe", at=evening.now())
    changed(club, 1, facts=facts(club, payments={str(paid.pk): DIGEST}))
    assert audited(club).endswith(f"import 1: payment_missing, expected {paid.pk}, found nothing")


@pytest.mark.parametrize("part", [2, 3])
def test_a_part_without_the_one_before_it_is_found(club: Club, part: int) -> None:
    """The first of all parts has the id of the whole import."""
    first, undone, _undoing = Import.objects.filter(club=club)
    changed(club, 2, facts={**undone.facts, "rest": 0, "part": part, "part_of": str(first.pk)})
    assert (f"import 2: import_unknown, expected {first.pk}" in audited(club)) == (part == 3)
    changed(club, 2, facts={**undone.facts, "rest": 0, "part": part, "part_of": NOBODY})
    assert audited(club).endswith(f"import 2: import_unknown, expected {NOBODY}, found nothing")


def test_what_undid_something_else_is_found(club: Club) -> None:
    third = Import.objects.filter(club=club)[2]
    changed(club, 3, undoes=third)
    assert audited(club).endswith(f"import 3: import_unknown, expected {third.pk}, found nothing")


def test_another_name_of_the_file_is_found(club: Club) -> None:
    models.QuerySet(TypedText).filter(text="abende.csv").update(text="liste.csv")
    assert "import 1: text_changed" in audited(club)
