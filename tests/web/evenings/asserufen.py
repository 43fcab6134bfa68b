"""Asserufen at 10 cents: the called card stands on the sheet, and who hung on."""

from __future__ import annotations

from tests.web.evenings.steps import EVEN, Correction, Hand, Network, StruckOut, WholeEvening, taps

EVENING = WholeEvening(
    game="asserufen",
    stake="cents_10",
    agreed={"call_is_noted": "yes", "asserufen_solo_point": "no"},  # A10, X1
    events=(
        Hand(
            text="Anna calls the ace of spades, Cilli has it: 94, four high",
            value="1 + 1 Schneider + 4 = 6",  # A25
            won=(6, -6, 6, -6),
            taps=taps("Anna", "Cilli", contract="assrufen", called_card="ace spades", card_points=94, top_trumps=4),
        ),
        Hand(
            text="Beppo calls the ace of clubs, Done has it: 29",
            value="lost with Schneider: 1 + 1 = 2",  # A24, P17
            won=(2, -2, 2, -2),
            taps=taps("Beppo", "Done", contract="assrufen", called_card="ace clubs", card_points=29),
        ),
        Hand(
            text="Heart Solo of Cilli, 65, only two high",
            value="1 + 1 hearts = 2 from each of three; two high are none",  # A25, P22
            won=(-2, -2, 6, -2),
            taps=taps("Cilli", contract="solo", trump_suit="hearts", card_points=65),
        ),
        Network.GOES,
        Hand(
            text="Anna hung on, Done took it over and calls the ace of diamonds of Beppo: 61, Kontra and Re",
            value="1 x 2 x 2 = 4",  # A3, P48
            won=(-4, 4, -4, 4),
            taps=taps("Done", "Beppo", contract="assrufen", called_card="ace diamonds", card_points=61, kontra=2,
                      details={"hung_on_by": ("Anna",), "kontra_by": ("Cilli", "Done")}),
        ),
        Hand(
            text="Anna hangs on with all three aces and calls the ten of spades, Beppo has it: 75, five high",
            value="1 + 5 = 6",  # A11, A21
            won=(6, 6, -6, -6),
            taps=taps("Anna", "Beppo", contract="assrufen", called_card="ten spades", card_points=75, top_trumps=5,
                      details={"hung_on_by": ("Anna",), "aces_held": ("3",)}),
        ),
        Hand(
            text="Solo Du of Done in clubs, three high, all tricks",
            value="(1 + 1 Schneider + 1 Schwarz + 3) x 2 = 12 from each; no point for the Solo",  # P47, X1
            won=(-12, -12, -12, 36),
            taps=taps("Done", contract="solo_du", trump_suit="clubs", top_trumps=3),
        ),
        Network.RETURNS,
        Hand(text="nobody hangs on", value="nothing", won=EVEN, taps=None),
        Hand(
            text="Cilli calls the ace of diamonds, Anna has it: 60 : 60, without three",
            value="lost: 1 + 3 = 4",  # P16, P21, P23
            won=(-4, 4, -4, 4),
            taps=taps("Cilli", "Anna", contract="assrufen", called_card="ace diamonds", card_points=60, top_trumps=3,
                      details={"top_side": ("die Gegenspieler",)}),
        ),
        Hand(
            text="Solo of Beppo in spades, all tricks, four high",
            value="1 + 1 Schneider + 1 Schwarz + 4 = 7 from each",
            won=(-7, 21, -7, -7),
            taps=taps("Beppo", contract="solo", trump_suit="spades", level="schwarz", top_trumps=4),
        ),
        Correction(
            no=2,
            text="Beppo had 30",
            value="30 is no Schneider: 1",  # P17
            taps=taps(card_points=30),
            won={2: (1, -1, 1, -1)},
        ),
        StruckOut(no=9, text="Beppo had nine cards", value="nothing"),
    ),
    # Anna 6 + 1 - 2 - 4 + 6 - 12 - 4, Beppo -6 - 1 - 2 + 4 + 6 - 12 + 4,
    # Cilli 6 + 1 + 6 - 4 - 6 - 12 - 4, Done -6 - 1 - 2 + 4 - 6 + 36 + 4: -9, -7, -13, 29
    owed=(-90, -70, -130, 290),
    payments=3,  # all of them to Done
)  # fmt: skip
