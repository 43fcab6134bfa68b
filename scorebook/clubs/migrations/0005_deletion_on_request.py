from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0004_chain_ends"),
    ]

    operations = [
        migrations.RemoveField(model_name="club", name="ends_at"),
        migrations.RemoveField(model_name="club", name="unused_since"),
        migrations.RemoveField(model_name="endedclub", name="written_in"),
    ]
