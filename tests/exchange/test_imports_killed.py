"""The command that imports is killed in the middle: whole parts stand, and the same command writes the rest."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from tests.support.asking import send
from tests.support.process import DATABASE, ROOT, environment, manage, serving

pytestmark = [pytest.mark.long, pytest.mark.once]

EVENINGS, PATIENCE_S = 150, 60


def stored(data: Path, sql: str) -> int:
    with closing(sqlite3.connect(data / DATABASE, timeout=PATIENCE_S)) as database:
        return int(database.execute(sql).fetchone()[0])


def test_a_killed_import_leaves_whole_parts_and_goes_on(tmp_path: Path) -> None:
    with serving(data=tmp_path) as server:
        status, text = send(server, "POST", "/api/v1/clubs", {"id": str(uuid4()), "name": "Stammtisch"})
        assert status == 201
        club = json.loads(text)["id"]
    rows = (f"{date(2024, 1, 1) + timedelta(days=day)};1,20;-0,40;-0,40;-0,40" for day in range(EVENINGS))
    file = tmp_path / "evenings.csv"
    file.write_text("\n".join(["date;Anna;Beppo;Cilli;Done", *rows]))
    command = ["import_evenings", club, str(file), "--write", "--data", str(tmp_path)]

    killed = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), *command], env=environment(), stdout=subprocess.DEVNULL
    )
    until = time.monotonic() + PATIENCE_S
    while not stored(tmp_path, "SELECT count(*) FROM exchange_import") and time.monotonic() < until:
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    written = stored(tmp_path, "SELECT count(*) FROM play_evening")
    in_parts = "SELECT sum((SELECT count(*) FROM json_each(facts, '$.evenings'))) FROM exchange_import"
    assert 0 < written < EVENINGS and stored(tmp_path, in_parts) == written
    assert manage("audit", "--data", str(tmp_path)).returncode == 0

    done = manage(*command)
    assert done.returncode == 0, done.stderr
    assert stored(tmp_path, "SELECT count(*) FROM play_evening") == EVENINGS
    assert manage("audit", "--data", str(tmp_path)).returncode == 0
    [listed] = manage("undo_import", club, "--data", str(tmp_path)).stdout.splitlines()
    assert f"{EVENINGS} evenings evenings.csv" in listed
