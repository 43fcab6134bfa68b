"""Palatinate for three at 10 cents: surrender is offered, and a fourth who deals pays and is paid."""

from __future__ import annotations

from tests.web.evenings.steps import EVEN, Correction, Hand, Network, StruckOut, WholeEvening, taps

EVENING = WholeEvening(
    game="palatinate",
    stake="cents_10",
    agreed={"surrender": "yes", "surrender_pays_hoch": "yes", "dealer_pays": "yes"},  # P35, X6, P51
    events=(
        Hand(
            text="Simple Game of Beppo in spades, 68; Anna deals and pays too",
            value="1 from each of three",  # P40, P51
            won=(-1, 3, -1, -1),
            taps=taps("Beppo", contract="simple", trump_suit="spades", card_points=68),
        ),
        Hand(
            text="Simple Game of Cilli in hearts, 94, three high",
            value="1 + 1 hearts + 1 Schneider + 3 = 6",  # P40-P42, P45
            won=(-6, -6, 18, -6),
            taps=taps("Cilli", contract="simple", trump_suit="hearts", card_points=94, top_trumps=3),
        ),
        Hand(text="everybody passes twice", value="nothing", won=EVEN, taps=None),  # P34
        Network.GOES,
        Hand(
            text="Simple Game of Anna in clubs, 30, Kontra of Beppo",
            value="lost, and 30 is free: 1 x 2 = 2 to each of three",  # P17, P18, P48
            won=(-6, 2, 2, 2),
            taps=taps("Anna", contract="simple", trump_suit="clubs", card_points=30, kontra=1,
                      details={"kontra_by": ("Beppo",)}),
        ),
        Hand(
            text="Simple Game of Beppo in diamonds, four high, the others surrender",
            value="1 + 4 = 5, no Schneider",  # P36, X6
            won=(-5, 15, -5, -5),
            taps=taps("Beppo", contract="simple", trump_suit="diamonds", top_trumps=4, surrender="accepted"),
        ),
        Hand(
            text="Simple Game of Done in spades, surrender refused, 75",
            value="the others have 45 and are not Schneider: simply lost, 1",  # P37
            won=(1, 1, 1, -3),
            taps=taps("Done", contract="simple", trump_suit="spades", card_points=75, surrender="refused"),
        ),
        Network.RETURNS,
        Hand(
            text="Heart Solo of Anna, 91, without four, Kontra and Re",
            value="(1 + 1 hearts + 1 Schneider + 1 Solo + 4) x 2 x 2 = 32",  # P21, P44, P48
            won=(96, -32, -32, -32),
            taps=taps("Anna", contract="solo", trump_suit="hearts", card_points=91, top_trumps=4, kontra=2,
                      details={"top_side": ("die Gegenspieler",), "kontra_by": ("Done", "Anna")}),
        ),
        Hand(
            text="Heart Solo Du of Beppo, six high, lost to one trick",
            value="(1 + 1 + 1 + 1 + 1 + 6) x 2 = 22 to each",  # P47, P52
            won=(22, -66, 22, 22),
            taps=taps("Beppo", contract="solo_du", trump_suit="hearts", top_trumps=6, won="no"),
        ),
        Hand(
            text="Simple Game of Cilli in clubs, no trick, 14 in the skat",
            value="the skat is no trick: 1 + 1 + 1 = 3 to each",  # P19, P43
            won=(3, 3, -9, 3),
            taps=taps("Cilli", contract="simple", trump_suit="clubs", card_points=14, level="schwarz"),
        ),
        Correction(
            no=2,
            text="Cilli had named spades",
            value="1 + 1 Schneider + 3 = 5",
            taps=taps(trump_suit="spades"),
            won={2: (-5, -5, 15, -5)},
        ),
        StruckOut(no=6, text="nobody had refused", value="nothing"),
    ),
    # Anna -1 - 5 - 6 - 5 + 96 + 22 + 3, Beppo 3 - 5 + 2 + 15 - 32 - 66 + 3,
    # Cilli -1 + 15 + 2 - 5 - 32 + 22 - 9, Done -1 - 5 + 2 - 5 - 32 + 22 + 3: 104, -80, -8, -16
    owed=(1040, -800, -80, -160),
    payments=3,  # all of them to Anna
)  # fmt: skip
