from django.urls import path

from scorer.corrections import views

app_name = "corrections"
urlpatterns = [
    path("clubs/<id:club_id>/players/<id:player_id>/merge/", views.merge, name="merge"),
    path("clubs/<id:club_id>/players/<id:player_id>/unmerge/", views.unmerge, name="unmerge"),
]
