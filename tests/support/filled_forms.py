"""The entry form filled in as a scribe fills it: every contract, each of its questions in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules import Contract, Level, Player, Ruleset, Table
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.hand_form.codec import COUNTS_OF, POINTS_OF
from scorebook.web.evening.hand_form.form import MAX_KONTRA

Fields = Mapping[str, Sequence[str]]

LEVELS = tuple(level.value for level in Level)
CARD_POINTS = (29, 30, 31, 60, 61, 90, 91)  # on both sides of every threshold
COUNTS = (  # of a Ramsch, in the order of play: card points, tricks
    ((50, 40, 20, 10), ()),
    ((40, 40, 30, 10), (2, 4, 1, 1)),
    ((40, 40, 40, 0), (3, 3, 2, 0)),
    ((95, 15, 10, 0), (6, 1, 1, 0)),
    ((120, 0, 0, 0), (6, 2, 0, 0)),
    ((40, 40, 20, 20), ()),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledForm:
    """is_ordinary: nothing is told that some house rule forbids, and nothing behind "More about this hand"."""

    contract: Contract
    data: FormData
    is_ordinary: bool = True


def filled_forms(ruleset: Ruleset, table: Table) -> Iterator[FilledForm]:
    for contract in ruleset.contracts(len(table.players)):
        asked = ruleset.questions(contract, table)
        for fields in ordinary_fields(ruleset, contract, table, asked):
            yield FilledForm(contract=contract, data=FormData({"contract": [contract.id], **fields}))
        for fields in other_fields(ruleset, contract, table, asked):
            data = FormData({"contract": [contract.id], **fields})
            yield FilledForm(contract=contract, data=data, is_ordinary=False)


def first_fields(ruleset: Ruleset, contract: Contract, table: Table, asked: frozenset[str]) -> Fields:
    """The fewest answers that make a hand of this contract."""
    active = ruleset.active(table)
    fields: dict[str, Sequence[str]] = {}
    for question, name, value in (
        ("declarer", "declarer", active[0]), ("partner", "partner", active[2 % len(active)]), ("won", "won", "yes"),
        ("level", "level", "plain"), ("team", "team", active[0]),
        ("top", "top_trumps", "0"), ("kontra", "kontra", "0"), ("laid", "laid", "0"),
        ("surrender", "surrender", "none"),
    ):  # fmt: skip
        if question in asked:
            fields[name] = [value]
    if contract.needs_trump:
        fields["trump_suit"] = [contract.trump_suits[0].value]
    if "losers" in asked:
        fields["losers"] = active[: losers_due(ruleset)]
    needed = ruleset.required_questions(contract)
    if "call" in needed:
        card = ruleset.callable_cards(contract)[0]
        fields["called_card"] = [f"{card.rank} {card.suit}"]
    if "winner" in needed:
        fields["winner"] = [active[-1]]
    return fields


def ordinary_fields(ruleset: Ruleset, contract: Contract, table: Table, asked: frozenset[str]) -> Iterator[Fields]:
    if "round" in asked:
        yield from ({"round": [kind]} for kind in getattr(ruleset, "rounds", ()))
        return
    if "agreed" in asked:
        points = zip(table.players, (10, -10), strict=False)
        yield {"why": ["as agreed"], **{POINTS_OF + player: [str(count)] for player, count in points}}
        return
    first = first_fields(ruleset, contract, table, asked)
    yield first
    active, needed = ruleset.active(table), ruleset.required_questions(contract)
    if "won" in asked or "team" in asked:
        for won in ("yes", "no"):
            for level in LEVELS if "level" in asked else (None,):
                yield {**first, "won": [won], **({"level": [level]} if level else {})}
    if "points" in asked:
        yield from ({**first, "card_points": [str(points)]} for points in CARD_POINTS)
        yield from ({**first, "card_points": ["120"], "level": [level]} for level in LEVELS[1:])
    if contract.names_trump:
        for won in ("yes", "no"):
            yield from ({**first, "trump_suit": [suit.value], "won": [won]} for suit in contract.trump_suits)
    if "top" in asked:
        for count in ruleset.top_trump_chips(contract, len(table.players)):
            for side in ("declarer_side", "opponents") if "top_side" in needed else ("",):
                yield {**first, "top_trumps": [str(count)], "top_side": [side]}
                yield {**first, "top_trumps": [str(count)], "top_side": [side], "won": ["no"]}
    if "surrender" in asked:
        yield {**first, "surrender": ["accepted"]}
        yield {**first, "surrender": ["refused"], "card_points": ["95"]}
        run = ruleset.top_trump_chips(contract, len(table.players))[:1]
        yield {**first, "surrender": ["accepted"], "top_trumps": [str(*run)]}
    if "declarer" in asked:
        yield {**first, "declarer": [active[1]], **({"partner": [active[0]]} if "partner" in asked else {})}
    if "nobody" in asked:
        yield {**first, "partner": [""], "nobody": ["1"]}
    if "losers" in asked:
        yield from _ordinary_ramsch(ruleset, active, first, needed)


def _ordinary_ramsch(
    ruleset: Ruleset, active: tuple[Player, ...], first: Fields, needed: frozenset[str]
) -> Iterator[Fields]:
    yield {**first, "maidens": [active[2 % len(active)]]}
    if losers_due(ruleset) == 1 and "winner" not in needed:
        yield {**first, "maidens": active[2:4]}
    if getattr(ruleset, "durchmarsch", False):
        yield {**first, "losers": [active[1]], "march": ["1"]}


def losers_due(ruleset: Ruleset) -> int:
    settlement = getattr(ruleset, "ramsch_settlement", None)
    return 2 if settlement is not None and settlement.value == "two_worst_pay_two_best" else 1


def other_fields(ruleset: Ruleset, contract: Contract, table: Table, asked: frozenset[str]) -> Iterator[Fields]:
    """Doublings, and everything behind "More about this hand"."""
    if not asked & {"declarer", "losers", "team", "won"}:
        return
    first, active = first_fields(ruleset, contract, table, asked), ruleset.active(table)
    if "kontra" in asked:
        yield from ({**first, "kontra": [str(times)]} for times in range(1, MAX_KONTRA + 1))
        for callers in ((active[1],), (active[0],), (active[1], active[0]), (active[1], active[3 % len(active)])):
            yield {**first, "kontra": [str(len(callers))], "kontra_by": callers}
            yield {**first, "kontra": [str(len(callers))], "kontra_by": callers, "declarer": [active[2 % len(active)]]}
        yield {**first, "kontra": ["1"], "card_points": ["60"]}
        yield {**first, "kontra": ["1"], "won": ["no"]}
    if "laid" in asked:
        yield from ({**first, "laid": [str(times)]} for times in range(1, 5))
        for layers in ((active[0],), (active[1],), (active[0], active[1])):
            yield {**first, "laid": [str(len(layers))], "laid_by": layers}
    if "call" in asked:
        yield from _called(ruleset, contract, first)
    if "hung_on" in asked:
        for who, aces, opened in ((active[0], "", ""), (active[1], "2", "1"), (active[1], "", "0"), ("", "3", "")):
            yield {**first, "hung_on_by": [who], "aces_held": [aces], "open_suits": [opened]}
    yield from _besides(first, active, asked)
    if "counts" in asked:
        yield from _counted(first, active)
    if "bid" in asked:
        for suit in ("clubs", "diamonds"):
            for bidder, length, outright in ((active[0], "6", ""), (active[1], "", ""), ("", "", "1")):
                yield {**first, "trump_suit": [suit], "bid": ["6"], "bidder": [bidder], "bid_length": [length],
                       "outright": [outright]}  # fmt: skip


def _called(ruleset: Ruleset, contract: Contract, first: Fields) -> Iterator[Fields]:
    for card in ruleset.callable_cards(contract):
        yield {**first, "called_card": [f"{card.rank} {card.suit}"]}
    yield {**first, "called_card": [f"king {ruleset.PACK[0]}"]}
    yield from ({**first, "called_suit": [held]} for held in ("held", "void", "itself"))


def _besides(first: Fields, active: tuple[Player, ...], asked: frozenset[str]) -> Iterator[Fields]:
    if "top_side" in asked:
        yield from ({**first, "top_trumps": ["4"], "top_side": [side]} for side in ("declarer_side", "opponents"))
    if "offence" in asked:
        yield from ({**first, "revoked_by": [player]} for player in active)
        yield from ({**first, "criticised_by": [player]} for player in active)
    if "claim" in asked:
        yield {**first, "level": ["schwarz"], "schwarz_unclaimed": ["1"]}
    if "value" in asked:
        yield from ({**first, "value": [str(value)]} for value in (10, 30, 50, 70, 100))
    if "ober" in asked:
        yield {**first, "ober_holder": [active[1]]}
    if "suitor" in asked:
        yield from ({**first, "suitor_trumps": [str(count)]} for count in (1, 2, 3))
    if "roof" in asked:
        for player in active[:2]:
            for won in ("yes", "no"):
                yield {**first, "won": [won], "roof_shown_by": [player]}
        yield {**first, "won": ["tied"], "team": ["tied"], "roof_shown_by": [active[0]]}
    if "queen" in asked:
        yield {**first, "queen_handed_over_by": [active[0]]}
    if "fehlstich" in asked:
        for winners in ((active[0], active[3]), (active[3], ""), (active[0], "")):
            yield {**first, "partner": [""], "fehlstich_winners": winners}
    if "note" in asked:
        yield {**first, "note": ["framed on the wall"]}


def _counted(first: Fields, active: tuple[Player, ...]) -> Iterator[Fields]:
    nobody: Fields = {name: [] for name in ("losers", "winner")}
    for points, tricks in COUNTS:
        told: dict[str, Sequence[str]] = {}
        for start, counts in zip(COUNTS_OF, (points, tricks), strict=False):
            told |= {start + player: [str(count)] for player, count in zip(active, counts, strict=False)}
        yield {**first, **nobody, **told}
        yield {**first, **nobody, **told, "higher_trump": [active[1]]}
        yield {**first, **nobody, **told, "winner": [active[3 % len(active)]]}
