from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def leave_room(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """SQLite changes a row where it lies."""
    if editor.connection.vendor == "postgresql":
        editor.execute("ALTER TABLE play_evening SET (fillfactor = 50)")


def leave_none(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute("ALTER TABLE play_evening RESET (fillfactor)")


class Migration(migrations.Migration):
    """Each hand writes its evening anew. In a full page PostgreSQL finds no room beside the old row: it looks for some
    among all evenings and enters the new place into every index."""

    dependencies = [("play", "0004_month_contract_and_pair")]

    operations = [migrations.RunPython(leave_room, leave_none)]
