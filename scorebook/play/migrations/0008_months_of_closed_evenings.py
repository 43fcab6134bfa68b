from django.db import migrations


class Migration(migrations.Migration):
    """The sums of months no longer hold open evenings: `manage.py migrate` adds them up again after this."""

    dependencies = [("play", "0007_partner_points")]

    operations = []
