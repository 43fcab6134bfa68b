"""A mis-tap that was undone at once stands on no sheet: at the table, of those who look on, on paper, in the API."""

from __future__ import annotations

import json

import pytest

from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, text_of


@pytest.mark.usefixtures("still_clock")
def test_an_undone_hand_is_on_no_sheet_and_its_history_stays(evening: PagedEvening) -> None:
    evening.record()
    evening.record(contract="solo", declarer="Cilli", partner="", trump_suit="hearts")
    evening.post("void", 2, replaces=evening.event(2))
    watched = f"/w/{evening.stored.watch_token}/"
    for answer in (evening.get("table"), evening.client.get(watched), evening.get("paper")):
        page = markup(answer)
        assert "Anna mit Beppo: Rufer" in page
        assert 'id="hand-2"' not in page and "Cilli: Solo" not in page and "is-void" not in page
    assert "Spiel 1 ändern" in text_of(evening.get("table"))
    assert "Cilli: Solo" in text_of(evening.get("hand", 2)) and "Spiel wieder zählen lassen" in text_of(
        evening.get("hand", 2)
    )
    found = json.loads(evening.client.get(f"/api/v1/evenings/{evening.stored.scribe_token}").content)
    assert [(hand["no"], hand["is_undone"]) for hand in found["hands"]] == [(1, False), (2, True)]


@pytest.mark.usefixtures("still_clock")
def test_an_evening_whose_only_hand_was_undone_shows_no_hand(evening: PagedEvening) -> None:
    evening.record()
    evening.post("void", 1, replaces=evening.event(1))
    text = markup(evening.get("table"))
    assert "Noch kein Spiel" in text and 'id="last"' not in text


def test_the_next_hand_is_no_conflict(evening: PagedEvening) -> None:
    """Another phone that knows nothing of the mis-tap learns of it as before: numbers stay what they are."""
    evening.record()
    evening.post("void", 1, replaces=evening.event(1))
    assert evening.record().status_code == 302
    assert evening.points() == {"Anna": 20, "Beppo": 20, "Cilli": -20, "Done": -20}
