"""The pot at the end of an evening, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules import Player, PotAtEnd
from scorebook.play.pot import pot_at_end
from scorebook.play.queries.evening_sheets import Sheet
from scorebook.play.services import POINTS
from scorebook.web.core.money import amount_text


def pot_outlook_text(sheet: Sheet) -> str:
    """Announce the pot's end while the evening is open."""
    match pot_at_end(sheet.ruleset, sheet.evening.unit):
        case PotAtEnd.PAID_BACK:
            return _("What lies in the pot goes back to those who paid it in; then you see who pays whom.")
        case PotAtEnd.SHARED:
            return _("What lies in the pot is shared by all who are there; then you see who pays whom.")
        case PotAtEnd.BEST:
            return _("What lies in the pot goes to who has won the most; then you see who pays whom.")
        case PotAtEnd.KITTY:
            return _("What lies in the pot goes into the common till; then you see who pays whom.")


def pot_left_text(sheet: Sheet, *, hides_money: bool = False) -> str:
    """Report the pot's end of a closed evening; empty if the pot was empty. hides_money: amounts in points."""
    if not (sheet.evening.is_closed and sheet.state.pot):
        return ""
    said = {
        PotAtEnd.PAID_BACK: _("The pot of %(amount)s went back to those who paid it in: %(shares)s."),
        PotAtEnd.SHARED: _("The pot of %(amount)s was shared by all who were there: %(shares)s."),
        PotAtEnd.BEST: _("The pot of %(amount)s went to who had won the most: %(shares)s."),
        PotAtEnd.KITTY: _("The pot of %(amount)s went into the common till."),
    }
    # In seating order: JSON in the database keeps no order of keys.
    got = [(one, sheet.pot_shares.get(one, 0)) for one in (Player(str(line.player.pk)) for line in sheet.players)]
    unit, worth = (POINTS, 1) if hides_money else (sheet.evening.unit, sheet.evening.stake_minor)
    shares = [f"{sheet.names[player]} {amount_text(points * worth, unit)}" for player, points in got if points]
    text = said[pot_at_end(sheet.ruleset, sheet.evening.unit)]
    return text % {"amount": amount_text(sheet.state.pot * worth, unit), "shares": ", ".join(shares)}
