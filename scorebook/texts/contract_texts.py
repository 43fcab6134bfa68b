"""The names of contracts in lists of sums, for pages and the API."""

from django.utils.translation import gettext as _

from rules.wording import words
from scorebook.play.months import WITHOUT_CARDS
from scorebook.texts import language


def contract_row_name(contract: str) -> str:
    """Return the name of the contract of a MonthContract."""
    if contract == WITHOUT_CARDS:
        return _("Without cards")
    return words.contract_name(contract, language.current_language())
