"""Every key of a club's table names the club: what is unique is so in its club, and references stay in the club."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.models import Field, ForeignKey, Model

from scorebook.clubs.club_tables import models_of_clubs
from scorebook.clubs.models import LinkRoute
from scorebook.core.database.club_keys import stays_in_club

# The references that lead to rows of linked clubs, each with its reason. The audit looks for their rows.
BETWEEN_CLUBS = {
    "clubs_clubevent.other_club": "the club that is linked to this one, or its main club",
    "clubs_clubevent.other_player": "the same person in a linked club",
    "standings_rating.evening": "ratings of a group stand in its main club; its evenings are those of all its clubs",
    "standings_rating.player": "the person may have played in a linked club only",
    "standings_cuppassing.evening": "the cup of a group passes in the evenings of all its clubs",
    "standings_cuppassing.player": "who gets the cup may be of a linked club",
    "standings_cuppassing.from_player": "who gives it too",
}


def references() -> Iterator[tuple[str, ForeignKey[Model, Model]]]:
    for model in models_of_clubs():
        for one in model._meta.concrete_fields:
            if isinstance(one, ForeignKey):
                yield f"{model._meta.db_table}.{one.name}", one


def column_of_club(model: type[Model]) -> str:
    club: Field[object, object] = model._meta.get_field("club")  # type: ignore[assignment]
    return str(club.column)


def test_every_reference_stays_in_its_club() -> None:
    leaving = {place for place, one in references() if not stays_in_club(one)}
    assert leaving == BETWEEN_CLUBS.keys() and all(BETWEEN_CLUBS.values())


@pytest.mark.django_db
@pytest.mark.parametrize("model", models_of_clubs(), ids=lambda model: model._meta.db_table)
def test_every_unique_index_names_the_club(model: type[Model]) -> None:
    """As the database has them, constraints among them; of a primary key the index is its own."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
    unique = [one["columns"] for one in found.values() if one["unique"] and not one["primary_key"]]
    if model is LinkRoute:  # the table by which the club of a link is found
        assert unique in ([], [["token"]])
        return
    own = [one for one in model._meta.constraints if getattr(one, "fields", None)]
    assert len(unique) >= len(own)
    assert [columns for columns in unique if column_of_club(model) not in columns] == []
