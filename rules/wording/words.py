"""The results of the rules as sentences, in German and English through gettext.

`names` maps the players of a report to their names; a player without a name appears as given.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from rules.problems import Problem
from rules.report import Call, DeclaredHand, FixedSidesHand, RamschHand, Report, RoundCall
from rules.score import Level, Reason, Score
from rules.table import Player
from rules.wording.texts import TEXTS

LANGUAGES = ("de", "en")
Names = Mapping[Player, str]
NOBODY: Names = {}
NO_BREAK = "\N{NO-BREAK SPACE}"
OWN_CONTRACT = "own:"  # the id of an own contract is this and its name
# Contracts whose trumps are always hearts, so that no line names them. A list, not a question to the ruleset: a hand of
# an old evening is worded without the rules of that evening.
HEARTS_CONTRACTS = (
    "rufer", "muss", "assrufen", "hochzeit", "bauernhochzeit", "kreuzbock", "kreuzspiel", "ramsch_tout",
)  # fmt: skip
_AFTER_THE_SUM = ("roof_shown", "game_won", "to_nil", "games_counted", "strokes_carried")
_CORRECTIONS = ("rounded_up", "rounded_down", "overclaimed", "recouped")  # added after everything was multiplied
# The codes at the end of a hand's sentence: decisions other than by count, and its extras.
_DECIDED = re.compile(
    "surrender|revoked|criticised|schwarz_not_claimed|maiden|matadors|hoch(?!zeit)|kontra|stoss|retour|laid|bock"
)
_KINDS_OF_CHOICE = ("suit", "rank", "level", "contract", "game", "round")


@cache
def _rules_catalog(language: str) -> gettext.NullTranslations:
    """Return the catalog of a language; English is the source text and stands in for unknown languages."""
    return gettext.translation("rules", Path(__file__).parents[1] / "locale", languages=[language], fallback=True)


def rules_text(code: str, language: str, /, **args: object) -> str:
    """Return the sentence of a code. Raises: KeyError for a code without text (a bug)."""
    return _rules_catalog(language).pgettext(code, TEXTS[code]).format(**args)


def ids_of_texts(kind: str) -> list[str]:
    return [code.removeprefix(f"{kind}.") for code in TEXTS if code.startswith(f"{kind}.")]


def game_name(game: str, language: str) -> str:
    return rules_text(f"game.{game}", language)


def preset_name(game: str, preset: str, language: str) -> str:
    return rules_text(f"preset.{preset}", language)


def contract_name(contract_id: str, language: str) -> str:
    if contract_id.startswith(OWN_CONTRACT):
        return contract_id.removeprefix(OWN_CONTRACT)
    return rules_text(f"contract.{contract_id}", language)


def is_contract_name(name: str) -> bool:
    ids = ids_of_texts("contract")
    return any(contract_name(id, language).casefold() == name.casefold() for id in ids for language in LANGUAGES)


def suit_name(suit: str, language: str) -> str:
    return rules_text(f"suit.{suit}", language)


def level_name(level: str, language: str) -> str:
    return rules_text(f"level.{level}", language)


def house_rule_text(game: str, name: str, language: str) -> str:
    return rules_text(f"house_rule.{name}", language)


def house_rule_sentence(name: str, value: object, language: str, figures: Mapping[str, object]) -> str:
    """Return what the rules book says of a house rule settled so; empty if "no" or nothing leaves nothing to say.

    Raises: KeyError for any other value without a sentence (a bug).
    """
    plain = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    codes = [f"book.{name}.{key}" for key in (plain, "set" if value else "unset")]
    code = next((code for code in codes if code in TEXTS), "")
    return "" if not (code or value) else rules_text(code or codes[0], language, **figures)


def problem_text(problem: Problem, language: str, names: Names = NOBODY) -> str:
    args = _reason_args_text({"choices": "", **problem.args}, language, names)
    return rules_text(f"problem.{problem.code}", language, **args)


def reason_text(reason: Reason, language: str, names: Names = NOBODY) -> str:
    """Return a reason without its figure."""
    if reason.code.startswith("tariff."):
        return contract_name(reason.code.removeprefix("tariff."), language)
    if reason.code.startswith("round."):
        return rules_text(reason.code, language)
    args = _reason_args_text(reason.args, language, names)
    return rules_text(f"reason.{_counted_reason_code(reason)}", language, **args)


def _counted_reason_code(reason: Reason) -> str:
    """Return the code for the count of a reason: some have texts of their own for one and for two, or for a part."""
    if "held" in reason.args:
        return f"{reason.code}_capped"
    count = reason.args.get("count", 1)
    if f"reason.{reason.code}_more" not in TEXTS or count == 1:
        return reason.code
    return f"{reason.code}_2" if count == 2 and f"reason.{reason.code}_2" in TEXTS else f"{reason.code}_more"


def _reason_args_text(args: Mapping[str, str | int], language: str, names: Names) -> dict[str, str]:
    return {key: _reason_value_text(key, value, language, names) for key, value in args.items()}


def _reason_value_text(key: str, value: str | int, language: str, names: Names) -> str:
    if key == "player":
        return ", ".join(names.get(Player(player), player) for player in str(value).split(", "))
    if key in ("contract", "level"):
        return _house_rule_choice_text(str(value), language, (key,))
    if key == "choices":
        return ", ".join(_house_rule_choice_text(one, language, _KINDS_OF_CHOICE) for one in str(value).split(", "))
    return str(value)


def _house_rule_choice_text(value: str, language: str, kinds: tuple[str, ...]) -> str:
    code = next((f"{kind}.{value}" for kind in kinds if f"{kind}.{value}" in TEXTS), None)
    return rules_text(code, language) if code else value.removeprefix(OWN_CONTRACT)


def number_text(amount: int | Fraction) -> str:
    """Return a whole number, or one with a half as people write it: 2½; below 0 with a minus sign."""
    size, sign = (-amount, "−") if amount < 0 else (amount, "")
    whole = size // 1
    return f"{sign}{whole}" if whole == size else f"{sign}{whole or ''}½"


@dataclass(frozen=True, slots=True, kw_only=True)
class SumStep:
    """A reason as people read it.

    figure: done to the result of the steps above: `20` and `3 × 10` are added, `−20` is taken off, `× 2` multiplies;
    empty in a remark.
    """

    text: str
    figure: str
    rule: str  # its id


def sum_steps(score: Score, language: str, names: Names = NOBODY) -> tuple[SumStep, ...]:
    """Return the reasons in their order; carried out one by one from 0, their figures give the value."""
    return tuple(
        SumStep(text=reason_text(one, language, names), figure=figure_text(one), rule=one.rule) for one in score.reasons
    )


def figure_text(reason: Reason) -> str:
    if reason.factor is not None:
        return f"× {reason.factor}"
    if reason.amount is None:
        return ""
    count, each = _price_of_each(reason)
    return number_text(each) if count is None else str(count) if each == 1 else f"{count} × {number_text(each)}"


def _price_of_each(reason: Reason) -> tuple[int | None, Fraction]:
    """Return how many are paid and the price of each; None and the whole amount if nothing is counted."""
    count, amount = reason.args.get("count"), reason.amount or 0
    return (count, Fraction(amount, count)) if isinstance(count, int) else (None, Fraction(amount))


def sum_text(score: Score, language: str, names: Names = NOBODY) -> str:
    """Return the steps to the value: `(Rufer 20 + with 3 matadors × 10) × 2 (Stoss) = 100`, between remarks and pot.

    The line is true as arithmetic without its words; it breaks between terms only.
    """
    remarks = [reason for reason in score.reasons if reason.amount is None and reason.factor is None]
    texts = [reason_text(reason, language, names) for reason in remarks]
    if len(remarks) == len(score.reasons):
        return "; ".join(texts)
    before = [text for text, remark in zip(texts, remarks, strict=True) if not _is_reason_after_price(remark)]
    after = [text for text, remark in zip(texts, remarks, strict=True) if _is_reason_after_price(remark)]
    return "; ".join([*before, _equation_text(score, language, names), *after])


def _equation_text(score: Score, language: str, names: Names) -> str:
    figured = [reason for reason in score.reasons if reason.amount is not None]
    parts = [_term_text(one, language, names) for one in figured if one.code not in _CORRECTIONS]
    corrections = [_correction_text(one, language, names) for one in figured if one.code in _CORRECTIONS]
    factors = [reason for reason in score.reasons if reason.factor is not None]
    named = [f"{factor.factor} ({reason_text(factor, language, names)})" for factor in factors]
    added = " + ".join(parts)
    line = f"({added})" if factors and len(parts) > 1 else added
    line += "".join(f" × {without_line_breaks(factor)}" for factor in named) + "".join(corrections)
    is_sum = len(parts) + len(corrections) > 1 or "×" in line
    # A hand of an earlier version may lack a step, such as the rounding: then nothing untrue is stated.
    line = f"{line} = {number_text(score.value)}" if is_sum and _result_of(score) == score.value else line
    # The line breaks before an operator, not after it.
    return re.sub("([+−×=]) ", f"\\1{NO_BREAK}", line)


def _result_of(score: Score) -> Fraction:
    """Return what the reasons come to, carried out in their order."""
    result = Fraction(0)
    for reason in score.reasons:
        result = (result + (reason.amount or 0)) * (reason.factor or 1)
    return result


def _term_text(part: Reason, language: str, names: Names) -> str:
    """Return `Schneider 10`, or the price of each as in `with 3 matadors × 10`; a price of 1 is left out."""
    text, (count, each) = reason_text(part, language, names), _price_of_each(part)
    if count is None:
        return without_line_breaks(f"{text} {number_text(each)}")
    return without_line_breaks(text if each == 1 else f"{text} × {number_text(each)}")


def _correction_text(step: Reason, language: str, names: Names) -> str:
    """Return ` + ½ (rounded up)`: a figure with its reason in brackets, as after a factor."""
    figure = number_text(step.amount or 0)
    text = f"{figure.removeprefix('−')} ({reason_text(step, language, names)})"
    return f" {'−' if figure.startswith('−') else '+'} {without_line_breaks(text)}"


def without_line_breaks(text: str) -> str:
    return text.replace(" ", NO_BREAK)


def _is_reason_after_price(reason: Reason) -> bool:
    return reason.code.startswith("pot_") or reason.code in _AFTER_THE_SUM


def hand_text(report: Report, score: Score, language: str, names: Names = NOBODY) -> str:
    """Return a hand in one line: `Anna with Beppo: Rufer, won with Schneider, 94 card points, Stoss`; then its note."""
    line = _hand_line_text(report, score, language, names)
    return rules_text("hand.note", language, line=line, note=report.note) if report.note else line


def facts_text(report: Report, language: str, names: Names = NOBODY) -> tuple[str, ...]:
    """Return the reported facts that are no reasons: the callers of doublings, the called card, the bid."""
    return tuple(
        rules_text(f"said.{code}", language, **_reason_args_text(args, language, names))
        for code, args in _fact_words(report, language)
    )


def _fact_words(report: Report, language: str) -> Iterator[tuple[str, dict[str, str | int]]]:
    nobody = rules_text("said.nobody", language)
    for name in ("kontra", "laid"):
        callers = getattr(report, name, ())
        if any(callers):
            yield name, {"player": ", ".join(player or nobody for player in callers)}
    if not isinstance(report, DeclaredHand):
        return
    if report.call:
        yield from _call_words(report, report.call, language)
    auction = getattr(report, "auction", None)
    if auction and auction.bid:
        yield "bid", {"player": auction.bidder or report.declarer or nobody, "count": auction.bid}
    for code, player in (
        ("overridden", auction.overridden_by if auction else None),
        ("queen", getattr(report, "queen_handed_over_by", None)),
        ("ober", report.ober_holder),
    ):
        if player:
            yield code, {"player": player}


def _call_words(report: DeclaredHand, call: Call, language: str) -> Iterator[tuple[str, dict[str, str | int]]]:
    if call.card:
        suit, rank = suit_name(call.card.suit, language), rules_text(f"rank.{call.card.rank}", language)
        yield "call", {"suit": suit, "rank": rank}
    if call.suit_cards == 0:
        yield "void", {}
    if call.hung_on_by:
        code = "taken_over" if call.is_taken_over(report.declarer) else "hung_on"
        yield code, {"player": call.hung_on_by}


def _hand_line_text(report: Report, score: Score, language: str, names: Names) -> str:
    if isinstance(report, DeclaredHand) and report.OF_TEAMS:
        return _winning_team_text(report, score, language, names)
    if isinstance(report, DeclaredHand):
        return _declared_hand_text(report, score, language, names)
    if isinstance(report, RamschHand):
        return _ramsch_hand_text(report, score, language, names)
    if any(reason.code == "agreed" for reason in score.reasons):
        return sum_text(score, language, names)
    if isinstance(report, FixedSidesHand):
        winners = ", ".join(names.get(player, player) for player, points in score.points.items() if points > 0)
        contract = contract_name(report.contract, language)
        result = _result_with_level(rules_text("hand.won", language), score, language)
        return rules_text("hand.sides", language, players=winners, contract=contract, result=result)
    if isinstance(report, RoundCall):
        return rules_text(f"round.{report.round}", language)
    return contract_name(report.contract, language)


def _declared_hand_text(report: DeclaredHand, score: Score, language: str, names: Names) -> str:
    contract = contract_name(report.contract, language)
    if report.trump_suit is not None and report.contract not in HEARTS_CONTRACTS:
        contract = rules_text("hand.suit", language, contract=contract, suit=suit_name(report.trump_suit, language))
    who = [names.get(player, player) for player in score.declarer_side]
    code = "hand.partners" if len(who) > 1 else "hand.alone"
    start = rules_text(code, language, declarer=who[0], partner=who[-1], contract=contract)
    outcome = rules_text("hand.won" if score.declarer_won else "hand.lost", language)
    result = _result_with_level(outcome, score, language)
    counted = report.card_points
    points = [rules_text("hand.card_points", language, points=counted)] if counted is not None else []
    return ", ".join([start, result, *points, *_score_extras_text(score, language, names)])


def _score_extras_text(score: Score, language: str, names: Names) -> Iterator[str]:
    """Yield the reasons that decided the hand or its value: `with 3 matadors`, `Stoss`, `Beppo revoked`."""
    for reason in score.reasons:
        if _DECIDED.match(reason.code):
            yield reason_text(reason, language, names)


def _result_with_level(result: str, score: Score, language: str) -> str:
    if score.level in (None, Level.PLAIN):
        return result
    return rules_text("hand.with_level", language, result=result, level=level_name(score.level, language))


def _winning_team_text(report: DeclaredHand, score: Score, language: str, names: Names) -> str:
    """Return `Mari with Liis: Spades, won with more than 90`; of a passed hand its winners."""
    who = [names.get(player, player) for player in score.declarer_side]
    if who:
        suit = report.trump_suit
        what = suit_name(suit, language) if suit else contract_name(report.contract, language)
        start = rules_text("hand.partners", language, declarer=who[0], partner=who[-1], contract=what)
    else:
        winners = ", ".join(names.get(player, player) for player in report.winners(score.tally))
        code = "hand.sasku_passed" if winners else "hand.sasku_passed_tie"
        start = rules_text(code, language, players=winners)
    if score.level is None:
        return rules_text("hand.sasku_tie", language, start=start)
    is_lost = score.declarer_won is False
    result = rules_text("hand.lost" if is_lost else "hand.won", language)
    if score.level is not Level.PLAIN:
        margin = "under_30" if is_lost else "over_90"
        code = "hand.sasku_lambapea" if score.level is Level.SCHWARZ else f"hand.sasku_{margin}"
        result = rules_text(code, language, result=result)
    return f"{start}, {result}"


def _ramsch_hand_text(report: RamschHand, score: Score, language: str, names: Names) -> str:
    march = any(reason.code == "march" for reason in score.reasons)
    who = [player for player, points in score.points.items() if (points > 0 if march else points < 0)]
    if not who:  # all are level, nobody pays
        return contract_name(report.contract, language)
    code = "hand.ramsch_march" if march else "hand.ramsch_lost_by" if len(who) == 1 else "hand.ramsch_lost_by_two"
    line = rules_text(code, language, players=", ".join(names.get(player, player) for player in who))
    if any(reason.code == "ramsch_most_pays_fewest" for reason in score.reasons):
        winners = (names.get(player, player) for player, points in score.points.items() if points > 0)
        line = rules_text("hand.ramsch_fewest", language, line=line, player=", ".join(winners))
    return ", ".join([line, *_score_extras_text(score, language, names)])
