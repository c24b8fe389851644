"""A server admin with a second factor, and their log-in, as tests of the admin share them."""

from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from scorekeeper.extensions.operation.admin.management.commands.second_factor import renew
from tests.extensions.operation.admin_urls import PATH

PASSWORD = "a long enough pass phrase"
ROOT = f"/{PATH}/"


def server_admin(name: str = "operator") -> tuple[TOTPDevice, list[str]]:
    """As ``createsuperuser`` and ``second_factor`` make one."""
    return renew(get_user_model().objects.create_superuser(name, "", PASSWORD))


def code_of(device: TOTPDevice) -> str:
    return str(totp(device.bin_key, device.step, device.t0)).zfill(device.digits)


def log_in(browser: Client, code: str, name: str = "operator", password: str = PASSWORD) -> Any:
    entered = {"username": name, "password": password, "otp_token": code, "next": ROOT}
    return browser.post(f"{ROOT}login/", entered)


def logged_in() -> Client:
    """A browser in which a server admin has just logged in."""
    device, _codes = server_admin()
    browser = Client()
    assert log_in(browser, code_of(device)).status_code == 302
    return browser
