import uuid

import django.db.models.deletion
from django.db import migrations, models

import scorebook.core.link_tokens
from scorebook.core import append_only


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0001_initial"),
        ("ledger", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Evening",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("ruleset", models.JSONField()),
                ("game", models.CharField(max_length=40)),
                ("unit", models.CharField(max_length=20)),
                ("stake_minor", models.PositiveIntegerField()),
                ("started_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                ("hand_count", models.PositiveIntegerField(default=0)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("state", models.JSONField(default=dict)),
                ("last_hash", models.CharField(default="", editable=False, max_length=64)),
                ("names_head", models.CharField(default="", editable=False, max_length=64)),
                (
                    "scribe_token",
                    models.CharField(
                        default=scorebook.core.link_tokens.new_link_token, editable=False, max_length=43, unique=True
                    ),
                ),
                (
                    "watch_token",
                    models.CharField(
                        default=scorebook.core.link_tokens.new_link_token, editable=False, max_length=43, unique=True
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evenings",
                        to="clubs.club",
                    ),
                ),
                (
                    "first_dealer",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"),
                ),
            ],
            options={
                "ordering": ["-number"],
                "indexes": [
                    models.Index(fields=["club", "started_at"], name="play_evening_started"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "number"), name="play_evening_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("stake_minor__gt", 0)), name="play_evening_stake_positive"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EveningEvent",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("seq", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("opened", "Opened"),
                            ("joined", "Joined"),
                            ("left", "Left"),
                            ("closed", "Closed"),
                            ("reopened", "Reopened"),
                        ],
                        max_length=10,
                    ),
                ),
                ("after_hand", models.PositiveIntegerField()),
                ("facts", models.JSONField(default=dict)),
                ("shares", models.JSONField(default=dict)),
                ("recorded_by", models.CharField(max_length=100)),
                ("recorded_at", models.DateTimeField()),
                ("hash", models.CharField(max_length=64)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledger.entry"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="play.evening"
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "abstract": False,
                "base_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "seq"), name="play_evening_event_seq_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="HandEvent",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("seq", models.PositiveIntegerField()),
                ("no", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("recorded", "Recorded"),
                            ("corrected", "Corrected"),
                            ("voided", "Voided"),
                            ("replayed", "Replayed"),
                        ],
                        max_length=10,
                    ),
                ),
                ("table", models.JSONField()),
                ("report", models.JSONField()),
                ("score", models.JSONField()),
                ("state_after", models.JSONField(null=True)),
                ("recorded_by", models.CharField(max_length=100)),
                ("recorded_at", models.DateTimeField()),
                ("hash", models.CharField(max_length=64)),
                (
                    "cause",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="play.handevent"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledger.entry"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="play.evening"
                    ),
                ),
                (
                    "note",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.typedtext",
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="play.handevent",
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "abstract": False,
                "base_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "seq"), name="play_hand_event_seq_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "recorded")),
                        fields=("evening", "no"),
                        name="play_hand_event_recorded_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("entry__isnull", True), ("kind", "voided"), ("state_after__isnull", True)),
                            models.Q(
                                models.Q(("kind", "voided"), _negated=True),
                                ("entry__isnull", False),
                                ("state_after__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="play_hand_event_voided_moves_nothing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "recorded"), ("replaces__isnull", True)),
                            models.Q(models.Q(("kind", "recorded"), _negated=True), ("replaces__isnull", False)),
                            _connector="OR",
                        ),
                        name="play_hand_event_replaces_unless_recorded",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                ("from_hand", models.PositiveIntegerField()),
                ("until_hand", models.PositiveIntegerField(null=True)),
                ("points", models.BigIntegerField(default=0)),
                ("amount_minor", models.BigIntegerField(default=0)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("declared", models.PositiveIntegerField(default=0)),
                ("declared_won", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="play.evening",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["place", "from_hand"],
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "player", "from_hand"), name="play_seat_stay_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("until_hand__isnull", True)),
                        fields=("evening", "player"),
                        name="play_seat_present_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("from_hand__gt", 0), ("place__gt", 0)), name="play_seat_from_1"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("declared_won__lte", models.F("declared"))),
                        name="play_seat_won_of_declared",
                    ),
                ],
            },
        ),
        # Apart from its table: SQLite then makes the table again, with the columns in the order of existing databases.
        migrations.AddConstraint(
            model_name="handevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("cause__isnull", False), ("kind", "replayed")),
                    models.Q(models.Q(("kind", "replayed"), _negated=True), ("cause__isnull", True)),
                    _connector="OR",
                ),
                name="play_hand_event_cause_iff_replayed",
            ),
        ),
        append_only.protect_tables("play_handevent", "play_eveningevent"),
    ]
