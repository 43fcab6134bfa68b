"""What becomes of devices and claims: in a club file, in a backup, in linked clubs."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorebook.clubs import joining
from scorebook.clubs.club_verification import verify_club_events
from scorebook.clubs.devices.writers import forget_cached_writers
from scorebook.clubs.models import Club, ClubEvent, Device
from scorebook.exchange.club_file import club_file_lines, import_club
from scorebook.exchange.deletion import delete_club
from scorebook.operations.backup.backups import back_up, restore_backup
from scorebook.play.models import HandEvent
from tests.support.devices import browser
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start
from tests.web.test_lost_keeper import phone_of, press

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(client: Client) -> PagedEvening:
    forget_cached_writers()
    return start(client)


def club_page(phone: Client, evening: PagedEvening) -> int:
    return phone.get(f"/c/{evening.stored.club_id}/").status_code


def test_a_club_file_carries_claims_as_history_and_no_device(evening: PagedEvening) -> None:
    phone = phone_of(evening, "Anna")
    evening.client = phone
    evening.record()
    press(phone, evening, "want")
    club = Club.objects.get()
    file = "".join(club_file_lines(club.pk)).encode()
    assert b"key_hash" not in file and f"phone of {evening.ids['Anna']}".encode() in file
    delete_club(club_id=club.pk, name=club.name, file=file, at=timezone.now())
    import_club(file)
    assert club_page(phone, evening) == 404 and not Device.objects.exists()
    again = Club.objects.get()
    assert [one.kind for one in ClubEvent.objects.all()] == ["person_claimed", "keeper_link_wanted"]
    assert HandEvent.objects.get().recorded_by == f"phone of {evening.ids['Anna']}"
    assert not list(verify_club_events(again))
    member = phone_of(PagedEvening(client=phone, stored=again.evenings.get(), ids=evening.ids), "Beppo")
    assert "asks for" not in markup(member.get(f"/c/{again.pk}/"))  # the request stayed where it was made


def test_a_backup_brings_devices_back_and_a_removed_one_too(evening: PagedEvening, tmp_path: Path) -> None:
    phone, removed = phone_of(evening, "Anna"), phone_of(evening, "Beppo")
    back_up(tmp_path / "b.backup", made_at=timezone.now())
    Device.objects.filter(player_id=evening.ids["Beppo"]).delete()
    assert (club_page(phone, evening), club_page(removed, evening)) == (200, 404)
    restore_backup(tmp_path / "b.backup", replace=True)
    assert (club_page(phone, evening), club_page(removed, evening)) == (200, 200)
    assert not list(verify_club_events(Club.objects.get()))


def test_a_device_writes_in_an_evening_of_a_linked_club_until_they_part(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    ours, theirs = evening.stored.club, other.stored.club
    joining.link_club(club=ours, other=theirs, key=uuid4(), by="keeper link", at=timezone.now())
    phone = phone_of(evening, "Anna")
    path = f"/t/{ours.pk}.{other.stored.pk}/"
    page = phone.get(path)
    assert page.status_code == 200
    for token in (theirs.keeper_token, theirs.member_token, other.stored.scribe_token):
        assert token not in markup(page)
    assert phone.get(f"/c/{theirs.pk}/").status_code == 404
    joining.unlink_club(club=ours, other=theirs, key=uuid4(), by="keeper link", at=timezone.now())
    assert phone.get(path).status_code == 404 == browser().get(path).status_code
