"""The texts with which a phone explains a hand offline; they are sent with the lookup table of the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import rules
from rules import Ruleset
from rules.offline_table import lookup_text
from rules.wording import words
from rules.wording.texts import TEXTS
from scorebook.texts import language
from scorebook.web.games import game_presentation

# Missing fields that a phone detects by itself; the same codes as in static/web/offline/handform.js.
_ASKED_FOR = (
    "declarer_missing", "partner_missing", "team_missing", "loser_missing", "trump_missing", "called_card_missing",
    "winner_unknown", "winner_missing", "top_trumps_side_missing", "agreed_points_missing", "why_missing",
)  # fmt: skip
# Reasons that a phone needs only with this key in its lookup table.
_ONLY_WITH = {"kontra_takes_over": "takes_over", "schwarz_not_claimed": "claims_schwarz", "overclaimed": "recoups"}
# Placeholders that the phone fills in.
_PLACES = {
    name: f"{{{name}}}"
    for name in (
        "count", "player", "points", "strokes", "against", "why", "declarer", "partner", "contract", "suit", "result",
        "level", "players", "start", "line", "note", "claimed", "value",
    )
}  # fmt: skip

Text = str | list[str]


def offline_table_with_words(ruleset: Ruleset) -> str:
    """Return the lookup table as JSON, with the texts of all reasons in `texts`, in the request's language."""
    texts = json.dumps(offline_texts_of(ruleset), ensure_ascii=False, separators=(",", ":"))
    return f'{lookup_text(ruleset)[:-1]},"texts":{texts}}}'


def offline_texts_of(ruleset: Ruleset) -> Mapping[str, Text]:
    """Return code -> text, or a list of texts for once, twice and more often; "kontra" has the game's own word."""
    named = {"kontra": game_presentation(ruleset).kontra}
    return {
        code: _offline_reason_text(named.get(code, code))
        for code in sorted({*_codes_in_offline_table(rules.lookup(ruleset)), *_offline_codes_outside_sums(ruleset)})
    }


def _codes_in_offline_table(table: Mapping[str, Any]) -> Iterator[str]:
    for reasons in table["sums"]:
        yield from (code.removeprefix("*") for code, *_ in reasons if code != "tariff")
    yield from filter(None, table["run_codes"].values())


def _offline_codes_outside_sums(ruleset: Ruleset) -> Iterator[str]:
    """Yield the codes outside the sums of the table: doublings, states before and after a hand, form texts."""
    yield from ("agreed", "kontra")
    # A hand in one line, as on the sheet.
    yield from (code for code in TEXTS if code.startswith("hand.") and _is_offline_reason(code, ruleset))
    yield from (f"problem.{code}" for code in _ASKED_FOR)
    yield from ("contract.thrown_in", "level.schneider", "level.schwarz", *(f"suit.{suit}" for suit in ruleset.PACK))
    contracts = ruleset.contracts(ruleset.MOST_PLAYERS)
    if any(contract.may_surrender for contract in contracts):
        yield from ("surrender_refused_won", "surrender_refused_lost")
    table = rules.lookup(ruleset)
    yield from (one for one in game_presentation(ruleset).reasons if _ONLY_WITH.get(one, "game") in table)
    customs = table.get("customs", {})
    pot, rounds = customs.get("pot", {}), customs.get("rounds", {})
    if pot.get("sweetener") or "reuegeld" in pot:
        yield from ("pot_swept", "pot_doubled", "pot_reuegeld")
    yield from (f"round.{kind}" for kind, found in rounds.items() if "hands" in found or "factor" in found)


def _is_offline_reason(code: str, ruleset: Ruleset) -> bool:
    """Return whether the game uses this sentence: some have their own, "hand.sasku…", or a rare house rule needs it."""
    if code == "hand.ramsch_fewest":
        return '"fewest"' in lookup_text(ruleset)
    return all(game == ruleset.GAME or not code.startswith(f"hand.{game}") for game in rules.GAMES)


def _offline_reason_text(code: str) -> Text:
    if code.startswith("tariff."):
        return words.contract_name(code.removeprefix("tariff."), language.current_language())
    if code.startswith(("round.", "hand.", "level.", "suit.", "contract.", "problem.")):
        return words.rules_text(code, language.current_language(), **_PLACES)
    forms = [form for form in (code, f"{code}_2", f"{code}_more") if f"reason.{form}" in TEXTS]
    texts = [words.rules_text(f"reason.{form}", language.current_language(), **_PLACES) for form in forms]
    return texts if len(texts) > 1 else texts[0]
