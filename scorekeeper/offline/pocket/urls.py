from django.urls import path

from scorekeeper.offline.pocket import inside_pages

app_name = "pocket"
urlpatterns = [
    path("", inside_pages.here, name="here"),
    path("give/", inside_pages.give, name="give"),
    path("full/", inside_pages.full, name="full"),
    path("left/<str:session>/", inside_pages.left, name="left"),
    path("no-network/", inside_pages.no_network, name="no_network"),
    path("not-kept/", inside_pages.not_kept, name="not_kept"),
]
