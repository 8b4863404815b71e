"""Where each page lives."""

from django.urls import path, register_converter

from solitaire.pages.converters import DateConverter, NameConverter
from solitaire.pages.views import about, boards, deals, play, players, replays

register_converter(DateConverter, "date")
register_converter(NameConverter, "name")

app_name = "pages"
urlpatterns = [
    path("", deals.home, name="home"),
    path("games/", deals.games, name="games"),
    path("games/<slug:slug>/", deals.game, name="game"),
    path("games/<slug:slug>/table.svg", deals.picture, name="picture"),
    path("play/<slug:slug>/", play.play, name="play"),
    path("play/<slug:slug>/<slug:variant>/", play.play, name="play"),
    path("practice/<int:deal_id>/", play.practice, name="practice"),
    path("table/<uuid:attempt_id>/", play.table, name="table"),
    path("records/<uuid:attempt_id>.patience", play.record, name="record"),
    path("records/deal/<int:deal_id>.patience", play.deal_record, name="deal_record"),
    path("deals/<int:deal_id>/replay/", replays.replay, name="replay"),
    path("deals/<int:deal_id>/replay/<uuid:attempt_id>/", replays.replay, name="replay"),
    path("leaderboard/", boards.leaderboards, name="leaderboards"),
    path("leaderboard/<slug:slug>/<date:date>/", boards.leaderboard, name="leaderboard"),
    path("leaderboard/<slug:slug>/<slug:variant>/<date:date>/", boards.leaderboard, name="leaderboard"),
    path("players/<name:username>/", players.player, name="player"),
    path("me/", players.me, name="me"),
    path("favicon.ico", about.icon, name="icon"),
    path("fair-play/", about.fair_play, name="fair_play"),
]
