"""A phone whose club moves, in WebKit and Firefox: what waits on it goes to the other site in the address."""

from __future__ import annotations

import json
import re
import shlex
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.engines.phone import Phone
from tests.engines.server import Server
from tests.engines.stories import at_hand, start, tell
from tests.support.process import ROOT, manage, serving

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
CLUB = "return Object.keys(JSON.parse(localStorage.clubs))[0];"


def test_what_waits_on_a_phone_goes_to_the_other_site(phone: Phone, server: Server, tmp_path: Path) -> None:
    start(phone)
    club, [token] = phone.run(CLUB), re.findall("/t/([^/]+)/", phone.run("return location.pathname"))
    server.stop()
    phone.is_online = False
    tell(phone, 1, "Anna", "Beppo")
    tell(phone, 2, thrown_in=True)
    with serving(data=tmp_path) as other:
        url = f"http://127.0.0.1:{other.port}"
        receive = [sys.executable, str(ROOT / "manage.py"), "receive_club", "--data", str(tmp_path)]
        sites = ("--from", server.url, "--to", url, "--through", shlex.join(receive))
        done = manage("move_club", club, *sites, "--data", str(server.data))
        assert done.returncode == 0, done.stderr
        server.start()
        phone.is_online = True
        phone.run("dispatchEvent(new Event('online'))")
        phone.sees("dialog.moved-here", "2 Einträge")
        assert phone.run("return location.origin") == url
        phone.tap("dialog.moved-here .button-main")
        at_hand(phone, 3)
        phone.sees(".kept", "gespeichert")
        with urllib.request.urlopen(f"{url}/api/v1/evenings/{token}", timeout=30) as answer:
            assert json.load(answer)["hand_count"] == 2
