"""A key that another club has used: the database refuses it, and the answer is the same conflict."""

from uuid import uuid4

import pytest

from scorebook.play import services
from tests.support.played_evening import PUB, THROWN_IN, Change, PlayedEvening, new_evening

SWEETENED = PUB.with_house_rules({"pot_sweetener": 10})


@pytest.mark.parametrize("has_pot", [False, True])
def test_a_key_of_another_club_changes_nothing(evening: PlayedEvening, has_pot: bool) -> None:
    other, key = new_evening("Emil", "Fanny", "Gustl", "Hans", ruleset=SWEETENED), uuid4()
    mine = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=SWEETENED) if has_pot else evening
    for table in (other, mine) if has_pot else ():
        table.record(THROWN_IN)
    other.close(key=key)
    changes: list[Change] = [
        lambda: mine.join("Elis", key=key),
        lambda: mine.leave("Anna", key=key),
        lambda: mine.close(key=key),
    ]
    for change in changes:
        with pytest.raises(services.KeyReused):
            change()
    assert (mine.fresh().revision, mine.fresh().is_closed) == (1 + has_pot, False)
    mine.close()
    with pytest.raises(services.KeyReused):
        mine.reopen(key=key)
    assert mine.fresh().is_closed
    mine.check()
