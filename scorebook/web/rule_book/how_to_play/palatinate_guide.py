"""The chapter on Palatinate Schafkopf for three; `asserufen` shares its play, hoch and doublings."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rules.games.palatinate import HOCH_FROM, PERMANENT_TRUMPS, Palatinate, PalatinateGame
from rules.outcome import PALATINATE
from scorebook.web.games import game_presentation
from scorebook.web.rule_book.deck import card_face
from scorebook.web.rule_book.how_to_play import shared
from scorebook.web.rule_book.how_to_play.section import Section, Sentence, say, section
from scorebook.web.rule_book.sample_hands import bare_sample_hand

PACKETS = (3, 4, 3)  # P2
_EXAMPLE = 5  # the run of the documents (P26)


def sections(ruleset: Palatinate, people: int) -> Iterator[Section]:
    yield cards(ruleset)
    yield _deal(ruleset, people)
    yield _bidding(ruleset, people)
    yield _contracts(ruleset, people)
    yield section("course", _("The play"), shared.lead("G2"), shared.follow_suit("P3"), shared.tricks("P3"))
    yield end(
        say(
            _(
                "The two cards put away in a Simple Game and the skat of a Solo count for the declarer: card points "
                "are written down with them. They are no trick."
            ),
            "P6",
            "P7",
            "P19",
        )
    )
    yield hoch(
        ruleset,
        say(_("Skat and discards belong to the declarer here too."), "P24", "X4"),
        say(
            _(
                "Nobody can hold more than hand and skat, nor lack more than every trump: the tariff below has both "
                "figures."
            ),
            "P25",
        ),
    )
    yield doubling()
    if ruleset.surrender:
        yield surrender(pays_hoch=ruleset.surrender_pays_hoch)
    yield pay(ruleset)


def cards(ruleset: PalatinateGame) -> Section:
    return section(
        "cards", _("The cards"), *shared.cards(ruleset, ruleset.pack_size, "P1", permanent_trumps=PERMANENT_TRUMPS)
    )


def _deal(ruleset: Palatinate, people: int) -> Section:
    dealt = {
        "hand": ruleset.hand_size(people),
        "packets": " – ".join(map(str, PACKETS)),
        "skat": ruleset.SKAT,
    }
    return section(
        "deal",
        _("The deal"),
        say(_("The dealer shuffles, and the player to their right cuts."), "P2"),
        say(
            _(
                "Everybody gets %(hand)s cards face down, in packets of %(packets)s. After the first packet %(skat)s "
                "cards go to the middle: the skat."
            )
            % dealt,
            "P2",
        ),
        deal_passes("P4"),
        say(
            _("With four at the table the dealer sits out, and pays and is paid like one of the opponents.")
            if ruleset.dealer_pays
            else _("With four at the table the dealer sits out, and neither pays nor is paid."),
            "P51",
        ),
    )


def deal_passes(*rules: str) -> Sentence:
    return say(
        _("The deal passes to the left after every hand. When everybody has dealt once, a round is over."), "G3", *rules
    )


def _bidding(ruleset: Palatinate, people: int) -> Section:
    solos = [contract for contract in ruleset.contracts(people) if contract.rank > 1]
    return section(
        "bidding",
        _("The bidding"),
        say(
            _(
                "Forehand speaks first, then the others clockwise. In the first round each says whether they play a "
                "Solo, without its kind or suit."
            ),
            "P9",
        ),
        say(
            _("If two want a Solo, the higher one plays. From the lowest: %(solos)s.")
            % {"solos": shared.bids_upwards(solos)},
            "P5",
            "P9",
            "X13",
        ),
        say(_("Of two equal bids the earlier one stays."), "X14"),
        say(
            _(
                "Without a Solo there is a second round: who is the first to say so plays a Simple Game. Hearts come "
                "before no other suit here."
            ),
            "P10",
        ),
        thrown_in(),
    )


def thrown_in() -> Sentence:
    return say(_("If nobody plays, the cards are thrown in. That counts nothing, and the next player deals."), "P34")


def _contracts(ruleset: Palatinate, people: int) -> Section:
    return section(
        "contracts",
        _("What is played"),
        say(
            _(
                "Simple Game: the declarer takes up the skat, shows it to nobody, puts any two cards away and then "
                "names trumps."
            ),
            "P6",
        ),
        say(
            _(
                "Solo: the declarer names trumps and plays with the cards as dealt. Nobody looks at the skat before "
                "the end."
            ),
            "P7",
        ),
        du(ruleset, people),
        say(_("One plays against the two others in all of them. Hearts as trumps are dearer."), "P5", "P41"),
    )


def du(ruleset: PalatinateGame, people: int) -> Sentence:
    return say(
        _(
            "Solo Du: a Solo in which the declarer must take all %(tricks)s tricks. With the first trick of the others "
            "the hand is over and lost. Du comes from the French tout, all."
        )
        % {"tricks": ruleset.hand_size(people)},
        "P8",
        "P46",
        "P47",
    )


def end(*more: Sentence) -> Section:
    """Return the section on the end of a hand, for both games of the Palatinate."""
    return section(
        "end",
        _("How a hand ends"),
        *more,
        shared.won_from(PALATINATE, "P15", "P16"),
        shared.schneider(PALATINATE, "P17", "P18"),
        say(
            _(
                "A side without a trick is Schwarz; a trick without card points is a trick. Schwarz includes "
                "Schneider, and Schneider the game."
            ),
            "P19",
            "P20",
        ),
    )


def hoch(ruleset: PalatinateGame, *more: Sentence) -> Section:
    solo = ruleset.solos(may_surrender=False)[0]
    order = ruleset.trumps(solo, bare_sample_hand(solo))
    faces = [card_face(card, ruleset.PACK) for card in order]
    figures = {
        "least": HOCH_FROM,
        "top": ", ".join(face.name for face in faces[:HOCH_FROM]),
        "other": faces[_EXAMPLE].name,
        "count": _EXAMPLE,
        "all": len(PERMANENT_TRUMPS) * len(ruleset.PACK),
    }
    return section(
        "hoch",
        str(game_presentation(ruleset).run_name),
        say(
            _(
                "Whoever holds the %(least)s highest trumps (%(top)s) is hoch. From there on each trump of the "
                "unbroken run from the top counts a point, the first ones too."
            )
            % figures,
            "P21",
            "P22",
        ),
        say(
            _(
                "The declaring side plays with so many or, if the others hold them, without so many; both count the "
                "same, and the winners are paid for them."
            ),
            "P21",
            "P23",
        ),
        say(
            _(
                "So if the highest trump of the others is %(other)s, that is with %(count)s. With the ace of trumps, "
                "but without queen and jack, it is without %(all)s."
            )
            % figures,
            "P26",
        ),
        *more,
    )


def doubling() -> Section:
    return section(
        "doubling",
        _("Kontra"),
        say(
            _("An opponent doubles with Kontra (also: spritzen) until they have played their card to the first trick."),
            "P30",
            "X9",
        ),
        say(
            _(
                "The declaring side may answer with Re, the others again, and so on in turn without end. Each doubles "
                "the value; the play waits until all is said."
            ),
            "P28",
            "P48",
        ),
        say(_("Whoever passed in the bidding may double all the same; a called partner may say Re."), "P29", "X10"),
    )


def surrender(*, pays_hoch: bool) -> Section:
    return section(
        "surrender",
        _("Surrender (Schenken)"),
        say(_("Once trumps are named, the opponents may offer to surrender."), "P35"),
        say(
            _("If the declarer accepts, they have won simply: without Schneider and Schwarz, hoch is paid.")
            if pays_hoch
            else _(
                "If the declarer accepts, they have won simply: without Schneider and Schwarz, and hoch is not paid."
            ),
            "P36",
            "X6",
        ),
        say(
            _(
                "If they refuse, they must make the opponents Schneider. Whoever misses that has lost simply, with "
                "%(won)s card points too."
            )
            % {"won": PALATINATE.wins_from},
            "P37",
            "P38",
            "X5",
        ),
        say(_("A Du is not surrendered."), "X8"),
    )


def pay(ruleset: Palatinate) -> Section:
    return section(
        "pay",
        _("What is paid"),
        say(_("The points of the tariff are added up: game, hearts, Schneider, Schwarz, Solo, hoch."), "P40", "P45"),
        say(_("A Du counts Schneider and Schwarz in any case and doubles the sum."), "P46", "P47"),
        say(
            _("The declarer is paid by each opponent, or pays each of them."),
            "P49",
        ),
        shared.usual_stakes(ruleset, "P50"),
    )
