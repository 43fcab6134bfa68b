"""The six worked evenings, written down on a phone without a network: what it previews is what the server scores."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from rules import Player, Ruleset, State, Table, read_report, read_ruleset, score
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.hand_form import hand_form_codec
from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.played_evening import PlayedEvening, new_evening
from tests.support.touch import opens_offline

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
FILES = sorted((Path(__file__).parents[1] / "cases" / "evenings").glob("*.json"))
SYNC_TIMEOUT_MS = 60_000
FIELDS = (
    "contract", "declarer", "partner", "trump_suit", "card_points", "won", "level", "top_trumps", "kontra", "laid",
    "surrender", "called_card", "losers", "maidens", "march", "team", "nobody",
)  # fmt: skip

# Fills the form in as a person would leave it, and reads what stands on the button then.
FILL = """(fields) => {
  const form = document.querySelector("#entry");
  // Too short a run is not paid, and no more are paid than the last chip says.
  const runs = [...form.querySelectorAll('[name="top_trumps"]')].map((input) => Number(input.value));
  fields.top_trumps = fields.top_trumps?.map((count) => String(runs.findLast((run) => run <= count)));
  for (const input of form.elements) {
    const values = fields[input.name] ?? [];
    if (input.type === "radio" || input.type === "checkbox") {
      if (input.name in fields) input.checked = values.includes(input.value);
    } else if (input.type === "text" && input.name) {
      input.value = values[0] ?? "";
    }
  }
  form.dispatchEvent(new Event("change"));
  const judged = form.judge();
  return judged && judged.points.map(({ points }) => points);
}"""


@pytest.fixture(params=FILES, ids=[file.stem for file in FILES])
def case(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(request.param.read_text(encoding="utf-8"))
    return found


def test_a_worked_evening_without_a_network(case: dict[str, Any], net: Cellar, open_page: OpenPage) -> None:
    ruleset = read_ruleset({"game": case["game"], "preset": case["preset"]})
    table = new_evening(
        *case["players"], ruleset=ruleset, stake_minor=case["stake_minor"], first_dealer=case["first_dealer"]
    )
    page = open_page(f"/t/{table.stored.scribe_token}/", at=net.url, expected_errors="Failed to load")
    opens_offline(page)
    net.is_cut = True
    page.reload()
    expect(page.locator(".kept")).not_to_be_empty()
    for no, (played, fields) in enumerate(as_typed(case, table, ruleset), start=1):
        expect(page.locator("h1")).to_have_text(f"Spiel {no}")
        expect(page.locator(".who b").first).to_have_text(played["dealer"])
        if played["hand"]["contract"] == "thrown_in":
            page.locator("button.thrown").tap()
            continue
        assert (no, page.evaluate(FILL, fields)) == (no, expected_texts(played)), fields
        page.locator(".record").tap()
    expect(page.locator(".kept")).to_contain_text(f"{len(case['hands'])} zu senden")

    net.is_cut = False
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    for no, played in enumerate(case["hands"], start=1):
        assert (no, [table.hand_points(no)[name] for name in case["players"]]) == (no, played["points"])
    assert [table.points()[name] for name in case["players"]] == case["final_points"]
    table.check()


def as_typed(
    case: dict[str, Any], table: PlayedEvening, ruleset: Ruleset
) -> Iterator[tuple[dict[str, Any], dict[str, list[str]]]]:
    """Each hand of the case with the fields of the form that tell it."""
    state, ids = State(), {name: Player(str(player.pk)) for name, player in table.players.items()}
    for played in case["hands"]:
        seated = Table(players=tuple(ids[name] for name in case["players"]), dealer=ids[played["dealer"]])
        report = read_report(table.by_id(played["hand"]), ruleset=ruleset, table=seated, state=state)
        worth = score(report, ruleset, state)
        fields = typed_fields(hand_form_codec.form_data_from_report(report, worth))
        if played["hand"].get("team"):
            fields["team"] = [player for player, strokes in worth.tally.items() if strokes]
        yield played, fields
        state = worth.state


def typed_fields(typed: FormData) -> dict[str, list[str]]:
    return {name: typed.all(name) for name in FIELDS if typed.has(name)}


def expected_texts(played: dict[str, Any]) -> list[str]:
    points = [f"{count:+d}".replace("-", "−") if count else "0" for count in played["points"]]
    if "tally" not in played:
        return points
    pairs = zip(played["tally"], points, strict=True)
    return [f"{tally} ({paid})" if paid != "0" else str(tally) for tally, paid in pairs]
