"""A disk that is full for a while: a real file system, small enough to be filled."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

BALLAST = "ballast"


@contextmanager
def small_disk(*, megabytes: int) -> Iterator[Path]:
    """A file system of this size, open to PostgreSQL's user; the test is skipped where nobody may mount one."""
    with tempfile.TemporaryDirectory(prefix="scorebook-disk-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with _mounted_image(folder, megabytes):
            yield folder


@contextmanager
def _mounted_image(folder: Path, megabytes: int) -> Iterator[None]:
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("a small disk can only be mounted by root on Linux")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def full(disk: Path) -> Iterator[None]:
    """Not a byte is left until the end."""
    ballast = disk / BALLAST
    with ballast.open("wb", buffering=0) as file:
        for size in (2**20, 2**12, 1):
            with suppress(OSError):
                while file.write(bytes(size)):
                    pass
    try:
        yield
    finally:
        ballast.unlink()
