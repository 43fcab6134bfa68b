"""House rules that change what the phone's table has to hold, a few at a time."""

from __future__ import annotations

from rules import Ruleset
from tests.rules.table import agreed

SMALL = ("rufer", "wenz", "solo", "solo_tout", "sie", "ramsch", "hochzeit", "muss", "kreuzbock", "bettel")


# One of each kind: everything counts, nothing counts, no levels, and every aim.
OWN = (
    {"name": "Blauer Wenz", "price": 20},
    {"name": "Kreuz ü <b>\"'\\", "price": 7, "sides": "partners", "counts_run": False, "counts_doublings": False},
    {"name": "Gegenüber", "price": 5, "sides": "opposite", "counts_schneider": False},
    {"name": "Alle", "price": 30, "aim": "all_tricks"},
    {"name": "Keiner", "price": 9, "aim": "no_trick", "counts_doublings": False},
)


def _bavarian(preset: str, **house_rules: object) -> Ruleset:
    return agreed("bavarian", preset, **{"allowed": list(SMALL), **house_rules})


READINGS: dict[str, Ruleset] = {
    "kontra takes over": _bavarian("pub_10_20_50", kontra_takes_over=True, several_may_double=False, most_doublings=4),
    "half units, rounded up": _bavarian(
        "pub_10_20_50", unit=5, rufer_tariff=5, solo_tariff=20, matador_value="half_unit", sie_counts_matadors=True
    ),
    "half units, rounded down": _bavarian(
        "pub_10_20_50", unit=5, rufer_tariff=5, solo_tariff=20, matador_value="half_unit", round_to="down"
    ),
    "run of the winners": _bavarian("pub_10_20_50", matadors_of="winners", wenz_tariff=30, bettel_tariff=15),
    "run of the losers": _bavarian("pub_10_20_50", matadors_of="losers", matador_minimum_rufer=2, free_from=30),
    "run of the declarers": _bavarian("pub_10_20_50", matadors_of="declarers", tout_rule="with_schwarz"),
    "solos plain": _bavarian("pub_10_20_50", solo_scores_schneider_schwarz=False, schwarz_must_be_claimed=True),
    "pot shared and capped": _bavarian(
        "pub_everything", pot_shared=True, pot_cap=45, pot_paid_by_all=True, laying_in_order=True
    ),
    "reuegeld": _bavarian("pub_everything", pot_reuegeld=15, pot_reuegeld_with_partner=True, pot_cap=45),
    "reuegeld is kept": _bavarian("pub_10_20_50", pot_reuegeld=20, pot_kept=True, pot_sweetener=5),
    "bock stacked": _bavarian(
        "pub_everything", bock_after=["thrown_in", "doubled", "heart_solo"], bock_length="hand", bock_meeting="stack"
    ),
    "bock rounds stacked": _bavarian("pub_everything", bock_after=["won_solo"], bock_meeting="stack"),
    "rounds follow": _bavarian(
        "pub_10_20_50",
        hadschader_after_lost_solo=True,
        minas_after_won_solo=True,
        kreuzbock_after=["thrown_in", "re"],
        rounds=["last"],
        last_round="double",
        minas_payment=20,
    ),
    "last round alone": _bavarian("pub_10_20_50", last_round="solos_only", laying=False, bock=False, durchmarsch=False),
    "two pay two": _bavarian(
        "pub_10_20_50", ramsch_settlement="two_worst_pay_two_best", ramsch_full_tie="both_pay", march_pays="solo"
    ),
    "most pays fewest": _bavarian(
        "pub_10_20_50", ramsch_settlement="most_pays_fewest", jungfrau_doubles="once", march_pays="solo_schwarz"
    ),
    "losers divide": _bavarian(
        "pub_10_20_50", ramsch_full_tie="divide", ramsch_tie="shared", jungfrau_doubles="own_share", ramsch_tariff=5
    ),
    "losers pay each": _bavarian("pub_10_20_50", ramsch_full_tie="both_pay", jungfrau=False, muss_with_opposite=True),
    "only forehand doubles": _bavarian(
        "pub_10_20_50", only_forehand_doubles=True, only_forehand_lays=True, overclaim="recoup_twice"
    ),
    "only opponents double": _bavarian(
        "pub_everything",
        only_opponents_double=True,
        kontra_takes_over=True,
        revoker_pays_alone=True,
        schwarz_must_be_claimed=True,
    ),
    "only one opponent doubles": _bavarian(
        "pub_10_20_50",
        only_opponents_double=True,
        several_may_double=False,
        march_from="ninety",
        ramsch_tie="highest_trump",
    ),
    "level in a Ramsch": _bavarian(
        "pub_10_20_50",
        march_from="all_points",
        ramsch_tie="shared",
        ramsch_full_tie="both_pay",
        ramsch_settlement="two_worst_pay_two_best",
    ),
    "the fewest of a level Ramsch": _bavarian(
        "pub_10_20_50", durchmarsch=False, ramsch_full_tie="divide", ramsch_settlement="most_pays_fewest"
    ),
    "next Fehlstich": agreed("schafskopf24", first_fehlstich="next_trick", money="losers_pay"),
    "rare contracts": agreed(
        "bavarian",
        "pub_10_20_50",
        heart_solo_tariff=60,
        heart_solo_outbids=True,
        geier_tariff=40,
        after_thrown_in="muss",
        bettel_tariff=30,
        allowed=[
            "rufer",
            "solo",
            "geier",
            "geier_tout",
            "muss",
            "zupf_solo",
            "null",
            "bettel_with_trumps",
            "kreuzspiel",
        ],
    ),
    "six trumps on the table": agreed("bavarian", "short", allowed=["rufer", "solo", "solo_tout", "short_tout"]),
    "twenty cards": _bavarian("short", deck_cards=20),
    "guest does not pay": agreed("palatinate", dealer_pays=False, surrender_pays_hoch=False),
    "surrender of a called ace": agreed(
        "asserufen", surrender=True, surrender_pays_hoch=False, asserufen_solo_point=True, king_may_be_called=True
    ),
    "ties bring strokes": agreed("sasku", tie_adds_strokes=2),
    "ties bring strokes, a lambapea too": agreed("sasku", tie_adds_strokes=4, lambapea_strokes=6),
    "strokes carried": agreed("sasku", carry_excess_strokes=True, lambapea_games=2, to_nil_games=3),
    "roofs fined": agreed("sasku", roof_penalty=3, strokes_to_win=5, paid_for="strokes"),
    "roofs fined, strokes carried": agreed("sasku", roof_penalty=2, carry_excess_strokes=True, tie_adds_strokes=1),
    "games to five": agreed(
        "sasku", carry_excess_strokes=True, strokes_to_win=5, diamonds_rule="double_the_black_column"
    ),
    "silent solo": agreed(
        "schafskopf24", silent_queens="as_solo", schwarz_means="all_tricks", first_fehlstich="next_trick"
    ),
    "queens announced": agreed("schafskopf24", silent_queens="must_announce"),
    "contracts of its own": agreed(
        "bavarian",
        "pub_everything",
        allowed=["rufer", "solo"],
        own_contracts=list(OWN),
        matadors_of="winners",
        schwarz_must_be_claimed=True,
        solo_scores_schneider_schwarz=False,
        hadschader_after_lost_solo=True,
    ),
    "own contracts and short cards": _bavarian("short", allowed=["solo"], own_contracts=[OWN[0], OWN[1], OWN[4]]),
    "own contracts in the Palatinate": agreed("palatinate", own_contracts=[OWN[0], OWN[3], OWN[4]]),
    "own contracts in Asserufen": agreed("asserufen", own_contracts=list(OWN)),
    "contracts of Mucken": agreed("bierkopf", "mucken", own_contracts=list(OWN[:3]), schwarz_value=4),
    "beer": agreed("bierkopf", win_value=2, schneider_value=3, schwarz_value=7),
}
