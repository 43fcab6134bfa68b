"""Every Ramsch: card points however they fall among four, and every way to share the tricks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

import rules
from rules import Player, ReportError, Ruleset, Score, State
from rules.report import RamschHand
from tests.rules.table import PEOPLE, agreed, seated

pytestmark = pytest.mark.sampled

FOUR = PEOPLE[:4]
TRICKS = 8
ONE_PAYS = agreed("bavarian", "pub_10_20_50", ramsch_tariff=10)
TWO_PAY = agreed("bavarian", "pub_10_20_50", ramsch_settlement="two_worst_pay_two_best")


def _shares(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to share `total` among `parts`, the largest part first."""
    if parts == 1:
        if total <= most:
            yield (total,)
        return
    for first in range(-(-total // parts), min(total, most) + 1):
        yield from ((first, *rest) for rest in _shares(total - first, parts - 1, first))


def _card_points() -> Iterator[tuple[int, ...]]:
    return (shares for shares in _shares(120, 4, 120) if not {1, 119} & set(shares))


def _turned(shares: tuple[int, ...], seats: int) -> tuple[int, ...]:
    return shares[seats:] + shares[:seats]


def _by_player(shares: tuple[int, ...]) -> dict[Player, int]:
    return dict(zip(FOUR, shares, strict=True))


def _scored(ruleset: Ruleset, state: State | None = None, *, laid: int = 0, **fields: object) -> Score:
    hand = RamschHand(table=seated(4), contract="ramsch", laid=(None,) * laid, **fields)  # type: ignore[arg-type]
    return rules.score(hand, ruleset, state)


@pytest.mark.parametrize("seats", range(4))
def test_the_most_card_points_pay_all_three(seats: int) -> None:
    """B64, B66. Level on top, the table has to say more (B65)."""
    for shares in _card_points():
        points = _by_player(_turned(shares, seats))
        if shares[0] in (shares[1], 120):  # with all points it may be a march (B68)
            missing = "tricks: tricks_missing" if shares[0] == 120 else "losers: ramsch_tie_needs_trumps"
            with pytest.raises(ReportError, match=f"^{missing}$"):
                _scored(ONE_PAYS, card_points=points)
            continue
        score = _scored(ONE_PAYS, card_points=points)
        assert score.value == 10
        assert score.points == {player: -30 if points[player] == shares[0] else 10 for player in FOUR}


def test_the_two_with_the_most_pay_the_other_two() -> None:
    """B67; here at the rate of a Rufer, 20 (X45)."""
    for shares in _card_points():
        points = _by_player(shares)
        if shares[1] == shares[2]:
            missing = "tricks: tricks_missing.*" if shares[0] == 120 else "losers: ramsch_tie_needs_trumps"
            with pytest.raises(ReportError, match=f"^{missing}$"):
                _scored(TWO_PAY, card_points=points)
            continue
        score = _scored(TWO_PAY, card_points=points)
        assert score.points == {player: -20 if points[player] >= shares[1] else 20 for player in FOUR}


def _points_for(tricks: tuple[int, ...]) -> dict[Player, int]:
    """Card points that differ and fit into any tricks: nothing for those without, the most for who has most tricks."""
    takers = [player for player, count in zip(FOUR, tricks, strict=True) if count]
    shares = {1: [120], 2: [84, 36], 3: [44, 40, 36], 4: [42, 33, 26, 19]}[len(takers)]
    by_tricks = sorted(takers, key=lambda player: -tricks[FOUR.index(player)])
    return dict.fromkeys(FOUR, 0) | dict(zip(by_tricks, shares, strict=True))


@pytest.mark.parametrize("ruleset", [ONE_PAYS, TWO_PAY], ids=["one pays", "two pay"])
def test_maidens_and_marches_by_count_are_those_reported(ruleset: Ruleset) -> None:
    """B68: all tricks win. B69, X46: one without a trick doubles, two double twice."""
    tariff = 10 if ruleset is ONE_PAYS else 20
    for tricks in product(range(TRICKS + 1), repeat=4):
        if sum(tricks) != TRICKS:
            continue
        points = _points_for(tricks)
        score = _scored(ruleset, card_points=points, tricks=_by_player(tricks))
        takers = sorted((player for player in FOUR if points[player]), key=lambda player: -points[player])
        maidens = tuple(player for player in FOUR if player not in takers)
        if len(takers) == 1:
            reported = _scored(ruleset, march_by=takers[0])
            assert score.points == dict.fromkeys(FOUR, -tariff) | {takers[0]: 3 * tariff}
        else:
            losers = tuple(takers[:1] if ruleset is ONE_PAYS else takers[:2])
            reported = _scored(ruleset, losers=losers, maidens=maidens)
            each = tariff * 2 ** len(maidens)
            assert score.value == each
            pay = each * 3 if ruleset is ONE_PAYS else each
            assert score.points == {player: -pay if player in losers else each for player in FOUR}
        assert reported == score


def test_every_announcement_before_the_deal_doubles_a_ramsch() -> None:
    """B57: Legen and Bock double it like any hand; nobody declared, so there is no Stoss."""
    for laid, bock, maidens in product(range(5), range(3), ((), FOUR[1:2], FOUR[1:3])):
        state = State(bock=(bock,)) if bock else State()
        score = _scored(ONE_PAYS, state, laid=laid, losers=FOUR[:1], maidens=maidens)
        assert score.value == 10 * 2 ** (laid + bock + len(maidens))
        assert sum(score.points.values()) == 0


@pytest.mark.parametrize("people", [5, 6, 7])
def test_who_sits_out_neither_pays_nor_is_paid(people: int) -> None:
    for dealer in PEOPLE[:people]:
        table = seated(people, dealer=dealer)
        for loser in ONE_PAYS.active(table):
            hand = RamschHand(table=table, contract="ramsch", losers=(loser,))
            score = rules.score(hand, ONE_PAYS)
            assert score.points[loser] == -30
            assert all(score.points[player] == 0 for player in ONE_PAYS.sitting_out(table))
            assert sum(score.points.values()) == 0
