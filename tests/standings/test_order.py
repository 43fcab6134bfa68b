"""Two entries that are one person, two clubs that are one, names hidden or forgotten: what is linked, is unlinked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from scorebook.clubs import identities
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, Player, TypedText
from scorebook.clubs.services import ClubError, NameKeyConflict, create_club, enrol_players, rename_player
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import EveningResult
from scorebook.standings import standings_updates
from scorebook.standings.models import CupPassing, Rating
from scorebook.standings.services import linking
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer, solo

STAMP: dict[str, Any] = {"by": "club link", "at": NINE_O_CLOCK}


def refused(verb: Callable[[], object]) -> list[str]:
    with pytest.raises(ClubError) as error:
        verb()
    return [problem.code for problem in error.value.problems]


def texts_of(player: Player) -> tuple[list[str], list[str]]:
    held = identities.texts_of_person(player)
    return [text.text for text in held.names], [text.text for text in held.notes]


def ratings(club: Club) -> dict[str, int]:
    """Name -> how many evenings are rated by now."""
    rows = Rating.objects.filter(club=club).order_by("started_at", "evening_id").select_related("player")
    return {row.player.name: row.evenings for row in rows}


@pytest.fixture
def two_entries(db: None) -> tuple[PlayedEvening, PlayedEvening]:
    """Sepp was typed as "Sepp H." in the second evening."""
    first = new_evening("Anna", "Beppo", "Cilli", "Sepp")
    first.record(rufer("Sepp", "Anna"))
    first.close()
    second = new_evening("Anna", "Beppo", "Cilli", "Sepp H.", club=first.club)
    second.record(solo("Sepp H."))
    second.close()
    return first, second


def test_two_entries_are_one_person_and_two_again(two_entries: tuple[PlayedEvening, PlayedEvening]) -> None:
    first, second = two_entries
    sepp, typed_wrongly = first.players["Sepp"], second.players["Sepp H."]
    assert ratings(first.club) == {"Anna": 2, "Beppo": 2, "Cilli": 2, "Sepp": 1, "Sepp H.": 1}
    linking.link_players(player=typed_wrongly, other=sepp, key=uuid4(), **STAMP)
    group = club_group(first.club.pk)
    assert group.person(typed_wrongly.pk) == sepp.pk
    assert group.entries_of(sepp.pk) == (sepp.pk, typed_wrongly.pk)
    assert ratings(first.club) == {"Anna": 2, "Beppo": 2, "Cilli": 2, "Sepp": 2}
    assert audit_club(first.club) is None
    linking.unlink_player(player=typed_wrongly, key=uuid4(), **STAMP)
    assert ratings(first.club) == {"Anna": 2, "Beppo": 2, "Cilli": 2, "Sepp": 1, "Sepp H.": 1}
    assert audit_club(first.club) is None


def test_a_link_that_cannot_be_is_refused(two_entries: tuple[PlayedEvening, PlayedEvening]) -> None:
    first, second = two_entries
    anna, sepp, other = first.players["Anna"], first.players["Sepp"], second.players["Sepp H."]
    stranger = new_evening("Xaver", "Beppo", "Cilli", "Done").players["Xaver"]
    key = uuid4()
    assert refused(lambda: linking.link_players(player=sepp, other=sepp, key=key, **STAMP)) == ["same_entry"]
    assert refused(lambda: linking.link_players(player=sepp, other=anna, key=key, **STAMP)) == ["sat_together"]
    assert refused(lambda: linking.link_players(player=sepp, other=stranger, key=key, **STAMP)) == [
        "player_of_other_club"
    ]
    assert refused(lambda: linking.unlink_player(player=sepp, key=key, **STAMP)) == ["not_linked"]
    assert club_group(first.club.pk).same == {}
    linking.link_players(player=other, other=sepp, key=key, **STAMP)
    linking.link_players(player=other, other=sepp, key=key, **STAMP)  # sent twice
    assert refused(lambda: linking.link_players(player=sepp, other=other, key=uuid4(), **STAMP)) == ["same_person"]
    with pytest.raises(NameKeyConflict):
        linking.link_players(player=other, other=anna, key=key, **STAMP)


def test_two_clubs_are_one_and_two_again(db: None) -> None:
    """The second evening was started from the front page, so it founded a club of its own."""
    ours = new_evening("Anna", "Beppo", "Cilli", "Done")
    ours.record(rufer("Anna", "Beppo"))
    ours.close()
    theirs = new_evening("Anna", "Beppo", "Cilli", "Emmi", club=create_club(key=uuid4(), name="Abend vom 3.", **STAMP))
    theirs.record(solo("Emmi"))
    theirs.close()
    assert ratings(theirs.club) == {"Anna": 1, "Beppo": 1, "Cilli": 1, "Emmi": 1}
    linking.link_club(club=ours.club, other=theirs.club, key=uuid4(), **STAMP)
    group = club_group(theirs.club.pk)
    assert (group.club_id, group.clubs) == (ours.club.pk, (ours.club.pk, theirs.club.pk))
    assert ratings(ours.club) == {"Anna": 2, "Beppo": 2, "Cilli": 2, "Done": 1, "Emmi": 1}
    assert ratings(theirs.club) == {}
    assert [audit_club(one.club) for one in (ours, theirs)] == [None, None]
    assert refused(lambda: linking.link_club(club=theirs.club, other=ours.club, key=uuid4(), **STAMP)) == [
        "already_linked"
    ]
    linking.unlink_club(club=ours.club, other=theirs.club, key=uuid4(), **STAMP)
    assert ratings(ours.club) == {"Anna": 1, "Beppo": 1, "Cilli": 1, "Done": 1}
    assert ratings(theirs.club) == {"Anna": 1, "Beppo": 1, "Cilli": 1, "Emmi": 1}
    assert [audit_club(one.club) for one in (ours, theirs)] == [None, None]


def test_a_name_is_hidden_and_shown_again(two_entries: tuple[PlayedEvening, PlayedEvening]) -> None:
    evening, _second = two_entries
    anna = evening.players["Anna"]
    identities.hide_name(player=anna, key=uuid4(), **STAMP)
    anna.refresh_from_db()
    assert anna.name == f"N. N. {anna.pk.hex[:8]}"
    assert audit_club(evening.club) is None
    assert refused(lambda: identities.hide_name(player=anna, key=uuid4(), **STAMP)) == ["already_hidden"]
    assert refused(lambda: rename_player(player=anna, name="Anni", **STAMP)) == ["name_hidden"]
    identities.show_name(player=anna, key=uuid4(), **STAMP)
    anna.refresh_from_db()
    assert anna.name == "Anna"
    assert audit_club(evening.club) is None
    assert refused(lambda: identities.show_name(player=anna, key=uuid4(), **STAMP)) == ["not_hidden"]


def test_a_person_is_forgotten_with_the_notes_that_name_them(db: None) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record({"contract": "agreed", "points": {}, "why": "nobody"} | _agreed(evening, "Anna hat sich verzählt"))
    evening.record(_agreed(evening, "Annabell sagt nichts"))
    evening.record(_agreed(evening, "Johannas Rat"))
    enrol_players(club=evening.club, names=["Annabell"], **STAMP)
    rename_player(player=evening.players["Anna"], name="Anni", **STAMP)
    evening.close()
    anna = evening.players["Anna"]
    anna.refresh_from_db()
    assert texts_of(anna) == (
        ["Anna", "Anni"],
        ["Anna hat sich verzählt", "Johannas Rat"],
    )
    hashes = evening.fresh().last_hash
    identities.forget_person(player=anna, key=uuid4(), **STAMP)
    anna.refresh_from_db()
    assert anna.name == f"N. N. {anna.pk.hex[:8]}"
    left = set(TypedText.objects.filter(club=evening.club).values_list("text", flat=True))
    assert "Annabell sagt nichts" in left
    assert not {"Anna", "Anni", "Anna hat sich verzählt", "Johannas Rat"} & left
    assert evening.fresh().last_hash == hashes
    assert audit_club(evening.club) is None
    assert refused(lambda: identities.forget_person(player=anna, key=uuid4(), **STAMP)) == ["already_forgotten"]
    assert refused(lambda: identities.show_name(player=anna, key=uuid4(), **STAMP)) == ["not_hidden"]


def _agreed(evening: PlayedEvening, why: str) -> dict[str, object]:
    points = {"Anna": 10, "Beppo": -10, "Cilli": 0, "Done": 0}
    return {
        "contract": "agreed",
        "points": {str(evening.players[name].pk): n for name, n in points.items()},
        "why": why,
    }


def test_the_memory_is_put_right_where_somebody_wrote_past_scorebook(
    two_entries: tuple[PlayedEvening, PlayedEvening],
) -> None:
    club = two_entries[0].club
    before = ratings(club)
    Rating.objects.filter(club=club, player__name="Anna").update(mu_thousandths=7)
    CupPassing.objects.filter(club=club).delete()
    found = audit_club(club)
    assert found is not None and found.code == "memory_changed"
    assert standings_updates.rebuild_standings(club.pk) > 0
    assert (audit_club(club), ratings(club)) == (None, before)
    EveningResult.objects.filter(club=club, player__name="Anna").update(run=9)
    found = audit_club(club)
    assert found is not None and found.code == "result_changed"
