"""Bierkopf for beer: the table says what a win is worth, here one, two and four Maß."""

from __future__ import annotations

from tests.web.evenings.steps import Correction, Hand, Network, StruckOut, WholeEvening, taps

EVENING = WholeEvening(
    game="bierkopf",
    stake="in_words",
    unit_words=("Maß", "Maß"),
    agreed={"win_value": "1", "schneider_value": "2", "schwarz_value": "4"},  # B107, X63
    events=(
        Hand(
            text="Anna and Cilli win",
            value="1",
            won=(1, -1, 1, -1),
            taps=taps(contract="bierkopf", team="Anna + Cilli"),
        ),
        Hand(
            text="Beppo and Done win with Schneider",
            value="2",
            won=(-2, 2, -2, 2),
            taps=taps(contract="bierkopf", team="Beppo + Done", level="schneider"),
        ),
        Network.GOES,
        Hand(
            text="Anna and Cilli win all tricks",
            value="4",
            won=(4, -4, 4, -4),
            taps=taps(contract="bierkopf", team="Anna + Cilli", level="schwarz"),
        ),
        Hand(
            text="Beppo and Done win",
            value="1",
            won=(-1, 1, -1, 1),
            taps=taps(contract="bierkopf", team="Beppo + Done"),
        ),
        Correction(
            no=2, text="it was no Schneider", value="1", taps=taps(level="plain"), won={2: (-1, 1, -1, 1)}
        ),
        Network.RETURNS,
        Hand(
            text="Beppo and Done win with Schneider",
            value="2",
            won=(-2, 2, -2, 2),
            taps=taps(contract="bierkopf", team="Beppo + Done", level="schneider"),
        ),
        Hand(
            text="Beppo did not follow suit: a Maß by hand",
            value="1",  # X16
            won=(1, -1, 1, -1),
            taps=taps(contract="agreed", agreed=(1, -1, 1, -1)),
        ),
        Hand(
            text="Anna and Cilli win with Schneider",
            value="2",
            won=(2, -2, 2, -2),
            taps=taps(contract="bierkopf", team="Anna + Cilli", level="schneider"),
        ),
        StruckOut(no=4, text="it was dealt wrong", value="nothing"),
    ),
    owed=(5, -5, 5, -5),  # 1 - 1 + 4 - 2 + 1 + 2
    payments=2,
)  # fmt: skip
