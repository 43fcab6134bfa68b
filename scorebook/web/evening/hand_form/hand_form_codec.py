"""Conversion of the entry form's fields to a hand for the rules, and back for a correction.

`offline/handform.js` does the same on the phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import rules
from rules.cards import ALL_CARD_POINTS
from rules.games.registry import hand_fields
from rules.games.sasku.hand import Auction, SaskuHand
from rules.games.schafskopf24 import QueensHand
from rules.games.tally_game import AgreedTally
from rules.hand_fields import Control, FormControl, HandField, Question
from rules.report import AgreedHand, Call, DeclaredHand, FixedSidesHand, RamschHand, Report, RoundCall
from rules.score import Level
from scorebook.web.core.form_data import FormData

Hand = dict[str, object]
Fields = dict[str, list[str]]
THROWN_IN = "thrown_in"
POINTS_OF = "points_"  # prefix of a player's points in a hand with agreed points
# Prefix of a player's count in a Ramsch -> field of the hand.
COUNTS_OF = {"card_points_": "card_points", "tricks_": "tricks", "trumps_": "trumps_in_tricks"}
TIED = "tied"  # the third result, in games with ties
# The declarer's holding in the called suit -> fields of the hand.
CALLED_SUIT: Mapping[str, Hand] = {"held": {"suit_cards": 1}, "void": {"suit_cards": 0}, "itself": {"holds_it": True}}


def hand_from_form(typed: FormData, *, ruleset: rules.Ruleset, table: rules.Table) -> Hand:
    """Return the hand, limited to what the chosen contract asks; other fields, hidden ones included, are ignored."""
    if typed.one("thrown_in"):
        return {"contract": THROWN_IN}
    id = typed.one("contract")
    contract = ruleset.contract(id, len(table.players))
    if contract is None or id == THROWN_IN:
        return {"contract": id}
    questions = ruleset.questions(contract, table)
    optional = _typed_optional_fields(typed, questions - {Question.CLAIM})
    return {"contract": id, **_typed_hand_fields(typed, questions, contract, table), **optional}


def _typed_hand_fields(
    typed: FormData, questions: frozenset[Question], contract: rules.Contract, table: rules.Table
) -> Hand:
    if Question.ROUND in questions:
        return {"round": typed.one("round")}
    if Question.AGREED in questions:
        return _typed_agreed_points(typed, table, contract)
    if Question.LOSERS in questions:
        return _typed_ramsch_hand(typed, questions, table)
    if issubclass(contract.report, FixedSidesHand):
        level = typed.one("level") or None if Question.LEVEL in questions else None
        return {"winner": typed.one("team") or None, "level": level}
    if Question.DECLARER not in questions:
        return _typed_hand_without_maker(typed, questions)
    return _typed_declared_hand(typed, questions, contract)


def hand_form_field_names(table: rules.Table) -> tuple[str, ...]:
    of_players = (start + player for start in (POINTS_OF, *COUNTS_OF) for player in table.players)
    return (*_FIELDS, *(field.form_name for field in optional_hand_fields()), *of_players)


_FIELDS = (
    "thrown_in", "contract", "declarer", "partner", "trump_suit", "card_points", "won", "level", "top_trumps",
    "top_side", "kontra", "kontra_by", "laid", "laid_by", "surrender", "called_card", "called_suit", "hung_on_by",
    "aces_held", "open_suits", "losers", "maidens", "march", "winner", "why", "round", "team", "nobody",
    "fehlstich_winners", "bid", "bidder", "bid_length", "outright",
)  # fmt: skip


def _typed_declared_hand(typed: FormData, questions: frozenset[Question], contract: rules.Contract) -> Hand:
    hand: Hand = {"declarer": typed.one("declarer") or None}
    if Question.PARTNER in questions:
        hand["partner"] = typed.one("partner") or None
    if contract.names_trump:
        hand["trump_suit"] = typed.one("trump_suit") or None
    if Question.TOP in questions:
        hand["top_trumps"] = _typed_top_trumps(typed)
    for name in ("kontra", "laid"):
        if name in questions:
            hand[name] = _typed_doublings(typed, name)
    if Question.SURRENDER in questions:
        hand["surrender"] = typed.one("surrender") or None
    if Question.CALL in questions:
        hand["call"] = _typed_called_card(typed, questions)
    if Question.BID in questions:
        hand["auction"] = _typed_sasku_bid(typed)
    if Question.FEHLSTICH in questions:
        hand["fehlstich_winners"] = [player for player in typed.all("fehlstich_winners") if player]
    if Question.NOBODY in questions and typed.one("nobody"):
        hand |= {"partner": None, "no_fehlstich": True}
    return hand | _typed_hand_result(typed, questions)


def _typed_top_trumps(typed: FormData) -> Hand | None:
    count, side = typed.whole("top_trumps"), typed.one("top_side")
    return {"count": count, **({"side": side} if side else {})} if count else None


def _typed_doublings(typed: FormData, name: str) -> object:
    """Return the number of calls, or the list of callers if at least one is named."""
    count = typed.whole(name) or 0
    if not isinstance(count, int):
        return count
    named = [player or None for player in typed.all(f"{name}_by")][:count]
    return [*named, *[None] * (count - len(named))] if any(named) else count


def _typed_hand_result(typed: FormData, questions: frozenset[Question]) -> Hand:
    """Return who won and how high. Card points decide it, except Schwarz, which depends on tricks (P19).

    After an offence the result follows from the offence, whichever points were counted (X55).
    """
    level = typed.one("level") or Level.PLAIN.value
    card_points = typed.whole("card_points") if Question.POINTS in questions else None
    if _typed_optional_fields(typed, questions & {Question.OFFENCE}):
        return {"card_points": card_points}
    claimed = _typed_optional_fields(typed, questions & {Question.CLAIM}) if level == Level.SCHWARZ else {}
    if card_points is not None:
        if card_points in (0, ALL_CARD_POINTS) and level != Level.SCHWARZ:
            return {"card_points": card_points, "level": Level.SCHNEIDER.value}
        counted: Hand = {"card_points": card_points}
        return counted | ({"level": level} | claimed if level == Level.SCHWARZ else {})
    if Question.WON in questions and typed.one("won") == TIED:
        return {"tied": True}
    stated: Hand = {"won": {"yes": True, "no": False}.get(typed.one("won"))} if Question.WON in questions else {}
    return stated | ({"level": level} | claimed if Question.LEVEL in questions else {})


def _typed_hand_without_maker(typed: FormData, questions: frozenset[Question]) -> Hand:
    """Return the winners of a passed hand of Sasku, or the makers' result of a replay (S31, S33)."""
    team = typed.one("team")
    if Question.TEAM not in questions and not team:
        return _typed_hand_result(typed, questions)
    if team == TIED:
        return {"tied": True}
    # A passed hand counts the same at every level but the lambapea, which wins the whole game (S33, S34).
    level = Level.SCHWARZ if typed.one("level") == Level.SCHWARZ else Level.PLAIN
    return {"team": team or None, "won": True, "level": level.value}


def _typed_called_card(typed: FormData, questions: frozenset[Question]) -> Hand | None:
    rank, _, suit = typed.one("called_card").partition(" ")
    call: Hand = {"card": {"rank": rank, "suit": suit}} if rank else {}
    call |= CALLED_SUIT.get(typed.one("called_suit"), {})
    if Question.HUNG_ON in questions:
        counts = {name: typed.whole(name) for name in ("aces_held", "open_suits")}
        call |= _without_none({"hung_on_by": typed.one("hung_on_by") or None, **counts})
    return call or None


def _typed_sasku_bid(typed: FormData) -> Hand | None:
    """Return the last bid; a maker other than the bidder has overridden it (S12, S13)."""
    maker, bidder = typed.one("declarer"), typed.one("bidder")
    stated = {
        "bid": typed.whole("bid"),
        "length": typed.whole("bid_length"),
        "bidder": bidder or None,
        "overridden_by": maker if bidder and maker and bidder != maker else None,
        "outright": bool(typed.one("outright")) or None,
    }
    return _without_none(stated) or None


def _typed_ramsch_hand(typed: FormData, questions: frozenset[Question], table: rules.Table) -> Hand:
    """Return the counts of the players, or the losers, the march, or the maidens."""
    losers, maidens = typed.all("losers"), typed.all("maidens")
    stated: Hand = {"laid": _typed_doublings(typed, "laid")} if Question.LAID in questions else {}
    for start, name in COUNTS_OF.items():
        stated[name] = _without_none({player: typed.whole(start + player) for player in table.players})
    if typed.one("march"):
        return {"march_by": losers[0] if losers else None, **stated}
    winner = {"winner": typed.one("winner") or None} if Question.WINNER in questions else {}
    return {"losers": losers, "maidens": maidens, **winner, **stated}


def _typed_agreed_points(typed: FormData, table: rules.Table, contract: rules.Contract) -> Hand:
    """Return the agreed points; the agreed tally in games that keep one."""
    stated = _without_none({player: typed.whole(POINTS_OF + player) for player in table.players})
    return {"tally" if issubclass(contract.report, AgreedTally) else "points": stated, "why": typed.one("why")}


@cache
def optional_hand_fields() -> tuple[HandField, ...]:
    """Return the fields with a control of their own under "More about this hand", in the order of play."""
    of_form = ((one.control.question, one) for one in hand_fields().values() if one.control)
    order = tuple(Question)
    return tuple(one for _, one in sorted(of_form, key=lambda pair: order.index(pair[0])))


def _typed_optional_fields(typed: FormData, questions: frozenset[Question]) -> Hand:
    return _without_none({
        field.path: _typed_optional_value(typed, field, field.control)
        for field in optional_hand_fields()
        if field.control and field.control.question in questions
    })  # fmt: skip


def _without_none(values: Mapping[str, object]) -> Hand:
    return {name: value for name, value in values.items() if value is not None}


def _typed_optional_value(typed: FormData, field: HandField, control: FormControl) -> object:
    if control.kind is Control.NUMBER:
        return typed.whole(field.form_name)
    text = typed.one(field.form_name)
    if control.kind is Control.SWITCH:
        return not field.default if text else None
    return text or None


def form_data_from_report(report: Report, score: rules.Score) -> FormData:
    """Return the form of a recorded hand; winner and level are the score's, as it may be reported by tricks."""
    if isinstance(report, DeclaredHand):
        fields = _form_fields_of_declared_hand(report, score)
    elif isinstance(report, RamschHand):
        fields = _form_fields_of_ramsch(report, score)
    elif isinstance(report, RoundCall):
        fields = {"round": [report.round]}
    elif isinstance(report, FixedSidesHand):
        fields = {"team": _form_texts([report.winner]), "level": _form_texts([report.level or Level.PLAIN])}
    elif isinstance(report, AgreedHand):
        stated = report.tally if isinstance(report, AgreedTally) else report.points
        fields = {POINTS_OF + player: [str(points)] for player, points in (stated or {}).items()}
        fields["why"] = [report.why]
    else:
        fields = {}
    optional = {field.form_name: _form_texts([_optional_form_value(report, field)]) for field in optional_hand_fields()}
    return FormData({"contract": [report.contract], **optional, **fields})


def _optional_form_value(report: Report, field: HandField) -> object:
    value = getattr(report, field.path, field.default)
    if field.control and field.control.kind is Control.SWITCH:
        return "1" if value != field.default else ""
    return value


def _form_fields_of_declared_hand(report: DeclaredHand, score: rules.Score) -> Fields:
    run = report.top_trumps.count if report.top_trumps else None
    partner = report.partner or (score.declarer_side[1] if len(score.declarer_side) > 1 else None)
    is_tied = report.OF_TEAMS and score.level is None
    return {
        "declarer": _form_texts([report.declarer or score.declarer]),
        "partner": _form_texts([partner]),
        "trump_suit": _form_texts([report.trump_suit]),
        "card_points": _form_texts([report.card_points]),
        "won": [TIED if is_tied else "yes" if score.declarer_won else "no"],
        "level": [(score.level or Level.PLAIN).value],
        "top_trumps": [str(run or 0)],
        "top_side": _form_texts([report.top_trumps.side if report.top_trumps else None]),
        **_form_fields_of_doublings(kontra=report.kontra, laid=report.laid),
        "surrender": [report.surrender.value],
        **(_form_fields_of_called_card(report.call) if report.call else {}),
        **(_form_fields_of_sasku(report, score) if isinstance(report, SaskuHand) else {}),
        **(_form_fields_of_queens(report) if isinstance(report, QueensHand) else {}),
    }


def _form_fields_of_doublings(**calls: tuple[rules.Player | None, ...]) -> Fields:
    how_often = {name: [str(len(said))] for name, said in calls.items()}
    return how_often | {f"{name}_by": [str(player or "") for player in said] for name, said in calls.items()}


def _form_fields_of_called_card(call: Call) -> Fields:
    held = None if call.suit_cards is None else "held" if call.suit_cards else "void"
    return {
        "called_card": [f"{call.card.rank} {call.card.suit}"] if call.card else [],
        "called_suit": _form_texts(["itself" if call.holds_it else held]),
        "hung_on_by": _form_texts([call.hung_on_by]),
        "aces_held": _form_texts([call.aces_held]),
        "open_suits": _form_texts([call.open_suits]),
    }


def _form_fields_of_sasku(report: SaskuHand, score: rules.Score) -> Fields:
    fields: Fields = {}
    if score.declarer is None:  # without a maker
        fields["team"] = _form_texts(report.winners(score.tally)[:1]) or [TIED]
    auction = report.auction or Auction()
    return fields | {
        "bid": _form_texts([auction.bid]),
        "bidder": _form_texts([auction.bidder]),
        "bid_length": _form_texts([auction.length]),
        "outright": ["1"] if auction.outright else [],
    }


def _form_fields_of_queens(report: QueensHand) -> Fields:
    nobody = ["1"] if report.no_fehlstich else []
    return {"fehlstich_winners": _form_texts(report.fehlstich_winners), "nobody": nobody}


def _form_fields_of_ramsch(report: RamschHand, score: rules.Score) -> Fields:
    fields = _form_fields_of_doublings(laid=report.laid)
    for start, name in COUNTS_OF.items():
        fields |= {start + player: [str(count)] for player, count in (getattr(report, name) or {}).items()}
    marched = [reason for reason in score.reasons if reason.code == "march"]
    if marched:
        winners = [player for player, points in score.points.items() if points > 0]
        return {"losers": _form_texts(winners), "march": ["1"], **fields}
    losers = [player for player, points in score.points.items() if points < 0]
    without_trick = [player for player, count in (report.tricks or {}).items() if count == 0]
    paid = [player for player, points in score.points.items() if points > 0]
    return {
        "losers": _form_texts(losers),
        "maidens": _form_texts(report.maidens or without_trick),
        "winner": _form_texts([report.winner or (paid[0] if len(paid) == 1 else None)]),
        **fields,
    }


def _form_texts(values: Iterable[object]) -> list[str]:
    return [str(value) for value in values if value not in (None, "")]
