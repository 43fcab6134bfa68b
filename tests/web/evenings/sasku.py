"""Sasku at 50 cents a game: bids, diamonds over a bid, a tie and its replay, a lambapea."""

from __future__ import annotations

from tests.web.evenings.steps import EVEN, Correction, Hand, Network, StruckOut, WholeEvening, taps

PAPER = ".paper tbody"
EVENING = WholeEvening(
    game="sasku",
    stake="games_50",
    agreed={"diamonds_rule": "table", "strokes_to_win": "16", "passed_strokes": "1"},  # S25, S20, S33
    events=(
        Hand(
            text="Anna in spades, 75",
            value="2 strokes",  # S25, as the rows below
            won=EVEN,
            tally=(2, 0, 2, 0),
            taps=taps("Anna", contract="trumps", trump_suit="spades", card_points=75),
            shows={PAPER: "2 0"},
        ),
        Hand(
            text="Cilli bids 6, Beppo makes diamonds of it: 95",
            value="Beppo's team are the makers (S15): 6",
            won=EVEN,
            tally=(0, 6, 0, 6),
            taps=taps("Beppo", contract="trumps", trump_suit="diamonds", card_points=95,
                      details={"bid": ("6",), "bidder": ("Cilli",)}),
            shows={PAPER: "2 6"},
        ),
        Hand(
            text="all pass, Beppo and Done win high",
            value="1 all the same",  # S33
            won=EVEN,
            tally=(0, 1, 0, 1),
            taps=taps(contract="passed", team="Beppo + Done"),
            shows={PAPER: "2 7"},
        ),
        Hand(
            text="Cilli in clubs, 45",
            value="the others win narrowly: 4",
            won=EVEN,
            tally=(0, 4, 0, 4),
            taps=taps("Cilli", contract="trumps", trump_suit="clubs", card_points=45),
            shows={PAPER: "2 11"},
        ),
        Network.GOES,
        Hand(
            text="Done in hearts, 60 : 60",
            value="nothing, it is dealt again",  # S31
            won=EVEN,
            tally=EVEN,
            taps=taps("Done", contract="trumps", trump_suit="hearts", card_points=60),
            shows={PAPER: "2 11", ".who b": "Anna"},  # who dealt the tie deals again
        ),
        Hand(
            text="the replay: Done's team has less",
            value="they are still the makers: 4 for the others",  # S31
            won=EVEN,
            tally=(4, 0, 4, 0),
            taps=taps(contract="replay", won="no", level="plain"),
            shows={PAPER: "6 11"},
        ),
        Network.RETURNS,
        Hand(
            text="Done in diamonds, 28",
            value="the others win high against diamonds: 8",
            won=EVEN,
            tally=(8, 0, 8, 0),
            taps=taps("Done", contract="trumps", trump_suit="diamonds", card_points=28),
            shows={PAPER: "14 11"},
        ),
        Hand(
            text="Anna in diamonds, 62",
            value="4: 18 to 11, a game; nothing is carried over",  # X19
            won=(1, -1, 1, -1),
            tally=(4, 0, 4, 0),
            taps=taps("Anna", contract="trumps", trump_suit="diamonds", card_points=62),
            shows={PAPER: "18 11 0 0"},
        ),
        Hand(
            text="Beppo in spades, no trick",
            value="lambapea against the makers, the whole game: 16",  # S30
            won=(1, -1, 1, -1),
            tally=(16, 0, 16, 0),
            taps=taps("Beppo", contract="trumps", trump_suit="spades", won="no", level="schwarz"),
            shows={PAPER: "18 11 16 Lambapea 0 0 0"},
        ),
        Hand(
            text="Anna in hearts, 93",
            value="4",
            won=EVEN,
            tally=(4, 0, 4, 0),
            taps=taps("Anna", contract="trumps", trump_suit="hearts", card_points=93),
            shows={PAPER: "18 11 16 Lambapea 0 4 0"},
        ),
        Correction(
            no=1,
            text="Anna had 94 in spades",
            value="4: her team has 16 after hand 7 already, and hand 8 begins the next game",
            taps=taps(card_points=94),
            won={7: (1, -1, 1, -1), 8: EVEN},
            tally={1: (4, 0, 4, 0)},
            shows={PAPER: "16 11 20 Lambapea 0 4 0"},
        ),
        StruckOut(
            no=3,
            text="the passed hand had been dealt wrong",
            value="one stroke less",
            shows={PAPER: "16 10 20 Lambapea 0 4 0"},
        ),
    ),
    owed=(100, -100, 100, -100),  # two games at 50 cents
    payments=2,
)  # fmt: skip
