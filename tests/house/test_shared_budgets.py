"""What a client has spent is known to all workers of a real server, and kept where only its owner reads it."""

import shutil
import stat
import urllib.error
from pathlib import Path

import pytest

from scorebook.core.budgets import BUDGETS
from tests.support.api_phone import opening
from tests.support.process import Serving, manage, post_json, serving

pytestmark = pytest.mark.once

MOST = int(BUDGETS["opening"].partition("/")[0])


def _status_of_opening(server: Serving) -> int:
    try:
        post_json(server, "/api/v1/evenings", opening())
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code
    return 201


@pytest.mark.thorough
def test_two_workers_count_together(tmp_path: Path) -> None:
    with serving("--workers", "2", data=tmp_path) as server:
        assert [_status_of_opening(server) for _ in range(MOST + 5)] == [201] * MOST + [429] * 5
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700


def test_a_folder_that_takes_no_counts_stops_nobody(tmp_path: Path) -> None:
    with serving(data=tmp_path) as server:
        shutil.rmtree(tmp_path / "cache")
        (tmp_path / "cache").touch()
        assert [_status_of_opening(server) for _ in range(3)] == [201] * 3
        assert server.stop() == 0
        assert "The budgets are not counted" in server.rest()


def test_only_behind_a_proxy_its_word_is_taken(tmp_path: Path) -> None:
    program = "from django.conf import settings; print(settings.REST_FRAMEWORK['NUM_PROXIES'])"
    outputs = [
        manage("shell", "-c", program, "--data", str(tmp_path), SCOREBOOK_HTTPS=on).stdout for on in ("off", "on")
    ]
    assert [text.splitlines()[-1] for text in outputs] == ["0", "1"]
