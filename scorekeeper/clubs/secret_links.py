"""The common part of all links that open something to anybody who has them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

STANDING = Q(revoked_at__isnull=True) & ~Q(serial="")
"""Links that can be shown again, until they are revoked."""


class SecretLink(models.Model):
    """A link whose secret is not stored, only its digest."""

    salt: ClassVar[str]
    """Of the derivation: differs for each kind of link."""
    digest = models.CharField(max_length=64, unique=True)
    serial = models.CharField(max_length=64, blank=True)
    """Derives the secret, with the site's key, to show the link again. Empty: it can't be."""
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("clubs.Membership", models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
