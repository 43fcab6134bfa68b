"""What becomes of the pot when an evening ends. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from rules import Player, PotAtEnd, Ruleset, Score, paid_into_pot
from scorebook.ledger.drafts import ResultDraft, ReversalDraft
from scorebook.play.codec import player_key
from scorebook.play.terms import POINTS

WHY = "pot shared"


def pot_at_end(ruleset: Ruleset, unit: str) -> PotAtEnd:
    """Who gets it, as the table agreed; points, which nobody owes anybody, are no money for the kitty."""
    agreed = ruleset.pot_goes_to
    return PotAtEnd.PAID_BACK if (agreed, unit) == (PotAtEnd.KITTY, POINTS) else agreed


def pot_shares(scores: Sequence[Score], *, agreed: PotAtEnd, present: Sequence[Player]) -> dict[Player, int]:
    """Player -> points of what lies in the pot at the end; what nobody gets is the kitty's.

    scores:  of the hands that stand, in their order.
    present: in seating order; an odd point goes to who sits first.
    """
    pot = scores[-1].state.pot if scores else 0
    match agreed:
        case PotAtEnd.SHARED:
            return _equal_shares(pot, present)
        case PotAtEnd.BEST:
            return _equal_shares(pot, _best(scores))
        case PotAtEnd.KITTY:
            return {}
    return _pot_paid_back(scores)


def _pot_paid_back(scores: Iterable[Score]) -> dict[Player, int]:
    """What each player has put into the pot since somebody last won it: it is still their own money."""
    paid: dict[Player, int] = {}
    for score in scores:
        if score.pot < 0:  # whoever wins the pot takes all of it
            paid = {}
        for player, points in paid_into_pot(score).items():
            paid[player] = paid.get(player, 0) + points
    return paid


def _equal_shares(pot: int, players: Sequence[Player]) -> dict[Player, int]:
    share, rest = divmod(pot, len(players))
    shares = {player: share + (place < rest) for place, player in enumerate(players)}
    return {player: points for player, points in shares.items() if points}


def _best(scores: Iterable[Score]) -> list[Player]:
    """Who has won the most by the sheet, also if they have gone home; several where they are level."""
    totals: dict[Player, int] = {}
    for score in scores:
        for player, points in score.points.items():
            totals[player] = totals.get(player, 0) + points
    return [player for player, points in totals.items() if points == max(totals.values())]


def pot_draft(*, key: UUID, pot: int, shares: Mapping[Player, int], stake_minor: int) -> ResultDraft:
    """pot: all of it, in points. shares: player -> points; the rest goes to the kitty."""
    return ResultDraft(
        key=key,
        why=WHY,
        amounts={player_key(player): points * stake_minor for player, points in shares.items()},
        pot_minor=-pot * stake_minor,
        kitty_minor=(pot - sum(shares.values())) * stake_minor,
    )


def pot_reversal(*, key: UUID, closing: UUID) -> ReversalDraft:
    """closing: the entry that shared the pot."""
    return ReversalDraft(key=key, reverses=closing, why=WHY)
