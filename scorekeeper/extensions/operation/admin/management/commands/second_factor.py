"""``manage.py second_factor NAME``: gives a server admin a new second factor, and prints it as a
code to scan and as text, with codes to use when the phone is lost. The earlier ones end."""

import base64
from io import StringIO
from typing import Any, Final

import segno
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

RECOVERY_CODES: Final = 10


class Command(BaseCommand):
    help = "Print a new second factor for a server admin's log-in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="as given to createsuperuser")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = get_user_model().objects.filter(username=name, is_staff=True).first()
        if user is None:
            raise CommandError(f"There is no server admin {name!r}. Make one: createsuperuser")
        device, codes = renew(user)
        drawn = StringIO()
        segno.make(device.config_url, error="m").terminal(drawn, compact=True)
        self.stdout.write(drawn.getvalue())
        secret = base64.b32encode(device.bin_key).decode()
        self.stdout.write(f"\nScan this with an authenticator app, or enter the secret: {secret}")
        self.stdout.write("\nRecovery codes, each for one log-in without the app. Print them:")
        for code in codes:
            self.stdout.write(f"  {code}")


@transaction.atomic
def renew(user: Any) -> tuple[TOTPDevice, list[str]]:
    """Returns the new factor and its recovery codes. Anybody logged in with an earlier one is
    logged out by it."""
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()
    device = TOTPDevice.objects.create(user=user, name="app")
    recovery = StaticDevice.objects.create(user=user, name="recovery codes")
    codes = [StaticToken.random_token() for _each in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=recovery, token=code) for code in codes)
    return device, codes
