from django.urls import path
from django.views.generic import RedirectView

app_name = "club"
urlpatterns = [
    path("", RedirectView.as_view(url="/login/"), name="start"),
    path("login/", RedirectView.as_view(url="/"), name="login"),
    path("logout/", RedirectView.as_view(url="/"), name="logout"),
    path("clubs/<id:club_id>/players/", RedirectView.as_view(url="/"), name="players"),
    path("clubs/<id:club_id>/seasons/", RedirectView.as_view(url="/"), name="seasons"),
    path("clubs/<id:club_id>/logins/", RedirectView.as_view(url="/"), name="logins"),
]
