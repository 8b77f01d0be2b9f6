from django.urls import path

from scorer.play import views

app_name = "play"
urlpatterns = [
    # The most frequent requests come first.
    path("tables/<id:table_id>/", views.sheet.show, name="table"),
    path("tables/<id:table_id>/progress/", views.sheet.progress, name="progress"),
    path("tables/<id:table_id>/changes/", views.sheet.changes, name="changes"),
    path("tables/<id:table_id>/ahead/", views.sheet.ahead, name="ahead"),
    path("tables/<id:table_id>/entry/", views.sheet.entry, name="entry"),
    path("tables/<id:table_id>/preview/", views.sheet.preview, name="preview"),
    path("tables/<id:table_id>/hands/", views.sheet.record, name="record"),
    path("clubs/<id:club_id>/tables/", views.pages.tables, name="tables"),
    path("clubs/<id:club_id>/tables/new/", views.opening.choose, name="choose"),
    path("clubs/<id:club_id>/tables/new/<slug:game>/", views.opening.open_one, name="open"),
    path("clubs/<id:club_id>/tables/new/<slug:game>/rules/", views.opening.house_rules, name="house_rules"),
    path("clubs/<id:club_id>/tables/new/<slug:game>/several/", views.opening.open_several, name="open_several"),
    path("clubs/<id:club_id>/rules/<slug:game>/", views.pages.game_rules, name="game_rules"),
    path("join/", views.joining.code, name="code"),
    path("join/<id:table_id>/<slug:token>/", views.joining.join, name="join"),
    path("tables/<id:table_id>/phones/", views.joining.show, name="phones"),
    path("tables/<id:table_id>/phones/<slug:link>/renew/", views.joining.renew, name="renew_link"),
    path("tables/<id:table_id>/phones/<slug:link>/revoke/", views.joining.revoke, name="revoke_link"),
    path("tables/<id:table_id>/hands/<int:number>/", views.hands.show, name="hand"),
    path("tables/<id:table_id>/hands/<int:number>/correct/", views.hands.correct, name="correct"),
    path("tables/<id:table_id>/hands/<int:number>/preview/", views.hands.preview, name="preview_correction"),
    path("tables/<id:table_id>/hands/<int:number>/void/", views.hands.void, name="void"),
    path("tables/<id:table_id>/hands/<int:number>/restore/", views.hands.restore, name="restore"),
    path("tables/<id:table_id>/hands/<int:number>/undo/", views.hands.undo, name="undo"),
    path("tables/<id:table_id>/hands/<int:number>/answer/", views.confirmations.reply, name="reply"),
    path("tables/<id:table_id>/hands/accept/", views.confirmations.accept_all, name="accept_all"),
    path("tables/<id:table_id>/adjustments/", views.hands.adjust, name="adjust"),
    path("tables/<id:table_id>/seats/<int:position>/", views.arranging.substitute, name="substitute"),
    path("tables/<id:table_id>/seats/<int:position>/hands/", views.confirmations.own, name="own"),
    path("tables/<id:table_id>/confirms/", views.arranging.confirms, name="confirms"),
    path("tables/<id:table_id>/close/", views.arranging.close, name="close"),
    path("tables/<id:table_id>/reopen/", views.arranging.reopen, name="reopen"),
    path("tables/<id:table_id>/late/<id:late>/put-aside/", views.arranging.put_aside, name="put_aside"),
    path("tables/<id:table_id>/cancel/", views.arranging.cancel, name="cancel"),
    path("tables/<id:table_id>/rules/", views.pages.table_rules, name="rules"),
]
