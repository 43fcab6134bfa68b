"""The club's tab: deposits, fees, the till, settling, taking back; bad input writes nothing and stays typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorebook.ledger import queries as books
from scorebook.ledger.models import Entry
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import services as play
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, problems_of, start, text_of

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer


class Tab:
    """A club's tab in the tests' hand; people by name."""

    def __init__(self, client: Client, evening: PagedEvening, unit: str = "EUR") -> None:
        self.client, self.evening, self.unit = client, evening, unit
        self.path = f"/c/{evening.club_token}/tab"

    def text(self, **query: str) -> str:
        return text_of(self.client.get(self.path, {"unit": self.unit, **query})).replace("\xa0", " ")

    def post(self, **fields: object) -> Answer:
        return self.client.post(self.path, {"unit": self.unit, "key": str(uuid4()), **self.evening.by_id(fields)})

    def book(self, verb: str, amount: str, **fields: object) -> Answer:
        return self.post(book="1", verb=verb, amount=amount, **fields)

    def balances(self) -> dict[str, int]:
        found = books.tab_balances(club=self.evening.stored.club, unit=self.unit)
        return {player.name: found.get(player.pk, 0) for player in self.evening.stored.club.players.all()}

    def till(self) -> tuple[int, int]:
        club = self.evening.stored.club
        return books.till_balance(club=club, unit=self.unit), books.kitty_balance(club=club, unit=self.unit)

    def plan(self) -> list[tuple[str, str, int]]:
        """What is still to be paid."""
        lines = books.plan_lines(club=self.evening.stored.club, unit=self.unit, evening_id=None)
        return [(one.planned.payer_name, one.planned.payee_name, one.open_minor) for one in lines if not one.is_paid]

    def entries(self) -> int:
        return Entry.objects.filter(club=self.evening.stored.club).count()


@pytest.fixture
def tab(client: Client, evening: PagedEvening) -> Tab:
    """Anna and Beppo have won 20 cents each from Cilli and Done; it stands on the tab."""
    evening.record()
    evening.post("close")
    play.carry_over_evening(evening=evening.now(), key=uuid4(), by="club link", at=timezone.now())
    return Tab(client, evening)


def test_what_stands_on_the_tab_and_where_it_came_from(tab: Tab) -> None:
    day = timezone.localdate().strftime("%d.%m.%Y")
    text = tab.text()
    assert "Anna +0,20 +0,20" in text and "Cilli −0,20 −0,20" in text
    assert "In der Kasse 0,00 €" in text
    assert f"Vom Abend am {day} alle · {day} Anna +0,20 € Beppo +0,20 €" in text
    link = f'href="/c/{tab.evening.club_token}/players/{tab.evening.ids["Anna"]}/tab?unit=EUR"'
    assert link in markup(tab.client.get(tab.path))


def test_only_the_latest_entries_are_not_folded(tab: Tab) -> None:
    for number in range(5):
        tab.book("deposit", "1", who="Anna", note=f"Nummer {number}")
    latest, older = tab.text().split("Alle Einträge")[1].split("Ältere Einträge")
    assert [number for number in range(5) if f"Nummer {number}" in latest] == [0, 1, 2, 3, 4]
    assert "Vom Abend am" in older and "Vom Abend am" not in latest
    older_page = markup(tab.client.get(tab.path, {"unit": "EUR", "before": "999999999"}))
    assert '<details class="fold" open><summary>Ältere Einträge' in older_page


def test_a_season_on_the_tab(tab: Tab) -> None:
    assert tab.book("deposit", "50", who="Cilli", note="für die Saison").status_code == 302
    tab.book("charge", "2,50", people="everybody", note="Monatsbeitrag")
    tab.book("charge", "1", people=["Anna", "Done"])
    tab.book("grant", "3", people="Beppo", note="Sieger im Oktober")
    tab.book("spend", "8,40", note="Runde Helles")
    tab.book("pay_out", "10.00", who="Cilli")
    tab.book("pay", "1,50 €", who="Done", payee="Anna", note="am Stammtisch")
    assert tab.balances() == {"Anna": 20 - 350 - 150, "Beppo": 20 - 250 + 300, "Cilli": 5000 - 1020 - 250, "Done": -220}
    assert tab.till() == (5000 - 840 - 1000, 1000 + 200 - 300 - 840)
    text = tab.text()
    assert "In der Kasse 31,60 €" in text and "Gemeinschaftskasse samt Außenständen 0,60 €" in text
    for line in (
        "Einzahlung: für die Saison 50,00 € Cilli ·", "Für die Gemeinschaftskasse: Monatsbeitrag je 2,50 € alle ·",
        "Für die Gemeinschaftskasse je 1,00 € Anna, Done ·",
        "Prämie aus der Gemeinschaftskasse: Sieger im Oktober 3,00 € Beppo ·",
        "Ausgabe aus der Gemeinschaftskasse: Runde Helles 8,40 €", "Auszahlung 10,00 € Cilli ·",
        "Zahlung: am Stammtisch 1,50 € Done → Anna ·",
    ):  # fmt: skip
        assert line in text
    assert {entry.recorded_by for entry in Entry.objects.filter(evening_id=None)} == {"club link", "keeper link"}
    assert audit_club(tab.evening.stored.club) is None


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"verb": "deposit", "amount": "viel"}, {"Tipp eine Person an.", "Gib einen Betrag ein, zum Beispiel 5."}),
        ({"verb": "deposit", "amount": "0", "who": "Anna"}, {"Dieser Betrag ist hier nicht möglich."}),
        ({"verb": "charge", "amount": "1"}, {"Tipp mindestens eine Person an."}),
        (
            {"verb": "grant", "amount": "", "people": "nobody"},
            {"Tipp mindestens eine Person an.", "Gib einen Betrag ein, zum Beispiel 5."},
        ),
        ({"verb": "pay", "amount": "1", "who": "Anna"}, {"Wer bekommt es?"}),
        ({"verb": "pay", "amount": "1", "who": "Anna", "payee": "Anna"}, {"Wähl zwei verschiedene Personen."}),
        ({"verb": "spend", "amount": "-1"}, {"Gib einen Betrag ein, zum Beispiel 5."}),
        ({"verb": "spend", "amount": "1", "note": "x" * 101}, {"Das ist zu lang."}),
        ({"verb": "steal", "amount": "1"}, {"Wähl die Art des Eintrags."}),
    ],
)
def test_what_cannot_be_booked_stays_typed_and_writes_nothing(
    tab: Tab, fields: dict[str, str], problems: set[str]
) -> None:
    before = tab.entries()
    page = tab.post(book="1", **{"note": "Helles & Brezn", **fields})
    assert page.status_code == 422 and tab.entries() == before
    assert set(problems_of(page)) == problems
    html = markup(page)
    assert f'name="amount" value="{fields["amount"]}"' in html and '<details class="fold" id="book" open>' in html
    assert 'value="Helles &amp; Brezn"' in html or "note" in fields
    if fields.get("who"):
        assert f'name="who" value="{tab.evening.ids["Anna"]}" checked' in html


def test_sent_twice_is_written_once_and_another_content_is_refused(tab: Tab) -> None:
    key, before = str(uuid4()), tab.entries()
    for _ in range(2):
        assert tab.book("deposit", "5", who="Anna", key=key).status_code == 302
    other = tab.book("deposit", "6", who="Anna", key=key)
    assert other.status_code == 422 and "schon einmal" in text_of(other)
    assert tab.entries() == before + 1


def test_the_tab_is_settled_by_fewest_payments_and_ticked_off(tab: Tab) -> None:
    tab.post(settle="1", way="fewest")
    assert len(tab.plan()) == 2
    assert re.search(r"(Cilli|Done) → zahlt an (Anna|Beppo) 0,20 €", tab.text())
    tab.book("charge", "0,10", people="Cilli")
    assert sum(amount for _, _, amount in tab.plan()) == 50
    for planned in re.findall(r'name="payment" value="([^"]+)"', markup(tab.client.get(tab.path))):
        tab.post(tick="1", payment=planned)
    assert tab.plan() == [] and set(tab.balances().values()) == {0} and tab.till() == (10, 10)
    text = tab.text()
    assert "Auf dem Deckel ist alles bezahlt." in text and "Wer zahlt wem" not in text
    assert audit_club(tab.evening.stored.club) is None


def test_the_tab_is_settled_through_the_till_and_a_tick_is_taken_back(tab: Tab) -> None:
    tab.post(settle="1", way="till")
    assert sorted(tab.plan()) == [("", "Anna", 20), ("", "Beppo", 20), ("Cilli", "", 20), ("Done", "", 20)]
    [first, *_] = re.findall(r'name="payment" value="([^"]+)"', markup(tab.client.get(tab.path)))
    tab.post(tick="1", payment=first)
    assert len(tab.plan()) == 3 and "rückgängig" in tab.text()
    again = tab.client.post(tab.path, {"unit": "EUR", "tick": "1", "payment": first}, follow=True)
    assert "schon abgehakt" in text_of(again)
    tab.post(untick="1", payment=first)
    assert len(tab.plan()) == 4
    tab.post(withdraw="1")
    assert tab.plan() == [] and tab.balances()["Anna"] == 20
    assert tab.post(tick="1", payment=str(uuid4())).status_code == 404


def test_whatever_was_written_is_taken_back(tab: Tab) -> None:
    tab.book("deposit", "5", who="Anna")
    for entry, _ in zip(
        re.findall(r'name="entry" value="([^"]+)"', markup(tab.client.get(tab.path))), "ab", strict=True
    ):
        key = str(uuid4())
        for _ in range(2):
            assert tab.post(undo="1", entry=entry, key=key).status_code == 302
    assert set(tab.balances().values()) == {0} and tab.till() == (0, 0)
    assert 'name="undo"' not in markup(tab.client.get(tab.path)) and "Rückgängig gemacht am" in tab.text()
    assert "0,20 €" in text_of(tab.evening.get("settle"))
    refused = tab.client.post(tab.path, {"unit": "EUR", "undo": "1", "entry": entry}, follow=True)
    assert "schon rückgängig gemacht" in text_of(refused)
    assert audit_club(tab.evening.stored.club) is None


def test_entries_of_an_evening_are_not_taken_back_here(tab: Tab) -> None:
    evening_entry = Entry.objects.filter(evening_id__isnull=False).first()
    assert evening_entry is not None
    assert tab.post(undo="1", entry=str(evening_entry.pk)).status_code == 404


def test_who_never_played_for_money_can_keep_a_till(client: Client, db: None) -> None:
    evening = start(client, stake_bavarian="points")
    tab = Tab(client, evening)
    assert "Ihr habt noch nicht um Geld gespielt." in tab.text()
    assert tab.book("pay", "5", who="Anna", payee="Beppo").status_code == 302
    assert tab.balances() == {"Anna": 500, "Beppo": -500, "Cilli": 0, "Done": 0}
    assert tab.post(book="1", verb="deposit", unit="DM", amount="1", who="Anna").status_code == 404
    assert "noch nicht um Geld" not in tab.text()


def test_the_club_sums_up_what_is_open_in_one_line(client: Client, tab: Tab) -> None:
    club = f"/c/{tab.evening.club_token}/"
    assert "Noch abzurechnen von Cilli, Done 0,40 €" in text_of(client.get(club))
    tab.book("deposit", "0,20", who="Cilli")
    assert "Noch abzurechnen von Done 0,20 €" in text_of(client.get(club))
    tab.book("deposit", "0,20", who="Done")
    assert "Noch abzurechnen für Anna, Beppo 0,40 €" in text_of(client.get(club))


def test_older_entries_are_a_page_away(tab: Tab) -> None:
    for number in range(35):
        tab.book("deposit", "1", who="Anna", note=f"Nr. {number:02}")
    html = markup(tab.client.get(tab.path))
    assert "Nr. 34" in html and "Nr. 04" not in html
    [older] = re.findall(r"before=(\d+)", html)
    text = tab.text(before=older)
    assert "Nr. 04" in text and "Nr. 34" not in text and "Zu den neuesten" in text
    assert "Nr. 34" in tab.text(before="soon")


def test_outsiders_find_no_tab(client: Client, tab: Tab) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    before = tab.entries()
    for token in ("guessed", tab.evening.stored.scribe_token, tab.evening.stored.watch_token):
        for answer in (client.get(f"/c/{token}/tab"), client.post(f"/c/{token}/tab", {"unit": "EUR", "settle": "1"})):
            assert answer.status_code == 404
    entry = books.tab_entries(club=tab.evening.stored.club, unit="EUR")[0]
    answer = client.post(f"/c/{other.club_token}/tab", {"unit": "EUR", "undo": "1", "entry": str(entry.pk)})
    assert answer.status_code == 404
    assert tab.book("deposit", "5", who=other.ids["Emil"]).status_code == 422
    assert tab.entries() == before
