"""One club with its linked clubs is backed up, restored, anchored and tried out, while the others go on."""

from __future__ import annotations

import gzip
import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Model

from scorebook.accounts.models import User
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.club_tables import models_of_clubs
from scorebook.clubs.link_routes import add_links, remove_links
from scorebook.clubs.models import Club, EndedClub, LinkRoute
from scorebook.exchange.deletion import delete_club
from scorebook.operations.audit.full_audit import audit_club, missing_append_only_triggers
from scorebook.operations.backup.backups import RestoreRefused, back_up, restore_backup
from scorebook.operations.club_rows import rows_of_club
from scorebook.operations.nightly.kept import ANCHOR
from scorebook.standings.services import linking
from tests.exchange.club_with_everything import file_of, unlinked_club_with_everything
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


def played(*names: str) -> PlayedEvening:
    evening = new_evening(*(names or ("Anna", "Beppo", "Cilli", "Done")))
    evening.record(rufer(*[*evening.players][:2]))
    evening.record(solo([*evening.players][2]))
    return evening


def linked(evening: PlayedEvening, other: PlayedEvening) -> None:
    linking.link_club(club=evening.club, other=other.club, key=uuid4(), by="club link", at=evening.now())


def rows(*clubs: UUID) -> dict[str, list[Any]]:
    models: list[type[Model]] = [*models_of_clubs(), Club, EndedClub]
    return {
        model.__name__: [row for pk in clubs for row in rows_of_club(model, pk).order_by("pk").values_list()]
        for model in models
    }


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue().strip()


def all_is_right() -> bool:
    found = [audit_club(club) for club in Club.objects.all()]
    return found == [None] * len(found) and missing_append_only_triggers() == []


@pytest.mark.parametrize("is_alone", [True, False], ids=["its own file", "a whole backup"])
def test_a_club_returns_to_its_state_and_the_others_keep_theirs(tmp_path: Path, is_alone: bool) -> None:
    evening, other = unlinked_club_with_everything(), played()
    club_id, file = evening.club.pk, tmp_path / "one.backup"
    User.objects.create_superuser("rosi", "a-sow-in-the-rain")
    then = rows(club_id)
    assert all(then[name] for name in then if name != "EndedClub")
    run("backup", file, *(["--club", evening.club.keeper_token] if is_alone else []))
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club)
    evening.close()
    other.record(rufer("Anna", "Beppo"))
    theirs, accounts = rows(other.club.pk), list(User.objects.values_list())
    with pytest.raises(CommandError, match="is in the database; --replace"):
        run("restore", file, "--club", club_id)
    assert rows(club_id) != then
    said = run("restore", file, "--club", club_id, "--replace")
    assert said.endswith(f"{sum(map(len, then.values())):,} rows restored, everything is right")
    assert rows(club_id) == then and rows(other.club.pk) == theirs and [*User.objects.values_list()] == accounts
    assert all_is_right()


def test_a_linked_club_comes_along(tmp_path: Path) -> None:
    main, member, other = played(), played("Elis", "Franz", "Gustl", "Heidi"), played()
    linked(main, member)
    pair, file = (main.club.pk, member.club.pk), tmp_path / "one.backup"
    then = rows(*pair)
    run("backup", file, "--club", member.club.pk)
    first, *_ = gzip.decompress(file.read_bytes()).splitlines()
    assert json.loads(first)["clubs"] == sorted(map(str, pair))
    for evening in (main, member):
        evening.close()
    run("restore", file, "--club", main.club.pk, "--replace")
    assert rows(*pair) == then and all_is_right() and other.fresh().hand_count == 2


def test_a_club_that_was_deleted_comes_back_with_its_links_and_without_the_note(tmp_path: Path) -> None:
    evening, other = played(), played()
    club_id, then = evening.club.pk, rows(evening.club.pk)
    back_up(tmp_path / "one.backup", made_at=NOW)
    delete_club(club_id=club_id, name="Stammtisch Linde", file=file_of(club_id), at=evening.now())
    run("restore", tmp_path / "one.backup", "--club", f"https://site/c/{evening.club.member_token}/")
    assert rows(club_id) == then and not EndedClub.objects.exists()
    assert all_is_right() and other.fresh().hand_count == 2


def refused(file: Path, club: object, text: str, **more: Any) -> None:
    with pytest.raises(RestoreRefused, match=text):
        restore_backup(file, club=str(club), **more)


def test_what_is_refused_changes_nothing(tmp_path: Path) -> None:
    evening, other, third = played(), played("Elis", "Franz", "Gustl", "Heidi"), played()
    file, club_id = tmp_path / "one.backup", evening.club.pk
    back_up(file, made_at=NOW, clubs=[club_id])
    token = evening.stored.watch_token
    remove_links([token])
    add_links(third.club.pk, [token])
    now = rows(club_id, other.club.pk, third.club.pk)
    refused(file, uuid4(), "there is no club", replace=True)
    refused(file, other.club.pk, "there is no club", replace=True)
    refused(file, club_id, "one of its links opens another club", replace=True)
    with pytest.raises(RestoreRefused, match="of one club"):
        restore_backup(file, replace=True)
    assert rows(club_id, other.club.pk, third.club.pk) == now
    LinkRoute.objects.filter(club=third.club.pk, token=token).delete()
    linked(evening, other)
    now = rows(club_id, other.club.pk)
    refused(file, club_id, "is linked with 1 clubs now and was with 0", replace=True)
    assert rows(club_id, other.club.pk) == now and missing_append_only_triggers() == []


def test_a_file_that_is_not_right_changes_nothing(tmp_path: Path) -> None:
    """The name is not that of the chain of names."""
    evening = played()
    file, club_id = tmp_path / "one.backup", evening.club.pk
    Club.objects.filter(pk=club_id).update(name="Forged")
    back_up(file, made_at=NOW, clubs=[club_id])
    Club.objects.filter(pk=club_id).update(name="Stammtisch Linde")
    now = rows(club_id)
    refused(file, club_id, "name_changed", replace=True)
    assert rows(club_id) == now and all_is_right()


def test_anchors_and_drills_of_one_club(tmp_path: Path) -> None:
    main, member, other = played(), played("Elis", "Franz", "Gustl", "Heidi"), played()
    linked(main, member)
    whole, alone = tmp_path / "whole.backup", tmp_path / "alone.backup"
    run("anchor", "--to", whole.with_suffix(ANCHOR))
    run("anchor", "--club", member.club.pk, "--to", alone.with_suffix(ANCHOR))
    run("backup", whole)
    run("backup", alone, "--club", main.club.pk)
    clubs = {json.loads(line)["club"] for line in alone.with_suffix(ANCHOR).read_text().splitlines()}
    assert clubs == set(map(str, club_group(main.club.pk).clubs))
    for file in (whole, alone):
        said = run("drill", file, "--club", member.club.pk)
        assert f" {sum(map(len, rows(main.club.pk, member.club.pk).values())):,} rows" in said
        assert said.endswith(f"everything is right, {file.with_suffix(ANCHOR).name} is met")
    with pytest.raises(CommandError, match="there is no club"):
        run("drill", alone, "--club", other.club.pk)
    assert run("drill", alone).count("everything is right") == 1


def test_another_way_to_keep_backups_takes_no_club() -> None:
    evening = played()
    with pytest.raises(CommandError, match="--club needs FILE"):
        run("backup", "--keep", 3, "--club", evening.club.pk)
