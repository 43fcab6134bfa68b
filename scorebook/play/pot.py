"""Distribution of the pot at the end of an evening. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from rules import Player, PotAtEnd, Ruleset, Score, paid_into_pot
from scorebook.ledger.drafts import ResultDraft, ReversalDraft
from scorebook.play.counted_hands import add_counts
from scorebook.play.hand_event_codec import player_key
from scorebook.play.terms import POINTS

WHY = "pot shared"


def pot_at_end(ruleset: Ruleset, unit: str) -> PotAtEnd:
    """Return the agreed recipient. Points are no money, so they are paid back instead of going to the kitty."""
    agreed = ruleset.pot_goes_to
    return PotAtEnd.PAID_BACK if (agreed, unit) == (PotAtEnd.KITTY, POINTS) else agreed


def pot_shares(scores: Sequence[Score], *, agreed: PotAtEnd, present: Sequence[Player]) -> dict[Player, int]:
    """Return player -> points of the pot at the end; the remainder goes to the kitty.

    scores:  of valid hands, in order.
    present: in seating order; odd points go to the first seats.
    """
    pot = scores[-1].state.pot if scores else 0
    match agreed:
        case PotAtEnd.SHARED:
            return _share_pot_equally(pot, present)
        case PotAtEnd.BEST:
            return _share_pot_equally(pot, _players_with_most_points(scores))
        case PotAtEnd.KITTY:
            return {}
    return _pot_paid_back(scores)


def _pot_paid_back(scores: Iterable[Score]) -> dict[Player, int]:
    """Return the points that each player has put into the pot since it was last won."""
    paid: dict[Player, int] = {}
    for score in scores:
        if score.pot < 0:  # the winner takes the whole pot
            paid = {}
        paid = add_counts(paid, paid_into_pot(score))
    return paid


def _share_pot_equally(pot: int, players: Sequence[Player]) -> dict[Player, int]:
    share, rest = divmod(pot, len(players))
    shares = {player: share + (place < rest) for place, player in enumerate(players)}
    return {player: points for player, points in shares.items() if points}


def _players_with_most_points(scores: Iterable[Score]) -> list[Player]:
    """Return the players with the most points, including those who left; several if level."""
    totals: dict[Player, int] = {}
    for score in scores:
        totals = add_counts(totals, score.points)
    return [player for player, points in totals.items() if points == max(totals.values())]


def pot_draft(*, key: UUID, pot: int, shares: Mapping[Player, int], stake_minor: int) -> ResultDraft:
    """Make the draft that empties the pot. pot, shares: in points; the remainder goes to the kitty."""
    return ResultDraft(
        key=key,
        why=WHY,
        amounts={player_key(player): points * stake_minor for player, points in shares.items()},
        pot_minor=-pot * stake_minor,
        kitty_minor=(pot - sum(shares.values())) * stake_minor,
    )


def pot_reversal(*, key: UUID, closing: UUID) -> ReversalDraft:
    """Make the draft that refills the pot. closing: the entry that emptied it."""
    return ReversalDraft(key=key, reverses=closing, why=WHY)
