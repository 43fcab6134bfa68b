import re
from uuid import uuid4

import pytest
from django.test import Client

from scorebook.ledger.models import Entry
from tests.web.evening import Evening, start, text_of


@pytest.fixture
def closed(evening: Evening) -> Evening:
    evening.record()
    evening.record(contract="solo", declarer="Cilli", won="no")
    evening.post("close")
    return evening


def payments(evening: Evening) -> list[tuple[str, str]]:
    html = evening.get("settle").content.decode()
    return re.findall(r'name="payment" value="([^"]+)">.*?name="(tick|untick)"', html)


def test_close_page_shows_the_plan_before_anything_is_written(evening: Evening) -> None:
    evening.record()
    said = text_of(evening.get("close"))
    assert re.search(r"(Cilli|Done) → zahlt an (Anna|Beppo) 0,20 €", said) and not evening.now().is_closed


def test_closing_leads_to_who_pays_whom(closed: Evening) -> None:
    said = text_of(closed.get("settle"))
    assert closed.now().is_closed
    assert said.count("Cilli → zahlt an") == 3 and "3 Zahlungen sind offen." in said
    assert len(payments(closed)) == 3
    assert closed.get("close").status_code == 302 and "Wer zahlt wem" in text_of(closed.get("table"))


def test_payments_are_ticked_and_unticked(closed: Evening) -> None:
    planned = payments(closed)[0][0]
    closed.post("settle", payment=planned, tick="1")
    assert [verb for _id, verb in payments(closed)] == ["untick", "tick", "tick"]
    closed.post("settle", payment=planned, untick="1")
    assert [verb for _id, verb in payments(closed)] == ["tick", "tick", "tick"]


def test_ticking_twice_with_one_form_pays_once(closed: Evening) -> None:
    fields = {"key": str(uuid4()), "payment": payments(closed)[0][0], "tick": "1"}
    before = Entry.objects.count()
    for _ in range(2):
        assert closed.post("settle", **fields).status_code == 302
    assert Entry.objects.count() == before + 1


def test_ticking_what_is_paid_says_so(closed: Evening) -> None:
    planned = payments(closed)[0][0]
    closed.post("settle", payment=planned, tick="1")
    closed.post("settle", payment=planned, tick="1")
    assert "Diese Zahlung ist schon abgehakt." in text_of(closed.get("settle"))


def test_when_all_is_paid_nobody_owes_anything(closed: Evening) -> None:
    for planned, _verb in payments(closed):
        closed.post("settle", payment=planned, tick="1")
    assert "Alles ist bezahlt." in text_of(closed.get("settle"))
    club = text_of(closed.client.get(f"/c/{closed.club_token}/"))
    assert "Anna 0,00 € Beppo 0,00 € Cilli 0,00 € Done 0,00 €" in club


def test_a_payment_of_another_evening_is_not_found(closed: Evening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    other.record(declarer="Emil", partner="Fanny")
    other.post("close")
    assert closed.post("settle", payment=payments(other)[0][0], tick="1").status_code == 404


def test_a_reopened_evening_goes_on(closed: Evening) -> None:
    assert closed.post("settle", reopen="1").status_code == 302
    assert closed.record().status_code == 302
    assert closed.now().hand_count == 3


def test_closing_twice_with_one_form_closes_once(evening: Evening) -> None:
    evening.record()
    key = str(uuid4())
    assert [evening.post("close", key=key).status_code for _ in range(2)] == [302, 302]
    assert "schon" not in text_of(evening.get("settle"))


def test_points_are_not_paid(db: None, client: Client) -> None:
    evening = start(client, stake_bavarian="points")
    evening.record()
    evening.post("close")
    said = text_of(evening.get("settle"))
    assert "Ihr habt um Punkte gespielt" in said and "€" not in said
