"""House rules that a club keeps, and the links that show them to others."""

from __future__ import annotations

from django.db import models

from scorekeeper.clubs.models import Club, Membership, Signed


class ClubPreset(Signed):
    """House rules of a club: what it chose for a game, with a name. Never changed: another version
    takes its place, and who retires it hides it; games already played keep their own rules."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="presets")
    variant = models.CharField(max_length=32)
    name = models.CharField(max_length=60)
    note = models.CharField(max_length=200, blank=True)
    options = models.JSONField(default=dict)
    """The options chosen, as ``documents`` writes them; the rest follows the game's defaults."""
    digest = models.CharField(max_length=64)
    """Of game and options: the same for every club that plays so."""
    replaces = models.OneToOneField("self", models.PROTECT, null=True, related_name="replaced_by")
    token = models.CharField(max_length=64, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
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
    """Lets whoever has its token read one version of a club's rules. Only its digest is kept."""

    preset = models.ForeignKey(ClubPreset, models.PROTECT, related_name="links")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "clubs"
