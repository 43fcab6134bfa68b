"""Separate Python environments, made by pip at the first use, which downloads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


class NotInstalled(Exception):
    """The packages cannot be installed here."""


def installed(folder: Path, name: str, requirements: Path) -> str:
    """Return the Python of an environment with only these packages. Raises: NotInstalled."""
    environment = folder / name
    python, done = environment / "bin" / "python", environment / "installed.txt"
    if not done.exists() or done.read_text() != requirements.read_text():
        print(f"   installing what {name} needs, which downloads it", flush=True)
        try:
            for command in (("-m", "venv", str(environment)), ("-m", "pip", "install", "-q", "-r", str(requirements))):
                runs = sys.executable if command[1] == "venv" else str(python)
                subprocess.run([runs, *command], check=True, capture_output=True, text=True)
        except subprocess.CalledProcessError as error:
            lines = (error.stderr or error.stdout).strip().splitlines()
            raise NotInstalled(f"they cannot be installed here ({lines[-1] if lines else error})") from error
        done.write_text(requirements.read_text())
    return str(python)
