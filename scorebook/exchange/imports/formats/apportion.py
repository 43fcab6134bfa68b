"""Division of an amount by weights into whole units, as Spliit divides it: to the cent, and the same every time."""

from collections.abc import Mapping
from fractions import Fraction


def apportion(amount: int, weights: Mapping[str, int | Fraction], *, seed: str) -> dict[str, int]:
    """Return key -> part; the parts add up to the amount, also to a negative one.

    weights: their sum is above 0.
    seed:    identifies the expense. It decides which of equal remainders get the units left over, so that they do not
             always go to the same people.
    """
    keys, total = sorted(weights), sum(weights.values())
    offset = _fnv_1a(seed) % len(keys) if seed else 0
    turns = {key: (place - offset) % len(keys) for place, key in enumerate(keys)}
    parts = {key: int(amount * weights[key] // total) for key in keys}
    by_remainder = sorted(keys, key=lambda key: (-(amount * weights[key] % total), turns[key]))
    for key in by_remainder[: amount - sum(parts.values())]:
        parts[key] += 1
    return parts


def _fnv_1a(text: str) -> int:
    """Return the 32-bit FNV-1a hash of the UTF-16 code units."""
    found, units = 0x811C9DC5, text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        found = (found ^ (low | high << 8)) * 0x01000193 & 0xFFFFFFFF
    return found
