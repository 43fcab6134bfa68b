"""Short digests of a file's content or of a folder of files."""

import hashlib
from importlib.metadata import version
from pathlib import Path

LENGTH = 12


def folder_fingerprint(folder: Path) -> str:
    """Return a digest that changes with any file in the folder, and is the same on every machine."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            found.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()[:LENGTH]


def static_fingerprint(folder: Path, *packages: str) -> str:
    """Return a digest of our folder and of packages with static files, which change only with their version."""
    names = [folder_fingerprint(folder), *(f"{package} {version(package)}" for package in packages)]
    return content_fingerprint("\n".join(names).encode())


def content_fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:LENGTH]
