"""A player's statement: every line in words, per club, per evening, on the tab; who may open which."""

import html
import re
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.clubs.models import Player
from scorebook.clubs.services import enrol_players
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.play import services as play
from tests.support.browser import OpenPage
from tests.support.imported import imported, new_club
from tests.support.large_club import NAMES, results_table
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, problems_of, start, start_fields, text_of, token_in_address
from tests.support.played_evening import new_evening, rufer


@pytest.fixture
def closed(evening: PagedEvening) -> PagedEvening:
    """Anna and Beppo have won a Rufer with Schneider, Cilli has lost a solo; the Rufer was corrected."""
    evening.record()
    evening.record(contract="solo", declarer="Cilli", trump_suit="hearts", won="no")
    evening.post("hand", 1, **evening.by_id(RUFER_WITH_SCHNEIDER), replaces=str(evening.event(1)))
    evening.post("close")
    return evening


RUFER_WITH_SCHNEIDER: dict[str, object] = {
    "contract": "rufer", "declarer": "Anna", "partner": "Beppo", "won": "yes", "level": "schneider",
    "top_trumps": "0", "kontra": "0", "laid": "0",
}  # fmt: skip


def person(evening: PagedEvening, name: str) -> Player:
    return Player.objects.get(pk=evening.ids[name])


def statement_path(evening: PagedEvening, name: str, rest: str = "") -> str:
    return f"/c/{evening.club_token}/players/{evening.ids[name]}/{rest}"


def carry_over(evening: PagedEvening) -> None:
    play.carry_over_evening(evening=evening.now(), key=uuid4(), by="club link", at=timezone.now())


def deposit(evening: PagedEvening, name: str, amount_minor: int, why: str = "") -> None:
    ledger.deposit(
        club=evening.stored.club, unit="EUR", key=uuid4(), player=person(evening, name), amount_minor=amount_minor,
        note=why, by="club link", at=timezone.now(),
    )  # fmt: skip


def lines(client: Client, path: str) -> list[str]:
    """The statement's lines, folds and sums as they are read, without the time."""
    page = client.get(path)
    assert page.status_code == 200
    [part] = re.findall(r'<section class="part" id="lines">(.*?)</section>', markup(page), re.S)
    found = re.findall(r"<(?P<of>summary|tr|dt)[^>]*>(.*?)</(?:summary|tr|dd)>", part, re.S)
    texts = [" ".join(re.sub(r"<[^>]+>", " ", text).split()) for _of, text in found]
    rows = [re.sub(r"(· |\b)(\d\d\.\d\d\.\d{4} )?\d\d:\d\d ", "", row).replace("\xa0", " ") for row in texts]
    return [row for row in rows if row not in ("Spiel # Vorgang Betrag Stand", "Vorgang Betrag Stand")]


def today() -> str:
    return date_format(timezone.localdate(), "DATE_FORMAT")


@pytest.mark.usefixtures("still_clock")
def test_every_line_says_what_it_was_and_how_its_value_came_about(client: Client, closed: PagedEvening) -> None:
    place, *rows, total = lines(client, statement_path(closed, "Anna"))
    assert place == f"{today()} bekommt noch 0,80 € +0,80 €"
    assert rows == [
        "1 Anna mit Beppo: Rufer, gewonnen Rufer 20 +0,20 +0,20",
        "2 Cilli: Solo in Herz, verloren Solo 50 +0,50 +0,70",
        "1 Rückgängig: Anna mit Beppo: Rufer, gewonnen Das Spiel wurde geändert. −0,20 +0,50",
        "1 Anna mit Beppo: Rufer, Schneider gewonnen geändert Rufer 20 + Schneider 10 = 30 +0,30 +0,80",
    ]
    assert total == "Stand +0,80 €"


def test_the_reason_of_an_agreed_hand_is_shown_once(client: Client, evening: PagedEvening) -> None:
    points = {f"points_{evening.ids[name]}": str(count) for name, count in (("Anna", 30), ("Beppo", -30))}
    answer = evening.record(contract="agreed", why="Falsch gegeben", **points)
    assert answer.status_code == 302, problems_of(answer)
    [row] = [line for line in lines(client, statement_path(evening, "Anna")) if "Falsch gegeben" in line]
    assert row.count("Falsch gegeben") == 1


def test_each_evening_in_one_line_and_what_is_open(client: Client, closed: PagedEvening) -> None:
    text = text_of(client.get(statement_path(closed, "Cilli")))
    assert "schuldet noch 1,80 €" in text and "schuldet noch 1,80 € −1,80 €" in text
    carry_over(closed)
    deposit(closed, "Cilli", 180)
    text = text_of(client.get(statement_path(closed, "Cilli")))
    assert "nichts offen" in text and "auf dem Deckel −1,80 €" in text


@pytest.mark.usefixtures("still_clock")
def test_money_that_no_hand_moved_is_named_in_words(client: Client, closed: PagedEvening) -> None:
    play.charge_in_evening(
        evening=closed.now(), key=uuid4(), amounts={person(closed, "Cilli").pk: 100}, note="Strafe", by="x",
        at=timezone.now(),
    )  # fmt: skip
    payment = next(
        line.planned
        for line in books.plan_lines(club=closed.stored.club, unit="EUR", evening_id=closed.stored.pk)
        if line.planned.payer_name == "Cilli" and line.planned.payee_name == "Anna"
    )
    ledger.mark_paid(planned=payment, key=uuid4(), by="x", at=timezone.now())
    ledger.mark_unpaid(planned=payment, key=uuid4(), by="x", at=timezone.now())
    carry_over(closed)
    deposit(closed, "Cilli", 500, "für den Herbst")
    day = timezone.localdate().strftime("%d.%m.%Y")
    deposited, booked, settled, *rows = lines(client, statement_path(closed, "Cilli"))
    assert deposited == f"Auf dem Deckel {today()} +5,00 €"
    assert booked == "In die Kasse eingezahlt für den Herbst +5,00 +2,20"
    assert settled == f"{today()} auf dem Deckel · Beiträge, Strafen, Rundung −1,00 € −1,80 €"
    assert rows[4:] == [
        "Für die Gemeinschaftskasse Strafe −1,00 −2,80",
        "An Anna gezahlt +0,80 −2,00",
        "Rückgängig: Zahlung an Anna −0,80 −2,80",
        "Auf den Deckel geschrieben +2,80 0,00",
        "Vom Abend am −2,80 −2,80",  # its day is cut off with the time
        "Stand +2,20 €",
    ]
    on_tab = lines(client, statement_path(closed, "Cilli", "tab"))
    assert on_tab == [f"Vom Abend am {day} −2,80 −2,80", booked, rows[9]]


def test_of_one_evening_only_its_own_lines(client: Client, closed: PagedEvening) -> None:
    carry_over(closed)
    deposit(closed, "Anna", 500)
    text = text_of(client.get(statement_path(closed, "Anna", "evenings/1/")))
    assert "aus den Spielen +0,80 €" in text and "auf den Deckel −0,80 €" in text and "nichts offen" in text
    assert "eingezahlt" not in text
    assert client.get(statement_path(closed, "Anna", "evenings/2/")).status_code == 404


def test_a_period_begins_with_what_was_brought_forward(client: Client, closed: PagedEvening) -> None:
    carry_over(closed)
    day = timezone.localdate()
    path = statement_path(closed, "Anna")
    nothing = text_of(client.get(path, {"to": "2001-01-01"}))
    assert "Noch keine Einträge." in nothing and "Stand" in nothing
    later = text_of(client.get(path, {"from": f"{day.year + 1}-01-01"}))
    assert "Übertrag +0,80" in later and "Abend 1," not in later and "bekommt noch 0,80 €" in later
    assert "Gib ein Datum ein, zum Beispiel 2026-11-20." in text_of(client.get(path, {"from": "31.13."}))


def test_a_long_evening_is_read_page_by_page(
    client: Client, closed: PagedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = statement_path(closed, "Anna")
    evening, *whole, total = lines(client, path)
    monkeypatch.setattr("scorebook.web.evening.settlement.statement_views.LINES", 2)
    older = f"{path}?{older_evenings(client, path)}"
    assert lines(client, path) == [evening, *whole[2:], "Übertrag +0,70 €", total]
    assert lines(client, older) == [evening, *whole[:2], "Stand +0,70 €"]
    for address in (path, older):
        assert "bekommt noch 0,80 €" in text_of(client.get(address)), "what stands today is told on each page"
    assert "Zu den neuesten" in text_of(client.get(older)) and "Ältere Abende" not in text_of(client.get(older))


def older_evenings(client: Client, path: str) -> str:
    """What the page asks the page before with."""
    [query] = re.findall(r'href="\?([^"]+)#lines">\s*Ältere Abende', markup(client.get(path)))
    return html.unescape(query)


def play_three_more(client: Client, evening: PagedEvening) -> None:
    """Anna wins one Rufer in each."""
    for _ in range(3):
        answer = client.post(f"/c/{evening.club_token}/start", start_fields("Anna", "Beppo", "Cilli", "Done"))
        token = token_in_address(answer)
        client.post(f"/t/{token}/", evening.by_id({**RUFER_WITH_SCHNEIDER, "known_hands": "0"}))


def test_a_page_of_a_statement_cuts_no_evening_that_fits_the_next(
    client: Client, closed: PagedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_three_more(client, closed)
    path = statement_path(closed, "Anna")
    monkeypatch.setattr("scorebook.web.evening.settlement.statement_views.LINES", 5)
    assert re.findall(r"/evenings/(\d+)/", markup(client.get(path))) == ["4", "3", "2"]
    assert lines(client, path)[-2:] == ["Übertrag +0,80 €", "Stand +1,70 €"]
    older = f"{path}?{older_evenings(client, path)}"
    assert re.findall(r"/evenings/(\d+)/", markup(client.get(older))) == ["1"]
    assert len(lines(client, older)) == 6 and lines(client, older)[-1] == "Stand +0,80 €"
    monkeypatch.setattr("scorebook.web.evening.settlement.statement_views.EVENINGS", 2)
    assert re.findall(r"/evenings/(\d+)/", markup(client.get(path))) == ["4", "3"]
    older = f"{path}?{older_evenings(client, path)}"
    assert re.findall(r"/evenings/(\d+)/", markup(client.get(older))) == ["2", "1"]


@pytest.mark.browser
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_a_long_statement_is_short_while_it_is_folded(open_page: OpenPage, locale: str) -> None:
    club = new_club(*NAMES)
    imported(club, results_table(date(2025, 1, 1), 60))
    played = new_evening(*NAMES, club=club)
    for _ in range(30):
        played.record(rufer("Anna", "Beppo"))
    page = open_page(f"/c/{club.member_token}/players/{played.players['Anna'].pk}/?unit=EUR", locale=locale)
    folds = page.locator("#lines details")
    assert folds.count() == 20 and folds.first.locator("tr").count() == 31
    assert page.evaluate("document.documentElement.scrollHeight") <= 2500
    row = folds.last.locator("td .text")
    assert not row.is_visible()
    page.emulate_media(media="print")
    assert row.is_visible(), "paper shows the lines of all folds"


def test_a_long_tab_is_listed_by_year(client: Client, closed: PagedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    for amount_minor in (100, 200, 300):
        deposit(closed, "Anna", amount_minor)
    path = statement_path(closed, "Anna", "tab")
    assert "<details" not in lines_part(client, path)
    monkeypatch.setattr("scorebook.web.evening.settlement.statement_page.SHORT", 2)
    assert "<details" in lines_part(client, path)
    assert lines(client, path)[0] == f"{timezone.localdate().year} +6,00 €"


def lines_part(client: Client, path: str) -> str:
    return markup(client.get(path)).partition('id="lines"')[2].partition("</section>")[0]


def test_older_evenings_of_a_club_are_listed_page_by_page(
    client: Client, closed: PagedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_three_more(client, closed)
    monkeypatch.setattr("scorebook.web.club.front.front_rows.RUNNING", timedelta(0))
    monkeypatch.setattr("scorebook.web.club.front.views.EVENINGS", 2)
    monkeypatch.setattr("scorebook.web.club.front.views.OLDER_EVENINGS", 2)
    club = f"/c/{closed.club_token}/"
    first, second = client.get(club), client.get(club, {"before": "3"})
    assert 'href="?before=3"' in markup(first) and 'href="?before=' not in markup(second)
    assert markup(first).count('class="cover" href="/t/') == markup(second).count('class="cover" href="/t/') == 2


@pytest.mark.usefixtures("still_clock")
def test_points_and_money_are_never_added_up(client: Client, closed: PagedEvening) -> None:
    answer = client.post(
        f"/c/{closed.club_token}/start", start_fields("Anna", "Beppo", "Cilli", "Done", stake_bavarian="points")
    )
    token = token_in_address(answer)
    client.post(f"/t/{token}/", closed.by_id({**RUFER_WITH_SCHNEIDER, "known_hands": "0"}))
    path = statement_path(closed, "Anna")
    assert "+0,80 €" in text_of(client.get(path)) and "Punkte" in text_of(client.get(path))
    points = text_of(client.get(path, {"unit": "points"}))
    assert "Stand +2 Pkt." in points and "0,80" not in points
    assert text_of(client.get(path, {"unit": "beer"})) == text_of(client.get(path))


def test_a_hand_that_was_struck_out_is_no_hand_of_an_evening_for_points(client: Client, db: None) -> None:
    evening = start(client, stake_bavarian="points")
    for _ in range(3):
        evening.record()
    evening.post("void", 2, replaces=str(evening.event(2)))
    text = text_of(client.get(statement_path(evening, "Anna")))
    assert " 2 Spiele " in text and " 3 Spiele " not in text


def test_the_receipt_names_how_far_the_books_went(client: Client, closed: PagedEvening) -> None:
    receipt = books.chain_receipt(closed.stored.club)
    text = text_of(client.get(statement_path(closed, "Anna")))
    first = " ".join(receipt.hash[place : place + 4] for place in range(0, 16, 4))
    assert f"haben {receipt.entries} Einträge. Prüfsumme: {first}" in text


def test_a_kept_receipt_is_checked(client: Client, closed: PagedEvening) -> None:
    path = f"/c/{closed.club_token}/receipt"
    receipt = books.chain_receipt(closed.stored.club)
    kept = {"entries": str(receipt.entries), "hash": f" {receipt.hash[:8].upper()} {receipt.hash[8:16]} "}
    deposit(closed, "Anna", 500)
    assert "Es passt: Die ersten 4 Einträge sind unverändert" in text_of(client.post(path, kept))
    assert "ist die Prüfsumme eine andere" in text_of(client.post(path, {**kept, "entries": "3"}))
    assert "weniger als 77 Einträge" in text_of(client.post(path, {**kept, "entries": "77"}))
    page = client.post(path, {"entries": "viele", "hash": "4711"})
    assert page.status_code == 422 and len(problems_of(page)) == 2 and 'value="viele"' in markup(page)
    assert client.get(path).status_code == 200
    assert client.get(f"/c/{closed.stored.watch_token}/receipt").status_code == 404


def test_scribe_and_watchers_read_the_evening_and_nothing_else(client: Client, closed: PagedEvening) -> None:
    anna = closed.ids["Anna"]
    scribe, watch = (
        f"/{kind}/{token}/players/{anna}/"
        for kind, token in (("t", closed.stored.scribe_token), ("w", closed.stored.watch_token))
    )
    assert lines(client, scribe) == lines(client, watch) == lines(client, statement_path(closed, "Anna", "evenings/1/"))
    html = markup(client.get(watch))
    for secret in (closed.stored.scribe_token, closed.club_token, str(closed.stored.pk), "/c/", "/t/"):
        assert secret not in html
    assert closed.club_token not in markup(client.get(scribe))
    for path in (scribe, watch, statement_path(closed, "Anna"), statement_path(closed, "Anna", "tab")):
        assert client.post(path).status_code == 405
        assert re.findall(r"<form[^>]*>", markup(client.get(path)))[-1].count('class="tongues"') == 1


def test_names_lead_to_the_statements(client: Client, closed: PagedEvening) -> None:
    anna, scribe, watch = closed.ids["Anna"], closed.stored.scribe_token, closed.stored.watch_token
    for page, link in (
        (f"/c/{closed.club_token}/", f"/c/{closed.club_token}/people/{anna}/"),
        (f"/c/{closed.club_token}/people/{anna}/", statement_path(closed, "Anna")),
        (f"/t/{scribe}/settle", f"/t/{scribe}/players/{anna}/"),
        (f"/w/{watch}/", f"./players/{anna}/"),
        (f"/w/{watch}/sheet", f"./players/{anna}/"),
        (statement_path(closed, "Anna"), statement_path(closed, "Anna", "evenings/1/")),
    ):
        assert f'href="{link}"' in markup(client.get(page)), page
    assert "/players/" not in markup(client.get(f"/t/{scribe}/"))


def test_links_open_only_what_they_are_for(client: Client, closed: PagedEvening) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    anna, emil = closed.ids["Anna"], other.ids["Emil"]
    [lisl] = enrol_players(club=closed.stored.club, names=["Lisl"], at=timezone.now(), by="club link")
    scribe, watch, club = closed.stored.scribe_token, closed.stored.watch_token, closed.club_token
    for path in (
        f"/w/{scribe}/players/{anna}/", f"/t/{watch}/players/{anna}/", f"/w/{club}/players/{anna}/",
        f"/c/{watch}/players/{anna}/", f"/c/{scribe}/players/{anna}/", f"/c/{watch}/players/{anna}/tab",
        f"/c/{scribe}/players/{anna}/evenings/1/", f"/c/guessed/players/{anna}/",
        f"/c/{club}/players/{emil}/", f"/w/{watch}/players/{emil}/", f"/w/{watch}/players/{lisl.pk}/",
        f"/t/{scribe}/players/{lisl.pk}/", f"/c/{club}/players/{emil}/tab", f"/c/{club}/players/{uuid4()}/",
    ):  # fmt: skip
        assert client.get(path).status_code == 404, path
    assert "Noch keine Einträge." in text_of(client.get(f"/c/{club}/players/{lisl.pk}/"))


@pytest.mark.usefixtures("still_clock")
def test_a_statement_and_the_club_page_cost_the_same_after_many_hands(
    client: Client, evening: PagedEvening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for known in range(50):
        evening.record(known_hands=known)
        if known + 1 not in (5, 50):
            continue
        for path, statements in (
            (statement_path(evening, "Anna"), 16),
            (statement_path(evening, "Anna", "evenings/1/"), 14),
            (f"/w/{evening.stored.watch_token}/players/{evening.ids['Anna']}/", 13),
            (f"/c/{evening.club_token}/", 15),
            (f"/c/{evening.club_token}/tab", 13),
        ):
            with django_assert_num_queries(statements):
                assert client.get(path).status_code == 200
