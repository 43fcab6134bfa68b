"""The chapter on Bierkopf, Mucken and two-handed Schafkopf, whose documents leave the scores to the table."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rules.games.bavarian.contracts import CONTRACTS
from rules.games.bierkopf import Bierkopf, Variant
from scorebook.web.rule_book.how_to_play import shared
from scorebook.web.rule_book.how_to_play.section import Section, Sentence, say, section

PACK_SIZE = 32  # that of Bavarian Schafkopf (B107)


def sections(ruleset: Bierkopf, people: int) -> Iterator[Section]:
    permanent = CONTRACTS["rufer"].permanent_trumps
    yield section("cards", _("The cards"), *shared.cards(ruleset, PACK_SIZE, "B107", permanent_trumps=permanent))
    yield section("course", _("The play"), *_play(ruleset.variant), *_own_contracts(ruleset))
    yield section(
        "pay",
        _("What is paid"),
        say(
            _(
                "The table agrees what a win costs. Here each loser pays a winner %(win)s, with Schneider %(high)s, "
                "with Schwarz %(all)s."
            )
            % {"win": ruleset.win_value, "high": ruleset.schneider_value, "all": ruleset.schwarz_value},
            "B107",
            "X63",
        ),
    )


def _play(variant: Variant) -> Iterator[Sentence]:
    if variant is Variant.TWO_HANDED:
        yield say(
            _("Two play against each other, with part of their cards open on the table; the rules differ widely."),
            "B107",
        )
    elif variant is Variant.MUCKEN:
        yield say(
            _(
                "Two fixed pairs sit opposite. There is an auction among contracts with various trumps, but nobody "
                "plays alone."
            ),
            "B107",
        )
    else:
        yield say(
            _(
                "Two fixed pairs sit opposite. Nobody bids, and the trumps are always those of a Rufer: Obers, Unters, "
                "hearts. It is a good way into Schafkopf, often played for beer."
            ),
            "B107",
        )
    yield shared.lead("G2", "B107")
    yield shared.follow_suit("B43")
    yield shared.tricks("B43")


def _own_contracts(ruleset: Bierkopf) -> Iterator[Sentence]:
    """Yield the table's own contracts: no document gives the contracts of Mucken or their values."""
    if ruleset.own_contracts:
        named = ", ".join(f"{own.name} ({own.price})" for own in ruleset.own_contracts)
        yield say(_("This table plays, each at its price: %(contracts)s.") % {"contracts": named}, "X63", "X75")
    elif ruleset.variant is Variant.MUCKEN:
        yield say(
            _("Which contracts these are, and what each costs, the table says among its house rules."), "X63", "X75"
        )
