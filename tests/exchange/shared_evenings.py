"""The six evenings of the worked cases, played by the services, with the figures that they must come to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules import read_ruleset
from tests.support.played_evening import PlayedEvening, new_evening

FILES = sorted((Path(__file__).parent.parent / "cases" / "evenings").glob("*.json"))
IDS = [file.stem for file in FILES]


def shared_case(file: Path) -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def play_shared(case: Mapping[str, Any]) -> PlayedEvening:
    """Closed, and nothing of it paid."""
    evening = new_evening(
        *case["players"],
        ruleset=read_ruleset({"game": case["game"], "preset": case["preset"]}),
        stake_minor=case["stake_minor"],
        first_dealer=case["first_dealer"],
    )
    for row in case["hands"]:
        evening.record(row["hand"])
    evening.close()
    return evening
