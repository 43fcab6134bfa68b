"""How far a test goes: all the way where CI is set, a part of it where somebody waits for the answer."""

import os
from typing import TypeVar

IS_CI = bool(os.environ.get("CI"))
Extent = TypeVar("Extent")


def in_ci(there: Extent, *, otherwise: Extent) -> Extent:
    return there if IS_CI else otherwise
