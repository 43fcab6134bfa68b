"""One club deleted on request: after its export, whole, and with nobody else's rows; or not at all."""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from rules.hand_tags import tag_hand
from scorebook.clubs.club_tables import models_of_clubs
from scorebook.clubs.models import Club, EndedClub
from scorebook.exchange import deletion
from scorebook.exchange.club_file import ClubFileRefused, import_club
from scorebook.exchange.deletion import DeletionRefused, delete_club, unsettled_money
from scorebook.ledger import services as ledger
from scorebook.operations import anchor
from scorebook.operations.audit.full_audit import audit_club, missing_append_only_triggers, rows_without_owner
from scorebook.operations.backup.backups import back_up, restore_backup
from scorebook.operations.rebuild import Rebuilt, rebuild_club
from scorebook.play import services as play
from scorebook.standings.services import linking
from tests.exchange.club_with_everything import file_of, unlinked_club_with_everything
from tests.support.api_phone import Phone
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer, solo

pytestmark = pytest.mark.django_db(transaction=True)


def tried_out() -> PlayedEvening:
    """Somebody looked what this is, and nobody ever paid a cent."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Cilli", note="the first one"))
    evening.correct(1, rufer("Anna", "Cilli", won=False))
    return evening


def delete(evening: PlayedEvening, *, file: bytes | None = None, name: str = "Stammtisch Linde") -> EndedClub:
    club_id = evening.club.pk
    return delete_club(club_id=club_id, name=name, file=file or file_of(club_id), at=evening.now())


def rows_of(club_id: UUID) -> dict[str, int]:
    rows = {model.__name__: model._base_manager.filter(club=club_id).count() for model in models_of_clubs()}
    return {name: count for name, count in rows.items() if count}


def check_nothing_happened(evening: PlayedEvening, file: bytes) -> None:
    assert file_of(evening.club.pk) == file and not EndedClub.objects.exists()
    assert missing_append_only_triggers() == []


# -- whole ---------------------------------------------------------------------------------------------------------


def test_every_row_goes_nobody_elses_does_and_the_file_brings_all_of_it_back() -> None:
    evening, other = unlinked_club_with_everything(), tried_out()
    club_id, others = evening.club.pk, rows_of(other.club.pk)
    file, theirs = file_of(club_id), file_of(other.club.pk)
    assert rows_of(club_id).keys() == {model.__name__ for model in models_of_clubs()}
    note = delete(evening, file=file)
    assert rows_of(club_id) == {} and not Club.objects.filter(pk=club_id).exists()
    assert (rows_of(other.club.pk), file_of(other.club.pk)) == (others, theirs)
    assert missing_append_only_triggers() == [] and list(rows_without_owner()) == []
    assert audit_club(other.club) is None and rebuild_club(other.club) == Rebuilt()
    assert (note.club_id, note.file_sha256) == (club_id, sha256(file).hexdigest())
    [club] = import_club(file).clubs
    assert club.pk == club_id and file_of(club_id) == file


def test_its_links_open_nothing(client: Client) -> None:
    evening = tried_out()
    stored = evening.stored
    links = [f"/c/{evening.club.keeper_token}/", f"/t/{stored.scribe_token}/", f"/w/{stored.watch_token}/"]
    links += [f"/api/v1/clubs/{evening.club.keeper_token}", f"/api/v1/evenings/{stored.scribe_token}"]
    assert [client.get(link).status_code for link in links] == [200] * 5
    delete(evening)
    assert [client.get(link).status_code for link in links] == [404] * 5


# -- refused -------------------------------------------------------------------------------------------------------


def _link(evening: PlayedEvening) -> dict[str, Any]:
    other = new_evening("Elis", "Franz", "Gustl", "Heidi")
    link: dict[str, Any] = {"club": evening.club, "other": other.club, "by": "club link"}
    linking.link_club(**link, key=uuid4(), at=evening.now())
    return link


def _link_and_part(evening: PlayedEvening) -> None:
    linking.unlink_club(**_link(evening), key=uuid4(), at=evening.now())


@pytest.mark.parametrize("links", [_link, _link_and_part])
def test_a_club_that_another_one_names_stays(links: Callable[[PlayedEvening], object]) -> None:
    evening = tried_out()
    links(evening)
    file = file_of(evening.club.pk)
    with pytest.raises(DeletionRefused, match="is or was linked"):
        delete(evening)
    check_nothing_happened(evening, file)


@pytest.mark.parametrize("name", ["", "stammtisch linde", "Stammtisch Linde "])
def test_another_name_than_the_clubs_deletes_nothing(name: str) -> None:
    evening = tried_out()
    with pytest.raises(DeletionRefused, match="the club is called Stammtisch Linde"):
        delete(evening, name=name)
    check_nothing_happened(evening, file_of(evening.club.pk))


def test_a_file_that_is_not_the_club_as_it_is_now_deletes_nothing() -> None:
    evening = tried_out()
    old = file_of(evening.club.pk)
    evening.record(rufer("Anna", "Beppo"))
    now = file_of(evening.club.pk)
    for file in (old, now[:-10], now + b"\n", file_of(tried_out().club.pk), b"{}"):
        with pytest.raises(DeletionRefused, match="not the club as it is now"):
            delete(evening, file=file)
    check_nothing_happened(evening, now)


def test_a_club_whose_file_could_not_bring_it_back_stays() -> None:
    """Its name is another than the chain of names gives: the import on trial finds it when all rows are gone."""
    evening = tried_out()
    Club.objects.filter(pk=evening.club.pk).update(name="Forged")
    with pytest.raises(ClubFileRefused, match="name_changed"):
        delete(evening, name="Forged")
    check_nothing_happened(evening, file_of(evening.club.pk))
    assert evening.fresh().hand_count == 2


# -- what stays ----------------------------------------------------------------------------------------------------


def anchors_of(evening: PlayedEvening, path: Path) -> anchor.Anchors:
    path.write_text(anchor.anchor_lines(anchor.chain_heads(evening.club.pk), at=evening.clock))
    return anchor.read_anchors(path)


def test_the_note_has_the_heads_of_the_chains_and_no_names_and_links() -> None:
    evening = tried_out()
    heads = [anchor.chain_to_json(head) for head in anchor.chain_heads(evening.club.pk)]
    delete(evening)
    note = EndedClub.objects.get()
    assert note.heads == heads and {head["chain"] for head in note.heads} == {"names", "ledger", "evening"}
    noted = json.dumps(note.heads)
    assert not any(text in noted for text in ("Anna", "Linde", evening.stored.scribe_token, evening.club.keeper_token))


def test_an_anchor_of_before_is_met_and_one_of_another_book_is_not(tmp_path: Path) -> None:
    evening = tried_out()
    early = anchors_of(evening, tmp_path / "early")
    evening.close()
    late = anchors_of(evening, tmp_path / "late")
    delete(evening)
    assert list(anchor.anchor_differences({**early, **late})) == []
    [forged] = [json.loads(one) for one in (tmp_path / "late").read_text().splitlines() if '"ledger"' in one]
    for change, code in (({"hash": "0" * 64}, "chain_differs"), ({"length": 500}, "chain_shorter")):
        (tmp_path / "forged").write_text(json.dumps(forged | change))
        [difference] = anchor.anchor_differences(anchor.read_anchors(tmp_path / "forged"))
        assert (difference.code, difference.place) == (code, "ledger")


def test_back_from_its_file_its_chains_are_held_to_every_anchor_again_and_it_may_go_again(tmp_path: Path) -> None:
    evening = tried_out()
    anchors, file = anchors_of(evening, tmp_path / "anchors"), file_of(evening.club.pk)
    delete(evening)
    [club] = import_club(file).clubs
    assert list(anchor.anchor_differences(anchors)) == [] and anchor.ended_clubs_of_anchors(anchors) == []
    assert list(anchor.chain_heads(club.pk)) == list(anchors)
    delete(evening, file=file)
    assert EndedClub.objects.filter(club_id=club.pk).count() == 2


def test_a_backup_keeps_the_note_and_one_of_before_brings_the_club_back(tmp_path: Path) -> None:
    evening = tried_out()
    back_up(tmp_path / "before.backup", made_at=NINE_O_CLOCK)
    delete(evening)
    back_up(tmp_path / "after.backup", made_at=NINE_O_CLOCK)
    restore_backup(tmp_path / "before.backup", replace=True)
    assert Club.objects.get() == evening.club and not EndedClub.objects.exists()
    restore_backup(tmp_path / "after.backup", replace=True)
    assert EndedClub.objects.get().club_id == evening.club.pk and not Club.objects.exists()


# -- others at work ------------------------------------------------------------------------------------------------


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_a_hand_that_is_not_committed_yet_is_waited_for_and_keeps_the_club() -> None:
    evening = tried_out()
    file, is_written = file_of(evening.club.pk), threading.Event()

    def record() -> None:
        with transaction.atomic():
            evening.record(rufer("Anna", "Beppo"))
            is_written.set()
            time.sleep(0.5)

    def refused() -> bool:
        is_written.wait(timeout=30)
        with pytest.raises(DeletionRefused, match="not the club as it is now"):
            delete(evening, file=file)
        return True

    assert at_once(record, refused) == [None, True]
    assert evening.fresh().hand_count == 3 and audit_club(evening.club) is None


@pytest.fixture
def other_connection() -> Iterator[BaseDatabaseWrapper]:
    found = connection.copy("other")
    yield found
    found.close()


def while_rows_are_gone(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen during a deletion, when the rows are deleted and nothing is committed."""

    def act_and_import(*args: Any, **kwargs: Any) -> object:
        act()
        return import_club(*args, **kwargs)

    monkeypatch.setattr(deletion, "import_club", act_and_import)


def test_nobody_else_deletes_anything_meanwhile(
    monkeypatch: pytest.MonkeyPatch, other_connection: BaseDatabaseWrapper
) -> None:
    evening, other = tried_out(), tried_out()
    refusals, is_sqlite = list[str](), connection.vendor == "sqlite"

    def try_to_delete() -> None:
        with other_connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 50" if is_sqlite else "SET lock_timeout = 50")
            for table, club in product(("play_handevent", "ledger_entry", "clubs_nameevent"), (evening, other)):
                try:
                    cursor.execute(f"DELETE FROM {table} WHERE club_id = '{club.club.pk}'")
                except DatabaseError as error:
                    refusals.append(str(error))

    while_rows_are_gone(monkeypatch, try_to_delete)
    delete(evening)
    refused = ["database is locked"] * 2 if is_sqlite else ["lock timeout", "append-only"]
    assert len(refusals) == 6
    assert all(text in refusal for text, refusal in zip(refused * 3, refusals, strict=True))
    assert audit_club(other.club) is None


@pytest.mark.postgresql_only(reason="SQLite has one writer at a time")
def test_another_club_plays_on_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, other = tried_out(), tried_out()
    club_id, hands = evening.club.pk, list[int]()

    def play_on() -> None:
        def record() -> None:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = 2000")
            other.record(rufer("Anna", "Beppo"))
            tried_out()

        at_once(record)
        hands.append(other.fresh().hand_count)

    while_rows_are_gone(monkeypatch, play_on)
    delete(evening)
    assert hands == [3] and not Club.objects.filter(pk=club_id).exists()
    assert [audit_club(club) for club in Club.objects.all()] == [None, None]


@pytest.mark.thorough
@pytest.mark.parametrize("delay_s", [0, 0.01, 0.03, 0.06, 0.1])
def test_a_hand_in_that_second_is_there_or_its_writer_learns_that_the_club_is_gone(delay_s: float) -> None:
    evening = tried_out()
    file = file_of(evening.club.pk)
    hand = {"id": str(uuid4()), "known_hands": 2, "hand": tag_hand(evening.by_id(rufer("Anna", "Beppo")), "bavarian")}

    def record() -> int:
        time.sleep(delay_s)
        return Phone().post(f"evenings/{evening.stored.scribe_token}/hands", hand).status

    def try_to_delete() -> bool:
        try:
            delete(evening, file=file)
        except DeletionRefused:
            return False
        return True

    status, is_gone = at_once(record, try_to_delete)
    assert (status, is_gone) in ((201, False), (404, True))
    assert Club.objects.filter(pk=evening.club.pk).exists() is not is_gone
    assert is_gone or audit_club(evening.club) is None


# -- the command ---------------------------------------------------------------------------------------------------


def run(*arguments: object) -> list[str]:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue().splitlines()


def test_the_operator_sees_what_is_lost_and_types_the_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening, file, kept = tried_out(), tmp_path / "linde.club.json", tmp_path / "anchors"
    tried_out()
    run("anchor", "--to", kept)
    run("export_club", evening.club.pk, file)
    out = io.StringIO()
    with pytest.raises(CommandError, match="nothing was deleted; repeat it with --name"):
        call_command("delete_club", str(evening.club.pk), str(file), stdout=out)
    assert out.getvalue().splitlines() == [
        "Stammtisch Linde, last used on 2026-11-20: 4 people, 1 evenings, 2 hands",
        "open money of Anna: -0.70 EUR",
        "open money of Beppo: -0.30 EUR",
        "open money of Cilli: 1.30 EUR",
        "open money of Done: -0.30 EUR",
    ]
    for arguments in ([file, "--name", "Linde"], [tmp_path / "missing", "--name", "Stammtisch Linde"]):
        with pytest.raises(CommandError, match="nothing was deleted: "):
            run("delete_club", evening.club.pk, *arguments)
    check_nothing_happened(evening, file.read_bytes())
    deleted = run("delete_club", evening.club.pk, file, "--name", "Stammtisch Linde")[-1]
    note = EndedClub.objects.get()
    assert deleted == f"deleted; {file} brings it back, its SHA-256 is {note.file_sha256}"
    first, *_, last = run("audit", "--anchor", kept)
    assert first == f"club {note}; its file has the SHA-256 {note.file_sha256}"
    assert last.startswith("1 club, 1 evening") and last.endswith("everything is right")
    assert run("import_club", file)[-1].endswith("imported, everything is right")


def test_money_on_the_tab_and_in_the_kitty_is_named_and_points_are_not() -> None:
    evening = tried_out()
    evening.close()
    club, anna = evening.club, evening.players["Anna"]
    play.carry_over_evening(evening=evening.stored, key=uuid4(), by="scribe", at=evening.now())
    ledger.charge(
        club=club, unit="EUR", evening_id=None, key=uuid4(), amounts={anna.pk: 50}, note="Beitrag", by="Anna",
        at=evening.now(),
    )  # fmt: skip
    points = new_evening("Anna", "Beppo", "Cilli", "Done", club=club, unit=play.POINTS)
    points.record(rufer("Anna", "Beppo"))
    assert "Anna: -1.20 EUR on the tab" in unsettled_money(club) and "kitty: 0.50 EUR on the tab" in unsettled_money(
        club
    )
    assert len(unsettled_money(club)) == 5
