"""The pot (Stock): sweeteners for thrown-in hands, won or doubled by the next declarer. B85-B88, X51.

A declarer who loses may also pay a Reuegeld into it; the whole pot may be kept for the end (X64).
"""

from dataclasses import replace

from rules.base_ruleset import Contract
from rules.games.bavarian.house_rules import BavarianHouseRules
from rules.report import ThrownIn
from rules.score import Reason, Score
from rules.state import State
from rules.table import Player, Table


def offline_pot(rules: BavarianHouseRules) -> dict[str, object]:
    """Return the settings of the pot that are not the usual ones.

    sweetener: points that everybody pays for a thrown-in hand. cap: limit up to which a lost hand doubles the pot.
    reuegeld: extra payment of a losing declarer, alone and with a partner.
    """
    reuegeld = [rules.pot_reuegeld, rules.pot_reuegeld * rules.pot_reuegeld_with_partner]
    settings = {
        "sweetener": rules.pot_sweetener,
        "all_pay": rules.pot_paid_by_all,
        "shared": rules.pot_shared,
        "cap": rules.pot_cap,
        "kept": rules.pot_kept,
        "reuegeld": rules.pot_reuegeld and reuegeld,
    }
    return {name: value for name, value in settings.items() if value}


def move_pot(score: Score, table: Table, contract: Contract, rules: BavarianHouseRules, state: State) -> Score:
    """Return the score after moving the pot. Hands without declarer, except thrown-in ones, leave it alone (X51)."""
    if issubclass(contract.report, ThrownIn):
        return _pay_sweetener(score, table, rules) if rules.pot_sweetener else score
    declarer = score.declarer
    if declarer is None or not contract.has_declarer:
        return score
    takers = pot_takers(score.declarer_side, table, contract, rules)
    if state.pot and not rules.pot_kept:
        score = _settle_pot(score, takers, rules, state)
    pays_reuegeld = rules.pot_reuegeld and not contract.declared_by_pair  # a pair that did not bid regrets nothing
    return _pay_reuegeld(score, declarer, rules) if pays_reuegeld else score


def pot_takers(
    side: tuple[Player, ...], table: Table, contract: Contract, rules: BavarianHouseRules
) -> tuple[Player, ...]:
    """Return who of the declaring side wins or doubles the pot; the first has the odd point.

    A pair that declares together has no declarer who could do it alone: half each, whoever was named (X51).
    """
    if not contract.has_declarer:
        return ()
    if contract.declared_by_pair:
        return tuple(player for player in rules.active(table) if player in side)
    return side if rules.pot_shared else side[:1]


def _pay_sweetener(score: Score, table: Table, rules: BavarianHouseRules) -> Score:
    payers = table.players if rules.pot_paid_by_all else rules.active(table)
    reason = Reason(code="pot_sweetener", rule="B85", args={"points": rules.pot_sweetener})
    return _score_with_pot_moved(score, dict.fromkeys(payers, -rules.pot_sweetener), reason)


def _settle_pot(score: Score, takers: tuple[Player, ...], rules: BavarianHouseRules, state: State) -> Score:
    """Let the declarer win or double the pot (B86, B87), together with the partner if that was agreed."""
    room = state.pot if rules.pot_cap is None else max(0, min(state.pot, rules.pot_cap - state.pot))
    amount = state.pot if score.declarer_won else -room
    if not amount:
        return score
    code, rule = ("pot_swept", "B86") if score.declarer_won else ("pot_doubled", "B87")
    if abs(amount) < state.pot:
        code, rule = "pot_filled", "X51"
    first, *partners = takers
    share = abs(amount) // len(takers) * (1 if amount > 0 else -1)
    changes = {first: amount - share * len(partners)} | dict.fromkeys(partners, share)
    args: dict[str, str | int] = {"player": ", ".join(changes), "points": abs(amount)}
    more = {"count": len(changes)} if partners else {}
    reason = Reason(code=code, rule="X51" if partners else rule, args={**args, **more})
    return _score_with_pot_moved(score, changes, reason)


def _pay_reuegeld(score: Score, declarer: Player, rules: BavarianHouseRules) -> Score:
    """Charge a losing declarer the Reuegeld; with a partner only if that was agreed (X64)."""
    if score.declarer_won or (len(score.declarer_side) > 1 and not rules.pot_reuegeld_with_partner):
        return score
    args: dict[str, str | int] = {"player": declarer, "points": rules.pot_reuegeld}
    reason = Reason(code="pot_reuegeld", rule="X64", args=args)
    return _score_with_pot_moved(score, {declarer: -rules.pot_reuegeld}, reason)


def paid_into_pot(score: Score) -> dict[Player, int]:
    """Return the points that each player paid into the pot with this hand; empty if none did."""
    paid: dict[Player, int] = {}
    for reason in score.reasons:
        for player, points in _paid_for_reason(reason, score).items():
            paid[player] = paid.get(player, 0) + points
    return paid


def _paid_for_reason(reason: Reason, score: Score) -> dict[Player, int]:
    if reason.code == "pot_sweetener":  # a thrown-in hand has no other payments
        return {player: -points for player, points in score.points.items() if points < 0}
    if reason.code not in ("pot_doubled", "pot_filled", "pot_reuegeld"):
        return {}
    payers = str(reason.args["player"]).split(", ")
    share, rest = divmod(int(reason.args["points"]), len(payers))
    return {Player(player): share + (rest if player == payers[0] else 0) for player in payers}


def _score_with_pot_moved(score: Score, changes: dict[Player, int], reason: Reason) -> Score:
    flow = -sum(changes.values())
    return replace(
        score,
        points={player: points + changes.get(player, 0) for player, points in score.points.items()},
        pot=score.pot + flow,
        reasons=(*score.reasons, reason),
        state=replace(score.state, pot=score.state.pot + flow),
    )
