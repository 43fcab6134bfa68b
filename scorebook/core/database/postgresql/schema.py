"""Migrations of a distributed database."""

from typing import Any

from django.db.backends.ddl_references import Statement
from django.db.backends.postgresql import schema
from django.utils.functional import cached_property

from scorebook.core.database.distribution import distributed_tables


class PostgreSQLSchemaEditor(schema.DatabaseSchemaEditor):
    """Changes tables as Django does, but makes no foreign key from or to a distributed table.

    There a foreign key needs the club in front and both tables distributed, which `distribute` does after the
    migrations.
    """

    @property
    def sql_create_column_inline_fk(self) -> str | None:  # type: ignore[override]
        return None if self._distributed else super().sql_create_column_inline_fk

    @cached_property
    def _distributed(self) -> frozenset[str]:
        return distributed_tables(self.connection)

    def execute(self, sql: Any, params: Any = ()) -> None:
        is_foreign_key = isinstance(sql, Statement) and sql.template == self.sql_create_fk
        if not (is_foreign_key and any(sql.references_table(table) for table in self._distributed)):
            super().execute(sql, params)
