import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("clubs", "0001_initial"),
        ("clubs", "0002_initial"),
        ("clubs", "0003_house_rules"),
        ("clubs", "0004_phones"),
        ("clubs", "0005_invitations_and_happenings"),
        ("clubs", "0006_language"),
        ("clubs", "0007_proof_links"),
        ("clubs", "0008_keeper"),
        ("clubs", "0009_signatures"),
        ("clubs", "0010_signed_as_called"),
        ("clubs", "0011_people"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0001_tables"),
        ("play", "0001_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="happening",
            name="session",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="play.session",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="memberships",
                to="clubs.club",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="session",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="play.session",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="memberships",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="happening",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.membership",
            ),
        ),
        migrations.AddField(
            model_name="clubpreset",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.membership",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="phone",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="memberships",
                to="clubs.phone",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="players", to="clubs.club"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="keeper",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.phone",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="person",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="names",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="happening",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="presetlink",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.membership",
            ),
        ),
        migrations.AddField(
            model_name="presetlink",
            name="preset",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="links",
                to="clubs.clubpreset",
            ),
        ),
        migrations.AddField(
            model_name="prooflink",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.membership",
            ),
        ),
        migrations.AddField(
            model_name="prooflink",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="proof_links",
                to="play.session",
            ),
        ),
        migrations.AddField(
            model_name="sameperson",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.membership",
            ),
        ),
        migrations.AddField(
            model_name="sameperson",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="same_people",
                to="clubs.club",
            ),
        ),
        migrations.AddField(
            model_name="sameperson",
            name="name",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="same_as",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="sameperson",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
            ),
        ),
        migrations.AddField(
            model_name="sameperson",
            name="undoes",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="undone_by",
                to="clubs.sameperson",
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="links", to="clubs.club"
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.membership",
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="session",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="links",
                to="play.session",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="link",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="memberships",
                to="clubs.sharelink",
            ),
        ),
        migrations.AddField(
            model_name="signature",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="signatures",
                to="clubs.club",
            ),
        ),
        migrations.AddField(
            model_name="signature",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="sameperson",
            name="signature",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.signature",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="signature",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.signature",
            ),
        ),
        migrations.AddField(
            model_name="happening",
            name="signature",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.signature",
            ),
        ),
        migrations.AddField(
            model_name="clubpreset",
            name="signature",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.signature",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("club", "name"), name="one_player_per_name"),
        ),
        migrations.AddConstraint(
            model_name="prooflink",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("revoked_at__isnull", True), models.Q(("serial", ""), _negated=True)
                ),
                fields=("session",),
                name="one_standing_proof_of_a_night",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharelink",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("revoked_at__isnull", True),
                    models.Q(("serial", ""), _negated=True),
                    ("session__isnull", True),
                ),
                fields=("club", "role"),
                name="one_standing_link_of_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharelink",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("revoked_at__isnull", True),
                    models.Q(("serial", ""), _negated=True),
                    ("session__isnull", False),
                ),
                fields=("session", "role"),
                name="one_standing_link_of_a_night",
            ),
        ),
        migrations.AddConstraint(
            model_name="sameperson",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", models.F("person")), _negated=True),
                name="same_person_of_two_names",
            ),
        ),
        migrations.AddConstraint(
            model_name="sameperson",
            constraint=models.UniqueConstraint(
                fields=("club", "token"), name="one_same_person_per_token"
            ),
        ),
        migrations.AddIndex(
            model_name="membership",
            index=models.Index(fields=["phone", "club"], name="places_of_phone"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                fields=("link", "token"), name="one_membership_per_token"
            ),
        ),
        migrations.AddIndex(
            model_name="happening",
            index=models.Index(fields=["club", "-id"], name="happening_of_club"),
        ),
        migrations.AddIndex(
            model_name="happening",
            index=models.Index(fields=["session", "-id"], name="happening_of_night"),
        ),
        migrations.AddConstraint(
            model_name="clubpreset",
            constraint=models.UniqueConstraint(
                condition=models.Q(("retired_at__isnull", True)),
                fields=("club", "variant", "name"),
                name="one_preset_in_force_per_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubpreset",
            constraint=models.UniqueConstraint(
                fields=("club", "token"), name="one_preset_per_token"
            ),
        ),
    ]
