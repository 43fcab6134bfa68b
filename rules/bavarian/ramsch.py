"""Ramsch: nobody declared, the most card points lose. Source: B64-B69, X45-X48."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import prod

from rules import checks
from rules.cards import ALL_CARD_POINTS
from rules.problems import Complaints
from rules.report import RamschHand
from rules.ruleset import Contract, settle
from rules.score import Reason, Score
from rules.state import State
from rules.table import Player


class Settlement(StrEnum):
    LOSER_PAYS_ALL = "loser_pays_all"
    TWO_WORST_PAY_TWO_BEST = "two_worst_pay_two_best"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What was agreed about the Ramsch, and who plays it."""

    active: tuple[Player, ...]
    tariff: int
    settlement: Settlement
    durchmarsch: bool
    jungfrau: bool
    pack_size: int

    @property
    def losers(self) -> int:
        return 1 if self.settlement is Settlement.LOSER_PAYS_ALL else 2

    @property
    def all_tricks(self) -> int:
        return self.pack_size // len(self.active)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Result:
    """Either a march or the losers, the worst first, and the players without a trick."""

    losers: tuple[Player, ...] = ()
    maidens: tuple[Player, ...] = ()
    march_by: Player | None = None


def check(report: RamschHand, contract: Contract, terms: Terms, complaints: Complaints) -> None:
    checks.check_laid(report.laid, terms.active, contract, complaints)
    _check_counts("card_points", report.card_points, ALL_CARD_POINTS, terms, complaints)
    _check_counts("tricks", report.tricks, terms.all_tricks, terms, complaints)
    _check_counts("trumps_in_tricks", report.trumps_in_tricks, None, terms, complaints)
    _check_names(report, terms, complaints)
    for player, count in (report.card_points or {}).items():
        if count in (1, ALL_CARD_POINTS - 1):
            complaints.add("points_1_119_impossible", f"card_points.{player}")
        if report.tricks is not None and count and not report.tricks.get(player, 1):
            complaints.add("points_without_trick", f"card_points.{player}", player=player)
    nothing_said = report.card_points is None and not report.losers and report.march_by is None
    if nothing_said and not complaints.about("losers") and not complaints.about("card_points"):
        complaints.add("loser_missing", "losers")
    if not complaints:
        _check_result(report, terms, complaints)


def _check_counts(
    name: str, counts: Mapping[Player, int] | None, total: int | None, terms: Terms, complaints: Complaints
) -> None:
    """A count for every active player, and the right sum."""
    if counts is None or complaints.about(name):
        return
    for player in counts:
        if player not in terms.active:
            complaints.add("player_unknown", f"{name}.{player}", player=player)
    for player in terms.active:
        if player not in counts:
            complaints.add("count_missing", f"{name}.{player}", player=player)
        elif counts[player] < 0:
            complaints.add("points_out_of_range", f"{name}.{player}")
    if total is not None and not complaints.about(name) and sum(counts.values()) != total:
        code = "points_sum_not_120" if name == "card_points" else "tricks_sum_wrong"
        complaints.add(code, name, sum=sum(counts.values()), all=total)


def _check_names(report: RamschHand, terms: Terms, complaints: Complaints) -> None:
    march = () if report.march_by is None else (report.march_by,)
    for name, players in (("losers", report.losers), ("maidens", report.maidens), ("march_by", march)):
        if len(set(players)) != len(players):
            complaints.add("player_twice", name)
        for player in players:
            if player not in terms.active:
                known = player in report.table.players
                complaints.add("dealer_sits_out" if known else "player_unknown", name, player=player)
    if report.losers and len(report.losers) != terms.losers:
        complaints.add("losers_wrong_number", "losers", number=terms.losers)
    if len(report.maidens) > 2:
        complaints.add("maidens_out_of_range", "maidens", most=2)  # with three it is a march
    if report.march_by is not None and not terms.durchmarsch:
        complaints.add("not_agreed_at_this_table", "march_by")
    if report.march_by is not None and (report.losers or report.maidens):
        complaints.add("march_has_no_loser", "march_by")
    for player in set(report.losers[:1]) & set(report.maidens):
        complaints.add("loser_is_maiden", "maidens", player=player)  # the most points cannot come from no trick


def _check_result(report: RamschHand, terms: Terms, complaints: Complaints) -> None:
    """Where the players' counts are known, they say who lost; what the table says must agree."""
    if report.card_points is None:
        return
    counted = _counted(report, terms)
    if counted is None:
        if len(report.losers) != terms.losers:
            complaints.add("ramsch_tie_needs_trumps", "losers")
        return
    if report.losers and set(report.losers) != set(counted.losers):
        complaints.add("claimed_result_contradicts_points", "losers", player=", ".join(counted.losers))
    if report.march_by not in (None, counted.march_by):
        complaints.add("claimed_result_contradicts_points", "march_by")
    if report.maidens and report.tricks is not None and set(report.maidens) != set(counted.maidens):
        complaints.add("claimed_result_contradicts_points", "maidens")


def _counted(report: RamschHand, terms: Terms) -> _Result | None:
    """The result by count: most points, then most tricks, then most trumps, then the highest trump (B65).

    None where players are level in everything that was counted.
    """
    tricks, trumps, highest = report.tricks or {}, report.trumps_in_tricks or {}, report.highest_trump or {}
    if terms.durchmarsch and terms.all_tricks in tricks.values():
        return _Result(march_by=max(tricks, key=lambda player: tricks[player]))

    def badness(player: Player) -> tuple[int, int, int, int]:
        points = (report.card_points or {}).get(player, 0)
        return points, tricks.get(player, 0), trumps.get(player, 0), -highest.get(player, 99)

    ranked = sorted(terms.active, key=badness, reverse=True)
    if badness(ranked[terms.losers - 1]) == badness(ranked[terms.losers]):
        return None
    maidens = tuple(player for player in terms.active if tricks.get(player) == 0) or report.maidens
    return _Result(losers=tuple(ranked[: terms.losers]), maidens=maidens)


def _result(report: RamschHand, terms: Terms) -> _Result:
    counted = _counted(report, terms) if report.card_points is not None else None
    if counted is not None:
        return counted
    without_trick = tuple(player for player, count in (report.tricks or {}).items() if count == 0)
    return _Result(losers=report.losers, maidens=report.maidens or without_trick, march_by=report.march_by)


def score(report: RamschHand, terms: Terms, doublings: tuple[Reason, ...], after: State) -> Score:
    result = _result(report, terms)
    tariff = Reason(code="tariff.ramsch", rule="X45", amount=terms.tariff)
    if result.march_by is not None:
        winners: tuple[Player, ...] = (result.march_by,)
        losers = tuple(player for player in terms.active if player != result.march_by)
        reasons = (Reason(code="march", rule="X47", args={"player": result.march_by}), tariff, *doublings)
    else:
        winners = tuple(player for player in terms.active if player not in result.losers)
        losers = result.losers
        reasons = (Reason(code="ramsch_lost", rule="B64"), tariff, *_maidens(result, terms), *doublings)
    value = terms.tariff * prod(reason.factor or 1 for reason in reasons)
    points = settle(report.table, winners=winners, losers=losers, value=value)
    return Score(points=points, value=value, reasons=reasons, state=after)


def _maidens(result: _Result, terms: Terms) -> tuple[Reason, ...]:
    """Each player without a trick doubles what is paid (B69, X46)."""
    if not terms.jungfrau or not result.maidens:
        return ()
    return (Reason(code="maiden", rule="X46", factor=2 ** len(result.maidens), args={"count": len(result.maidens)}),)
