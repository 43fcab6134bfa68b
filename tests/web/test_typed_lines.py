"""Hands typed as lines: all of them or none, wrong ones named with their column, nothing typed lost."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from rules import Table, read_report, read_ruleset, score
from rules.notation import HandStep, WrittenEvening, read_evening, write_evening
from rules.state import State
from scorebook.play.models import Evening, HandEvent
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start, text_of
from tests.support.played_evening import new_evening

FILES = sorted((Path(__file__).parents[1] / "cases" / "evenings").glob("*.json"))
THREE = "Anna+Beppo Rufer Eichel 94\n# a comment\n\nCilli Wenz verloren K=Anna\nzusammengeworfen"


def send(evening: PagedEvening, lines: str, *, known: int | None = None, **fields: object) -> Any:
    known_hands = evening.now().hand_count if known is None else known
    return evening.post("lines", lines=lines, known_hands=known_hands, **fields)


def fields_of(page: Any) -> list[str]:
    """What stands in the text fields: what was typed, and the evening written out."""
    found = re.findall(r"<textarea[^>]*>\n?(.*?)</textarea>", page.content.decode(), flags=re.S)
    return [html.unescape(text) for text in found]


def test_each_line_becomes_a_hand_in_order(evening: PagedEvening) -> None:
    assert send(evening, THREE).status_code == 302
    assert [line.report.contract for line in evening.hands()] == ["rufer", "wenz", "thrown_in"]
    assert evening.points() == {"Anna": 30 + 100, "Beppo": 30 + 100, "Cilli": -30 - 300, "Done": -30 + 100}
    assert "Spiel 4" in text_of(evening.get("table"))


def test_a_wrong_line_is_named_and_nothing_is_written(evening: PagedEvening) -> None:
    lines = "\n Anna+Beppo Rufer Eichel 94\r\nCilli Wentz verloren\nBeppo Wenz 121\nAnna Sie <b>"
    answer = send(evening, lines)
    assert answer.status_code == 422 and evening.now().hand_count == 0
    problems = re.findall(r'<p class="problem">([^<]+)<', markup(answer))
    places = [re.findall(r"\d+", text.partition(":")[0]) for text in problems]
    assert places == [["3", "7"], ["4", "12"], ["5", "10"], ["5", "11"], ["5", "12"]]
    assert fields_of(answer)[0] == lines
    assert 'aria-describedby="lines-problem"' in " ".join(markup(answer).split())


@pytest.mark.parametrize("lines", ["", "  \n", "# only a comment"])
def test_nothing_typed_is_reported(evening: PagedEvening, lines: str) -> None:
    assert send(evening, lines).status_code == 422


def test_a_thousand_lines_are_taken_at_once_and_no_more(evening: PagedEvening) -> None:
    assert send(evening, "zusammengeworfen\n" * 1_000).status_code == 422
    assert send(evening, "zusammengeworfen\n" * 999 + "Anna Sie").status_code == 302
    assert evening.now().hand_count == 1_000


def test_sent_twice_is_written_once(evening: PagedEvening) -> None:
    key = str(uuid4())
    assert [send(evening, THREE, key=key, known=0).status_code for _ in range(2)] == [302, 302]
    assert evening.now().hand_count == 3
    evening.record()
    assert send(evening, THREE, key=key, known=0).status_code == 302
    assert evening.now().hand_count == 4


def test_a_replay_sent_twice_is_written_once(client: Client, db: None) -> None:
    table = start(client, game="sasku", stake_sasku="points")
    key = str(uuid4())
    lines = "Anna Karo 60\nWiederholung 61"
    assert [send(table, lines, key=key, known=0).status_code for _ in range(2)] == [302, 302]
    assert table.now().hand_count == 2


def test_a_key_that_wrote_other_lines_is_refused_and_replaced(evening: PagedEvening) -> None:
    key = str(uuid4())
    send(evening, "zusammengeworfen", key=key, known=0)
    answer = send(evening, "Cilli Wenz verloren", key=key, known=0)
    assert answer.status_code == 409 and key not in markup(answer)
    assert fields_of(answer)[0] == "Cilli Wenz verloren"


def test_what_somebody_else_wrote_meanwhile_stops_it(evening: PagedEvening) -> None:
    evening.record()
    answer = send(evening, "Cilli Wenz verloren", known=0)
    assert answer.status_code == 409 and evening.now().hand_count == 1
    typed, written = fields_of(answer)
    assert typed == "Cilli Wenz verloren" and "1 Anna+Beppo Rufer" in written
    assert 'name="known_hands" value="1"' in markup(answer)


def test_somebody_deals_out_of_turn(evening: PagedEvening) -> None:
    send(evening, "Geber=Cilli Done Wenz verloren")
    [line] = evening.hands()
    assert line.table.dealer == evening.ids["Cilli"]


def test_a_closed_evening_is_only_written_out(evening: PagedEvening) -> None:
    send(evening, THREE)
    evening.post("close")
    page = evening.get("lines")
    assert page.status_code == 200 and len(fields_of(page)) == 1
    assert send(evening, "zusammengeworfen").status_code == 409


def test_a_watch_link_types_nothing(evening: PagedEvening) -> None:
    path = f"/t/{evening.stored.watch_token}/type"
    assert evening.client.get(path).status_code == 404
    assert evening.client.post(path, {"lines": "zusammengeworfen", "known_hands": 0}).status_code == 404


def test_the_examples_are_lines_that_are_read(evening: PagedEvening) -> None:
    examples = [html.unescape(line) for line in re.findall(r"<li><code>([^<]+)</code>", markup(evening.get("lines")))]
    assert len(examples) == 3
    for line in examples:
        assert send(evening, line).status_code == 302, line


def test_the_evening_is_written_out_with_all_that_happened(evening: PagedEvening) -> None:
    send(evening, "Anna+Beppo Rufer Eichel 94 # nie wieder\nGeber=Cilli Done Wenz verloren")
    evening.post("void", 1, replaces=evening.event(1))
    evening.post("seats", name="Emil M.", place="3")
    send(evening, '"Emil M." Solo Gras gewonnen')
    evening.post("seats", leaves=evening.ids["Done"])
    [_, written] = fields_of(evening.get("lines"))
    found = read_evening(written)
    assert found.problems == () and found.evening is not None
    names = {"Anna", "Beppo", "Cilli", "Done"}
    assert set(found.evening.players) == names
    body = written.split("\n\n")[1].splitlines()
    assert body[0] == "1 gestrichen Anna+Beppo Rufer Eichel 94 # nie wieder"
    assert body[1:3] == ["2 Geber=Cilli Done Wenz verloren", '"Emil M." kommt nach Beppo']
    assert body[-1] == "Done geht"
    assert [hand.report.contract for hand in found.evening.hands] == [
        line.report.contract for line in evening.hands()
    ]  # fmt: skip


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_worked_evening_typed_is_the_evening_of_the_case(file: Path, client: Client, db: None) -> None:
    """Its lines typed at once; the hands, their points and their reports are those of the case."""
    case = json.loads(file.read_text(encoding="utf-8"))
    ruleset, state, steps = read_ruleset({"game": case["game"], "preset": case["preset"]}), State(), []
    for one in case["hands"]:
        table = Table(players=tuple(case["players"]), dealer=one["dealer"])
        report = read_report(one["hand"], ruleset=ruleset, table=table, state=state)
        state = score(report, ruleset, state).state
        steps.append(HandStep(report=report))
    evening = WrittenEvening(
        ruleset=ruleset, players=tuple(case["players"]), dealer=case["first_dealer"], steps=tuple(steps)
    )
    lines = write_evening(evening).split("\n\n")[1]
    paged = PagedEvening(client=client, stored=_open(case))
    assert send(paged, lines).status_code == 302
    assert list(paged.points().values()) == case["final_points"]
    [_, written] = fields_of(paged.get("lines"))
    assert written.split("\n\n")[1] == lines
    hands = [one["hand"] for one in case["hands"]]
    names = {str(seat.player_id): seat.player.name for seat in paged.now().all_seats().select_related("player")}
    stored = json.dumps([event.report for event in HandEvent.objects.filter(evening=paged.stored).order_by("seq")])
    for id, name in names.items():
        stored = stored.replace(id, name)
    assert json.loads(stored) == hands


def _open(case: dict[str, Any]) -> Evening:
    return new_evening(
        *case["players"],
        ruleset=read_ruleset({"game": case["game"], "preset": case["preset"]}),
        stake_minor=case["stake_minor"],
        first_dealer=case["first_dealer"],
    ).stored
