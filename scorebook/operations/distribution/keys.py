"""Primary and foreign keys of the tables of clubs, in two forms: as `migrate` makes them, and with the club in front.

Each of several servers checks only the rows of its own clubs, so there every key has to name the club. The models
define both forms.
"""

from collections.abc import Collection, Iterator, Mapping

from django.db import connection
from django.db.models import ForeignKey, Model

from scorebook.clubs.club_tables import club_columns, models_of_clubs
from scorebook.core.database.club_keys import stays_in_club
from scorebook.core.database.unchecked_references import FOREIGN_KEY_NAME, is_checked

_FOREIGN_KEYS = """
    SELECT conrelid::regclass::text, conname FROM pg_constraint
    WHERE contype = 'f' AND (conrelid = ANY(%s::regclass[]) OR confrelid = ANY(%s::regclass[]))
"""


def primary_key_statements(models: Mapping[type[Model], str], *, with_club: bool) -> Iterator[str]:
    """Yield the statements that replace the primary keys. models: each with its column of the club."""
    for model, club in models.items():
        own = [field.column for field in model._meta.pk_fields]
        if club not in own:
            name = f"{model._meta.db_table}_pkey"
            columns = ", ".join(f'"{column}"' for column in ([club, *own] if with_club else own))
            dropped, added = f'DROP CONSTRAINT "{name}"', f'ADD CONSTRAINT "{name}" PRIMARY KEY ({columns})'
            yield f'ALTER TABLE "{model._meta.db_table}" {dropped}, {added}'


def foreign_key_statements(*, with_club: bool) -> dict[str, str]:
    """Return name -> the statement that makes a foreign key of a table of clubs.

    With the club, those that lead to another club are left out, and those of tables that are not distributed.
    """
    columns, statements = club_columns(), {}
    editor = connection.schema_editor(collect_sql=True)
    for model in models_of_clubs():
        for field in model._meta.concrete_fields:
            if not isinstance(field, ForeignKey) or not is_checked(field):
                continue
            made = editor._create_fk_sql(model, field, FOREIGN_KEY_NAME)  # type: ignore[attr-defined]
            if with_club and (model not in columns or not stays_in_club(field)):
                continue
            if with_club and field.name != "club":
                made.parts["column"] = f'"{columns[model]}", {made.parts["column"]}'
                made.parts["to_column"] = f'"{columns[field.related_model]}", {made.parts["to_column"]}'
            statements[str(made.parts["name"]).strip('"')] = str(made)
    return statements


def drop_foreign_key_statements(tables: Collection[str]) -> list[str]:
    """Return the statements that drop every foreign key from or to one of the tables."""
    with connection.cursor() as cursor:
        cursor.execute(_FOREIGN_KEYS, [list(tables)] * 2)
        return [f'ALTER TABLE {table} DROP CONSTRAINT "{name}"' for table, name in cursor.fetchall()]


def missing_foreign_keys() -> dict[str, str]:
    """Return those of the distributed form that the database does not have."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT conname FROM pg_constraint WHERE contype = 'f'")
        existing = {name for (name,) in cursor.fetchall()}
    return {name: made for name, made in foreign_key_statements(with_club=True).items() if name not in existing}
