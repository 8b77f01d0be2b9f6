import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import scorer.db.ids
from django.db import migrations, models


def block_memberships(apps, schema_editor):  # type: ignore[no-untyped-def]
    """A login that was blocked is blocked in its clubs."""
    memberships = apps.get_model("club", "Membership").objects.using(schema_editor.connection.alias)
    memberships.filter(user__is_active=False).update(active=False)


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0010_currency'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='host',
            field=models.CharField(blank=True, help_text='A host name at which there is only this club. Whoever runs the server decides.', max_length=100, null=True, unique=True, verbose_name='Host name', validators=[django.core.validators.RegexValidator('^(?=.{1,100}\\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+\\Z', 'Write only the name, such as nord.example.')]),
        ),
        migrations.AddField(
            model_name='membership',
            name='active',
            field=models.BooleanField(default=True, help_text='A login that may use no club is blocked (User.is_active follows from this).', verbose_name='May log in'),
        ),
        migrations.CreateModel(
            name='MembershipLink',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('role', models.CharField(choices=[('director', 'Director'), ('scorer', 'Scorer'), ('member', 'Member')], max_length=10)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='membership_links', to='club.club')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('role__in', ['director', 'scorer', 'member'])), name='membership_link_role_known')],
            },
        ),
        migrations.RunPython(block_memberships, migrations.RunPython.noop),
    ]
