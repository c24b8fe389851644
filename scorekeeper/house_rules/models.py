"""Saved house rules of a club, and links to them."""

from django.db import models

from scorekeeper.clubs.models import Club, Membership, Signed
from scorekeeper.core.clock import CreatedAt
from scorekeeper.core.travel import Travel


class ClubPreset(Signed):
    """Saved rules of a club: chosen options of a game with a name. Never changed: an edit makes
    another version, retiring hides it. Games keep their own copy of the rules."""

    travel = Travel(
        table="presets",
        group_only=True,
        not_on_device=dict.fromkeys(("token", "by", "signature"), "no page of a session shows it"),
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="presets")
    variant = models.CharField(max_length=32)
    name = models.CharField(max_length=60)
    note = models.CharField(max_length=200, blank=True)
    options = models.JSONField(default=dict)
    """The chosen options, as ``documents`` writes them; the others are defaults."""
    digest = models.CharField(max_length=64)
    """Hash of game and options, equal in every club."""
    replaces = models.OneToOneField("self", models.PROTECT, null=True, related_name="replaced_by")
    token = models.CharField(max_length=64, null=True)
    created_at = CreatedAt()
    retired_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "clubs"  # its table and its history stand there
        constraints = [
            models.UniqueConstraint(
                fields=["club", "variant", "name"],
                condition=models.Q(retired_at__isnull=True),
                name="one_preset_in_force_per_name",
            ),
            models.UniqueConstraint(fields=["club", "token"], name="one_preset_per_token"),
        ]

    def __str__(self) -> str:
        return self.name


class PresetLink(models.Model):
    """A link to one version of a club's rules. Only its token's digest is stored."""

    travel = Travel(stays="shows rules to strangers: secret, and good here only")
    preset = models.ForeignKey(ClubPreset, models.PROTECT, related_name="links")
    digest = models.CharField(max_length=64, unique=True)
    created_at = CreatedAt()
    created_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "clubs"
