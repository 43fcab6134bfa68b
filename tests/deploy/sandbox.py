"""What an image would be, made by hand: its files in a clean folder, its packages from the lock, and a system around
them that is read-only and of which the server is the first process, without being root."""

import fnmatch
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.extent import IS_CI
from tests.support.process import ROOT

USER = 10001
INSIDE = "/scorebook"
PYTHON = f"{INSIDE}/.venv/bin/python"
BWRAP = ("bwrap", "--die-with-parent", "--unshare-pid", "--as-pid-1", "--unshare-ipc", "--new-session")


def require(*programs: str) -> None:
    """Where CI is set, a program that is not there is a failure and no reason to skip."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        (pytest.fail if IS_CI else pytest.skip)(f"not installed: {', '.join(missing)}")


def files_of_image() -> Iterator[Path]:
    """What .dockerignore lets in, of the files that git knows or would add: each as a path below ROOT."""
    named = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    for name in filter(None, named.stdout.decode().split("\0")):
        if _is_let_in(name, lines) and (ROOT / name).is_file():
            yield Path(name)


def _is_let_in(name: str, lines: list[str]) -> bool:
    """Docker's rule: the last line that matches the file or a folder above it decides."""
    path = Path(name)
    tried = [str(path), *(str(folder) for folder in path.parents)]
    is_in = True
    for line in lines:
        pattern = line.removeprefix("!").removeprefix("**/")
        names = [one.rsplit("/", 1)[-1] for one in tried] if "**/" in line else tried
        if any(fnmatch.fnmatchcase(one, pattern) for one in names):
            is_in = line.startswith("!")
    return is_in


def clean_folder(folder: Path) -> Path:
    folder.mkdir()
    for name in files_of_image():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return folder


def install_lock(folder: Path) -> None:
    """Into an environment in that folder, each package by its hash."""
    subprocess.run([sys.executable, "-m", "venv", str(folder / ".venv")], check=True)
    python = str(folder / ".venv/bin/python")
    # As docs/operator.md says it.
    command = [python, "-m", "pip", "install", "-q", "--require-hashes", "-r", str(folder / "requirements.lock")]
    subprocess.run(command, check=True)


def sandboxed(folder: Path, data: Path) -> list[str]:
    """The command before a command, which then sees the system and, as INSIDE, `folder` read only, may write in `data`
    and /tmp, and is nobody.

    data: belongs to USER.
    """
    links = [word for name in ("bin", "lib", "lib64", "sbin") for word in ("--symlink", f"usr/{name}", f"/{name}")]
    kernel = ["--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp"]
    # Where the interpreter lies in root's home, nobody else would find the way.
    ways = [str(folder) for folder in reversed(Path(sys.base_prefix).parents)][1:]
    open_ways = [word for way in ways for word in ("--perms", "755", "--dir", way)]
    seen = [word for path in ("/usr", "/etc", sys.base_prefix) for word in ("--ro-bind", path, path)]
    own = ["--ro-bind", str(folder), INSIDE, "--bind", str(data), "/data", "--remount-ro", "/", "--chdir", INSIDE]
    nobody = [
        "setpriv",
        f"--reuid={USER}",
        f"--regid={USER}",
        "--clear-groups",
        "--no-new-privs",
        "--bounding-set=-all",
    ]
    return [*BWRAP, *links, *kernel, *open_ways, *seen, *own, *(nobody if os.geteuid() == 0 else [])]
