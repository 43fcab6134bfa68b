import re

import pytest
from django.test import Client
from django.utils import timezone

from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import rename_club
from scorebook.play.models import Evening
from tests.support.page import markup
from tests.support.paged_evening import problems_of, start, start_fields, text_of

pytestmark = pytest.mark.django_db


def test_front_page_offers_every_game_and_asks_for_names_and_stake_only(client: Client) -> None:
    page = client.get("/")
    text = text_of(page)
    assert page.status_code == 200
    for words in ("Bayerisch", "Pfälzer", "Asserufen", "10/20/50", "Rufer 20 Cent, Solo 50"):
        assert words in text
    assert markup(page).count('name="names"') == 7
    for name in ("Bayerischer Schafkopf", "Schafskopf mit 24 Karten", "Bierkopf, Mucken, zu zweit"):
        assert f'aria-label="{name}"' in markup(page)


def test_the_club_gets_its_name_with_the_first_evening(client: Client) -> None:
    evening = start(client, club_name=" Die  Ochsen ")
    assert evening.stored.club.name == "Die Ochsen"
    assert 'name="club_name"' not in markup(client.get(f"/c/{evening.club_token}/start"))


@pytest.mark.parametrize("name", ["x" * 81, "Och\u202esen"])
def test_a_club_name_that_cannot_be_used_comes_back_with_its_problem(client: Client, name: str) -> None:
    page = client.post("/", start_fields(club_name=name))
    assert (page.status_code, len(problems_of(page))) == (422, 1)
    assert f'value="{name}"' in markup(page) and 'href="#club_name"' in markup(page)
    assert not Club.objects.exists()


def test_people_are_offered_by_their_last_evening(client: Client) -> None:
    """Those of the last evening in seating order, then those of earlier ones; behind the eighth in a fold."""
    first = start(client, "Zenzi", "Xaver", "Toni", "Sepp")
    client.post(f"/c/{first.club_token}/start", start_fields("Resi", "Anna", "Xaver", "Gustl"))
    page = markup(client.get(f"/c/{first.club_token}/start"))
    offered = re.findall(r'data-name="(\w+)"', page)
    assert offered == ["Resi", "Anna", "Xaver", "Gustl", "Zenzi", "Toni", "Sepp"]
    assert "more-known" not in page
    client.post(f"/c/{first.club_token}/start", start_fields("Hans", "Karl", "Lisl", "Vroni"))
    page = markup(client.get(f"/c/{first.club_token}/start"))
    first_ones, more = page.split('class="more-known"')
    assert re.findall(r'data-name="(\w+)"', first_ones) == [
        "Hans",
        "Karl",
        "Lisl",
        "Vroni",
        "Resi",
        "Anna",
        "Xaver",
        "Gustl",
    ]
    assert re.findall(r'data-name="(\w+)"', more) == ["Zenzi", "Toni", "Sepp"]


def test_starting_makes_a_club_and_opens_the_table_page(client: Client) -> None:
    evening = start(client, "Anna", "Beppo", "Cilli", "Done", first_dealer="2")
    assert [player.name for player in evening.stored.club.players.all()] == ["Anna", "Beppo", "Cilli", "Done"]
    assert evening.stored.first_dealer.name == "Cilli"
    assert (evening.stored.unit, evening.stored.stake_minor) == ("EUR", 1)
    assert evening.get("table").status_code == 200


@pytest.mark.parametrize(
    ("game", "stake", "names", "expected"),
    [
        ("bavarian", "table", "ABCD", ("EUR", 10)),
        ("bavarian", "points", "ABCDEFG", ("points", 1)),
        ("bavarian", "short", "ABC", ("EUR", 1)),
        ("palatinate", "cents_20", "ABC", ("EUR", 20)),
        ("palatinate", "cents_50", "ABCD", ("EUR", 50)),
        ("asserufen", "cents_10", "ABCDE", ("EUR", 10)),
    ],
)
def test_each_game_starts_at_its_stake(
    client: Client, game: str, stake: str, names: str, expected: tuple[str, int]
) -> None:
    evening = start(client, *names, game=game, **{f"stake_{game}": stake})
    assert evening.stored.game == game
    assert (evening.stored.unit, evening.stored.stake_minor) == expected


def test_every_problem_stands_by_its_field_and_nothing_typed_is_lost(client: Client) -> None:
    page = client.post(
        "/", start_fields("Anna", "", "ANNA", "x" * 41, game="asserufen", stake_asserufen="gold", first_dealer="2")
    )
    html = markup(page)
    assert page.status_code == 422
    assert len(problems_of(page)) == 4  # twice, too long, three are too few for Asserufen, no such stake
    assert 'value="ANNA"' in html and f'value="{"x" * 41}"' in html
    assert 'value="asserufen" checked' in html
    assert not Club.objects.exists() and not Player.objects.exists()


def test_three_are_too_few_for_the_long_cards(client: Client) -> None:
    page = client.post("/", start_fields("Anna", "Beppo", "Cilli"))
    assert problems_of(page) == ["Zu dritt wird mit 24 Karten gespielt: Wähl „Kurze Karte“ unter „weitere Tarife“."]
    assert markup(page).count('<details class="more-offers" open>') >= 1
    assert not Evening.objects.exists()


def test_an_unknown_game_is_named(client: Client) -> None:
    page = client.post("/", start_fields(game="poker"))
    assert problems_of(page) == ["Wähl eine Variante."]


def test_empty_lines_between_names_are_no_problem(client: Client) -> None:
    evening = start(client, "Anna", "", "Beppo", "Cilli", "", "Done", first_dealer="3")
    assert evening.stored.first_dealer.name == "Cilli"
    assert list(evening.points()) == ["Anna", "Beppo", "Cilli", "Done"]


def test_starting_twice_with_one_form_opens_one_evening(client: Client) -> None:
    fields = start_fields()
    first, second = client.post("/", fields), client.post("/", fields)
    assert first["Location"] == second["Location"]
    assert (Evening.objects.count(), Club.objects.count(), Player.objects.count()) == (1, 1, 4)


def test_a_form_sent_again_after_the_club_got_a_name_finds_its_evening(client: Client) -> None:
    fields = start_fields()
    first = client.post("/", fields)
    rename_club(club=Club.objects.get(), name="Die Ochsen", by="club link", at=timezone.now())
    assert client.post("/", fields)["Location"] == first["Location"]
    assert Club.objects.get().name == "Die Ochsen"


def test_the_same_form_with_other_people_is_a_conflict_and_keeps_what_was_typed(client: Client) -> None:
    fields = start_fields()
    client.post("/", fields)
    page = client.post("/", fields | {"names": ["Anna", "Beppo", "Cilli", "Emil"]})
    assert page.status_code == 409
    assert 'value="Emil"' in markup(page)
    assert str(fields["key"]) not in markup(page)
    assert Evening.objects.count() == 1


def test_a_clubs_next_evening_is_prefilled_with_the_people_of_the_last(client: Client) -> None:
    first = start(client, "Anna", "Beppo", "Cilli", "Done", stake_bavarian="school")
    page = markup(client.get(f"/c/{first.club_token}/start"))
    for name in ("Anna", "Beppo", "Cilli", "Done"):
        assert f'name="names" value="{name}"' in page
    assert 'name="stake_bavarian" value="school" checked' in page


def test_a_clubs_people_stay_the_same_people(client: Client) -> None:
    first = start(client)
    answer = client.post(f"/c/{first.club_token}/start", start_fields("beppo", "Anna", "Emil", "Cilli"))
    assert answer.status_code == 302
    assert first.stored.club.players.count() == 5
    assert set(Evening.objects.values_list("club", flat=True)) == {first.stored.club_id}


def test_english_speaks_english(client: Client) -> None:
    page = client.get("/", headers={"accept-language": "en"})
    assert "Players in seating order, clockwise" in text_of(page)
    client.post("/i18n/setlang/", {"language": "de", "next": "/"})
    assert "Wer sitzt am Tisch" in text_of(client.get("/", headers={"accept-language": "en"}))
