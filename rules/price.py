"""The value of a hand, part by part: the parts that are added up and the factors that multiply them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from rules.report import DeclaredHand
from rules.score import Reason, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """The value of a hand with its steps: all parts are added before anything is multiplied (B91, P48)."""

    parts: tuple[Reason, ...]
    factors: tuple[Reason, ...]
    rounding: tuple[Reason, ...]
    value: int

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return (*self.parts, *self.factors, *self.rounding)


def price(*, parts: Iterable[Reason], factors: Iterable[Reason], round_up: bool = True) -> Price:
    """Add, then multiply, and only then round half points (X56)."""
    added, times = tuple(parts), tuple(factors)
    # Fractions, not half points as the unit: one rare house rule would put a factor of two into every figure.
    exact = sum(reason.amount or 0 for reason in added) * prod(reason.factor or 1 for reason in times)
    whole = -(-exact.numerator // exact.denominator) if round_up else exact.numerator // exact.denominator
    return Price(parts=added, factors=times, rounding=tuple(_rounding(exact, whole)), value=whole)


def _rounding(exact: int | Fraction, whole: int) -> Iterator[Reason]:
    if exact != whole:
        yield Reason(code="rounded_up" if whole > exact else "rounded_down", rule="X56", amount=whole - exact)


def top_trumps_reason(
    word: str, hand: DeclaredHand, counted: int, *, each: int | Fraction, rule: str, held: int = 0
) -> Reason:
    """Return the paid run: "with" if the declaring side holds it, "without" if it lacks it (P21, P23).

    word: the game's word for the run, "hoch" or "matadors". held: the whole run, if only a part of it is paid.
    """
    side = hand.top_trumps.side if hand.top_trumps else None
    codes = {Side.DECLARERS: f"{word}_with", Side.OPPONENTS: f"{word}_without", None: word}
    amount = counted * each
    whole = int(amount) if amount == int(amount) else amount
    return Reason(
        code=codes[side], rule=rule, amount=whole, args={"count": counted, **({"held": held} if held else {})}
    )


def doubling_reason(code: str, times: int, *, rule: str) -> Iterator[Reason]:
    """Yield one reason for all calls of a kind; each call doubles the sum."""
    if times:
        yield Reason(code=code, rule=rule, factor=2**times, args={"count": times})
