"""The texts with which a phone explains a hand offline; they are sent with the lookup table of the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import rules
from rules import Ruleset
from rules.games.bavarian.house_rules import BavarianHouseRules
from rules.games.bavarian.ramsch import ramsch_decisions
from rules.offline_table import lookup_text
from rules.wording import words
from rules.wording.texts import TEXTS
from scorebook.texts import language
from scorebook.web.games import game_presentation

# Missing fields that a phone detects by itself, with the key in the lookup table that may ask for them; the same codes
# as in static/web/offline/handform.js.
_ASKED_FOR = {
    "declarer_missing": "declared", "partner_missing": "partners", "team_missing": "by_team", "loser_missing": "ramsch",
    "trump_missing": "declared", "called_card_missing": "call_needed", "winner_unknown": "fixed",
    "winner_missing": "fewest", "top_trumps_side_missing": "side_needed", "agreed_points_missing": "agreed",
    "why_missing": "agreed",
}  # fmt: skip
# Of the sentences of a hand those that need a key.
_SENTENCES = {"hand.ramsch_fewest": "fewest", "hand.sides": "fixed"}
# Reasons that a phone needs only with this key in its lookup table.
_ONLY_WITH = {
    "kontra_takes_over": "takes_over", "schwarz_not_claimed": "claims_schwarz", "overclaimed": "recoups",
    "recouped": "recoups", "offender_pays": "offender_pays",
}  # fmt: skip
# Placeholders that the phone fills in.
_PLACES = {
    name: f"{{{name}}}"
    for name in (
        "count", "held", "player", "points", "strokes", "against", "why", "declarer", "partner", "contract", "suit",
        "result", "level", "players", "start", "line", "note",
    )
}  # fmt: skip

Text = str | list[str]


def offline_table_with_words(ruleset: Ruleset) -> str:
    """Return the lookup table as JSON, with the texts of all reasons in `texts`, in the request's language."""
    texts = json.dumps(offline_texts_of(ruleset), ensure_ascii=False, separators=(",", ":"))
    return f'{lookup_text(ruleset)[:-1]},"texts":{texts}}}'


def offline_texts_of(ruleset: Ruleset) -> Mapping[str, Text]:
    """Return code -> text, or a list of texts for once, twice and more often; "kontra" and "rounded" as in the game."""
    rounded = "rounded_up" if rules.lookup(ruleset)["rounds_up"] else "rounded_down"
    named = {"kontra": game_presentation(ruleset).kontra, "rounded": rounded}
    texts = {
        code: _offline_reason_text(named.get(code, code))
        for code in sorted({*_codes_in_offline_table(rules.lookup(ruleset)), *_offline_codes_outside_sums(ruleset)})
    }
    if isinstance(ruleset, BavarianHouseRules) and "ramsch_lost" in texts:  # by the place of what decided
        codes = ramsch_decisions(ruleset)
        texts["ramsch_lost"] = [words.rules_text(f"reason.{code}", language.current_language()) for code in codes]
    return texts


def _codes_in_offline_table(table: Mapping[str, Any]) -> Iterator[str]:
    for reasons in table["sums"]:
        yield from (code.removeprefix("*") for code, *_ in reasons if code != "tariff")
    codes = sorted(filter(None, table["run_codes"].values()))
    yield from codes
    if any(added[-1:] == added[-2:-1] != [0] for added in table["runs"]):  # longer ones add no more
        yield from (f"{code}_capped" for code in codes)
    sums = (amount for reasons in table["sums"] for code, amount, *_ in filter(_is_part, reasons))
    if any(amount % 2 for amount in chain(sums, *table["runs"])):
        yield "rounded"


def _is_part(reason: list[Any]) -> bool:
    return len(reason) > 1 and not reason[0].startswith("*")


def _offline_codes_outside_sums(ruleset: Ruleset) -> Iterator[str]:
    """Yield the codes outside the sums of the table: doublings, states before and after a hand, form texts."""
    yield from ("agreed", "kontra")
    # A hand in one line, as on the sheet.
    yield from (code for code in TEXTS if code.startswith("hand.") and _is_offline_reason(code, ruleset))
    yield from (f"problem.{code}" for code, key in _ASKED_FOR.items() if _has_key(ruleset, key))
    yield from ("contract.thrown_in", "level.schneider", "level.schwarz", *(f"suit.{suit}" for suit in ruleset.PACK))
    contracts = ruleset.contracts(ruleset.MOST_PLAYERS)
    if any(contract.may_surrender for contract in contracts):
        yield from ("surrender_refused_won", "surrender_refused_lost")
    table = rules.lookup(ruleset)
    yield from (one for one in game_presentation(ruleset).reasons if _ONLY_WITH.get(one, "game") in table)
    customs = table.get("customs", {})
    pot, rounds = customs.get("pot", {}), customs.get("rounds", {})
    if pot.get("sweetener") or "reuegeld" in pot:
        yield from ("pot_swept", "pot_doubled", "pot_reuegeld", *(["pot_filled"] if pot.get("cap") else []))
    yield from (f"round.{kind}" for kind, found in rounds.items() if "hands" in found or "factor" in found)


def _is_offline_reason(code: str, ruleset: Ruleset) -> bool:
    """Return whether the game uses this sentence: some have their own, "hand.sasku…", or a rare house rule needs it."""
    if code in _SENTENCES:
        return _has_key(ruleset, _SENTENCES[code])
    return all(game == ruleset.GAME or not code.startswith(f"hand.{game}") for game in rules.GAMES)


def _has_key(ruleset: Ruleset, key: str) -> bool:
    return f'"{key}"' in lookup_text(ruleset)


def _offline_reason_text(code: str) -> Text:
    if code.startswith("tariff."):
        return words.contract_name(code.removeprefix("tariff."), language.current_language())
    if code.startswith(("round.", "hand.", "level.", "suit.", "contract.", "problem.")):
        return words.rules_text(code, language.current_language(), **_PLACES)
    forms = [form for form in (code, f"{code}_2", f"{code}_more") if f"reason.{form}" in TEXTS]
    texts = [words.rules_text(f"reason.{form}", language.current_language(), **_PLACES) for form in forms]
    return texts if len(texts) > 1 else texts[0]
