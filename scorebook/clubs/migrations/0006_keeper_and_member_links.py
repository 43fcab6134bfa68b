"""The club's link becomes the keeper's. Each club gets a member link to pass on; calendars keep their addresses."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F

from scorebook.core.link_tokens import new_link_token

BATCH = 1_000


def fill_new_columns(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    club_model = apps.get_model("clubs", "Club")
    club_model.objects.update(calendar_seed=F("keeper_token"))
    ids = list(club_model.objects.filter(member_token=None).values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        clubs = [club_model(pk=pk, member_token=new_link_token()) for pk in ids[start : start + BATCH]]
        club_model.objects.bulk_update(clubs, ["member_token"])


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0005_deletion_on_request"),
    ]

    operations = [
        migrations.RenameField(model_name="club", old_name="link_token", new_name="keeper_token"),
        migrations.AddField(
            model_name="club",
            name="member_token",
            field=models.CharField(editable=False, max_length=43, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="club",
            name="calendar_seed",
            field=models.CharField(default=new_link_token, editable=False, max_length=43),
        ),
        migrations.AddField(
            model_name="club",
            name="keeper_link_kept_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.RunPython(fill_new_columns, migrations.RunPython.noop),
    ]
