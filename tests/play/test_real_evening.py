"""Games of a real evening: what was paid then is what Scorebook books.

Numbers from the log of 2021-12-09 published in FelixBetz/SchafkopfSauspielParser (MIT licence): four people,
long cards, 10/20/50 with knocking and Stoss; the people have new names. Here stand its Solos, Wenz, Geier and
Ramsch games, and of the others those with Stoss, with several who knocked, at a limit of the card points or with
a long run of top trumps. The log has the card points and what Anna won or lost, neither the run of top trumps
nor the maiden: both are what alone explains the amount, except in games 5 and 50, where a Schwarz with one top
trump less would do as well.
"""

import pytest

from tests.support.played_evening import Hand, PlayedEvening, ramsch, rufer, solo


def _hand_played_alone(contract: str, declarer: str, *, won: bool, **more: object) -> Hand:
    return {"contract": contract, "declarer": declarer, "won": won, **more}


# number in the log, hand, what Anna won or lost, what one loser paid
GAMES: list[tuple[int, Hand, int, int]] = [
    (2, rufer("Beppo", "Cilli", won=False, card_points=41, laid=["Done", "Beppo"]), 80, 80),
    (3, _hand_played_alone("geier", "Anna", won=True, card_points=72, top_trumps={"count": 2}), 210, 70),
    (4, ramsch("Beppo", maidens=["Anna"]), 40, 40),
    (5, rufer("Beppo", "Cilli", won=True, card_points=120, level="schneider", top_trumps={"count": 4}), -70, 70),
    (6, ramsch("Beppo"), 20, 20),
    (9, rufer("Beppo", "Anna", won=True, card_points=120, level="schwarz"), 40, 40),
    (10, rufer("Beppo", "Cilli", won=True, card_points=76, kontra=["Done"]), -40, 40),
    (18, solo("Anna", "bells", won=True, card_points=105, top_trumps={"count": 3}, laid=["Anna"]), 540, 180),
    (20, rufer("Anna", "Beppo", won=True, card_points=64, top_trumps={"count": 6}), 80, 80),
    (23, rufer("Done", "Beppo", won=True, card_points=67, top_trumps={"count": 6}, laid=["Beppo"]), -160, 160),
    (30, _hand_played_alone("wenz", "Anna", won=True, card_points=88), 150, 50),
    (31, rufer("Done", "Beppo", won=True, card_points=90, laid=["Done"]), -40, 40),
    (36, ramsch("Done"), 20, 20),
    (43, solo("Anna", "hearts", won=True, card_points=73), 150, 50),
    (46, ramsch("Done"), 20, 20),
    (49, rufer("Anna", "Cilli", won=True, card_points=62, laid=["Beppo"], kontra=["Beppo"]), 80, 80),
    (
        50,
        rufer("Done", "Beppo", won=True, card_points=120, level="schneider", top_trumps={"count": 5}, laid=["Done"]),
        -160,
        160,
    ),
    (51, rufer("Done", "Cilli", won=False, card_points=47, top_trumps={"count": 4}), 60, 60),
    (53, solo("Done", "bells", won=True, card_points=89, top_trumps={"count": 3}), -80, 80),
    (57, ramsch("Done", maidens=["Anna"]), 40, 40),
    (58, ramsch("Done"), 20, 20),
    (61, _hand_played_alone("geier", "Anna", won=True, card_points=108), 180, 60),
    (65, rufer("Beppo", "Done", won=True, card_points=90), -20, 20),
    (67, rufer("Beppo", "Anna", won=True, card_points=105, top_trumps={"count": 4}), 70, 70),
    (69, ramsch("Cilli", laid=["Anna"]), 40, 40),
    (70, rufer("Beppo", "Anna", won=False, card_points=31, laid=["Done"]), -40, 40),
    (71, solo("Beppo", "leaves", won=True, card_points=106, top_trumps={"count": 4}, laid=["Beppo"]), -200, 200),
    (72, _hand_played_alone("wenz", "Beppo", won=False, card_points=59), 50, 50),
    (73, _hand_played_alone("wenz", "Anna", won=True, card_points=82, top_trumps={"count": 3}), 240, 80),
    (74, solo("Cilli", "bells", won=False, card_points=53, laid=["Beppo"]), 100, 100),
    (77, rufer("Anna", "Cilli", won=False, card_points=25, kontra=["Beppo"]), -60, 60),
    (78, rufer("Beppo", "Anna", won=True, card_points=95, top_trumps={"count": 4}), 70, 70),
    (79, solo("Done", "acorns", won=True, card_points=69, top_trumps={"count": 3}, laid=["Done"]), -160, 160),
    (81, rufer("Beppo", "Done", won=True, card_points=120, level="schwarz"), -40, 40),
    (82, ramsch("Beppo"), 20, 20),
]


@pytest.mark.parametrize(("hand", "anna", "value"), [row[1:] for row in GAMES], ids=[f"game-{row[0]}" for row in GAMES])
def test_a_game_is_worth_what_was_paid(evening: PlayedEvening, hand: Hand, anna: int, value: int) -> None:
    evening.record(hand)
    line = evening.sheet().lines[0]
    assert (evening.hand_points(1)["Anna"], line.score.value) == (anna, value)
    evening.check()


def test_the_games_one_after_the_other_are_settled_to_the_cent(evening: PlayedEvening) -> None:
    for _, hand, _, _ in GAMES:
        evening.record(hand)
    assert evening.balances()["Anna"] == sum(anna for _, _, anna, _ in GAMES) == 1250
    assert evening.balances() == {"Anna": 1250, "Beppo": 430, "Cilli": -1770, "Done": 90}
    evening.check()
    evening.close()
    paid = {(line.planned.payer_name, line.planned.payee_name): line.planned.amount_minor for line in evening.plan()}
    assert paid == {("Cilli", "Anna"): 1250, ("Cilli", "Beppo"): 430, ("Cilli", "Done"): 90}
