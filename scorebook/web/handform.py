"""From the fields of the entry form to a hand as the rules read it, and back for a correction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import rules
from rules.cards import ALL_CARD_POINTS
from rules.report import AgreedHand, DeclaredHand, RamschHand, Report, RoundCall
from rules.score import Level
from scorebook.web import questions
from scorebook.web.typed import Typed

Hand = dict[str, object]
THROWN_IN = "thrown_in"
POINTS_OF = "points_"  # the field of one player's points in a hand agreed by hand


def hand_from(typed: Typed, *, ruleset: rules.Ruleset, table: rules.Table) -> Hand:
    """Only what the chosen contract asks for: what stands in hidden rows does no harm."""
    if typed.one("thrown_in"):
        return {"contract": THROWN_IN}
    id = typed.one("contract")
    contract = ruleset.contract(id, len(table.players))
    if contract is None or id == THROWN_IN:
        return {"contract": id}
    asked = questions.asked(contract, ruleset, table)
    if "round" in asked:
        return {"contract": id, "round": typed.one("round")}
    if "agreed" in asked:
        return {"contract": id, **_agreed(typed, table)}
    if "losers" in asked:
        return {"contract": id, **_ramsch(typed, asked)}
    return {"contract": id, **_declared(typed, asked, contract)}


def _declared(typed: Typed, asked: frozenset[str], contract: rules.Contract) -> Hand:
    hand: Hand = {"declarer": typed.one("declarer") or None}
    if "partner" in asked:
        hand["partner"] = typed.one("partner") or None
    if contract.names_trump:
        hand["trump_suit"] = typed.one("trump_suit") or None
    if "top" in asked:
        count = typed.whole("top_trumps")
        hand["top_trumps"] = {"count": count} if count else None
    for name in ("kontra", "laid"):
        if name in asked:
            hand[name] = typed.whole(name) or 0
    if "surrender" in asked:
        hand["surrender"] = typed.one("surrender") or None
    if "call" in asked:
        hand["call"] = _call(typed)
    return hand | _outcome(typed, asked)


def _outcome(typed: Typed, asked: frozenset[str]) -> Hand:
    """Card points say who won and how; only whether the losers took a trick has to be told beside them (P19)."""
    level = typed.one("level") or Level.PLAIN.value
    card_points = typed.whole("card_points") if "points" in asked else None
    if card_points is not None:
        if card_points in (0, ALL_CARD_POINTS) and level != Level.SCHWARZ:
            return {"card_points": card_points, "level": Level.SCHNEIDER.value}
        counted: Hand = {"card_points": card_points}
        return counted | ({"level": level} if level == Level.SCHWARZ else {})
    told: Hand = {"won": {"yes": True, "no": False}.get(typed.one("won"))} if "won" in asked else {}
    return told | ({"level": level} if "level" in asked else {})


def _call(typed: Typed) -> Hand | None:
    rank, _, suit = typed.one("called_card").partition(" ")
    return {"card": {"rank": rank, "suit": suit}} if rank else None


def _ramsch(typed: Typed, asked: frozenset[str]) -> Hand:
    losers, maidens = typed.all("losers"), typed.all("maidens")
    laid: Hand = {"laid": typed.whole("laid") or 0} if "laid" in asked else {}
    if typed.one("march"):
        return {"march_by": losers[0] if losers else None, **laid}
    return {"losers": losers, "maidens": maidens, **laid}


def _agreed(typed: Typed, table: rules.Table) -> Hand:
    points = {player: typed.whole(POINTS_OF + player) for player in table.players}
    told: Hand = {player: count for player, count in points.items() if count is not None}
    return {"points": told, "why": typed.one("why")}


def typed_from(report: Report, score: rules.Score) -> Typed:
    """The form filled in with a recorded hand.

    Winner and level come from the score, so that a hand told by tricks or by a revoke keeps its result.
    """
    if isinstance(report, DeclaredHand):
        fields = _fields_of_declared(report, score)
    elif isinstance(report, RamschHand):
        fields = _fields_of_ramsch(report, score)
    elif isinstance(report, RoundCall):
        fields = {"round": [report.round]}
    elif isinstance(report, AgreedHand):
        fields = {POINTS_OF + player: [str(points)] for player, points in (report.points or {}).items()}
        fields["why"] = [report.why]
    else:
        fields = {}
    return Typed({"contract": [report.contract], **fields})


def _fields_of_declared(report: DeclaredHand, score: rules.Score) -> dict[str, list[str]]:
    run = report.top_trumps.count if report.top_trumps else None
    partner = report.partner or (score.declarer_side[1] if len(score.declarer_side) > 1 else None)
    card = report.call.card if report.call else None
    return {
        "declarer": _texts([report.declarer or score.declarer]),
        "partner": _texts([partner]),
        "trump_suit": _texts([report.trump_suit]),
        "card_points": _texts([report.card_points]),
        "won": ["yes" if score.declarer_won else "no"],
        "level": [(score.level or Level.PLAIN).value],
        "top_trumps": [str(run or 0)],
        "kontra": [str(len(report.kontra))],
        "laid": [str(len(report.laid))],
        "surrender": [report.surrender.value],
        "called_card": [f"{card.rank} {card.suit}"] if card else [],
    }


def _fields_of_ramsch(report: RamschHand, score: rules.Score) -> dict[str, list[str]]:
    laid = {"laid": [str(len(report.laid))]}
    marched = [reason for reason in score.reasons if reason.code == "march"]
    if marched:
        winners = [player for player, points in score.points.items() if points > 0]
        return {"losers": _texts(winners), "march": ["1"], **laid}
    losers = [player for player, points in score.points.items() if points < 0]
    without_trick = [player for player, count in (report.tricks or {}).items() if count == 0]
    return {"losers": _texts(losers), "maidens": _texts(report.maidens or without_trick), **laid}


def _texts(values: Iterable[object]) -> list[str]:
    return [str(value) for value in values if value is not None]


def carried_over(hand: Hand, before: Mapping[str, object]) -> Hand:
    """A correction keeps who said what, as long as the form does not contradict it: it only asks how often."""
    if hand["contract"] != before.get("contract"):
        return hand
    kept = dict(hand)
    for name in ("kontra", "laid"):
        said = before.get(name)
        if isinstance(said, list) and hand.get(name) == len(said):
            kept[name] = said
    run, run_before = hand.get("top_trumps"), before.get("top_trumps")
    if isinstance(run, dict) and isinstance(run_before, Mapping) and run["count"] == run_before.get("count"):
        kept["top_trumps"] = dict(run_before)
    if "call" not in hand and before.get("call"):
        kept["call"] = before["call"]
    return kept
