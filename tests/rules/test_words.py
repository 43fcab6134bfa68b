"""Every code has its words in both languages, and a hand reads as a person would write it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

import rules
from rules import GAMES, PRESETS, Level, State
from rules.cards import Rank, Suit
from rules.games.bavarian.contracts import EVERY_CONTRACT
from rules.state import SpecialRound
from rules.wording import words
from rules.wording.texts import TEXTS
from tests.rules.hand_space import deal_of, declared, declared_contracts, reported, results, runs
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, ROOT, Json, agreed, least_table

PO = ROOT / "rules" / "locale" / "de" / "LC_MESSAGES" / "rules.po"
SOURCES = sorted((ROOT / "rules").rglob("*.py"))
GERMAN = {}
with PO.open(encoding="utf-8") as file:
    for message in read_po(file, locale="de"):
        if message.id:
            GERMAN[str(message.context)] = (str(message.id), str(message.string))


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# -- the catalog -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", sorted(TEXTS.keys() | GERMAN.keys()))
def test_a_text_stands_in_both_languages_with_the_same_blanks(code: str) -> None:
    english, german = GERMAN[code]
    assert english == TEXTS[code], "the German catalog translates another sentence"
    assert german.strip()
    assert _placeholders(german) == _placeholders(english)
    blanks = dict.fromkeys(_placeholders(english), "?")
    assert words.rules_text(code, "en", **blanks) == english.format(**blanks)
    assert words.rules_text(code, "de", **blanks) == german.format(**blanks), "the compiled catalog is stale"


# -- every code that can occur -----------------------------------------------------------------------------------------


def _constants(node: ast.expr) -> Iterator[str]:
    """Every text that an expression may come to."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and re.fullmatch(r"[a-z_0-9.]+", part.value):
            yield part.value


def _argument(call: ast.Call, name: str, place: int) -> ast.expr | None:
    named = [keyword.value for keyword in call.keywords if keyword.arg == name]
    return named[0] if named else call.args[place] if len(call.args) > place else None


def _codes_in(path: Path) -> Iterator[str]:
    """Codes of reasons and problems that stand in the source as they are."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        kinds = {"Reason": "reason", "Problem": "problem", "problems.add": "problem", "doubling_reason": "reason"}
        code = _argument(node, "code", 0) if called in kinds else None
        if isinstance(code, ast.Constant):
            yield from (f"{kinds[called]}.{found}" for found in _constants(code))
        elif isinstance(code, ast.IfExp):
            yield from (f"{kinds[called]}.{found}" for found in (*_constants(code.body), *_constants(code.orelse)))


def _codes() -> Iterator[str]:
    for path in SOURCES:
        yield from _codes_in(path)
    for game, ruleset in GAMES.items():
        yield f"game.{game}"
        yield from (f"house_rule.{name}" for name, _, _ in ruleset.house_rules())
        for preset, settled in PRESETS[game].items():
            yield f"preset.{preset}"
            for people in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1):
                yield from (f"contract.{contract.id}" for contract in settled.contracts(people))
    for kind, choices in (("suit", Suit), ("rank", Rank), ("level", Level)):
        yield from (f"{kind}.{choice.value}" for choice in choices)


@pytest.mark.parametrize("code", sorted(set(_codes())))
def test_a_code_that_can_occur_has_a_text(code: str) -> None:
    tariff = code.removeprefix("reason.tariff.")
    assert code in TEXTS or f"contract.{tariff}" in TEXTS


@pytest.mark.parametrize("code", sorted(code for code in TEXTS if code.startswith("problem.")))
def test_a_text_of_a_problem_belongs_to_a_code_of_the_rules(code: str) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES if not path.stem.startswith("texts"))
    assert f'"{code.removeprefix("problem.")}"' in source


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in ("palatinate", "asserufen", "bavarian") for preset in PRESETS[game]]
)
def test_every_kind_of_hand_has_words(game: str, preset: str) -> None:
    ruleset = PRESETS[game][preset]
    table = least_table(ruleset)
    deal = deal_of(ruleset, len(table.players))
    for contract in declared_contracts(ruleset, table):
        some_runs = [None, *(run for run in runs(contract, deal) if run and run.count in (1, 3))]
        for result in results(contract):
            for run in some_runs if contract.has_top_trumps and result.level < 2 and not result.won else [None]:
                for calls in range(4 if contract.may_kontra else 1):
                    laid = min(calls, 2) if contract.may_lay else 0
                    hand = reported(declared(ruleset, table, contract), result)
                    report = rules.read_report(
                        {**hand.to_json(), "kontra": calls, "laid": laid}
                        | ({"top_trumps": {"count": run.count, "side": run.side}} if run else {}),
                        ruleset=ruleset,
                        table=table,
                    )
                    score = rules.score(report, ruleset)
                    for language in words.LANGUAGES:
                        text = words.hand_text(report, score, language) + words.sum_text(score, language)
                        assert ANNA in text and "{" not in text


# -- as people write it ------------------------------------------------------------------------------------------------

PUB = agreed("bavarian", "pub_10_20_50")
SCHOOL = agreed("bavarian", "school_10_50")
PALATINATE = agreed("palatinate")
QUICK = agreed("asserufen", "asserufen_quick")
SHARED = agreed("bavarian", pot_sweetener=10, pot_shared=True)
RUFER = {"contract": "rufer", "declarer": ANNA, "partner": CILLI}
SOLO = {"contract": "solo", "declarer": ANNA, "won": True}
SIMPLE = {"contract": "simple", "declarer": ANNA, "trump_suit": "spades"}
RAMSCH = {"contract": "ramsch"}


def _run(count: int, side: str | None = "declarer_side") -> Json:
    return {"top_trumps": {"count": count, "side": side}}


SENTENCES: list[tuple[rules.Ruleset, Json, State, str, str]] = [
    (
        PUB, {**RUFER, "card_points": 94, **_run(4), "kontra": 1}, State(),
        "Anna mit Cilli: Rufer, Schneider gewonnen, 94 Augen, mit 4 Laufenden, Stoß"
        " | (Rufer 20 + Schneider 10 + mit 4 Laufenden × 10) × 2 (Stoß) = 140",
        "Anna with Cilli: Rufer, won with Schneider, 94 card points, with 4 Laufende, Stoss"
        " | (Rufer 20 + Schneider 10 + with 4 Laufende × 10) × 2 (Stoss) = 140",
    ),
    (
        PUB, {**RUFER, "won": False, **_run(3, "opponents"), "laid": 2}, State(),
        "Anna mit Cilli: Rufer, verloren, ohne 3 Laufende, 2-mal gelegt"
        " | (Rufer 20 + ohne 3 Laufende × 10) × 4 (2-mal gelegt) = 200",
        "Anna with Cilli: Rufer, lost, without 3 Laufende, laid 2 times"
        " | (Rufer 20 + without 3 Laufende × 10) × 4 (laid 2 times) = 200",
    ),
    (
        SCHOOL, {**SOLO, "won": None, "trump_suit": "leaves", "card_points": 61}, State(),
        "Anna: Solo in Gras, gewonnen, 61 Augen | Solo 50",
        "Anna: Solo in Leaves, won, 61 card points | Solo 50",
    ),
    (
        SCHOOL, {"contract": "solo_tout", "declarer": ANNA, "won": False, "kontra": 2}, State(bock=(1,)),
        "Anna: Solo-Tout, verloren, Bock, Stoß, Retour | Solo-Tout 50 × 2 (Tout) × 2 (Bock) × 4 (Stoß, Retour) = 800",
        "Anna: Solo Tout, lost, Bock, Stoss, Retour | Solo Tout 50 × 2 (Tout) × 2 (Bock) × 4 (Stoss, Retour) = 800",
    ),
    (
        SCHOOL, {**RAMSCH, "losers": [ANNA], "maidens": [BEPPO]}, State(),
        "Ramsch: Anna verliert, Jungfrau | Die meisten Augen; Ramsch 10 × 2 (Jungfrau) = 20",
        "Ramsch: Anna lost, Jungfrau | Most card points; Ramsch 10 × 2 (Jungfrau) = 20",
    ),
    (
        SCHOOL, {**SOLO, "won": False}, State(pot=40),
        "Anna: Solo, verloren | Solo 50; Anna verdoppelt den Stock mit 40",
        "Anna: Solo, lost | Solo 50; Anna doubles the pot with 40",
    ),
    (  # B90: of two opponents who say Stoss neither answers the other
        SCHOOL, {**SOLO, "kontra": [CILLI, DANI]}, State(),
        "Anna: Solo, gewonnen, zweimal Stoß | Solo 50 × 4 (zweimal Stoß) = 200",
        "Anna: Solo, won, Stoss twice | Solo 50 × 4 (Stoss twice) = 200",
    ),
    (
        SCHOOL, {**SOLO, "kontra": [CILLI, ANNA]}, State(),
        "Anna: Solo, gewonnen, Stoß, Retour | Solo 50 × 4 (Stoß, Retour) = 200",
        "Anna: Solo, won, Stoss, Retour | Solo 50 × 4 (Stoss, Retour) = 200",
    ),
    (  # B80: the two who double are the declaring team
        SCHOOL, {"contract": "kreuzbock", "kontra": [BEPPO, DANI], "won": False}, State(),
        "Dani mit Beppo: Kreuzbock, verloren, zweimal Stoß | Kreuzbock 10 × 4 (zweimal Stoß) = 40",
        "Dani with Beppo: Kreuzbock, lost, Stoss twice | Kreuzbock 10 × 4 (Stoss twice) = 40",
    ),
    (
        SHARED, {**RUFER, "won": True}, State(pot=40),
        "Anna mit Cilli: Rufer, gewonnen | Rufer 10; Anna, Cilli teilen sich den Stock von 40",
        "Anna with Cilli: Rufer, won | Rufer 10; Anna, Cilli share the pot of 40",
    ),
    (
        SHARED, {**RUFER, "won": False}, State(pot=40),
        "Anna mit Cilli: Rufer, verloren | Rufer 10; Anna, Cilli verdoppeln den Stock gemeinsam mit 40",
        "Anna with Cilli: Rufer, lost | Rufer 10; Anna, Cilli double the pot together with 40",
    ),
    (
        SHARED, SOLO, State(pot=40),
        "Anna: Solo, gewonnen | Solo 50; Anna bekommt den Stock von 40",
        "Anna: Solo, won | Solo 50; Anna takes the pot of 40",
    ),
    (
        SCHOOL, SOLO, State(round=SpecialRound(kind="minas", left=1, results={BEPPO: 150, CILLI: 150, DANI: 150})),
        "Anna: Solo, gewonnen | Anna, Beppo, Cilli, Dani hatten gemeinsam das schlechteste Solo der Runde;"
        " niemand zahlt; Solo 50",
        "Anna: Solo, won | Anna, Beppo, Cilli, Dani tied for the poorest Solo of the round; nobody pays; Solo 50",
    ),
    (
        SCHOOL, {**RUFER, "revoked_by": CILLI}, State(),
        "Anna mit Cilli: Rufer, verloren, Cilli hat nicht bedient | Cilli hat nicht bedient; Rufer 10",
        "Anna with Cilli: Rufer, lost, Cilli revoked | Cilli revoked; Rufer 10",
    ),
    (
        agreed("bavarian", overclaim="recoup_twice"), {**RUFER, "won": True, "value": 20}, State(),
        "Anna mit Cilli: Rufer, gewonnen"
        " | Rufer 10 + 10 (zu viel verlangt) − 20 (das Doppelte der Differenz geht zurück) = 0",
        "Anna with Cilli: Rufer, won"
        " | Rufer 10 + 10 (too much claimed) − 20 (twice the difference goes back) = 0",
    ),
    (
        agreed("bavarian", "tariff_5_20", count_matadors=True, matador_value="half_unit"),
        {**RUFER, "won": True, **_run(3)}, State(),
        "Anna mit Cilli: Rufer, gewonnen, mit 3 Laufenden | Rufer 5 + mit 3 Laufenden × 2½ + ½ (aufgerundet) = 13",
        "Anna with Cilli: Rufer, won, with 3 Laufende | Rufer 5 + with 3 Laufende × 2½ + ½ (rounded up) = 13",
    ),
    (
        agreed("bavarian", "tournament"), {**SOLO, **_run(6), "schwarz_claimed": True}, State(),
        "Anna: Solo, gewonnen, mit 6 Laufenden, davon zählen 4 | Solo 2 + mit 6 Laufenden, davon zählen 4 = 6",
        "Anna: Solo, won, with 6 Laufende, of which 4 count | Solo 2 + with 6 Laufende, of which 4 count = 6",
    ),
    (
        SCHOOL, {**RUFER, "contract": "hochzeit", "won": True}, State(),
        "Anna mit Cilli: Hochzeit, gewonnen | Hochzeit 10 × 2 (Hochzeit) = 20",
        "Anna with Cilli: Hochzeit, won | Hochzeit 10 × 2 (Hochzeit) = 20",
    ),
    (
        agreed("bavarian", "points_table"), {"contract": "wenz_tout", "declarer": ANNA, "won": True}, State(),
        "Anna: Wenz-Tout, gewonnen | Wenz-Tout 2 + 2 weitere Spiele für den Tout × 2 = 6",
        "Anna: Wenz Tout, won | Wenz Tout 2 + 2 more games for the Tout × 2 = 6",
    ),
    (
        agreed("bavarian", schwarz_must_be_claimed=True),
        {**RUFER, "won": True, "level": "schwarz", "schwarz_claimed": False}, State(),
        "Anna mit Cilli: Rufer, schwarz gewonnen, Schwarz nicht verlangt"
        " | Schwarz nicht verlangt; Rufer 10 + Schneider 10 = 20",
        "Anna with Cilli: Rufer, won with Schwarz, Schwarz not claimed"
        " | Schwarz not claimed; Rufer 10 + Schneider 10 = 20",
    ),
    (
        PALATINATE,
        {"contract": "solo_du", "declarer": ANNA, "trump_suit": "hearts", "won": True, **_run(6), "kontra": 3},
        State(),
        "Anna: Solo Du in Herz, gewonnen, mit 6 hoch, Kontra, Re … 3-mal"
        " | (Spiel 1 + Herz 1 + Schneider 1 + Schwarz 1 + Solo 1 + mit 6 hoch)"
        " × 2 (Du) × 8 (Kontra, Re … 3-mal) = 176",
        "Anna: Solo Du in Hearts, won, with 6 hoch, Kontra, Re … 3 times"
        " | (Game 1 + Hearts 1 + Schneider 1 + Schwarz 1 + Solo 1"
        " + with 6 hoch) × 2 (Du) × 8 (Kontra, Re … 3 times) = 176",
    ),
    (
        PALATINATE, {**SIMPLE, "card_points": 90, "surrender": "refused"}, State(),
        "Anna: Einfaches Spiel in Pik, verloren, 90 Augen, Schenken abgelehnt, Schneider nicht geschafft"
        " | Schenken abgelehnt, Schneider nicht geschafft; Spiel 1",
        "Anna: Simple Game in Spades, lost, 90 card points, Surrender refused, Schneider not made"
        " | Surrender refused, Schneider not made; Game 1",
    ),
    (
        QUICK,
        {"contract": "assrufen", "declarer": ANNA, "partner": BEPPO, "card_points": 94, **_run(4, None)},
        State(),
        "Anna mit Beppo: Assrufen, Schneider gewonnen, 94 Augen, 4 hoch"
        " | Spiel 1 + Schneider 1 + 4 hoch = 6",
        "Anna with Beppo: Assrufen, won with Schneider, 94 card points, 4 hoch"
        " | Game 1 + Schneider 1 + 4 hoch = 6",
    ),
    (
        agreed("bavarian", pot_sweetener=10), {"contract": "thrown_in"}, State(),
        "Zusammengeworfen | Zusammengeworfen; jeder zahlt 10 in den Stock",
        "Thrown in | Thrown in; each player pays 10 into the pot",
    ),
    (
        SCHOOL, {"contract": "agreed", "points": {ANNA: 5, DANI: -5}, "why": "Beppo schenkt ein"}, State(),
        "Am Tisch ausgemacht: Beppo schenkt ein | Am Tisch ausgemacht: Beppo schenkt ein",
        "Agreed at the table: Beppo schenkt ein | Agreed at the table: Beppo schenkt ein",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "hand", "state", "german", "english"), SENTENCES)
def test_a_hand_in_words(ruleset: rules.Ruleset, hand: Json, state: State, german: str, english: str) -> None:
    report = rules.read_report(hand, ruleset=ruleset, table=least_table(ruleset), state=state)
    score = rules.score(report, ruleset, state)
    for language, expected in (("de", german), ("en", english)):
        texts = words.hand_text(report, score, language), words.sum_text(score, language)
        assert " | ".join(texts).replace(words.NO_BREAK, " ") == expected


EVERY_BAVARIAN = agreed("bavarian", allowed=list(EVERY_CONTRACT))


@pytest.mark.parametrize("contract", ["rufer", "hochzeit", "bauernhochzeit", "muss", "kreuzbock", "kreuzspiel"])
def test_the_trumps_of_a_contract_that_is_always_in_hearts_are_not_named(contract: str) -> None:
    """B76, X69: a Bauernhochzeit was called "in Hearts" where a Hochzeit was not."""
    hand = {**RUFER, "contract": contract, "won": True}
    table = least_table(EVERY_BAVARIAN)
    named, bare = (
        rules.read_report({**hand, **suit}, ruleset=EVERY_BAVARIAN, table=table)
        for suit in ({"trump_suit": "hearts"}, dict[str, str]())
    )
    for language in words.LANGUAGES:
        texts = [words.hand_text(report, rules.score(report, EVERY_BAVARIAN), language) for report in (named, bare)]
        assert texts[0] == texts[1]


def test_players_are_called_by_their_names() -> None:
    """Reports may hold ids; people read names."""
    names = {ANNA: "Die Anna", CILLI: "Cilli H."}
    report = rules.read_report({**RUFER, "revoked_by": CILLI}, ruleset=SCHOOL, table=least_table(SCHOOL))
    score = rules.score(report, SCHOOL)
    assert (
        words.hand_text(report, score, "de", names)
        == "Die Anna mit Cilli H.: Rufer, verloren, Cilli H. hat nicht bedient"
    )
    assert words.sum_text(score, "de", names) == "Cilli H. hat nicht bedient; Rufer\N{NO-BREAK SPACE}10"
    with pytest.raises(rules.ReportError) as refused:
        rules.read_report({**RUFER, "partner": "Zenzi", "won": True}, ruleset=SCHOOL, table=least_table(SCHOOL))
    (problem,) = refused.value.problems
    assert words.problem_text(problem, "de") == "Zenzi sitzt nicht am Tisch."
    assert words.problem_text(problem, "en", {rules.Player("Zenzi"): "Z."}) == "Z. is not at the table."


def test_an_unknown_language_is_answered_in_english() -> None:
    assert words.suit_name("bells", "fr") == "Bells"
