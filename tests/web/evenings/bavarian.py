"""Bavarian at 10/20/50 with a pot, a Muss, Bock after a lost solo, and a Schwarz that must be claimed."""

from __future__ import annotations

from tests.web.evenings.steps import Correction, Hand, Network, StruckOut, WholeEvening, taps

BOCK = ".who .tag-now"
EVENING = WholeEvening(
    game="bavarian",
    stake="pub",
    agreed={
        "pot_sweetener": "10",  # B85
        "after_thrown_in": "muss",  # B21
        "bock_after": ("lost_solo",),  # B89
        "bock_length": "round",
        "schwarz_must_be_claimed": "yes",  # B53
    },
    events=(
        Hand(
            text="Rufer of Anna with Beppo, Schneider with 94, three Laufende, laid once by Cilli",
            value="(20 + 10 + 3 x 10) x 2 = 120",  # B57, B60, B93
            won=(120, 120, -120, -120),
            taps=taps("Anna", "Beppo", contract="rufer", card_points=94, top_trumps=3, laid=1,
                      details={"laid_by": ("Cilli",)}),
        ),
        Hand(
            text="thrown in",
            value="everybody pays 10 into the pot",  # B85
            won=(-10, -10, -10, -10),
            taps=None,
            shows={"#pot b": "+40"},
        ),
        Hand(
            text="Muss of Cilli with Done, 60",
            value="60 wins a Muss (B83): 20; the 40 of the pot are Cilli's alone (B86)",
            won=(-20, -20, 20 + 40, 20),
            taps=taps("Cilli", "Done", contract="muss", card_points=60),
        ),
        Hand(
            text="Solo of Done on leaves, lost with 58, Stoss of Anna and Re of Done",
            value="50 x 2 x 2 = 200 to each of three; a lost solo brings four Bock hands",  # B57, B90, B89
            won=(200, 200, 200, -600),
            taps=taps("Done", contract="solo", trump_suit="leaves", card_points=58, kontra=2,
                      details={"kontra_by": ("Anna", "Done")}),
            shows={BOCK: "Bock: Dieses Spiel zählt × 2"},
        ),
        Network.GOES,
        Hand(
            text="Ramsch in Bock: Beppo has most, Cilli no trick",
            value="20 x 2 for the maiden x 2 = 80 to each of three",  # B64, B69, B89
            won=(80, -240, 80, 80),
            taps=taps(contract="ramsch", counts={"Anna": (47, 3), "Beppo": (55, 4), "Cilli": (0, 0), "Done": (18, 1)}),
            shows={BOCK: "Bock: Dieses Spiel zählt × 2"},
        ),
        Hand(
            text="Wenz of Cilli in Bock, won with 75, two Laufende",
            value="(50 + 2 x 10) x 2 = 140 from each of three",  # B60: two count in a Wenz
            won=(-140, -140, 420, -140),
            taps=taps("Cilli", contract="wenz", card_points=75, top_trumps=2),
        ),
        Hand(
            text="Hochzeit in Bock: Anna offers, Beppo takes, 70",
            value="20 x 2 for the Hochzeit x 2 = 80",  # B77
            won=(80, 80, -80, -80),
            taps=taps("Anna", "Beppo", contract="hochzeit", card_points=70),
        ),
        Hand(
            text="Rufer of Beppo with Done in the last of Bock, 30",
            value="lost, and Schneider with 30 (B45): (20 + 10) x 2 = 60",
            won=(60, -60, 60, -60),
            taps=taps("Beppo", "Done", contract="rufer", card_points=30),
        ),
        Correction(
            no=4,
            text="Done had 64 in the Solo: it was won, and there was no Bock",
            value="50 x 4 = 200 from each; the next four count half: 40, 70, 40, 30",
            taps=taps(card_points=64),
            won={
                4: (-200, -200, -200, 600),
                5: (40, -120, 40, 40),
                6: (-70, -70, 210, -70),
                7: (40, 40, -40, -40),
                8: (30, -30, 30, -30),
            },
        ),
        Network.RETURNS,
        Hand(
            text="Rufer of Anna with Cilli, all tricks, and nobody asked for the Schwarz",
            value="20 + 10: Schneider is a matter of honour, Schwarz is claimed (B53)",
            won=(30, -30, 30, -30),
            taps=taps("Anna", "Cilli", contract="rufer", card_points=120, level="schwarz",
                      details={"schwarz_unclaimed": ("yes",)}),
        ),
        Hand(
            text="Ramsch: Done takes all tricks",
            value="a march wins, everybody else pays 20",  # B68, X47
            won=(-20, -20, -20, 60),
            taps=taps("Done", roles=("losers",), contract="ramsch", march=1),
        ),
        Hand(
            text="Solo Tout of Beppo on acorns, won, with all four Obers",
            value="(50 + 4 x 10) x 2 = 180 from each of three; no Schneider, no Schwarz",  # B36, B37, X41
            won=(-180, 540, -180, -180),
            taps=taps("Beppo", contract="solo_tout", trump_suit="acorns", top_trumps=4),
        ),
        StruckOut(no=9, text="the Rufer without a claim was dealt wrong", value="nothing"),
    ),
    # Anna  120 - 10 - 20 - 200 + 40 - 70 + 40 + 30 - 20 - 180
    # Beppo 120 - 10 - 20 - 200 - 120 - 70 + 40 - 30 - 20 + 540
    # Cilli -120 - 10 + 60 - 200 + 40 + 210 - 40 + 30 - 20 - 180
    # Done  -120 - 10 + 20 + 600 + 40 - 70 - 40 - 30 + 60 - 180
    owed=(-270, 230, -230, 270),
    payments=2,  # 2.70 from Anna to Done, 2.30 from Cilli to Beppo
)  # fmt: skip
