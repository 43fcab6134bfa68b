"""Python environments of their own, made by pip the first time: that downloads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


class NotInstalled(Exception):
    """They cannot be installed here."""


def installed(folder: Path, name: str, requirements: Path) -> str:
    """The Python of an environment with these packages and no others. Raises: NotInstalled."""
    environment = folder / name
    python, done = environment / "bin" / "python", environment / "installed.txt"
    if not done.exists() or done.read_text() != requirements.read_text():
        print(f"   installing what {name} needs, which downloads it", flush=True)
        try:
            for command in (("-m", "venv", str(environment)), ("-m", "pip", "install", "-q", "-r", str(requirements))):
                runs = sys.executable if command[1] == "venv" else str(python)
                subprocess.run([runs, *command], check=True, capture_output=True, text=True)
        except subprocess.CalledProcessError as error:
            said = (error.stderr or error.stdout).strip().splitlines()
            raise NotInstalled(f"they are not to be installed here ({said[-1] if said else error})") from error
        done.write_text(requirements.read_text())
    return str(python)
