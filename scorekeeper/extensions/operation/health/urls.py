"""Whether the site is well, for a machine that asks."""

from django.urls import path

from scorekeeper.extensions.operation.health.views import health

urlpatterns = [path("health/", health, name="health")]
