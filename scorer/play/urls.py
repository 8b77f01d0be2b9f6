from django.urls import path

from scorer.play import views
from scorer.play.opening import views as opening
from scorer.play.result import views as result

app_name = "play"
urlpatterns = [
    # The most frequent requests come first.
    path("tables/<id:table_id>/", views.sheet.show, name="table"),
    path("tables/<id:table_id>/progress/", views.sheet.progress, name="progress"),
    path("tables/<id:table_id>/paper/", views.sheet.paper, name="paper"),
    path("tables/<id:table_id>/changes/", views.sheet.changes, name="changes"),
    path("tables/<id:table_id>/ahead/", views.entry.ahead, name="ahead"),
    path("tables/<id:table_id>/entry/", views.entry.step, name="entry"),
    path("tables/<id:table_id>/preview/", views.entry.preview, name="preview"),
    path("tables/<id:table_id>/hands/", views.saving.record, name="record"),
    path("clubs/<id:club_id>/tables/", views.pages.tables, name="tables"),
    path("clubs/<id:club_id>/hands/", views.pages.hands, name="hands"),
    path("clubs/<id:club_id>/tables/new/", opening.choose, name="choose"),
    path("clubs/<id:club_id>/tables/new/<slug:game>/", opening.open_one, name="open"),
    path("clubs/<id:club_id>/tables/new/<slug:game>/rules/", opening.house_rules, name="house_rules"),
    path("clubs/<id:club_id>/tables/new/<slug:game>/several/", opening.open_several, name="open_several"),
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
    path("tables/<id:table_id>/hands/<int:number>/answer/", views.replies.reply, name="reply"),
    path("tables/<id:table_id>/hands/<int:number>/ask/", views.requests.ask, name="ask"),
    path("tables/<id:table_id>/hands/<int:number>/requests/<int:ask>/", views.requests.decide, name="decide"),
    path("tables/<id:table_id>/hands/<int:number>/requests/<int:ask>/seen/", views.requests.seen, name="seen"),
    path("tables/<id:table_id>/hands/accept/", views.replies.accept_all, name="accept_all"),
    path("tables/<id:table_id>/adjustments/", views.hands.adjust, name="adjust"),
    path("tables/<id:table_id>/partners/", views.arranging.partners, name="partners"),
    path("tables/<id:table_id>/seats/<int:position>/", views.arranging.substitute, name="substitute"),
    path("tables/<id:table_id>/seats/<int:position>/hands/", views.replies.own, name="own"),
    path("tables/<id:table_id>/confirms/", views.arranging.confirms, name="confirms"),
    path("tables/<id:table_id>/close/", result.close, name="close"),
    path("tables/<id:table_id>/result/", result.result, name="result"),
    path("tables/<id:table_id>/rate/", result.rate, name="rate"),
    path("tables/<id:table_id>/reopen/", views.arranging.reopen, name="reopen"),
    path("tables/<id:table_id>/late/<id:late>/put-aside/", views.arranging.put_aside, name="put_aside"),
    path("tables/<id:table_id>/cancel/", views.arranging.cancel, name="cancel"),
    path("tables/<id:table_id>/rules/", views.pages.table_rules, name="rules"),
]
