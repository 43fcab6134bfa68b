"""What becomes of the pot when an evening ends. Pure."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from rules import Player
from scorebook.ledger.drafts import ResultDraft, ReversalDraft

WHY = "pot shared"


def equal_shares(pot: int, players: Sequence[Player]) -> dict[Player, int]:
    """Equal shares of the pot; what cannot be divided goes, a point each, to those who sit first."""
    share, rest = divmod(pot, len(players))
    return {player: share + (place < rest) for place, player in enumerate(players)}


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
