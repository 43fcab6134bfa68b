from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0011_moving_clubs")]

    operations = [
        migrations.AddIndex(
            "device",
            models.Index(fields=["player"], condition=models.Q(player__isnull=False), name="clubs_device_player"),
        ),
        migrations.AddIndex(
            "device",
            models.Index(
                fields=["requested_player"],
                condition=models.Q(requested_player__isnull=False),
                name="clubs_device_requested_player",
            ),
        ),
        migrations.AddIndex("nameevent", models.Index(fields=["text"], name="clubs_name_event_text")),
    ]
