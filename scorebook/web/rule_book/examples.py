"""Worked examples: typical hands of each game, told by the table and answered by `rules.score`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules import Player, Ruleset, State
from scorebook.web.rule_book import sample_hands
from scorebook.web.rule_book.sample_hands import PEOPLE, Answer, Hand

_ANNA, _BEPPO, _CILLI, _DONE, *_MORE = PEOPLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A hand and what was left over from the hands before."""

    hand: Hand
    state: State = field(default_factory=State)


def _run(count: int, side: str = "declarer_side") -> Hand:
    return {"count": count, "side": side}


def _called(suit: str) -> Hand:
    return {"card": {"rank": "ace", "suit": suit}}


def _hand(contract: str, declarer: Player = _ANNA, **told: object) -> Example:
    return Example(hand={"contract": contract, "declarer": declarer, **told})


_BAVARIAN = (
    _hand("rufer", partner=_CILLI, card_points=94, top_trumps=_run(3), kontra=1),
    _hand("rufer", partner=_DONE, card_points=60),
    _hand("rufer", declarer=_BEPPO, partner=_DONE, card_points=30, laid=1),
    _hand("wenz", declarer=_CILLI, card_points=71, top_trumps=_run(2)),
    _hand("solo", declarer=_DONE, trump_suit="leaves", won=False, level="plain", kontra=2),
    _hand("solo", declarer=_BEPPO, trump_suit="acorns", card_points=120, level="schwarz", top_trumps=_run(4)),
    _hand("solo_tout", declarer=_CILLI, trump_suit="hearts", won=True),
    _hand("sie"),
    _hand("hochzeit", partner=_BEPPO, card_points=66),
    _hand("bettel", declarer=_BEPPO, won=True),
    _hand("muss", partner=_CILLI, card_points=60),
    Example(hand={"contract": "ramsch", "losers": [_BEPPO], "maidens": [_CILLI]}),
    Example(hand={"contract": "ramsch", "march_by": _DONE}),
)
_BOCK = Example(
    hand={"contract": "rufer", "declarer": _ANNA, "partner": _BEPPO, "card_points": 75}, state=State(bock=(1,))
)
_SOLO: Hand = {"contract": "solo", "declarer": _ANNA, "trump_suit": "bells"}
_POT = (
    Example(hand={"contract": "thrown_in"}),
    Example(hand={**_SOLO, "card_points": 70}, state=State(pot=40)),
    Example(hand={**_SOLO, "card_points": 50}, state=State(pot=40)),
)
_PALATINATE = (
    _hand("simple", trump_suit="spades", card_points=68),
    _hand("simple", trump_suit="hearts", card_points=94, top_trumps=_run(3)),
    _hand("simple", declarer=_BEPPO, trump_suit="clubs", card_points=60, kontra=1),
    _hand("simple", declarer=_BEPPO, trump_suit="diamonds", surrender="accepted", top_trumps=_run(4)),
    _hand("solo", declarer=_CILLI, trump_suit="hearts", card_points=91, top_trumps=_run(4, "opponents")),
    _hand("solo_du", trump_suit="hearts", won=True, top_trumps=_run(6)),
)
_ASSERUFEN = (
    _hand("assrufen", partner=_CILLI, call=_called("spades"), card_points=71),
    _hand("assrufen", partner=_CILLI, call=_called("clubs"), card_points=95, top_trumps=_run(4), kontra=1),
    _hand("assrufen", declarer=_BEPPO, partner=_DONE, call=_called("diamonds"), card_points=29),
    _hand("solo", declarer=_CILLI, trump_suit="hearts", card_points=62),
    _hand("solo", declarer=_DONE, trump_suit="clubs", won=False, level="schwarz"),
    _hand("solo_du", trump_suit="spades", won=False, top_trumps=_run(3)),
)
_SASKU = (
    _hand("trumps", trump_suit="spades", card_points=75),
    _hand("trumps", declarer=_BEPPO, trump_suit="diamonds", card_points=95),
    _hand("trumps", declarer=_CILLI, trump_suit="clubs", card_points=45),
    _hand("trumps", declarer=_DONE, trump_suit="hearts", won=True, level="schwarz"),
    _hand("trumps", trump_suit="hearts", card_points=60),
    Example(hand={"contract": "passed", "team": _BEPPO, "won": True, "level": "plain"}),
)
_SCHAFSKOPF24 = (
    _hand("queens", partner=_CILLI, card_points=72),
    _hand("queens", declarer=_BEPPO, partner=_DONE, card_points=30),
    Example(hand={"contract": "fehlstich", "declarer": _ANNA, "fehlstich_winners": [_DONE], "card_points": 93}),
    _hand("silent_queens", declarer=_BEPPO, card_points=61),
    _hand("solo", declarer=_CILLI, card_points=120),
)
_FIXED = tuple(
    Example(hand={"contract": contract, "winner": _ANNA, "level": level})
    for contract in ("bierkopf", "mucken", "two_handed")
    for level in ("plain", "schneider", "schwarz")
)
_OF_GAME: Mapping[str, tuple[Example, ...]] = {
    "bavarian": (*_BAVARIAN, _BOCK, *_POT),
    "palatinate": _PALATINATE,
    "asserufen": _ASSERUFEN,
    "sasku": _SASKU,
    "schafskopf24": _SCHAFSKOPF24,
    "bierkopf": _FIXED,
}


def worked(ruleset: Ruleset, people: int) -> tuple[Answer, ...]:
    """The hands that this table could play, with their answers."""
    return tuple(_answers(ruleset, people))


def _answers(ruleset: Ruleset, people: int) -> Iterator[Answer]:
    for example in _OF_GAME[ruleset.GAME]:
        if (example.state.pot or example.hand["contract"] == "thrown_in") and not getattr(ruleset, "pot_sweetener", 0):
            continue
        if answer := sample_hands.ask(ruleset, example.hand, people=people, state=example.state):
            yield answer
