import django.db.models.deletion
from django.db import migrations, models

STATES = {"coming": "importing", "here": "imported", "leaving": "undoing", "gone": "undone"}


def rename_states(apps, _schema_editor):
    for old, new in STATES.items():
        apps.get_model("transfer", "Import").objects.filter(state=old).update(state=new)


def restore_states(apps, _schema_editor):
    for old, new in STATES.items():
        apps.get_model("transfer", "Import").objects.filter(state=new).update(state=old)


class Migration(migrations.Migration):

    dependencies = [
        ('transfer', '0001_initial'),
    ]

    operations = [
        migrations.RenameModel('BroughtTable', 'ImportedTable'),
        migrations.AlterField(
            model_name='importedtable',
            name='table',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='imported', serialize=False, to='play.table'),
        ),
        migrations.AlterField(
            model_name='import',
            name='players',
            field=models.JSONField(default=list, help_text='The ids of the players it added to the roster.'),
        ),
        migrations.AlterField(
            model_name='import',
            name='seasons',
            field=models.JSONField(default=list, help_text='Each season it created or extended: the id, the dates before (null if new) and after.'),
        ),
        migrations.AlterField(
            model_name='import',
            name='state',
            field=models.CharField(choices=[('importing', 'Importing'), ('imported', 'Imported'), ('undoing', 'Undoing'), ('undone', 'Undone')], default='importing', max_length=10),
        ),
        migrations.AlterField(
            model_name='importedtable',
            name='key',
            field=models.CharField(help_text='Identifies the table in the file, so that it is imported once.', max_length=64, unique=True),
        ),
        migrations.AlterField(
            model_name='importedtable',
            name='source',
            field=models.ForeignKey(help_text='Empty for a table that undoing the import leaves alone.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='transfer.import'),
        ),
        migrations.RunPython(rename_states, restore_states, elidable=True),
    ]
