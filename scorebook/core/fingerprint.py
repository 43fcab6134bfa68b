"""A name for the content of a file, or of a folder of files."""

import hashlib
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


def content_fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:LENGTH]
