"""The contract of a line: named, put together from words such as `Herz`, `Solo`, `Tout`, or the only one possible."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.base_ruleset import Contract, Ruleset
from rules.notation.line_items import Item

# A contract and the word that turns it into another one.
TURNED = {
    ("solo", "tout"): "solo_tout", ("wenz", "tout"): "wenz_tout", ("geier", "tout"): "geier_tout",
    ("suit_wenz", "tout"): "suit_wenz_tout", ("suit_geier", "tout"): "suit_geier_tout",
    ("koenig", "tout"): "koenig_tout",
    ("eisenbahner", "tout"): "eisenbahner_tout", ("ramsch", "tout"): "ramsch_tout", ("solo", "du"): "solo_du",
    ("wenz", "du"): "wenz_tout", ("geier", "du"): "geier_tout", ("wenz", "suit"): "suit_wenz",
    ("geier", "suit"): "suit_geier", ("wenz_tout", "suit"): "suit_wenz_tout", ("geier_tout", "suit"): "suit_geier_tout",
    ("solo", "suit"): "solo", ("solo_tout", "suit"): "solo_tout", ("solo_du", "suit"): "solo_du",
    ("bettel", "open"): "bettel_brett", ("bettel", "trumps"): "bettel_with_trumps", ("", "tout"): "solo_tout",
    ("", "du"): "solo_du", ("simple", "du"): "solo_du",
}  # fmt: skip
_CALLING = ("rufer", "assrufen")  # named by calling a card; a Muss needs its name
_NAMED_BY_SUIT = ("simple", "trumps")
RESULT_KINDS = ("result", "number", "counts", "level", "unit")  # kinds of items that tell how the hand went
_NOT_GUESSED = ("thrown_in", "agreed", "round", "replay", "passed")


@dataclass(frozen=True, slots=True, kw_only=True)
class LineContract:
    id: str  # empty if the line names none
    column: int
    used: frozenset[int] = frozenset()  # places of the items that name it
    twice: Item | None = None  # names another contract, or only perhaps the same one
    is_inferred: bool = False  # from other words


def contract_of_line(items: Sequence[Item], ruleset: Ruleset, players: int) -> LineContract:
    named = [(at, item) for at, item in enumerate(items) if _names_contract(items, at)]
    turns = [(at, item) for at, item in enumerate(items) if item.kind == "turn"]
    rounds = [(at, item) for at, item in named if item.value == "round"]
    named = rounds or named  # what stands behind `Runde` is its name
    id = named[0][1].value if named else ""
    twice = next((item for _, item in named[1:] if item.value != id or item.is_guess), None)
    used, column = {at for at, _ in named}, named[0][1].column if named else 1
    has_suit = any(item.kind == "suit" for item in items)
    if has_suit and ruleset.contract(f"suit_{id}", players) is not None:
        id = f"suit_{id}"
    if not id and not (turns and has_suit):
        id = _unnamed_contract(items, ruleset, players, has_suit=has_suit)
    is_inferred = not named
    for at, turn in sorted(turns, key=lambda one: one[1].value):  # suit before tout
        turned = TURNED.get((id, turn.value)) if id or has_suit else _only_tout(ruleset, players)
        if turned is not None and ruleset.contract(turned, players) is None:
            turned = {"solo_tout": "solo_du", "solo_du": "solo_tout"}.get(turned, turned)
        if turned is not None:
            id = turned
            used.add(at)
            column = column if named else turn.column
    return LineContract(id=id, column=column, used=frozenset(used), twice=twice, is_inferred=is_inferred)


def _only_tout(ruleset: Ruleset, players: int) -> str | None:
    """Return the only contract for all tricks; None if there are several or none."""
    ids = [id for id in TURNED.values() if ruleset.contract(id, players) is not None and id.endswith(("_tout", "_du"))]
    return ids[0] if len(set(ids)) == 1 else None


def _names_contract(items: Sequence[Item], at: int) -> bool:
    """Return whether an item names a contract; `einfach` behind a result is its level."""
    is_level = items[at].value == "simple" and at > 0 and items[at - 1].kind in RESULT_KINDS
    return items[at].kind in ("contract", "reason") and not is_level


def _unnamed_contract(items: Sequence[Item], ruleset: Ruleset, players: int, *, has_suit: bool) -> str:
    """Return the contract that a line without its name can only mean; empty if there are several."""
    playable = [one for one in ruleset.contracts(players) if not one.is_own and one.id not in _NOT_GUESSED]
    kinds = {item.value if item.kind == "join" else item.kind for item in items}
    calls_a_suit = has_suit and (len([item for item in items if item.kind == "name"]) > 1 or "rank" in kinds)
    if kinds & {"calls", "card"} or calls_a_suit:
        calling = _first_of(_CALLING, playable)
        if calling:
            return calling
    if has_suit:
        return _first_of(_NAMED_BY_SUIT, playable)
    return playable[0].id if len(playable) == 1 else ""


def _first_of(ids: Sequence[str], playable: Sequence[Contract]) -> str:
    return next((one.id for one in playable if one.id in ids), "")
