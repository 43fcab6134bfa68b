"""The summary of an evening: places, best hand, longest run of wins, the turning point. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, groupby

from rules import Player

MIN_RUN = 2  # one hand won is no run

Counts = Mapping[Player, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    no: int
    holders: tuple[Player, ...]  # of cards; empty if none were dealt
    winners: tuple[Player, ...]  # among the holders
    points: Counts  # moved between the players and the pot
    written: Counts  # on the sheet: points, or strokes and points of the sheet's own


class Lead(Enum):
    """The way in which the winners came to lead for good."""

    FROM_START = "from_start"
    TAKEN = "taken"
    BY_POT = "by_pot"  # only by their shares of the pot at closing


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPlayer:
    rank: int  # 1 is the best; equal counts share a rank and the next rank is skipped
    player: Player
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BestHand:
    """The first hand with the highest gain of a player."""

    no: int
    players: tuple[Player, ...]  # with this gain
    others: tuple[Player, ...]  # with the same gain in another hand only
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WinningRun:
    """Consecutive wins of a player, counting only hands in which they held cards."""

    player: Player
    length: int
    first: int  # hand number
    last: int  # hand number


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningStory:
    hands: int  # with cards dealt
    places: tuple[RankedPlayer, ...]  # of all who held cards or got points, best first
    best: BestHand | None
    runs: tuple[WinningRun, ...]  # the longest, one per player; empty if short or if all players have one
    lead: Lead | None
    turn: int | None  # the hand after which the winners led for good, if Lead.TAKEN
    won_together: bool  # the winners were on one side all evening, not level by chance

    @property
    def winners(self) -> tuple[Player, ...]:
        """Return the best players; empty if all are level."""
        first = tuple(place.player for place in self.places if place.rank == 1)
        return first if len(first) < len(self.places) else ()


def evening_story(hands: Sequence[PlayedHand], *, shares: Counts, seated: Sequence[Player]) -> EveningStory:
    """Summarize an evening. The ranking goes by points moved.

    If no points moved (an unfinished game of strokes, or unpaid tallies), the sheet decides.
    hands:  not voided, in order.
    shares: player -> points of the pot at closing.
    seated: all who ever sat at the table; level players are listed in this order.
    """
    moved = [hand.points for hand in hands]
    # Strokes break no tie of points: they are not owed, and yet one person would win.
    gains = moved if any(map(_any_points_moved, [*moved, shares])) else [hand.written for hand in hands]
    people = _players_who_took_part(hands, shares, seated)
    nothing: Counts = dict.fromkeys(people, 0)
    standings = list(accumulate(gains, _add_counts, initial=nothing))[1:]
    places = _rank_players(_add_counts(standings[-1] if standings else nothing, shares))
    winners = {place.player for place in places if place.rank == 1}
    turn = _turning_point(standings, winners)
    lead = _how_lead_was_won(standings, turn) if len(winners) < len(places) else None
    played = [hand for hand in hands if hand.holders]
    return EveningStory(
        hands=len(played),
        places=places,
        best=_best_hand(played, seated),
        runs=_longest_runs(played, people),
        lead=lead,
        turn=hands[turn].no if lead is Lead.TAKEN and turn is not None else None,
        won_together=_always_gained_the_same([*gains, shares], winners),
    )


def _any_points_moved(counts: Counts) -> bool:
    return any(counts.values())


def _players_who_took_part(hands: Iterable[PlayedHand], shares: Counts, seated: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players who held cards, or whose points moved without any."""
    found = {player for hand in hands for player in hand.holders}
    found |= {player for hand in hands for player, points in hand.points.items() if points}
    return tuple(player for player in seated if player in found or player in shares)


def _add_counts(totals: Counts, counts: Counts) -> Counts:
    return {player: total + counts.get(player, 0) for player, total in totals.items()}


def _rank_players(totals: Counts) -> tuple[RankedPlayer, ...]:
    best_first = sorted(totals.items(), key=lambda one: -one[1])
    counts = [count for _player, count in best_first]
    return tuple(RankedPlayer(rank=counts.index(count) + 1, player=player, count=count) for player, count in best_first)


def _best_hand(hands: Sequence[PlayedHand], seated: Iterable[Player]) -> BestHand | None:
    best = max(hands, key=lambda hand: max(hand.written.values(), default=0), default=None)
    count = max(best.written.values(), default=0) if best else 0
    if best is None or count <= 0:
        return None
    # Level players in seating order, because a database keeps no order of JSON keys.
    level = {player for hand in hands for player, written in hand.written.items() if written == count}
    own = tuple(player for player in seated if best.written.get(player) == count)
    others = tuple(player for player in seated if player in level and player not in own)
    return BestHand(no=best.no, players=own, others=others, count=count)


def _longest_runs(hands: Sequence[PlayedHand], people: Sequence[Player]) -> tuple[WinningRun, ...]:
    """Return the longest runs, the first one of each player. Hands without their cards do not end a run."""
    longest = [max(_winning_runs(hands, player), key=lambda run: run.length, default=None) for player in people]
    found = [run for run in longest if run]
    most = max((run.length for run in found), default=0)
    best = tuple(run for run in found if run.length == most)
    return best if most >= MIN_RUN and len(best) < len(people) else ()


def _winning_runs(hands: Sequence[PlayedHand], player: Player) -> Iterator[WinningRun]:
    own = (hand for hand in hands if player in hand.holders)
    for is_won, streak in groupby(own, key=lambda hand: player in hand.winners):
        numbers = [hand.no for hand in streak]
        if is_won:
            yield WinningRun(player=player, length=len(numbers), first=numbers[0], last=numbers[-1])


def _turning_point(standings: Sequence[Counts], winners: set[Player]) -> int | None:
    """Return the index of the hand from which on exactly the winners led; None if they did not lead at the end."""
    # The change of the lead, not the largest swing: that is often another hand.
    turn = len(standings)
    while turn and _leading_players(standings[turn - 1]) == winners:
        turn -= 1
    return turn if turn < len(standings) else None


def _leading_players(standing: Counts) -> set[Player]:
    most = max(standing.values())
    return {player for player, count in standing.items() if count == most}


def _how_lead_was_won(standings: Sequence[Counts], turn: int | None) -> Lead:
    if turn is None:
        return Lead.BY_POT
    return Lead.TAKEN if any(map(_any_points_moved, standings[:turn])) else Lead.FROM_START


def _always_gained_the_same(gains: Iterable[Counts], players: set[Player]) -> bool:
    return all(len({counts.get(player, 0) for player in players}) == 1 for counts in gains)
