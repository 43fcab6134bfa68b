"""People who play together."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from pytest_django.fixtures import DjangoAssertNumQueries

from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import (
    ClubError,
    NameKeyConflict,
    NameProblem,
    create_club,
    enrol_players,
    rename_club,
    rename_player,
)

TONIGHT = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


@pytest.fixture
def club(db: None) -> Club:
    return create_club(key=uuid4(), name="Stammtisch Linde", at=TONIGHT, by="club link")


def enrol(club: Club, *names: str) -> list[Player]:
    return enrol_players(club=club, names=names, at=TONIGHT, by="club link")


def problems_of_error(error: "pytest.ExceptionInfo[ClubError]") -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in error.value.problems]


# Founding


def test_each_club_has_a_link_of_its_own_that_nobody_guesses(db: None) -> None:
    clubs = [create_club(key=uuid4(), name="Linde", at=TONIGHT, by="club link") for _ in range(50)]
    assert len({club.keeper_token for club in clubs}) == 50
    assert min(len(club.keeper_token) for club in clubs) >= 22  # 128 bits
    assert clubs[0].created_at == TONIGHT


def test_a_club_sent_twice_is_founded_once(db: None) -> None:
    key = uuid4()
    first = create_club(key=key, name="Linde", at=TONIGHT, by="club link")
    again = create_club(key=key, name=" Linde ", at=TONIGHT, by="club link")
    assert (again.pk, again.keeper_token) == (first.pk, first.keeper_token)
    with pytest.raises(NameKeyConflict) as conflict:
        create_club(key=key, name="Krone", at=TONIGHT, by="club link")
    assert (conflict.value.code, conflict.value.field) == ("key_conflict", "key")
    assert Club.objects.get().name == "Linde"


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "name_missing"), (" \t ", "name_missing"), ("x" * 81, "name_too_long"), ("a\0b", "name_invalid")],
)
def test_a_club_needs_a_proper_name(club: Club, name: str, code: str) -> None:
    with pytest.raises(ClubError) as error:
        create_club(key=uuid4(), name=name, at=TONIGHT, by="club link")
    assert problems_of_error(error) == [("name", code)]
    with pytest.raises(ClubError) as error:
        rename_club(club=club, name=name, by="club link", at=TONIGHT)
    assert problems_of_error(error) == [("name", code)]
    assert Club.objects.get().name == "Stammtisch Linde"


def test_a_renamed_club_keeps_its_link(club: Club) -> None:
    rename_club(club=club, name="  Stammtisch   Krone ", by="club link", at=TONIGHT)
    stored = Club.objects.get()
    assert (stored.name, stored.keeper_token) == ("Stammtisch Krone", club.keeper_token)


# Enrolling


def test_new_people_come_in_the_given_order(club: Club) -> None:
    assert [player.name for player in enrol(club, "Cilli", "Anna", "Beppo")] == ["Cilli", "Anna", "Beppo"]


def test_who_came_before_is_the_same_person_however_the_name_is_typed(club: Club) -> None:
    anna, oezil = enrol(club, "Anna Maria", "Özil")
    again = enrol(club, "Beppo", " anna   MARIA ", "ÖZIL")
    assert [again[1].pk, again[2].pk] == [anna.pk, oezil.pk]
    assert again[1].name == "Anna Maria"
    assert Player.objects.count() == 3


@pytest.mark.parametrize(("one", "other"), [("Ma\u0308rz", "März"), ("JOSÉ", "jose\u0301")])
def test_the_same_letters_in_two_codings_are_the_same_name(club: Club, one: str, other: str) -> None:
    assert enrol(club, one)[0].pk == enrol(club, other)[0].pk


def test_weiss_and_weiß_are_two_people(club: Club) -> None:
    assert len(enrol(club, "Weiß", "Weiss")) == 2


def test_the_same_name_in_another_club_is_somebody_else(club: Club) -> None:
    other = create_club(key=uuid4(), name="Krone", at=TONIGHT, by="club link")
    assert enrol(club, "Anna")[0].pk != enrol(other, "Anna")[0].pk


def test_all_problems_are_reported_at_once_and_nobody_is_enrolled(club: Club) -> None:
    with pytest.raises(ClubError) as error:
        enrol(club, "Anna", "", "anna", "x" * 41, "a\u202eb", "x" * 40)
    assert problems_of_error(error) == [
        ("names.1", "name_missing"),
        ("names.2", "name_twice"),
        ("names.3", "name_too_long"),
        ("names.4", "name_invalid"),
    ]
    assert error.value.problems[0] == NameProblem(code="name_missing", field="names.1")
    assert str(error.value).startswith("names.1: name_missing")
    assert not Player.objects.exists()


def test_names_from_all_over_the_world_are_names(club: Club) -> None:
    names = ["Zoë 👩‍👧", "François", "Łukasz", "Đorđe", "花子", "O’Neill-Huber", "İpek"]
    assert [player.name for player in enrol(club, *names)] == names
    assert enrol(club, *names) == enrol(club, *names)


def test_a_phone_brings_the_ids_of_new_people(club: Club) -> None:
    [anna] = enrol(club, "Anna")
    keys = [uuid4(), uuid4()]
    first = enrol_players(club=club, names=["Anna", "Beppo"], keys=keys, at=TONIGHT, by="club link")
    assert [player.pk for player in first] == [anna.pk, keys[1]]
    assert enrol_players(club=club, names=["Anna", "Beppo"], keys=keys, at=TONIGHT, by="club link") == first


def test_an_id_that_belongs_to_somebody_else_is_a_conflict(club: Club) -> None:
    [anna] = enrol(club, "Anna")
    other = create_club(key=uuid4(), name="Krone", at=TONIGHT, by="club link")
    for where, name in ((club, "Beppo"), (other, "Anna")):
        with pytest.raises(NameKeyConflict) as conflict, transaction.atomic():
            enrol_players(club=where, names=["Cilli", name], keys=[uuid4(), anna.pk], at=TONIGHT, by="club link")
        assert conflict.value.field == "keys.1"
    assert Player.objects.count() == 1


def test_one_id_for_two_people_is_a_problem(club: Club) -> None:
    key = uuid4()
    with pytest.raises(ClubError) as error:
        enrol_players(club=club, names=["Anna", "Beppo"], keys=[key, key], at=TONIGHT, by="club link")
    assert problems_of_error(error) == [("keys.1", "key_twice")]


def test_enrolling_costs_the_same_for_two_and_for_twenty(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for names in (["Anna", "Beppo"], [f"Gast {number}" for number in range(20)]):
        club.refresh_from_db()  # as each request reads it
        with django_assert_num_queries(7 + 2):  # with the savepoint of the test's transaction
            enrol(club, *names)
        with django_assert_num_queries(1 + 2):
            enrol(club, *names)


# Renaming


def test_a_renamed_player_is_the_same_person(club: Club) -> None:
    [sepp] = enrol(club, "Sepp")
    rename_player(player=sepp, name="Josef", by="club link", at=TONIGHT)
    assert enrol(club, "josef") == [sepp]
    assert enrol(club, "Sepp") != [sepp]


def test_a_name_may_be_written_otherwise_but_not_be_taken_from_another(club: Club) -> None:
    anna, _ = enrol(club, "anna", "Beppo")
    assert rename_player(player=anna, name="Anna", by="club link", at=TONIGHT).name == "Anna"
    for name, code in (("BEPPO", "name_taken"), ("", "name_missing"), ("x" * 41, "name_too_long")):
        with pytest.raises(ClubError) as error, transaction.atomic():
            rename_player(player=anna, name=name, by="club link", at=TONIGHT)
        assert problems_of_error(error) == [("name", code)]
    assert {player.name for player in Player.objects.all()} == {"Anna", "Beppo"}


def test_the_database_knows_a_name_only_once(club: Club) -> None:
    enrol(club, "Anna")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(club=club, name="ANNA", name_folded="anna", created_at=TONIGHT)


def test_a_club_with_people_cannot_be_deleted(club: Club) -> None:
    enrol(club, "Anna")
    with pytest.raises(ProtectedError):
        club.delete()
    assert str(club) == "Stammtisch Linde"
