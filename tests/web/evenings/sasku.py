"""Sasku at 50 cents a game: bids, diamonds over a bid, a tie and its replay, a lambapea."""

from __future__ import annotations

from tests.web.evenings.telling import EVEN, Correction, Hand, Network, StruckOut, WholeEvening, taps

PAPER = ".paper tbody"
EVENING = WholeEvening(
    game="sasku",
    stake="games_50",
    agreed={"diamonds_rule": "table", "strokes_to_win": "16", "passed_strokes": "1"},  # S25, S20, S33
    told=(
        Hand(
            said="Anna in spades, 75",
            reckoned="2 strokes",  # S25, as the rows below
            won=EVEN,
            tally=(2, 0, 2, 0),
            taps=taps("Anna", contract="trumps", trump_suit="spades", card_points=75),
            shows={PAPER: "2 0"},
        ),
        Hand(
            said="Cilli bids 6, Beppo makes diamonds of it: 95",
            reckoned="Beppo's team are the makers (S15): 6",
            won=EVEN,
            tally=(0, 6, 0, 6),
            taps=taps("Beppo", contract="trumps", trump_suit="diamonds", card_points=95,
                      besides={"bid": ("6",), "bidder": ("Cilli",)}),
            shows={PAPER: "2 6"},
        ),
        Hand(
            said="all pass, Beppo and Done win high",
            reckoned="1 all the same",  # S33
            won=EVEN,
            tally=(0, 1, 0, 1),
            taps=taps(contract="passed", team="Beppo + Done"),
            shows={PAPER: "2 7"},
        ),
        Hand(
            said="Cilli in clubs, 45",
            reckoned="the others win narrowly: 4",
            won=EVEN,
            tally=(0, 4, 0, 4),
            taps=taps("Cilli", contract="trumps", trump_suit="clubs", card_points=45),
            shows={PAPER: "2 11"},
        ),
        Network.GOES,
        Hand(
            said="Done in hearts, 60 : 60",
            reckoned="nothing, it is dealt again",  # S31
            won=EVEN,
            tally=EVEN,
            taps=taps("Done", contract="trumps", trump_suit="hearts", card_points=60),
            shows={PAPER: "2 11", ".who b": "Anna"},  # who dealt the tie deals again
        ),
        Hand(
            said="the replay: Done's team has less",
            reckoned="they are still the makers: 4 for the others",  # S31
            won=EVEN,
            tally=(4, 0, 4, 0),
            taps=taps(contract="replay", won="no", level="plain"),
            shows={PAPER: "6 11"},
        ),
        Network.RETURNS,
        Hand(
            said="Done in diamonds, 28",
            reckoned="the others win high against diamonds: 8",
            won=EVEN,
            tally=(8, 0, 8, 0),
            taps=taps("Done", contract="trumps", trump_suit="diamonds", card_points=28),
            shows={PAPER: "14 11"},
        ),
        Hand(
            said="Anna in diamonds, 62",
            reckoned="4: 18 to 11, a game; nothing is carried over",  # X19
            won=(1, -1, 1, -1),
            tally=(4, 0, 4, 0),
            taps=taps("Anna", contract="trumps", trump_suit="diamonds", card_points=62),
            shows={PAPER: "18 11 0 0"},
        ),
        Hand(
            said="Beppo in spades, no trick",
            reckoned="lambapea against the makers, the whole game: 16",  # S30
            won=(1, -1, 1, -1),
            tally=(16, 0, 16, 0),
            taps=taps("Beppo", contract="trumps", trump_suit="spades", won="no", level="schwarz"),
            shows={PAPER: "18 11 16 Lambapea 0 0 0"},
        ),
        Hand(
            said="Anna in hearts, 93",
            reckoned="4",
            won=EVEN,
            tally=(4, 0, 4, 0),
            taps=taps("Anna", contract="trumps", trump_suit="hearts", card_points=93),
            shows={PAPER: "18 11 16 Lambapea 0 4 0"},
        ),
        Correction(
            no=1,
            said="Anna had 94 in spades",
            reckoned="4: her team has 16 after hand 7 already, and hand 8 begins the next game",
            taps=taps(card_points=94),
            won={7: (1, -1, 1, -1), 8: EVEN},
            tally={1: (4, 0, 4, 0)},
            shows={PAPER: "16 11 20 Lambapea 0 4 0"},
        ),
        StruckOut(
            no=3,
            said="the passed hand had been dealt wrong",
            reckoned="one stroke less",
            shows={PAPER: "16 10 20 Lambapea 0 4 0"},
        ),
    ),
    owed=(100, -100, 100, -100),  # two games at 50 cents
    payments=2,
)  # fmt: skip
