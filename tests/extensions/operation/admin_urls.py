"""The site's addresses with those of the admin, as with ``ADMIN_PATH``."""

from django.urls import path

from scorekeeper import urls
from scorekeeper.extensions.operation.admin import pages  # noqa: F401  # what the site shows
from scorekeeper.extensions.operation.admin.site import site

PATH = "operator-pages"
urlpatterns = [path(f"{PATH}/", site.urls), *urls.urlpatterns]
