"""Every event of an evening gets a hash over itself and all before it."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from scorebook.core import append_only
from scorebook.play import event_chain

TABLES = ("play_handevent", "play_sessionevent")


def seal_what_is_there(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Evenings that were played before get theirs now."""
    append_only.drop_triggers(schema_editor.connection, TABLES)
    kinds = [apps.get_model("play", name) for name in ("HandEvent", "SessionEvent")]
    for session in apps.get_model("play", "Session").objects.iterator():
        events = [event for kind in kinds for event in kind.objects.filter(session=session)]
        for event in sorted(events, key=lambda event: event.seq):
            event_chain.seal(event, session)
        for kind in kinds:
            kind.objects.bulk_update((event for event in events if isinstance(event, kind)), ["hash"], batch_size=200)
        session.save(update_fields=["last_hash"])


def leave_them(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The way back drops the columns; there is nothing to undo in the rows."""


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0001_initial"),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name=name,
                name="hash",
                field=models.CharField(default="", max_length=64),
                preserve_default=False,
            )
            for name in ("handevent", "sessionevent")
        ),
        migrations.AddField(
            model_name="session",
            name="last_hash",
            field=models.CharField(default="", editable=False, max_length=64),
        ),
        migrations.RunPython(seal_what_is_there, leave_them),
        # SQLite made new tables, without triggers.
        append_only.protect(*TABLES),
    ]
