"""People and clubs in order where it gets crooked: chains of links, one person in two clubs, names that come back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID, uuid4

import pytest
from django.db import connection

from scorebook.clubs import identities, watching
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.clubs.name_chain import former_names_of
from scorebook.clubs.names import substitute_name
from scorebook.clubs.services import ClubError, create_club, enrol_players, rename_player
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import services as play
from scorebook.standings.boards import board_queries
from scorebook.standings.boards.leaderboards import compute_board
from scorebook.standings.boards.query import BoardQuery
from scorebook.standings.services import linking
from tests.standings.test_order import STAMP, ratings, refused, texts_of
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo


def link(player: Player, other: Player) -> None:
    linking.link_players(player=player, other=other, key=uuid4(), **STAMP)


def club_of(name: str, *names: str) -> tuple[Club, dict[str, Player]]:
    club = create_club(key=uuid4(), name=name, **STAMP)
    return club, {one.name: one for one in enrol_players(club=club, names=names, **STAMP)}


def called(*players: Player) -> list[str]:
    return [Player.objects.get(pk=player.pk).name for player in players]


@pytest.fixture
def two_clubs(db: None) -> tuple[PlayedEvening, PlayedEvening]:
    """Anna, Beppo and Cilli play in both clubs, and the second was linked to the first."""
    ours = new_evening("Anna", "Beppo", "Cilli", "Done")
    ours.record(rufer("Anna", "Beppo"))
    ours.close()
    theirs = new_evening("Anna", "Beppo", "Cilli", "Emmi", club=create_club(key=uuid4(), name="Abend vom 3.", **STAMP))
    points = {"Anna": 10, "Beppo": -10, "Cilli": 0, "Emmi": 0}
    theirs.record({"contract": "agreed", "points": points, "why": "Annas Fehler"})
    theirs.record(solo("Emmi"))
    theirs.close()
    linking.link_club(club=ours.club, other=theirs.club, key=uuid4(), **STAMP)
    return ours, theirs


# -- chains --------------------------------------------------------------------------------------------------------


def test_a_chain_ends_at_one_person_and_can_be_cut_in_its_middle(db: None) -> None:
    club, players = club_of("Linde", "Sepp", "Sepp H.", "Josef")
    sepp, typed, josef = players.values()
    link(josef, typed)
    link(typed, sepp)
    assert club_group(club.pk).same == {josef.pk: sepp.pk, typed.pk: sepp.pk}
    assert refused(lambda: link(sepp, josef)) == ["same_person"]
    linking.unlink_player(player=typed, key=uuid4(), **STAMP)
    assert club_group(club.pk).same == {josef.pk: typed.pk}


def test_whoever_sat_at_one_table_with_another_entry_of_the_person_is_somebody_else(db: None) -> None:
    """Josef was linked to Sepp H. before; it is Josef who sat with Sepp, and not Sepp H."""
    first = new_evening("Josef", "Sepp", "Cilli", "Done")
    second = new_evening("Sepp H.", "Beppo", "Cilli", "Done", club=first.club)
    typed = second.players["Sepp H."]
    link(first.players["Josef"], typed)
    assert refused(lambda: link(typed, first.players["Sepp"])) == ["sat_together"]


def test_unlinking_a_club_leaves_who_was_one_person_within_it(db: None) -> None:
    """In the other club Sepp H. was Sepp already; here Sepp and Josef are one only by way of the other's Sepp."""
    ours, own = club_of("Linde", "Sepp", "Josef")
    theirs, others = club_of("Krone", "Sepp", "Sepp H.")
    link(others["Sepp H."], others["Sepp"])
    linking.link_club(club=ours, other=theirs, key=uuid4(), **STAMP)
    linking.unlink_player(player=others["Sepp"], key=uuid4(), **STAMP)
    link(own["Josef"], others["Sepp H."])
    link(others["Sepp"], own["Sepp"])
    assert {club_group(ours.pk).person(one.pk) for one in (*own.values(), *others.values())} == {own["Sepp"].pk}
    linking.unlink_club(club=ours, other=theirs, key=uuid4(), **STAMP)
    assert club_group(ours.pk).same == {own["Josef"].pk: own["Sepp"].pk}
    assert club_group(theirs.pk).same == {others["Sepp H."].pk: others["Sepp"].pk}
    assert [audit_club(club) for club in (ours, theirs)] == [None, None]


def test_what_was_sent_twice_does_nothing_the_second_time(two_clubs: tuple[PlayedEvening, PlayedEvening]) -> None:
    ours, theirs = two_clubs
    key = uuid4()
    linking.unlink_club(club=ours.club, other=theirs.club, key=key, **STAMP)
    events = ClubEvent.objects.count()
    linking.unlink_club(club=ours.club, other=theirs.club, key=key, **STAMP)
    assert ClubEvent.objects.count() == events


# -- names ---------------------------------------------------------------------------------------------------------


def test_a_person_is_hidden_in_every_club_in_which_they_play(two_clubs: tuple[PlayedEvening, PlayedEvening]) -> None:
    ours, theirs = two_clubs
    entries = [one.players["Anna"] for one in two_clubs]
    identities.hide_name(player=entries[1], key=uuid4(), **STAMP)
    assert called(*entries) == [substitute_name(one.pk) for one in entries]
    assert refused(lambda: identities.hide_name(player=entries[0], key=uuid4(), **STAMP)) == ["already_hidden"]
    linking.unlink_club(club=ours.club, other=theirs.club, key=uuid4(), **STAMP)
    identities.show_name(player=entries[0], key=uuid4(), **STAMP)
    assert called(*entries) == ["Anna", substitute_name(entries[1].pk)]
    assert [audit_club(one.club) for one in two_clubs] == [None, None]


def test_a_person_is_forgotten_in_every_club_in_which_they_play(two_clubs: tuple[PlayedEvening, PlayedEvening]) -> None:
    ours, theirs = two_clubs
    assert texts_of(ours.players["Anna"]) == (["Anna", "Anna"], ["Annas Fehler"])
    receipts = [one.fresh().last_hash for one in two_clubs]
    identities.forget_person(player=ours.players["Anna"], key=uuid4(), **STAMP)
    assert texts_of(ours.players["Anna"]) == ([], [])
    assert called(theirs.players["Anna"]) == [substitute_name(theirs.players["Anna"].pk)]
    assert [one.fresh().last_hash for one in two_clubs] == receipts
    assert [audit_club(one.club) for one in two_clubs] == [None, None]


def test_whoever_is_forgotten_and_comes_again_is_somebody_new(db: None) -> None:
    club, players = club_of("Linde", "Anna", "Beppo")
    identities.forget_person(player=players["Anna"], key=uuid4(), **STAMP)
    again, *_ = enrol_players(club=club, names=["Anna"], **STAMP)
    assert again.pk != players["Anna"].pk
    assert refused(lambda: link(players["Anna"], again)) == ["name_hidden"]
    assert refused(lambda: link(again, players["Anna"])) == ["name_hidden"]
    assert audit_club(club) is None


def test_a_hidden_name_that_somebody_else_took_waits_for_them(db: None) -> None:
    club, players = club_of("Linde", "Anna")
    anna = players["Anna"]
    identities.hide_name(player=anna, key=uuid4(), **STAMP)
    other, *_ = enrol_players(club=club, names=["anna"], **STAMP)
    assert refused(lambda: identities.show_name(player=anna, key=uuid4(), **STAMP)) == ["name_taken"]
    rename_player(player=other, name="Anna M.", **STAMP)
    identities.show_name(player=anna, key=uuid4(), **STAMP)
    assert called(anna, other) == ["Anna", "Anna M."]
    assert audit_club(club) is None


def test_who_is_hidden_sits_down_again_and_nobody_else_can_be_called_that(db: None) -> None:
    club, players = club_of("Linde", "Anna", "Beppo")
    anna, word = players["Anna"], substitute_name(players["Anna"].pk)
    for attempt in (
        lambda: enrol_players(club=club, names=["Cilli", word], **STAMP),
        lambda: rename_player(player=players["Beppo"], name=word.lower(), **STAMP),
    ):
        assert refused(attempt) == ["name_reserved"]
    identities.hide_name(player=anna, key=uuid4(), **STAMP)
    assert enrol_players(club=club, names=[word], **STAMP) == [anna]


def test_what_a_hidden_person_was_called_before_is_hidden_too(db: None) -> None:
    _club, players = club_of("Linde", "Anna")
    anna = rename_player(player=players["Anna"], name="Anni", **STAMP)
    assert [one.name for one in former_names_of(anna)] == ["Anna"]
    identities.hide_name(player=anna, key=uuid4(), **STAMP)
    assert former_names_of(Player.objects.get(pk=anna.pk)) == ()


def test_out_of_the_ratings_are_all_entries_of_a_person(db: None) -> None:
    club, players = club_of("Linde", "Sepp", "Sepp H.")
    sepp, typed = players.values()
    identities.leave_ratings(player=typed, key=uuid4(), **STAMP)
    link(typed, sepp)
    assert sepp.pk in club_group(club.pk).unrated
    assert refused(lambda: identities.leave_ratings(player=sepp, key=uuid4(), **STAMP)) == ["already_out"]
    identities.join_ratings(player=sepp, key=uuid4(), **STAMP)
    assert club_group(club.pk).unrated == frozenset()
    assert refused(lambda: identities.join_ratings(player=typed, key=uuid4(), **STAMP)) == ["not_out"]


# -- money and evenings --------------------------------------------------------------------------------------------


def test_linked_clubs_have_one_choice_about_money(two_clubs: tuple[PlayedEvening, PlayedEvening]) -> None:
    ours, theirs = two_clubs
    key = uuid4()
    for _ in range(2):
        watching.hide_money(club=theirs.club, key=key, **STAMP)
    watching.hide_money(club=ours.club, key=uuid4(), **STAMP)
    assert [club_group(one.club.pk).hides_money for one in two_clubs] == [True, True]
    assert ClubEvent.objects.filter(kind="money_hidden").count() == 1
    watching.show_money(club=ours.club, key=uuid4(), **STAMP)
    assert not club_group(theirs.club.pk).hides_money


def test_a_discarded_evening_in_which_somebody_writes_is_listed_again(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    play.discard_evening(evening=evening.stored, by="club link", at=evening.now())
    assert board_queries.latest_evenings(evening.club) == []
    evening.record(rufer("Anna", "Beppo"))  # by a phone that was without a network
    assert board_queries.latest_evenings(evening.club) == [evening.stored]
    with pytest.raises(play.EveningNotEmpty):
        play.discard_evening(evening=evening.stored, by="club link", at=evening.now())
    evening.close()
    play.archive_evening(evening=evening.stored, by="club link", at=evening.now())
    assert board_queries.latest_evenings(evening.club) == []
    board = compute_board(club_group(evening.club.pk), BoardQuery())
    assert [line.part for line in board.lines] == [20, 20, -20, -20]


# -- at once -------------------------------------------------------------------------------------------------------


def at_once(*calls: Callable[[], object]) -> list[str]:
    """Each in a thread with a connection of its own; the codes of what is refused."""
    start = Barrier(len(calls))

    def run(call: Callable[[], object]) -> list[str]:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            call()
        except ClubError as error:
            return [problem.code for problem in error.problems]
        finally:
            connection.close()
        return []

    with ThreadPoolExecutor(len(calls)) as pool:
        return [code for codes in pool.map(run, calls) for code in codes]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_round", range(3))
def test_two_who_link_each_other_at_once_go_in_no_ring(_round: int) -> None:
    """In two clubs that are one: each verb writes into the club of its own player."""
    ours, own = club_of("Linde", "Sepp")
    theirs, others = club_of("Krone", "Josef")
    linking.link_club(club=ours, other=theirs, key=uuid4(), **STAMP)
    sepp, josef = own["Sepp"], others["Josef"]
    assert at_once(lambda: link(sepp, josef), lambda: link(josef, sepp)) == ["same_person"]
    assert len(club_group(ours.pk).same) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_round", range(3))
def test_an_evening_that_closes_while_clubs_are_linked_is_remembered_once(_round: int) -> None:
    ours = new_evening("Anna", "Beppo", "Cilli", "Done")
    ours.record(rufer("Anna", "Beppo"))
    ours.close()
    theirs = new_evening("Anna", "Beppo", "Cilli", "Emmi", club=create_club(key=uuid4(), name="Krone", **STAMP))
    theirs.record(solo("Emmi"))
    key: UUID = uuid4()
    refusals = at_once(
        theirs.close, *[lambda: linking.link_club(club=ours.club, other=theirs.club, key=key, **STAMP)] * 2
    )
    assert refusals == []
    assert ratings(ours.club) == {"Anna": 2, "Beppo": 2, "Cilli": 2, "Done": 1, "Emmi": 1}
    assert ratings(theirs.club) == {}
    assert [audit_club(one.club) for one in (ours, theirs)] == [None, None]
