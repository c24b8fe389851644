"""Adds what an update under load may add: a column that may be empty."""

from pkgutil import iter_modules

from django.db import migrations, models

from scorekeeper.play import migrations as current

NEWEST = max(name for _finder, name, _is_package in iter_modules(current.__path__))


class Migration(migrations.Migration):
    dependencies = [("play", NEWEST)]
    operations = [
        migrations.AddField("hand", "later", models.TextField(null=True)),
    ]
