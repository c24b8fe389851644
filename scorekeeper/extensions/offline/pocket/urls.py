from django.urls import path

from scorekeeper.extensions.offline.pocket import device_example, device_pages

app_name = "pocket"
urlpatterns = [
    path("", device_pages.here, name="here"),
    path("example/", device_example.show, name="example"),
    path("example/remove/", device_example.remove, name="remove_example"),
    path("give/", device_pages.give, name="give"),
    path("full/", device_pages.full, name="full"),
    path("left/<str:session>/", device_pages.left, name="left"),
    path("no-network/", device_pages.no_network, name="no_network"),
    path("not-kept/", device_pages.not_kept, name="not_kept"),
]
