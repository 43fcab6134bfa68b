from django.db import migrations

from scorebook.core.database.unchecked_references import UncheckReferences


class Migration(migrations.Migration):
    dependencies = [("tomorrow", "0002_changed_tables")]

    operations = [UncheckReferences({"drink": ["club"]})]
