"""The lines of contracts with a declarer: sides, trumps, results, value, doublings, what they leave behind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.cards import Suit, count_points
from rules.declared import DeclarerGame
from rules.reading import MOST_CALLS
from rules.report import Call, DeclaredHand, TopTrumps
from rules.ruleset import Aim, Sides
from rules.score import Level, Side
from rules.tabulated.customs import Leaves
from rules.tabulated.probe import ENDS, Json, Pool, Probe, Told, figures, twice
from rules.tabulated.results import Results, trick_bounds

MOST_TRUMPS = 18
_RUN_SIDES = {"": None, **{side.value: side for side in Side}}

Lists = dict[str, list[int]]


@dataclass(frozen=True)
class Shared:
    """What the lines of several contracts refer to by its place, each once."""

    results: Results
    sums: Pool
    runs: Pool
    run_codes: dict[str, str]
    leaves: Leaves


@dataclass(frozen=True)
class _Named:
    """A trump suit with its place among those that differ, and the hand that names it."""

    place: int
    worth: Json
    sums: dict[str, int]
    told: Told


def line(probe: Probe, shared: Shared) -> Json:
    places, hands = shared.results.of(probe)
    suits = _suits(probe, hands, shared)
    return {
        "report": "declared",
        "sides": probe.contract.sides.value,
        "tricks": trick_bounds(probe.ruleset, probe.people),
        "results": places,
        "suits": {suit: one.place for suit, one in suits.items()},
        "worth": list({one.place: one.worth for one in suits.values()}.values()),
        **_runs(probe, hands, suits, shared),
        **_top(probe),
        **_doubling(probe),
        **laying(probe),
        **_calls(probe),
        **({"unnamed": True} if probe.accepts(declarer=None) else {}),
    }


def _suits(probe: Probe, hands: dict[str, Told], shared: Shared) -> dict[str, _Named]:
    """Each suit that may be named, "" for none: the value of each end, and what that leaves behind."""
    different = Pool()
    found: dict[str, _Named] = {}
    for suit in (None, *Suit):
        asked = {end: probe.score(**{**hand, "trump_suit": suit}) for end, hand in hands.items()}
        answers = {end: answer for end, answer in asked.items() if answer is not None}
        if not answers:
            continue
        sums = {end: shared.sums.place(figures(probe, answer)) for end, answer in answers.items()}
        left = {end: shared.leaves.after(probe, {**hands[end], "trump_suit": suit}) for end in answers}
        worth: Json = {"sums": sums, **({"leaves": left} if any(any(one) for one in left.values()) else {})}
        added_up = {end: twice(answer) for end, answer in answers.items()}
        told = {"trump_suit": suit}
        found[suit.value if suit else ""] = _Named(place=different.place(worth), worth=worth, sums=added_up, told=told)
    return found


def _runs(probe: Probe, hands: dict[str, Told], suits: dict[str, _Named], shared: Shared) -> Json:
    """By the side that holds the run and by end, what none, one, two ... top trumps add; longer ones are refused."""
    found: Json = {}
    first = next(iter(suits.values()))
    hands = {end: _without_count(probe, hand, end) for end, hand in hands.items()}
    for name, side in _RUN_SIDES.items():
        lists = {end: _added(probe, {**hand, **first.told}, side) for end, hand in hands.items()}
        if any(lists.values()):
            found[name] = {end: shared.runs.place(added) for end, added in lists.items()}
            shared.run_codes[name] = _run_code(
                probe, {end: {**hand, **first.told} for end, hand in hands.items()}, lists, side
            )
        _check_suits_agree(probe, hands, suits, lists, side)
    return {"runs": found} if found else {}


def _without_count(probe: Probe, hand: Told, end: str) -> Told:
    """The hand told by its result where that can be: a run that is too rich for these card points may be played."""
    won, level = ENDS[end]
    bare = {**hand, "card_points": None, "tricks": None, "won": won, "level": Level(str(level)) if level else None}
    return bare if probe.end(bare) == end else hand


def _top(probe: Probe) -> Json:
    """top: what the trumps count, the highest first, where a run of them may be told; they lie with their holders."""
    ruleset, hand = probe.ruleset, probe.base
    if not isinstance(ruleset, DeclarerGame) or not isinstance(hand, DeclaredHand):
        return {}
    if probe.contract.aim is not Aim.CARD_POINTS or not probe.contract.has_top_trumps:
        return {}
    return {"top": [count_points((card,)) for card in ruleset.trumps(probe.contract, hand)]}


def _added(probe: Probe, hand: Told, side: Side | None) -> list[int]:
    plain = probe.score(**hand)
    if plain is None:
        raise AssertionError("a hand without a run is refused that was accepted before")
    added: list[int] = []
    for count in range(MOST_TRUMPS + 1):
        answer = probe.score(**hand, top_trumps=TopTrumps(count=count, side=side))
        if answer is None:  # what is longer still is refused as well
            break
        added.append(twice(answer) - twice(plain))
    return added


def _run_code(probe: Probe, hands: dict[str, Told], lists: Lists, side: Side | None) -> str:
    """What the reason of a paid run is called, which depends on whose run it was; "" where none is paid."""
    for end, added in lists.items():
        paid = probe.score(**hands[end], top_trumps=TopTrumps(count=len(added) - 1, side=side)) if any(added) else None
        if paid is not None:
            plain = probe.score(**hands[end])
            known = {reason.code for reason in plain.reasons} if plain else set()
            return next(reason.code for reason in paid.reasons if reason.code not in known)
    return ""


def _check_suits_agree(
    probe: Probe, hands: dict[str, Told], suits: dict[str, _Named], lists: Lists, side: Side | None
) -> None:
    """The phone adds what a run counts to what a suit counts: where that were not the value, the shape were wrong."""
    for end, added in lists.items():
        for named in suits.values() if added else ():
            longest = TopTrumps(count=len(added) - 1, side=side)
            answer = probe.score(**{**hands[end], **named.told}, top_trumps=longest)
            if answer is None or twice(answer) != named.sums[end] + added[-1]:
                raise AssertionError(f"{probe.contract.id}: a run does not add the same in every suit")


def most(probe: Probe, name: str, limit: int) -> int:
    """How many doublings of a kind there may be."""
    said: Iterator[Told] = ({name: (None,) * number} for number in range(1, limit + 1))
    refused = (len(told[name]) for told in said if not probe.accepts(**told))
    return next(refused, limit + 1) - 1


def _doubling(probe: Probe) -> Json:
    """How often, and who where names are told: anybody, the sides strictly in turn, or several of a side."""
    number = most(probe, "kontra", MOST_CALLS)
    if not number:
        return {}
    if probe.accepts(kontra=probe.active[:1]):
        return {"kontra": number, "turns": "any"}
    opponents = probe.active[2:4] if probe.contract.sides is Sides.PARTNERS else probe.active[1:3]
    return {"kontra": number, "turns": "several" if probe.accepts(kontra=opponents) else "strict"}


def laying(probe: Probe) -> Json:
    """How many may lay before the deal, and whether the names must come in the order of play.

    The third to play sits opposite the declarer, who is of his side in a Kreuzbock as well (B80).
    """
    number = most(probe, "laid", len(probe.active))
    if not number:
        return {}
    return {"laid": number, **({} if probe.accepts(laid=probe.active[2:3]) else {"laid_in_order": True})}


def _calls(probe: Probe) -> Json:
    """The cards that may be called, whether one must be, and whether the declarer may hold none of that suit."""
    base = probe.base
    if not probe.contract.calls_a_card:
        return {}
    cards = [card for card in probe.cards() if probe.accepts(call=Call(card=card))]
    if not cards or not isinstance(base, DeclaredHand):
        return {}
    return {
        "calls": [f"{card.rank} {card.suit}" for card in cards],
        **({} if probe.accepts(call=None) else {"call_needed": True}),
        **({"call_void": True} if probe.accepts(call=Call(card=cards[0], suit_cards=0)) else {}),
    }
