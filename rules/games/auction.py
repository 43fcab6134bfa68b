"""The ranking of bids, by which a table settles its auction. P5, P9, P10, A2, A4, B10-B12."""

from dataclasses import dataclass

from rules.base_ruleset import Ruleset
from rules.cards import Suit
from rules.problems import Problem, ReportError


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """A contract, with its trump suit if naming it in the auction makes a difference."""

    contract: str
    trump_suit: Suit | None = None


def outranks(bid: Bid, earlier: Bid, *, ruleset: Ruleset, players: int) -> bool:
    """Return whether a bid takes the game from an earlier one; of equal bids the earlier stays (B11, X14).

    Raises: ReportError contract_unknown for a contract that is not bid for at such a table.
    """
    return _bid_height(bid, "bid", ruleset, players) > _bid_height(earlier, "earlier", ruleset, players)


def _bid_height(bid: Bid, name: str, ruleset: Ruleset, players: int) -> tuple[int, bool]:
    """Return the contract's rank, and whether hearts outbid its other suits, as in the Palatinate (P9, X13)."""
    contract = ruleset.contract(bid.contract, players)
    if contract is None or not contract.rank:
        raise ReportError((Problem(code="contract_unknown", field=name, args={"contract": bid.contract}),))
    return contract.rank, contract.hearts_outbid and bid.trump_suit is Suit.HEARTS
