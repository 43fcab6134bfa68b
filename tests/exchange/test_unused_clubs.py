"""A club of one evening that nobody uses: warned, kept or used after all, or ended and brought back from its file."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client

from scorebook.clubs import watching
from scorebook.clubs.keeping import keep_club
from scorebook.clubs.models import Club, ClubEvent, EndedClub
from scorebook.clubs.services import NameKeyConflict, create_club, enrol_players, rename_club
from scorebook.exchange.club_file import club_file_lines, import_club
from scorebook.exchange.unused_clubs.last_use import last_written_at, unused_since
from scorebook.exchange.unused_clubs.run import Did
from scorebook.exchange.unused_clubs.warnings import ending_of
from scorebook.ledger import services as ledger
from scorebook.operations import anchor
from scorebook.operations.audit import audit_club, missing_guards
from scorebook.play import services as play
from scorebook.standings import order
from tests.support.played_evening import PlayedEvening, new_evening, rufer
from tests.support.said_by_club import say_something
from tests.support.unused_clubs import DAY, MINUTE, UNUSED_DAYS, did, ended, look, rows_of, tried_out

pytestmark = pytest.mark.django_db
WARNED_AFTER = (UNUSED_DAYS - 30) * DAY
ENDS_AFTER = UNUSED_DAYS * DAY


def club_of(evening: PlayedEvening) -> Club:
    return Club.objects.get(pk=evening.club.pk)


# -- warned --------------------------------------------------------------------------------------------------------


def test_it_is_warned_thirty_days_before_and_not_a_minute_earlier(tmp_path: Path) -> None:
    evening = tried_out()
    assert look(evening.clock + WARNED_AFTER - MINUTE, tmp_path) == []
    assert ending_of(club_of(evening)) is None
    [done] = look(evening.clock + WARNED_AFTER, tmp_path)
    assert (done.did, done.club_id, done.ends_at) == (Did.WARNED, evening.club.pk, evening.clock + ENDS_AFTER)
    warning = ending_of(club_of(evening))
    assert warning and (warning.unused_since, warning.ends_at) == (evening.clock, evening.clock + ENDS_AFTER)
    assert look(evening.clock + WARNED_AFTER + DAY, tmp_path) == []


def test_one_that_was_unused_for_years_when_somebody_set_it_has_thirty_days_too(tmp_path: Path) -> None:
    evening = tried_out()
    now = evening.clock + 1000 * DAY
    [done] = look(now, tmp_path)
    assert (done.did, done.ends_at) == (Did.WARNED, now + 30 * DAY)
    assert look(now + 30 * DAY - MINUTE, tmp_path) == []
    assert did(look(now + 30 * DAY, tmp_path)) == [Did.ENDED]


def test_a_timer_that_stood_still_ends_nothing_that_was_not_warned(tmp_path: Path) -> None:
    evening = tried_out()
    look(evening.clock + 400 * DAY, tmp_path)
    assert club_of(evening).ends_at == evening.clock + 430 * DAY


def test_it_ends_on_its_day_and_not_a_minute_earlier(tmp_path: Path) -> None:
    evening = tried_out()
    look(evening.clock + WARNED_AFTER, tmp_path)
    assert look(evening.clock + ENDS_AFTER - MINUTE, tmp_path) == []
    assert did(look(evening.clock + ENDS_AFTER, tmp_path)) == [Did.ENDED]
    assert not Club.objects.exists()


def test_a_longer_time_set_since_moves_the_end_and_a_shorter_one_does_not(tmp_path: Path) -> None:
    evening = tried_out()
    look(evening.clock + WARNED_AFTER, tmp_path)
    assert look(evening.clock + ENDS_AFTER, tmp_path, unused_days=UNUSED_DAYS + 10) == []
    assert club_of(evening).ends_at == evening.clock + ENDS_AFTER + 10 * DAY
    assert look(evening.clock + ENDS_AFTER, tmp_path, unused_days=60) == []
    assert club_of(evening).ends_at == evening.clock + ENDS_AFTER + 10 * DAY


def test_a_far_longer_time_withdraws_the_warning(tmp_path: Path) -> None:
    evening = tried_out()
    look(evening.clock + WARNED_AFTER, tmp_path)
    assert did(look(evening.clock + ENDS_AFTER, tmp_path, unused_days=365)) == [Did.WITHDRAWN]
    assert ending_of(club_of(evening)) is None


def test_a_dry_run_says_the_same_and_writes_nothing(tmp_path: Path) -> None:
    evening = tried_out()
    warn, end = evening.clock + WARNED_AFTER, evening.clock + ENDS_AFTER
    assert did(look(warn, tmp_path, dry_run=True)) == [Did.WARNED]
    assert club_of(evening).ends_at is None
    look(warn, tmp_path)
    assert did(look(end, tmp_path, dry_run=True)) == [Did.ENDED]
    assert club_of(evening) and list(tmp_path.iterdir()) == []


# -- used after all ------------------------------------------------------------------------------------------------


def _later(evening: PlayedEvening) -> None:
    evening.clock += WARNED_AFTER + 5 * DAY


def _records(evening: PlayedEvening) -> None:
    evening.reopen()
    evening.record(rufer("Anna", "Beppo"))


def _second_evening(evening: PlayedEvening) -> None:
    new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club, at=evening.now())


def _pays(evening: PlayedEvening) -> None:
    ledger.mark_paid(planned=evening.plan()[0].planned, key=uuid4(), by="Anna", at=evening.now())


USES: dict[str, Callable[[PlayedEvening], object]] = {
    "a hand": _records,
    "another evening": _second_evening,
    "a payment": _pays,
    "a plan": lambda evening: play.settle_evening(
        evening=evening.stored, method=ledger.SettlementMethod.ONE_FOR_ALL, at=evening.now()
    ),
    "a name": lambda evening: rename_club(club=evening.club, name="Linde", by="club link", at=evening.now()),
    "a person": lambda evening: enrol_players(club=evening.club, names=["Elis"], by="club link", at=evening.now()),
    "something said": lambda evening: watching.hide_money(
        club=evening.club, key=uuid4(), by="club link", at=evening.now()
    ),
    "a season": lambda evening: say_something(evening.club, evening.players["Anna"], at=evening.now()),
    "the shelf": lambda evening: play.archive_evening(evening=evening.stored, by="club link", at=evening.now()),
    "kept": lambda evening: keep_club(club=evening.club, key=uuid4(), by="club link", at=evening.now()),
}


@pytest.mark.parametrize("use", USES)
def test_whatever_is_written_saves_it(tmp_path: Path, use: str) -> None:
    evening = tried_out()
    warned, ends = evening.clock + WARNED_AFTER, evening.clock + ENDS_AFTER
    look(warned, tmp_path)
    _later(evening)
    before = evening.clock
    USES[use](evening)
    assert last_written_at(club_of(evening)) > before
    assert ending_of(club_of(evening)) is None, "its page says nothing any more"
    assert Did.ENDED not in did(look(ends + DAY, tmp_path))
    assert club_of(evening).ends_at is None
    assert audit_club(club_of(evening)) is None


def test_kept_it_is_warned_again_as_late_as_any(tmp_path: Path) -> None:
    evening = tried_out()
    look(evening.clock + WARNED_AFTER, tmp_path)
    kept_at = evening.clock + WARNED_AFTER + 3 * DAY
    keep_club(club=evening.club, key=uuid4(), by="club link", at=kept_at)
    assert look(kept_at + WARNED_AFTER - MINUTE, tmp_path) == []
    assert did(look(kept_at + WARNED_AFTER, tmp_path)) == [Did.WARNED]


def test_kept_twice_writes_once_and_under_another_key_nothing(tmp_path: Path) -> None:
    evening = tried_out()
    look(evening.clock + WARNED_AFTER, tmp_path)
    key = uuid4()
    for one in (key, key, uuid4()):
        keep_club(club=evening.club, key=one, by="club link", at=evening.now())
    assert list(ClubEvent.objects.values_list("pk", "kind")) == [(key, "kept")]
    watching.hide_money(club=evening.club, key=(other := uuid4()), by="club link", at=evening.now())
    with pytest.raises(NameKeyConflict):
        keep_club(club=evening.club, key=other, by="club link", at=evening.now())


def test_who_was_not_warned_keeps_nothing() -> None:
    evening = tried_out()
    keep_club(club=evening.club, key=uuid4(), by="club link", at=evening.now())
    assert not ClubEvent.objects.exists()


# -- which clubs never end -----------------------------------------------------------------------------------------


def _linked(evening: PlayedEvening) -> None:
    other = new_evening("Elis", "Franz", "Gustl", "Heidi")
    order.link_club(club=evening.club, other=other.club, key=uuid4(), by="club link", at=evening.now())


def _linked_once(evening: PlayedEvening) -> None:
    other = new_evening("Elis", "Franz", "Gustl", "Heidi")
    order.link_club(club=other.club, other=evening.club, key=uuid4(), by="club link", at=evening.now())
    order.unlink_club(club=other.club, other=evening.club, key=uuid4(), by="club link", at=evening.now())


def _on_the_tab(evening: PlayedEvening) -> None:
    play.carry_over_evening(evening=evening.stored, key=uuid4(), by="scribe", at=evening.now())


def _second_archived(evening: PlayedEvening) -> None:
    second = new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club, at=evening.now())
    second.record(rufer("Anna", "Beppo"))
    play.archive_evening(evening=second.stored, by="club link", at=evening.now())


STAYS: dict[str, Callable[[PlayedEvening], object]] = {
    "two evenings": _second_evening,
    "two evenings, one archived": _second_archived,
    "linked": _linked,
    "linked once": _linked_once,
    "an open tab": _on_the_tab,
    "paid in part": _pays,
}


@pytest.mark.parametrize("what", STAYS)
def test_one_that_somebody_may_need_never_ends(tmp_path: Path, what: str) -> None:
    evening = tried_out()
    STAYS[what](evening)
    assert unused_since(club_of(evening)) is None
    assert look(evening.clock + 3000 * DAY, tmp_path) == []


def _second_discarded(evening: PlayedEvening) -> None:
    second = new_evening("Anna", "Beppo", "Cilli", "Done", club=evening.club, at=evening.now())
    play.discard_evening(evening=second.stored, by="club link", at=evening.now())


def _paid_in_full(evening: PlayedEvening) -> None:
    for line in evening.plan():
        ledger.mark_paid(planned=line.planned, key=uuid4(), by="Anna", at=evening.now())


def _payment_taken_back(evening: PlayedEvening) -> None:
    [first, *_] = evening.plan()
    ledger.mark_paid(planned=first.planned, key=uuid4(), by="Anna", at=evening.now())
    ledger.mark_unpaid(planned=first.planned, key=uuid4(), by="Anna", at=evening.now())


def _tab_settled(evening: PlayedEvening) -> None:
    club, anna = evening.club, evening.players["Anna"]
    for verb in (ledger.deposit, ledger.pay_out):
        verb(club=club, unit="EUR", key=uuid4(), player=anna, amount_minor=50, by="Anna", at=evening.now())


ENDS: dict[str, Callable[[PlayedEvening], object]] = {
    "one evening": lambda evening: None,
    "a second one that was discarded": _second_discarded,
    "paid in full": _paid_in_full,
    "a payment that was taken back": _payment_taken_back,
    "a tab on which nothing is open": _tab_settled,
    "archived": lambda evening: play.archive_evening(evening=evening.stored, by="club link", at=evening.now()),
    "everything else that a club can say": lambda evening: say_something(
        evening.club, evening.players["Anna"], at=evening.now()
    ),
}


@pytest.mark.parametrize("what", ENDS)
def test_one_that_nobody_needs_ends_whole_and_comes_back_whole(tmp_path: Path, what: str) -> None:
    evening, other = tried_out(), tried_out()
    rename_club(club=other.club, name="Eiche", by="club link", at=other.now() + timedelta(days=80))
    ENDS[what](evening)
    connection.check_constraints()
    before, theirs = "".join(club_file_lines(evening.club.pk)), "".join(club_file_lines(other.club.pk))
    path = ended(evening, tmp_path)
    assert {model.__name__ for model, rows in rows_of(evening.club.pk) if rows} == set()
    assert path.read_text() == before and "".join(club_file_lines(other.club.pk)) == theirs
    assert missing_guards() == [] and audit_club(club_of(other)) is None
    club = import_club(path.read_bytes(), at=evening.clock + 95 * DAY).clubs[0]
    assert club.pk == evening.club.pk and "".join(club_file_lines(club.pk)) == before


def test_one_without_an_evening_ends_too(tmp_path: Path) -> None:
    evening = tried_out()
    club = create_club(key=uuid4(), name="Nobody came", at=evening.clock, by="club link")
    assert {one.club_id for one in look(evening.clock + WARNED_AFTER, tmp_path)} == {club.pk, evening.club.pk}


def test_an_evening_that_was_left_open_ends_too(tmp_path: Path) -> None:
    ended(tried_out(closed=False), tmp_path)


def _anchors(evening: PlayedEvening, path: Path) -> list[anchor.Anchor]:
    path.write_text(anchor.anchor_lines(anchor.chain_heads(evening.club), at=evening.clock))
    return anchor.read_anchors(path)


# -- afterwards ----------------------------------------------------------------------------------------------------


def test_its_file_is_for_its_owner_and_its_links_open_nothing(tmp_path: Path, client: Client) -> None:
    evening = tried_out()
    stored = evening.stored
    links = [f"/c/{evening.club.link_token}/", f"/t/{stored.scribe_token}/", f"/w/{stored.watch_token}/"]
    links += [f"/api/v1/clubs/{evening.club.link_token}", f"/api/v1/evenings/{stored.scribe_token}"]
    assert [client.get(link).status_code for link in links] == [200] * 5
    path = ended(evening, tmp_path / "ended")
    assert [client.get(link).status_code for link in links] == [404] * 5
    assert path.name == f"{evening.club.pk}-2027-02-18.club.json"
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_note_stays_without_names_and_links(tmp_path: Path) -> None:
    evening = tried_out()
    heads = [anchor.chain_to_json(head) for head in anchor.chain_heads(evening.club)]
    path = ended(evening, tmp_path)
    note = EndedClub.objects.get()
    assert (note.club_id, note.file_sha256) == (evening.club.pk, sha256(path.read_bytes()).hexdigest())
    assert note.heads == heads and {head["chain"] for head in note.heads} == {"names", "ledger", "evening"}
    said = json.dumps(note.heads)
    assert not any(text in said for text in ("Anna", "Linde", evening.stored.scribe_token, evening.club.link_token))


def test_an_anchor_of_before_is_met_and_one_of_another_book_is_not(tmp_path: Path) -> None:
    evening = tried_out(closed=False)
    early = _anchors(evening, tmp_path / "early")
    evening.close()
    late = _anchors(evening, tmp_path / "late")
    ended(evening, tmp_path)
    assert list(anchor.anchor_differences([*early, *late])) == []
    assert {note.club_id for note in anchor.ended_among(late)} == {evening.club.pk}
    forged = [one for one in (tmp_path / "late").read_text().splitlines() if '"ledger"' in one]
    (tmp_path / "forged").write_text(forged[0].replace(json.loads(forged[0])["hash"], "0" * 64))
    [difference] = anchor.anchor_differences(anchor.read_anchors(tmp_path / "forged"))
    assert (difference.code, difference.place) == ("chain_differs", "ledger")
    longer = json.loads(forged[0]) | {"length": 500}
    (tmp_path / "longer").write_text(json.dumps(longer))
    [difference] = anchor.anchor_differences(anchor.read_anchors(tmp_path / "longer"))
    assert difference.code == "chain_shorter"


def test_back_from_its_file_its_chains_are_held_to_every_anchor_again(tmp_path: Path) -> None:
    evening = tried_out()
    anchors = _anchors(evening, tmp_path / "anchors")
    text = ended(evening, tmp_path).read_bytes()
    club = import_club(text, at=evening.clock + ENDS_AFTER + DAY).clubs[0]
    assert list(anchor.anchor_differences(anchors)) == [] and anchor.ended_among(anchors) == []
    assert list(anchor.chain_heads(club)) == [one.head for one in anchors]


def test_back_from_its_file_it_counts_as_used_on_that_day_and_may_end_again(tmp_path: Path) -> None:
    evening = tried_out()
    text = ended(evening, tmp_path).read_bytes()
    back_at = evening.clock + 200 * DAY
    club = import_club(text, at=back_at).clubs[0]
    assert unused_since(club) == back_at and club.ends_at is None
    assert look(back_at + WARNED_AFTER - MINUTE, tmp_path) == []
    assert did(look(back_at + WARNED_AFTER, tmp_path)) == [Did.WARNED]
    assert did(look(back_at + ENDS_AFTER, tmp_path)) == [Did.ENDED]
    assert EndedClub.objects.filter(club_id=club.pk).count() == 2 and len(list(tmp_path.glob("*.json"))) == 2


def test_that_it_was_kept_goes_along_in_its_file(tmp_path: Path) -> None:
    evening = tried_out()
    look(evening.clock + WARNED_AFTER, tmp_path)
    evening.clock += WARNED_AFTER
    keep_club(club=evening.club, key=uuid4(), by="club link", at=evening.clock)
    text = ended(evening, tmp_path).read_bytes()
    club = import_club(text).clubs[0]
    assert [event.kind for event in ClubEvent.objects.filter(club=club)] == ["kept"]


# -- what goes wrong -----------------------------------------------------------------------------------------------


def test_what_fails_with_one_club_is_said_and_the_others_end(tmp_path: Path) -> None:
    evening, second = tried_out(), tried_out()
    look(evening.clock + WARNED_AFTER, tmp_path)
    blocked = tmp_path / f"{evening.club.pk}-2027-02-18.club.json"
    blocked.mkdir()
    found = {one.club_id: one for one in look(evening.clock + ENDS_AFTER, tmp_path)}
    assert found[evening.club.pk].did == Did.FAILED and found[evening.club.pk].why
    assert found[second.club.pk].did == Did.ENDED
    assert audit_club(club_of(evening)) is None and list(EndedClub.objects.values_list("club_id")) == [
        (second.club.pk,)
    ]


def test_a_club_whose_books_are_not_right_does_not_end(tmp_path: Path) -> None:
    """Its file could not bring it back."""
    evening = tried_out()
    look(evening.clock + WARNED_AFTER, tmp_path)
    Club.objects.filter(pk=evening.club.pk).update(name="Forged")
    [done] = look(evening.clock + ENDS_AFTER, tmp_path)
    assert done.did == Did.FAILED and "name_changed" in done.why
    assert club_of(evening).name == "Forged" and list(tmp_path.glob("*.json")) == []
    assert missing_guards() == [] and evening.fresh().hand_count == 2


def test_a_file_left_over_from_a_run_that_was_cut_off_goes_with_the_next(tmp_path: Path) -> None:
    evening = tried_out()
    (left := tmp_path / f"{evening.club.pk}-2027-02-11.club.json").write_text("{}")
    path = ended(evening, tmp_path)
    assert path.exists() and not left.exists()


def test_ids_of_others_are_left_alone(tmp_path: Path) -> None:
    (other := tmp_path / f"{UUID(int=1)}-2027-02-11.club.json").write_text("{}")
    ended(tried_out(), tmp_path)
    assert other.exists()
