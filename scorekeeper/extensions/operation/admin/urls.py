from django.conf import settings
from django.urls import URLPattern, URLResolver, path

from scorekeeper.extensions.operation.admin import pages  # noqa: F401  # what the site shows
from scorekeeper.extensions.operation.admin.site import site

urlpatterns: list[URLPattern | URLResolver] = []
if settings.ADMIN_PATH:
    urlpatterns = [path(f"{settings.ADMIN_PATH}/", site.urls)]
