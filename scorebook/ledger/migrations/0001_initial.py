import uuid

import django.db.models.deletion
from django.db import migrations, models

from scorebook.core import append_only


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Chain",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="chain",
                        serialize=False,
                        to="clubs.club",
                    ),
                ),
                ("length", models.PositiveBigIntegerField(default=0)),
                ("head_hash", models.CharField(blank=True, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("unit", models.CharField(max_length=20)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("player", "Player"),
                            ("table", "Table"),
                            ("pot", "Pot"),
                            ("kitty", "Kitty"),
                            ("cash", "Cash"),
                        ],
                        max_length=10,
                    ),
                ),
                ("evening_id", models.UUIDField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="accounts", to="clubs.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="accounts",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "base_manager_name": "objects",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "player"), ("player__isnull", False)),
                            models.Q(models.Q(("kind", "player"), _negated=True), ("player__isnull", True)),
                            _connector="OR",
                        ),
                        name="ledger_account_player_iff_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("evening_id__isnull", False), ("kind__in", ["table", "pot"])),
                            models.Q(
                                models.Q(("kind__in", ["table", "pot"]), _negated=True), ("evening_id__isnull", True)
                            ),
                            _connector="OR",
                        ),
                        name="ledger_account_evening_iff_table_or_pot",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", False)),
                        fields=("club", "unit", "player"),
                        name="ledger_account_player_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("evening_id__isnull", False)),
                        fields=("club", "unit", "kind", "evening_id"),
                        name="ledger_account_evening_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("evening_id__isnull", True), ("player__isnull", True)),
                        fields=("club", "unit", "kind"),
                        name="ledger_account_club_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Plan",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("unit", models.CharField(max_length=20)),
                ("evening_id", models.UUIDField(null=True)),
                ("number", models.PositiveIntegerField()),
                (
                    "method",
                    models.CharField(
                        choices=[("fewest", "FEWEST"), ("one_for_all", "ONE_FOR_ALL"), ("direct", "DIRECT")],
                        max_length=20,
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("superseded_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plans",
                        to="clubs.club",
                    ),
                ),
                (
                    "treasurer",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("evening_id__isnull", False)),
                        fields=("club", "evening_id", "unit", "number"),
                        name="ledger_plan_of_evening_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("evening_id__isnull", True)),
                        fields=("club", "unit", "number"),
                        name="ledger_plan_of_tab_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("treasurer__isnull", True), ("method", "one_for_all"), _connector="OR"),
                        name="ledger_plan_treasurer_of_one_for_all",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlannedPayment",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("position", models.PositiveIntegerField()),
                ("amount_minor", models.BigIntegerField()),
                ("superseded_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="planned_payments", to="clubs.club"
                    ),
                ),
                (
                    "payee",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="planned_to_receive",
                        to="clubs.player",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="planned_to_pay",
                        to="clubs.player",
                    ),
                ),
                (
                    "plan",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="ledger.plan",
                    ),
                ),
            ],
            options={
                "ordering": ["plan__number", "position"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount_minor__gt", 0)), name="ledger_planned_amount_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("payer", models.F("payee")), _negated=True),
                        name="ledger_planned_two_people",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("payer__isnull", False), ("payee__isnull", False), _connector="OR"),
                        name="ledger_planned_somebody",
                    ),
                    models.UniqueConstraint(fields=("plan", "position"), name="ledger_planned_position_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("seq", models.PositiveBigIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("result", "Result"),
                            ("reversal", "Reversal"),
                            ("payment", "Payment"),
                            ("carried", "Carried"),
                            ("rounding", "Rounding"),
                            ("deposit", "Deposit"),
                            ("payout", "Payout"),
                            ("charge", "Charge"),
                            ("grant", "Grant"),
                            ("spending", "Spending"),
                        ],
                        max_length=10,
                    ),
                ),
                ("unit", models.CharField(max_length=20)),
                ("evening_id", models.UUIDField(null=True)),
                ("why", models.CharField(max_length=100)),
                ("cause", models.CharField(blank=True, max_length=10)),
                ("carried_from", models.UUIDField(null=True)),
                ("recorded_by", models.CharField(max_length=100)),
                ("recorded_at", models.DateTimeField()),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="clubs.club",
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
                    "reverses",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="ledger.entry",
                    ),
                ),
                (
                    "planned",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="ledger.plannedpayment",
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "abstract": False,
                "base_manager_name": "objects",
                "indexes": [
                    models.Index(fields=["club", "evening_id"], name="ledger_entry_evening"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "seq"), name="ledger_entry_seq_once"),
                    models.CheckConstraint(condition=models.Q(("seq__gt", 0)), name="ledger_entry_seq_from_1"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "reversal"), ("reverses__isnull", False)),
                            models.Q(models.Q(("kind", "reversal"), _negated=True), ("reverses__isnull", True)),
                            _connector="OR",
                        ),
                        name="ledger_entry_reverses_iff_reversal",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Transfer",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("position", models.PositiveSmallIntegerField()),
                ("amount_minor", models.BigIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers",
                        to="ledger.entry",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="given", to="ledger.account"
                    ),
                ),
                (
                    "target",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="received", to="ledger.account"
                    ),
                ),
            ],
            options={
                "ordering": ["entry", "position"],
                "abstract": False,
                "base_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "position"), name="ledger_transfer_position_once"),
                    models.CheckConstraint(
                        condition=models.Q(("amount_minor__gt", 0)), name="ledger_transfer_amount_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("source", models.F("target")), _negated=True),
                        name="ledger_transfer_two_accounts",
                    ),
                ],
            },
        ),
        # Apart from its table: SQLite then makes the table again, with the columns in the order of existing databases.
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("planned__isnull", True), ("kind", "payment"), _connector="OR"),
                name="ledger_entry_planned_is_payment",
            ),
        ),
        append_only.protect_tables("ledger_account", "ledger_entry", "ledger_transfer"),
    ]
