"""A name for the content of a file, or of a folder of files."""

import hashlib
from importlib.metadata import version
from pathlib import Path

LENGTH = 12


def folder_fingerprint(folder: Path) -> str:
    """Another one after every change of any file in it, the same on every machine."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            found.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()[:LENGTH]


def static_fingerprint(folder: Path, *packages: str) -> str:
    """Of a folder of ours and of packages that bring static files along: these change with their version only."""
    names = [folder_fingerprint(folder), *(f"{package} {version(package)}" for package in packages)]
    return content_fingerprint("\n".join(names).encode())


def content_fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:LENGTH]
