"""Ramsch: nobody declared, the most card points lose. Source: B64-B70, X45-X48."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from rules import checks
from rules.bavarian.house_rules import (
    BavarianHouseRules,
    JungfrauDoubles,
    MarchFrom,
    MarchPays,
    RamschFullTie,
    RamschSettlement,
    RamschTie,
)
from rules.cards import ALL_CARD_POINTS
from rules.problems import Complaints
from rules.report import RamschHand
from rules.ruleset import Contract
from rules.score import Reason, Score
from rules.state import State
from rules.table import Player

_SCHNEIDER_POINTS = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class _Result:
    """Either a march, or who pays and who is paid; and the players without a trick."""

    losers: tuple[Player, ...] = ()
    winners: tuple[Player, ...] = ()
    maidens: tuple[Player, ...] = ()
    march_by: Player | None = None


def check(report: RamschHand, contract: Contract, rules: BavarianHouseRules, complaints: Complaints) -> None:
    active = rules.active(report.table)
    checks.check_laid(report.laid, active, contract, complaints)
    _check_counts("card_points", report.card_points, ALL_CARD_POINTS, active, complaints)
    _check_counts("tricks", report.tricks, rules.hand_size(len(report.table.players)), active, complaints)
    _check_counts("trumps_in_tricks", report.trumps_in_tricks, None, active, complaints)
    _check_names(report, active, rules, complaints)
    for player, count in (report.card_points or {}).items():
        if count in (1, ALL_CARD_POINTS - 1):
            complaints.add("points_1_119_impossible", f"card_points.{player}")
        if report.tricks is not None and count and not report.tricks.get(player, 1):
            complaints.add("points_without_trick", f"card_points.{player}", player=player)
    nothing_said = report.card_points is None and not report.losers and report.march_by is None
    if nothing_said and not complaints.about("losers") and not complaints.about("card_points"):
        complaints.add("loser_missing", "losers")
    if not complaints:
        _check_result(report, rules, complaints)


def _check_counts(
    name: str,
    counts: Mapping[Player, int] | None,
    total: int | None,
    active: tuple[Player, ...],
    complaints: Complaints,
) -> None:
    """A count for every active player, and the right sum."""
    if counts is None or complaints.about(name):
        return
    for player in counts:
        if player not in active:
            complaints.add("player_unknown", f"{name}.{player}", player=player)
    for player in active:
        if player not in counts:
            complaints.add("count_missing", f"{name}.{player}", player=player)
        elif counts[player] < 0:
            complaints.add("points_out_of_range", f"{name}.{player}")
    if total is not None and not complaints.about(name) and sum(counts.values()) != total:
        code = "points_sum_not_120" if name == "card_points" else "tricks_sum_wrong"
        complaints.add(code, name, sum=sum(counts.values()), all=total)


def _check_names(
    report: RamschHand, active: tuple[Player, ...], rules: BavarianHouseRules, complaints: Complaints
) -> None:
    named = {
        "losers": report.losers,
        "maidens": report.maidens,
        "march_by": () if report.march_by is None else (report.march_by,),
        "winner": () if report.winner is None else (report.winner,),
    }
    for name, players in named.items():
        if len(set(players)) != len(players):
            complaints.add("player_twice", name)
        for player in players:
            if player not in active:
                known = player in report.table.players
                complaints.add("dealer_sits_out" if known else "player_unknown", name, player=player)
    if report.winner is not None and report.winner in report.losers:
        complaints.add("winner_is_loser", "winner", player=report.winner)
    _check_numbers(report, len(active), rules, complaints)
    for player in set(report.losers[:1]) & set(report.maidens):
        complaints.add("loser_is_maiden", "maidens", player=player)  # the most points cannot come from no trick


def _check_numbers(report: RamschHand, active: int, rules: BavarianHouseRules, complaints: Complaints) -> None:
    expected = _losers_expected(rules)
    may_share = rules.ramsch_full_tie is not RamschFullTie.ASK
    most = active - 1 if may_share else expected
    if report.losers and not expected <= len(report.losers) <= most:
        complaints.add("losers_wrong_number", "losers", number=expected)
    if len(report.maidens) > 2:
        complaints.add("maidens_out_of_range", "maidens", most=2)  # with three it is a march
    if report.march_by is not None and not rules.durchmarsch:
        complaints.add("not_agreed_at_this_table", "march_by")
    if report.march_by is not None and (report.losers or report.maidens):
        complaints.add("march_has_no_loser", "march_by")
    fewest_known = report.card_points is not None or report.winner is not None or report.march_by is not None
    if rules.ramsch_settlement is RamschSettlement.MOST_PAYS_FEWEST and not fewest_known:
        complaints.add("winner_missing", "winner")


def _losers_expected(rules: BavarianHouseRules) -> int:
    return 2 if rules.ramsch_settlement is RamschSettlement.TWO_WORST_PAY_TWO_BEST else 1


def _check_result(report: RamschHand, rules: BavarianHouseRules, complaints: Complaints) -> None:
    """Where the players' counts are known, they say who lost; what the table says must agree."""
    if report.card_points is None:
        return
    counted = _counted(report, rules)
    if counted is None:
        if not report.losers:
            complaints.add("ramsch_tie_needs_trumps", "losers")
        return
    if report.losers and set(report.losers) != set(counted.losers):
        complaints.add("claimed_result_contradicts_points", "losers", player=", ".join(counted.losers))
    if report.march_by not in (None, counted.march_by):
        complaints.add("claimed_result_contradicts_points", "march_by")
    if report.maidens and report.tricks is not None and set(report.maidens) != set(counted.maidens):
        complaints.add("claimed_result_contradicts_points", "maidens")


def _march_by_count(report: RamschHand, rules: BavarianHouseRules) -> Player | None:
    """Who took all tricks, or from 90 or all 120 points where a march begins there (X47)."""
    if not rules.durchmarsch:
        return None
    counts, least = report.tricks, rules.hand_size(len(report.table.players))
    if rules.march_from is not MarchFrom.ALL_TRICKS:
        counts = report.card_points
        least = _SCHNEIDER_POINTS if rules.march_from is MarchFrom.NINETY else ALL_CARD_POINTS
    return next((player for player, count in (counts or {}).items() if count >= least), None)


def _counted(report: RamschHand, rules: BavarianHouseRules) -> _Result | None:
    """The result by count: most points, then most tricks, most trumps, the highest trump (B65, or as agreed).

    None where players are level in everything that was counted and the table has to say who lost.
    """
    march_by = _march_by_count(report, rules)
    active = rules.active(report.table)
    if march_by is not None:
        return _Result(march_by=march_by)
    points, tricks = report.card_points or {}, report.tricks or {}
    trumps, highest = report.trumps_in_tricks or {}, report.highest_trump or {}

    def badness(player: Player) -> tuple[int, ...]:
        top = -highest.get(player, 99)
        if rules.ramsch_tie is RamschTie.SHARED:
            return (points[player],)
        if rules.ramsch_tie is RamschTie.HIGHEST_TRUMP:
            return points[player], top
        return points[player], tricks.get(player, 0), trumps.get(player, 0), top

    ranked = sorted(active, key=badness, reverse=True)
    number = _losers_expected(rules)
    worst = badness(ranked[number - 1])
    losers = tuple(player for player in ranked if badness(player) >= worst)
    if len(losers) > number and rules.ramsch_full_tie is RamschFullTie.ASK:
        return None
    maidens = tuple(player for player in active if tricks.get(player) == 0) or report.maidens
    return _Result(losers=losers, winners=_winners(losers, active, ranked[-1], rules), maidens=maidens)


def _winners(
    losers: tuple[Player, ...], active: tuple[Player, ...], fewest: Player | None, rules: BavarianHouseRules
) -> tuple[Player, ...]:
    if rules.ramsch_settlement is RamschSettlement.MOST_PAYS_FEWEST and fewest is not None:
        return (fewest,)
    return tuple(player for player in active if player not in losers)


def _result(report: RamschHand, rules: BavarianHouseRules) -> _Result:
    counted = _counted(report, rules) if report.card_points is not None else None
    if counted is not None:
        return counted
    without_trick = tuple(player for player, count in (report.tricks or {}).items() if count == 0)
    winners = _winners(report.losers, rules.active(report.table), report.winner, rules)
    maidens = report.maidens or without_trick
    return _Result(losers=report.losers, winners=winners, maidens=maidens, march_by=report.march_by)


def score(report: RamschHand, rules: BavarianHouseRules, doublings: tuple[Reason, ...], after: State) -> Score:
    result = _result(report, rules)
    if result.march_by is not None:
        return _march(report, result.march_by, rules, doublings, after)
    tariff = Reason(code="tariff.ramsch", rule="X45", amount=rules.ramsch_tariff or rules.rufer_tariff)
    reasons = (Reason(code="ramsch_lost", rule="B64"), tariff, *_maidens(result, rules), *doublings)
    value = (rules.ramsch_tariff or rules.rufer_tariff) * prod(reason.factor or 1 for reason in reasons)
    return Score(points=_payments(report, result, rules, value), value=value, reasons=reasons, state=after)


def _march(
    report: RamschHand, marcher: Player, rules: BavarianHouseRules, doublings: tuple[Reason, ...], after: State
) -> Score:
    """Everybody else pays the one who took all (B68); what, is settled at the table (X47)."""
    extra = 2 * rules.unit if rules.march_pays is MarchPays.SOLO_SCHWARZ else 0
    solo = rules.march_pays is not MarchPays.RAMSCH
    tariff = rules.solo_tariff if solo else rules.ramsch_tariff or rules.rufer_tariff
    parts = [Reason(code="tariff.solo" if solo else "tariff.ramsch", rule="X47", amount=tariff)]
    if extra:
        parts.append(Reason(code="schwarz", rule="X47", amount=extra))
    value = (tariff + extra) * prod(reason.factor or 1 for reason in doublings)
    others = [player for player in rules.active(report.table) if player != marcher]
    points = dict.fromkeys(report.table.players, 0) | dict.fromkeys(others, -value) | {marcher: value * len(others)}
    remark = Reason(code="march", rule="B68", args={"player": marcher})
    return Score(points=points, value=value, reasons=(remark, *parts, *doublings), state=after)


def _maidens(result: _Result, rules: BavarianHouseRules) -> tuple[Reason, ...]:
    """Players without a trick double what is paid: each of them, or once, or only their own share (B69, X46)."""
    count = len(result.maidens)
    if not rules.jungfrau or not count:
        return ()
    if rules.jungfrau_doubles is JungfrauDoubles.OWN_SHARE:
        return (Reason(code="maiden_own_share", rule="X46", args={"player": ", ".join(result.maidens)}),)
    factor = 2**count if rules.jungfrau_doubles is JungfrauDoubles.EACH else 2
    return (Reason(code="maiden", rule="X46", factor=factor, args={"count": count}),)


def _payments(report: RamschHand, result: _Result, rules: BavarianHouseRules, value: int) -> dict[Player, int]:
    """What each winner is owed by each loser, or by the losers together."""
    own_share = rules.jungfrau and rules.jungfrau_doubles is JungfrauDoubles.OWN_SHARE
    owed = {player: value * (2 if own_share and player in result.maidens else 1) for player in result.winners}
    each_pays_all = rules.ramsch_full_tie is RamschFullTie.BOTH_PAY and len(result.losers) > _losers_expected(rules)
    times = len(result.losers) if each_pays_all else 1
    points = dict.fromkeys(report.table.players, 0) | {player: amount * times for player, amount in owed.items()}
    share, rest = divmod(sum(owed.values()) * times, len(result.losers))
    for place, player in enumerate(player for player in report.table.players if player in result.losers):
        points[player] = -share - (1 if place < rest else 0)  # an odd point is paid by who sits first
    return points
