"""What becomes of the pot when an evening ends. Pure."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from rules import Player, Score, paid_into_pot
from scorebook.ledger.drafts import ResultDraft, ReversalDraft

WHY = "pot shared"


def pot_paid_back(scores: Iterable[Score]) -> dict[Player, int]:
    """What each player has put into the pot since somebody last won it, in points: it is still their own money.

    scores: of the hands that stand, in their order.
    """
    paid: dict[Player, int] = {}
    for score in scores:
        if score.pot < 0:  # whoever wins the pot takes all of it
            paid = {}
        for player, points in paid_into_pot(score).items():
            paid[player] = paid.get(player, 0) + points
    return paid


def pot_draft(*, key: UUID, shares: Mapping[Player, int], stake_minor: int) -> ResultDraft:
    """shares: player -> points."""
    return ResultDraft(
        key=key,
        why=WHY,
        amounts={UUID(player): points * stake_minor for player, points in shares.items()},
        pot_minor=-sum(shares.values()) * stake_minor,
    )


def pot_reversal(*, key: UUID, closing: UUID) -> ReversalDraft:
    """closing: the entry that shared the pot."""
    return ReversalDraft(key=key, reverses=closing, why=WHY)
