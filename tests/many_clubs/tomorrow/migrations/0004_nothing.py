"""Changes nothing: a migration to the one before is not the last, so `migrate` does not distribute at its end."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tomorrow", "0003_unchecked_club")]

    operations = [migrations.RunPython(migrations.RunPython.noop, migrations.RunPython.noop)]
