"""A reference that the database checks has an index. Without one, each deletion searches the rows of all clubs."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey, Model, Q, UniqueConstraint

from scorebook.core.database.unchecked_references import is_checked

MODELS = [model for model in apps.get_models() if model.__module__.startswith("scorebook.")]


def constraints_of(model: type[Model]) -> dict[str, Any]:
    with connection.cursor() as cursor:
        found: dict[str, Any] = connection.introspection.get_constraints(cursor, model._meta.db_table)
    return found


def conditions(model: type[Model]) -> dict[str, Q]:
    """Return name -> condition, of indexes of some rows only."""
    constraints = [one for one in model._meta.constraints if isinstance(one, UniqueConstraint)]
    return {one.name: one.condition for one in [*model._meta.indexes, *constraints] if one.condition is not None}


def references(model: type[Model]) -> list[ForeignKey[Model, Model]]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


@pytest.mark.django_db
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.db_table)
def test_the_database_checks_the_references_that_the_models_say(model: type[Model]) -> None:
    checked = {column for one in constraints_of(model).values() if one["foreign_key"] for column in one["columns"]}
    assert checked == {field.column for field in references(model) if is_checked(field)}


@pytest.mark.django_db
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.db_table)
def test_a_checked_reference_has_an_index_that_begins_with_it(model: type[Model]) -> None:
    """The index may leave out rows without the reference."""
    of_some_rows = conditions(model)
    first = {
        (one["columns"][0], str(of_some_rows.get(name, "")))
        for name, one in constraints_of(model).items()
        if one["columns"] and (one["index"] or one["unique"])
    }
    first.add((model._meta.pk_fields[0].column, ""))
    for field in references(model):
        if is_checked(field):
            assert first & {(field.column, ""), (field.column, str(Q(**{f"{field.name}__isnull": False})))}, field
