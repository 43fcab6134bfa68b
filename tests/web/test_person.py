"""A person's page and the page of partners: what they say, for whom, and what they cost."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from playwright.sync_api import expect

from rules import PRESETS
from scorebook.clubs.club_groups import append_club_event
from scorebook.clubs.models import ClubEvent
from scorebook.clubs.services import enrol_players, rename_player
from scorebook.web.core.person_names import COLOURS, Person
from scorebook.web.templatetags.scorebook import initials
from tests.support.browser import OpenPage
from tests.support.devices import device_of
from tests.support.page import markup
from tests.support.paged_evening import text_of
from tests.support.played_evening import PUB, THROWN_IN, PlayedEvening, new_evening, rufer, solo

PALATINATE = PRESETS["palatinate"]["palatinate"]


@pytest.fixture
def table(db: None) -> PlayedEvening:
    """Anna has won two Rufer, one with Beppo and one with Cilli, and lost a solo. Closed."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.record(rufer("Cilli", "Anna", level="schneider"))
    evening.record(solo("Anna", won=False))
    evening.close()
    return evening


def page_of(table: PlayedEvening, name: str, query: str = "") -> str:
    return f"/c/{table.club.keeper_token}/people/{table.players[name].pk}/{query}"


def partners_of(table: PlayedEvening, query: str = "") -> str:
    return f"/c/{table.club.keeper_token}/partners{query}"


def page_text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return text_of(answer).replace("\xa0", " ")


def play_together(evening: PlayedEvening) -> None:
    """Anna and Beppo win 24 of 30 on one side, Anna and Cilli 5 of 20, Anna and Done 5 of 20.

    So Cilli and Done win 6 of the 30, Beppo and Done 15 of 20, and Beppo and Cilli 15 of 20.
    """
    for partner, won, lost in (("Beppo", 24, 6), ("Cilli", 5, 15), ("Done", 5, 15)):
        for has_won in [True] * won + [False] * lost:
            evening.record(rufer("Anna", partner, won=has_won))
    evening.close()


@pytest.fixture
def long_table(db: None) -> PlayedEvening:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    play_together(evening)
    return evening


def test_the_course_of_a_persons_points_is_drawn(client: Client, table: PlayedEvening) -> None:
    second = new_evening(*table.players, club=table.club, at=table.now())
    second.record(solo("Anna"))
    second.close()
    section = client.get(page_of(table, "Anna")).content.decode().partition('id="course"')[2]
    assert "<svg" in section.partition("</section>")[0]


def test_a_person_page_sums_up_all_evenings(client: Client, table: PlayedEvening) -> None:
    """20 + 30 - 150 points at a cent; Anna declared twice and was called once."""
    page = page_text(client, page_of(table, "Anna"))
    assert "Punkte −100 Geld −1,00 € Abende 1 Spiele 3" in page
    assert "Spieler 50 % 1 von 2 −130 Partner 100 % 1 von 1 +30" in page
    assert "Platz 3 0 Abende Platz 4 1 Abend" in page and "Platz 4 von 4 −100 −1,00 €" in page
    assert "Rufer +50 2 von 2 gewonnen 1 von 1 als Spieler gewonnen 1 von 1 als Partner gewonnen" in page
    assert "Solo −150 0 von 1 gewonnen 0 von 1 als Spieler gewonnen" in page
    assert "Aktuelle Serie 1 Abend im Minus" in page and "Gewonnene Abende 0 von 1" in page
    assert "Bestes Spiel +30" in page and "2 Spiele am Stück gewonnen" in page


def test_the_rating_has_a_course_unless_the_person_left(client: Client, table: PlayedEvening) -> None:
    course = markup(client.get(page_of(table, "Anna", "?in=rating"))).partition('id="course"')[2]
    assert "Spielstärke" in course and re.search(r">1.?[34]\d\d<", course)
    mark(table, ClubEvent.Kind.LEFT_RATINGS, "Anna")
    assert "Spielstärke" not in page_text(client, page_of(table, "Anna", "?in=rating"))


def test_milestones_lead_to_their_evening(client: Client, table: PlayedEvening) -> None:
    page = page_text(client, page_of(table, "Cilli"))
    assert "Erster gewonnener Abend 20. November 2026 1. Abend 20. November 2026" in page


def test_records_are_named_where_they_are_held(client: Client, table: PlayedEvening) -> None:
    assert "das höchste Spiel" not in page_text(client, page_of(table, "Anna"))
    page = page_text(client, page_of(table, "Cilli"))  # -20 + 30 + 50
    assert "hat den Wanderpokal" in page and "das höchste Spiel" in page
    assert "die meisten Abende am Stück im Plus" in page


def comparison_of(table: PlayedEvening, name: str, other: str, query: str = "") -> str:
    return page_of(table, name, f"against?with={table.players[other].pk}{query}")


def test_who_ended_ahead_is_two_taps_from_a_name(client: Client, table: PlayedEvening) -> None:
    """Anna is last with -100 points, Cilli first with 60, Beppo second with 40, Done third with 0."""
    compare = comparison_of(table, "Anna", "Beppo", "").replace("?", "?game=bavarian&amp;period=all&amp;")
    assert f'href="{compare}"' in markup(client.get(page_of(table, "Anna")))
    second = new_evening(*table.players, club=table.club, at=table.clock + timedelta(days=7))
    second.record(solo("Anna"))
    second.close()
    page = page_text(client, comparison_of(table, "Anna", "Beppo"))
    assert "Von 2 gemeinsamen Abenden: Anna einmal vorn, Beppo einmal vorn." in page
    assert "An Anna, 27.11.2026 Be Beppo, 20.11.2026" in page
    page = page_text(client, comparison_of(table, "Beppo", "Done"))
    assert "Von 2 gemeinsamen Abenden: Beppo einmal vorn, einmal gleich." in page
    assert "= gleich, 27.11.2026 Be Beppo, 20.11.2026" in page


def test_without_another_person_everyone_can_be_chosen(client: Client, table: PlayedEvening) -> None:
    html = markup(client.get(page_of(table, "Anna", "against")))
    assert html.count("with=") == 3
    own = client.get(comparison_of(table, "Anna", "Anna"))
    assert (own.status_code, own["Location"]) == (302, page_of(table, "Anna"))
    assert client.get(page_of(table, "Anna", f"against?with={uuid4()}")).status_code == 200


def test_the_owner_of_the_phone_is_compared_first(table: PlayedEvening) -> None:
    phone = device_of(table.club.member_token)
    table.club.devices.update(player=table.players["Anna"])
    path = f"/c/{table.club.pk}/people/"
    html = markup(phone.get(f"{path}{table.players['Beppo'].pk}/"))
    assert html.index("Me against Beppo") < html.index('class="chip"')
    assert f"{path}{table.players['Anna'].pk}/against?" in html
    assert "Me against" not in markup(phone.get(f"{path}{table.players['Anna'].pk}/"))


def test_head_to_head(client: Client, table: PlayedEvening) -> None:
    page = page_text(client, comparison_of(table, "Anna", "Beppo"))
    assert "Anna und Beppo" in page
    assert "Spieler 50 % 2 Spiele je −65,0 – Partner 100 % 1 Spiel je +30,0 100 % 1 Spiel je +20,0" in page
    assert "1 Spiel zusammen gewonnen 1 1 Punkte +20 +20" in page
    assert "2 Spiele gegeneinander gewonnen 1 1 Punkte −120 +20" in page


def test_comparing_keeps_the_game_and_the_time_of_the_page(client: Client, table: PlayedEvening) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", ruleset=PALATINATE, club=table.club)
    evening.record({"contract": "solo", "declarer": "Cilli", "trump_suit": "hearts", "won": True})
    evening.close()
    html = markup(client.get(page_of(table, "Anna", "?game=bavarian&period=2026")))
    assert html.count("against?game=bavarian&amp;period=2026&amp;with=") == 6  # three above, three below
    html = markup(client.get(comparison_of(table, "Anna", "Beppo", "&game=bavarian&period=2026")))
    assert f'name="with" value="{table.players["Beppo"].pk}"' in html
    assert '<option value="bavarian" selected>' in html and '<option value="2026" selected>' in html


def lose_together(table: PlayedEvening) -> None:
    """Another evening: Anna and Cilli lose ten more, which makes 5 of 30."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", club=table.club)
    for _ in range(10):
        evening.record(rufer("Anna", "Cilli", won=False))
    evening.close()


def test_the_best_partner_stands_above_and_says_how_sure_that_is(client: Client, long_table: PlayedEvening) -> None:
    page = page_text(client, page_of(long_table, "Anna"))
    assert "Bester Partner" not in page  # with nobody else as many as 30 hands
    assert "Angstgegner Cilli" not in page and "ab 30 solchen Spielen" in page
    lose_together(long_table)
    page = page_text(client, page_of(long_table, "Anna"))
    assert "Bester Partner Beppo 80 % · 30 Spiele" in page
    assert "Schwierigster Partner Cilli 17 % · 30 Spiele" in page


def test_partners_are_compared_with_what_was_expected(client: Client, long_table: PlayedEvening) -> None:
    """Anna with all but Beppo 10 of 40, Beppo with all but Anna 30 of 40: 50 % expected, 80 % observed."""
    page = page_text(client, partners_of(long_table, "?period=all"))
    assert "Anna + Beppo 80 % von 30 Spielen gewonnen, 50 % erwartet +30 +13 bis +40" in page


def test_the_matrix_names_everybody_and_says_where_hands_are_few(client: Client, table: PlayedEvening) -> None:
    page = page_text(client, partners_of(table, "?period=all"))
    assert "Zu wenige Spiele: In diesem Zeitraum hat niemand 20 Spiele" in page and "Alle mit allen" not in page
    assert page_of(table, "Done") in markup(client.get(partners_of(table, "?period=all")))
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", club=table.club)
    play_together(evening)
    html = markup(client.get(partners_of(table, "?period=all")))
    [matrix] = re.findall(r'<table class="matrix">.*?</table>', html)
    assert matrix.count('scope="row"') == matrix.count('scope="col"') == 4
    assert matrix.count("<td") == 1 + 4 * 4


def test_the_running_year_is_what_partners_begin_with(
    client: Client, table: PlayedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: table.stored.started_at + timedelta(days=1))
    chosen = re.findall(
        r'<select class="field" name="period">.*?selected>([^<]+)</option>', markup(client.get(partners_of(table)))
    )
    assert len(chosen) == 1 and chosen[0].isdecimal()


@pytest.mark.parametrize(
    "query", ["", "?period=twelve", "?period=2026", "?period=1500", "?period=ever&game=chess&with=x&in=cows"]
)
def test_any_period_and_game_can_be_requested(client: Client, table: PlayedEvening, query: str) -> None:
    assert client.get(page_of(table, "Anna", query)).status_code == 200
    assert client.get(partners_of(table, query)).status_code == 200


def test_a_year_without_hands(client: Client, table: PlayedEvening) -> None:
    """The evening was in 2026; a viewer in a later year finds this year too."""
    newer = new_evening("Anna", "Beppo", "Cilli", "Done", club=table.club, at=table.clock + timedelta(days=800))
    newer.record(rufer("Anna", "Beppo"))
    newer.close()
    page = page_text(client, page_of(table, "Anna", "?period=2027"))
    assert "Abende 0 Spiele 0" in page and "kein Spiel mit zwei Parteien" in page


def test_of_several_games_the_last_one_and_each_by_itself(client: Client, table: PlayedEvening) -> None:
    from rules import PRESETS

    later = table.clock + timedelta(days=40)
    evening = new_evening(
        "Anna", "Beppo", "Cilli", ruleset=PRESETS["palatinate"]["palatinate"], club=table.club, at=later
    )
    evening.record({"contract": "solo", "declarer": "Cilli", "trump_suit": "hearts", "won": True})
    evening.close()
    newest = page_text(client, page_of(table, "Anna"))
    assert "Pfälzer Schafkopf · gesamt" in newest and "Spiele 1 " in newest
    assert "Punkte −100 Geld −1,00 € Abende 1 Spiele 3" in page_text(client, page_of(table, "Anna", "?game=bavarian"))


def test_the_statement_and_the_tab_are_one_tap_away(client: Client, table: PlayedEvening) -> None:
    html = markup(client.get(page_of(table, "Anna")))
    statement = f"/c/{table.club.keeper_token}/players/{table.players['Anna'].pk}/"
    assert f'href="{statement}"' in html and f'href="{statement}tab"' in html
    points = new_evening("Anna", "Beppo", "Cilli", "Done", unit="points")
    points.record(rufer("Anna", "Beppo"))
    html = markup(client.get(page_of(points, "Anna")))
    assert f'/players/{points.players["Anna"].pk}/"' in html and '/tab"' not in html and "Geld" not in html


def test_who_never_played(client: Client, table: PlayedEvening) -> None:
    [stranger] = enrol_players(club=table.club, names=["Xaver"], at=table.now(), by="club link")
    page = page_text(client, f"/c/{table.club.keeper_token}/people/{stranger.pk}/")
    assert "Noch kein Spiel." in page and "Kontoauszug" in page


def test_a_club_without_a_hand_has_no_partners(client: Client, db: None) -> None:
    assert "Noch hat niemand gespielt." in page_text(client, partners_of(new_evening("Anna", "Beppo", "Cilli", "Done")))


def test_nobody_finds_somebody_of_another_club(client: Client, table: PlayedEvening) -> None:
    other = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PUB)
    path = f"/c/{table.club.keeper_token}/people"
    assert client.get(f"{path}/{uuid4()}/").status_code == 404
    assert client.get(f"{path}/{other.players['Anna'].pk}/").status_code == 404
    assert client.get(f"/c/{uuid4()}/partners").status_code == 404


def mark(table: PlayedEvening, kind: ClubEvent.Kind, name: str, other: str | None = None) -> None:
    append_club_event(
        table.club, kind=kind, key=uuid4(), by="club link", at=table.now(), player=table.players[name],
        other_player=table.players[other] if other else None,
    )  # fmt: skip


def test_another_entry_leads_to_the_person(client: Client, table: PlayedEvening) -> None:
    evening = new_evening("Annerl", "Beppo", "Cilli", "Done", club=table.club, at=table.clock + timedelta(days=7))
    evening.record(rufer("Annerl", "Beppo"))
    evening.close()
    table.players |= evening.players
    mark(table, ClubEvent.Kind.PERSON_LINKED, "Annerl", "Anna")
    answer = client.get(page_of(table, "Annerl"))
    assert (answer.status_code, answer["Location"]) == (302, page_of(table, "Anna"))
    page = page_text(client, page_of(table, "Anna"))
    assert "auch eingetragen als Annerl" in page and "Abende 2 Spiele 4" in page
    assert "Kontoauszug (Anna)" in page and "Kontoauszug (Annerl)" in page
    duel = page_text(client, comparison_of(table, "Beppo", "Annerl"))
    assert "Beppo und Anna" in duel and "2 Spiele zusammen gewonnen 2 2" in duel


def test_former_names_but_not_of_whom_they_are_hidden(client: Client, table: PlayedEvening) -> None:
    rename_player(player=table.players["Anna"], name="Anna Maria", by="club link", at=table.now())
    assert "hieß Anna bis" in page_text(client, page_of(table, "Anna"))
    mark(table, ClubEvent.Kind.NAME_HIDDEN, "Anna")
    assert "hieß Anna" not in page_text(client, page_of(table, "Anna"))


def test_hands_thrown_in_are_no_contract(client: Client, table: PlayedEvening) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", club=table.club)
    evening.record(THROWN_IN)
    evening.close()
    text = text_of(client.get(page_of(table, "Anna")))
    assert "Nach Spielart" in text and "Zusammengeworfen" not in text.partition("Nach Spielart")[2]


@pytest.mark.parametrize(
    ("name", "letters"), [("Resi", "Re"), ("Sepp H.", "SH"), ("Maria de la Cruz", "MC"), ("Ö", "Ö"), ("<b>", "&lt;b")]
)
def test_initials_are_drawn_from_the_name(name: str, letters: str) -> None:
    assert f">{letters}</span>" in initials(Person(id="", name=name, colour=COLOURS - 1))


@pytest.mark.parametrize("page", ["person", "partners", "comparison"])
def test_more_evenings_cost_no_more_statements(client: Client, table: PlayedEvening, page: str) -> None:
    person, comparison = page_of(table, "Anna"), comparison_of(table, "Anna", "Beppo")
    path = {"person": person, "partners": partners_of(table, "?period=all"), "comparison": comparison}[page]

    def statements() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            assert client.get(path).status_code == 200
        return len(found)

    before = statements()
    for week in range(1, 4):
        evening = new_evening(
            "Anna", "Beppo", "Cilli", "Done", "Emmi", club=table.club, at=table.clock + timedelta(days=7 * week)
        )
        evening.record(
            rufer(next(name for name in evening.players if name != evening.dealer() and name != "Emmi"), "Emmi")
        )
        evening.close()
    assert statements() == before <= {"person": 28, "partners": 6, "comparison": 12}[page]


@pytest.mark.browser
def test_the_best_partner_is_seen_at_once(long_table: PlayedEvening, open_page: OpenPage) -> None:
    lose_together(long_table)
    page = open_page(page_of(long_table, "Anna"))
    expect(page.get_by_text("Beppo").first).to_be_in_viewport()
    page.goto(partners_of(long_table, "?period=all"))
    expect(page.locator(".pairs .figure").first).to_be_in_viewport()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width == page.evaluate("document.documentElement.clientWidth")
