"""The six evenings of the worked cases, with the figures that they must come to: played by the services, as a sheet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules import read_ruleset
from scorebook.play.services import Terms
from tests.support.played_evening import PlayedEvening, new_evening

FILES = sorted((Path(__file__).parent.parent / "cases" / "evenings").glob("*.json"))
IDS = [file.stem for file in FILES]
# Of a sheet of hands.
OWN_COLUMNS = (
    "contract", "declarer", "partner", "trump_suit", "card_points", "tricks", "opponents_card_points",
    "opponents_tricks", "surrender",
)  # fmt: skip


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


def terms_of(case: Mapping[str, Any]) -> Terms:
    ruleset = read_ruleset({"game": case["game"], "preset": case["preset"]})
    return Terms(ruleset=ruleset, unit="EUR", stake_minor=case["stake_minor"])


def sheet_of(case: Mapping[str, Any]) -> str:
    """A worked evening as somebody would have kept it in a spreadsheet of a German locale."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";")
    headings = ["date", "players", "dealer", *OWN_COLUMNS, "won", "run", "run side", "kontra", "more"]
    writer.writerow(headings)
    for row in case["hands"]:
        hand = dict(row["hand"])
        top = hand.pop("top_trumps", {})
        kontra = hand.pop("kontra", "")
        cells = [hand.pop(name, "") for name in OWN_COLUMNS]
        won = {True: "ja", False: "nein", None: ""}[hand.pop("won", None)]
        calls = ", ".join(name or "?" for name in kontra) if isinstance(kontra, list) else kontra
        more = json.dumps(hand) if hand else ""
        players = ", ".join(case["players"])
        side = {"declarer_side": "mit", "opponents": "ohne"}.get(top.get("side"), "")
        writer.writerow(["13.11.2025", players, row["dealer"], *cells, won, top.get("count", ""), side, calls, more])
    return "\ufeff" + text.getvalue()
