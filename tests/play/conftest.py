import pytest

from rules import PRESETS
from tests.support.played_evening import PlayedEvening, new_evening


@pytest.fixture
def evening(db: None) -> PlayedEvening:
    """Bavarian at 10/20/50 cents; Anna deals first."""
    return new_evening("Anna", "Beppo", "Cilli", "Done")


@pytest.fixture
def pot_evening(db: None) -> PlayedEvening:
    """The same table with a pot: 10 from everybody whenever the cards are thrown in."""
    ruleset = PRESETS["bavarian"]["pub_10_20_50"].with_house_rules({"pot_sweetener": 10})
    return new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=ruleset)
