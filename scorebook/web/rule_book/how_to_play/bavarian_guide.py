"""The chapter on Bavarian Schafkopf; contracts and customs have modules of their own."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rules import Sides
from rules.games.bavarian.contracts import CONTRACTS, permanent_trumps
from rules.games.bavarian.house_rules import LONG_PACK, MatadorsOf, MatadorValue, Overclaim
from rules.games.bavarian.ruleset import CALLABLE_SUITS, Bavarian
from scorebook.web.games import game_presentation
from scorebook.web.rule_book.deck import card_face
from scorebook.web.rule_book.how_to_play import bavarian_contracts, bavarian_customs, shared
from scorebook.web.rule_book.how_to_play.section import Section, Sentence, say, section
from scorebook.web.rule_book.sample_hands import bare_sample_hand

_RUFER = CONTRACTS["rufer"].contract(laying=False, heart_solo_counts=False)
THREE_HANDED_PACK = 24  # B105
RUNS_AWAY_FROM = 4  # cards of the called suit, the ace included (B13)


def sections(ruleset: Bavarian, people: int) -> Iterator[Section]:
    yield section(
        "cards",
        _("The cards"),
        *shared.cards(ruleset, ruleset.pack_size, "B2", permanent_trumps=permanent_trumps(_RUFER.id)),
    )
    yield _deal(ruleset, people)
    yield _bidding(ruleset, people)
    if "rufer" in ruleset.allowed and people > 3:
        yield _calling()
    yield from bavarian_contracts.sections(ruleset, people)
    yield _course()
    yield _end(ruleset, people)
    if ruleset.count_matadors:
        yield _matadors(ruleset)
    yield from bavarian_customs.sections(ruleset, people)
    yield _pay(ruleset)


def first_packet(ruleset: Bavarian, people: int) -> int:
    """Return the number of cards seen before laying: half of a hand, 4 of 8 or 3 of 6 (B1, B93)."""
    return ruleset.hand_size(people) // 2


def _deal(ruleset: Bavarian, people: int) -> Section:
    hand = ruleset.hand_size(people)
    packet = first_packet(ruleset, people)
    packets = {"hand": hand, "first": packet, "second": hand - packet}
    return section(
        "deal",
        _("The deal"),
        say(_("Four sit crosswise, every player for themselves. Whoever draws the highest card deals first."), "B1"),
        say(
            _(
                "The dealer shuffles; the player to their right cuts, up to three times, and lifts or leaves at least "
                "three cards."
            ),
            "B1",
        ),
        say(
            _(
                "Everybody gets %(hand)s cards, first %(first)s, then %(second)s. Among friends whoever cuts may ask "
                "for another way, such as all at once."
            )
            % packets,
            "B1",
        ),
        say(_("The deal passes to the left after every hand. Four hands are a round."), "G3", "B1"),
        say(
            _(
                "At tournaments seats are fixed, the first seat deals first, a new pack is mixed by all four, and the "
                "cards may come in packets of two."
            ),
            "B1",
            "B108",
        ),
        _other_packs(ruleset),
        say(
            _("With five the dealer sits out, with more also those to their right; they neither pay nor are paid."),
            "B106",
            "X57",
        ),
    )


def _other_packs(ruleset: Bavarian) -> Sentence:
    if ruleset.deck_cards == LONG_PACK:
        return say(
            _("Short Schafkopf leaves out sevens and eights, some the nines as well; the preset of that name has it."),
            "B101",
        )
    if ruleset.deck_cards == THREE_HANDED_PACK:
        return say(
            _("This is short Schafkopf. Three play it with %(cards)s cards each, and then only soloist contracts.")
            % {"cards": ruleset.hand_size(3)},
            "B101",
            "B105",
        )
    return say(_("This is the shortest pack: the nines are left out too."), "B101")


def _bidding(ruleset: Bavarian, people: int) -> Section:
    bids = [
        contract
        for contract in ruleset.contracts(people)
        if contract.rank and contract.common and contract.sides is not Sides.NONE
    ]
    return section(
        "bidding",
        _("The auction"),
        say(
            _(
                "Forehand, left of the dealer, speaks first, then the others clockwise; each speaks once. “Weiter” is "
                "a pass; “ich spiele” offers to play, whatever contract."
            ),
            "B10",
        ),
        say(
            _(
                "Whoever says “ich spiele auch” after that must play a soloist contract. If the first one wanted a "
                "Rufer, they give way: “spiel zu”. Otherwise they name their contract, and the second one names a "
                "higher one or gives way."
            ),
            "B10",
        ),
        say(
            _("The usual bids from the lowest: %(bids)s. All of them stand below, and of equal bids the earlier stays.")
            % {"bids": shared.bids_upwards(bids)},
            "B11",
            "B12",
        ),
        say(
            _("A Solo in hearts outbids the other suits here.")
            if any(contract.hearts_outbid for contract in bids)
            else _("Hearts outbid no other suit in a Solo; some tables used to rank them higher."),
            "B11",
        ),
        say(_("If all pass, the cards are thrown in, and the next player deals."), "B21"),
        _instead_of_throwing_in(ruleset),
    )


def _instead_of_throwing_in(ruleset: Bavarian) -> Sentence | None:
    """List this table's customs for a hand that all pass; None without any."""
    instead = [
        (bool(ruleset.pot_sweetener), _("everybody pays into the pot")),
        ("thrown_in" in ruleset.bock_after, _("Bock hands follow")),
        ("muss" in ruleset.allowed, _("a Muss is played")),
        ("ramsch" in ruleset.allowed, _("a Ramsch is played")),
        ("kreuzbock" in ruleset.allowed, _("a Kreuzbock round is played")),
    ]
    known = ", ".join(said for is_known, said in instead if is_known)
    return say(_("This table also knows: %(customs)s.") % {"customs": known}, "B21", "B14") if known else None


def _calling() -> Section:
    return section(
        "calling",
        _("Calling an ace"),
        say(
            _(
                "In a Rufer the declarer calls an ace that they do not hold, of %(suits)s, and holds a card of its "
                "suit themselves. Whoever has it is the partner."
            )
            % {"suits": shared.suit_names(CALLABLE_SUITS)},
            "B13",
        ),
        say(_("The partner does not give themselves away; only the play shows who they are."), "B13"),
        say(
            _(
                "The called ace must be played when its suit is led, whatever else the partner has of it. So the "
                "others like to lead it."
            ),
            "B13",
        ),
        say(_("It may not be thrown on another suit, and its suit may not be led with another card."), "B13"),
        say(
            _(
                "With %(cards)s cards of the suit or more, and before the suit was played, the partner may run away: "
                "lead or play a lower one. From then on the ace is as free as any other."
            )
            % {"cards": RUNS_AWAY_FROM},
            "B13",
        ),
        say(_("To the last trick the ace may be played in any case."), "B13"),
    )


def _course() -> Section:
    return section(
        "course",
        _("The play"),
        shared.lead("G2", "B43"),
        shared.follow_suit("B43"),
        shared.tricks("B43"),
        say(_("Whoever asks may look at the last trick as long as the next one is not complete."), "B43"),
        say(
            _(
                "Whoever does not follow suit, comments on the play or talks others into it as a rule loses the hand "
                "for their side."
            ),
            "B43",
            "X55",
        ),
    )


def _end(ruleset: Bavarian, people: int) -> Section:
    limits = ruleset.limits(bare_sample_hand(_RUFER), _RUFER)
    return section(
        "end",
        _("How a hand ends"),
        shared.won_from(limits, "B44"),
        shared.schneider(limits, "B45"),
        say(
            _("Schwarz is a side without a trick: the others took all %(tricks)s.")
            % {"tricks": ruleset.hand_size(people)},
            "B46",
            "X59",
        ),
        say(
            _("Schneider and Schwarz also count in soloist contracts, with short cards always.")
            if ruleset.solo_scores_schneider_schwarz
            else _("In soloist contracts Schneider and Schwarz do not count here."),
            "B55",
            "X62",
        ),
        say(_("Schneider is paid as a matter of honour; the winners have to ask for Schwarz."), "B53")
        if not ruleset.schwarz_must_be_claimed
        else say(_("Schneider is a matter of honour. Schwarz counts only if the winners ask for it."), "B53", "X54"),
    )


def _matadors(ruleset: Bavarian) -> Section:
    order = ruleset.trumps(_RUFER, bare_sample_hand(_RUFER))
    figures = {
        "least": ruleset.matador_minimum_rufer or ruleset.matador_minimum,
        "solo": ruleset.matador_minimum,
        "wenz": ruleset.matador_minimum_wenz,
        "most": ruleset.matador_maximum,
        "top": ", ".join(card_face(card, ruleset.PACK).name for card in order[:3]),
    }
    whole = ruleset.matador_value is MatadorValue.UNIT
    whose = {
        MatadorsOf.BOTH: _("Whichever side holds them, they raise the value, won or lost."),
        MatadorsOf.DECLARERS: _("Only the declaring side's own run is paid."),
        MatadorsOf.WINNERS: _("Only a run of the winners is paid."),
        MatadorsOf.LOSERS: _("Only a run of the losers is paid."),
    }
    return section(
        "matadors",
        str(game_presentation(ruleset).run_name),
        say(
            _(
                "Top trumps (Laufende, matadors, Bauern, Herren) are the unbroken run of trumps from the top that one "
                "side holds: %(top)s …"
            )
            % figures,
            "B60",
        ),
        say(
            _(
                "They count from %(least)s in a Rufer and from %(solo)s in a Solo, from %(wenz)s in a Wenz or a Geier, "
                "and up to %(most)s."
            )
            % figures,
            "B60",
            "B61",
            "X40",
        ),
        say(_("Each counts a unit of %(unit)s.") % {"unit": ruleset.unit}, "B59")
        if whole
        else say(_("Each counts half a unit of %(unit)s.") % {"unit": ruleset.unit}, "B59"),
        say(whose[ruleset.matadors_of], "X40"),
    )


def _pay(ruleset: Bavarian) -> Section:
    return section(
        "pay",
        _("What is paid"),
        say(
            _(
                "Each loser pays the value of the hand, and each winner gets it; a soloist settles with every "
                "opponent. What some win the others lose."
            ),
            "B47",
            "X58",
        ),
        say(
            _(
                "The tariff is agreed before the first hand: %(rufer)s for a Rufer, %(solo)s for a Solo, and %(unit)s "
                "for Schneider, Schwarz and each of what else is counted. It is a game for small stakes."
            )
            % {"rufer": ruleset.rufer_tariff, "solo": ruleset.solo_tariff, "unit": ruleset.unit},
            "B50",
            "B51",
            "B57",
        ),
        say(_("The winners ask for their due before the next hand is dealt."), "B48"),
        say(
            _("Whoever asks too much owes twice the difference.")
            if ruleset.overclaim is Overclaim.RECOUP_TWICE
            else _("Whoever asks too much gets what is right; strict tables take twice the difference off them."),
            "B49",
            "X53",
        ),
    )
