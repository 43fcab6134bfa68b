from django.db import migrations

from scorebook.core import append_only


class Migration(migrations.Migration):
    dependencies = [("clubs", "0009_club_first")]

    operations = [append_only.renew_trigger_function()]
