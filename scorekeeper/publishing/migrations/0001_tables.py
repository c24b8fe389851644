import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("publishing", "0001_links"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0002_tables"),
        ("standings", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeasonLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("serial", models.CharField(blank=True, max_length=64)),
                ("shows_money", models.BooleanField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.membership",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="standings.season",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("revoked_at__isnull", True), models.Q(("serial", ""), _negated=True)
                        ),
                        fields=("season",),
                        name="one_standing_link_of_a_season",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("revoked_at__isnull", True),
                            models.Q(("serial", ""), _negated=True),
                            ("season__isnull", True),
                        ),
                        fields=("club",),
                        name="one_standing_link_of_all_time",
                    ),
                ],
            },
        ),
    ]
