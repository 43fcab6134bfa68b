"""The operation of a migration that lets the database no longer check references (`club_keys.DerivedForeignKey`)."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import ForeignKey, Model

FOREIGN_KEY_NAME = "_fk_%(to_table)s_%(to_column)s"  # as Django gives it


def is_checked(reference: ForeignKey[Any, Any]) -> bool:
    """Return whether the database checks that the row referred to exists."""
    return bool(reference.db_constraint)  # type: ignore[attr-defined]


class UncheckReferences(Operation):
    """Drops the constraints of foreign keys, those of one table at once: SQLite copies the table.

    Undone, it makes them again; in a distributed database, `distribute` of the version before does.
    """

    reversible = True

    def __init__(self, references: Mapping[str, Collection[str]]) -> None:
        """references: model -> names of its fields."""
        self.references = references

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        for model, names in self.references.items():
            fields = state.models[app_label, model].fields
            for name in names:
                fields[name] = fields[name].clone()
                fields[name].db_constraint = False
        state.reload_models([(app_label, model) for model in self.references], delay=True)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        editor: Any = schema_editor
        for name, fields in self.references.items():
            model: type[Model] = to_state.apps.get_model(app_label, name)
            if editor.connection.vendor == "sqlite":
                editor._remake_table(model)
            else:
                _replace_constraints(editor, model, fields)

    database_backwards = database_forwards

    def describe(self) -> str:
        return f"Check no references of {', '.join(self.references)}"


def _replace_constraints(editor: Any, model: type[Model], names: Collection[str]) -> None:
    with editor.connection.cursor() as cursor:
        found = editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
    for name in names:
        field: Any = model._meta.get_field(name)
        if is_checked(field):  # the migration is undone
            editor.execute(editor._create_fk_sql(model, field, FOREIGN_KEY_NAME))
            continue
        for constraint_name, constraint in found.items():
            # In a distributed database each key begins with the column of the club.
            if constraint["foreign_key"] and constraint["columns"][-1] == field.column:
                editor.execute(editor._delete_fk_sql(model, constraint_name))
