"""Who was called what until when: a debt cannot change person without a trace on the pages."""

import pytest
from django.test import Client

from scorebook.operations.audit.full_audit import audit_club
from tests.support.paged_evening import PagedEvening, text_of


@pytest.fixture
def owed(evening: PagedEvening) -> PagedEvening:
    """Anna and Beppo have won what Cilli and Done owe."""
    evening.record()
    evening.post("close")
    return evening


def rename(evening: PagedEvening, name: str, to: str) -> None:
    """`name`: what the person was called at the beginning."""
    answer = evening.client.post(f"/c/{evening.club_token}/order/people/{evening.ids[name]}/", {"name": to})
    assert answer.status_code == 302


def statements(evening: PagedEvening, name: str) -> list[str]:
    """Each page that says what stands for a person."""
    person = evening.ids[name]
    return [
        text_of(evening.client.get(path))
        for path in (
            f"/c/{evening.club_token}/players/{person}/",
            f"/c/{evening.club_token}/players/{person}/tab",
            f"/c/{evening.club_token}/players/{person}/evenings/1/",
            f"/t/{evening.stored.scribe_token}/players/{person}/",
            f"/w/{evening.stored.watch_token}/players/{person}/",
        )
    ]


def test_two_people_cannot_trade_names_unnoticed(owed: PagedEvening) -> None:
    """D3: three renamings put Anna's claim under Cilli's name, and no page showed it."""
    for name, to in (("Anna", "Neu"), ("Cilli", "Anna"), ("Anna", "Cilli")):
        rename(owed, name, to)
    for page in statements(owed, "Anna"):
        assert page.startswith("Cilli ·") and "hieß Anna" in page and "hieß Neu" in page
    for page in statements(owed, "Cilli"):
        assert page.startswith("Anna ·") and "hieß Cilli" in page
    assert audit_club(owed.stored.club) is None


def test_who_kept_their_name_has_no_former_one(owed: PagedEvening) -> None:
    rename(owed, "Anna", "Anni")
    for page in statements(owed, "Beppo"):
        assert "hieß" not in page


def test_the_club_shows_each_name_where_it_is_changed(client: Client, owed: PagedEvening) -> None:
    rename(owed, "Anna", "Anni")
    rename(owed, "Anna", "Anna Maria")
    person = text_of(client.get(f"/c/{owed.club_token}/order/people/{owed.ids['Anna']}/"))
    client.post(f"/c/{owed.club_token}/order", {"name": "Die Mittwochsrunde"})
    page = text_of(client.get(f"/c/{owed.club_token}/order"))
    assert "hieß Anna" in person and "hieß Anni" in person and f"hieß {owed.stored.club.name}" in page


def test_saving_a_name_as_it_is_leaves_no_trace(client: Client, owed: PagedEvening) -> None:
    rename(owed, "Anna", "Anna")
    client.post(f"/c/{owed.club_token}/order", {"name": owed.stored.club.name})
    assert "hieß" not in text_of(client.get(f"/c/{owed.club_token}/order"))
