from django.contrib import admin
from django.urls import include, path, register_converter

from scorer.db.ids import IdConverter
from scorer.setup import views as setup

register_converter(IdConverter, "id")

of_setup = [
    path("<str:token>/", setup.begin, name="begin"),
    path("<id:club_id>/<str:token>/", setup.begin, name="begin_club"),
]
urlpatterns = [
    path("", include("scorer.play.urls")),  # they are asked one after another, and tables are asked for most
    path("", include("scorer.events.urls")),
    path("", include("scorer.transfer.urls")),
    path("", include("scorer.corrections.urls")),
    path("setup/", include((of_setup, "setup"))),
    path("admin/", admin.site.urls),
    path("", include("scorer.standings.urls")),
    path("", include("scorer.club.urls")),
]
handler400 = "scorer.web.views.bad_request"
handler500 = "scorer.web.views.server_error"
