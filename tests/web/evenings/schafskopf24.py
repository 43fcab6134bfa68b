"""Schafskopf with 24 cards, the losers pay 10 cents a point: Fehlstich, silent queens, a queen handed over."""

from __future__ import annotations

from tests.web.evenings.steps import Correction, Hand, Network, StruckOut, WholeEvening, taps

EVENING = WholeEvening(
    game="schafskopf24",
    stake="losers_10",
    agreed={"silent_queens": "alone", "first_fehlstich": "alone", "schwarz_means": "all_card_points"},  # X29, X31, X32
    events=(
        Hand(
            text="the black queens are Anna's and Cilli's: 72",
            value="1",  # K24
            won=(1, -1, 1, -1),
            tally=(1, 0, 1, 0),
            taps=taps("Anna", "Cilli", contract="queens", card_points=72),
        ),
        Hand(
            text="Beppo's and Done's: 30",
            value="the others have 90, which is Schneider for them: 2",  # K23
            won=(2, -2, 2, -2),
            tally=(2, 0, 2, 0),
            taps=taps("Beppo", "Done", contract="queens", card_points=30),
        ),
        Network.GOES,
        Hand(
            text="Anna has both and announces the first Fehlstich, Done wins it and goes along: 93",
            value="Schneider: 2",  # K16, K22
            won=(2, -2, -2, 2),
            tally=(2, 0, 0, 2),
            taps=taps("Anna", contract="fehlstich", card_points=93, details={"fehlstich_winners": ("Done",)}),
        ),
        Hand(
            text="Beppo has both and says nothing: 61",
            value="alone, not doubled: 1 from each of three",  # X31
            won=(-1, 3, -1, -1),
            tally=(0, 1, 0, 0),
            taps=taps("Beppo", contract="silent_queens", card_points=61),
        ),
        Hand(
            text="declared solo of Cilli, 45",
            value="lost: 1 x 2 = 2 for each of the others",  # K25
            won=(2, 2, -6, 2),
            tally=(2, 2, 0, 2),
            taps=taps("Cilli", contract="solo", card_points=45),
        ),
        Network.RETURNS,
        Hand(
            text="Cilli announces the first Fehlstich, there is none: 60 : 60",
            value="the secondary team wins a tie: 1 for each of three",  # K21, X32
            won=(1, 1, -3, 1),
            tally=(1, 1, 0, 1),
            taps=taps("Cilli", contract="fehlstich", nobody=1, card_points=60),
        ),
        Hand(
            text="declared solo of Done, all the points",
            value="Schwarz: 3 x 2 = 6 from each of three",  # K24-K26
            won=(-6, -6, -6, 18),
            tally=(0, 0, 0, 6),
            taps=taps("Done", contract="solo", card_points=120, level="schwarz"),
        ),
        Hand(
            text="Beppo has no other trump and hands his queen over to Anna: 91",
            value="they stay the primary team, Schneider: 2",  # K17, K22
            won=(2, 2, -2, -2),
            tally=(2, 2, 0, 0),
            taps=taps("Anna", "Beppo", contract="queens", card_points=91, details={"queen_handed_over_by": ("Beppo",)}),
        ),
        Correction(
            no=4,
            text="Beppo had 60",
            value="lost: 1 for each of the others",  # K21
            taps=taps(card_points=60),
            won={4: (1, -3, 1, 1)},
            tally={4: (1, 0, 1, 1)},
        ),
        StruckOut(no=2, text="Beppo had shown a card", value="nothing"),
    ),
    # Anna 1 + 2 + 1 + 2 + 1 - 6 + 2, Beppo -1 - 2 - 3 + 2 + 1 - 6 + 2,
    # Cilli 1 - 2 + 1 - 6 - 3 - 6 - 2, Done -1 + 2 + 1 + 2 + 1 + 18 - 2: 3, -7, -17, 21
    owed=(30, -70, -170, 210),
    payments=3,  # no two of these are the same, so three are the fewest
)  # fmt: skip
