"""What makes the site an app: manifest, icons, service worker."""

from __future__ import annotations

import json
import re
import struct

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from scorebook.web.offline.views import ICONS, WEB, offline_shell_files

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("language", "name"),
    [("de", "Scorebook für den Schafkopf-Stammtisch"), ("en", "Scorebook for the Schafkopf table")],
)
def test_manifest_in_each_language(client: Client, language: str, name: str) -> None:
    answer = client.get(reverse("phone:manifest", args=[language]))
    found = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (found["name"], found["lang"], found["scope"]) == (name, language, "/")
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    assert all(client.get(icon["src"]).status_code == 200 for icon in found["icons"])


def test_no_manifest_in_other_languages(client: Client) -> None:
    assert client.get("/manifest.fr.webmanifest").status_code == 404


@pytest.mark.parametrize(("sizes", "_purpose", "path"), ICONS)
def test_icons_are_as_large_as_the_manifest_says(sizes: str, _purpose: str, path: str) -> None:
    found = finders.find(path)
    assert isinstance(found, str)
    with open(found, "rb") as picture:
        head = picture.read(24)
    assert head.startswith(b"\x89PNG")
    assert "x".join(map(str, struct.unpack(">II", head[16:]))) == sizes


def test_service_worker_rules_the_whole_site_and_is_never_old(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript"
    assert "no-cache" in answer["Cache-Control"]
    assert "script-src 'self'" in answer["Content-Security-Policy"]


def test_every_file_that_is_kept_is_there(client: Client) -> None:
    files = offline_shell_files()
    assert {"web/offline/table.js", "web/evaluate.js", "web/bookkeeping.js"} <= set(files)
    assert [path for path in files if finders.find(path) is None] == []


IMPORTED = re.compile(r"""^(?:import|export)\b.*?["'](\.[^"']+)["'];$""", re.MULTILINE | re.DOTALL)


def test_every_module_that_a_kept_one_imports_is_kept_too() -> None:
    """Else it is there only for as long as the browser happens to keep it."""
    files = [path for path in offline_shell_files() if path.endswith(".js")]
    imported = {
        (WEB / path).parent.joinpath(module).resolve().relative_to(WEB).as_posix()
        for path in files
        for module in IMPORTED.findall((WEB / path).read_text())
    }
    assert len(imported) > 15
    assert imported - set(files) == set()


def test_offline_page_needs_nothing_of_the_server(client: Client) -> None:
    assert client.get("/offline/").status_code == 200
    assert client.get("/phone/1f0e0f5e-0000-4000-8000-000000000000/").status_code == 200
