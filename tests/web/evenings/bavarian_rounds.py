"""Bavarian at 10/20: a pot that is lost and swept, a Kreuzbock round after a Heart Solo, and a doubled last round."""

from __future__ import annotations

from tests.web.evenings.steps import EVEN, Correction, Hand, Network, StruckOut, WholeEvening, taps

POT = "#pot b"
EVENING = WholeEvening(
    game="bavarian",
    stake="tariff_10_20",
    agreed={
        "pot_sweetener": "10",  # B85
        "kreuzbock_after": ("heart_solo",),  # B80
        "overclaim": "recoup_twice",  # B49
        "last_round": "double",  # B99
    },
    events=(
        Hand(
            text="thrown in",
            value="everybody pays 10 into the pot",  # B85
            won=(-10, -10, -10, -10),
            taps=None,
            shows={POT: "+40"},
        ),
        Hand(
            text="Wenz of Anna, 60",
            value="lost: 20 to each of three, and she alone doubles the 40 of the pot",  # B44, B87
            won=(-60 - 40, 20, 20, 20),
            taps=taps("Anna", contract="wenz", card_points=60),
            shows={POT: "+80"},
        ),
        Hand(
            text="Geier of Beppo, 91",
            value="20 + 10 Schneider = 30 from each of three, and the 80 of the pot",  # B45, B78, B86
            won=(-30, 90 + 80, -30, -30),
            taps=taps("Beppo", contract="geier", card_points=91),
        ),
        Hand(
            text="Heart Solo of Cilli, 65",
            value="20 from each of three; four Kreuzbock follow",  # B80
            won=(-20, -20, 60, -20),
            taps=taps("Cilli", contract="solo", trump_suit="hearts", card_points=65),
        ),
        Network.GOES,
        Hand(
            text="Kreuzbock, nobody lays or doubles; Anna leads and has 70 with Cilli",
            value="10",  # B80, X60
            won=(10, -10, 10, -10),
            taps=taps("Anna", contract="kreuzbock", card_points=70),
        ),
        Hand(
            text="Kreuzbock, Anna lays, Beppo has the only Stoss: his team plays and has 95",
            value="(10 + 10 Schneider) x 2 x 2 = 80",  # B51, B90, B93
            won=(-80, 80, -80, 80),
            taps=taps("Beppo", contract="kreuzbock", card_points=95, kontra=1, laid=1,
                      details={"kontra_by": ("Beppo",), "laid_by": ("Anna",)}),
        ),
        Hand(
            text="Kreuzbock, Cilli's team leads and has 60",
            value="lost: 10",  # X60: 61 wins
            won=(-10, 10, -10, 10),
            taps=taps("Cilli", contract="kreuzbock", card_points=60),
        ),
        Hand(
            text="the last Kreuzbock, Done's team has 30",
            value="lost with Schneider: 10 + 10 = 20",  # B45
            won=(20, -20, 20, -20),
            taps=taps("Done", contract="kreuzbock", card_points=30),
        ),
        Network.RETURNS,
        Hand(
            text="Bettel of Anna, won",
            value="as a Solo: 20 from each of three",  # B73, X49
            won=(60, -20, -20, -20),
            taps=taps("Anna", contract="bettel"),
        ),
        Hand(
            text="Rufer of Done with Anna, 93; they asked for 30",
            value="10 + 10 = 20; 10 too much cost twice that: 30 - 20 = 10",  # B49, X53
            won=(10, -10, -10, 10),
            taps=taps("Done", "Anna", contract="rufer", card_points=93, details={"value": ("30",)}),
        ),
        Hand(
            text="Sie of Beppo",
            value="20 x 4 = 80 from each of three",  # B38
            won=(-80, 240, -80, -80),
            taps=taps("Beppo", contract="sie"),
        ),
        Hand(
            text="the last round is announced",
            value="nothing yet",
            won=EVEN,
            taps=taps(contract="round", round="last"),
        ),
        Hand(
            text="Rufer of Cilli with Beppo in the last round; Done does not follow suit",
            value="lost for his side, simply: 10 x 2 = 20",  # B43, X55, B99
            won=(-20, 20, 20, -20),
            taps=taps("Cilli", "Beppo", contract="rufer", details={"revoked_by": ("Done",)}),
        ),
        Correction(
            no=2,
            text="Anna had 61 in the Wenz",
            value="won: 20 from each of three and the 40 of the pot, which was empty for Beppo's Geier then",
            taps=taps(card_points=61),
            won={2: (60 + 40, -20, -20, -20), 3: (-30, 90, -30, -30)},
        ),
        StruckOut(no=9, text="the Bettel was dealt wrong", value="nothing"),
    ),
    # Anna  -10 + 100 - 30 - 20 + 10 - 80 - 10 + 20 + 10 - 80 - 20
    # Beppo -10 - 20 + 90 - 20 - 10 + 80 + 10 - 20 - 10 + 240 + 20
    # Cilli -10 - 20 - 30 + 60 + 10 - 80 - 10 + 20 - 10 - 80 + 20
    # Done  -10 - 20 - 30 - 20 - 10 + 80 + 10 - 20 + 10 - 80 - 20
    owed=(-110, 350, -130, -110),
    payments=3,  # all of them to Beppo
)  # fmt: skip
