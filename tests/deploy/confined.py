"""What the kernel says of a running process: who it is, what it may do, and where it may write."""

import os
from dataclasses import dataclass
from pathlib import Path

# The kernel's own; nothing that is written there is kept, and nothing of it is on a disk.
KERNEL = ("/proc", "/dev", "/sys")


@dataclass(frozen=True, slots=True, kw_only=True)
class Confinement:
    """uid: as the machine outside sees it. capabilities: a set of bits. pid: in its own namespace."""

    uid: int
    capabilities: int
    gains_none: bool
    pid: int
    writable: frozenset[str]


def confinement(pid: int) -> Confinement:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    status = {name: words.split() for name, _, words in (line.partition(":") for line in lines)}
    return Confinement(
        uid=int(status["Uid"][1]),
        capabilities=int(status["CapEff"][0], 16) | int(status["CapPrm"][0], 16),
        gains_none=status["NoNewPrivs"] == ["1"],
        pid=int(status["NSpid"][-1]),
        writable=frozenset(_writable_mounts(pid)),
    )


def _writable_mounts(pid: int) -> set[str]:
    found = set[str]()
    for line in Path(f"/proc/{pid}/mountinfo").read_text().splitlines():
        place, options = line.split()[4:6]
        if not (place + "/").startswith(tuple(f"{folder}/" for folder in KERNEL)):
            (found.add if "rw" in options.split(",") else found.discard)(place)
    return found


def children(pid: int) -> list[int]:
    """Those of its children that run, and theirs."""
    direct = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [one for child in direct for one in (child, *children(child))]


def is_running(pid: int) -> bool:
    return os.path.exists(f"/proc/{pid}")
