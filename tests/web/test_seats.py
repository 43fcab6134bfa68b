import re
from uuid import uuid4

import pytest
from django.test import Client

from scorebook.clubs.models import Player
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, start, text_of


@pytest.fixture
def late(evening: PagedEvening) -> PagedEvening:
    """Emil has come after the first hand and sits between Beppo and Cilli."""
    evening.record()
    assert evening.post("seats", name="Emil", place="3").status_code == 302
    evening.ids["Emil"] = str(Player.objects.get(name="Emil").pk)
    return evening


def test_who_comes_late_sits_at_his_place(late: PagedEvening) -> None:
    assert list(late.points()) == ["Anna", "Beppo", "Emil", "Cilli", "Done"]
    assert "setzt aus: Beppo" in text_of(late.get("table"))


def test_who_goes_home_keeps_his_points_and_may_come_back(late: PagedEvening) -> None:
    late.post("seats", leaves=late.ids["Anna"])
    assert late.points()["Anna"] == 20
    assert f'value="{late.ids["Anna"]}"' in markup(late.get("seats"))
    late.post("seats", player=late.ids["Anna"], place="1")
    assert list(late.points())[0] == "Anna"


def test_going_home_asks_with_what_is_open_and_writes_nothing(late: PagedEvening) -> None:
    """Done lost the first hand: 20 points, 0,20; the form of the question is what takes him from the table."""
    answer = late.client.get(f"{late.url('seats')}?leaves={late.ids['Done']}")
    text = text_of(answer).replace("\xa0", " ")
    assert "Geht Done heim?" in text and "Done −20 −0,20 €" in text and "schuldet noch 0,20 € Abende" in text
    assert len(late.now().all_seats().filter(until_hand=None)) == 5
    assert f'name="leaves" value="{late.ids["Done"]}"' in markup(answer)
    assert "?leaves=" in markup(late.get("seats"))


def test_a_person_not_at_the_table_gets_no_question(late: PagedEvening) -> None:
    late.post("seats", leaves=late.ids["Anna"])
    for who in (late.ids["Anna"], str(uuid4()), "anna"):
        assert "Am Tisch" in text_of(late.client.get(f"{late.url('seats')}?leaves={who}"))


def test_who_went_home_by_mistake_is_back_in_the_old_chair_with_one_tap(late: PagedEvening) -> None:
    before = list(late.points())
    late.post("seats", leaves=late.ids["Beppo"])
    html = markup(late.get("seats"))
    assert re.search(
        rf'<input type="hidden" name="player" value="{late.ids["Beppo"]}">\s*<button[^>]*name="place"', html
    )
    assert late.post("seats", player=late.ids["Beppo"], place="").status_code == 302
    assert list(late.points()) == before and "Heimgegangen" not in text_of(late.get("seats"))


def test_a_newcomer_without_a_place_sits_at_the_end(late: PagedEvening) -> None:
    late.post("seats", leaves=late.ids["Anna"])
    assert "alter Platz; Neue nach Done" in text_of(late.get("seats"))
    late.post("seats", name="Fritz", place="")
    assert [name for name in late.points() if name != "Anna"][-1] == "Fritz"


def test_sitting_down_twice_with_one_form_seats_one(evening: PagedEvening) -> None:
    fields = {"key": str(uuid4()), "name": "Emil", "place": "5"}
    assert [evening.post("seats", **fields).status_code for _ in range(2)] == [302, 302]
    assert len(evening.points()) == 5


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": "", "place": "3"}, "Gib einen Namen ein."),
        ({"name": "anna", "place": "3"}, "sitzt schon"),
        ({"name": "Emil", "place": "99"}, "Platz"),
        ({"name": "Emil", "place": "third"}, "Platz"),
        ({"leaves": str(uuid4())}, "nicht am Tisch"),
    ],
)
def test_what_cannot_be_is_reported_and_enrols_nobody(
    evening: PagedEvening, fields: dict[str, str], words: str
) -> None:
    answer = evening.post("seats", **fields)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert f'value="{fields.get("name", "")}"' in markup(answer)
    assert Player.objects.count() == 4


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"name": "", "place": "3"}, ("name", "Gib einen Namen ein.")),
        ({"name": "Emil", "place": "99"}, ("place", "Diesen Platz gibt es am Tisch nicht.")),
        ({"name": "Emil", "place": "third"}, ("place", "Diesen Platz gibt es am Tisch nicht.")),
    ],
)
def test_a_problem_stands_beside_its_field(
    evening: PagedEvening, fields: dict[str, str], problem: tuple[str, str]
) -> None:
    html = markup(evening.post("seats", **fields))
    assert re.findall(r'<p class="problem" id="(\w+)-problem">([^<]+)<', html) == [problem]
    described = re.findall(r'name="(\w+)"[^>]* aria-invalid="true" aria-describedby="(\w+)-problem"', html)
    assert described == [(problem[0], problem[0])]


def test_a_key_that_was_used_for_somebody_else_is_replaced(evening: PagedEvening) -> None:
    key = str(uuid4())
    evening.post("seats", key=key, name="Emil", place="3")
    refused = evening.post("seats", key=key, name="Fritz", place="3")
    assert refused.status_code == 409 and f'value="{key}"' not in markup(refused)
    assert 'value="Fritz"' in markup(refused)


# A hand of each game as its form sends it.
ONE_HAND: dict[str, dict[str, object]] = {
    "bavarian": {"contract": "solo", "trump_suit": "bells", "declarer": "Anna"},
    "palatinate": {"contract": "solo", "trump_suit": "spades", "declarer": "Anna"},
    "asserufen": {"contract": "solo", "trump_suit": "spades", "declarer": "Anna"},
    "sasku": {"contract": "trumps", "trump_suit": "spades", "declarer": "Anna"},
    "schafskopf24": {"contract": "solo", "declarer": "Anna"},
    "bierkopf": {"contract": "bierkopf", "team": "Anna"},
}


@pytest.mark.django_db
@pytest.mark.parametrize("game", ONE_HAND)
def test_a_table_that_people_leave_keeps_its_pages_until_one_is_left(client: Client, game: str) -> None:
    """The last one waits for the others; a hand is refused until there are enough again."""
    alone = start(client, game=game, **{f"stake_{game}": "points"})
    hand = alone.by_id({**ONE_HAND[game], "won": "yes", "level": "plain"})
    for name in ("Done", "Cilli", "Beppo"):
        assert alone.post("seats", leaves=alone.ids[name]).status_code == 302
        pages = ["table", "seats", "close", *(["cards"] if game != "bierkopf" else [])]
        assert [alone.get(page).status_code for page in pages] == [200] * len(pages)
    assert alone.post("table", **hand, known_hands=0).status_code == 422
    assert "Leute" in alone.post("preview", **hand).json()["problems"][0]["text"]
    alone.post("seats", player=alone.ids["Beppo"], place="2")
    assert alone.get("table").status_code == 200
