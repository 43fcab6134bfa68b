"""The entry form filled in as a scribe fills it: every contract, each of its questions in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules import Contract, Level, Player, Ruleset, Table
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.hand_form.form import MAX_KONTRA
from scorebook.web.evening.hand_form.hand_form_codec import COUNTS_OF, POINTS_OF

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
    """is_ordinary: nothing is reported that some house rule forbids, and nothing behind "More about this hand"."""

    contract: Contract
    data: FormData
    is_ordinary: bool = True


def filled_forms(ruleset: Ruleset, table: Table) -> Iterator[FilledForm]:
    for contract in ruleset.contracts(len(table.players)):
        questions = ruleset.questions(contract, table)
        for fields in ordinary_fields(ruleset, contract, table, questions):
            yield FilledForm(contract=contract, data=FormData({"contract": [contract.id], **fields}))
        for fields in other_fields(ruleset, contract, table, questions):
            data = FormData({"contract": [contract.id], **fields})
            yield FilledForm(contract=contract, data=data, is_ordinary=False)


def first_fields(ruleset: Ruleset, contract: Contract, table: Table, questions: frozenset[str]) -> Fields:
    """The fewest answers that make a hand of this contract."""
    active = ruleset.active(table)
    fields: dict[str, Sequence[str]] = {}
    for question, name, value in (
        ("declarer", "declarer", active[0]), ("partner", "partner", active[2 % len(active)]), ("won", "won", "yes"),
        ("level", "level", "plain"), ("team", "team", active[0]),
        ("top", "top_trumps", "0"), ("kontra", "kontra", "0"), ("laid", "laid", "0"),
        ("surrender", "surrender", "none"),
    ):  # fmt: skip
        if question in questions:
            fields[name] = [value]
    if contract.needs_trump:
        fields["trump_suit"] = [contract.trump_suits[0].value]
    if "losers" in questions:
        fields["losers"] = active[: losers_due(ruleset)]
    needed = ruleset.required_questions(contract)
    if "call" in needed:
        card = ruleset.callable_cards(contract)[0]
        fields["called_card"] = [f"{card.rank} {card.suit}"]
    if "winner" in needed:
        fields["winner"] = [active[-1]]
    return fields


def ordinary_fields(ruleset: Ruleset, contract: Contract, table: Table, questions: frozenset[str]) -> Iterator[Fields]:
    if "round" in questions:
        yield from ({"round": [kind]} for kind in ruleset.announced_rounds(len(table.players)))
        return
    if "agreed" in questions:
        points = zip(table.players, (10, -10), strict=False)
        yield {"why": ["as agreed"], **{POINTS_OF + player: [str(count)] for player, count in points}}
        return
    first = first_fields(ruleset, contract, table, questions)
    yield first
    active, needed = ruleset.active(table), ruleset.required_questions(contract)
    if "won" in questions or "team" in questions:
        for won in ("yes", "no"):
            for level in LEVELS if "level" in questions else (None,):
                yield {**first, "won": [won], **({"level": [level]} if level else {})}
    if "points" in questions:
        yield from ({**first, "card_points": [str(points)]} for points in CARD_POINTS)
        yield from ({**first, "card_points": ["120"], "level": [level]} for level in LEVELS[1:])
    if contract.names_trump:
        for won in ("yes", "no"):
            yield from ({**first, "trump_suit": [suit.value], "won": [won]} for suit in contract.trump_suits)
    if "top" in questions:
        for count in ruleset.top_trump_chips(contract, len(table.players)):
            for side in ("declarer_side", "opponents") if "top_side" in needed else ("",):
                yield {**first, "top_trumps": [str(count)], "top_side": [side]}
                yield {**first, "top_trumps": [str(count)], "top_side": [side], "won": ["no"]}
    if "surrender" in questions:
        yield {**first, "surrender": ["accepted"]}
        yield {**first, "surrender": ["refused"], "card_points": ["95"]}
        run = ruleset.top_trump_chips(contract, len(table.players))[:1]
        yield {**first, "surrender": ["accepted"], "top_trumps": [str(*run)]}
    if "declarer" in questions:
        yield {**first, "declarer": [active[1]], **({"partner": [active[0]]} if "partner" in questions else {})}
    if "nobody" in questions:
        yield {**first, "partner": [""], "nobody": ["1"]}
    if "losers" in questions:
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


def other_fields(ruleset: Ruleset, contract: Contract, table: Table, questions: frozenset[str]) -> Iterator[Fields]:
    """Doublings, and everything behind "More about this hand"."""
    if not questions & {"declarer", "losers", "team", "won"}:
        return
    first, active = first_fields(ruleset, contract, table, questions), ruleset.active(table)
    if "kontra" in questions:
        yield from ({**first, "kontra": [str(times)]} for times in range(1, MAX_KONTRA + 1))
        for callers in ((active[1],), (active[0],), (active[1], active[0]), (active[1], active[3 % len(active)])):
            yield {**first, "kontra": [str(len(callers))], "kontra_by": callers}
            yield {**first, "kontra": [str(len(callers))], "kontra_by": callers, "declarer": [active[2 % len(active)]]}
        yield {**first, "kontra": ["1"], "card_points": ["60"]}
        yield {**first, "kontra": ["1"], "won": ["no"]}
    if "laid" in questions:
        yield from ({**first, "laid": [str(times)]} for times in range(1, 5))
        for layers in ((active[0],), (active[1],), (active[0], active[1])):
            yield {**first, "laid": [str(len(layers))], "laid_by": layers}
    if "call" in questions:
        yield from _called(ruleset, contract, first)
    if "hung_on" in questions:
        for who, aces, opened in ((active[0], "", ""), (active[1], "2", "1"), (active[1], "", "0"), ("", "3", "")):
            yield {**first, "hung_on_by": [who], "aces_held": [aces], "open_suits": [opened]}
    yield from _details(first, active, questions)
    if "counts" in questions:
        yield from _counted(first, active)
    if "bid" in questions:
        for suit in ("clubs", "diamonds"):
            for bidder, length, outright in ((active[0], "6", ""), (active[1], "", ""), ("", "", "1")):
                yield {**first, "trump_suit": [suit], "bid": ["6"], "bidder": [bidder], "bid_length": [length],
                       "outright": [outright]}  # fmt: skip


def _called(ruleset: Ruleset, contract: Contract, first: Fields) -> Iterator[Fields]:
    for card in ruleset.callable_cards(contract):
        yield {**first, "called_card": [f"{card.rank} {card.suit}"]}
    yield {**first, "called_card": [f"king {ruleset.PACK[0]}"]}
    yield from ({**first, "called_suit": [held]} for held in ("held", "void", "itself"))


def _details(first: Fields, active: tuple[Player, ...], questions: frozenset[str]) -> Iterator[Fields]:
    if "top_side" in questions:
        yield from ({**first, "top_trumps": ["4"], "top_side": [side]} for side in ("declarer_side", "opponents"))
    if "offence" in questions:
        yield from ({**first, "revoked_by": [player]} for player in active)
        yield from ({**first, "criticised_by": [player]} for player in active)
    if "claim" in questions:
        yield {**first, "level": ["schwarz"], "schwarz_unclaimed": ["1"]}
    if "value" in questions:
        yield from ({**first, "value": [str(value)]} for value in (10, 30, 50, 70, 100))
    if "ober" in questions:
        yield {**first, "ober_holder": [active[1]]}
    if "suitor" in questions:
        yield from ({**first, "suitor_trumps": [str(count)]} for count in (1, 2, 3))
    if "roof" in questions:
        for player in active[:2]:
            for won in ("yes", "no"):
                yield {**first, "won": [won], "roof_shown_by": [player]}
        yield {**first, "won": ["tied"], "team": ["tied"], "roof_shown_by": [active[0]]}
    if "queen" in questions:
        yield {**first, "queen_handed_over_by": [active[0]]}
    if "fehlstich" in questions:
        for winners in ((active[0], active[3]), (active[3], ""), (active[0], "")):
            yield {**first, "partner": [""], "fehlstich_winners": winners}
    if "note" in questions:
        yield {**first, "note": ["framed on the wall"]}


def _counted(first: Fields, active: tuple[Player, ...]) -> Iterator[Fields]:
    nobody: Fields = {name: [] for name in ("losers", "winner")}
    for points, tricks in COUNTS:
        counted: dict[str, Sequence[str]] = {}
        for start, counts in zip(COUNTS_OF, (points, tricks), strict=False):
            counted |= {start + player: [str(count)] for player, count in zip(active, counts, strict=False)}
        yield {**first, **nobody, **counted}
        yield {**first, **nobody, **counted, "higher_trump": [active[1]]}
        yield {**first, **nobody, **counted, "winner": [active[3 % len(active)]]}
