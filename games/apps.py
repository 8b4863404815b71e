"""The engine as a Django app; the only module here that knows Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Games"
