"""In which texts a forgotten name stands, and in which only the name of somebody else."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.utils import timezone

from scorebook.clubs import identities
from scorebook.clubs.forgetting import NamesInText
from scorebook.clubs.models import Club, TypedText
from scorebook.clubs.services import create_club, enrol_players, rename_club
from scorebook.operations.audit.full_audit import audit_club

OTHERS = ("Annabell", "Beppo", "Rosa")


@pytest.mark.parametrize(
    ("forgotten", "text", "is_there"),
    [
        ("Anna", "Anna zahlt", True), ("Anna", "ANNAS Solo", True), ("Anna", "anna-lena", True),
        ("Anna", "Johannas Runde", True), ("Anna", "Anna_2.csv", True), ("Anna", "Beppo zahlt", False),
        ("Anna", "Annabell zahlt", False), ("Anna", "Annabells Solo", False), ("Anna", "Annabell und Anna", True),
        ("Anna", "Annabella", True), ("Anna", "\u0410nna zahlt", True), ("Anna", "An\u200dna zahlt", True),
        ("Anna", "An\u00adna zahlt", True),
        ("Jürgen", "Ju\u0308rgens Glück", True), ("Sepp H.", "sepp  h. war da", True),
        ("Sepp H.", "Sepp war da", False), ("Ros", "Rosa zahlt", False), ("Ros", "Ros' Rosa", True),
        ("Al", "Alles gut, mal sehen", False), ("Al", "Als Solo", True), ("Al", "mit Al, Beppo", True),
    ],
)  # fmt: skip
def test_where_a_forgotten_name_stands(forgotten: str, text: str, is_there: bool) -> None:
    assert NamesInText([forgotten], OTHERS).found_in(text) is is_there


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Annas Runde", "N. N. Runde"), ("Stammtisch zur ANNA", "Stammtisch zur N. N."), ("Anna", "N. N."),
        ("Anna und Annabell", "N. N. und Annabell"), ("\u0410nna", "N. N."), ("Zur Linde", "Zur Linde"),
    ],
)  # fmt: skip
def test_a_club_is_called_as_before_without_the_name(db: None, name: str, left: str) -> None:
    club = create_club(key=uuid4(), name="Anna & Co.", by="club link", at=timezone.now())
    rename_club(club=club, name=name, by="club link", at=timezone.now())
    [anna, *_] = enrol_players(club=club, names=["Anna", *OTHERS], by="club link", at=timezone.now())
    identities.forget_person(player=anna, key=uuid4(), by="club link", at=timezone.now())
    assert Club.objects.get().name == left
    texts = {*TypedText.objects.exclude(text="").values_list("text", flat=True)}
    assert texts == {left, *OTHERS}
    assert audit_club(club) is None


def test_nobody_has_no_name_in_a_text() -> None:
    assert not NamesInText([], OTHERS).found_in("Anna")
    assert NamesInText([], OTHERS).text_without_names("Anna", instead="N. N.") == "Anna"
