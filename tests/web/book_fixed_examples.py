"""A hand for each sentence of the rules book that states a limit, a payment or an order whatever the table agreed."""

from __future__ import annotations

from rules import State
from rules.cards import Suit
from rules.state import Duty, Match, SpecialRound, Tie
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, PEOPLE
from tests.web.book_examples import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    QUEENS,
    RUFER,
    SIMPLE,
    SOLO,
    THROWN_IN,
    BookExample,
    games_are,
    in_round,
    pays,
    run,
    side_is,
    tally_is,
)

# Game, the words on the page, the hand, what it comes to, and the state or the number of people where they matter.
_ROWS = (
    # Palatinate Schafkopf
    ("palatinate", "The declaring side wins with 61", {**SIMPLE, "card_points": 61}, pays(2, -1, -1), 3),
    ("palatinate", "the others with 60: it loses a tie", {**SIMPLE, "card_points": 60}, pays(-2, 1, 1), 3),
    ("palatinate", "30 are enough to be free of it", {**SIMPLE, "card_points": 30}, 1, 3),
    ("palatinate", "30 are enough to be free of it", {**SIMPLE, "card_points": 29}, 2, 3),
    ("palatinate", "A side with the 3 highest trumps", {**SIMPLE, **run(2), "card_points": 70}, 1, 3),
    ("palatinate", "A side with the 3 highest trumps", {**SIMPLE, **run(3), "card_points": 70}, 4, 3),
    ("palatinate", "without that many. Both count the same",
     {**SIMPLE, **run(3, "opponents"), "card_points": 70}, 4, 3),
    ("palatinate", "must make the opponents Schneider",
     {**SIMPLE, "surrender": "refused", "card_points": 91}, pays(4, -2, -2), 3),
    ("palatinate", "with 61 card points or more it is lost simply",
     {**SIMPLE, "surrender": "refused", "card_points": 90}, pays(-2, 1, 1), 3),
    ("palatinate", "A Du is not surrendered",
     {**CLUBS, "card_points": None, "contract": "solo_du", "won": True, "surrender": "accepted"},
     "surrender_not_agreed", 3),
    ("palatinate", "Hearts as trumps cost more", {**SIMPLE, "trump_suit": "hearts", "card_points": 70}, 2, 3),
    ("palatinate", "doubles the sum", {**CLUBS, "card_points": None, "contract": "solo_du", "won": False}, 8, 3),
    ("palatinate", "in turn without limit", {**SIMPLE, "card_points": 70, "kontra": 9}, 512, 3),
    ("palatinate", "That counts nothing, and the next player deals", THROWN_IN, pays(0, 0, 0), 3),
    # Asserufen
    ("asserufen", "hearts count nothing extra", {"contract": "assrufen", "declarer": ANNA, "partner": CILLI,
                                                 "card_points": 70}, 1, 4),
    ("asserufen", "in a Solo they do", {**CLUBS, "trump_suit": "hearts"}, 2, 4),
    ("asserufen", "Each loser pays the full value, and each winner gets it",
     {"contract": "assrufen", "declarer": ANNA, "partner": CILLI, "card_points": 95}, pays(2, -2, 2, -2), 4),
    ("asserufen", "a soloist settles with all three others", CLUBS, pays(3, -1, -1, -1), 4),
    ("asserufen", "A called partner may say Re",
     {"contract": "assrufen", "declarer": ANNA, "partner": CILLI, "card_points": 70, "kontra": [BEPPO, CILLI]}, 4, 4),
    ("asserufen", "Nobody may call a card of their own",
     {"contract": "assrufen", "declarer": ANNA, "partner": CILLI, "card_points": 70,
      "call": {"card": {"rank": "ace", "suit": "clubs"}, "aces_held": 3}}, "secret_solo", 4),
    # Bavarian Schafkopf
    ("bavarian", "the declaring side is free of it from 31, the others from 30", {**RUFER, "card_points": 30}, 30, 4),
    ("bavarian", "the declaring side is free of it from 31, the others from 30", {**RUFER, "card_points": 31}, 20, 4),
    ("bavarian", "the declaring side is free of it from 31, the others from 30", {**RUFER, "card_points": 90}, 20, 4),
    ("bavarian", "Other limits apply in: Muss, Kreuz-Spiel", {**RUFER, "contract": "muss", "card_points": 60},
     pays(20, 20, -20, -20), 4),
    ("bavarian", "60 : 60 is played again", {"contract": "kreuzspiel", "declarer": ANNA, "card_points": 60},
     "tied_is_played_again", 4),
    ("bavarian", "either pair is free of Schneider from 30",
     {"contract": "kreuzspiel", "declarer": ANNA, "card_points": 30}, 20, 4),
    ("bavarian", "nobody doubles after the deal", {**RUFER, "contract": "muss", "kontra": 1},
     "kontra_not_in_this_contract", 4),
    ("bavarian", "The pair that doubled last declares",
     {"contract": "kreuzbock", "card_points": 70, "kontra": [BEPPO]}, side_is(BEPPO, DANI), 4),
    ("bavarian", "the pair that laid first", {"contract": "kreuzbock", "card_points": 70, "laid": [DANI]},
     side_is(DANI, BEPPO), 4),
    ("bavarian", "the pair that leads to the first trick", {"contract": "kreuzbock", "card_points": 70},
     side_is(ANNA, CILLI), 4),
    ("bavarian", "A player with a single trump", {**RUFER, "contract": "hochzeit", "suitor_trumps": 2},
     "hochzeit_needs_one_trump", 4),
    ("bavarian", "A Hochzeit with one or two trumps",
     {**RUFER, "contract": "bauernhochzeit", "suitor_trumps": 2}, 40, 4),
    ("bavarian", "The soloist's first trick loses the hand",
     {"contract": "bettel", "declarer": ANNA, "tricks": 1}, pays(-150, 50, 50, 50), 4),
    ("bavarian", "for twice as much", {"contract": "bettel_brett", "declarer": ANNA, "won": True}, 100, 4),
    ("bavarian", "it is played like a Bettel", {"contract": "null", "declarer": ANNA, "tricks": 0}, 50, 4),
    ("bavarian", "A single trick of the opponents loses it, even an empty one",
     {"contract": "wenz_tout", "declarer": ANNA, "opponents_tricks": 1}, pays(-300, 100, 100, 100), 4),
    ("bavarian", "a soloist settles with every opponent", SOLO, pays(150, -50, -50, -50), 4),
    ("bavarian", "usually loses the hand for their side",
     {**RUFER, "card_points": None, "revoked_by": BEPPO}, pays(-20, -20, 20, 20), 4),
    ("bavarian", "they neither pay for the hand nor are paid", RUFER, lambda score: score.points.get(DANI) == -20, 5),
    # Sasku
    ("sasku", "More than 60 card points win the hand", {**HEARTS, "card_points": 61}, tally_is(2, 0), 4),
    ("sasku", "More than 60 card points win the hand", {**HEARTS, "card_points": 59}, tally_is(0, 4), 4),
    ("sasku", "The lowest bid is 5, the highest 9", {**DIAMONDS, "auction": {"bid": 4, "bidder": ANNA}},
     "bid_out_of_range", 4),
    ("sasku", "any other player may change it to diamonds",
     {**DIAMONDS, "auction": {"bid": 5, "bidder": BEPPO, "overridden_by": ANNA}}, 6, 4),
    ("sasku", "whichever team made trumps", {**HEARTS, "won": False, "level": "schwarz"}, games_are(0, 1), 4),
    # 24 cards
    ("schafskopf24", "one point, two with Schneider, three with Schwarz", {**QUEENS, "card_points": 91},
     tally_is(2, 0, 2, 0), 4),
    ("schafskopf24", "the secondary from 90", {**QUEENS, "card_points": 30}, tally_is(0, 2, 0, 2), 4),
    ("schafskopf24", "the secondary from 90", {**QUEENS, "card_points": 31}, tally_is(0, 1, 0, 1), 4),
    ("schafskopf24", "A declared Solo counts double, also for the three who beat it",
     {"contract": "solo", "declarer": ANNA, "card_points": 60}, tally_is(0, 2, 2, 2), 4),
    # Bierkopf
    ("bierkopf", "each loser pays one winner 1, with Schneider 2, with Schwarz 3",
     {"contract": "bierkopf", "winner": ANNA, "level": "schwarz"}, pays(3, -3, 3, -3), 4),
)  # fmt: skip
_DONE = State(round=SpecialRound(kind="allgaeu", left=5, done=(Duty(player=ANNA, contract="solo"),)))
_LOST = {"declarer": ANNA, "card_points": 40}
_TIED = State(match=Match(strokes=(0, 0), teams=PEOPLE[:4], tie=Tie(dealer=DANI, trump_suit=Suit.HEARTS, maker=ANNA)))
_REPLAY = {"contract": "replay", "card_points": 95}
# Sasku: what comes after a tie with hearts, that Anna made trumps and Dani dealt.
_REPLAYS = (
    ("the same dealer deals again: no bidding", HEARTS | {"card_points": 95}, "tie_must_be_replayed", _TIED),
    ("the same trumps", _REPLAY, tally_is(4, 0), _TIED),  # diamonds would bring 6
    ("the same trumps", _REPLAY | {"trump_suit": "diamonds"}, "replay_with_other_trump", _TIED),
    ("the same makers", _REPLAY | {"card_points": 25}, tally_is(0, 6), _TIED),
    ("the same makers", _REPLAY | {"declarer": BEPPO}, "replay_with_other_maker", _TIED),
)
# The pot and special rounds: the words on the page, the hand in its state, and what comes of it.
_ROUNDS = (
    ("the declaring pair wins or doubles the pot together, half each", {**_LOST, "contract": "kreuzbock"},
     pays(-40, 20, -40, 20), State(pot=40)),
    ("In a hand without a declarer the pot stays as it is", {**_LOST, "contract": "kreuzspiel"},
     pays(-20, 20, -20, 20), State(pot=40)),
    ("Only these contracts are played", RUFER, "round_forces_contract", in_round("schieber")),
    ("forehand must then play a Solo", {**SOLO, "declarer": BEPPO}, "round_forces_forehand", in_round("schieber_3")),
    ("forehand names the Solo before the deal", RUFER, "round_forces_contract", in_round("schieber_4")),
    ("names a Solo before the deal", {**SOLO, "declarer": BEPPO}, "round_forces_forehand", in_round("teufelsrunde")),
    ("a Stoss of the opponents that nobody calls: it counts double", RUFER, 40, in_round("hadschader")),
    ("a Stoss of the opponents that nobody calls: it counts double", {**RUFER, "declarer": CILLI},
     "round_forces_forehand", in_round("hadschader")),
    ("plays a Rufer, a Wenz and a Solo once", SOLO, "round_contract_done", _DONE),
    ("plays a Rufer, a Wenz and a Solo once", RUFER, 20, _DONE),
    ("without an auction; the winner of the third trick", RUFER, "round_forces_solo", in_round("strixner")),
    ("Forehand must play a Solo, each player in turn", RUFER, "round_forces_contract", in_round("minas")),
    ("Only Ramsch is played", SOLO, "round_forces_contract", in_round("ramsch")),
    ("Everyone plays with the player opposite", SOLO, "round_forces_contract", in_round("kreuzbock")),
)  # fmt: skip
FIXED = [
    BookExample(code=words, game=game, house_rules={}, hand=hand, expected=expected, people=people)
    for game, words, hand, expected, people in _ROWS
] + [
    BookExample(code=words, game=game, house_rules={}, hand=hand, expected=expected, state=state)
    for game, rows in (("bavarian", _ROUNDS), ("sasku", _REPLAYS))
    for words, hand, expected, state in rows
]
