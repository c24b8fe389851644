from django.urls import path

from scorekeeper.pocket import inside_pages

app_name = "pocket"
urlpatterns = [
    path("", inside_pages.here, name="here"),
    path("full/", inside_pages.full, name="full"),
    path("not-kept/", inside_pages.not_kept, name="not_kept"),
]
