"""What a stranger makes of the document: with the README's command a client in Python, and with that an evening."""

import json
import re
import shlex
import subprocess
import sys
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints
from uuid import UUID, uuid4

import pytest
from httpx import Response
from pytest_django.live_server_helper import LiveServer

from rules import GAMES
from rules.hand_tags import kind_of_hand, tag_hand
from scripts import json_schema
from scripts.openapi import DOCUMENT, examples
from tests.support.api_document import api_document, hands_of_cases, operations

pytestmark = [pytest.mark.once, pytest.mark.thorough]

README = Path(__file__).parents[2] / "README.md"
SITE = "http://localhost:8000"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the README's command has put the client, without a network and without a warning."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "quick.yml").write_text("post_hooks: []")
    [documented] = re.findall(r"^ +(openapi-python-client generate .+)$", README.read_text(), re.MULTILINE)
    program, *words = shlex.split(documented.replace(f"--url {SITE}/api/v1/openapi.json", f"--path {DOCUMENT}"))
    command = [str(Path(sys.executable).with_name(program)), *words, "--fail-on-warning", "--config", "quick.yml"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def generated(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(folder)
    return import_module("scorebook_client")


@pytest.fixture
def models(generated: Any) -> Any:
    """What is sent and answered, a class for each."""
    return import_module("scorebook_client.models")


def ask(operation: str) -> Any:
    [tag] = operations()[operation]["tags"]
    return import_module(f"scorebook_client.api.{tag}.{operation}").sync


def test_an_evening_in_the_clients_own_types(generated: Any, models: Any, live_server: LiveServer) -> None:
    client = generated.Client(f"{live_server.url}/api/v1")
    people = ["Anna", "Beppo", "Cilli", "Done"]
    preset = models.BavarianPresetId.PUB_10_20_50
    wanted = models.BavarianOpenEveningRequest(uuid4(), "EUR", 1, people, "bavarian", preset=preset)
    evening = ask("open_evening")(client=client, body=wanted)
    scribe, club = evening.links.scribe.token, evening.links.club.token
    assert (type(evening.id), type(evening.started_at), evening.closed_at) == (UUID, datetime, None)
    assert isinstance(evening.ruleset, models.BavarianRulesetResponse)
    anna, beppo, cilli, done = (str(seat.id) for seat in evening.people)

    def record(hand: Any, known: int) -> Any:
        return ask("record_hand")(
            scribe, client=client, body=models.RecordHandRequest(uuid4(), hand, known_hands=known)
        )

    # Rufer 20 and Schneider 10; Solo 50, lost; Wenz 50 and two Laufende 20, doubled by a Kontra.
    rufer = models.BavarianRufer("bavarian.rufer", anna, beppo, card_points=94)
    solo = models.BavarianSolo("bavarian.solo", done, trump_suit=models.GermanSuit.HEARTS, won=False)
    runs = models.TopTrumps(count=2, side=models.Side.DECLARER_SIDE)
    wenz = models.BavarianWenz("bavarian.wenz", cilli, card_points=75, top_trumps=runs, kontra=[anna])
    written = [record(hand, known) for known, hand in enumerate((rufer, solo, wenz))]
    assert [one.hand.score.points[done] for one in written] == [-30, -150, -140]
    assert [type(one.hand.id) for one in written] == [UUID] * 3
    assert written[1].hand.hand == solo
    assert written[2].hand.hand.top_trumps == runs

    wrong = record(models.BavarianRufer("bavarian.rufer", anna, anna, card_points=121), known=3)
    assert isinstance(wrong, models.ErrorResponse)
    assert {(one.code, one.field) for one in wrong.error.problems} == {
        ("points_out_of_range", "card_points"),
        ("declarer_own_partner", "partner"),
    }
    stale = record(models.BavarianThrownIn("bavarian.thrown_in"), known=2)
    assert isinstance(stale, models.ConflictResponse)
    assert (stale.error.code, [one.no for one in stale.error.current.hands]) == ("stale_hand", [3])

    # It was no Schneider.
    rufer.card_points = 88
    correction = models.CorrectHandRequest(uuid4(), rufer, replaces=written[0].hand.id)
    assert ask("correct_hand")(scribe, 1, client=client, body=correction).hand.score.points[anna] == 20

    closed = ask("close_evening")(scribe, client=client, body=models.KeyedRequest(uuid4()))
    assert type(closed.closed_at) is datetime
    assert {seat.name: seat.amount_minor for seat in closed.people} == {
        "Anna": 20 + 50 - 140,
        "Beppo": 20 + 50 - 140,
        "Cilli": -20 + 50 + 420,
        "Done": -20 - 150 - 140,
    }
    plan = ask("payments")(scribe, client=client)
    owed = {(plan.names[str(one.payer)], plan.names[str(one.payee)]): one for one in plan.payments}
    assert {pair: one.open_minor for pair, one in owed.items()} == {
        ("Anna", "Cilli"): 70,
        ("Beppo", "Cilli"): 70,
        ("Done", "Cilli"): 310,
    }
    part = models.MarkPaidRequest(uuid4(), amount_minor=300)
    paid = ask("mark_paid")(scribe, owed["Done", "Cilli"].id, client=client, body=part)
    assert sorted(one.open_minor for one in paid.payments) == [10, 70, 70]

    board = ask("board")(club, "money", client=client)
    first = board.lines[0]
    assert (first.rank, board.names[str(first.person)], first.amounts["EUR"]) == (1, "Cilli", 450)
    assert {one.id: one.name for one in ask("people")(club, client=client).results} == {
        UUID(id): name for id, name in zip((anna, beppo, cilli, done), people, strict=True)
    }


def test_the_ten_lines_of_the_readme(folder: Path, live_server: LiveServer) -> None:
    [block] = re.findall(r"```python\n(.+?)```", README.read_text(), re.DOTALL)
    imports, lines = block.strip().split("\n\n")
    assert len(lines.splitlines()) == 10
    code = block.replace(SITE, live_server.url)
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    # Rufer with Schneider 30, then a Solo of 50 against three.
    payments = ["Done pays Anna 0.80", "Done pays Beppo 0.80", "Done pays Cilli 0.20"]
    assert sorted(done.stdout.splitlines()) == payments, done.stderr


@pytest.mark.parametrize("name", sorted(operations()))
def test_no_operation_needs_a_login(generated: Any, name: str) -> None:
    """Otherwise a type checker refuses the README's lines."""
    assert get_type_hints(ask(name))["client"] == generated.AuthenticatedClient | generated.Client


@pytest.mark.parametrize("name", sorted(operations()))
def test_every_example_comes_through_whole(generated: Any, name: str) -> None:
    [tag] = operations()[name]["tags"]
    [(status, answer)] = [
        (part, example) for part, example in examples(api_document())[name].items() if part != "request"
    ]
    module = import_module(f"scorebook_client.api.{tag}.{name}")
    read = module._parse_response(client=generated.Client(SITE), response=Response(int(status), json=answer)).to_dict()
    assert json.loads(json.dumps(read).replace("+00:00", "Z")) == answer


def test_every_hand_of_the_cases_comes_through_whole(models: Any) -> None:
    for game, hand in hands_of_cases():
        tagged = tag_hand(hand, game)
        kind = getattr(models, json_schema.hand_schema_name(game, hand["contract"]))
        line = models.PreviewHandRequest.from_dict({"hand": tagged})
        assert (type(line.hand), line.to_dict()) == (kind, {"hand": tagged})


PEOPLE = dict.fromkeys(GAMES, "ABCD") | {"palatinate": "ABC"}
OWN = {"own_contracts": [{"name": "Blau", "price": 20}]}
# Game -> an evening of each: contract -> its facts, with players by name.
HANDS: dict[str, dict[str, dict[str, Any]]] = {
    "bavarian": {
        "solo": {"declarer": "A", "trump_suit": "hearts", "won": True},
        "rufer": {"declarer": "A", "partner": "B", "card_points": 94, "kontra": [None]},
        "own": {"name": "Blau", "declarer": "B", "won": False},
        "agreed": {"points": {"A": 10, "B": -10}, "why": "fine"},
    },
    "palatinate": {
        "solo": {"declarer": "A", "trump_suit": "hearts", "won": True},
        "own": {"name": "Blau", "declarer": "B", "won": False},
        "thrown_in": {},
    },
    "asserufen": {
        "solo": {"declarer": "A", "trump_suit": "hearts", "won": True},
        "own": {"name": "Blau", "declarer": "B", "won": False},
        "agreed": {"points": {"A": 10, "B": -10}, "why": "fine"},
    },
    "sasku": {
        "trumps": {"declarer": "A", "trump_suit": "spades", "card_points": 80},
        "passed": {"team": "B", "won": True},
    },
    "schafskopf24": {
        "queens": {"queens": ["A", "C"], "card_points": 80, "tricks": 4},
        "solo": {"declarer": "A", "card_points": 80, "tricks": 4},
        "agreed": {"tally": {"A": 1, "B": 0, "C": 1, "D": 0}, "why": "fine"},
    },
    "bierkopf": {"bierkopf": {"winner": "A", "level": "schneider"}, "own": {"name": "Blau", "winner": "B"}},
}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_hand_of_an_evening_comes_back_as_its_kind(
    generated: Any, models: Any, live_server: LiveServer, game: str
) -> None:
    client = generated.Client(f"{live_server.url}/api/v1")
    rules = OWN if "own" in HANDS[game] else {}
    request = {"id": str(uuid4()), "unit": "points", "stake_minor": 1, "people": [*PEOPLE[game]], "game": game}
    kind = getattr(models, json_schema.name_in_game(game, "OpenEveningRequest"))
    evening = ask("open_evening")(client=client, body=kind.from_dict({**request, "house_rules": rules}))
    ids = {seat.name: str(seat.id) for seat in evening.people}
    for known, (contract, facts) in enumerate(HANDS[game].items()):
        hand = {"kind": kind_of_hand(game, contract), **{name: _by_id(one, ids) for name, one in facts.items()}}
        kind = getattr(models, json_schema.hand_schema_name(game, contract))
        body = models.RecordHandRequest(uuid4(), kind.from_dict(hand), known_hands=known)
        written = ask("record_hand")(evening.links.scribe.token, client=client, body=body)
        assert type(written) is models.RecordedHandResponse, written
        assert (type(written.hand.hand), written.hand.hand.to_dict()) == (kind, hand)
    read = ask("evening")(evening.links.watch.token, client=client)
    assert [type(line.hand).__name__ for line in read.hands] == [
        json_schema.hand_schema_name(game, contract) for contract in HANDS[game]
    ]


def _by_id(value: Any, ids: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {ids[name]: count for name, count in value.items()}
    if isinstance(value, list):
        return [ids.get(name, name) for name in value]
    return ids.get(value, value) if isinstance(value, str) else value
