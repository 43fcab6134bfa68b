"""The counts of a Ramsch: their limits with real cards, and the ranking of the players. Source: B64, B65, X66."""

from collections.abc import Mapping
from itertools import accumulate, combinations

from rules.cards import ALL_CARD_POINTS, GERMAN, Card, Suit, count_points, most_card_points, trump_order
from rules.games.bavarian.contracts import CONTRACTS
from rules.games.bavarian.house_rules import BavarianHouseRules, MarchFrom, RamschTie
from rules.hand_validation import check_holds_cards
from rules.problems import ProblemList
from rules.report import RamschHand
from rules.table import Player

_SCHNEIDER_POINTS = 90
_NO_TRUMP = -99  # below the lowest trump
_HIGHEST = -1  # the Ober of Acorns

Counts = Mapping[Player, int]


def check_ramsch_counts(report: RamschHand, rules: BavarianHouseRules, problems: ProblemList) -> None:
    """Check every count by itself, then all of them together against physical cards (G4)."""
    active = rules.active(report.table)
    all_tricks = rules.hand_size(len(report.table.players))
    names = ("card_points", "tricks", "trumps_in_tricks", "highest_trump")
    reported = {name: getattr(report, name) or {} for name in names}
    unread = {name for name in reported if problems.has(name)}
    for name, player in ((name, player) for name, counts in reported.items() for player in counts):
        check_holds_cards(player, f"{name}.{player}", report.table, rules, problems)
    for name, total in (("card_points", ALL_CARD_POINTS), ("tricks", all_tricks)):
        if reported[name] and name not in unread:
            _check_each_ramsch_count(name, reported[name], total, active, problems)
    for player, count in (report.card_points or {}).items():
        if count in (1, ALL_CARD_POINTS - 1):
            problems.add("points_1_119_impossible", f"card_points.{player}")
        without_trick = player in report.maidens or (report.tricks is not None and not report.tricks.get(player, 1))
        if count and without_trick:
            problems.add("points_without_trick", f"card_points.{player}", player=player)
    if not problems:
        _check_ramsch_points_for_tricks(report, rules, problems)
        _check_trumps_taken(report, rules, problems)


def _check_each_ramsch_count(
    name: str, counts: Counts, total: int, active: tuple[Player, ...], problems: ProblemList
) -> None:
    for player in active:
        if player not in counts:
            problems.add("count_missing", f"{name}.{player}", player=player)
        elif counts[player] < 0:
            problems.add("points_out_of_range", f"{name}.{player}")
    if not problems.has(name) and sum(counts.values()) != total:
        code = "points_sum_not_120" if name == "card_points" else "tricks_sum_wrong"
        problems.add(code, name, sum=sum(counts.values()), all=total)


def _check_ramsch_points_for_tricks(report: RamschHand, rules: BavarianHouseRules, problems: ProblemList) -> None:
    """Check that no group of players has more points than its tricks hold, so that none has too few either."""
    points, tricks, active = report.card_points, report.tricks, rules.active(report.table)
    if points is None or tricks is None:
        return
    for size in range(1, len(active)):
        for group in combinations(active, size):
            taken = sum(tricks[player] for player in group)
            most = most_card_points(cards=taken * len(active), pack_size=rules.deck_cards)
            if sum(points[player] for player in group) <= most:
                continue
            others = [player for player in active if player not in group]
            if size > 1 and len(others) == 1:
                least, reported = ALL_CARD_POINTS - most, f"card_points.{others[0]}"
                problems.add("too_few_points_for_tricks", reported, least=least, tricks=tricks[others[0]])
            else:
                reported = f"card_points.{group[0]}" if size == 1 else "card_points"
                problems.add("too_many_points_for_tricks", reported, most=most, tricks=taken)
        if problems:  # larger groups would repeat the problem
            return


def ramsch_trumps(rules: BavarianHouseRules) -> tuple[Card, ...]:
    """Return the trumps of a Ramsch, which are those of a Rufer, highest first (B64)."""
    permanent = CONTRACTS["ramsch"].permanent_trumps
    return trump_order(permanent_trumps=permanent, trump_suit=Suit.HEARTS, pack=GERMAN, pack_size=rules.deck_cards)


def _check_trumps_taken(report: RamschHand, rules: BavarianHouseRules, problems: ProblemList) -> None:
    """Check that trumps fit into tricks, that their sum is right, and that no card is named twice (B65)."""
    order, active = ramsch_trumps(rules), rules.active(report.table)
    counts, tricks = report.trumps_in_tricks or {}, report.tricks or {}
    for player, count in counts.items():
        most = min(len(order), tricks[player] * len(active)) if player in tricks else len(order)
        if not 0 <= count <= most:
            problems.add("too_many_trumps_for_tricks", f"trumps_in_tricks.{player}", most=most, player=player)
    total, everybody = sum(counts.values()), len(counts) == len(active)
    if not problems and (total > len(order) or (everybody and total != len(order))):
        problems.add("trumps_sum_wrong", "trumps_in_tricks", sum=total, all=len(order))
    highest = report.highest_trump or {}
    for player, place in highest.items():
        if not 1 <= place <= len(order):
            problems.add("trumps_held_out_of_range", f"highest_trump.{player}", most=len(order))
        elif not _may_have_taken(order[place - 1], player, report) or counts.get(player, 0) > len(order) - place + 1:
            problems.add("highest_trump_not_taken", f"highest_trump.{player}", player=player)
    least = min(order, key=lambda trump: count_points((trump,)))
    if report.higher_trump is not None and not _may_have_taken(least, report.higher_trump, report):
        problems.add("highest_trump_not_taken", "higher_trump", player=report.higher_trump)
    if len(set(highest.values())) != len(highest):
        problems.add("highest_trump_twice", "highest_trump")


def _may_have_taken(trump: Card, player: Player, report: RamschHand) -> bool:
    """Return whether the player's tricks can hold the trump: it lies in a trick and has card points (G5)."""
    taken = [(counts or {}).get(player) for counts in (report.tricks, report.trumps_in_tricks)]
    if player in report.maidens or 0 in taken:
        return False
    return (report.card_points or {}).get(player, ALL_CARD_POINTS) >= count_points((trump,))


def march_by(report: RamschHand, rules: BavarianHouseRules) -> Player | None:
    """Return who took all tricks, or from 90 or all 120 points if a march begins there (X47)."""
    if not rules.durchmarsch:
        return None
    points, took_all = report.card_points or {}, has_all_tricks(report, rules)
    if rules.march_from is not MarchFrom.ALL_TRICKS:
        least = _SCHNEIDER_POINTS if rules.march_from is MarchFrom.NINETY else ALL_CARD_POINTS
        return took_all or next((player for player, count in points.items() if count >= least), None)
    if report.tricks is None:  # with 120 points the report says whether the others took a trick
        marcher = report.march_by
        return marcher if marcher is not None and points.get(marcher) == ALL_CARD_POINTS else None
    return took_all


def has_all_tricks(report: RamschHand, rules: BavarianHouseRules) -> Player | None:
    all_tricks = rules.hand_size(len(report.table.players))
    return next((player for player, count in (report.tricks or {}).items() if count >= all_tricks), None)


def may_be_march(report: RamschHand, rules: BavarianHouseRules) -> bool:
    """Return whether a player has all points and the report leaves open whether they have all tricks."""
    points, reported = report.card_points or {}, report.tricks or report.losers or report.maidens or report.march_by
    by_tricks = rules.durchmarsch and rules.march_from is MarchFrom.ALL_TRICKS
    return by_tricks and not reported and ALL_CARD_POINTS in points.values()


def players_from_worst(report: RamschHand, rules: BavarianHouseRules) -> list[tuple[Player, ...]]:
    """Return the players from worst to best, together those who are level in all counts.

    Order: most points, then most tricks, most trumps, the highest trump (B65); or as agreed.
    """
    groups = [rules.active(report.table)]
    for counts in _deciding_ramsch_counts(report, rules):
        groups = [part for group in groups for part in _split_by_ramsch_count(group, counts)]
    if report.higher_trump is None or rules.ramsch_tie is RamschTie.SHARED:
        return groups
    return [part for group in groups for part in _split_by_higher_trump(group, report.higher_trump)]


def deciding_count(report: RamschHand, number: int, rules: BavarianHouseRules) -> int | None:
    """Return what parts the last of so many losers from the next player; None if they are level in all counts.

    0 card points, 1 tricks, 2 trumps, 3 the higher trump.
    """
    groups = players_from_worst(report, rules)
    ends = list(accumulate(map(len, groups)))
    if number not in ends:
        return None
    loser, other = groups[ends.index(number)][-1], groups[ends.index(number) + 1][0]
    counts = (report.card_points or {}, report.tricks or {}, report.trumps_in_tricks or {})
    return next((place for place, one in enumerate(counts) if other in one and one.get(loser, 0) > one[other]), 3)


def _split_by_higher_trump(group: tuple[Player, ...], worst: Player) -> list[tuple[Player, ...]]:
    others = tuple(player for player in group if player != worst)
    return [(worst,), others] if worst in group and others else [group]


def _deciding_ramsch_counts(report: RamschHand, rules: BavarianHouseRules) -> list[Counts]:
    points, tricks = report.card_points or {}, report.tricks or {}
    trumps, highest = report.trumps_in_tricks or {}, report.highest_trump or {}
    without = {player: _NO_TRUMP for counts in (tricks, trumps) for player, count in counts.items() if not count}
    height = without | {player: -place for player, place in highest.items()}
    if rules.ramsch_tie is RamschTie.SHARED:
        return [points]
    return [points, height] if rules.ramsch_tie is RamschTie.HIGHEST_TRUMP else [points, tricks, trumps, height]


def _split_by_ramsch_count(group: tuple[Player, ...], counts: Counts) -> list[tuple[Player, ...]]:
    """Split a group of players by a count, the most first.

    A missing count decides nothing, except that only one player has the highest trump.
    """
    if all(player in counts for player in group):
        steps = sorted({counts[player] for player in group}, reverse=True)
        return [tuple(player for player in group if counts[player] == step) for step in steps]
    worst = tuple(player for player in group if counts.get(player) == _HIGHEST)
    return [worst, tuple(player for player in group if player not in worst)] if worst else [group]
