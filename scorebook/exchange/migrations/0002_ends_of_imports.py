from itertools import groupby
from operator import attrgetter

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from scorebook.clubs.chain_ends import summed_hash


def fill_ends_of_imports(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    imports = apps.get_model("exchange", "Import").objects.order_by("club_id")
    chain_ends = apps.get_model("clubs", "ChainEnd").objects
    for club_id, group in groupby(imports.iterator(chunk_size=500), key=attrgetter("club_id")):
        own = list(group)
        chain_ends.create(club_id=club_id, name="imports", length=len(own), hash=summed_hash(own))


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0004_chain_ends"),
        ("exchange", "0001_imports"),
    ]

    operations = [
        migrations.RunPython(fill_ends_of_imports, migrations.RunPython.noop),
    ]
