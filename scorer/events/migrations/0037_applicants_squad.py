from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0036_partner_left'),
    ]

    operations = [
        migrations.AddField(
            model_name='applicant',
            name='squad',
            field=models.CharField(blank=True, help_text='The name of the squad that it would score for.', max_length=40),
        ),
    ]
