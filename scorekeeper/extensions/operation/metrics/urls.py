"""The site's numbers, for Prometheus."""

from django.urls import path

from scorekeeper.extensions.operation.metrics.views import metrics

urlpatterns = [path("metrics", metrics, name="metrics")]
