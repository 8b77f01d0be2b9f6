from django.urls import path

from scorer.transfer import views
from scorer.transfer.upload import EveningsForm, ResultsForm, TablesForm

app_name = "transfer"
urlpatterns = [
    path("clubs/<id:club_id>/data/", views.data, name="data"),
    path("clubs/<id:club_id>/data/imports/<id:import_id>/", views.undo_import, name="undo_import"),
    path("clubs/<id:club_id>/data/tables.jsonl", views.export_tables, name="export_tables"),
    path("clubs/<id:club_id>/data/tables.jsonl.gz", views.export_tables, {"packed": True}, name="export_packed"),
    path("clubs/<id:club_id>/data/tables/", views.import_file, {"form_class": TablesForm}, name="import_tables"),
    path("clubs/<id:club_id>/data/evenings/", views.import_file, {"form_class": EveningsForm}, name="import_evenings"),
    path("clubs/<id:club_id>/data/results/", views.import_file, {"form_class": ResultsForm}, name="import_results"),
    path("clubs/<id:club_id>/data/evenings.<str:kind>", views.evenings_template, name="evenings_template"),
    path("clubs/<id:club_id>/events/<id:event_id>/event.jsonl", views.event_file, name="event_file"),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/event.jsonl.gz",
        views.event_file,
        {"packed": True},
        name="event_file_packed",
    ),
    path("clubs/<id:club_id>/players/<id:player_id>/stored.json", views.stored_of_player, name="stored_of_player"),
    path("clubs/<id:club_id>/logins/<id:membership_id>/stored.json", views.stored_of_login, name="stored_of_login"),
    path("tables/<id:table_id>/sheet.<str:kind>", views.sheet_file, name="sheet_file"),
    path("tables/<id:table_id>/table.jsonl", views.table_file, name="table_file"),
]
