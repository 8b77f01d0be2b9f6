from django.urls import path

from scorer.corrections import merging

app_name = "corrections"
urlpatterns = [
    path("clubs/<id:club_id>/players/<id:player_id>/merge/", merging.merge, name="merge"),
    path("clubs/<id:club_id>/players/<id:player_id>/unmerge/", merging.unmerge, name="unmerge"),
]
