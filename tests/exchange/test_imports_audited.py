"""The audit holds what was imported against the club: whoever changed it past the program is found out."""

import pytest
from django.db import connection, models

from scorebook.clubs.models import Club, TypedText
from scorebook.core import append_only
from scorebook.exchange.models import Import
from scorebook.operations.audit import audit_club
from tests.exchange.club_with_everything import import_and_undo
from tests.support.imported import NOW, new_club

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
    ],
)
def test_facts_that_nobody_can_read_are_found(club: Club, more: dict[str, object]) -> None:
    changed(club, 1, facts=facts(club, **more))
    assert "import 1: import_unreadable" in audited(club)


def test_what_undid_something_else_is_found(club: Club) -> None:
    third = Import.objects.filter(club=club)[2]
    changed(club, 3, undoes=third)
    assert audited(club).endswith(f"import 3: import_unknown, expected {third.pk}, found nothing")


def test_another_name_of_the_file_is_found(club: Club) -> None:
    models.QuerySet(TypedText).filter(text="abende.csv").update(text="liste.csv")
    assert "import 1: text_changed" in audited(club)
