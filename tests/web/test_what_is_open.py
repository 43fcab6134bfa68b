"""Every page that names an amount to pay or receive shows the net of evenings and tab, and its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorebook.clubs.identities import link_players
from scorebook.ledger import queries
from scorebook.ledger.models import Entry
from tests.support.paged_evening import PagedEvening, problems_of, start_fields, text_of

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

# Cilli lost 0,20 in a closed evening and put 0,50 into the till, of which 0,10 went for a fee: 0,20 is hers.
NET_OF_CILLI = "bekommt noch 0,20 € Abende −0,20 € · Deckel +0,40 €"


@dataclass
class Books:
    client: Client
    evening: PagedEvening

    @property
    def club(self) -> str:
        return f"/c/{self.evening.club_token}/"

    def text(self, path: str) -> str:
        return text_of(self.client.get(path)).replace("\xa0", " ")

    def book(self, verb: str, amount: str, **fields: object) -> Answer:
        typed = self.evening.by_id({"book": "1", "verb": verb, "amount": amount, **fields})
        return self.client.post(f"{self.club}tab", {"unit": "EUR", "key": str(uuid4()), **typed})

    def payment_of(self, name: str) -> str:
        lines = queries.plan_lines(club=self.evening.stored.club, unit="EUR", evening_id=self.evening.stored.pk)
        return next(str(one.planned.pk) for one in lines if one.planned.payer_name == name)


@pytest.fixture
def books(client: Client, evening: PagedEvening) -> Books:
    evening.record()
    evening.post("close")
    found = Books(client, evening)
    found.book("deposit", "0,50", who="Cilli")
    found.book("charge", "0,10", people="Cilli")
    return found


@pytest.mark.parametrize(
    "page",
    [
        "{club}players/{cilli}/",
        "{club}players/{cilli}/tab",
        "{club}players/{cilli}/evenings/1/",
        "{table}settle",
        "{table}settle/ways",
        "{table}paper",
        "{table}settle/{payment}/transfer",
        "{table}players/{cilli}/",
    ],
)
def test_each_page_that_tells_somebody_to_pay_shows_the_net_and_its_parts(books: Books, page: str) -> None:
    path = page.format(
        club=books.club, table=f"/t/{books.evening.stored.scribe_token}/", cilli=books.evening.ids["Cilli"],
        payment=books.payment_of("Cilli"),
    )  # fmt: skip
    assert NET_OF_CILLI in books.text(path)


def test_the_tab_shows_the_net_of_all_in_one_table_and_the_club_its_sum(books: Books) -> None:
    assert "Cilli −0,20 +0,40 +0,20" in books.text(f"{books.club}tab")
    assert "Noch abzurechnen von Done 0,20 €" in books.text(books.club)


def test_the_page_of_the_close_shows_it_of_the_evening_before(books: Books) -> None:
    answer = books.client.post(f"{books.club}start", start_fields("Anna", "Beppo", "Cilli", "Done"))
    table = answer["Location"]
    hand = books.evening.by_id({
        "contract": "rufer", "declarer": "Anna", "partner": "Beppo", "won": "yes", "level": "plain", "known_hands": "0",
    })  # fmt: skip
    books.client.post(table, hand)
    text = books.text(f"{table}close")
    assert "Cilli macht zusammen 0,00 € Abende −0,40 € · Deckel +0,40 €" in text
    assert "Done schuldet noch 0,40 € Abende" in text


def test_an_evening_of_which_all_is_open_needs_no_second_figure(client: Client, evening: PagedEvening) -> None:
    evening.record()
    evening.post("close")
    assert "altogether" not in evening.get("settle").content.decode()


def test_who_looks_on_sees_nothing_of_other_evenings_and_of_the_tab(books: Books) -> None:
    watch, cilli = books.evening.stored.watch_token, books.evening.ids["Cilli"]
    for path in (f"/w/{watch}/", f"/w/{watch}/paper", f"/w/{watch}/players/{cilli}/"):
        text = books.text(path)
        assert "0,40" not in text and "Deckel" not in text, path


def test_two_entries_of_one_person_are_one_line(books: Books) -> None:
    """Fritz is written as Friedl as well: what is open of both comes to one net, whichever statement is looked at."""
    answer = books.client.post(f"{books.club}start", start_fields("Friedl", "Beppo", "Anna", "Done"))
    books.client.post(f"{books.club}start", start_fields("Fritz", "Emil", "Gustl", "Hans"))
    players = {player.name: player for player in books.evening.stored.club.players.all()}
    books.evening.ids = {name: str(player.pk) for name, player in players.items()}
    hand = books.evening.by_id({
        "contract": "solo", "declarer": "Friedl", "trump_suit": "bells", "won": "no", "level": "plain",
        "known_hands": "0",
    })  # fmt: skip
    books.client.post(answer["Location"], hand)
    books.book("deposit", "2", who="Fritz")
    link_players(player=players["Friedl"], other=players["Fritz"], key=uuid4(), by="club link", at=timezone.now())
    assert books.text(f"{books.club}tab").count("Fritz −1,50 +2,00 +0,50") == 1
    for player in (players["Fritz"], players["Friedl"]):
        net = "bekommt noch 0,50 € Abende −1,50 € · Deckel +2,00 €"
        assert net in books.text(f"{books.club}players/{player.pk}/"), player


def test_a_pay_out_against_which_evenings_stand_is_confirmed_first(books: Books) -> None:
    before = Entry.objects.count()
    refused = books.book("pay_out", "0,40", who="Cilli")
    assert refused.status_code == 422 and Entry.objects.count() == before
    [problem] = problems_of(refused)
    assert problem.startswith("Aus Abenden ist noch Geld offen.")
    assert f"Cilli {NET_OF_CILLI}" in text_of(refused).replace("\xa0", " ").partition("Auszahlung")[2]
    assert books.book("pay_out", "0,40", who="Cilli", despite="1").status_code == 302
    assert Entry.objects.count() == before + 1


@pytest.mark.parametrize(("who", "amount"), [("Cilli", "0,20"), ("Anna", "5")])
def test_a_pay_out_of_what_is_due_or_with_no_evening_against_it_is_not(books: Books, who: str, amount: str) -> None:
    key = str(uuid4())
    for _ in range(2):  # sent again, it is done once and without a question
        assert books.book("pay_out", amount, who=who, key=key).status_code == 302
    assert Entry.objects.filter(pk=key).count() == 1


def test_a_planned_payment_of_the_tab_says_what_stands_against_it(books: Books) -> None:
    books.client.post(f"{books.club}tab", {"unit": "EUR", "key": str(uuid4()), "settle": "1", "way": "till"})
    assert "Mit den Abenden bekommt Cilli insgesamt 0,20 €." in books.text(f"{books.club}tab")
