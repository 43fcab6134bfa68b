"""From the fields of the entry form to a hand as the rules read it, and back for a correction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import rules
from rules.cards import ALL_CARD_POINTS
from rules.report import AgreedHand, DeclaredHand, FixedSidesHand, RamschHand, Report, RoundCall
from rules.schafskopf24 import QueensHand
from rules.score import Level
from rules.tally_game import AgreedTally
from scorebook.web.core.form_data import FormData

Hand = dict[str, object]
THROWN_IN = "thrown_in"
POINTS_OF = "points_"  # the field of one player's points in a hand agreed by hand
TIED = "tied"  # the third answer to who won, where that is possible


def hand_from_form(typed: FormData, *, ruleset: rules.Ruleset, table: rules.Table) -> Hand:
    """Only what the chosen contract asks for: what stands in hidden rows does no harm."""
    if typed.one("thrown_in"):
        return {"contract": THROWN_IN}
    id = typed.one("contract")
    contract = ruleset.contract(id, len(table.players))
    if contract is None or id == THROWN_IN:
        return {"contract": id}
    asked = ruleset.asked(contract, table)
    if "round" in asked:
        return {"contract": id, "round": typed.one("round")}
    if "agreed" in asked:
        return {"contract": id, **_typed_agreement(typed, table, contract)}
    if "losers" in asked:
        return {"contract": id, **_typed_ramsch(typed, asked)}
    if issubclass(contract.report, FixedSidesHand):
        return {"contract": id, "winner": typed.one("team") or None, "level": typed.one("level") or None}
    if "declarer" not in asked:
        return {"contract": id, **_typed_without_maker(typed, asked)}
    return {"contract": id, **_typed_declared_hand(typed, asked, contract)}


def hand_form_field_names(table: rules.Table) -> tuple[str, ...]:
    """Every field of the entry form that says something about the hand."""
    return (*_FIELDS, *(POINTS_OF + player for player in table.players))


_FIELDS = (
    "thrown_in", "contract", "declarer", "partner", "trump_suit", "card_points", "won", "level", "top_trumps",
    "kontra", "laid", "surrender", "called_card", "losers", "maidens", "march", "why", "round",
    "team", "nobody",
)  # fmt: skip


def _typed_declared_hand(typed: FormData, asked: frozenset[str], contract: rules.Contract) -> Hand:
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
        hand["call"] = _typed_round_call(typed)
    if "nobody" in asked and typed.one("nobody"):
        hand |= {"partner": None, "no_fehlstich": True}
    return hand | _typed_outcome(typed, asked)


def _typed_outcome(typed: FormData, asked: frozenset[str]) -> Hand:
    """Card points say who won and how; only whether the losers took a trick has to be told beside them (P19)."""
    level = typed.one("level") or Level.PLAIN.value
    card_points = typed.whole("card_points") if "points" in asked else None
    if card_points is not None:
        if card_points in (0, ALL_CARD_POINTS) and level != Level.SCHWARZ:
            return {"card_points": card_points, "level": Level.SCHNEIDER.value}
        counted: Hand = {"card_points": card_points}
        return counted | ({"level": level} if level == Level.SCHWARZ else {})
    if "won" in asked and typed.one("won") == TIED:
        return {"tied": True}
    told: Hand = {"won": {"yes": True, "no": False}.get(typed.one("won"))} if "won" in asked else {}
    return told | ({"level": level} if "level" in asked else {})


def _typed_without_maker(typed: FormData, asked: frozenset[str]) -> Hand:
    """A passed hand of Sasku is told by its winners, a replay by the makers' result (S31, S33)."""
    team = typed.one("team")
    if "team" not in asked and not team:
        return _typed_outcome(typed, asked)
    if team == TIED:
        return {"tied": True}
    # However high it was won, a passed hand counts the same; only the lambapea is the whole game (S33, S34).
    level = Level.SCHWARZ if typed.one("level") == Level.SCHWARZ else Level.PLAIN
    return {"team": team or None, "won": True, "level": level.value}


def _typed_round_call(typed: FormData) -> Hand | None:
    rank, _, suit = typed.one("called_card").partition(" ")
    return {"card": {"rank": rank, "suit": suit}} if rank else None


def _typed_ramsch(typed: FormData, asked: frozenset[str]) -> Hand:
    losers, maidens = typed.all("losers"), typed.all("maidens")
    laid: Hand = {"laid": typed.whole("laid") or 0} if "laid" in asked else {}
    if typed.one("march"):
        return {"march_by": losers[0] if losers else None, **laid}
    return {"losers": losers, "maidens": maidens, **laid}


def _typed_agreement(typed: FormData, table: rules.Table, contract: rules.Contract) -> Hand:
    """Where the sheet holds a tally, it is the tally that is put right."""
    points = {player: typed.whole(POINTS_OF + player) for player in table.players}
    told: Hand = {player: count for player, count in points.items() if count is not None}
    return {"tally" if issubclass(contract.report, AgreedTally) else "points": told, "why": typed.one("why")}


def form_data_from_report(report: Report, score: rules.Score) -> FormData:
    """The form filled in with a recorded hand.

    Winner and level come from the score, so that a hand told by tricks or by a revoke keeps its result.
    """
    if isinstance(report, DeclaredHand):
        fields = _form_fields_of_declared_hand(report, score)
    elif isinstance(report, RamschHand):
        fields = _form_fields_of_ramsch(report, score)
    elif isinstance(report, RoundCall):
        fields = {"round": [report.round]}
    elif isinstance(report, FixedSidesHand):
        fields = {"team": _form_texts([report.winner]), "level": _form_texts([report.level or Level.PLAIN])}
    elif isinstance(report, AgreedHand):
        told = report.tally if isinstance(report, AgreedTally) else report.points
        fields = {POINTS_OF + player: [str(points)] for player, points in (told or {}).items()}
        fields["why"] = [report.why]
    else:
        fields = {}
    return FormData({"contract": [report.contract], **fields})


def _form_fields_of_declared_hand(report: DeclaredHand, score: rules.Score) -> dict[str, list[str]]:
    run = report.top_trumps.count if report.top_trumps else None
    partner = report.partner or (score.declarer_side[1] if len(score.declarer_side) > 1 else None)
    card = report.call.card if report.call else None
    more: dict[str, list[str]] = {}
    if report.OF_TEAMS and score.declarer is None:  # nobody made trumps
        winners = _form_texts(player for player, strokes in score.tally.items() if strokes)
        more["team"] = winners[:1] or [TIED]
    if isinstance(report, QueensHand) and report.contract == "fehlstich" and partner is None:
        more["nobody"] = ["1"]
    is_tied = report.OF_TEAMS and score.level is None
    return more | {
        "declarer": _form_texts([report.declarer or score.declarer]),
        "partner": _form_texts([partner]),
        "trump_suit": _form_texts([report.trump_suit]),
        "card_points": _form_texts([report.card_points]),
        "won": [TIED if is_tied else "yes" if score.declarer_won else "no"],
        "level": [(score.level or Level.PLAIN).value],
        "top_trumps": [str(run or 0)],
        "kontra": [str(len(report.kontra))],
        "laid": [str(len(report.laid))],
        "surrender": [report.surrender.value],
        "called_card": [f"{card.rank} {card.suit}"] if card else [],
    }


def _form_fields_of_ramsch(report: RamschHand, score: rules.Score) -> dict[str, list[str]]:
    laid = {"laid": [str(len(report.laid))]}
    marched = [reason for reason in score.reasons if reason.code == "march"]
    if marched:
        winners = [player for player, points in score.points.items() if points > 0]
        return {"losers": _form_texts(winners), "march": ["1"], **laid}
    losers = [player for player, points in score.points.items() if points < 0]
    without_trick = [player for player, count in (report.tricks or {}).items() if count == 0]
    return {"losers": _form_texts(losers), "maidens": _form_texts(report.maidens or without_trick), **laid}


def _form_texts(values: Iterable[object]) -> list[str]:
    return [str(value) for value in values if value is not None]


def hand_carried_over(hand: Hand, before: Mapping[str, object]) -> Hand:
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
