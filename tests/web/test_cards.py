"""Cards counted beside the table: the evening's own pack and trumps, taken over into its form."""

import pytest
from django.test import Client

from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start, text_of

OBERS = ["ober-acorns", "ober-leaves", "ober-hearts", "ober-bells"]


def test_a_pile_is_counted_for_the_evenings_own_contracts(evening: PagedEvening) -> None:
    page = evening.client.get(evening.url("cards"), {"contract": "wenz", "cards": ["unter-acorns", "ace-bells"]})
    text = text_of(page)
    assert "13 Augen in 2 Karten" in text and "Laufende: mit 1" in text
    answer = evening.client.get(evening.url("count_cards"), {"contract": "rufer", "cards": OBERS}).json()
    assert (answer["points"], answer["run"], answer["bid_text"]) == (12, 4, "")


@pytest.mark.parametrize(
    ("take", "field"), [("points", 'name="card_points" value="12"'), ("top", 'name="top_trumps" value="4" checked')]
)
def test_taking_over_goes_back_to_the_table_with_it(evening: PagedEvening, take: str, field: str) -> None:
    query = {"contract": "solo", "trump_suit": "bells", "cards": OBERS, "take": take}
    page = evening.client.get(evening.url("cards"), query, follow=True)
    html = markup(page)
    assert page.redirect_chain[-1][0].startswith(evening.url("table"))
    assert field in html and 'name="contract" value="solo"' in html
    assert 'name="trump_suit" value="bells" aria-label="Schellen" checked' in html


def test_short_cards_have_a_short_pack(client: Client, db: None) -> None:
    short = start(client, "Anna", "Beppo", "Cilli", stake_bavarian="short")
    assert markup(short.get("cards")).count('name="cards"') == 24


def test_a_hand_of_sasku_is_as_long_as_it_may_bid(client: Client, db: None) -> None:
    """S12: the suit's own cards and all pictures count."""
    sasku = start(client, game="sasku", stake_sasku="points")
    pictures = ["king-clubs", "ober-hearts", "unter-diamonds"]
    hand = [*pictures, "six-spades", "ace-spades", "seven-spades", "nine-hearts", "ace-clubs", "ten-clubs"]
    answer = client.get(sasku.url("count_cards"), {"contract": "trumps", "cards": hand}).json()
    assert answer["bid_text"] == "Auf der Hand: Reizen bis 6 (Pik)"
    assert answer["run_text"] == ""
    assert "Laufende übernehmen" not in text_of(sasku.get("cards"))
    weak = client.get(sasku.url("count_cards"), {"contract": "trumps", "cards": ["ace-clubs", "nine-hearts"]}).json()
    assert weak["bid_text"] == "Auf der Hand: zu kurz zum Reizen"


def test_a_game_without_a_pack_has_nothing_to_count(client: Client, db: None) -> None:
    bierkopf = start(client, game="bierkopf", stake_bierkopf="bierkopf")
    assert bierkopf.get("cards").status_code == 404
    assert "Karten zählen" not in text_of(bierkopf.get("table"))


def test_outsiders_count_nothing(evening: PagedEvening, client: Client) -> None:
    for token in ("guessed", evening.stored.watch_token):
        assert client.get(f"/t/{token}/cards").status_code == 404
        assert client.get(f"/t/{token}/cards/count").status_code == 404
