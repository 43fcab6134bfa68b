"""The bookkeeping that is written twice, for the server and for phones, against figures reckoned by hand.

A line of `tests/cases/bookkeeping.jsonl` is a question to a function of bookkeeping.js. The function of the same name
below puts it to the rules. Both must give what the line expects, or more.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rules
from rules import Player, Reason, ReportError, Ruleset, Score, State, Table, read_state
from rules import base_ruleset as base
from rules import price as prices
from rules.games import tally_game
from rules.games.bavarian import Bavarian, carry_over, pot, rounds
from rules.games.bierkopf import Bierkopf
from rules.games.sasku import Sasku, game_score
from rules.games.sasku.game_score import Booked
from rules.games.tally_game import AgreedTally
from rules.state import Match, SpecialRound
from tests.rules.phone import WEB
from tests.rules.table import agreed, problems, scored
from tests.support.extent import IS_CI

Json = dict[str, Any]  # what a line holds: as JSON has it

CASES = Path(__file__).parents[1] / "cases" / "bookkeeping.jsonl"
LINES: list[Json] = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
TARIFFS = "pub_everything"
SMALL_THINGS = {"sum", "nothing", "changed", "distinct", "when"}  # which no Python function is the twin of
ON_THE_PHONE = """
const books = await import(process.argv[1]);
const lines = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));
const answer = ({ function: name, input }) => {
  try { return books[name](...input) ?? null; } catch { return { is_fault: true }; }
};
console.log(JSON.stringify(lines.map(answer)));
"""


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_the_server_reckons_as_by_hand(line: Json) -> None:
    found = answer_of_the_server(line)
    assert as_expected(json.loads(json.dumps(found)), line["expected"]), found


@pytest.mark.parametrize("place", range(len(LINES)), ids=[line["id"] for line in LINES])
def test_the_phone_reckons_as_by_hand(place: int) -> None:
    if node() is None and not IS_CI:
        pytest.skip("no node on this machine")
    found = answers_of_the_phone(WEB / "bookkeeping.js")[place]
    assert as_expected(found, LINES[place]["expected"]), found


def test_every_function_of_the_phone_has_cases() -> None:
    script = (WEB / "bookkeeping.js").read_text(encoding="utf-8")
    exported = set(re.findall(r"^export (?:function|const) (\w+)", script, re.MULTILINE))
    assert {line["function"] for line in LINES} == exported - SMALL_THINGS == set(TWINS)


def answer_of_the_server(line: Json) -> Any:
    """is_fault: in place of an answer, where the function finds the rules themselves wrong."""
    try:
        return TWINS[line["function"]](*line["input"])
    except AssertionError:
        return {"is_fault": True}


def as_expected(found: Any, expected: Any) -> bool:
    """Of a record only what the line names; everything else word for word."""
    if not isinstance(expected, dict):
        return bool(found == expected)
    return isinstance(found, dict) and all(as_expected(found.get(name), one) for name, one in expected.items())


@cache
def answers_of_the_phone(script: Path) -> list[Any]:
    command = [node() or "node", "--input-type=module", "-e", ON_THE_PHONE, script.as_uri()]
    done = subprocess.run(command, input=json.dumps(LINES), capture_output=True, text=True, check=True)
    answers: list[Any] = json.loads(done.stdout)
    return answers


def node() -> str | None:
    """The one that came with the tests' requirements, else the machine's."""
    return shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")


# -- the same questions, put to the rules ------------------------------------------------------------------------------


def table(players: list[Player], dealer: Player | None = None) -> Table:
    return Table(players=tuple(players), dealer=dealer)


def bavarian(**house_rules: object) -> Bavarian:
    found = agreed("bavarian", TARIFFS, **house_rules)
    assert isinstance(found, Bavarian)
    return found


def names(found: tuple[Player, ...]) -> list[Player]:
    return list(found)


def phone_reasons(reasons: tuple[Reason, ...]) -> Iterator[list[object]]:
    """As phones hold them."""
    for reason in reasons:
        args: Json = {name: value for name, value in reason.args.items() if name != "team"}
        if "player" in args:
            args["player"] = args["player"].split(", ")
        yield [reason.code, args] if args else [reason.code]


def as_score(score: Score) -> Json:
    return {
        "points": dict(score.points),
        "pot": score.pot,
        "value": score.value,
        "tally": dict(score.tally or {}),
        "state": score.state.to_json(),
    }


def answer(hand: Json, ruleset: Ruleset, at: Table, state: State | None = None) -> Json | None:
    try:
        return as_score(scored(hand, ruleset, at, state))
    except ReportError:
        return None


def refused(codes: str, hand: Json, ruleset: Ruleset, at: Table, state: State | None = None) -> bool:
    """codes: a regular expression of the problems that the question is about."""
    return any(re.fullmatch(codes, code) for _, code in problems(hand, ruleset, at, state))


def active(players: list[Player], dealer: Player | None, seats: int) -> list[Player]:
    return names(table(players, dealer).active(seats))


def next_dealer(players: list[Player], dealer: Player | None) -> Player | None:
    return table(players, dealer).next_dealer()


def opposite(sides: str, players: list[Player], player: Player) -> list[Player] | None:
    game = agreed("bierkopf", "two_handed" if sides == "alone" else "bierkopf")
    assert isinstance(game, Bierkopf)
    return names(game.side_of_player(table(players), player)) if player in players else None


def declarer_side(at: Json, line: Json, kontra: list[Player]) -> list[Player] | None:
    hand = {"contract": line["contract"], "kontra": kontra, "won": True, **at["report"]}
    try:
        score = scored(hand, bavarian(), table(at["active"], at["next"] and at["active"][-1]))
    except ReportError:
        return None
    return names(score.declarer_side)


def declared(side: list[Player], **facts: object) -> Json:
    """A Solo, or a Rufer where the side is of two."""
    partner = (
        {"contract": "rufer", "partner": side[1]} if len(side) > 1 else {"contract": "solo", "trump_suit": "acorns"}
    )
    return {**partner, "declarer": side[0], **facts}


def check_turns(calls: list[Player | None], side: list[Player], players: list[Player], line: Json) -> bool:
    ruleset = bavarian(
        several_may_double=line["turns"] == "several",
        most_doublings=line["kontra"],
        only_forehand_doubles="forehand_first" in line,
        only_opponents_double="opponents_only" in line,
    )
    hand = declared(side, kontra=calls, won=True)
    if line["turns"] == "any":
        hand = {"contract": "kreuzbock", "kontra": calls, "won": True}
    state = State(round=rounds.started_round("hadschader", table(players))) if line.get("stossed") else State()
    return not refused("doubling_.*|too_many_doublings|only_.*", hand, ruleset, table(players, players[-1]), state)


def was_answered(calls: list[Player | None], side: list[Player], line: Json | None = None) -> bool:
    limits = line or {}
    turns = base.Turns(stossed=limits.get("stossed", False))
    return not limits.get("opponents_only") and rounds.was_answered(tuple(calls), tuple(side), turns)


def last_call_by_opponents(calls: list[Player | None], side: list[Player], line: Json | None = None) -> bool:
    """Where the Kontra takes the game over, the declarer wins with 60 after it, and not with 60 else (X43)."""
    people, only = four(), bool((line or {}).get("opponents_only"))
    hand = declared(side, kontra=calls, card_points=60)
    ruleset = bavarian(kontra_takes_over=True, only_opponents_double=only)
    return scored(hand, ruleset, table(people, people[-1])).declarer_won is True


def four() -> list[Player]:
    return [Player(name) for name in ("Anna", "Beppo", "Cilli", "Dani")]


def check_laid(laid: list[Player | None], players: list[Player], line: Json) -> bool:
    ruleset = bavarian(
        laying=bool(line["laid"]), laying_in_order="laid_in_order" in line, only_forehand_lays=line["laid"] == 1
    )
    hand = declared(players[:1], laid=laid, won=True)
    return all(field != "laid" for field, _ in problems(hand, ruleset, table(players, players[-1])))


def check_run_is_won(hand: Json, players: list[Player], line: Json, pack: list[int]) -> bool:
    """The line's trumps and pack are those of a Solo with 32 cards."""
    side = players[:2]
    counted = {} if "card_points" in hand else {"won": True}
    run = declared(side, **hand, **counted)
    return not refused("top_trumps_(are_won|need_tricks)", run, bavarian(), table(players, players[-1]))


def price(parts: list[tuple[str, int]], factors: list[tuple[str, int, int]], rounds_up: bool) -> list[int]:
    """The value, and the rounding. Phones hold every amount twice, so that halves are whole."""
    added = [Reason(code=code, rule="B57", amount=Fraction(twice, 2)) for code, twice in parts]
    times = [Reason(code=code, rule="B90", factor=factor) for code, factor, _ in factors]
    found = prices.price(parts=added, factors=times, round_up=rounds_up)
    return [found.value, int(2 * sum(step.amount or 0 for step in found.rounding))]


def settle(players: list[Player], winners: list[Player], losers: list[Player], value: int) -> Mapping[Player, int]:
    return base.settle(table(players), winners=tuple(winners), losers=tuple(losers), value=value)


def payments(players: list[Player], result: Json, line: Json, value: int) -> Mapping[Player, int]:
    losers, maidens = result["losers"], result["maidens"]
    own_share, both = line["maiden_gets"] == 2, line["pays"][str(len(losers))] > 1
    ruleset = bavarian(
        ramsch_tariff=value if own_share else value // 2 ** len(maidens),
        jungfrau_doubles="own_share" if own_share else "each",
        ramsch_settlement="loser_pays_all" if "1" in line["pays"] else "two_worst_pay_two_best",
        ramsch_full_tie="both_pay" if both else "divide",
    )
    hand = {"contract": "ramsch", "losers": losers, "maidens": maidens}
    return scored(hand, ruleset, table(players, players[-1])).points


def differences(tally: dict[Player, int]) -> Mapping[Player, int]:
    return tally_game.differences(tally)


def sweeten(players: list[Player], active: list[Player], line: Json) -> Mapping[Player, int]:
    ruleset = bavarian(pot_sweetener=line["sweetener"], pot_paid_by_all=line["all_pay"])
    return scored({"contract": "thrown_in"}, ruleset, table(players, players[-1])).points


def settle_pot(score: Json, line: Json, before: int, pair: list[Player] | None = None) -> Json:
    state = State(pot=before)
    reckoned = Score(
        points=score["points"],
        value=score["value"],
        declarer_side=tuple(score["declarers"]),
        declarer_won=score["won"],
        reasons=(),
        state=state,
    )
    alone, with_partner = line.get("reuegeld", [0, 0])
    ruleset = bavarian(
        pot_cap=line["cap"],
        pot_shared=line["shared"],
        pot_kept=line.get("kept", False),
        pot_reuegeld=alone,
        pot_reuegeld_with_partner=bool(with_partner),
    )
    people = list(score["points"])
    contract = ruleset.contract("kreuzbock" if pair else "rufer", 4)
    assert contract
    return as_score(pot.move_pot(reckoned, table(people, people[-1]), contract, ruleset, state))


def bock_after(queue: list[int], added: int, stacked_to: int | None) -> list[int]:
    people = four()
    ruleset = bavarian(
        bock_after=["re"],
        bock_length="hand" if added == 1 else "round",
        bock_meeting="stack" if stacked_to else "queue",
    )
    at = table(people, people[-1])
    report = rules.read_report(declared(people[:1], won=True), ruleset=ruleset, table=at)
    happened = {rounds.Event.RE} if added else set()
    state = State(bock=(1, *queue))  # the first is the one just played
    return list(carry_over.bock_after(happened, report, ruleset, state))


def check_round(hand: Json, running: Json, leaders: list[Player], line: Json) -> bool:
    people = four()
    whole = {"won": True, "trump_suit": "acorns"} if hand["contract"] == "solo" else {"won": True}
    at, state = table(people, people[people.index(leaders[0]) - 1]), read_state({"round": running})
    return not refused("round_.*", {**hand, **whole}, bavarian(), at, state)


def round_after(hand: Json, declarer: Player, paid: dict[Player, int], running: Json, line: Json) -> Json:
    people = four()
    facts = {"won": True, "declarer": declarer, **({"trump_suit": "acorns"} if hand["contract"] == "solo" else {})}
    report = rules.read_report({**hand, **facts}, ruleset=bavarian(), table=table(people, people[-1]))
    contract = bavarian().contract(hand["contract"], 4)
    assert contract
    return asdict(rounds.round_after(report, contract, declarer, paid, special_round(running)))


def special_round(running: Json) -> SpecialRound:
    found = read_state({"round": running}).round
    assert found is not None
    return found


def poorest(ended: Json, line: Json) -> list[Player]:
    return names(rounds.poorest(special_round(ended)))


def end_round(score: Json, ended: Json, line: Json, at: Json) -> Json:
    ruleset = bavarian(minas_payment=line["poorest_pays"])
    reckoned = Score(points=score["points"], value=0, reasons=(), state=State())
    at_table = table(at["players"], at["players"][-1])
    return as_score(carry_over.end_round(reckoned, special_round(ended), at_table, ruleset))


# -- Sasku -------------------------------------------------------------------------------------------------------------


def sasku(line: Json) -> Sasku:
    found = agreed(
        "sasku",
        strokes_to_win=line["to_win"],
        carry_excess_strokes=line["carries"],
        lambapea_games=line["schwarz"],
        to_nil_games=line["to_nil"],
        tie_adds_strokes=line.get("tie_adds", 0),
        roof_penalty=line.get("roof", 0),
        paid_for="strokes" if line["stroke_pays"] else "games",
    )
    assert isinstance(found, Sasku)
    return found


def match(facts: Json | None) -> Match | None:
    return read_state({"match": facts} if facts else {}).match


def match_of(players: list[Player], before: Json | None, to_win: int) -> Json | None:
    at, state = table(players, players[-1]), State(match=match(before))
    hand = {"contract": "trumps", "declarer": players[0], "trump_suit": "clubs", "won": True}
    if refused("teams_changed|game_is_over", hand, agreed("sasku", strokes_to_win=to_win), at, state):
        return None
    found = game_score.match_of(at, state)
    return asdict(found) if found else None


def for_teams(players: list[Player], strokes: tuple[int, int]) -> Mapping[Player, int]:
    return game_score.for_teams(table(players), strokes)


def agreed_strokes(players: list[Player], tally: dict[Player, int]) -> list[int] | None:
    at, hand = table(players, players[-1]), {"contract": "agreed", "tally": tally, "why": "put right"}
    if refused("partners_share_strokes", hand, agreed("sasku"), at):
        return None
    return list(game_score.agreed_strokes(AgreedTally(table=at, contract="agreed", tally=tally)))


def book(before: Json, strokes: tuple[int, int], line: Json, is_lambapea: bool) -> Json:
    found = match(before) or Match()
    return asdict(game_score.book(found, strokes, sasku(line), is_lambapea=is_lambapea))


def booked(facts: Json) -> Booked:
    return Booked(match=Match(), **{"totals": (0, 0), **facts})


def owed(players: list[Player], strokes: tuple[int, int], facts: Json, line: Json) -> Mapping[Player, int]:
    return game_score.owed(table(players), strokes, booked(facts), sasku(line))


def end_of_game(players: list[Player], facts: Json) -> list[list[object]]:
    return list(phone_reasons(tuple(game_score.end_of_game(table(players), booked(facts)))))


def sasku_answer(at: Json, before: Json, hand: Json) -> Json | None:
    state = read_state({"match": before, **({"dealer": dealer} if (dealer := at["state"].get("dealer")) else {})})
    return answer(hand, sasku(at["table"]["match"]), table(at["players"], at["dealer"]), state)


def score_tie(at: Json, line: Json, before: Json, score: Json) -> Json | None:
    return sasku_answer(at, before, {"contract": "trumps", "tied": True, **at["report"]})


def score_tie_forward(at: Json, before: Json, score: Json) -> Json | None:
    return sasku_answer(at, before, {"contract": "trumps", "tied": True, "declarer": "Anna", "trump_suit": "clubs"})


def score_won(at: Json, side: list[Player], before: Json, score: Json) -> Json | None:
    hand = {"declarer": side[0], "trump_suit": "clubs", "won": score["won"], "level": score["level"]}
    return sasku_answer(at, before, {"contract": "trumps", **hand, "roof_shown_by": at.get("roof")})


def score_agreed(at: Json, facts: Json) -> Json | None:
    points = {player: count for player, count in facts["points"].items() if count}
    hand = {"contract": "agreed", "tally": facts["tally"], "why": "put right", "was_dealt": facts["wasDealt"]}
    return sasku_answer(at, at["state"]["match"], {**hand, **({"points": points} if points else {})})


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


TWINS = {
    camel(one.__name__): one
    for one in (
        active, next_dealer, opposite, declarer_side, check_turns, was_answered, last_call_by_opponents, check_laid,
        check_run_is_won, price, settle, payments, differences, sweeten, settle_pot, bock_after, check_round,
        round_after, poorest, end_round, match_of, for_teams, agreed_strokes, book, owed, end_of_game, score_tie,
        score_tie_forward, score_won, score_agreed,
    )
}  # fmt: skip
