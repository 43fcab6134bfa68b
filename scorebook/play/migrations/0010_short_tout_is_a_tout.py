from django.db import migrations


class Migration(migrations.Migration):
    """A Tout that is laid on the table with a short pack is among the club's Touts.

    `manage.py migrate` works the results of all hands out again after this.
    """

    dependencies = [("play", "0009_points_without_a_hand")]

    operations = [migrations.RunPython(migrations.RunPython.noop, migrations.RunPython.noop)]
