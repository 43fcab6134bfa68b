"""What says that it ran on PostgreSQL did, in every worker."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).parents[2]
OTHER = {"sqlite": "postgresql", "postgresql": "sqlite"}


def test_the_workers_have_the_engine_that_was_asked_for() -> None:
    wanted = "postgresql" if os.environ.get("SCOREBOOK_TEST_DATABASE_URL") else "sqlite"
    assert connection.vendor == wanted


@pytest.mark.thorough
@pytest.mark.once
def test_a_run_on_another_engine_fails() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider"]
    arguments = [f"--engine={OTHER[connection.vendor]}", __file__, "-k", "asked_for"]
    run = subprocess.run([*command, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1
    assert f"and here is {connection.vendor}" in run.stdout
