from django.urls import path

from scorer.setup import views

app_name = "setup"
urlpatterns = [path("<str:token>/", views.begin, name="begin")]
