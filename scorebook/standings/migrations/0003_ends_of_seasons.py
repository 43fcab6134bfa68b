from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def fill_ends_of_seasons(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    events = apps.get_model("standings", "SeasonEvent").objects.order_by("club_id", "seq")
    last = {club_id: (length, hash) for club_id, length, hash in events.values_list("club_id", "seq", "hash")}
    chain_ends = apps.get_model("clubs", "ChainEnd").objects
    for club_id, (length, hash) in last.items():
        chain_ends.create(club_id=club_id, name="seasons", length=length, hash=hash)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0004_chain_ends"),
        ("standings", "0002_memory_options"),
    ]

    operations = [
        migrations.RunPython(fill_ends_of_seasons, migrations.RunPython.noop),
    ]
