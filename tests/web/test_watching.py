"""Those who look on: what they ask costs next to nothing, and misses nothing."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING, Any

import brotli
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from scorebook.ledger.accounts import TILL
from scorebook.server.streams import STREAMS
from scorebook.web.evening.sheet_versions import versions_at
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer


def ask(evening: PagedEvening, etag: str = "", **headers: str) -> Answer:
    known = {"if-none-match": etag} if etag else {}
    sheet = reverse("web:watched_sheet", args=[evening.stored.watch_token])
    return evening.client.get(sheet, headers=known | headers)


def test_an_unchanged_sheet_takes_one_statement(evening: PagedEvening) -> None:
    evening.record()
    etag = ask(evening)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert ask(evening, etag).status_code == 304
    assert len(queries) == 1
    assert ask(evening, f"W/{etag}").status_code == 304  # as it comes back compressed


def ask_as_scribe(evening: PagedEvening, etag: str = "") -> Answer:
    return evening.client.get(evening.url("written_sheet"), headers={"if-none-match": etag} if etag else {})


def test_the_other_scribe_asks_as_cheaply_as_a_watcher(evening: PagedEvening) -> None:
    evening.record()
    etag = ask_as_scribe(evening)["ETag"]
    assert f"{etag[1:-1]}" in markup(evening.get("table"))  # an open page asks with the version it has
    with CaptureQueriesContext(connection) as queries:
        assert ask_as_scribe(evening, etag).status_code == 304
    assert len(queries) == 1
    evening.record()
    assert "Spiel 3" in markup(ask_as_scribe(evening, etag))


def test_neither_link_answers_at_the_address_of_the_other(evening: PagedEvening) -> None:
    etag = ask_as_scribe(evening)["ETag"]
    scribe, watch = evening.stored.scribe_token, evening.stored.watch_token
    for path in (f"/t/{watch}/sheet", f"/w/{scribe}/sheet"):
        assert evening.client.get(path, headers={"if-none-match": etag}).status_code == 404
    assert 'name="key"' not in markup(ask(evening))


def test_hands_names_and_payments_make_a_new_one(evening: PagedEvening) -> None:
    evening.record()
    etags = [ask(evening)["ETag"]]
    evening.record()
    assert ask(evening, etags[-1]).status_code == 200
    etags.append(ask(evening)["ETag"])
    player = evening.stored.club.players.get(name="Anna")
    evening.client.post(reverse("web:order_person", args=[evening.club_token, player.pk]), {"name": "Anni"})
    assert "Anni" in markup(ask(evening, etags[-1]))
    evening.post("close")
    etags.append(ask(evening)["ETag"])
    payment = markup(evening.get("settle")).partition('name="payment" value="')[2][:36]
    evening.post("settle", payment=payment, tick="1")
    assert ask(evening, etags[-1]).status_code == 200
    assert len({*etags, ask(evening)["ETag"]}) == 4


def test_a_part_and_another_way_make_a_new_one(evening: PagedEvening) -> None:
    evening.record()
    evening.post("close")
    etags = [ask(evening)["ETag"]]
    payment = markup(evening.get("settle")).partition('name="payment" value="')[2][:36]
    evening.post("settle", payment=payment, part="1", amount="0,05")
    part = ask(evening, etags[-1])
    assert "0,05\u00a0€ von 0,20\u00a0€ bezahlt" in markup(part)
    etags.append(part["ETag"])
    evening.post("ways", way=f"one_for_all:{TILL}")
    assert "Kasse" in markup(ask(evening, etags[-1]))
    etags.append(ask(evening)["ETag"])
    with CaptureQueriesContext(connection) as queries:
        assert ask(evening, etags[-1]).status_code == 304
    assert len(set(etags)) == 3 and len(queries) == 2


def test_another_language_is_another_sheet(evening: PagedEvening) -> None:
    german, english = ask(evening), ask(evening, **{"accept-language": "en"})
    assert german["ETag"] != english["ETag"]


@pytest.mark.django_db
def test_a_version_opens_nothing_without_the_link(evening: PagedEvening) -> None:
    etag = ask(evening)["ETag"]
    for token in (evening.stored.scribe_token, "nothing"):
        sheet = reverse("web:watched_sheet", args=[token])
        assert evening.client.get(sheet, headers={"if-none-match": etag}).status_code == 404


def test_ten_watchers_have_one_sheet_rendered(evening: PagedEvening) -> None:
    """In each language, and in every version."""
    for _ in range(2):
        evening.record()
        for language in ("de", "en"):
            sheets = [markup(ask(evening, **{"accept-language": language}))]
            with CaptureQueriesContext(connection) as queries:
                sheets += [markup(ask(evening, **{"accept-language": language})) for _ in range(9)]
            assert len(set(sheets)) == 1
            assert len(queries) == 9  # the link of each, and nothing for the sheet
    assert "Spiel 3" in markup(ask(evening))


def test_the_page_takes_its_sheet_from_the_same_place(evening: PagedEvening) -> None:
    evening.record()
    sheet, watch = ask(evening), reverse("web:watch", args=[evening.stored.watch_token])
    with CaptureQueriesContext(connection) as queries:
        page = markup(evening.client.get(watch))
    assert markup(sheet).strip() in page and len(queries) == 2
    assert sheet["ETag"].replace('"', "&quot;") in page  # it asks with the version that it shows


def test_a_sheet_holds_nothing_that_is_not_for_everybody(evening: PagedEvening) -> None:
    evening.record()
    evening.post("close")
    sheet = markup(ask(evening))
    for secret in (evening.stored.watch_token, evening.stored.scribe_token, evening.club_token, "csrf", "testserver"):
        assert secret not in sheet
    assert f'href="./players/{evening.ids["Anna"]}/"' in sheet  # behind whatever link


def test_a_new_link_shows_the_sheet_and_the_old_one_nothing(evening: PagedEvening) -> None:
    evening.record()
    before, old = ask(evening), evening.stored.watch_token
    evening.post("links", watch="1")
    evening.stored = evening.now()
    assert evening.stored.watch_token != old
    for headers in ({}, {"if-none-match": before["ETag"]}):
        assert evening.client.get(reverse("web:watched_sheet", args=[old]), headers=headers).status_code == 404
    assert markup(ask(evening)) == markup(before)
    assert list(versions_at([f"/w/{old}/changes", f"/w/{evening.stored.watch_token}/changes"])) == [
        f"/w/{evening.stored.watch_token}/changes"
    ]


def test_a_sheet_comes_compressed_as_it_is_kept(evening: PagedEvening) -> None:
    evening.record()
    plain = ask(evening)
    for name, unpack in (("gzip", gzip.decompress), ("br", brotli.decompress)):
        answer = ask(evening, **{"accept-encoding": name})
        assert (answer["Content-Encoding"], answer["ETag"]) == (name, f"W/{plain['ETag']}")
        assert unpack(answer.content) == plain.content
        assert "Accept-Encoding" in answer["Vary"]


@pytest.mark.parametrize("folder", ["sheets", "a-file"])
def test_sheets_are_kept_in_files_and_shown_without_them(
    evening: PagedEvening, settings: Settings, tmp_path: Path, folder: str
) -> None:
    """As all workers share them; where nothing can be kept, each watcher has a sheet of their own."""
    (tmp_path / "a-file").touch()
    backend = "django.core.cache.backends.filebased.FileBasedCache"
    settings.CACHES = settings.CACHES | {"sheets": {"BACKEND": backend, "LOCATION": tmp_path / folder}}
    evening.record()
    first = ask(evening)
    with CaptureQueriesContext(connection) as queries:
        assert markup(ask(evening)) == markup(first)
    assert (len(queries) == 1) == (folder == "sheets")


def test_streams_tell_the_version_of_the_sheet(evening: PagedEvening) -> None:
    changes = reverse("web:watched_changes", args=[evening.stored.watch_token])

    def read_version() -> str:
        version = versions_at([changes])[changes]
        assert ask(evening)["ETag"] == f'"{version}.de"'
        return version

    versions = [read_version()]
    evening.record()
    versions.append(read_version())
    anna = str(evening.stored.club.players.get(name="Anna").pk)
    evening.client.post(reverse("web:order_person", args=[evening.club_token, anna]), {"name": "Anni"})
    versions.append(read_version())
    evening.post("close")
    versions.append(read_version())
    payment = markup(evening.get("settle")).partition('name="payment" value="')[2][:36]
    evening.post("settle", payment=payment, tick="1")
    versions.append(read_version())
    assert len(set(versions)) == 5
    written = reverse("web:written_changes", args=[evening.stored.scribe_token])
    wrong = [f"/w/{evening.stored.scribe_token}/changes", f"/t/{evening.stored.watch_token}/changes"]
    with CaptureQueriesContext(connection) as queries:
        assert versions_at([changes, written, *wrong]) == {changes: versions[-1], written: versions[-1]}
    assert len(queries) == 4
    with CaptureQueriesContext(connection) as queries:
        assert versions_at([changes, wrong[0]]) == {changes: versions[-1]}
    assert len(queries) == 2


def test_a_stream_begins_only_where_the_server_carries_it(evening: PagedEvening) -> None:
    watch = reverse("web:watch", args=[evening.stored.watch_token])
    changes = reverse("web:watched_changes", args=[evening.stored.watch_token])
    assert evening.client.get(changes).status_code == 404
    assert "data-changes" not in markup(evening.client.get(watch))
    full = {STREAMS: False}
    assert evening.client.get(changes, **full).status_code == 503  # type: ignore[arg-type]
    assert "data-changes" not in markup(evening.client.get(watch, **full))  # type: ignore[arg-type]
    room = {STREAMS: True}
    answer = evening.client.get(changes, **room)  # type: ignore[arg-type]
    assert (answer.status_code, answer["Content-Type"], answer["Cache-Control"]) == (
        200, "text/event-stream", "no-store",
    )  # fmt: skip
    assert answer.content.decode().endswith(f"\ndata: {versions_at([changes])[changes]}\n\n")
    assert f'data-changes="{changes}"' in markup(evening.client.get(watch, **room))  # type: ignore[arg-type]
    for wrong in (evening.stored.scribe_token, "nothing"):
        assert evening.client.get(f"/w/{wrong}/changes", **room).status_code == 404  # type: ignore[arg-type]


def test_a_scribe_hears_of_changes_only_where_the_server_carries_it(evening: PagedEvening) -> None:
    table = reverse("web:table", args=[evening.stored.scribe_token])
    changes = reverse("web:written_changes", args=[evening.stored.scribe_token])
    for has_room, status in ((None, 404), (False, 503), (True, 200)):
        environ: Any = {} if has_room is None else {STREAMS: has_room}
        assert evening.client.get(changes, **environ).status_code == status
        assert ("has_changes" in markup(evening.client.get(table, **environ))) == bool(has_room)
    assert evening.client.get(f"/t/{evening.stored.watch_token}/changes", **{STREAMS: True}).status_code == 404  # type: ignore[arg-type]
