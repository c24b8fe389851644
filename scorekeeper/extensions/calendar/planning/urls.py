from django.urls import path

from scorekeeper.extensions.calendar.planning import guest_views, plan_views, views
from scorekeeper.extensions.calendar.planning.feeds import link_views

app_name = "planning"
urlpatterns = [
    path("g/<str:code>/calendar/", views.calendar, name="calendar"),
    path("g/<str:code>/calendar/new/", plan_views.plan_new, name="new"),
    path("g/<str:code>/calendar/addresses/", link_views.calendar_addresses, name="addresses"),
    path("g/<str:code>/calendar/links/", link_views.player_links, name="links"),
    path("g/<str:code>/calendar/<int:pk>/", views.plan, name="plan"),
    path("g/<str:code>/calendar/<int:pk>/reply/", views.plan_reply, name="reply"),
    path("g/<str:code>/calendar/<int:pk>/edit/", plan_views.plan_edit, name="edit"),
    path("g/<str:code>/calendar/<int:pk>/cancel/", plan_views.plan_cancel, name="cancel"),
    path("g/<str:code>/calendar/<int:pk>/ask/", plan_views.plan_ask, name="ask"),
    path("g/<str:code>/calendar/<int:pk>/start/", plan_views.plan_start, name="start"),
    path("come/<str:secret>/", guest_views.player_page, name="mine"),
    path("calendar/<str:secret>.ics", guest_views.feed, name="feed"),
]
