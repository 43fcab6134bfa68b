import uuid

from django.db import migrations, models

from scorebook.core import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_club_event"),
    ]

    operations = [
        migrations.CreateModel(
            name="EndedClub",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("club_id", models.UUIDField(db_index=True)),
                ("ended_at", models.DateTimeField()),
                ("file_sha256", models.CharField(max_length=64)),
                ("heads", models.JSONField()),
                ("written_in", models.CharField(blank=True, max_length=20)),
            ],
            options={
                "ordering": ["ended_at"],
                "abstract": False,
                "base_manager_name": "objects",
            },
        ),
        migrations.AddField(
            model_name="club",
            name="ends_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="imported_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="unused_since",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="clubevent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("person_linked", "Person Linked"),
                    ("person_unlinked", "Person Unlinked"),
                    ("name_hidden", "Name Hidden"),
                    ("name_shown", "Name Shown"),
                    ("name_forgotten", "Name Forgotten"),
                    ("left_ratings", "Left Ratings"),
                    ("joined_ratings", "Joined Ratings"),
                    ("club_linked", "Club Linked"),
                    ("club_unlinked", "Club Unlinked"),
                    ("club_joined", "Club Joined"),
                    ("club_left", "Club Left"),
                    ("money_hidden", "Money Hidden"),
                    ("money_shown", "Money Shown"),
                    ("cup_agreed", "Cup Agreed"),
                    ("kept", "Kept"),
                ],
                max_length=20,
            ),
        ),
        append_only.protect_tables("clubs_endedclub"),
    ]
