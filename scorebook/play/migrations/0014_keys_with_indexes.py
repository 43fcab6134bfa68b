from django.db import migrations, models

from scorebook.core.database.unchecked_references import UncheckReferences


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0012_keys_with_indexes"),
        ("ledger", "0007_keys_with_indexes"),
        ("play", "0013_write_function"),
    ]

    operations = [
        UncheckReferences(
            {
                "eveningresult": ["evening", "player"],
                "handresult": ["evening", "event", "declarer", "partner"],
                "monthcontract": ["player"],
                "monthpair": ["player", "other"],
                "monthtotal": ["player"],
            }
        ),
        migrations.RemoveConstraint("handevent", "play_hand_event_replaced_once"),
        migrations.AddConstraint(
            "handevent",
            models.UniqueConstraint(
                fields=["replaces", "club"],
                condition=models.Q(replaces__isnull=False),
                name="play_hand_event_replaced_once",
            ),
        ),
        migrations.AddIndex(
            "handevent",
            models.Index(fields=["note"], condition=models.Q(note__isnull=False), name="play_hand_event_note"),
        ),
        migrations.AddIndex("handevent", models.Index(fields=["evening"], name="play_hand_event_evening")),
        migrations.AddIndex("eveningevent", models.Index(fields=["evening"], name="play_evening_event_evening")),
        migrations.AddIndex("seat", models.Index(fields=["evening"], name="play_seat_evening")),
    ]
