"""The model of the lock gets a plain name; its table keeps its own."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("standings", "0003_ends_of_seasons")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Memory", "StandingsLock"),
                migrations.AlterModelTable("StandingsLock", "standings_memory"),
                migrations.AlterModelOptions("StandingsLock", {}),
            ]
        ),
    ]
