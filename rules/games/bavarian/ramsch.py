"""Ramsch: without declarer, the most card points lose. Source: B64-B70, X45-X48."""

from dataclasses import dataclass
from math import prod

from rules import hand_validation
from rules.base_ruleset import Contract
from rules.games.bavarian import ramsch_counts
from rules.games.bavarian.house_rules import (
    BavarianHouseRules,
    JungfrauDoubles,
    MarchFrom,
    MarchPays,
    RamschFullTie,
    RamschSettlement,
    RamschTie,
)
from rules.problems import ProblemList
from rules.report import RamschHand
from rules.score import Reason, Score
from rules.state import State
from rules.table import Player

MAX_MAIDENS = 2  # the documents price a Ramsch with one and with two (B69)


@dataclass(frozen=True, slots=True, kw_only=True)
class _RamschResult:
    """A march, or the players who pay and who are paid; and the players without a trick."""

    losers: tuple[Player, ...] = ()
    winners: tuple[Player, ...] = ()
    maidens: tuple[Player, ...] = ()
    march_by: Player | None = None


def check_ramsch(report: RamschHand, contract: Contract, rules: BavarianHouseRules, problems: ProblemList) -> None:
    hand_validation.check_laid(report.laid, report.table, contract, rules, problems)
    ramsch_counts.check_ramsch_counts(report, rules, problems)
    _check_ramsch_names(report, rules, problems)
    counted = report.card_points is not None or ramsch_counts.march_by(report, rules) is not None
    nothing_said = not counted and not report.losers and report.march_by is None
    if nothing_said and not problems.has("losers") and not problems.has("card_points"):
        problems.add("loser_missing", "losers")
    if not problems:
        _check_ramsch_tricks(report, rules, problems)
        _check_ramsch_result(report, rules, problems)


def _check_ramsch_names(report: RamschHand, rules: BavarianHouseRules, problems: ProblemList) -> None:
    for name, players in report.named_players.items():
        if len(set(players)) != len(players):
            problems.add("player_twice", name)
        for player in players:
            hand_validation.check_holds_cards(player, name, report.table, rules, problems)
    if report.winner is not None and report.winner in report.losers:
        problems.add("winner_is_loser", "winner", player=report.winner)
    _check_ramsch_numbers(report, len(rules.active(report.table)), rules, problems)
    for player in set(report.losers[:1]) & set(report.maidens):
        problems.add("loser_is_maiden", "maidens", player=player)  # the most points cannot come from no trick


def _check_ramsch_numbers(report: RamschHand, active: int, rules: BavarianHouseRules, problems: ProblemList) -> None:
    expected = _ramsch_losers_expected(rules)
    if report.losers and len(report.losers) not in _possible_ramsch_losers(active, rules):
        problems.add("losers_wrong_number", "losers", number=expected)
    most_maidens = _most_maidens(active, rules)
    three = ramsch_counts.has_all_tricks(report, rules) is not None or len(report.maidens) > MAX_MAIDENS
    if len(report.maidens) > most_maidens:
        problems.add("maidens_out_of_range", "maidens", most=most_maidens)
    elif three and not rules.durchmarsch and rules.jungfrau and rules.jungfrau_doubles is JungfrauDoubles.EACH:
        problems.add("maidens_not_settled", "maidens")
    if report.march_by is not None and not rules.durchmarsch:
        problems.add("not_agreed_at_this_table", "march_by")
    if report.march_by is not None and (report.losers or report.maidens):
        problems.add("march_has_no_loser", "march_by")
    fewest_known = report.card_points is not None or report.winner is not None or report.march_by is not None
    if rules.ramsch_settlement is RamschSettlement.MOST_PAYS_FEWEST and not fewest_known:
        problems.add("winner_missing", "winner")


def _most_maidens(active: int, rules: BavarianHouseRules) -> int:
    return MAX_MAIDENS if rules.durchmarsch else active - 1  # with three it is a march


def _ramsch_losers_expected(rules: BavarianHouseRules) -> int:
    return 2 if rules.ramsch_settlement is RamschSettlement.TWO_WORST_PAY_TWO_BEST else 1


def _possible_ramsch_losers(active: int, rules: BavarianHouseRules) -> range:
    expected, may_share = _ramsch_losers_expected(rules), rules.ramsch_full_tie is not RamschFullTie.ASK
    return range(expected, (active - 1 if may_share else expected) + 1)


def _check_ramsch_tricks(report: RamschHand, rules: BavarianHouseRules, problems: ProblemList) -> None:
    march = ramsch_counts.march_by(report, rules)
    if ramsch_counts.may_be_march(report, rules):
        problems.add("tricks_missing", "tricks")
    if march is not None and report.losers:
        problems.add("claimed_result_contradicts_points", "losers", player=march)
    counted = report.tricks if rules.march_from is MarchFrom.ALL_TRICKS else None
    if report.march_by not in (None, march) and (counted or report.card_points) is not None:
        problems.add("claimed_result_contradicts_points", "march_by")
    if report.tricks is None or march is not None:
        return
    if report.maidens and set(report.maidens) != set(_ramsch_players_without_trick(report)):
        problems.add("claimed_result_contradicts_points", "maidens")
    if report.losers and not any(report.tricks.get(player) for player in report.losers):
        problems.add("loser_is_maiden", "losers", player=report.losers[0])


def _ramsch_players_without_trick(report: RamschHand) -> tuple[Player, ...]:
    return tuple(player for player, count in (report.tricks or {}).items() if count == 0)


def _check_ramsch_result(report: RamschHand, rules: BavarianHouseRules, problems: ProblemList) -> None:
    if report.card_points is None or problems:
        return
    certain, level = _worst_in_ramsch(report, rules)
    decided = not level or rules.ramsch_full_tie is not RamschFullTie.ASK
    if ramsch_counts.march_by(report, rules) is not None:
        return
    if not decided and not report.losers:
        problems.add("ramsch_tie_needs_trumps", "losers")
    elif report.losers:
        due = {*certain, *level}
        agrees = set(report.losers) == due if decided else set(certain) <= set(report.losers) <= due
        if not agrees:
            problems.add("claimed_result_contradicts_points", "losers", player=", ".join((*certain, *level)))
    if rules.ramsch_settlement is RamschSettlement.MOST_PAYS_FEWEST:
        # The winner has the fewest points (B70); of several players the report names one.
        fewest = ramsch_counts.players_from_worst(report, rules)[-1]
        if report.winner is None and len(fewest) > 1:
            problems.add("winner_missing", "winner")
        elif report.winner is not None and report.winner not in fewest:
            problems.add("claimed_result_contradicts_points", "winner")


def _worst_in_ramsch(report: RamschHand, rules: BavarianHouseRules) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    """Return the players who certainly lose by the counts, and those level for the remaining places."""
    number, certain = _ramsch_losers_expected(rules), tuple[Player, ...]()
    for group in ramsch_counts.players_from_worst(report, rules):
        if len(certain) == number:
            break
        if len(certain) + len(group) > number:
            return certain, group
        certain += group
    return certain, ()


def _ramsch_result(report: RamschHand, rules: BavarianHouseRules) -> _RamschResult:
    """Return the result by count, or as reported if no points were counted or the counts are level (X48)."""
    march = ramsch_counts.march_by(report, rules) or report.march_by
    if march is not None:
        return _RamschResult(march_by=march)
    losers, winner = report.losers, report.winner
    if report.card_points is not None:
        losers = losers or tuple(player for group in _worst_in_ramsch(report, rules) for player in group)
        winner = winner or ramsch_counts.players_from_worst(report, rules)[-1][0]
    winners = tuple(player for player in rules.active(report.table) if player not in losers)
    if rules.ramsch_settlement is RamschSettlement.MOST_PAYS_FEWEST and winner is not None:
        winners = (winner,)
    maidens = _ramsch_players_without_trick(report) or report.maidens
    return _RamschResult(losers=losers, winners=winners, maidens=maidens)


def score_ramsch(report: RamschHand, rules: BavarianHouseRules, doublings: tuple[Reason, ...], after: State) -> Score:
    result = _ramsch_result(report, rules)
    if result.march_by is not None:
        return _score_march(report, result.march_by, rules, doublings, after)
    decision = _decision(report, result.losers, rules)
    reasons = (*_lost_ramsch_parts(decision, result.maidens, rules), *doublings)
    value = (rules.ramsch_tariff or rules.rufer_tariff) * prod(reason.factor or 1 for reason in reasons)
    return Score(points=_ramsch_payments(report, result, rules, value), value=value, reasons=reasons, state=after)


def ramsch_decisions(rules: BavarianHouseRules) -> tuple[str, ...]:
    """Return the codes of what can decide a Ramsch: card points, tricks, trumps, the higher trump, or nothing of it."""
    ties = ("ramsch_more_tricks", "ramsch_more_trumps", "ramsch_higher_trump")
    if rules.ramsch_tie is RamschTie.HIGHEST_TRUMP:
        ties = ("ramsch_higher_trump",) * 3
    return ("ramsch_lost", *ties, f"ramsch_level_{rules.ramsch_full_tie}")


def _decision(report: RamschHand, losers: tuple[Player, ...], rules: BavarianHouseRules) -> Reason:
    """Return what decided: the most card points (B64), a tie-break or a loss that is shared (B65), or nothing (X48)."""
    number, decided = _ramsch_losers_expected(rules), None
    if len(losers) == number:
        decided = ramsch_counts.deciding_count(report, number, rules) if report.card_points else 0
    code = ramsch_decisions(rules)[-1 if decided is None else decided]
    is_shared = decided is None and rules.ramsch_tie is RamschTie.SHARED  # no count after the card points decides
    return Reason(code=code, rule="B65" if decided or is_shared else "X48" if decided is None else "B64")


def _lost_ramsch_parts(decision: Reason, maidens: tuple[Player, ...], rules: BavarianHouseRules) -> tuple[Reason, ...]:
    """Return what decided, who pays whom if that is not one player the three others, and the steps to the value."""
    pays = {RamschSettlement.TWO_WORST_PAY_TWO_BEST: "B67", RamschSettlement.MOST_PAYS_FEWEST: "B70"}
    rule = pays.get(rules.ramsch_settlement)
    who = (Reason(code=f"ramsch_{rules.ramsch_settlement}", rule=rule),) if rule else ()
    tariff = Reason(code="tariff.ramsch", rule="X45", amount=rules.ramsch_tariff or rules.rufer_tariff)
    more = _maiden_reasons(maidens, rules)
    remarks = [one for one in more if one.factor is None]
    return (decision, *who, *remarks, tariff, *(one for one in more if one.factor is not None))


def _march_parts(rules: BavarianHouseRules) -> tuple[Reason, ...]:
    """Return the parts of what every other player pays for a march; the table settles them (X47)."""
    if rules.march_pays is MarchPays.RAMSCH:
        return (Reason(code="tariff.ramsch", rule="X47", amount=rules.ramsch_tariff or rules.rufer_tariff),)
    solo = Reason(code="tariff.solo", rule="X47", amount=rules.solo_tariff)
    if rules.march_pays is MarchPays.SOLO:
        return (solo,)
    return (solo, Reason(code="schwarz", rule="X47", amount=2 * rules.unit))


def _score_march(
    report: RamschHand, marcher: Player, rules: BavarianHouseRules, doublings: tuple[Reason, ...], after: State
) -> Score:
    """Score a march: every other player pays the player who took all (B68)."""
    parts = _march_parts(rules)
    value = sum(int(part.amount or 0) for part in parts) * prod(reason.factor or 1 for reason in doublings)
    others = [player for player in rules.active(report.table) if player != marcher]
    points = dict.fromkeys(report.table.players, 0) | dict.fromkeys(others, -value) | {marcher: value * len(others)}
    by_tricks = rules.march_from is MarchFrom.ALL_TRICKS or ramsch_counts.has_all_tricks(report, rules) is not None
    remark = Reason(code="march", rule="B68" if by_tricks else "X47", args={"player": marcher})
    return Score(points=points, value=value, reasons=(remark, *parts, *doublings), state=after)


def _maiden_reasons(maidens: tuple[Player, ...], rules: BavarianHouseRules) -> tuple[Reason, ...]:
    """Return the doubling for players without a trick: each, once, or only of their own share (B69, X46)."""
    count = len(maidens)
    if not rules.jungfrau or not count:
        return ()
    if rules.jungfrau_doubles is JungfrauDoubles.OWN_SHARE:
        return (Reason(code="maiden_own_share", rule="X46", args={"player": ", ".join(maidens)}),)
    each = rules.jungfrau_doubles is JungfrauDoubles.EACH
    factor = 2**count if each else 2
    return (Reason(code="maiden", rule="B69" if each else "X46", factor=factor, args={"count": count}),)


def _ramsch_payments(
    report: RamschHand, result: _RamschResult, rules: BavarianHouseRules, value: int
) -> dict[Player, int]:
    """Return the points of each player; the losers share what all winners are owed."""
    own_share = _is_own_share_of_ramsch(rules)
    owed = {player: value * (2 if own_share and player in result.maidens else 1) for player in result.winners}
    times = _times_ramsch_is_paid(len(result.losers), rules)
    points = dict.fromkeys(report.table.players, 0) | {player: amount * times for player, amount in owed.items()}
    share, rest = divmod(sum(owed.values()) * times, len(result.losers))
    for place, player in enumerate(player for player in report.table.players if player in result.losers):
        points[player] = -share - (1 if place < rest else 0)  # the first in seating order pays an odd point
    return points


def _is_own_share_of_ramsch(rules: BavarianHouseRules) -> bool:
    return rules.jungfrau and rules.jungfrau_doubles is JungfrauDoubles.OWN_SHARE


def _times_ramsch_is_paid(losers: int, rules: BavarianHouseRules) -> int:
    """Return how often a winner is paid: by each loser if a tie added losers and all pay, else once."""
    each_pays_all = rules.ramsch_full_tie is RamschFullTie.BOTH_PAY and losers > _ramsch_losers_expected(rules)
    return losers if each_pays_all else 1


def offline_ramsch_line(active: tuple[Player, ...], rules: BavarianHouseRules) -> dict[str, object]:
    """Return the line of a Ramsch in the offline table.

    sums: by the number of maidens. pays: for each number of losers, how often they pay it to each winner.
    maiden_gets: how often a maiden among the winners is paid. fewest: only the player with the fewest points is paid.
    tie, march_from: the house rules, for the counts of the players; all_tricks, trumps: their number.
    """
    unsettled = rules.jungfrau and rules.jungfrau_doubles is JungfrauDoubles.EACH
    most = min(_most_maidens(len(active), rules), MAX_MAIDENS if unsettled else len(active))
    remark, lost = Reason(code="march", rule="B68"), Reason(code="ramsch_lost", rule="B64")
    return {
        "sums": [_lost_ramsch_parts(lost, active[:number], rules) for number in range(most + 1)],
        "pays": {
            number: _times_ramsch_is_paid(number, rules) for number in _possible_ramsch_losers(len(active), rules)
        },
        "maiden_gets": 2 if _is_own_share_of_ramsch(rules) else 1,
        **(
            {"march": (remark, *_march_parts(rules)), "march_from": rules.march_from.value} if rules.durchmarsch else {}
        ),
        "tie": rules.ramsch_tie.value,
        "all_tricks": rules.hand_size(len(active)),
        "trumps": len(ramsch_counts.ramsch_trumps(rules)),
        **({"maidens_unsettled": True} if unsettled and not rules.durchmarsch else {}),
        **({"shares": True} if rules.ramsch_full_tie is not RamschFullTie.ASK else {}),
        **({"fewest": True} if rules.ramsch_settlement is RamschSettlement.MOST_PAYS_FEWEST else {}),
    }
