from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("play", "0019_merges")]

    operations = [migrations.RenameField("table", "surrounded", "has_occasion")]
