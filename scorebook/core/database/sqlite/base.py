"""Django's SQLite backend, which replaces the parameters of a statement's text only once.

It also drops the views of `scorebook.core.rows` before migrations: a table cannot be renamed while a trigger names it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base, features, schema

from scorebook.core.database.sqlite.views import drop_views

STATEMENTS_KEPT = 1024


class Cursor(base.SQLiteCursorWrapper):
    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        return (
            _query_with_question_marks(query)
            if param_names is None
            else super().convert_query(query, param_names=param_names)
        )


@lru_cache(maxsize=STATEMENTS_KEPT)
def _query_with_question_marks(query: str) -> str:
    """Return the query with question marks, as SQLite has them."""
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    def __enter__(self) -> Any:
        drop_views(self.connection)
        return super().__enter__()


class DatabaseFeatures(features.DatabaseFeatures):
    minimum_database_version = (3, 33)  # the first with UPDATE ... FROM
    # Django asks in a transaction, and takes a database in which others write for one without JSON.
    supports_json_field = True


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
    SchemaEditorClass = DatabaseSchemaEditor

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=Cursor)
