"""A second Anna cannot be written with letters or signs that only look like hers, and nobody's honest name suffers."""

from __future__ import annotations

import unicodedata
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorebook.clubs import name_chain
from scorebook.clubs.look_alikes import is_blank_text, looks_of_name
from scorebook.clubs.models import Club, Player
from scorebook.clubs.names import (
    MAX_PLAYER_NAME,
    folded_name,
    is_substitute_name,
    name_fault,
    substitute_name,
    tidied_name,
)
from scorebook.clubs.services import ClubError, create_club, enrol_players, rename_player
from scorebook.operations.audit.full_audit import audit_club
from tests.support.api_phone import Phone, key, opening
from tests.support.imported import imported, new_club, previewed
from tests.support.paged_evening import start, start_fields
from tests.support.played_evening import new_evening, rufer

SECOND_ANNAS = {
    "zero width joiner": "An\u200dna",
    "zero width non-joiner": "An\u200cna",
    "variation selector": "Anna\ufe0f",
    "combining grapheme joiner": "A\u034fnna",
    "Hangul filler": "Anna\u3164",
    "Cyrillic": "\u0410nna",
    "Cyrillic small": "\u0430nna",
    "Greek": "\u0391nna",
    "all Greek capitals": "\u0391\u039d\u039d\u0391",
    "full width": "\uff21\uff4e\uff4e\uff41",
    "bold": "\U0001d400\U0001d427\U0001d427\U0001d41a",
    "Latin alpha": "Ann\u0251",
}
# What people are really called, and must stay two people.
TWO_PEOPLE = [
    ("Müller", "Muller"), ("Nino", "Niño"), ("Erna", "Ema"), ("Arno", "Amo"), ("Weiß", "Weiss"), ("Jörg", "Jorg"),
    ("Анна", "Anna"), ("Лена", "Лёна"), ("Мила", "Нила"), ("Şule", "Sule"), ("Łukasz", "Lukasz"), ("Zoë", "Zoe"),
    ("علی", "رضا"), ("李", "王"), ("Jan", "Ján"), ("Anna 1", "Anna I"), ("Ilse", "llse"), ("Bär", "Baer"),
]  # fmt: skip
ONE_PERSON = [
    ("Beppo", "\u0412\u0435\u0440\u0440\u043e"), ("Вера", "вера"), ("Ivo", "\u0399vo"), ("Weiß", "Wei\u03b2"),
    ("Müller", "Mu\u0308ller"), ("🧑\u200d🌾", "🧑🌾"), ("علی\u200cرضا", "علیرضا"),
]  # fmt: skip
BLANK = ["\u3164", "\u2800", "\u115f", "\u1160\u1160", "\uffa0", "\u200d\u200c", "\u034f", "\ufe0f", "\u0301", "\u17b4"]
WITH_INK = ["A", "!", "7", "李", "🧑\u200d🌾", "❤\ufe0f", "می\u200cخواهم", "É"]

BY = "club link"


def enrol(club: Club, *names: str) -> list[Player]:
    return enrol_players(club=club, names=names, by=BY, at=timezone.now())


def refused_names(error: pytest.ExceptionInfo[ClubError]) -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in error.value.problems]


@pytest.fixture
def club(db: None) -> Club:
    return create_club(key=uuid4(), name="Linde", by=BY, at=timezone.now())


@pytest.fixture
def twins(club: Club) -> list[Player]:
    """As a club has them that gave such names before they were compared."""
    [anna, *_] = enrol(club, "Anna", "Beppo", "Cilli", "Done")
    evening = new_evening("Xaver", "Beppo", "Cilli", "Done", club=club)
    second = rename_player(player=evening.players["Xaver"], name="Zenzi", by=BY, at=timezone.now())
    name = SECOND_ANNAS["Cyrillic"]
    Player.objects.filter(pk=second.pk).update(name=name, name_folded=folded_name(name))
    second.refresh_from_db()
    club.refresh_from_db()
    naming = name_chain.Naming(kind=name_chain.Kind.RENAMED, player=second, name=name)
    name_chain.append_names(club, [naming], by=BY, at=timezone.now())
    return [anna, second]


@pytest.mark.parametrize("name", SECOND_ANNAS.values(), ids=SECOND_ANNAS)
def test_a_second_anna_looks_like_anna(name: str) -> None:
    assert folded_name(name) != "anna" and looks_of_name(tidied_name(name)) & looks_of_name("Anna")


@pytest.mark.parametrize(("one", "other"), TWO_PEOPLE)
def test_two_names_of_two_people_stay_two(one: str, other: str) -> None:
    assert not looks_of_name(tidied_name(one)) & looks_of_name(tidied_name(other))
    assert [name_fault(tidied_name(name), longest=MAX_PLAYER_NAME) for name in (one, other)] == [None, None]


@pytest.mark.parametrize(("one", "other"), ONE_PERSON)
def test_names_that_look_the_same_are_one(one: str, other: str) -> None:
    assert looks_of_name(tidied_name(one)) & looks_of_name(tidied_name(other))


@pytest.mark.parametrize("name", BLANK, ids=[unicodedata.name(one[0]) for one in BLANK])
def test_a_name_that_shows_nothing_is_none(name: str) -> None:
    assert is_blank_text(name) and name_fault(tidied_name(name), longest=MAX_PLAYER_NAME) == "name_missing"


@pytest.mark.parametrize("name", WITH_INK)
def test_a_name_that_shows_something_is_one(name: str) -> None:
    assert not is_blank_text(name) and name_fault(tidied_name(name), longest=MAX_PLAYER_NAME) is None


def test_nobody_takes_the_word_for_a_hidden_name_by_letters_that_look_like_it() -> None:
    assert is_substitute_name(substitute_name(uuid4()).replace("N", "\u039d"))


@pytest.mark.parametrize("name", SECOND_ANNAS.values(), ids=SECOND_ANNAS)
def test_no_way_in_gives_a_club_a_second_anna(name: str, db: None, client: Client) -> None:
    """The page of the start, of the seats, the API's evening, its people and seats, a new name, an import."""
    evening = start(client, "Anna", "Beppo", "Cilli", "Done")
    club, scribe = Club.objects.get(), evening.stored.scribe_token
    phone, fields = Phone(), start_fields(name, "Beppo", "Cilli", "Done")
    beppo = Player.objects.get(name="Beppo")
    assert client.post(f"/c/{club.keeper_token}/start", fields).status_code == 302
    phone.post("evenings", opening(name, "Beppo", "Cilli", "Done", club_token=club.keeper_token))
    client.post(f"/t/{scribe}/people", {"key": str(uuid4()), "name": name, "place": "1"})
    phone.post(f"evenings/{scribe}/people", key() | {"name": name, "place": 1})
    phone.post(f"clubs/{club.keeper_token}/people", key() | {"people": [name]})
    renamed = phone.put(f"clubs/{club.keeper_token}/people/{beppo.pk}/name", {"name": name})
    assert [code for code, _field in renamed.problems] == ["name_taken"]
    table = f"date;{name};Beppo;Cilli;Done\n2024-05-02;1,20;-0,40;-0,40;-0,40"
    imported(club, table)
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Anna", "Beppo", "Cilli", "Done"]
    assert audit_club(club) is None


@pytest.mark.parametrize("name", SECOND_ANNAS.values(), ids=SECOND_ANNAS)
def test_two_who_look_the_same_do_not_sit_down_together(name: str, club: Club, client: Client) -> None:
    with pytest.raises(ClubError) as error:
        enrol(club, "Anna", "Beppo", name)
    assert refused_names(error) == [("names.2", "name_twice")]
    answer = client.post("/", start_fields("Anna", "Beppo", name, "Done"))
    assert answer.status_code == 422 and not Player.objects.exists()
    enrol(club, "Anna")
    with pytest.raises(ClubError) as error:
        enrol(club, name, "Anna")
    assert refused_names(error) == [("names.1", "name_twice")]


def test_an_import_with_two_names_that_look_the_same_is_about_one_person(db: None) -> None:
    club, cyrillic = new_club(), SECOND_ANNAS["Cyrillic"]
    for day, name in (("2024-05-02", "Anna"), ("2024-05-03", cyrillic)):
        imported(club, f"date;{name};Beppo;Cilli;Done\n{day};1,20;-0,40;-0,40;-0,40")
    assert Player.objects.filter(club=club).count() == 4
    twice = previewed(club, f"date;Emil;{cyrillic};Anna;Done\n2024-05-04;1,20;-0,40;-0,40;-0,40")
    assert {one.code for one in twice.problems} == {"two_names_one_person"}


def test_twins_of_before_stay_two_people(twins: list[Player], club: Club) -> None:
    anna, second = twins
    assert [one.pk for one in enrol(club, "Anna", second.name)] == [anna.pk, second.pk]
    evening = new_evening("Anna", second.name, "Cilli", "Done", club=club)
    evening.record(rufer("Anna", "Cilli"))
    evening.close()
    assert Player.objects.filter(club=club).count() == 5
    assert rename_player(player=second, name=second.name, by=BY, at=timezone.now()).pk == second.pk
    with pytest.raises(ClubError) as error:
        rename_player(player=second, name="\uff21nna", by=BY, at=timezone.now())
    assert refused_names(error) == [("name", "name_taken")]
    assert audit_club(club) is None
