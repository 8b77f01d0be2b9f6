import scorer.db.ids
from django.db import migrations, models


def keep_printed_links(apps, _schema_editor):
    """The links on cards that were printed before name the contestant's number, which nobody has changed since."""
    apps.get_model('events', 'Contestant').objects.update(link=models.F('number'))


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0001_squashed_0009_other_cards'),
    ]

    operations = [
        migrations.AddField(
            model_name='contestant',
            name='link',
            field=models.BigIntegerField(default=0),
        ),
        migrations.RunPython(keep_printed_links, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name='contestant',
            name='link',
            field=models.BigIntegerField(default=scorer.db.ids.random_id, help_text='What its link names. Its number may become that of another contestant, this never does.'),
        ),
        migrations.AddConstraint(
            model_name='contestant',
            constraint=models.UniqueConstraint(fields=('event', 'link'), name='contestant_link_once'),
        ),
    ]
