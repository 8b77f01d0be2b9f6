from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0022_seen_refusals'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['season', 'game', 'version', 'era'], name='table_versions'),
        ),
    ]
