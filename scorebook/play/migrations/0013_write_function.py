from django.db import migrations

from scorebook.core.rows.write_function import create_write_function


class Migration(migrations.Migration):
    """Hands are written by a function of the database."""

    dependencies = [
        ("clubs", "0009_club_first"),
        ("ledger", "0006_club_first"),
        ("play", "0012_club_first"),
        ("standings", "0004_standings_lock"),
    ]

    operations = [create_write_function("write_rows_fa6b9ddfc0cb")]
